#ifndef FAIRWAY_PATH_H
#define FAIRWAY_PATH_H

/// @file
/// Paths: sequences of lines and arcs that a unit drives forward or in reverse.
///
/// The caller creates a path object once and reuses it for many requests. It keeps no reference to a planner or a map.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A path: opaque, created by fw_path_create() [thread: any number, unless one changes it].
typedef struct fw_path fw_path;

/// Direction of motion along a segment.
typedef enum fw_gear {
    FW_FORWARD = 0, ///< the unit moves in the direction of its heading
    FW_REVERSE = 1  ///< the unit moves against its heading
} fw_gear;

/// A line or an arc. The next segment of a path starts where this segment ends.
typedef struct fw_segment {
    fw_pose start; ///< body centre, and the heading that the unit faces
    /// 1/tile, signed: 0 = straight line; if positive, the heading increases while the unit drives forward
    double curvature;
    double length; ///< tiles along the path, >= 0
    fw_gear gear;  ///< direction of motion
} fw_segment;

/// Result of the search that made a path. fw_outcome_name() gives the name in JSON.
typedef enum fw_outcome {
    FW_OUTCOME_NONE = 0,    ///< no search was made yet
    FW_OUTCOME_FOUND,       ///< the path reaches the goal
    FW_OUTCOME_PARTIAL,     ///< a limit ended the search; this is the best path so far
    FW_OUTCOME_NEAREST,     ///< the goal cannot be reached; the path ends as near to it as possible
    FW_OUTCOME_UNREACHABLE, ///< empty: proven before searching that there is no path
    FW_OUTCOME_NOT_FOUND,   ///< empty: the method exhausted its search space
    FW_OUTCOME_BLOCKED,     ///< empty: the unit cannot stand at its start or at its goal
    FW_OUTCOME_STALE,       ///< empty: the search ended with FW_STALE
    FW_OUTCOME_GAVE_UP,     ///< empty: the method gave up before its search space was exhausted
    FW_OUTCOME_LIMIT,       ///< empty: a limit ended the search, and the request asked for no partial path
    FW_OUTCOME_ILLEGAL,     ///< the path has violations that the request does not allow, see FW_ILLEGAL
    FW_OUTCOME_COUNT        ///< number of outcomes
} fw_outcome;

/// The name of an outcome in JSON, such as "not_found".
///
/// @param outcome  any value
/// @return text [until: the program ends]; "unknown" if the value is not an outcome
const char *fw_outcome_name(fw_outcome outcome);

/// Number of faults of a path. All are zero if the result of the search was FW_OK, unless the request accepts faults:
/// see fw_request::allow_violations.
///
/// The numbers equal those of fw_path_check(): each line or arc counts once, and so does each place where the heading
/// jumps or the unit turns on the spot. Requests and fw_path_turn() also count the jump from the heading of the start,
/// and the jump to the heading of the goal. Other passes know neither heading and count the path alone.
typedef struct fw_violations {
    int32_t blocked;   ///< lines, arcs and turns on the spot that touch blocked tiles
    int32_t too_tight; ///< arcs tighter than the unit's turning radius
    /// Turns on the spot although the unit cannot. Jumps between fixed angles do not count, nor those from or to a
    /// required heading if the path faces one of the two angles next to that heading.
    int32_t heading_jumps;
    /// Stretches for which no legal curve was found; they are left as they were. See fw_path_impossible().
    int32_t impossible;
} fw_violations;

/// Properties of a whole path.
typedef struct fw_path_summary {
    fw_outcome outcome;    ///< result of the search
    fw_method method;      ///< the method that made the path
    fw_unit_id unit;       ///< the unit that the path was made for; 0 = none
    uint64_t map_version;  ///< version of the map for which the path was made
    int32_t segment_count; ///< number of segments; 0 = no path
    int32_t fixed_angles;  ///< 8 or 16 if the path is bent to fixed angles, else 0
    double length;         ///< tiles
    /// The cost that the search minimised: the integral of terrain cost along the path, plus penalties. Tiles that the
    /// unit cannot enter count as its cheapest terrain.
    double cost;
    fw_violations violations; ///< faults
    fw_pose asked_start;      ///< the start of the request, with its heading within (-pi, pi]
    /// Distance from `asked_start` to where the path begins, in tiles; not 0 if the unit could not stand there, see
    /// fw_request::start_slack.
    double start_shift;
} fw_path_summary;

