#include "plan/recording.h"

#include "base/fnv.h"
#include "base/hash.h"
#include "map/overlay_tape.h"
#include "plan/request.h"
#include "plan/search_pool.h"
#include "shape/speed/speed_limits.h"

static uint64_t mixed_double(uint64_t hash, double number)
{
    return hash_mixed(hash, coded_bits(number + 0.0)); // -0 becomes 0
}

static uint64_t mixed_pose(uint64_t hash, const fw_pose *pose)
{
    return mixed_double(mixed_double(mixed_double(hash, pose->x), pose->y), pose->heading);
}

/// A word that depends on all numbers of a segment. Its products do not wait for each other.
static uint64_t word_of(const fw_segment *segment)
{
    const double numbers[] = { segment->start.x, segment->start.y, segment->start.heading, segment->curvature,
                               segment->length };
    static const uint64_t factors[] = { UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9),
                                        UINT64_C(0x94d049bb133111eb), UINT64_C(0xd6e8feb86659fd93),
                                        UINT64_C(0xc2b2ae3d27d4eb4f) };
    uint64_t word = segment->gear;
    for (int i = 0; i < 5; i++) {
        const uint64_t bits = coded_bits(numbers[i] + 0.0) * factors[i]; // -0 becomes 0
        word += bits ^ bits >> 32;
    }
    return word;
}

uint64_t recording_hash(const fw_path *path)
{
    int32_t count = 0;
    uint64_t hash = FNV_OF_NOTHING;
    if (!path)
        return 0;
    const fw_path_summary *summary = path_shown(path);
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        hash = hash_mixed(hash, word_of(&segments[i]));
    hash = hash_mixed(hash_mixed(hash, summary->outcome), summary->method);
    hash = mixed_double(mixed_double(hash, summary->length), summary->cost);
    hash = hash_mixed(hash, (uint32_t)summary->violations.blocked);
    hash = hash_mixed(hash, (uint32_t)summary->violations.too_tight);
    hash = hash_mixed(hash, (uint32_t)summary->violations.heading_jumps);
    hash = hash_mixed(hash, (uint32_t)summary->violations.impossible);
    hash = hash_mixed(hash, (uint32_t)summary->fixed_angles);
    return mixed_double(mixed_pose(hash, &summary->asked_start), summary->start_shift);
}

/// Ends a record of a call that has no answer.
static void end(tape *tape, const fw_planner *planner)
{
    tape_end(tape);
    tape_answer(planner->recorder, planner->stream.number, FW_OK, 0, 0);
}

/// Begins a record of the planner's stream. The first one is preceded by that of the planner.
static void begin(tape *tape, fw_planner *planner, record_kind kind)
{
    recorder *recorder = planner->recorder;
    if (recorder_begins_stream(recorder, &planner->stream)) {
        planner->overlay_count = 0;
        tape_begin(tape, recorder, planner->stream.number, RECORD_PLANNER);
        tape_integer(tape, (int64_t)planner->known.room);
        end(tape, planner);
    }
    tape_begin(tape, recorder, planner->stream.number, kind);
}

/// Records an overlay, unless it is one of those that were recorded last.
static void note_overlay(fw_planner *planner, const fw_overlay *overlay)
{
    const uint64_t stamp = overlay_stamp(overlay);
    for (uint32_t i = 0; i < planner->overlay_count && i < RECORDED_OVERLAYS; i++)
        if (planner->overlays[i] == stamp)
            return;
    tape tape;
    planner->overlays[planner->overlay_count++ % RECORDED_OVERLAYS] = stamp;
    begin(&tape, planner, RECORD_OVERLAY);
    tape_word(&tape, stamp);
    overlay_write(overlay, &tape);
    end(&tape, planner);
}

static void write_poses(tape *tape, const fw_pose *poses, int32_t count)
{
    tape_integer(tape, count);
    for (int32_t i = 0; i < count; i++) {
        tape_double(tape, poses[i].x);
        tape_double(tape, poses[i].y);
        tape_double(tape, poses[i].heading);
    }
}

