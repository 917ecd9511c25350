#include <string.h>

#include "replay/editor_replay.h"
#include "replay/replay.h"
#include "replay/request_replay.h"

/// Shortens a recording that fails.
///
/// What goes must not change the answers of what stays. An answer of a planner depends on the tiles, on the units and
/// what is prepared for them, and on the request; not on what the planner was asked before. So whole requests may go:
/// each with its search and its overlay; the steps of a search may become one; edits may become part of the map up to
/// the first edition that is needed; and units may go for which no request is made. An answer of a traffic depends on
/// all that the traffic was asked before.

/// What is to become of a call.
typedef struct shortening {
    replay replay;         ///< whose calls are read, and never made
    const recorder *write; ///< takes the shortest recording
    bool *stays;           ///< [call]
    uint64_t fold;         ///< edits that have led to editions up to this one become part of the map
    bool joins_steps;      ///< the last step of a search does the work of all of them
    fw_recording_fails fails;
    void *user;
    uint8_t *bytes; ///< of the recording that is judged
    size_t byte_count, byte_capacity;
    uint64_t place; ///< of the answer that differed last, in what was judged
    bool has_no_memory;
} shortening;

static bool is_edit(record_kind kind)
{
    return kind == RECORD_RECT || kind == RECORD_TILES || kind == RECORD_COMMIT || kind == RECORD_DISCARD;
}

/// True if a call is an edit, or a commit, that is part of the map: the next commit has led to such an edition.
static bool is_folded(const shortening *work, const replay_call *call)
{
    const replay_call *items = work->replay.calls.items;
    if (call->stream != 0 || !is_edit(call->kind))
        return false;
    const replay_call *commit = call;
    while (commit->kind != RECORD_COMMIT && commit->kind != RECORD_DISCARD && commit->next != NO_CALL)
        commit = &items[commit->next];
    const bool is_end = commit->kind == RECORD_COMMIT || commit->kind == RECORD_DISCARD;
    return is_end && commit->is_answered && commit->edition <= work->fold;
}

/// Writes the map with the edits that are folded into it.
static fw_result write_map(shortening *work, const recorder *recorder)
{
    replay made;
    const replay_calls *calls = &work->replay.calls;
    memset(&made, 0, sizeof made);
    keeper_init(&made.kept, &work->replay.source);
    made.hooks = memory_hooks(&made.kept.memory);
    fw_result result = FW_OK;
    for (size_t i = 0; i != NO_CALL && result == FW_OK; i = calls->items[i].next) {
        replay_answer answer;
        const replay_call *call = &calls->items[i];
        if (call->kind == RECORD_MAP || (is_folded(work, call) && call->result == FW_OK))
            result = replay_edit(&made, call, &answer);
    }
    if (result == FW_OK) {
        record_reader reader = replay_arguments(&calls->items[0]);
        const int32_t width = fw_map_width(made.map), height = fw_map_height(made.map);
        tape tape;
        tape_runs runs = { .tape = &tape };
        tape_begin(&tape, recorder, EDITOR_STREAM, RECORD_MAP);
        for (int i = 0; i < 3; i++)
            tape_integer(&tape, reader_integer(&reader, INT32_MIN, INT32_MAX));
        for (int32_t y = 0; y < height; y++)
            for (int32_t x = 0; x < width; x++) {
                const uint8_t terrain = fw_map_terrain(made.map, x, y);
                tape_add_bytes(&runs, &terrain, 1);
            }
        tape_end_runs(&runs);
        tape_end(&tape);
        tape_answer(recorder, EDITOR_STREAM, FW_OK, calls->items[0].edition, 0);
    }
    replay_end(&made);
    return result;
}

/// Writes the last step of a search, so that it goes on to the end.
static void write_last_step(const replay_calls *calls, const replay_call *call, const recorder *recorder)
{
    const uint32_t stream = calls->streams[call->stream].number;
    record_reader reader = replay_arguments(call);
    tape tape;
    tape_begin(&tape, recorder, stream, RECORD_STEP);
    tape_integer(&tape, reader_integer(&reader, 1, UINT32_MAX));
    tape_integer(&tape, 0);
    tape_end(&tape);
    if (call->is_answered)
        tape_answer(recorder, stream, call->result, call->edition, call->hash);
}