/// One sample of a speed profile. Between two samples, speed^2 is linear in the distance (constant acceleration). Two
/// samples may be at the same place, if the speed changes over a distance too short for a double.
typedef struct fw_speed_sample {
    double at;    ///< tiles along the path
    double speed; ///< tiles per second
    double time;  ///< seconds since the start
} fw_speed_sample;

/// Creates an empty path.
///
/// @param allocator  copied; [opt] null = malloc and free
/// @param[out] path  the path [frees: fw_path_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_path_create(const fw_allocator *allocator, fw_path **path);

/// Frees a path.
///
/// @param path  the path; [opt] null does nothing
void fw_path_destroy(fw_path *path);

/// Empties a path and keeps its memory.
///
/// @param path  the path; [opt] null does nothing
void fw_path_clear(fw_path *path);

/// Copies a path.
///
/// @param from  source
/// @param to    destination; another path, whose content is replaced
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_path_copy(const fw_path *from, fw_path *to);

/// Replaces the segments of a path, for example by segments read from a file.
///
/// The function only checks that all numbers and positions are finite and that no length or count is negative. Use
/// fw_path_check() to check that the path is legal and that the claimed length and cost are true.
///
/// @param path      the path
/// @param segments  [segment * count]; [opt] may be null if count is 0
/// @param count     number of segments, >= 0
/// @param claimed   the path's new summary; `segment_count` is ignored. [opt] Null: outcome found, length computed,
///                  cost equal to the length
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_path_set(fw_path *path, const fw_segment *segments, int32_t count,
                      const fw_path_summary *claimed);

/// Returns the summary of a path.
///
/// @param path          the path
/// @param[out] summary  length, cost, outcome and more
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_path_summarise(const fw_path *path, fw_path_summary *summary);

/// fw_path_summarise() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param path  as for fw_path_summarise()
/// @param[out] summary  as many bytes of it as the program's header has
/// @param bytes  sizeof *summary
/// @return as fw_path_summarise()
fw_result fw_path_get_summary(const fw_path *path, fw_path_summary *summary, size_t bytes);

/// The path's segments, in driving order.
///
/// @param path        the path
/// @param[out] count  number of segments; [opt] may be null
/// @return [segment * count] [until: the path is changed]; [opt] null if the path is empty
const fw_segment *fw_path_segments(const fw_path *path, int32_t *count);

/// Length of a path.
///
/// @param path  the path
/// @return length in tiles; 0 for null and for empty paths
double fw_path_length(const fw_path *path);

/// Computes the unit's pose at a distance along the path. Source: Pinter 2001, Listing 2, generalised.
///
/// @param path       the path
/// @param distance   tiles along the path; clamped to its ends
/// @param[out] pose  body centre, and the heading that the unit faces, in (-pi, pi]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
///
/// O(log segments).
fw_result fw_path_pose_at(const fw_path *path, double distance, fw_pose *pose);

/// Computes the unit's pose at a distance along one segment.
///
/// @param segment    the segment, of a path, a curve or a forest
/// @param distance   tiles along the segment; clamped to its ends
/// @param[out] pose  body centre, and the heading that the unit faces, in (-pi, pi]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NOT_FINITE (the distance, or a number of the segment)
///
/// O(1).
fw_result fw_segment_pose_at(const fw_segment *segment, double distance, fw_pose *pose);

/// Computes the unit's pose at a distance along the path. Faster than fw_path_pose_at() if the distances of successive
/// calls increase.
///
/// @param path            the path
/// @param distance        tiles along the path; clamped to its ends
/// @param[in,out] cursor  index of the current segment; set it to 0 before the first call
/// @param[out] pose       as for fw_path_pose_at()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
///
/// O(1) amortised if distances increase.
fw_result fw_path_pose_following(const fw_path *path, double distance, int32_t *cursor, fw_pose *pose);

/// An axis-aligned box.
typedef struct fw_box {
    double min_x; ///< tiles
    double min_y; ///< tiles
    double max_x; ///< tiles
    double max_y; ///< tiles
} fw_box;

/// Computes the smallest box that contains the path of the body's centre.
///
/// @param path      the path
/// @param[out] box  the box
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_SIZE (empty path)
fw_result fw_path_bounds(const fw_path *path, fw_box *box);