static void write_path(tape *tape, const fw_path *path)
{
    fw_path_summary summary;
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summarise(path, &summary);
    tape_integer(tape, count);
    for (int32_t i = 0; i < count; i++)
        tape_fields(tape, &record_segment, &segments[i]);
    tape_fields(tape, &record_summary, &summary);
}

/// True if the poses of a goal may be read.
static bool has_set(const fw_goal *goal)
{
    return goal->kind == FW_GOAL_SET && goal->set && goal->count >= 1 && goal->count <= MOST_GOALS;
}

static void write_request(tape *tape, const fw_request *request)
{
    fw_speed_def room;
    const fw_speed_def *speeds = request->fastest ? speed_def_whole(request->fastest, &room) : NULL;
    const int32_t parts = (has_set(&request->goal) ? REQUEST_HAS_SET : 0) |
                          (speeds ? REQUEST_HAS_SPEEDS : 0) | (request->overlay ? REQUEST_HAS_OVERLAY : 0) |
                          (request->previous ? REQUEST_HAS_PREVIOUS : 0) |
                          (request->areas ? REQUEST_HAS_AREAS : 0);
    tape_integer(tape, parts);
    tape_fields(tape, &record_request, request);
    if (parts & REQUEST_HAS_SET)
        write_poses(tape, request->goal.set, request->goal.count);
    if (parts & REQUEST_HAS_SPEEDS)
        tape_fields(tape, &record_speed_def, speeds);
    if (parts & REQUEST_HAS_OVERLAY)
        tape_word(tape, overlay_stamp(request->overlay));
    if (parts & REQUEST_HAS_PREVIOUS)
        write_path(tape, request->previous);
}

void recording_ask(fw_planner *planner, record_kind kind, const fw_request *request, fw_search *search)
{
    fw_request room;
    tape tape;
    request = request_whole(request, &room);
    if (request && request->overlay)
        note_overlay(planner, request->overlay);
    begin(&tape, planner, kind);
    search->record.stream = planner->stream;
    if (kind == RECORD_BEGIN)
        tape_integer(&tape, search->record.number = ++planner->searches);
    if (request)
        write_request(&tape, request);
    else
        tape_integer(&tape, REQUEST_IS_UNFILLED);
    tape_end(&tape);
}

static bool search_is_recorded(const fw_search *search)
{
    const recorder *recorder = search->planner->recorder;
    return recorder->write && search->record.stream.number >= recorder->first_stream;
}

bool recording_call_search(const fw_search *search, record_kind kind, uint64_t argument)
{
    tape tape;
    if (!search_is_recorded(search))
        return false;
    tape_begin(&tape, search->planner->recorder, search->record.stream.number, kind);
    tape_integer(&tape, search->record.number);
    tape_integer(&tape, (int64_t)argument);
    tape_end(&tape);
    return true;
}

fw_result recording_tell(const fw_search *search, fw_result result, const fw_path *path)
{
    const bool has_path = path && (search_has_path(result) || search_is_answer(result));
    tape_answer(search->planner->recorder, search->record.stream.number, result, search->record.edition,
                has_path ? recording_hash(path) : 0);
    return result;
}

void recording_mark(fw_planner *planner, const char *function)
{
    tape tape;
    begin(&tape, planner, RECORD_MARK);
    tape_text(&tape, function);
    end(&tape, planner);
}

/// Records a call of a planner without arguments.
static void call_planner(fw_planner *planner, record_kind kind)
{
    tape tape;
    begin(&tape, planner, kind);
    end(&tape, planner);
}

void fw_planner_trim(fw_planner *planner)
{
    if (!planner)
        return;
    if (planner_is_recorded(planner))
        call_planner(planner, RECORD_TRIM);
    planner_trim(planner);
}

void fw_planner_destroy(fw_planner *planner)
{
    if (!planner)
        return;
    if (planner_is_recorded(planner))
        call_planner(planner, RECORD_GONE);
    planner_destroy(planner);
}