/// Writes what is left.
static fw_result write_rest(shortening *work, const recorder *recorder)
{
    const replay_calls *calls = &work->replay.calls;
    recorder->write(RECORDING_HEAD, RECORDING_HEAD_BYTES, recorder->user);
    const fw_result result = write_map(work, recorder);
    for (size_t i = 1; i < calls->count && result == FW_OK; i++)
        if (!work->stays[i] || is_folded(work, &calls->items[i]))
            continue;
        else if (work->joins_steps && calls->items[i].kind == RECORD_STEP)
            write_last_step(calls, &calls->items[i], recorder);
        else
            replay_call_write(calls, &calls->items[i], recorder);
    return result;
}

static void take_bytes(const void *bytes, size_t count, void *user)
{
    shortening *work = user;
    work->has_no_memory |= memory_reserve(&work->replay.kept.memory, &work->bytes, &work->byte_capacity,
                                          work->byte_count + count, 1) != FW_OK;
    if (work->has_no_memory)
        return;
    memcpy(work->bytes + work->byte_count, bytes, count);
    work->byte_count += count;
}

static bool differs(const void *recording, size_t bytes, void *user)
{
    shortening *work = user;
    fw_replay_report report;
    const fw_result result = fw_replay(recording, bytes, &work->replay.source.hooks, &report, sizeof report);
    work->has_no_memory |= result == FW_NO_MEMORY;
    work->place = result == FW_OK ? report.place : 0;
    return result == FW_OK && report.differs;
}

/// True if what is left fails.
static bool still_fails(shortening *work)
{
    const recorder recorder = { .write = take_bytes, .user = work };
    work->byte_count = 0;
    if (write_rest(work, &recorder) != FW_OK)
        work->has_no_memory = true;
    if (work->has_no_memory)
        return false;
    return work->fails ? work->fails(work->bytes, work->byte_count, work->user)
                       : differs(work->bytes, work->byte_count, work);
}

/// The last edition that edits may lead to before one is needed; the last of all if none is.
static uint64_t greatest_fold(const shortening *work)
{
    const replay_calls *calls = &work->replay.calls;
    uint64_t greatest = 0, needed = UINT64_MAX;
    for (size_t i = 0; i < calls->count; i++) {
        const uint64_t edition = calls->items[i].edition;
        if (edition == 0 || edition == UINT64_MAX)
            continue;
        if (work->stays[i] && calls->items[i].stream != 0 && edition < needed)
            needed = edition;
        greatest = edition > greatest ? edition : greatest;
    }
    return needed < greatest ? needed : greatest;
}

/// Folds as many edits into the map as possible.
static void fold(shortening *work)
{
    uint64_t most = greatest_fold(work), least = 0;
    work->fold = most;
    if (still_fails(work))
        return;
    while (least + 1 < most) { // the failure depends on what led to the tiles: look for the latest fold
        const uint64_t middle = least + (most - least) / 2;
        work->fold = middle;
        *(still_fails(work) ? &least : &most) = middle;
    }
    work->fold = least;
}

/// Number of the search of a call; 0: none.
static uint32_t search_of(const replay_call *call)
{
    record_reader reader = replay_arguments(call);
    const bool has_search = call->kind >= RECORD_BEGIN && call->kind <= RECORD_END;
    return has_search ? (uint32_t)reader_integer(&reader, 1, UINT32_MAX) : 0;
}

/// The overlay that a request names, or that a call makes known.
static bool has_overlay(shortening *work, const replay_call *call, uint64_t *stamp)
{
    record_reader reader = replay_arguments(call);
    replay_request read;
    *stamp = reader_word(&reader);
    if (call->kind == RECORD_OVERLAY)
        return true;
    if ((call->kind != RECORD_FIND && call->kind != RECORD_BEGIN) ||
        replay_request_read(&work->replay.kept.memory, call, &read) != FW_OK)
        return false;
    *stamp = read.overlay;
    replay_request_free(&work->replay.kept.memory, &read);
    return read.has_overlay;
}

