#include "curve/path.h"

#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "curve/path_parts.h"

/// Number of segments that the first allocation makes room for.
enum { FIRST_ROOM = 16 };

const char *fw_outcome_name(fw_outcome outcome)
{
    static const char *const names[FW_OUTCOME_COUNT] = { [FW_OUTCOME_NONE] = "none",
                                                         [FW_OUTCOME_FOUND] = "found",
                                                         [FW_OUTCOME_PARTIAL] = "partial",
                                                         [FW_OUTCOME_NEAREST] = "nearest",
                                                         [FW_OUTCOME_UNREACHABLE] = "unreachable",
                                                         [FW_OUTCOME_NOT_FOUND] = "not_found",
                                                         [FW_OUTCOME_BLOCKED] = "blocked",
                                                         [FW_OUTCOME_STALE] = "stale",
                                                         [FW_OUTCOME_ILLEGAL] = "illegal",
                                                         [FW_OUTCOME_GAVE_UP] = "gave_up",
                                                         [FW_OUTCOME_LIMIT] = "limit" };
    return (unsigned)outcome < FW_OUTCOME_COUNT ? names[outcome] : "unknown";
}

fw_result fw_path_create(const fw_allocator *allocator, fw_path **path)
{
    if (!path)
        return FW_NULL_ARGUMENT;
    fw_path *created = keeper_found(allocator, sizeof *created);
    if (!created)
        return FW_NO_MEMORY;
    created->front = &created->tracks[0];
    created->back = &created->tracks[1];
    *path = created;
    return FW_OK;
}

fw_result path_provide(memory *memory, fw_path **path)
{
    const fw_allocator hooks = memory_hooks(memory);
    return *path ? FW_OK : fw_path_create(&hooks, path);
}

void fw_path_destroy(fw_path *path)
{
    keeper_close(path, sizeof *path);
}

static void track_clear(track *cleared)
{
    cleared->segment_count = 0;
    cleared->impossible_count = 0;
    cleared->summary = (fw_path_summary){ .outcome = FW_OUTCOME_NONE };
}

void fw_path_clear(fw_path *path)
{
    if (!path)
        return;
    track_clear(path->front);
    path_drop_speeds(path);
}

fw_result track_reserve(memory *memory, track *grown, size_t segments)
{
    if (segments > INT32_MAX)
        return FW_NO_MEMORY;
    if (MEMORY_RESERVE(memory, grown->segments, grown->segment_room, segments))
        return FW_NO_MEMORY;
    return MEMORY_RESERVE(memory, grown->ends, grown->end_room, segments);
}

fw_result track_reserve_impossible(memory *memory, track *grown, size_t numbers)
{
    if (numbers > INT32_MAX)
        return FW_NO_MEMORY;
    return MEMORY_RESERVE(memory, grown->impossible, grown->impossible_room, numbers);
}

void track_measure(track *track, int32_t first)
{
    double length = first ? track->ends[first - 1] : 0;
    for (int32_t i = first; i < track->segment_count; i++)
        track->ends[i] = length += track->segments[i].length;
    if (track->segment_count)
        track->finish = segment_end(&track->segments[track->segment_count - 1]);
}

void path_drop_speeds(fw_path *path)
{
    path->speeds.count = 0;
}

void path_begin(fw_path *path)
{
    path->back->segment_count = 0;
    path->back->impossible_count = 0;
}

/// Makes room for more segments. A first segment of length 0 is dropped when others follow.
static fw_result make_room(memory *memory, track *back, int32_t more)
{
    const size_t count = (size_t)back->segment_count, needed = count + (size_t)more;
    if (needed > back->segment_room || needed > back->end_room) {
        const fw_result result = track_reserve(memory, back, needed > FIRST_ROOM ? needed : FIRST_ROOM);
        if (result != FW_OK)
            return result;
    }
    if (count == 1 && back->ends[0] == 0)
        back->segment_count = 0;
    return FW_OK;
}

