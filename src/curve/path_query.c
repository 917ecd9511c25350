#include "curve/path_query.h"

#include <math.h>

#include "base/def.h"
#include "base/trig.h"
#include "curve/path.h"
#include "fairway/bulk.h"

const fw_path_summary *path_shown(const fw_path *path)
{
    return &path->front->summary;
}

fw_result fw_path_summarise(const fw_path *path, fw_path_summary *summary)
{
    if (!path || !summary)
        return FW_NULL_ARGUMENT;
    *summary = *path_shown(path);
    return FW_OK;
}

fw_result fw_path_get_summary(const fw_path *path, fw_path_summary *summary, size_t bytes)
{
    fw_path_summary whole;
    const fw_result result = fw_path_summarise(path, &whole);
    return result == FW_OK ? struct_give(summary, bytes, &whole, sizeof whole) : result;
}

static void set_count(int32_t *count, int32_t value)
{
    if (count)
        *count = value;
}

const fw_segment *fw_path_segments(const fw_path *path, int32_t *count)
{
    const int32_t stored = path ? path->front->segment_count : 0;
    set_count(count, stored);
    return stored ? path->front->segments : NULL;
}

const double *fw_path_impossible(const fw_path *path, int32_t *count)
{
    const int32_t stored = path ? path->front->impossible_count : 0;
    set_count(count, stored / 2);
    return stored ? path->front->impossible : NULL;
}

const fw_speed_sample *fw_path_speeds(const fw_path *path, int32_t *count)
{
    const int32_t stored = path ? path->speeds.count : 0;
    set_count(count, stored);
    return stored ? path->speeds.samples : NULL;
}

double fw_path_length(const fw_path *path)
{
    return path ? track_length(path->front) : 0;
}

