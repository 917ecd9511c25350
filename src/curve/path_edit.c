#include "curve/path_edit.h"

#include <math.h>
#include <string.h>

#include "curve/path_parts.h"
#include "curve/path_query.h"

/// Copies the part of segment `index` behind `distance` along the path, and all segments after it.
static void copy_behind(const track *whole, int32_t index, double distance, track *rest)
{
    const int32_t count = whole->segment_count - index;
    memcpy(rest->segments, whole->segments + index, (size_t)count * sizeof *rest->segments);
    const double into = fmax(distance - (index ? whole->ends[index - 1] : 0), 0);
    fw_segment *first = &rest->segments[0];
    first->start = into < first->length ? segment_pose_at(first, into) : whole->finish;
    first->length = fmax(first->length - into, 0);
    rest->segment_count = count;
    track_measure(rest, 0);
    rest->finish = whole->finish;
}

/// Copies the impossible stretches of `whole` within [from, to]; their distances count from `from` on.
static void clip_impossible(const track *whole, double from, double to, track *clipped)
{
    int32_t count = 0;
    for (int32_t i = 0; i < whole->impossible_count; i += 2) {
        const double begin = fmax(whole->impossible[i], from), end = fmin(whole->impossible[i + 1], to);
        if (begin >= end)
            continue;
        clipped->impossible[count++] = begin - from;
        clipped->impossible[count++] = end - from;
    }
    clipped->impossible_count = count;
}

/// Removes the part of a track beyond a distance.
static void keep_before(track *whole, int32_t index, double distance, fw_pose end)
{
    const double before = index ? whole->ends[index - 1] : 0;
    const bool cuts_segment = distance > before || index == 0;
    whole->segments[index].length = fmin(distance - before, whole->segments[index].length);
    whole->segment_count = cuts_segment ? index + 1 : index;
    whole->finish = end;
    if (!cuts_segment)
        whole->finish.heading = segment_end(&whole->segments[index - 1]).heading;
    whole->ends[whole->segment_count - 1] = distance;
    clip_impossible(whole, 0, distance, whole);
}

static int32_t count_arcs_from(const track *track, double curvature)
{
    int32_t count = 0;
    for (int32_t i = 0; i < track->segment_count; i++)
        count += fabs(track->segments[i].curvature) >= curvature && track->segments[i].length > 0;
    return count;
}

/// The greatest curvature that at least `arcs` arcs of a path reach; infinite if `arcs` is 0. Given the number of arcs
/// that are too tight, all arcs of at least this curvature are too tight.
///
/// Bisects over the bits of doubles: those of positive doubles, as whole numbers, are in the order of the doubles.
static double least_tight_curvature(const track *track, int32_t arcs)
{
    double curvature = INFINITY;
    uint64_t reached = 1, missed;
    memcpy(&missed, &curvature, sizeof missed);
    while (arcs > 0 && missed - reached > 1) {
        const uint64_t middle = reached + (missed - reached) / 2;
        memcpy(&curvature, &middle, sizeof middle);
        if (count_arcs_from(track, curvature) >= arcs)
            reached = middle;
        else
            missed = middle;
    }
    if (arcs > 0)
        memcpy(&curvature, &reached, sizeof reached);
    return curvature;
}

/// Number of jumps of the heading along a path, with the jump from the heading before it to its start.
static int32_t count_jumps(const track *track, double heading)
{
    int32_t count = 0;
    for (int32_t i = 0; i < track->segment_count; i++) {
        count += !headings_meet(heading, track->segments[i].start.heading);
        heading = segment_end(&track->segments[i]).heading;
    }
    return count;
}

/// Divides the violations of a path that was split among its parts. Both parts keep the count of blocked segments,
/// because only the map tells which of them touch blocked tiles.
static void divide_violations(track *part, track *rest, const fw_violations *whole, double tight,
                              bool has_stretches)
{
    const int32_t jumps = count_jumps(rest, part->finish.heading);
    rest->summary.violations.heading_jumps = jumps < whole->heading_jumps ? jumps : whole->heading_jumps;
    part->summary.violations.heading_jumps = whole->heading_jumps - rest->summary.violations.heading_jumps;
    part->summary.violations.too_tight = count_arcs_from(part, tight);
    rest->summary.violations.too_tight = count_arcs_from(rest, tight);
    if (has_stretches) {
        part->summary.violations.impossible = part->impossible_count / 2;
        rest->summary.violations.impossible = rest->impossible_count / 2;
    }
}

static void summarise_part(const fw_path_summary *whole, double share, track *part)
{
    part->summary = *whole;
    part->summary.length = whole->length * share;
    part->summary.cost = whole->cost * share;
    part->summary.segment_count = part->segment_count;
}

fw_result fw_path_split(fw_path *path, double distance, fw_path *rest)
{
    if (!path || !rest)
        return FW_NULL_ARGUMENT;
    if (!isfinite(distance))
        return FW_NOT_FINITE;
    track *whole = path->front;
    const double length = track_length(whole);
    if (path == rest || distance < 0 || distance > length)
        return FW_BAD_VALUE;
    if (!whole->segment_count)
        return FW_BAD_SIZE;
    const int32_t index = track_segment_at(whole, distance);
    track *behind = rest->front;
    if (track_reserve(&rest->kept.memory, behind, (size_t)(whole->segment_count - index)) != FW_OK ||
        track_reserve_impossible(&rest->kept.memory, behind, (size_t)whole->impossible_count) != FW_OK)
        return FW_NO_MEMORY;
    const double share = length > 0 ? distance / length : 1;
    const fw_path_summary summary = whole->summary;
    const double tight = least_tight_curvature(whole, summary.violations.too_tight);
    const bool has_stretches = whole->impossible_count > 0;
    copy_behind(whole, index, distance, behind);
    clip_impossible(whole, distance, length, behind);
    keep_before(whole, index, distance, behind->segments[0].start);
    summarise_part(&summary, share, whole);
    summarise_part(&summary, 1 - share, behind);
    divide_violations(whole, behind, &summary.violations, tight, has_stretches);
    path_drop_speeds(path);
    path_drop_speeds(rest);
    return FW_OK;
}

