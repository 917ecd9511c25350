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

/// Straightens or rounds a path. Never makes it dearer, and but for FW_SMOOTH_SIMPLE_SAMPLED never makes a legal path
/// illegal.
///
/// FW_SMOOTH_CURVED replaces stretches around changes of gear by cheaper curves, with fewer changes or none, and
/// takes shortcuts between those that are left; where the path starts and ends, and how the unit faces there,
/// stays. A path of lines driven forward that jumps in heading, such as those of grid methods, first gets curves
/// around its bends, which may make it longer. Bends where no curve is free stay as they are: the path's violations
/// count them, and fw_path_impossible() tells where they are. The other kinds smooth paths made of lines driven
/// forward and leave others as they are, and a straight path of a unit with a turning radius, which would jump in
/// heading if it bent.
///
/// @param planner      whose map and memory are used
/// @param overlay      as the request had it; null = none
/// @param kind         which smoothing
/// @param[in,out] path  a path of this map; its unit is taken from its summary
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP, FW_NOT_SUPPORTED
///         or FW_NO_MEMORY
fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path);

/// Turns a path as `fw_request::turns` has it done: a path of lines driven forward becomes one of arcs and lines that a
/// unit with a turning radius can drive, or breaks a rule on purpose and counts it in its violations. It ends where it
/// ended. Other paths stay as they are, and so do those of units without a turning radius.
///
/// What comes of it is what a request gives that found the same lines. But a finished path is not searched again:
/// FW_TURNS_RECALCULATE takes legal turns or none, and where there is none it says FW_GAVE_UP, and the path is as
/// before. To search around such a turn takes a request.
///
/// The counts are those of fw_path_check(), which sees a jump to `start` or `goal` where it is told of them.
///
/// @param planner      whose map and memory are used
/// @param overlay      as the request had it; null = none
/// @param kind         which way to turn
/// @param start        radians: how the unit faces at the start; null = along the path's first line
/// @param goal         radians: how it must face at the end; null = any way
/// @param[in,out] path  a path of this map; its unit is taken from its summary. On failure it is as before
/// @return FW_OK, FW_NULL_ARGUMENT (planner, path), FW_BAD_VALUE (kind), FW_NOT_FINITE, FW_UNKNOWN_UNIT, FW_WRONG_MAP
///         (overlay), FW_STALE, FW_BAD_SIZE (empty path), FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (an
///         arc that turns around 4,096 times), FW_METHOD_DOES_NOT_FIT (the unit cuts corners; to back up it has no
///         reverse gear), FW_GAVE_UP or FW_NO_MEMORY
///
/// Allocates nothing once the planner and the path are warm. Source: Pinter 2001, "legal turns".
fw_result fw_path_turn(fw_planner *planner, const fw_overlay *overlay, fw_turns kind, const double *start,
                       const double *goal, fw_path *path);

/// Bends a path to fixed angles, for art drawn in 8 or 16 directions: it becomes one of lines whose headings are
/// multiples of a full turn / angles, and that says so in its summary.
///
/// Arcs are followed on the outside of their circle by its tangents at these angles, which are 2 r tan(pi / angles)
/// long; straight lines become two lines at the neighbouring angles. Of both ways to do so, above and below, the
/// cheaper one is taken that touches nothing; where both touch, each half is bent on its own, and so on down to
/// stretches of 1/16 tile, which are then left as they were and counted as impossible. Lines that are at one of
/// the angles stay as they are. The first line faces one of the angles next to the heading that the path started with,
/// and the last one ends where the path ended. The path becomes longer by at most 8.3 % for 8 angles and 2 % for 16.
///
/// @param planner      whose map and memory are used
/// @param overlay      as the request had it; null = none
/// @param angles       8 or 16
/// @param[in,out] path  a path of this map; its unit is taken from its summary. On failure it is as before
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP (overlay), FW_BAD_SIZE
///         (empty path), FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (an arc that turns around 4,096
///         times) or FW_NO_MEMORY
///
/// Source: Pinter 2001, figures 14 and 15.
fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path);

/// The multiple of a full turn / angles that is nearest to a heading: what drawing with fixed-angle art needs
/// least.
///
/// @param heading  radians
/// @param angles   how many directions the art has, > 0
/// @return radians within (-pi, pi]; the heading itself where angles <= 0
double fw_round_heading(double heading, int32_t angles);

