#ifndef SHAPE_TAUT_GATES_H
#define SHAPE_TAUT_GATES_H

/// @file
/// Gates: the longest stretches of a border between two rows that are free on both sides.

#include "shape/taut/free_rows.h"

/// Ends of a gate that are corners of an obstacle: blocked on one side of the border, free on the other.
enum { CORNER_WEST = 1, CORNER_EAST = 2 };

/// What a way does at a gate.
typedef enum gate_use {
    GATE_SOUTHWARD, ///< crosses it toward growing y
    GATE_NORTHWARD, ///< crosses it toward falling y
    GATE_ON_LEFT,   ///< has both of its ends on its left
    GATE_ON_RIGHT   ///< has both of its ends on its right
} gate_use;

/// A gate on a way.
typedef struct crossing {
    int32_t border;     ///< the y between rows border - 1 and border
    int32_t west, east; ///< the gate, west < east; west == east where a way slips through between two corners
    uint8_t use;        ///< gate_use
    uint8_t corners;    ///< which ends are corners that count
} crossing;

/// Tiles within which gates are told; farther ones do not matter.
typedef struct gate_limits {
    int32_t west, east; ///< [west, east)
} gate_limits;

/// Two rows with a border between them.
typedef struct border {
    const uint64_t *above, *below;
    const free_rows *rows;
    int32_t y;
} border;

/// @param y  1 .. height - 1
border border_at(const free_rows *rows, int32_t y);

/// The gate that holds a tile's side on a border, as far as the limits.
///
/// @return false where the tile is not free on both sides
bool gate_find(const border *border, gate_limits within, int32_t tile, crossing *gate);

/// The gate of a way that crosses a border at x. Diagonal steps cross at a corner of tiles, where the gate may lie on
/// either side.
///
/// @param slips  may the way slip through between two blocked corners?
/// @return false where there is none
bool gate_find_at(const border *border, gate_limits within, double x, bool slips, crossing *gate);

/// How many rows beyond a gate without corners, up to `most`, look like the one before them between its walls.
///
/// @param step  1 southward, -1 northward
int32_t gate_count_same(const crossing *gate, const free_rows *rows, gate_limits within, int32_t step,
                        int32_t most);

/// Of the corners on one side of a straight line only those on their convex hull, where it faces the line, can bend a
/// taut string: it is drawn between the hulls of both sides, as the line is. Leaves these, and the first and the last
/// gate.
///
/// @param gates    [crossing * count] of a line that comes no nearer to corners than the string may
/// @param scratch  [count]
/// @return how many are left
int32_t gates_keep_hulls(crossing *gates, int32_t count, int32_t *scratch);

/// Are two gates of one border, found within limits that may differ, the same?
static inline bool gates_are_same(const crossing *a, const crossing *b)
{
    const bool meet = a->west < b->east && b->west < a->east;
    return a->border == b->border && (meet || (a->west == b->west && a->east == b->east));
}

#endif
