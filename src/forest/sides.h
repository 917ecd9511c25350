#pragma once

/// Known edges of the forest for one radius of a body, by sides and sectors. Edges of a sector are computed when a
/// search first comes there, and kept until an edit may have changed them. A sector is compared with the edits that it
/// has missed when a search comes there again: edits cost nothing where no search comes.

#include "forest/scanner.h"

/// A sector of a side.
typedef struct seen_sector {
    sector_reach reach;
    uint64_t version; ///< of the forest, at which a search last checked or computed the edges
    uint32_t first;   ///< first edge
    uint32_t count;   ///< number of edges; 0: not computed yet
    uint32_t number;  ///< if a query has numbered the edges: index of the first one in `numbered`
} seen_sector;

/// A side that a search came to, with its sectors.
typedef struct seen_side {
    uint32_t side;
    seen_sector sectors[SECTORS];
} seen_side;

/// The known sides for one radius.
typedef struct sides {
    memory *memory;
    double body;      ///< radius of the body
    uint64_t version; ///< of the forest, at the last query
    uint64_t used;    ///< number of the last query that used it; 0: none
    uint32_t *places; ///< [side * place_capacity] 1 + index of a side in `seen`; 0: no search came there
    size_t place_capacity;
    seen_side *seen;
    size_t seen_capacity, seen_count;
    edge_list edges;
    edge_list spare; ///< receives the remaining edges if dropped ones are cleared away
    size_t dropped;  ///< number of edges that belong to no sector any more
} sides;

/// Prepares the known sides for the present forest and a radius. FW_OK or FW_NO_MEMORY.
fw_result sides_prepare(sides *known, const fw_forest *forest, double body);

/// True if the edges of a sector hold for the present forest: no edit has changed anything that the scan considered.
bool sides_are_valid(const sides *known, const scanner *scanner, uint32_t side, int sector,
                     const seen_sector *seen);

static inline viewpoint side_viewpoint(const fw_forest *forest, double body, uint32_t side)
{
    const fw_tree *circle = &forest->circles[side / 2];
    return (viewpoint){ .x = circle->x,
                        .y = circle->y,
                        .radius = circle->radius + body,
                        .sense = side % 2 ? TURN_LEFTWARD : TURN_RIGHTWARD,
                        .slot = side / 2 };
}

/// Returns the edges of a sector; computes them if they are not known. FW_OK or FW_NO_MEMORY.
///
/// @param[out] found  the range of the edges in `known->edges`; valid until the next call
fw_result sides_sector(sides *known, scanner *scanner, uint32_t side, int sector, seen_sector **found);
