#pragma once

/// A passage that a unit must not enter yet, and what it costs to stop in it or near it.

#include <math.h>

#include "base/box.h"
#include "fairway/planner.h"

typedef struct closed_passage {
    double cost;             ///< of each tile by which a place is too near; 0: there is no such passage
    double reach;            ///< distance that the unit keeps from the passage, in tiles
    fw_box box;              ///< its tiles
    double mouth_x, mouth_y; ///< a place where the unit would enter it
    double in_x, in_y;       ///< direction into it there, a unit vector
} closed_passage;

/// How deep in the passage a place is, in tiles; below 0: it lies before the mouth.
static inline double closed_passage_depth(const closed_passage *closed, double x, double y)
{
    return (x - closed->mouth_x) * closed->in_x + (y - closed->mouth_y) * closed->in_y;
}

/// What it costs to stop at a place, in tiles.
static inline double closed_passage_cost(const closed_passage *closed, double x, double y)
{
    if (closed->cost == 0)
        return 0;
    const double apart = box_distance_from(&closed->box, x, y),
                 away = apart > 0 ? apart : -closed_passage_depth(closed, x, y);
    return away < closed->reach ? (closed->reach - away) * closed->cost : 0;
}
