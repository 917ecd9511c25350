#pragma once

/// Gates: the longest stretches of a border between two rows that are free on both sides.

#include "shape/taut/free_anchors.h"

/// The ends of a gate that are corners of an obstacle: the tile beyond is blocked on one side of the border and free on
/// the other.
enum { CORNER_WEST = 1, CORNER_EAST = 2 };

/// How a way passes a gate.
typedef enum gate_use {
    GATE_SOUTHWARD, ///< crosses the gate toward growing y
    GATE_NORTHWARD, ///< crosses the gate toward falling y
    GATE_ON_LEFT,   ///< leaves both ends of the gate on its left
    GATE_ON_RIGHT   ///< leaves both ends of the gate on its right
} gate_use;

/// A gate on a way.
typedef struct crossing {
    int32_t border;     ///< the y between rows border - 1 and border
    int32_t west, east; ///< the gate's ends, west < east; west == east if a way slips between two corners
    uint8_t use;        ///< gate_use
    uint8_t corners;    ///< the ends that are corners: CORNER_ bits
} crossing;

/// The columns within which gates are found; tiles outside cannot bend the string.
typedef struct gate_limits {
    int32_t west, east; ///< [west, east)
} gate_limits;

/// Two rows with a border between them.
typedef struct border {
    const uint64_t *above, *below;
    const free_anchors *anchors;
    int32_t y;
} border;

/// @param y  1 .. height - 1
border border_at(const free_anchors *anchors, int32_t y);

/// The gate that contains a tile's side on a border, cut off at the limits. Returns false if the border is not free on
/// both sides at this tile.
bool gate_find(const border *border, gate_limits within, int32_t tile, crossing *gate);

/// The gate of a way that crosses a border at x. Diagonal steps cross at a corner of tiles; the gate may lie on either
/// side of this corner.
///
/// @param slips  true if the way may slip between two blocked corners
bool gate_find_at(const border *border, gate_limits within, double x, bool slips, crossing *gate);

/// The number of rows beyond a gate without corners, up to `most`, that equal the row before them between the gate's
/// walls.
///
/// @param step  1 southward, -1 northward
int32_t gate_count_same(const crossing *gate, const free_anchors *anchors, gate_limits within, int32_t step,
                        int32_t most);

/// Keeps the gates whose corners can bend a taut string, and the first and the last gate. Only corners on the convex
/// hull of all corners on one side of the line, on the part of the hull that faces the line, can bend the string,
/// because the string lies between the hulls of both sides, as the line does.
///
/// @param gates    [crossing * count] the gates of a line that comes no nearer to corners than the string may
/// @param scratch  [count]
int32_t gates_keep_hulls(crossing *gates, int32_t count, int32_t *scratch);

/// True if two gates, found within limits that may differ, are the same.
static inline bool gates_are_same(const crossing *a, const crossing *b)
{
    const bool meet = a->west < b->east && b->west < a->east;
    return a->border == b->border && (meet || (a->west == b->west && a->east == b->east));
}
