#ifndef FAIRWAY_SHAPE_H
#define FAIRWAY_SHAPE_H

/// @file
/// Passes over finished paths: smoothing, legal turns, fixed angles, speed profiles. Each pass changes the
/// caller's path in place. On failure the path is unchanged.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a path straighter or rounder. The path never becomes more expensive (except for curves around bends, see
/// below). A legal path stays legal, except under FW_SMOOTH_SIMPLE_SAMPLED.
///
/// FW_SMOOTH_CURVED replaces the parts around gear changes by cheaper curves with fewer gear changes or none, and then
/// takes shortcuts. Start and goal keep their positions and headings. If the path consists of lines driven forward and
/// its heading jumps, as for grid methods, its bends are first replaced by curves; this may make the path longer. If no
/// curve at a bend is free, the bend stays as it is: the path's violations count it, and fw_path_impossible() lists it.
///
/// The other kinds of smoothing only change paths that consist of lines driven forward. If the unit has a turning
/// radius, they leave a straight path as it is, because a bend would be a jump in heading.
///
/// @param planner      planner of the map; its memory is used
/// @param overlay      the overlay of the request; [opt] null = none
/// @param kind         kind of smoothing
/// @param[in,out] path  a path on this map; the unit is that of its summary
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP, FW_NOT_SUPPORTED
///         or FW_NO_MEMORY
fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path);

/// Makes the turns of a path drivable for a unit with a turning radius, as `fw_request::turns` does. A path of lines
/// driven forward becomes a path of arcs and lines with the same end. If it breaks a rule on purpose, its violations
/// count that. Other paths, and paths of units without a turning radius, stay as they are.
///
/// The result equals that of a request whose search found the same lines, except that nothing is searched again: if
/// FW_TURNS_RECALCULATE finds no legal turns, the function returns FW_GAVE_UP and leaves the path unchanged.
///
/// The violations equal the faults that fw_path_check() reports if it is given the same start and goal headings.
///
/// @param planner      planner of the map; its memory is used
/// @param overlay      the overlay of the request; [opt] null = none
/// @param kind         kind of turning
/// @param start        heading at the start, in radians; [opt] null = that of the path's first line
/// @param goal         heading at the end, in radians; [opt] null = any heading
/// @param[in,out] path  a path on this map; the unit is that of its summary. Unchanged on failure
/// @return FW_OK, FW_NULL_ARGUMENT (planner, path), FW_BAD_VALUE (kind), FW_NOT_FINITE, FW_UNKNOWN_UNIT, FW_WRONG_MAP
///         (overlay), FW_STALE, FW_BAD_SIZE (empty path), FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (an
///         arc of more than 4,096 full turns), FW_METHOD_DOES_NOT_FIT (the unit cuts corners, or FW_TURNS_BACK_UP and
///         the unit has no reverse gear), FW_GAVE_UP or FW_NO_MEMORY
///
/// Allocates nothing once the planner and the path are warm. Source: Pinter 2001, "legal turns".
fw_result fw_path_turn(fw_planner *planner, const fw_overlay *overlay, fw_turns kind, const double *start,
                       const double *goal, fw_path *path);

/// Bends a path to fixed angles, for sprites drawn in 8 or 16 directions. The result consists of lines whose headings
/// are multiples of a full turn / angles; its summary's `fixed_angles` is set.
///
/// - A line at one of these angles stays as it is. Any other line becomes two lines at the neighbouring angles.
/// - An arc becomes the tangents at these angles on the outside of its circle; each is 2 r tan(pi / angles) long.
/// - There are two ways to bend a line, one on each side. The cheaper one that touches nothing is taken. If both touch
///   something, the line is halved and each half is bent, down to 1/16 tile; such a piece is left as it is and counted
///   as impossible.
///
/// The first line has one of the two angles next to the heading at the path's start. The last line ends where the path
/// ended. The path becomes longer by at most 8.3 % for 8 angles and 2 % for 16.
///
/// @param planner      planner of the map; its memory is used
/// @param overlay      the overlay of the request; [opt] null = none
/// @param angles       8 or 16
/// @param[in,out] path  a path on this map; the unit is that of its summary. Unchanged on failure
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE, FW_UNKNOWN_UNIT, FW_STALE, FW_WRONG_MAP (overlay), FW_BAD_SIZE
///         (empty path), FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (an arc of more than 4,096 full turns)
///         or FW_NO_MEMORY
///
/// Source: Pinter 2001, figures 14 and 15.
fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path);

/// Gives a path transition curves, so that its curvature changes by at most `fw_unit_def::curvature_rate` for each
/// tile, as a vehicle needs that turns its wheels while it drives. Requests for such a unit do this themselves, unless
/// they ask for fixed angles.
///
/// A transition curve is a clothoid, written as a chain of arcs: curvature grows in steps of at most 1/8 of the
/// greatest curvature, and differs from that of the clothoid by at most 1/16. Each turn begins earlier and ends later
/// than before, so the path becomes longer. Of the curves that the body may drive, the pass takes those with the fewest
/// stops, then the cheapest. The poses at the ends of the path and at changes of gear stay, because the unit stands
/// there and can turn its wheels to any side.
///
/// Where no such curve is found, the path stays as it is, and the unit must stand at the joint to turn its wheels:
/// fw_path_profile() stops there, and fw_path_check() counts the place.
///
/// @param planner      planner of the map; its memory is used
/// @param overlay      the overlay of the request; [opt] null = none
/// @param[in,out] path  a path on this map; the unit is that of its summary. A path with violations, with fixed angles,
///                     or of a unit without a turning radius or a rate stays as it is. Unchanged on failure
/// @param[out] stops   number of places at which the unit must stand to turn its wheels; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT (planner, path), FW_UNKNOWN_UNIT, FW_WRONG_MAP (overlay), FW_STALE, FW_BAD_SIZE
///         (empty path), FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (an arc of more than 4,096 full turns)
///         or FW_NO_MEMORY
///
/// About 0.1 to 1 ms for each turn. Allocates nothing once the planner and the path are warm. Source: the turns of
/// Fraichard & Scheuer 2004, "From Reeds and Shepp's to continuous-curvature paths".
fw_result fw_path_ease(fw_planner *planner, const fw_overlay *overlay, fw_path *path, int32_t *stops);

