#include "replay/planner_replay.h"

#include "fairway/planner.h"
#include "plan/recording.h"
#include "plan/search.h"
#include "replay/overlay_replay.h"
#include "replay/request_replay.h"

/// An overlay that requests name by its stamp in the recording.
typedef struct known_overlay {
    uint64_t stamp;
    fw_overlay *overlay;
} known_overlay;

/// A search that has not ended.
typedef struct search_replay {
    fw_search *search;
    replay_request request; ///< what the search points to
} search_replay;

struct planner_replay {
    fw_planner *planner; ///< null before RECORD_PLANNER, and after RECORD_GONE
    known_overlay *overlays;
    size_t overlay_count, overlay_capacity;
    search_replay **searches;
    size_t search_count, search_capacity;
};

planner_replay *planner_replay_create(replay *replay)
{
    return memory_get_zeroed(&replay->kept.memory, 1, sizeof(planner_replay));
}

static void end_search(replay *replay, planner_replay *planner, size_t index)
{
    search_replay *search = planner->searches[index];
    fw_search_end(search->search);
    replay_request_free(&replay->kept.memory, &search->request);
    memory_give_back(&replay->kept.memory, search, 1, sizeof *search);
    planner->searches[index] = planner->searches[--planner->search_count];
}

/// Frees the planner with its searches.
static void end_planner(replay *replay, planner_replay *planner)
{
    while (planner->search_count > 0)
        end_search(replay, planner, planner->search_count - 1);
    fw_planner_destroy(planner->planner);
    planner->planner = NULL;
}

void planner_replay_destroy(replay *replay, planner_replay *planner)
{
    if (!planner)
        return;
    end_planner(replay, planner);
    for (size_t i = 0; i < planner->overlay_count; i++)
        fw_overlay_destroy(planner->overlays[i].overlay);
}

static fw_result make_planner(replay *replay, planner_replay *planner, const replay_call *call)
{
    record_reader reader = replay_arguments(call);
    fw_planner_def def = fw_default_planner_def();
    def.known_runs = (uint32_t)reader_integer(&reader, 0, UINT32_MAX);
    def.allocator = &replay->hooks;
    if (planner->planner || reader.is_wrong)
        return FW_BAD_VALUE;
    const fw_result result = fw_planner_create(replay->map, &def, &planner->planner);
    return result == FW_OK || result == FW_NO_MEMORY ? result : FW_BAD_VALUE;
}

static fw_overlay *find_overlay(const planner_replay *planner, uint64_t stamp)
{
    for (size_t i = planner->overlay_count; i > 0; i--)
        if (planner->overlays[i - 1].stamp == stamp)
            return planner->overlays[i - 1].overlay;
    return NULL;
}

static fw_result add_overlay(replay *replay, planner_replay *planner, const replay_call *call)
{
    record_reader reader = replay_arguments(call);
    known_overlay known = { .stamp = reader_word(&reader) };
    if (find_overlay(planner, known.stamp))
        return FW_OK;
    if (MEMORY_RESERVE(&replay->kept.memory, planner->overlays, planner->overlay_capacity,
                       planner->overlay_count + 1) != FW_OK ||
        fw_overlay_create(fw_map_width(replay->map), fw_map_height(replay->map), &replay->hooks,
                          &known.overlay) != FW_OK)
        return FW_NO_MEMORY;
    planner->overlays[planner->overlay_count++] = known;
    return overlay_replay(&reader, known.overlay);
}

/// Reads a request and points it to what is here.
static fw_result read_request(replay *replay, const planner_replay *planner, const replay_call *call,
                              replay_request *read)
{
    const fw_result result = replay_request_read(&replay->kept.memory, call, read);
    if (result != FW_OK)
        return result;
    read->request.unit = replay_unit_of(replay, read->request.unit);
    read->request.max_time_us = 0;
    if (read->has_overlay && !(read->request.overlay = find_overlay(planner, read->overlay))) {
        replay_request_free(&replay->kept.memory, read);
        return FW_BAD_VALUE;
    }
    if (read->has_areas)
        replay_note_mark(replay, "fw_request::areas");
    if (read->is_unfilled)
        read->request.cookie = 0;
    return FW_OK;
}