fw_result path_push_line(fw_path *path, double from_x, double from_y, double to_x, double to_y)
{
    track *back = path->back;
    if (back->segment_count && from_x == to_x && from_y == to_y)
        return FW_OK;
    const fw_result result = make_room(&path->kept.memory, back, 1);
    if (result != FW_OK)
        return result;
    const double before = track_length(back);
    fw_segment *line = &back->segments[back->segment_count];
    segment_set_line(line, from_x, from_y, to_x, to_y);
    back->ends[back->segment_count++] = before + line->length;
    back->finish = (fw_pose){ to_x, to_y, line->start.heading };
    back->knows_finish = true;
    return FW_OK;
}

static ALWAYS_INLINE fw_result push_runs(fw_path *path, double x, double y, const path_run *runs,
                                         int32_t count)
{
    track *back = path->back;
    if (make_room(&path->kept.memory, back, count) != FW_OK)
        return FW_NO_MEMORY;
    fw_segment *line = &back->segments[back->segment_count];
    double *end = &back->ends[back->segment_count];
    double length = track_length(back);
    fw_pose at = { x, y, 0 };
    for (int32_t i = 0; i < count; i++, line++) {
        const struct segment_direction *along = &segment_compass[runs[i].direction];
        const double steps = runs[i].steps;
        at.heading = along->heading;
        line->start = at;
        line->curvature = 0;
        line->length = steps * along->step;
        line->gear = FW_FORWARD;
        *end++ = length += line->length;
        at.x += steps * along->dx;
        at.y += steps * along->dy;
    }
    back->segment_count += count;
    back->finish = at;
    back->knows_finish = true;
    return FW_OK;
}

fw_result path_push_runs(fw_path *path, double x, double y, const path_run *runs, int32_t count)
{
    return count == 0 ? FW_OK : push_runs(path, x, y, runs, count);
}

fw_result path_push(fw_path *path, const fw_segment *segment)
{
    track *back = path->back;
    if (back->segment_count && segment->length == 0)
        return FW_OK;
    const fw_result result = make_room(&path->kept.memory, back, 1);
    if (result != FW_OK)
        return result;
    const double before = track_length(back);
    back->segments[back->segment_count] = *segment;
    back->ends[back->segment_count++] = before + segment->length;
    back->knows_finish = false; // only the last segment's end is needed: path_show() computes it
    return FW_OK;
}

fw_result path_push_all(fw_path *path, const fw_segment *segments, int32_t count)
{
    track *back = path->back;
    if (count < 1)
        return FW_OK;
    if (make_room(&path->kept.memory, back, count) != FW_OK)
        return FW_NO_MEMORY;
    double length = track_length(back), *end = &back->ends[back->segment_count];
    memcpy(&back->segments[back->segment_count], segments, (size_t)count * sizeof *segments);
    for (int32_t i = 0; i < count; i++)
        end[i] = length += segments[i].length;
    back->segment_count += count;
    back->knows_finish = false;
    return FW_OK;
}

fw_result path_push_impossible(fw_path *path, double from, double to)
{
    track *back = path->back;
    const size_t count = (size_t)back->impossible_count;
    const fw_result result = track_reserve_impossible(&path->kept.memory, back, count + 2);
    if (result != FW_OK)
        return result;
    back->impossible[count] = from;
    back->impossible[count + 1] = to;
    back->impossible_count += 2;
    return FW_OK;
}

double path_written_length(const fw_path *path)
{
    return track_length(path->back);
}

/// Swaps the tracks. The new back track gets room for as many segments as the path has, so that writing a path of this
/// length again allocates nothing. (Room for the count, not for the other track's capacity: capacities grow by half,
/// and would make each other grow.) If there is no memory, the track grows when it is written.
static inline void swap_tracks(fw_path *path)
{
    track *read = path->front;
    path->front = path->back;
    path->back = read;
    path_drop_speeds(path);
    const track *now = path->front;
    track_reserve(&path->kept.memory, read, (size_t)now->segment_count);
    track_reserve_impossible(&path->kept.memory, read, (size_t)now->impossible_count);
}

fw_path_summary *path_summary(fw_path *path)
{
    return &path->back->summary;
}

/// Shows the track that was written and measured.
static ALWAYS_INLINE void show(fw_path *path, double length)
{
    path->back->summary.length = length;
    path->back->summary.segment_count = path->back->segment_count;
    swap_tracks(path);
}

void path_show(fw_path *path)
{
    track *back = path->back;
    if (back->segment_count && !back->knows_finish)
        back->finish = segment_end(&back->segments[back->segment_count - 1]);
    show(path, track_length(back));
}

