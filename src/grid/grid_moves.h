#pragma once

/// The eight moves of the grid, clockwise on the screen from east, as numbers 0..7 and as FW_MOVE_ bits.

#include <stdint.h>

#include "fairway/unit.h"

enum { MOVE_COUNT = 8, NO_MOVE = 8 };

static const int move_dx[MOVE_COUNT] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int move_dy[MOVE_COUNT] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// Odd moves are diagonal.
static inline int move_is_diagonal(int move)
{
    return move & 1;
}

static inline int move_opposite(int move)
{
    return (move + 4) & 7;
}

/// The move of a step; dx and dy are -1, 0 or 1, and not both 0.
static inline int move_towards(int dx, int dy)
{
    static const int moves[3][3] = { { 5, 6, 7 }, { 4, NO_MOVE, 0 }, { 3, 2, 1 } };
    return moves[dy + 1][dx + 1];
}

/// Free neighbours as FW_MOVE_ bits, from three tiles (bit 0 = west) of each of the rows above, at and below the tile.
static inline uint32_t moves_into(uint64_t above, uint64_t middle, uint64_t below)
{
    return (uint32_t)((middle >> 2 & 1) | (below >> 2 & 1) << 1 | (below >> 1 & 1) << 2 | (below & 1) << 3 |
                      (middle & 1) << 4 | (above & 1) << 5 | (above >> 1 & 1) << 6 | (above >> 2 & 1) << 7);
}

/// The moves that a corner rule allows among the moves into free neighbours.
static inline uint32_t moves_allowed(uint32_t free, fw_corner_rule rule)
{
    const uint32_t straight = free & 0x55;
    const uint32_t diagonal = free & 0xaa;
    const uint32_t before = (free << 1 | free >> 7) & 0xff;
    const uint32_t after = free >> 1 | (free << 7 & 0x80);
    switch (rule) {
    case FW_CORNERS_NEVER:
        return straight | (diagonal & before & after);
    case FW_CORNERS_ONE:
        return straight | (diagonal & (before | after));
    case FW_CORNERS_ALWAYS:
        return free;
    case FW_CORNERS_ORTHOGONAL:
        break;
    }
    return straight;
}