/// Makes stay, of a stream, what a call needs.
static void keep_what_it_needs(shortening *work, size_t index)
{
    const replay_calls *calls = &work->replay.calls;
    const replay_call *call = &calls->items[index];
    const uint32_t search = search_of(call);
    uint64_t stamp = 0, other = 0;
    const bool needs_overlay = has_overlay(work, call, &stamp);
    for (size_t i = calls->streams[call->stream].first; i != NO_CALL; i = calls->items[i].next) {
        const replay_call *before = &calls->items[i];
        const bool leads_to_it =
            i < index && (call->kind > RECORD_GONE || (search && search_of(before) == search));
        work->stays[i] |= before->kind == RECORD_PLANNER || before->kind == RECORD_TRAFFIC ||
                          (leads_to_it && before->kind != RECORD_BEST);
        if (needs_overlay && before->kind == RECORD_OVERLAY && has_overlay(work, before, &other))
            work->stays[i] |= other == stamp;
        if (search && before->kind == RECORD_BEGIN && search_of(before) == search && i != index)
            keep_what_it_needs(work, i); // its overlay
    }
}

/// Only what a call needs stays, of the calls of planners.
static void keep_only(shortening *work, size_t index)
{
    const replay_calls *calls = &work->replay.calls;
    for (size_t i = 0; i < calls->count; i++)
        work->stays[i] = calls->items[i].stream == 0 || i == index;
    keep_what_it_needs(work, index);
}

/// The kind of a unit that is added to a traffic, or for which a request is made; 0: neither.
static fw_unit_id unit_of(shortening *work, const replay_call *call)
{
    record_reader reader = replay_arguments(call);
    fw_agent_def agent = { .unit = 0 };
    replay_request read;
    if (call->kind == RECORD_AGENT)
        reader_fields(&reader, &record_agent_def, &agent);
    if ((call->kind != RECORD_FIND && call->kind != RECORD_BEGIN) ||
        replay_request_read(&work->replay.kept.memory, call, &read) != FW_OK)
        return agent.unit;
    replay_request_free(&work->replay.kept.memory, &read);
    return read.request.unit;
}

/// True if a request that stays is made for a unit, or a traffic has one.
static bool is_asked(shortening *work, fw_unit_id unit)
{
    const replay_calls *calls = &work->replay.calls;
    for (size_t i = 0; i < calls->count; i++)
        if (work->stays[i] && unit_of(work, &calls->items[i]) == unit)
            return true;
    return false;
}

/// True if an earlier call that stays prepares the same.
static bool is_prepared_before(const shortening *work, size_t index)
{
    const replay_calls *calls = &work->replay.calls;
    const replay_call *call = &calls->items[index];
    for (size_t i = 0; i != index; i = calls->items[i].next)
        if (work->stays[i] && calls->items[i].kind == RECORD_PREPARE &&
            calls->items[i].count == call->count &&
            memcmp(calls->items[i].bytes, call->bytes, call->count) == 0)
            return true;
    return false;
}

/// Lets units go for which no request is made, what is prepared twice, and names of terrains.
static void drop_units(shortening *work, size_t culprit)
{
    (void)culprit;
    const replay_calls *calls = &work->replay.calls;
    for (size_t i = 0; i != NO_CALL; i = calls->items[i].next) {
        const replay_call *call = &calls->items[i];
        record_reader reader = replay_arguments(call);
        if (call->kind == RECORD_ADD_UNIT)
            work->stays[i] = is_asked(work, (fw_unit_id)call->hash);
        else if (call->kind == RECORD_NAME || (call->kind == RECORD_PREPARE && is_prepared_before(work, i)))
            work->stays[i] = false;
        else if (call->kind == RECORD_REMOVE_UNIT || call->kind == RECORD_PREPARE ||
                 call->kind == RECORD_PREPARE_STEP)
            work->stays[i] = is_asked(work, (fw_unit_id)reader_integer(&reader, 0, UINT32_MAX));
    }
}

/// The call that fails: the last one of the shortest beginning that fails. FW_OK, FW_BAD_VALUE (nothing fails) or
/// FW_NO_MEMORY.
static fw_result find_culprit(shortening *work, size_t *index)
{
    const size_t count = work->replay.calls.count;
    size_t passes = 0, most = count;
    memset(work->stays, true, count * sizeof *work->stays);
    if (!still_fails(work))
        return work->has_no_memory ? FW_NO_MEMORY : FW_BAD_VALUE;
    if (!work->fails) {
        *index = (size_t)work->place - 1;
        return FW_OK;
    }
    while (passes + 1 < most) {
        const size_t middle = passes + (most - passes) / 2;
        for (size_t i = 0; i < count; i++)
            work->stays[i] = i < middle;
        *(still_fails(work) ? &most : &passes) = middle;
    }
    *index = most - 1;
    return FW_OK;
}

