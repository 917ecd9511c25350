#ifndef FOREST_SIDES_H
#define FOREST_SIDES_H

/// @file
/// What was seen of the forest for one radius of a body: edges by sides and sectors, made when a search first comes
/// there, and kept until an edit reaches what was looked at. A sector is held against the edits that it has missed when
/// a search comes there again, so edits cost nothing where no search comes.

#include "forest/outlook.h"

/// A sector of a side.
typedef struct seen_sector {
    sector_reach reach;
    uint64_t version; ///< of the forest, that it was right for when a search came there last
    uint32_t first;   ///< its edges
    uint32_t count;   ///< 0: it was not looked into yet
    uint32_t
        number; ///< place of its first edge among those that a query has numbered, if it has numbered them
} seen_sector;

/// A side that a search came to.
typedef struct seen_side {
    uint32_t side;
    seen_sector sectors[SECTORS];
} seen_side;

typedef struct sides {
    memory *memory;
    double body;      ///< radius of the body
    uint64_t version; ///< of the forest, at the last query
    uint64_t used;    ///< when a query used it last; 0: never, it is empty
    uint32_t *places; ///< [side * place_capacity] 1 + where a side is in `seen`; 0: no search came there
    size_t place_capacity;
    seen_side *seen;
    size_t seen_capacity, seen_count;
    edge_list edges;
    edge_list spare; ///< room to clear dropped edges away
    size_t dropped;  ///< edges that belong to no sector any more
} sides;

void sides_free(sides *known);

size_t sides_bytes(const sides *known);

/// Makes ready for the forest as it is, for a radius. FW_OK or FW_NO_MEMORY.
fw_result sides_prepare(sides *known, const fw_forest *forest, double body);

/// True if a sector that was looked into is right for the forest as it is: no edit has reached what was looked at.
bool sides_are_right(const sides *known, const outlook *looking, uint32_t side, int sector,
                     const seen_sector *looked);

/// The viewpoint that a side is.
static inline viewpoint side_viewpoint(const fw_forest *forest, double body, uint32_t side)
{
    const fw_tree *circle = &forest->circles[side / 2];
    return (viewpoint){ .x = circle->x,
                        .y = circle->y,
                        .radius = circle->radius + body,
                        .sense = side % 2 ? TURN_LEFTWARD : TURN_RIGHTWARD,
                        .slot = side / 2 };
}

/// The edges of a sector, which are looked for if they are not known. FW_OK or FW_NO_MEMORY.
///
/// @param[out] found  which they are, in `known->edges`; it stays where it is until the next call
fw_result sides_sector(sides *known, outlook *looking, uint32_t side, int sector, seen_sector **found);

#endif
