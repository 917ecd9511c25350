#pragma once

/// The tiles that a search moves over, and the motions that the search may use on them. Extended motions may be used if
/// both of their ends lie near the start or the goal. So a motion is allowed if and only if its reversal is allowed,
/// and a flood from the goal reaches the same poses as a search from the start.

#include <stdlib.h>

#include "curve/sweep_ground.h"
#include "directional/motions/lattice.h"
#include "directional/motions/motion_set.h"
#include "directional/motions/motions.h"

enum { START_END = 1, GOAL_END = 2, BOTH_ENDS = START_END | GOAL_END };

typedef struct motion_ground {
    const motion_table *table;
    const layer *open;         ///< layer of size 1 of the unit's capability
    const fw_overlay *overlay; ///< null = no overlay that blocks or confines
    passage_rules passage;     ///< moves that the overlay forbids
    int32_t size;  ///< of the unit: with its centre on tile (x, y) it is anchored at x, y minus size / 2
    bool reverses; ///< motions are driven in reverse too
    uint32_t extended_ends; ///< ends near which the extended motions are used too
    bool has_window;        ///< enter nothing outside `window`
    tile_box window;
    lattice_pose start;
    tile_box goals;         ///< around all goals
    int32_t extended_reach; ///< tiles around start and goals
} motion_ground;

/// The ground of a unit without ends, window and reverse gear.
static inline motion_ground motion_ground_of(const motion_table *table, const map_unit *unit,
                                             const fw_overlay *overlay)
{
    const sweep_ground swept = sweep_ground_of(unit, overlay);
    return (motion_ground){ .table = table,
                            .open = swept.open,
                            .overlay = swept.overlay,
                            .passage = swept.passage,
                            .size = unit->def.size };
}

/// True if a tile is near one of the given ends: within `extended_reach`.
static inline bool ground_is_near(const motion_ground *ground, uint32_t ends, int32_t x, int32_t y)
{
    const int32_t reach = ground->extended_reach;
    return ((ends & START_END) && abs(x - ground->start.x) <= reach && abs(y - ground->start.y) <= reach) ||
           ((ends & GOAL_END) && x >= ground->goals.left - reach && x <= ground->goals.right + reach &&
            y >= ground->goals.top - reach && y <= ground->goals.bottom + reach);
}

/// The window of tiles near one end; parts of it may lie outside the map.
static inline tile_box ground_near(const motion_ground *ground, uint32_t end)
{
    const tile_box near = end == START_END ? lattice_box(ground->start) : ground->goals;
    const int32_t reach = ground->extended_reach;
    return (tile_box){ near.left - reach, near.top - reach, near.right + reach, near.bottom + reach };
}

/// True if nothing blocks the unit on a tile; the tile may lie outside the map.
static inline bool ground_is_free(const motion_ground *ground, int32_t x, int32_t y)
{
    return layer_fits_anywhere(ground->open, x, y) &&
           (!ground->overlay || !(overlay_blocked(ground->overlay, x, y) & 1));
}

/// Number of motion sets that a search may use from a tile.
static inline int32_t ground_sets(const motion_ground *ground, int32_t x, int32_t y)
{
    return ground->extended_ends && ground_is_near(ground, ground->extended_ends, x, y)
               ? ground->table->set_count
               : 1;
}

/// True if reach, window and corridor allow a motion of a set to end on a tile.
static inline bool ground_admits(const motion_ground *ground, int32_t set, int32_t x, int32_t y)
{
    if (set == EXTENDED_MOTIONS && !ground_is_near(ground, ground->extended_ends, x, y))
        return false;
    if (ground->has_window && !tile_box_holds(&ground->window, x, y))
        return false;
    const int32_t shift = ground->size / 2;
    return !ground->overlay || overlay_admits(ground->overlay, ground->size, x - shift, y - shift);
}

/// True if the overlay forbids a move that motions of a control set may make from a tile: only then call
/// ground_lets_pass(). Floods and guides that grow from the goal need not check forbidden moves: with more motions than
/// allowed they prove less, and their bounds stay valid.
static inline bool ground_binds(const motion_ground *ground, const control_set *controls, int32_t x,
                                int32_t y)
{
    const int32_t left = x + controls->left - ground->size / 2, top = y + controls->top - ground->size / 2;
    return ground->passage.overlay &&
           overlay_has_moves_in(
               ground->passage.overlay, ground->size,
               (tile_box){ left - 1, top - 1, left + controls->width, top + controls->height });
}

/// As ground_lets_pass(), but slower: for a motion whose moves cannot be listed in advance.
static inline bool ground_lets_curve_pass(const motion_ground *ground, const motion_set *set,
                                          const motion *motion, lattice_pose pose)
{
    const double offset = ground->table->offset;
    fw_segment segments[MOTION_SEGMENTS];
    const int32_t count = motion_segment_count(set, motion);
    for (int32_t i = 0; i < count; i++)
        segments[i] = motion_segment(set, motion, i, pose.x + offset, pose.y + offset, FW_FORWARD);
    return passage_is_free(&ground->passage, segments, count, 0);
}

/// True if a motion from a lattice pose makes no forbidden move. The gear does not matter: both gears drive the same
/// curve.
static inline bool ground_lets_pass(const motion_ground *ground, const motion_set *set, const motion *motion,
                                    lattice_pose pose)
{
    const passage_rules *passage = &ground->passage;
    if (!passage->overlay)
        return true;
    for (uint32_t i = set->first_move[motion->curve]; i < set->first_move[motion->curve + 1]; i++) {
        const passage_move turned = move_turned(set->moves.items[i], motion->quarters);
        const passage_move move = passage->is_backward ? move_back(turned) : turned;
        if (!move.move)
            return ground_lets_curve_pass(ground, set, motion, pose);
        if (overlay_forbidden(passage->overlay, ground->size, pose.x - ground->size / 2 + move.x,
                              pose.y - ground->size / 2 + move.y) &
            move.move)
            return false;
    }
    return true;
}