/// Lets edits go that come after what is left: they do not matter.
static void drop_later_edits(shortening *work, size_t culprit)
{
    const replay_calls *calls = &work->replay.calls;
    const replay_call *last = &calls->items[culprit];
    for (size_t i = 1; i < calls->count; i++)
        if (calls->items[i].stream == 0 &&
            (last->stream == 0 ? i > culprit : calls->items[i].edition > last->edition))
            work->stays[i] = false;
}

/// True if the search of a call has ended before it.
static bool is_at_end(const replay_calls *calls, size_t index)
{
    const uint32_t search = search_of(&calls->items[index]);
    for (size_t i = 0; i < index && search; i++)
        if (calls->items[i].stream == calls->items[index].stream && calls->items[i].kind == RECORD_STEP &&
            search_of(&calls->items[i]) == search && calls->items[i].result != FW_PENDING)
            return true;
    return false;
}

/// Lets all steps of the search of the call that fails go but the last one. What a search has found so far depends on
/// its steps; what it finds does not.
static void drop_steps(shortening *work, size_t culprit)
{
    const replay_calls *calls = &work->replay.calls;
    const uint32_t search = search_of(&calls->items[culprit]);
    if (!is_at_end(calls, culprit))
        return;
    work->joins_steps = true;
    for (size_t i = 0; i < calls->count; i++) {
        const replay_call *call = &calls->items[i];
        const bool is_amid = call->kind == RECORD_STEP && call->is_answered && call->result == FW_PENDING;
        if (is_amid && call->stream == calls->items[culprit].stream && search_of(call) == search)
            work->stays[i] = false;
    }
}

/// Keeps a change, or takes it back if what is left does not fail.
static void try_change(shortening *work, size_t culprit, void (*change)(shortening *work, size_t culprit))
{
    const size_t count = work->replay.calls.count;
    bool *before = memory_get(&work->replay.kept.memory, count, sizeof *before);
    if (!before) {
        work->has_no_memory = true;
        return;
    }
    memcpy(before, work->stays, count * sizeof *before);
    const bool joined_steps = work->joins_steps;
    change(work, culprit);
    if (!still_fails(work)) {
        memcpy(work->stays, before, count * sizeof *before);
        work->joins_steps = joined_steps;
    }
    memory_give_back(&work->replay.kept.memory, before, count, sizeof *before);
}

/// Tries to do with only what the call needs that fails.
static void shorten(shortening *work, size_t culprit)
{
    const replay_calls *calls = &work->replay.calls;
    keep_only(work, culprit);
    drop_later_edits(work, culprit);
    if (!still_fails(work)) // other requests matter, too: those of its planner before it
        for (size_t i = 0; i <= culprit; i++)
            work->stays[i] |= calls->items[i].stream == calls->items[culprit].stream;
    if (!still_fails(work))
        for (size_t i = 0; i <= culprit; i++)
            work->stays[i] = true;
    fold(work);
    try_change(work, culprit, drop_units);
    try_change(work, culprit, drop_steps);
}

fw_result fw_recording_minimise(const void *recording, size_t bytes, fw_recording_fails fails, void *user,
                                fw_record_fn write)
{
    if (!recording || !write)
        return FW_NULL_ARGUMENT;
    shortening work = { .fails = fails, .user = user };
    size_t culprit = 0;
    fw_result result = replay_begin(&work.replay, recording, bytes, NULL);
    if (result != FW_OK)
        return result;
    const size_t count = work.replay.calls.count;
    work.stays = memory_get(&work.replay.kept.memory, count, sizeof *work.stays);
    result = work.stays ? find_culprit(&work, &culprit) : FW_NO_MEMORY;
    if (result == FW_OK) {
        shorten(&work, culprit);
        const recorder recorder = { .write = write, .user = user };
        result = work.has_no_memory ? FW_NO_MEMORY : write_rest(&work, &recorder);
    }
    replay_end(&work.replay);
    return result;
}
