#ifndef SHAPE_CURVED_WAY_H
#define SHAPE_CURVED_WAY_H

/// @file
/// Ways of straight lines as smoothing sees them: points on the rows of a unit's layer, where an anchor is a tile of
/// side 1 and the body centre of an anchored unit lies in its middle; what a line costs, and whether it is free.

#include <math.h>

#include "base/memory.h"
#include "curve/mover.h"
#include "map/map.h"
#include "shape/shaping_work.h"
#include "shape/taut/free_rows.h"

/// Whose path is smoothed, and where.
typedef struct smooth_ground {
    const fw_map *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null = none
    double turn_charge;        ///< what a full turn is charged, in tiles, in choosing a way
    shaping_work *work; ///< what is judged is charged to it, and passes pause by it; null = nobody counts
} smooth_ground;

typedef struct shape_point {
    double x, y;
} shape_point;

/// A way, or any list of points.
typedef struct shape_points {
    shape_point *items;
    int32_t count;
    size_t room;
} shape_points;

/// What lines are judged by.
typedef struct way_rules {
    smooth_ground ground;
    free_rows rows;
    double lift;   ///< from a point to the body centre, along both axes
    double radius; ///< that a taut string keeps from corners; may be too much for the rows
    bool
        cuts_corners; ///< the unit moves as a point, and may slip through between corners if its rule says so
    bool is_even;     ///< all terrain costs the same
    mover moves;      ///< the unit itself, as far as what is blocked goes
    sweep_ground sweep; ///< what `body` is swept against
    double sweep_lift;  ///< from a point to where it is swept
    sweep_body body;    ///< a circle around the body; of a unit that cuts corners a point
} way_rules;

way_rules way_rules_of(const smooth_ground *ground);

/// May the body go along a line, whichever way it faces?
bool way_is_free(const way_rules *rules, shape_point from, shape_point to);

/// May the anchor point move along segments that follow each other, whatever the body touches? As parts of a path that
/// is not known.
bool way_passes(const way_rules *rules, const fw_segment *segments, int32_t count);

/// What a line costs.
double way_cost(const way_rules *rules, shape_point from, shape_point to);

static inline double way_length(shape_point from, shape_point to)
{
    const double x = to.x - from.x, y = to.y - from.y;
    return sqrt(x * x + y * y);
}

/// Does a line come nearer to a point than the radius, somewhere between its ends?
bool way_comes_near(double x, double y, double radius, shape_point from, shape_point to);

/// Each becomes the other.
static inline void shape_points_swap(shape_points *a, shape_points *b)
{
    const shape_points before = *a;
    *a = *b;
    *b = before;
}

/// Appends a point.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result shape_points_add(shape_points *list, memory *memory, shape_point added);

#endif
