#pragma once

/// Rules for a unit with a turning radius: the cost of lines and arcs, and whether its body may drive them.

#include "curve/dubins.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"
#include "shape/curved/way.h"

/// The unit and the map, in the form that curves are checked with.
typedef struct drive_rules {
    smooth_ground ground; ///< its overlay is null if the request's overlay is empty
    sweep_ground sweep;
    sweep_body body;
    double radius; ///< turning radius, in tiles
    bool is_even;  ///< all terrain costs the same
} drive_rules;

/// A pose with the sine and cosine of its heading.
typedef struct drive_pose {
    fw_pose at; ///< heading within (-pi, pi]
    double sine, cosine;
} drive_pose;

drive_rules drive_rules_of(const smooth_ground *ground);

drive_pose drive_pose_of(fw_pose at);

/// The cost of a line or arc, without the penalty for reverse gear.
double drive_cost(const drive_rules *rules, const fw_segment *segment);

/// The cost of a segment in its gear, and the cost of a change of gear.
double drive_cost_in_gear(const drive_rules *rules, const fw_segment *segment);
double drive_gear_change(const drive_rules *rules, fw_gear from, fw_gear to);

/// The cost of consecutive segments, without the penalties for gears.
double drive_costs(const drive_rules *rules, const fw_segment *segments, int32_t count);

/// The cost of consecutive segments, with the penalties for gears.
double drive_segments_cost(const drive_rules *rules, const fw_segment *segments, int32_t count);

/// The shortest curve between two poses.
///
/// @return false if the curve is more expensive, or touches something
bool drive_shortest(const drive_rules *rules, const drive_pose *start, const drive_pose *goal, double most,
                    fw_curve *drawn);

/// Lower bound of the cost of any curve between two poses.
double drive_least_cost(const drive_rules *rules, fw_pose from, fw_pose to);

/// The cheaper free curve from a pose to a point: a turn to the left or to the right, then a straight line.
///
/// @return false if neither curve is free and cheap enough
bool drive_to_point(const drive_rules *rules, const drive_pose *start, double x, double y, double most,
                    fw_curve *drawn);

double drive_straight_cost(const drive_rules *rules, vector from, vector to);

bool drive_is_free(const drive_rules *rules, const fw_segment *segments, int32_t count);

/// True if the body may go straight from point to point, facing along the line.
static inline bool drive_line_is_free(const drive_rules *rules, vector from, vector to)
{
    shaping_charge(rules->ground.work, vector_distance(from, to));
    return sweep_line_is_free(&rules->sweep, &rules->body, from.x, from.y, to.x, to.y);
}
