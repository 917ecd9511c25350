#pragma once

/// A scanner finds the edges of one side of a circle in one sector: the lines that leave the side there and touch
/// another circle, ordered by their headings, and the arcs of the side that other circles cover.
///
/// Every other circle hides an interval of headings. The interval begins with the line that touches the circle and
/// turns the same way, and ends with the line that turns the other way; if the two circles overlap, it ends with the
/// covered arc. The scanner considers circles from near to far. It skips a circle whose whole interval is hidden, and
/// ends if all headings of the sector are hidden.

#include "forest/beam.h"
#include "forest/trees.h"

typedef enum edge_kind {
    EDGE_LINE, ///< a line to another side
    EDGE_ARC,  ///< the arc to the next sector
    EDGE_WALL, ///< the arc to a place that another circle covers
    EDGE_GOAL  ///< a line to the point that the scan was asked for
} edge_kind;

/// A way on from a side: a line to another side, or an arc of the same side to its next sector.
typedef struct edge {
    vector contact;  ///< point of arrival, from the centre of the target
    double turn;     ///< heading of the line: radians from the beginning of the sector in which it departs
    double length;   ///< of the line; 0 for arcs
    uint32_t target; ///< side of arrival: 2 * slot + sense
    uint8_t kind;    ///< edge_kind
    uint8_t sector;  ///< of its heading, in the frames of the target
    bool crosses;    ///< the target turns the other way: its headings are mirrored
} edge;

typedef struct edge_list {
    edge *items;
    size_t capacity;
    size_t count;
} edge_list;

/// Heading of an edge in the frame of its target: radians from the beginning of the sector.
static inline double edge_turn_at_target(const edge *along)
{
    return along->kind == EDGE_ARC ? 0 : along->crosses ? SECTOR_WIDTH - along->turn : along->turn;
}

struct blocker;
struct sighting;

/// Memory of scans, and what they scan.
typedef struct scanner {
    memory *memory;
    const fw_forest *forest;
    const sector_table *table;
    double body;    ///< radius by which circles grow
    uint32_t *seen; ///< [slot * seen_capacity] number of the last scan that considered a circle
    size_t seen_capacity;
    uint32_t *seen_walls; ///< [wall * seen_wall_capacity] the same for walls
    size_t seen_wall_capacity;
    uint32_t scan; ///< number of the present scan
    struct blocker *blockers;
    size_t blocker_capacity, blocker_count;
    struct sighting *sightings;
    size_t sighting_capacity, sighting_count;
    uint64_t considered; ///< number of entries of cells considered, in all scans
} scanner;

/// Prepares the memory for the present forest. FW_OK or FW_NO_MEMORY.
fw_result scanner_prepare(scanner *scanner);

/// Scans a sector. Appends the edges that leave there, ordered by heading; the last edge leads to the next sector or is
/// covered by another circle. A point has lines only.
///
/// @param point       also add a line to this point, if nothing is in the way; may be null
/// @param[out] reach  distances up to which obstacles were considered; may be null
/// @return FW_OK or FW_NO_MEMORY
fw_result scanner_scan(scanner *scanner, const viewpoint *from, int sector, const vector *point,
                       edge_list *edges, sector_reach *reach);
