#pragma once

/// Curves that might become motions. Only curves that leave with the first headings are kept; all others are quarter
/// turns of these.

#include "curve/sweep_body.h"
#include "directional/motions/motions.h"

/// Number of first headings: headings that are no quarter turns of each other.
static inline int32_t first_headings(int32_t headings)
{
    return headings / 4;
}

/// A first heading by its index: 0, 1, and the headings between eighths that follow these.
static inline int32_t first_heading(int32_t index)
{
    return (index & 1) | (index & 2) << 2;
}

/// The index of the first heading that quarter turns map to a heading.
static inline int32_t first_heading_of(int32_t heading)
{
    return (heading & 1) | (heading & BETWEEN_EIGHTHS) >> 2;
}

/// The number of quarter turns from its first heading to a heading.
static inline int32_t quarters_of(int32_t heading)
{
    return (heading & 7) >> 1;
}

/// A tile that the body touches, relative to the start's tile.
typedef struct near_tile {
    int8_t x, y;
    bool is_turned; ///< touched by the body that faces the other way
} near_tile;

typedef struct candidate {
    int8_t dx, dy;       ///< tiles from start to end
    uint8_t start, end;  ///< headings
    uint8_t word;        ///< fw_dubins_word; 0 for a turn on the spot
    bool kept;           ///< not pruned
    uint32_t next;       ///< index of the next longer candidate with the same ends, or NO_CANDIDATE
    uint32_t first_tile; ///< index in `candidates::tiles` of the first tile that the body touches
    uint32_t tile_count;
    uint32_t first_segment; ///< index in `candidates::segments` of the first segment of the curve
    uint32_t segment_count;
    double length;
} candidate;

#define NO_CANDIDATE UINT32_MAX

typedef struct candidates {
    memory *memory;
    candidate *items;
    size_t count, capacity;
    near_tile *tiles;
    size_t tile_count, tile_capacity;
    fw_segment *segments; ///< of all curves, from the point (0, 0)
    size_t segment_count, segment_capacity;
    bool is_even;     ///< lattice points are corners of tiles
    bool has_front;   ///< tiles are listed for the body that faces the other way, too
    int32_t headings; ///< of the lattice
} candidates;

/// Collects the candidates of a unit, shortest first. FW_OK or FW_NO_MEMORY.
fw_result candidates_collect(candidates *candidates, const fw_unit_def *unit, const motion_choice *choice);

/// Prunes the candidates: keeps a candidate unless another one, or a sequence of two others, has the same ends, touches
/// no other tiles, whichever way the body faces, and is no longer. So a search without the pruned motions reaches the
/// same poses, by paths that are no longer. FW_OK or FW_NO_MEMORY.
fw_result candidates_prune(candidates *candidates, int32_t ring);

/// Adds a curve by its segments, which start at the point (0, 0), and notes the tiles that the body touches along it,
/// and those that it touches if it faces the other way, all gears swapped. FW_OK, FW_NO_MEMORY, or FW_NOT_FOUND: the
/// tiles lie too far away, and nothing was added.
fw_result candidates_add(candidates *candidates, const sweep_body *body, const candidate *ends,
                         const fw_segment *segments, int32_t count);

void candidates_drop_last(candidates *candidates);

void candidates_free(candidates *candidates);

/// A tile after quarter turns around the lattice point of tile (0, 0).
static inline near_tile tile_turned(near_tile tile, int quarters, bool is_even)
{
    const int corner = is_even; // tiles hang right and down of their corner, which turns with them
    for (int i = 0; i < (quarters & 3); i++)
        tile = (near_tile){ (int8_t)(-tile.y - corner), tile.x, tile.is_turned };
    return tile;
}

/// A step from tile to tile after quarter turns.
static inline near_tile step_turned(int dx, int dy, int quarters)
{
    return tile_turned((near_tile){ .x = (int8_t)dx, .y = (int8_t)dy }, quarters, false);
}
