#pragma once

/// The ways of straight lines that smoothing works on, the cost of a line, and if a line is free. Points are in the
/// coordinates of the unit's layer: an anchor is a square of side 1, and the body centre of an anchored unit is the
/// middle of this square.

#include "base/memory.h"
#include "base/vector.h"
#include "curve/mover.h"
#include "curve/sweep_body.h"
#include "shape/shaping_work.h"
#include "shape/taut/free_anchors.h"

/// A list of stretches of a path.
typedef struct path_stretches {
    double *borders; ///< [from, to, ... * 2 * count] in tiles along the path
    int32_t count;   ///< of stretches
    size_t room;     ///< for this many numbers in `borders`
} path_stretches;

/// Appends a stretch. FW_OK or FW_NO_MEMORY.
fw_result path_stretches_add(path_stretches *list, memory *memory, double from, double to);

/// The unit whose path is smoothed, and the map.
typedef struct smooth_ground {
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null = none
    double turn_charge;        ///< surcharge of a full turn when a way is chosen, in tiles
    double sample_step; ///< FW_SMOOTH_SIMPLE_SAMPLED: most tiles between samples; 0 = a fifth of a tile
    shaping_work *work; ///< each check is charged to it; a pass pauses when it is used up; null = not counted
    /// FW_SMOOTH_CURVED, and FW_SMOOTH_SIMPLE of a drive: stretches that stay as they are; null = none
    const path_stretches *kept;
} smooth_ground;

/// A way, or any list of points.
typedef struct shape_points {
    vector *items;
    int32_t count;
    size_t room;
} shape_points;

/// The rules for lines of a way, and the bodies and tiles to check lines with.
typedef struct way_rules {
    smooth_ground ground;
    free_anchors anchors;
    double lift;        ///< from a point to the body centre, along both axes
    double radius;      ///< distance that a taut string keeps from corners; see taut_fits()
    bool cuts_corners;  ///< the unit moves as a point, which its corner rule may let slip between corners
    bool is_even;       ///< all terrain costs the same
    mover mover;        ///< the unit itself: which tiles block it
    sweep_ground sweep; ///< what `body` is swept against
    double sweep_lift;  ///< from a point to the place where `body` is swept, along both axes
    sweep_body body;    ///< a circle around the body; a point if the unit cuts corners
} way_rules;

way_rules way_rules_of(const smooth_ground *ground);

/// Makes the rules judge the circle around the body, also for a unit that cuts corners.
void way_rules_judge_body(way_rules *rules);

/// True if the body may go along a line, whatever its heading.
bool way_is_free(const way_rules *rules, vector from, vector to);

/// True if no move that the anchor point makes along consecutive segments is forbidden, whatever the body touches. The
/// segments count as parts of a longer path that is not known.
bool way_passes(const way_rules *rules, const fw_segment *segments, int32_t count);

double way_cost(const way_rules *rules, vector from, vector to);

/// True if a line passes (x, y) nearer than the radius, at a point between its ends.
bool way_comes_near(double x, double y, double radius, vector from, vector to);

/// The heading of a unit that drives along a line.
double way_heading(vector from, vector to);

static inline void shape_points_swap(shape_points *a, shape_points *b)
{
    const shape_points before = *a;
    *a = *b;
    *b = before;
}

/// Appends a point. FW_OK or FW_NO_MEMORY.
fw_result shape_points_add(shape_points *list, memory *memory, vector added);