/// Limits for a speed profile. Fill it with fw_default_speed_def(). Rates and speeds are at least 1e-9 and at
/// most 1e9; where 0 is said to mean something, 0 as well.
typedef struct fw_speed_def {
    double top;          ///< greatest speed, tiles per second
    double acceleration; ///< tiles per second^2
    double braking;      ///< tiles per second^2
    double lateral;      ///< sideways acceleration in arcs, tiles per second^2
    double start;        ///< speed at the start; 0 = stands
    double end;          ///< most speed at the end; 0 = stands. Less where the path is too short to reach it
    double terrain_top[FW_TERRAIN_COUNT]; ///< top speed on each terrain; 0 = no limit of its own
    double turn_radius; ///< tiles; tighter arcs, and turns on the spot, can be driven at no speed; 0 = none
    /// Fluid turning radius: an arc driven at speed v needs radius v * this; 0 = none.
    double radius_per_speed;
    uint64_t cookie; ///< set by fw_default_speed_def(); leave it
} fw_speed_def;

/// Top speed 1, acceleration, braking and lateral 1, standing at both ends.
///
/// @return the def
fw_speed_def fw_default_speed_def(void);

/// Which field of some limits is wrong.
///
/// @param def  the limits
/// @return what fw_path_profile() refuses them for; its result is FW_OK where it does not
fw_refusal fw_speed_refusal(const fw_speed_def *def);

/// Gives a path its fastest speed profile: no other one that keeps to the limits is at any place faster.
///
/// Limits on speed: `top`; in an arc of radius r also sqrt(lateral * r) and r / radius_per_speed; on each tile that
/// the body's centre passes, that of its terrain (the slower one of both sides where it runs along a border). The unit
/// stands where it turns on the spot, which takes no time, and where it changes gear. On a path of fixed angles, steps
/// between neighbouring angles count as arcs that touch both lines in the middle of the shorter one; `turn_radius` does
/// not bind them. Speeding up, braking and turning do not share one grip.
///
/// Between samples the acceleration is constant: `acceleration`, 0 or -`braking`.
///
/// @param map               for the terrains under the path
/// @param def               the limits
/// @param[in,out] path      receives the profile; see fw_path_speeds(). On failure it keeps the one it has
/// @param[out] too_fast_at  FW_NOT_FOUND: where, in tiles along the path; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE, FW_NOT_FINITE, FW_BAD_SIZE (empty path), FW_STALE,
///         FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (2^22 changes of limits, or an arc
///         that turns around 4,096 times) or FW_NO_MEMORY.
///         FW_NOT_FOUND: no speed is slow enough for the turn that begins at `too_fast_at`, or `start` is so fast
///         that no braking obeys the limit there
///
/// O(segments and tiles under them; tiles only where a terrain has a limit). Nothing is allocated once the path is
/// warm. Source: forward and backward pass over speed^2, as in Bobrow, Dubowsky & Gibson 1985 for a path that is given.
fw_result fw_path_profile(const fw_map *map, const fw_speed_def *def, fw_path *path, double *too_fast_at);

/// How long the unit takes, by the path's speed profile.
///
/// @param path  the path
/// @return seconds; 0 for null and where there is no profile
double fw_path_duration(const fw_path *path);

/// Where the unit is at a time, by the path's speed profile.
///
/// @param path        a path with a profile
/// @param time        seconds; clamped to the profile's ends
/// @param[out] pose   body centre, and the heading that the unit faces, within (-pi, pi]
/// @param[out] speed  tiles per second; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (no path or no profile)
///
/// O(log samples).
fw_result fw_path_pose_at_time(const fw_path *path, double time, fw_pose *pose, double *speed);

/// How fast the unit is at a place, and when it is there, by the path's speed profile.
///
/// @param path        a path with a profile
/// @param distance    tiles along the path; clamped to its ends
/// @param[out] speed  tiles per second; may be null
/// @param[out] time   seconds since the start; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (no path or no profile)
///
/// O(log samples).
fw_result fw_path_speed_at(const fw_path *path, double distance, double *speed, double *time);

#ifdef __cplusplus
}
#endif
#endif