int32_t track_segment_at(const track *track, double distance)
{
    int32_t low = 0, high = track->segment_count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (track->ends[middle] > distance)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static fw_pose pose_within(const track *track, int32_t index, double distance)
{
    fw_pose pose = track->finish;
    if (distance < track_length(track)) {
        const double before = index ? track->ends[index - 1] : 0;
        pose = segment_pose_at(&track->segments[index], fmax(distance - before, 0));
    }
    pose.heading = trig_wrap(pose.heading);
    return pose;
}

fw_result fw_path_pose_at(const fw_path *path, double distance, fw_pose *pose)
{
    if (!path || !pose)
        return FW_NULL_ARGUMENT;
    if (!isfinite(distance))
        return FW_NOT_FINITE;
    if (!path->front->segment_count)
        return FW_BAD_SIZE;
    *pose = pose_within(path->front, track_segment_at(path->front, distance), distance);
    return FW_OK;
}

fw_result fw_segment_pose_at(const fw_segment *segment, double distance, fw_pose *pose)
{
    if (!segment || !pose)
        return FW_NULL_ARGUMENT;
    if (!isfinite(distance) || !segment_is_finite(segment))
        return FW_NOT_FINITE;
    *pose = segment_pose_at(segment, fmax(fmin(distance, segment->length), 0));
    pose->heading = trig_wrap(pose->heading);
    return FW_OK;
}

/// A cursor at or before the right segment moves forward segment by segment; any other cursor starts a binary search.
fw_result fw_path_pose_following(const fw_path *path, double distance, int32_t *cursor, fw_pose *pose)
{
    if (!path || !cursor || !pose)
        return FW_NULL_ARGUMENT;
    if (!isfinite(distance))
        return FW_NOT_FINITE;
    const track *track = path->front;
    if (!track->segment_count)
        return FW_BAD_SIZE;
    int32_t index = *cursor;
    const bool is_behind =
        index >= 0 && index < track->segment_count && (index == 0 || track->ends[index - 1] <= distance);
    if (!is_behind)
        index = track_segment_at(track, distance);
    while (index + 1 < track->segment_count && track->ends[index] <= distance)
        index++;
    *cursor = index;
    *pose = pose_within(track, index, distance);
    return FW_OK;
}

fw_result fw_path_bounds(const fw_path *path, fw_box *box)
{
    if (!path || !box)
        return FW_NULL_ARGUMENT;
    const track *track = path->front;
    if (!track->segment_count)
        return FW_BAD_SIZE;
    fw_box bounds = { track->finish.x, track->finish.y, track->finish.x, track->finish.y };
    for (int32_t i = 0; i < track->segment_count; i++)
        segment_widen_box(&track->segments[i], &bounds);
    *box = bounds;
    return FW_OK;
}

/// Skips segments whose start is too far away for any of their points to be nearer than the best one so far.
fw_result fw_path_nearest(const fw_path *path, double x, double y, double *distance, double *away)
{
    if (!path || !distance)
        return FW_NULL_ARGUMENT;
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    const track *track = path->front;
    if (!track->segment_count)
        return FW_BAD_SIZE;
    double best = INFINITY, best_at = 0;
    for (int32_t i = 0; i < track->segment_count; i++) {
        const fw_segment *segment = &track->segments[i];
        const double dx = segment->start.x - x, dy = segment->start.y - y, reach = best + segment->length;
        if (dx * dx + dy * dy > reach * reach)
            continue;
        double here;
        const double along = segment_nearest(segment, x, y, &here);
        if (here < best) {
            best = here;
            best_at = (i ? track->ends[i - 1] : 0) + along;
        }
    }
    *distance = best_at;
    if (away)
        *away = best;
    return FW_OK;
}

/// Number of chords that replace an arc. A chord over the angle a strays by radius * (1 - cos(a / 2)) <=
/// radius * a^2 / 8.
static double chord_count(const fw_segment *segment, double deviation)
{
    const double curvature = fabs(segment->curvature);
    return fmax(ceil(segment->length * sqrt(curvature / (8 * deviation))), segment->length > 0);
}

static void write_pose(fw_pose pose, fw_pose *poses, int32_t capacity, int32_t index)
{
    pose.heading = trig_wrap(pose.heading);
    if (poses && index < capacity)
        poses[index] = pose;
}

fw_result fw_path_resample(const fw_path *path, double deviation, fw_pose *poses, int32_t capacity,
                           int32_t *count)
{
    if (!path || !count || (!poses && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!isfinite(deviation))
        return FW_NOT_FINITE;
    if (deviation <= 0)
        return FW_BAD_VALUE;
    const track *track = path->front;
    if (!track->segment_count || capacity < 0)
        return FW_BAD_SIZE;
    double total = 1;
    for (int32_t i = 0; i < track->segment_count; i++)
        total += chord_count(&track->segments[i], deviation);
    if (!(total <= INT32_MAX))
        return FW_BAD_VALUE;
    int32_t written = 0;
    for (int32_t i = 0; i < track->segment_count && written < capacity; i++) {
        const fw_segment *segment = &track->segments[i];
        const int32_t chords = (int32_t)chord_count(segment, deviation);
        for (int32_t k = 0; k < chords && written < capacity; k++)
            write_pose(segment_pose_at(segment, segment->length * k / chords), poses, capacity, written++);
    }
    *count = (int32_t)total;
    write_pose(track->finish, poses, capacity, *count - 1);
    return *count <= capacity ? FW_OK : FW_BUFFER_TOO_SMALL;
}

/// Most poses along a path.
#define MOST_POSES 1073741824.0

fw_result fw_path_sample(const fw_path *path, double step, fw_pose *poses, int32_t capacity, int32_t *count)
{
    if (!path || !count || (!poses && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!isfinite(step))
        return FW_NOT_FINITE;
    if (step <= 0 || capacity < 0)
        return FW_BAD_VALUE;
    int32_t segments = 0;
    if (!fw_path_segments(path, &segments))
        return FW_BAD_SIZE;
    const double length = fw_path_length(path), steps = ceil(length / step);
    if (!(steps < MOST_POSES))
        return FW_TOO_MANY;
    *count = (int32_t)steps + 1;
    if (*count > capacity)
        return FW_BUFFER_TOO_SMALL;
    int32_t cursor = 0;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < *count && result == FW_OK; i++)
        result = fw_path_pose_following(path, steps > 0 ? length * (i / steps) : 0, &cursor, &poses[i]);
    return result;
}