/// Sets the cost in the summary of a path. After fw_path_split(), fw_path_join() and fw_path_reverse(), which know no
/// map, fw_check_report::cost is the true one.
///
/// @param path  the path
/// @param cost  [Limits: >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_path_set_cost(fw_path *path, double cost);

/// Cuts a path in two at a distance. The cost is divided in proportion to length. The speed profile is discarded.
///
/// Violations belong to the part in which they lie. An arc or stretch that is cut counts in both parts; a heading jump
/// at the cut counts in the second part. Some violations cannot be located from the path alone: both parts keep the
/// count of `blocked`, and the first part keeps the heading jumps at the start and at the goal.
///
/// @param path      the path; keeps the first part
/// @param distance  tiles along the path [Limits: 0 <= distance <= length]
/// @param rest      another path; receives the second part
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_BAD_SIZE (empty path) or FW_NO_MEMORY
fw_result fw_path_split(fw_path *path, double distance, fw_path *rest);

/// Reverses a path: the unit drives from its end to its start, in the opposite gears. The body passes the same poses.
/// The speed profile is discarded. The summary keeps its cost, which is no longer true if the unit's `reverse_penalty`
/// is not 1: see fw_path_set_cost().
///
/// @param path  the path
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_path_reverse(fw_path *path);

/// Appends a path that starts where this path ends (within FW_TOUCH). Lengths, costs and violations are added, without
/// the cost of a change of gear at the joint. The outcome becomes that of the tail, unless this path is illegal; the
/// map version becomes the older of both. The speed profile is discarded.
///
/// @param path  the path to extend
/// @param tail  another path, to append
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE (the tail starts elsewhere) or FW_NO_MEMORY
fw_result fw_path_join(fw_path *path, const fw_path *tail);

/// Finds the place on a path that is nearest to a point. On a tie, the first place along the path.
///
/// @param path           the path
/// @param x, y           point in tiles
/// @param[out] distance  tiles along the path
/// @param[out] away      straight distance from the point to the path, in tiles; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_SIZE (empty path)
fw_result fw_path_nearest(const fw_path *path, double x, double y, double *distance, double *away);

/// Converts a path to a polyline: poses at both ends, at the ends of all segments, and along arcs so that no chord is
/// farther than `deviation` from its arc.
///
/// @param path         the path
/// @param deviation    tiles [Limits: deviation > 0]
/// @param[out] poses   [pose * capacity]; [opt] may be null if capacity is 0
/// @param capacity     capacity of `poses`
/// @param[out] count   total number of poses, also if `poses` is too small
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_BAD_SIZE (empty path) or
///         FW_BUFFER_TOO_SMALL
fw_result fw_path_resample(const fw_path *path, double deviation, fw_pose *poses, int32_t capacity,
                           int32_t *count);

/// The impossible stretches of a path: parts for which no legal curve was found.
///
/// @param path        the path
/// @param[out] count  number of stretches; [opt] may be null
/// @return [from, to, from, to, ...] in tiles along the path [until: the path is changed]; [opt] null if there
///         are none
const double *fw_path_impossible(const fw_path *path, int32_t *count);

/// Replaces the impossible stretches of a path, for example by stretches read from a file, and sets
/// `violations.impossible` to their number.
///
/// @param path       the path
/// @param stretches  [from, to, from, to, ...] in tiles along the path, 2 * count numbers, from <= to within the
///                   path; [opt] may be null if count is 0
/// @param count      number of stretches [Limits: >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY. On failure the
///         path is unchanged
fw_result fw_path_set_impossible(fw_path *path, const double *stretches, int32_t count);

/// The path's speed profile, set by fw_path_profile() or fw_path_set_speeds().
///
/// @param path        the path
/// @param[out] count  number of samples; [opt] may be null
/// @return [sample * count] [until: the path is changed]; [opt] null if the path has no profile
const fw_speed_sample *fw_path_speeds(const fw_path *path, int32_t *count);

/// Replaces a path's speed profile, for example by a profile read from a file.
///
/// @param path     the path
/// @param samples  [sample * count] sorted by distance: distances lie within the path, times do not decrease, speeds
///                 are not negative; [opt] may be null if count is 0
/// @param count    number of samples; 0 = no profile
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY. On failure the
///         path is unchanged
fw_result fw_path_set_speeds(fw_path *path, const fw_speed_sample *samples, int32_t count);

#ifdef __cplusplus
}
#endif
#endif