fw_result path_show_runs(fw_path *path, double x, double y, const path_run *runs, int32_t count,
                         double tile_cost)
{
    path_begin(path);
    if (push_runs(path, x, y, runs, count) != FW_OK)
        return FW_NO_MEMORY;
    const double length = track_length(path->back);
    path->back->summary.cost = length * tile_cost;
    show(path, length);
    return FW_OK;
}

void path_end(fw_path *path, const fw_path_summary *summary)
{
    *path_summary(path) = *summary;
    path_show(path);
}

void path_set_outcome(fw_path *path, fw_outcome outcome)
{
    path->front->summary.outcome = outcome;
}

void path_set_violations(fw_path *path, const fw_violations *violations)
{
    path->front->summary.violations = *violations;
}

void path_abandon(fw_path *path)
{
    path_begin(path);
}

fw_speed_sample *path_begin_speeds(fw_path *path, int32_t count)
{
    speed_profile *next = &path->next_speeds;
    const fw_result result = MEMORY_RESERVE(&path->kept.memory, next->samples, next->room, (size_t)count);
    return result == FW_OK ? next->samples : NULL;
}

/// Swaps the speed profiles. As with tracks, both get the same room if there is memory for it.
void path_end_speeds(fw_path *path, int32_t count)
{
    const speed_profile read = path->speeds;
    path->speeds = path->next_speeds;
    path->speeds.count = count;
    path->next_speeds = read;
    if (path->next_speeds.room < path->speeds.room)
        path_begin_speeds(path, (int32_t)path->speeds.room);
}

fw_result fw_path_set_cost(fw_path *path, double cost)
{
    if (!path)
        return FW_NULL_ARGUMENT;
    if (!isfinite(cost))
        return FW_NOT_FINITE;
    if (cost < 0)
        return FW_BAD_VALUE;
    path->front->summary.cost = cost;
    return FW_OK;
}

/// FW_OK if a sample is valid and may follow the sample before it.
static fw_result judge_sample(const fw_speed_sample *before, const fw_speed_sample *sample, double length)
{
    if (!isfinite(sample->at) || !isfinite(sample->speed) || !isfinite(sample->time))
        return FW_NOT_FINITE;
    const bool is_in_order = sample->at >= before->at && sample->time >= before->time;
    return is_in_order && sample->speed >= 0 && sample->at <= length + FW_TOUCH ? FW_OK : FW_BAD_VALUE;
}

