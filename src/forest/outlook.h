#ifndef FOREST_OUTLOOK_H
#define FOREST_OUTLOOK_H

/// @file
/// What one side of a circle sees in one sector: the lines that leave it there and touch another circle, by their
/// headings, and the arcs on which other circles lie.
///
/// Every other circle hides one interval of headings, from the line that touches it and turns the same way to the one
/// that turns the other way (of two circles that overlap: to the end of the arc on which the other one lies). Circles
/// come up from near to far; those whose whole interval is hidden are passed over, and once all headings of the sector
/// are hidden by what has come up, nothing beyond is looked at.

#include "forest/beam.h"

/// What an edge is.
typedef enum edge_kind {
    EDGE_LINE, ///< a line to another side
    EDGE_ARC,  ///< the arc on, to the next sector
    EDGE_WALL, ///< another circle lies on the arc up to there
    EDGE_GOAL  ///< a line to the point that was looked for
} edge_kind;

/// A way on from a side: along a line to another one, or along the arc to its next sector.
typedef struct edge {
    vector contact;  ///< where it arrives, from the centre of its target
    double turn;     ///< its heading: radians since the sector began where it departs
    double length;   ///< of the line; 0 for arcs
    uint32_t target; ///< side where a line or an arc arrives: 2 * slot + sense
    uint8_t kind;    ///< edge_kind
    uint8_t sector;  ///< of its heading, as its target sees it
    bool crosses;    ///< the target turns the other way: it sees headings mirrored
} edge;

/// Edges in a row that grows.
typedef struct edge_list {
    edge *items;
    size_t capacity;
    size_t count;
} edge_list;

/// Radians since the sector began, as the target of an edge sees its heading.
static inline double edge_arrival(const edge *along)
{
    return along->kind == EDGE_ARC ? 0 : along->crosses ? SECTOR_WIDTH - along->turn : along->turn;
}

struct blocker;
struct sighting;

/// Room to look around in.
typedef struct outlook {
    memory *memory;
    const fw_forest *forest;
    const sector_table *table;
    double body;    ///< radius by which circles grow
    uint32_t *seen; ///< [slot * seen_capacity] the look in which a circle came up last
    size_t seen_capacity;
    uint32_t *seen_walls; ///< [wall * seen_wall_capacity] the same for walls
    size_t seen_wall_capacity;
    uint32_t look;
    struct blocker *blockers;
    size_t blocker_capacity, blocker_count;
    struct sighting *sightings;
    size_t sighting_capacity, sighting_count;
    uint64_t considered; ///< circles that came up, over all looks
} outlook;

void outlook_free(outlook *looking);

size_t outlook_bytes(const outlook *looking);

/// Makes ready for the forest as it is. FW_OK or FW_NO_MEMORY.
fw_result outlook_prepare(outlook *looking);

/// Looks into a sector. Appends the edges that leave there, by heading; the last one leads to the next sector or is a
/// wall. A point has lines only.
///
/// @param point       also look for this point; null = for none
/// @param[out] reach  how far was looked; may be null
/// @return FW_OK or FW_NO_MEMORY
fw_result outlook_look(outlook *looking, const viewpoint *from, int sector, const vector *point,
                       edge_list *edges, sector_reach *reach);

#endif
