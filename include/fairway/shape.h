#ifndef FAIRWAY_SHAPE_H
#define FAIRWAY_SHAPE_H

/// @file
/// Passes that turn one path into a better one. Each works in the caller's path; on failure the path is
/// as before.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Straightens or rounds a path. Never makes it dearer, never makes a legal path illegal.
///
/// @param planner      whose map and memory are used
/// @param overlay      as the request had it; null = none
/// @param kind         which smoothing
/// @param[in,out] path  a path of this map; its unit is taken from its summary
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP, FW_NOT_SUPPORTED
///         or FW_NO_MEMORY
fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path);

/// Bends a path to fixed angles, for art drawn in 8 or 16 directions. Source: Pinter 2001, figures 14 and 15.
///
/// @param planner      whose map and memory are used
/// @param overlay      as the request had it; null = none
/// @param angles       8 or 16
/// @param[in,out] path  a path of this map
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP, FW_NOT_SUPPORTED
///         or FW_NO_MEMORY
fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path);

/// The multiple of a full turn / angles that is nearest to a heading: what drawing with fixed-angle art needs
/// least.
///
/// @param heading  radians
/// @param angles   how many directions the art has, > 0
/// @return radians within (-pi, pi]; the heading itself where angles <= 0
double fw_round_heading(double heading, int32_t angles);

/// Limits for a speed profile. Fill it with fw_default_speed_def().
typedef struct fw_speed_def {
    double top;                           ///< tiles per second [Limits: > 0]
    double acceleration;                  ///< tiles per second^2 [Limits: > 0]
    double braking;                       ///< tiles per second^2 [Limits: > 0]
    double lateral;                       ///< sideways acceleration in arcs, tiles per second^2 [Limits: > 0]
    double start;                         ///< speed at the start [Limits: >= 0]
    double end;                           ///< speed at the end [Limits: >= 0]
    double terrain_top[FW_TERRAIN_COUNT]; ///< top speed on each terrain; 0 = no limit of its own
    double radius_per_speed; ///< fluid turning radius: radius needed at speed v is this * v; 0 = none
    uint64_t cookie;         ///< set by fw_default_speed_def(); leave it
} fw_speed_def;

/// Top speed 1, acceleration, braking and lateral 1, standing at both ends.
///
/// @return the def
fw_speed_def fw_default_speed_def(void);

/// Gives a path its fastest speed profile under these limits, by a forward and a backward pass.
///
/// @param map          for the terrains under the path
/// @param def          the limits
/// @param[in,out] path  receives the profile; see fw_path_speeds()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE, FW_NOT_FINITE, FW_NOT_FOUND (no speed is slow
///         enough for one of its turns), FW_STALE, FW_NOT_SUPPORTED or FW_NO_MEMORY
fw_result fw_path_profile(const fw_map *map, const fw_speed_def *def, fw_path *path);

/// Where the unit is at a time, by the path's speed profile.
///
/// @param path        a path with a profile
/// @param time        seconds; clamped to the profile's ends
/// @param[out] pose   body centre and heading
/// @param[out] speed  tiles per second; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_SIZE (no path or no profile) or FW_NOT_SUPPORTED
fw_result fw_path_pose_at_time(const fw_path *path, double time, fw_pose *pose, double *speed);

#ifdef __cplusplus
}
#endif
#endif
