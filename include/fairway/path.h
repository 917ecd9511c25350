#ifndef FAIRWAY_PATH_H
#define FAIRWAY_PATH_H

/// @file
/// The one path type: lines and arcs that a unit drives one after the other, forward or backward.
///
/// A path is a growable handle that the caller creates and reuses; it depends on no planner and no map.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A path: opaque, created by fw_path_create().
typedef struct fw_path fw_path;

/// Which way the unit moves along a segment.
typedef enum fw_gear {
    FW_FORWARD = 0, ///< the way it faces
    FW_REVERSE = 1  ///< against the way it faces
} fw_gear;

/// A line or an arc. The next segment starts where this one ends.
typedef struct fw_segment {
    fw_pose start; ///< body centre and the heading that the unit faces
    /// 1/tile, signed; 0 = straight; positive turns toward growing heading when driven forward
    double curvature;
    double length; ///< tiles along the path, >= 0
    fw_gear gear;  ///< forward, or reverse: moves against the heading
} fw_segment;

/// How a path ended. Names in JSON are those of fw_outcome_name().
typedef enum fw_outcome {
    FW_OUTCOME_NONE = 0,    ///< nothing was searched yet
    FW_OUTCOME_FOUND,       ///< it reaches the goal
    FW_OUTCOME_PARTIAL,     ///< a limit was reached: the best so far
    FW_OUTCOME_NEAREST,     ///< the goal cannot be reached: it ends as near as possible
    FW_OUTCOME_UNREACHABLE, ///< empty: proven before searching
    FW_OUTCOME_NOT_FOUND,   ///< empty: the method exhausted its search space
    FW_OUTCOME_BLOCKED,     ///< empty: the unit cannot stand at its start or goal
    FW_OUTCOME_STALE,       ///< empty: the map changed during the search
    FW_OUTCOME_GAVE_UP,     ///< empty: a method that gives up by design did so
    FW_OUTCOME_LIMIT,       ///< empty: a limit was reached, and no partial path was asked for
    FW_OUTCOME_COUNT        ///< how many outcomes there are
} fw_outcome;

/// The outcome's name in JSON, such as "not_found".
///
/// @param outcome  any value
/// @return static text; "unknown" for values that are no outcome
const char *fw_outcome_name(fw_outcome outcome);

/// How often a path breaks a rule on purpose. All zero for paths of legal methods.
///
/// Whatever made the path, a request or a pass over a finished one, this is how often fw_path_check() finds the fault:
/// once for each line or arc, and for each place where a heading jumps or a unit turns on the spot. Requests count the
/// jump from their start's heading too, and the one to their goal's; passes know the path alone, but for
/// fw_path_turn(), which is told of both.
typedef struct fw_violations {
    int32_t blocked;       ///< lines, arcs and turns on the spot that touch blocked tiles
    int32_t too_tight;     ///< arcs tighter than the unit's turning radius
    int32_t heading_jumps; ///< turns on the spot by a unit that cannot; none between fixed angles
    int32_t
        impossible; ///< stretches for which no legal curve was found, left as they were: fw_path_impossible()
} fw_violations;

/// What is known of a whole path.
typedef struct fw_path_summary {
    fw_outcome outcome;    ///< how it ended
    fw_method method;      ///< the method that made it
    fw_unit_id unit;       ///< the unit it was made for; 0 = none
    uint64_t map_version;  ///< the map's version when it was made
    int32_t segment_count; ///< segments; 0 = no path
    int32_t fixed_angles;  ///< 8 or 16 for fixed-angle art, else 0
    double length;         ///< tiles
    /// The integral of terrain cost along it, with penalties; what the search minimised. What the unit may not enter
    /// costs as much as its cheapest terrain.
    double cost;
    fw_violations violations; ///< rules broken on purpose
} fw_path_summary;

/// One sample of a speed profile. Between two samples speed^2 is linear in the distance (constant
/// acceleration). Two may be at one place: getting from one speed to the other takes less room than numbers can tell.
typedef struct fw_speed_sample {
    double at;    ///< tiles along the path
    double speed; ///< tiles per second
    double time;  ///< seconds since the start
} fw_speed_sample;

/// Creates an empty path.
///
/// @param allocator  copied; null = malloc and free
/// @param[out] path  give it back with fw_path_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_path_create(const fw_allocator *allocator, fw_path **path);

/// Frees a path.
///
/// @param path  or null, which does nothing
void fw_path_destroy(fw_path *path);

/// Empties a path and keeps its memory.
///
/// @param path  or null, which does nothing
void fw_path_clear(fw_path *path);

/// Makes `to` equal to `from`.
///
/// @param from  any path
/// @param to    another path
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_path_copy(const fw_path *from, fw_path *to);

/// Replaces a path's segments, for example by those read from a file. Nothing is checked but that numbers and where
/// they lead are finite, and that lengths and counts are not negative; fw_path_check() tells whether the path is
/// legal, and whether the claimed length is the true one, which fw_path_length() tells.
///
/// @param path      the path
/// @param segments  [segment * count]; null when count is 0
/// @param count     how many, >= 0
/// @param claimed   what is to be known of the path; `segment_count` is ignored. Null = outcome found, length
///                  computed, cost equal to length
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_path_set(fw_path *path, const fw_segment *segments, int32_t count,
                      const fw_path_summary *claimed);