void path_cut(fw_path *path, double distance, double cost)
{
    track *whole = path->front;
    const int32_t index = track_segment_at(whole, distance);
    const double before = index ? whole->ends[index - 1] : 0;
    const bool has_stretches = whole->impossible_count > 0;
    keep_before(whole, index, distance, segment_pose_at(&whole->segments[index], distance - before));
    const fw_path_summary summary = whole->summary;
    summarise_part(&summary, 1, whole);
    if (has_stretches)
        whole->summary.violations.impossible = whole->impossible_count / 2;
    whole->summary.length = distance;
    whole->summary.cost = cost;
    path_drop_speeds(path);
}

/// The pose at the end of segment `index`, at the position where the next segment starts, unless the path jumps there.
static fw_pose end_of(const track *track, int32_t index)
{
    fw_pose end = segment_end(&track->segments[index]);
    const bool is_last = index + 1 == track->segment_count;
    const fw_pose next = is_last ? track->finish : track->segments[index + 1].start;
    if (fabs(next.x - end.x) <= FW_TOUCH && fabs(next.y - end.y) <= FW_TOUCH) {
        end.x = next.x;
        end.y = next.y;
    }
    end.heading = trig_wrap(end.heading);
    return end;
}

static void swap_numbers(double *a, double *b)
{
    const double kept = *a;
    *a = *b;
    *b = kept;
}

fw_result fw_path_reverse(fw_path *path)
{
    if (!path)
        return FW_NULL_ARGUMENT;
    track *track = path->front;
    const int32_t count = track->segment_count;
    if (!count)
        return FW_OK;
    const fw_pose start = track->segments[0].start;
    const double length = track_length(track);
    for (int32_t i = 0; i < count; i++) {
        track->segments[i].start = end_of(track, i);
        track->segments[i].gear = track->segments[i].gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
    }
    for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
        const fw_segment kept = track->segments[i];
        track->segments[i] = track->segments[j];
        track->segments[j] = kept;
    }
    track_measure(track, 0);
    track->finish = start;
    for (int32_t i = 0, j = track->impossible_count - 1; i < j; i++, j--)
        swap_numbers(&track->impossible[i], &track->impossible[j]);
    for (int32_t i = 0; i < track->impossible_count; i++)
        track->impossible[i] = length - track->impossible[i];
    path_drop_speeds(path);
    return FW_OK;
}

/// Adds without overflow: the count of blocked segments doubles with every split and join, because both parts keep it.
static void add_count(int32_t *sum, int32_t count)
{
    *sum = *sum > INT32_MAX - count ? INT32_MAX : *sum + count;
}

static void join_summaries(fw_path_summary *grown, const fw_path_summary *tail)
{
    if (grown->outcome != FW_OUTCOME_ILLEGAL)
        grown->outcome = tail->outcome;
    grown->length += tail->length;
    grown->cost += tail->cost;
    grown->segment_count += tail->segment_count;
    if (tail->map_version < grown->map_version)
        grown->map_version = tail->map_version;
    if (tail->fixed_angles != grown->fixed_angles)
        grown->fixed_angles = 0;
    add_count(&grown->violations.blocked, tail->violations.blocked);
    add_count(&grown->violations.too_tight, tail->violations.too_tight);
    add_count(&grown->violations.heading_jumps, tail->violations.heading_jumps);
    add_count(&grown->violations.impossible, tail->violations.impossible);
}

fw_result fw_path_join(fw_path *path, const fw_path *tail)
{
    if (!path || !tail)
        return FW_NULL_ARGUMENT;
    track *joined = path->front;
    const track *added = tail->front;
    if (path == tail)
        return FW_BAD_VALUE;
    if (!added->segment_count)
        return FW_OK;
    if (!joined->segment_count)
        return fw_path_copy(tail, path);
    const double dx = added->segments[0].start.x - joined->finish.x,
                 dy = added->segments[0].start.y - joined->finish.y;
    if (dx * dx + dy * dy > FW_TOUCH * FW_TOUCH)
        return FW_BAD_VALUE;
    const size_t numbers = (size_t)joined->impossible_count + (size_t)added->impossible_count;
    if (track_reserve(&path->kept.memory, joined,
                      (size_t)joined->segment_count + (size_t)added->segment_count) != FW_OK ||
        track_reserve_impossible(&path->kept.memory, joined, numbers) != FW_OK)
        return FW_NO_MEMORY;
    const double length = track_length(joined);
    const int32_t seam = joined->segment_count;
    memcpy(joined->segments + seam, added->segments, (size_t)added->segment_count * sizeof *joined->segments);
    joined->segment_count += added->segment_count;
    track_measure(joined, seam);
    joined->finish = added->finish;
    for (int32_t i = 0; i < added->impossible_count; i++)
        joined->impossible[joined->impossible_count++] = length + added->impossible[i];
    join_summaries(&joined->summary, &added->summary);
    path_drop_speeds(path);
    return FW_OK;
}