static fw_result find(replay *replay, planner_replay *planner, const replay_call *call, replay_answer *answer)
{
    replay_request read;
    const fw_result result = read_request(replay, planner, call, &read);
    if (result != FW_OK)
        return result;
    answer->is_left_out = read.has_areas || read.is_timed;
    if (!read.has_areas) {
        answer->result = fw_find_path(planner->planner, &read.request, replay->path);
        answer->hash = search_is_answer(answer->result) ? recording_hash(replay->path) : 0;
    }
    replay_request_free(&replay->kept.memory, &read);
    return FW_OK;
}

static fw_result begin(replay *replay, planner_replay *planner, const replay_call *call,
                       replay_answer *answer)
{
    if (MEMORY_RESERVE(&replay->kept.memory, planner->searches, planner->search_capacity,
                       planner->search_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    search_replay *begun = memory_get_zeroed(&replay->kept.memory, 1, sizeof *begun);
    if (!begun)
        return FW_NO_MEMORY;
    const fw_result result = read_request(replay, planner, call, &begun->request);
    if (result != FW_OK) {
        memory_give_back(&replay->kept.memory, begun, 1, sizeof *begun);
        return result;
    }
    planner->searches[planner->search_count++] = begun;
    answer->is_left_out = begun->request.has_areas;
    if (!begun->request.has_areas)
        answer->result = fw_search_begin(planner->planner, &begun->request.request, &begun->search);
    if (!begun->search)
        end_search(replay, planner, planner->search_count - 1);
    return FW_OK;
}

static fw_result call_search(replay *replay, planner_replay *planner, const replay_call *call,
                             replay_answer *answer)
{
    record_reader reader = replay_arguments(call);
    const uint32_t number = (uint32_t)reader_integer(&reader, 1, UINT32_MAX);
    const uint64_t work = reader_count(&reader);
    size_t index = 0;
    while (index < planner->search_count && planner->searches[index]->request.search != number)
        index++;
    if (index == planner->search_count || reader.is_wrong) {
        answer->is_left_out = true; // it was left out, or has failed, when it began
        return reader.is_wrong ? FW_BAD_VALUE : FW_OK;
    }
    fw_search *search = planner->searches[index]->search;
    answer->is_left_out = planner->searches[index]->request.is_timed;
    switch (call->kind) {
    case RECORD_STEP:
        answer->result = fw_search_step(search, work);
        break;
    case RECORD_BEST:
        answer->result = fw_search_best_so_far(search, replay->path);
        answer->hash = search_has_path(answer->result) ? recording_hash(replay->path) : 0;
        break;
    case RECORD_GIVE:
        answer->result = search_give_answer(search, replay->path);
        answer->hash = search_is_answer(answer->result) ? recording_hash(replay->path) : 0;
        break;
    default:
        end_search(replay, planner, index);
    }
    return FW_OK;
}

fw_result planner_replay_call(replay *replay, planner_replay *planner, const replay_call *call,
                              replay_answer *answer)
{
    *answer =
        (replay_answer){ .result = FW_OK, .is_left_out = call->is_answered && call->result == FW_STALE };
    if (!planner->planner && call->kind != RECORD_PLANNER)
        return FW_BAD_VALUE;
    if (answer->is_left_out)
        return FW_OK;
    switch (call->kind) {
    case RECORD_PLANNER:
        return make_planner(replay, planner, call);
    case RECORD_OVERLAY:
        return add_overlay(replay, planner, call);
    case RECORD_FIND:
        return find(replay, planner, call, answer);
    case RECORD_BEGIN:
        return begin(replay, planner, call, answer);
    case RECORD_STEP:
    case RECORD_BEST:
    case RECORD_GIVE:
    case RECORD_END:
        return call_search(replay, planner, call, answer);
    case RECORD_TRIM:
        fw_planner_trim(planner->planner);
        return FW_OK;
    case RECORD_GONE:
        end_planner(replay, planner);
        return FW_OK;
    default:
        return FW_BAD_VALUE;
    }
}