fw_result fw_path_set_speeds(fw_path *path, const fw_speed_sample *samples, int32_t count)
{
    if (!path || (!samples && count > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0)
        return FW_BAD_SIZE;
    fw_speed_sample before = { 0 };
    for (int32_t i = 0; i < count; i++) {
        const fw_result result = judge_sample(&before, &samples[i], fw_path_length(path));
        if (result != FW_OK)
            return result;
        before = samples[i];
    }
    fw_speed_sample *room = count ? path_begin_speeds(path, count) : NULL;
    if (count && !room)
        return FW_NO_MEMORY;
    if (!count) {
        path_drop_speeds(path);
        return FW_OK;
    }
    memcpy(room, samples, (size_t)count * sizeof *samples);
    path_end_speeds(path, count);
    return FW_OK;
}

fw_result fw_path_set_impossible(fw_path *path, const double *stretches, int32_t count)
{
    if (!path || (!stretches && count > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0 || count > INT32_MAX / 2)
        return FW_BAD_SIZE;
    for (int32_t i = 0; i < count; i++) {
        const double from = stretches[2 * i], to = stretches[2 * i + 1];
        if (!isfinite(from) || !isfinite(to))
            return FW_NOT_FINITE;
        if (from < 0 || to < from || to > fw_path_length(path) + FW_TOUCH)
            return FW_BAD_VALUE;
    }
    track *front = path->front;
    const size_t numbers = 2 * (size_t)count;
    if (track_reserve_impossible(&path->kept.memory, front, numbers) != FW_OK)
        return FW_NO_MEMORY;
    if (count)
        memcpy(front->impossible, stretches, numbers * sizeof *stretches);
    front->impossible_count = (int32_t)numbers;
    front->summary.violations.impossible = count;
    return FW_OK;
}

void *path_scratch(fw_path *path, size_t bytes)
{
    const fw_result result =
        memory_reserve(&path->kept.memory, &path->scratch, &path->scratch_room, bytes, 1);
    return result == FW_OK ? path->scratch : NULL;
}

fw_result fw_path_copy(const fw_path *from, fw_path *to)
{
    if (!from || !to)
        return FW_NULL_ARGUMENT;
    if (from == to)
        return FW_OK;
    const track *source = from->front;
    track *copy = to->back;
    const size_t segments = (size_t)source->segment_count, impossible = (size_t)source->impossible_count;
    if (track_reserve(&to->kept.memory, copy, segments) != FW_OK ||
        track_reserve_impossible(&to->kept.memory, copy, impossible) != FW_OK)
        return FW_NO_MEMORY;
    fw_speed_sample *speeds = path_begin_speeds(to, from->speeds.count);
    if (!speeds && from->speeds.count)
        return FW_NO_MEMORY;
    if (segments) {
        memcpy(copy->segments, source->segments, segments * sizeof *copy->segments);
        memcpy(copy->ends, source->ends, segments * sizeof *copy->ends);
    }
    if (impossible)
        memcpy(copy->impossible, source->impossible, impossible * sizeof *copy->impossible);
    if (from->speeds.count)
        memcpy(speeds, from->speeds.samples, (size_t)from->speeds.count * sizeof *speeds);
    copy->segment_count = source->segment_count;
    copy->impossible_count = source->impossible_count;
    copy->finish = source->finish;
    copy->summary = source->summary;
    swap_tracks(to);
    path_end_speeds(to, from->speeds.count);
    return FW_OK;
}

static fw_result judge_segment(const fw_segment *segment)
{
    const fw_pose start = segment->start;
    if (!segment_is_finite(segment))
        return FW_NOT_FINITE;
    const double reach = fabs(start.x) + fabs(start.y) + fabs(segment->length);
    if (!isfinite(reach) || !isfinite(segment->curvature * segment->length))
        return FW_NOT_FINITE;
    const bool known_gear = segment->gear == FW_FORWARD || segment->gear == FW_REVERSE;
    return segment->length >= 0 && known_gear ? FW_OK : FW_BAD_VALUE;
}

static fw_result judge_claims(const fw_path_summary *claimed)
{
    if (!isfinite(claimed->length) || !isfinite(claimed->cost))
        return FW_NOT_FINITE;
    const bool known_outcome = (int)claimed->outcome >= 0 && claimed->outcome < FW_OUTCOME_COUNT;
    const bool known_angles =
        claimed->fixed_angles == 0 || claimed->fixed_angles == 8 || claimed->fixed_angles == 16;
    const fw_violations *violations = &claimed->violations;
    const bool counts = violations->blocked >= 0 && violations->too_tight >= 0 &&
                        violations->heading_jumps >= 0 && violations->impossible >= 0;
    const bool amounts = claimed->length >= 0 && claimed->cost >= 0;
    return known_outcome && known_angles && counts && amounts ? FW_OK : FW_BAD_VALUE;
}

fw_result fw_path_set(fw_path *path, const fw_segment *segments, int32_t count,
                      const fw_path_summary *claimed)
{
    if (!path || (!segments && count > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0)
        return FW_BAD_SIZE;
    double driven = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_result result = judge_segment(&segments[i]);
        if (result != FW_OK)
            return result;
        driven += segments[i].length;
    }
    if (!isfinite(driven))
        return FW_NOT_FINITE;
    const fw_result claims = claimed ? judge_claims(claimed) : FW_OK;
    if (claims != FW_OK)
        return claims;
    path_begin(path);
    track *back = path->back;
    if (track_reserve(&path->kept.memory, back, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    if (count)
        memcpy(back->segments, segments, (size_t)count * sizeof *segments);
    back->segment_count = count;
    track_measure(back, 0);
    const double length = track_length(back);
    back->summary = claimed
                        ? *claimed
                        : (fw_path_summary){ .outcome = FW_OUTCOME_FOUND, .length = length, .cost = length };
    back->summary.segment_count = count;
    swap_tracks(path);
    return FW_OK;
}
