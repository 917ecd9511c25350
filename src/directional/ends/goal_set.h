#pragma once

/// The goals of a directional search: one or more. A search ends at the goal that is cheapest to reach.

#include <stdbool.h>
#include <stdint.h>

#include "directional/motions/lattice.h"
#include "fairway/pose.h"

/// An end of a search: its start, or one of its goals.
typedef struct search_end {
    lattice_pose tile; ///< heading -1 = any; only the tile counts if the end lies between lattice poses
    fw_pose pose;      ///< the exact pose
    bool on_lattice;
} search_end;

typedef struct goal_set {
    const search_end *items; ///< [goal * count] in order of y, then x
    int32_t count;
    bool any_heading; ///< all goals accept any heading
} goal_set;

/// The set of one goal, which the caller keeps.
static inline goal_set goal_set_of(const search_end *goal, bool any_heading)
{
    return (goal_set){ .items = goal, .count = 1, .any_heading = any_heading };
}

/// Sorts goals by y, then x.
void goal_set_sort(search_end *items, int32_t count);

/// The index of the first goal that is not before a tile in the order of y, then x; `count` if there is none.
int32_t goal_set_from(const goal_set *goals, int32_t x, int32_t y);

/// The index of the next goal whose tile is at most `reach` tiles from a tile along either axis.
///
/// @return -1 if there are no more
int32_t goal_set_next_near(const goal_set *goals, lattice_pose near, int32_t reach, int32_t from);

bool goal_set_holds(const goal_set *goals, lattice_pose pose);

tile_box goal_set_box(const goal_set *goals);