/// Rounds a heading to the nearest multiple of a full turn / angles, to choose a sprite by direction.
///
/// @param heading  radians
/// @param angles   number of directions, > 0
/// @return radians in (-pi, pi]; the heading itself if angles <= 0
double fw_round_heading(double heading, int32_t angles);

/// Limits for a speed profile. Fill it with fw_speed_def_init(). [Limits: each value is between 1e-9 and 1e9, or 0
/// if a meaning of 0 is given]
typedef struct fw_speed_def {
    uint32_t bytes;      ///< size of the struct in the program's header; set by fw_speed_def_init()
    uint32_t cookie;     ///< tells that the struct was filled; set by fw_speed_def_init()
    double top;          ///< greatest speed, tiles per second
    double acceleration; ///< tiles per second^2
    double braking;      ///< tiles per second^2
    double lateral;      ///< sideways acceleration in arcs, tiles per second^2
    double start;        ///< speed at the start; 0 = standing
    double end;          ///< maximum speed at the end; 0 = standing
    double terrain_top[FW_TERRAIN_COUNT]; ///< top speed on each terrain; 0 = `top` alone limits it
    /// Tiles. An arc with a smaller radius, or a turn on the spot, cannot be driven at any speed. 0 = no limit.
    double turn_radius;
    /// Speed-dependent turning radius: at speed v, an arc needs a radius of at least v * radius_per_speed. 0 = no
    /// limit.
    double radius_per_speed;
} fw_speed_def;

/// Default limits: top speed, acceleration, braking and lateral acceleration 1, standing at both ends.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_speed_def_init(fw_speed_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_speed_def fw_default_speed_def(void);

/// Explains why fw_path_profile() refuses a fw_speed_def.
///
/// @param def  the limits
/// @return the refusal; its `result` is FW_OK if fw_path_profile() accepts the limits
fw_refusal fw_speed_refusal(const fw_speed_def *def);

/// Computes the fastest speed profile of a path: at every place, no profile within the limits is faster.
///
/// **Limits on speed:**
/// - everywhere: `top`
/// - in an arc of radius r: sqrt(lateral * r) and r / radius_per_speed
/// - on each tile that the body's centre passes: the top speed of its terrain (along a border, the slower of both
///   sides)
/// - where the unit turns on the spot or changes gear: 0. A turn on the spot takes no time.
/// - where the curvature changes faster than the unit can turn its wheels, see fw_path_ease(): 0. The unit is that of
///   the path's summary, and `map` must not be null.
/// - on a path of fixed angles: a change to the neighbouring angle counts as an arc that touches both lines, in the
///   middle of the shorter one; `turn_radius` does not apply to it.
///
/// The limits on acceleration, braking and lateral acceleration are independent of each other. Between two samples the
/// acceleration is constant: `acceleration`, 0 or -`braking`.
///
/// @param map               the map, for the terrains under the path; [opt] may be null if no terrain has a top speed.
///                          Null for a path of fw_forest_find_path(): its summary names a version of the forest,
///                          which is FW_STALE for any map, so terrains under such a path do not limit its speed
/// @param def               the limits
/// @param[in,out] path      receives the profile, see fw_path_speeds(). On failure it keeps its old profile
/// @param[out] too_fast_at  FW_NOT_FOUND: distance in tiles along the path, see below; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE, FW_NOT_FINITE, FW_BAD_SIZE (empty path), FW_STALE,
///         FW_OUT_OF_BOUNDS (the path leaves the map), FW_TOO_MANY (more than 2^22 changes of limits, or an arc of
///         more than 4,096 full turns) or FW_NO_MEMORY.
///         FW_NOT_FOUND: the turn that begins at `too_fast_at` cannot be driven at any speed, or the unit starts so
///         fast that it cannot brake to the limit at `too_fast_at`
///
/// O(segments), and if terrains have limits O(tiles under the path). Allocates nothing if the path already has enough
/// memory. Source: forward and backward pass over speed^2, as in Bobrow, Dubowsky & Gibson 1985 for a given path.
fw_result fw_path_profile(const fw_map *map, const fw_speed_def *def, fw_path *path, double *too_fast_at);

/// Driving time by the path's speed profile.
///
/// @param path  the path
/// @return seconds; 0 for null and for a path without a profile
double fw_path_duration(const fw_path *path);

/// Computes the unit's pose and speed at a time, by the path's speed profile.
///
/// @param path        a path with a profile
/// @param time        seconds since the start; clamped to the profile's ends
/// @param[out] pose   body centre, and the heading that the unit faces, in (-pi, pi]
/// @param[out] speed  tiles per second; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (no path or no profile)
///
/// O(log samples).
fw_result fw_path_pose_at_time(const fw_path *path, double time, fw_pose *pose, double *speed);

/// Computes the unit's speed and time at a distance along the path, by the path's speed profile.
///
/// @param path        a path with a profile
/// @param distance    tiles along the path; clamped to its ends
/// @param[out] speed  tiles per second; [opt] may be null
/// @param[out] time   seconds since the start; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (no path or no profile)
///
/// O(log samples).
fw_result fw_path_speed_at(const fw_path *path, double distance, double *speed, double *time);

#ifdef __cplusplus
}
#endif
#endif
