#ifndef SHAPE_CURVED_DRIVE_H
#define SHAPE_CURVED_DRIVE_H

/// @file
/// How a unit with a turning radius drives: what lines and arcs cost it, and which of them its body may drive.

#include "curve/dubins.h"
#include "curve/sweep.h"
#include "shape/curved/way.h"

typedef struct drive_rules {
    smooth_ground ground; ///< its overlay is null where that is empty
    sweep_ground sweep;
    sweep_body body;
    double radius; ///< of turns
    bool is_even;  ///< all terrain costs the same
} drive_rules;

/// A pose with the direction that it faces.
typedef struct drive_pose {
    fw_pose at; ///< heading within (-pi, pi]
    double sine, cosine;
} drive_pose;

drive_rules drive_rules_of(const smooth_ground *ground);

drive_pose drive_pose_of(fw_pose at);

/// What a line or arc costs, without penalties for reverse gear.
double drive_cost(const drive_rules *rules, const fw_segment *segment);

/// What it costs in its gear, and what a change of gear does.
double drive_cost_in_gear(const drive_rules *rules, const fw_segment *segment);
double drive_gear_change(const drive_rules *rules, fw_gear from, fw_gear to);

/// What a run of segments costs, with these penalties.
double drive_run_cost(const drive_rules *rules, const fw_segment *segments, int32_t count);

/// The shortest curve between two poses.
///
/// @param most  cost that it must not exceed
/// @param[out] drawn  the curve, with its cost
/// @return false where it is dearer, or touches something
bool drive_shortest(const drive_rules *rules, const drive_pose *start, const drive_pose *goal, double most,
                    fw_curve *drawn);

/// What any curve between two poses costs at least, whatever it touches.
double drive_least_cost(const drive_rules *rules, fw_pose from, fw_pose to);

/// The shortest turn to one side and straight line from a pose to a point, of those that are free and cost at most
/// `most`.
///
/// @return false where there is none
bool drive_to_point(const drive_rules *rules, const drive_pose *start, double x, double y, double most,
                    fw_curve *drawn);

/// What a straight line costs.
double drive_straight_cost(const drive_rules *rules, shape_point from, shape_point to);

/// May the body go straight from point to point, facing the way?
static inline bool drive_line_is_free(const drive_rules *rules, shape_point from, shape_point to)
{
    shaping_charge(rules->ground.work, way_length(from, to));
    return sweep_line_is_free(&rules->sweep, &rules->body, from.x, from.y, to.x, to.y);
}

#endif