/// What is known of the whole path.
///
/// @param path          the path
/// @param[out] summary  length, cost, outcome, ...
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_path_summarise(const fw_path *path, fw_path_summary *summary);

/// The path's segments, in order.
///
/// @param path        the path
/// @param[out] count  how many; may be null
/// @return [segment * count], valid until the path is changed; null where there are none
const fw_segment *fw_path_segments(const fw_path *path, int32_t *count);

/// @param path  the path
/// @return length in tiles; 0 for null and for empty paths
double fw_path_length(const fw_path *path);

/// Where the unit is after a distance. Source: Pinter 2001, Listing 2, generalised.
///
/// @param path       the path
/// @param distance   tiles along the path; clamped to its ends
/// @param[out] pose  body centre, and the heading that the unit faces, within (-pi, pi]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
///
/// O(log segments).
fw_result fw_path_pose_at(const fw_path *path, double distance, fw_pose *pose);

/// Where the unit is after a distance, for a follower that asks for growing distances.
///
/// @param path           the path
/// @param distance       tiles along the path; clamped to its ends
/// @param[in,out] cursor  segment found last; 0 at first
/// @param[out] pose      as fw_path_pose_at()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
///
/// O(1) amortised while distances grow.
fw_result fw_path_pose_following(const fw_path *path, double distance, int32_t *cursor, fw_pose *pose);

/// A box with sides along the axes.
typedef struct fw_box {
    double min_x; ///< tiles
    double min_y; ///< tiles
    double max_x; ///< tiles
    double max_y; ///< tiles
} fw_box;

/// The smallest box that holds the path of the body's centre.
///
/// @param path      the path
/// @param[out] box  the box
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_SIZE (empty path)
fw_result fw_path_bounds(const fw_path *path, fw_box *box);

/// Cuts a path in two at a distance. Costs are divided in proportion to length. Violations go where they are: a stretch
/// or an arc that is cut counts in both parts, a jump in heading where the path is cut in the part after. What the
/// path alone does not tell stays as it was: both parts keep the count of what touches blocked tiles, and the part
/// before keeps that of jumps to the start's and the goal's headings. The speed profile is forgotten.
///
/// @param path      the path; keeps the part before
/// @param distance  tiles along the path, within it
/// @param rest      receives the part after; another path
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_BAD_SIZE (empty path) or FW_NO_MEMORY
fw_result fw_path_split(fw_path *path, double distance, fw_path *rest);

/// Turns a path around: driven from its end to its start, in the other gear, so that the body covers the same
/// poses.
///
/// @param path  the path
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_path_reverse(fw_path *path);

/// Appends a path that starts where this one ends (within FW_TOUCH). Lengths, costs and violations add up; the outcome
/// is that of the tail, the map version the older one. The speed profile is forgotten.
///
/// @param path  grows
/// @param tail  what is appended; another path
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE (it starts elsewhere) or FW_NO_MEMORY
fw_result fw_path_join(fw_path *path, const fw_path *tail);

/// The place on a path that is nearest to a point.
///
/// @param path           the path
/// @param x, y           point in tiles
/// @param[out] distance  tiles along the path; the first of equals
/// @param[out] away      straight distance from the point, in tiles; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
fw_result fw_path_nearest(const fw_path *path, double x, double y, double *distance, double *away);

/// Points along a path, for engines that only know polylines: both ends, every waypoint, and points in
/// between so that no chord of an arc strays more than `deviation` from it.
///
/// @param path         the path
/// @param deviation    tiles [Limits: deviation > 0]
/// @param[out] poses   [pose * capacity]; may be null when capacity is 0
/// @param capacity     room in `poses`
/// @param[out] count   how many poses there are, even when they do not fit
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_BAD_SIZE (empty path) or
///         FW_BUFFER_TOO_SMALL
fw_result fw_path_resample(const fw_path *path, double deviation, fw_pose *poses, int32_t capacity,
                           int32_t *count);

/// Stretches of the path left impossible, as pairs of distances.
///
/// @param path        the path
/// @param[out] count  how many stretches; may be null
/// @return [from, to, from, to, ...] in tiles along the path, valid until the path is changed; null where
///         none
const double *fw_path_impossible(const fw_path *path, int32_t *count);

/// Replaces the stretches of a path that were left impossible, for example by those read from a file; its violations
/// count them.
///
/// @param path       the path
/// @param stretches  [from, to, from, to, ...] in tiles along the path, 2 * count numbers, from <= to within the
///                   path; null when count is 0
/// @param count      how many stretches [Limits: >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY: then the path is
///         as it was
fw_result fw_path_set_impossible(fw_path *path, const double *stretches, int32_t count);

/// The speed profile that fw_path_profile() or fw_path_set_speeds() left in the path.
///
/// @param path        the path
/// @param[out] count  how many samples; may be null
/// @return [sample * count], valid until the path is changed; null where there is none
const fw_speed_sample *fw_path_speeds(const fw_path *path, int32_t *count);

/// Replaces a path's speed profile, for example by one read from a file.
///
/// @param path     the path
/// @param samples  [sample * count] in order: distances within the path and times never fall, speeds are not
///                 negative; null when count is 0
/// @param count    how many; 0 = no profile
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY: then the path is
///         as it was
fw_result fw_path_set_speeds(fw_path *path, const fw_speed_sample *samples, int32_t count);

#ifdef __cplusplus
}
#endif
#endif
