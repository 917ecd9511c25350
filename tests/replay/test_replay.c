#include <pthread.h>

#include "common/drawing.h"
#include "common/history.h"
#include "common/new.h"
#include "common/recorded.h"
#include "common/unit.h"
#include "record/tape.h"
#include "replay/request_replay.h"

/// A recording and what is recorded.
typedef struct story {
    history *world;
    random_source source;
    recorded recording;
    fw_planner *planners[2];
    fw_overlay *overlay;
    fw_path *path, *last;
} story;

static story begin_story(uint64_t seed)
{
    story made = { .source = { seed } };
    made.world = history_begin(&made.source, 40, 33, 4);
    made.path = new_path();
    made.last = new_path();
    assert_int_equal(fw_overlay_create(40, 33, NULL, &made.overlay), FW_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(fw_planner_create(made.world->map, NULL, &made.planners[i]), FW_OK);
    return made;
}

static void end_story(story *story)
{
    for (int i = 0; i < 2; i++)
        fw_planner_destroy(story->planners[i]);
    fw_overlay_destroy(story->overlay);
    fw_path_destroy(story->path);
    fw_path_destroy(story->last);
    history_end(story->world);
    free(story->recording.bytes);
}

static void record(story *story)
{
    assert_int_equal(fw_record_begin(story->world->map, keep_bytes, &story->recording), FW_OK);
}

/// Puts something of each kind into the overlay.
static void change_overlay(story *story)
{
    random_source *source = &story->source;
    const int32_t x = (int32_t)random_below(source, 38), y = (int32_t)random_below(source, 31);
    uint8_t costs[12] = { 0, 16, 32, 254, 3, 0, 16, 254, 1, 2, 3, 4 };
    if (random_below(source, 4) == 0)
        fw_overlay_clear(story->overlay);
    assert_int_equal(fw_overlay_block(story->overlay, x, y, 2, 1), FW_OK);
    assert_int_equal(fw_overlay_add_cost(story->overlay, y, x / 2, 5, 3, 1.375F), FW_OK);
    assert_int_equal(fw_overlay_forbid(story->overlay, x, y, FW_MOVE_E | FW_MOVE_NW), FW_OK);
    assert_int_equal(fw_overlay_set_costs(story->overlay, y, x / 2, 4, 3, costs, 4, 0), FW_OK);
    if (random_below(source, 4) == 0)
        assert_int_equal(fw_overlay_corridor(story->overlay, 0, 2, 40, 28), FW_OK);
}

static void find(story *story, fw_planner *planner)
{
    random_source *source = &story->source;
    fw_pose places[3];
    fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = history_request(story->world, source);
    switch (random_below(source, 6)) {
    case 0:
        change_overlay(story);
        ask.overlay = story->overlay;
        break;
    case 1:
        for (int i = 0; i < 3; i++)
            places[i] = history_request(story->world, source).start;
        ask.goal = fw_goal_nearest_of(places, 3);
        break;
    case 2:
        ask.smoothing = FW_SMOOTH_AUTO;
        speeds.top = 3;
        ask.fastest = ask.method == FW_DIRECTIONAL ? &speeds : NULL;
        break;
    case 3:
        ask.previous = story->last;
        break;
    case 4:
        ask.weight = random_within(source, 0, 4); // also too small
        break;
    default:
        break;
    }
    fw_find_path(planner, &ask, story->path);
    if (fw_path_length(story->path) > 0)
        assert_int_equal(fw_path_copy(story->path, story->last), FW_OK);
}

/// A search in steps, with edits between them.
static void search(story *story, fw_planner *planner)
{
    fw_request ask = history_request(story->world, &story->source);
    fw_search *search = NULL;
    if (fw_search_begin(planner, &ask, &search) != FW_OK)
        return;
    for (int i = 0; i < 3 && fw_search_step(search, 20) == FW_PENDING; i++) {
        fw_search_best_so_far(search, story->path);
        history_edit(story->world, &story->source);
    }
    fw_search_step_for(search, 50);
    fw_search_best_so_far(search, story->path);
    fw_search_end(search);
}

/// Several paths in one call, and by the queue.
static void find_many(story *story, fw_planner *planner)
{
    enum { COUNT = 3, SEGMENTS = 400 };
    fw_pose starts[COUNT], goals[COUNT];
    fw_result results[COUNT];
    int32_t offsets[COUNT + 1];
    static fw_segment segments[SEGMENTS];
    fw_batch batch = { .results = results, .offsets = offsets, .segments = segments, .capacity = SEGMENTS };
    fw_request ask = history_request(story->world, &story->source);
    fw_ticket ticket;
    for (int i = 0; i < COUNT; i++) {
        starts[i] = history_request(story->world, &story->source).start;
        goals[i] = history_request(story->world, &story->source).start;
    }
    ask.goal.kind = FW_GOAL_PLACE;
    while (fw_find_paths(planner, &ask, starts, goals, COUNT, 40, &batch) == FW_PENDING)
        ;
    fw_search_end(batch.search);
    for (int i = 0; i < COUNT; i++)
        if (fw_planner_enqueue(planner, &ask, 1 + i, &ticket) == FW_OK)
            fw_planner_run(planner, 30, 0);
    fw_planner_run(planner, 0, 0);
    while ((ticket = fw_planner_next_answer(planner)) != 0)
        fw_planner_collect(planner, ticket, story->path);
}

/// Calls of all sorts.
static void go_on(story *story, int rounds)
{
    fw_map *map = story->world->map;
    for (int i = 0; i < rounds; i++) {
        fw_planner *planner = story->planners[random_below(&story->source, 2)];
        find(story, planner);
        if (i % 3 == 0)
            search(story, planner);
        if (i % 8 == 1)
            find_many(story, planner);
        if (i % 2)
            history_edit(story->world, &story->source);
        if (i % 16 == 5)
            fw_map_prepare(map, story->world->units[0], FW_HIERARCHY);
        if (i % 16 == 7)
            fw_planner_trim(planner);
        if (i % 16 == 9)
            fw_map_set_terrain_name(map, 9, "lava");
    }
}

TEST(a_replay_gives_the_recorded_answers)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        story story = begin_story(seed);
        if (seed % 2)
            go_on(&story, 10); // what was before the recording began is part of it
        record(&story);
        go_on(&story, 32);
        const fw_replay_report report = replay_of(&story.recording);
        if (report.differs)
            fail_msg("seed %d, call %d: %s\nrecorded: %s\nanswered: %s", (int)seed, (int)report.place,
                     report.call, report.recorded, report.answered);
        assert_false(report.is_cut_off);
        assert_true(report.compared > 150);
        assert_true(report.left_out < 20); // searches that were stale
        end_story(&story);
    }
}

/// Makes a way straight ahead at row 4 worse or impossible at column 20, but for the first row.
static void put_fence(fw_overlay *overlay, int kind)
{
    uint8_t costs[8];
    memset(costs, kind == 4 ? 254 : 80, sizeof costs);
    switch (kind) {
    case 0:
        assert_int_equal(fw_overlay_block(overlay, 20, 1, 1, 8), FW_OK);
        break;
    case 1:
        for (int32_t y = 1; y < 9; y++)
            assert_int_equal(fw_overlay_forbid(overlay, 20, y, FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE), FW_OK);
        break;
    case 2:
        assert_int_equal(fw_overlay_add_cost(overlay, 20, 1, 1, 8, 9.25F), FW_OK);
        break;
    case 3:
    case 4:
        assert_int_equal(fw_overlay_set_costs(overlay, 20, 1, 1, 8, costs, 1, 0), FW_OK);
        break;
    default:
        assert_int_equal(fw_overlay_corridor(overlay, 0, 0, 40, 1), FW_OK);
        assert_int_equal(fw_overlay_corridor(overlay, 0, 0, 5, 9), FW_OK);
        assert_int_equal(fw_overlay_corridor(overlay, 35, 0, 5, 9), FW_OK);
    }
}

/// A way from west to east, and its length.
static double go_east(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_path *previous)
{
    fw_path *path = new_path();
    fw_request ask = fw_default_request();
    fw_planner *planner = new_planner(map);
    ask.unit = unit;
    ask.start = fw_pose_on_tile(1, 4, 1);
    ask.goal = fw_goal_on_tile(38, 4, 1);
    ask.overlay = overlay;
    ask.previous = previous;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    const double length = fw_path_length(path);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return length;
}

TEST(all_that_an_overlay_says_is_recorded)
{
    for (int kind = 0; kind < 6; kind++) {
        recorded recording = { .bytes = NULL };
        fw_map *map = open_map(40, 9);
        const fw_unit_id unit = add_unit(map, unit_of_size(1));
        fw_overlay *overlay = new_overlay(40, 9);
        put_fence(overlay, kind);
        assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_OK);
        assert_true(go_east(map, unit, overlay, NULL) > go_east(map, unit, NULL, NULL) + 1);
        assert_false(replay_of(&recording).differs);
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
        free(recording.bytes);
    }
}

TEST(a_previous_path_is_recorded)
{
    static const fw_segment detour[] = { { { 1.5, 4.5, 0.2 }, 0, 18.876268631412, FW_FORWARD },
                                         { { 20, 8.250135656910, -0.2 }, 0, 18.876268631412, FW_FORWARD } };
    recorded recording = { .bytes = NULL };
    fw_map *map = open_map(40, 9);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_path *previous = new_path();
    assert_int_equal(fw_path_set(previous, detour, 2, NULL), FW_OK);
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_OK);
    assert_true(go_east(map, unit, NULL, previous) > 37.5); // the rest of it is kept
    assert_false(replay_of(&recording).differs);
    fw_path_destroy(previous);
    fw_map_destroy(map);
    free(recording.bytes);
}

TEST(tiles_that_are_set_and_discarded_are_recorded)
{
    static const uint8_t wall[] = { FW_BLOCKED, FW_BLOCKED, FW_BLOCKED, FW_BLOCKED,
                                    FW_BLOCKED, FW_BLOCKED, FW_BLOCKED, FW_BLOCKED };
    recorded recording = { .bytes = NULL };
    fw_map *map = open_map(40, 9);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_OK);
    assert_int_equal(fw_map_set_tiles(map, 20, 1, 1, 8, wall, 1), FW_OK);
    fw_map_discard(map);
    const double straight = go_east(map, unit, NULL, NULL);
    assert_int_equal(fw_map_set_tiles(map, 20, 1, 1, 8, wall, 1), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_true(go_east(map, unit, NULL, NULL) > straight + 1);
    assert_int_equal(count_records(&recording, RECORD_TILES), 2);
    const fw_replay_report report = replay_of(&recording);
    assert_false(report.differs);
    assert_int_equal(report.compared, report.calls);
    fw_map_destroy(map);
    free(recording.bytes);
}

/// Writes a call of the editor that ends with the terrain of tiles, and its answer.
static void write_edit(const recorder *recorder, record_kind kind, const int64_t *numbers, int32_t count,
                       uint8_t terrain)
{
    tape tape;
    tape_begin(&tape, recorder, EDITOR_STREAM, kind);
    for (int32_t i = 0; i < count; i++)
        tape_integer(&tape, numbers[i]);
    tape_bytes(&tape, &terrain, 1);
    tape_end(&tape);
    tape_answer(recorder, EDITOR_STREAM, FW_OK, 1, 0);
}

/// A map of 4 x 4 tiles, and tiles that are set on it: a row of 2.
TEST(a_recording_of_tiles_that_no_map_has_is_refused)
{
    static const struct {
        int64_t x; ///< where the row begins
        uint8_t terrain;
        fw_result result;
    } cases[] = { { 2, FW_GROUND, FW_OK },
                  { 3, FW_GROUND, FW_BAD_VALUE },
                  { -1, FW_GROUND, FW_BAD_VALUE },
                  { 2, FW_TERRAIN_COUNT, FW_BAD_VALUE } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recorded recording = { .bytes = NULL };
        const recorder recorder = { .write = keep_bytes, .user = &recording };
        const int64_t map[] = { 4, 4, 1, 16 }, row[] = { cases[i].x, 1, 2, 1, 2 };
        keep_bytes(RECORDING_HEAD, RECORDING_HEAD_BYTES, &recording);
        write_edit(&recorder, RECORD_MAP, map, 4, FW_GROUND);
        write_edit(&recorder, RECORD_TILES, row, 5, cases[i].terrain);
        fw_replay_report report;
        assert_int_equal(fw_replay(recording.bytes, recording.count, NULL, &report, sizeof report),
                         cases[i].result);
        free(recording.bytes);
    }
}

TEST(the_first_answer_that_differs_is_named)
{
    story story = begin_story(3);
    record(&story);
    go_on(&story, 40);
    break_answer(&story.recording, RECORD_FIND, 25);
    break_answer(&story.recording, RECORD_FIND, 31);
    const fw_replay_report report = replay_of(&story.recording);
    assert_true(report.differs);
    assert_non_null(strstr(report.call, "fw_find_path(unit = "));
    assert_string_not_equal(report.recorded, report.answered);
    break_answer(&story.recording, RECORD_FIND, 25); // right again
    const fw_replay_report next = replay_of(&story.recording);
    assert_true(next.differs && next.place > report.place);
    end_story(&story);
}

TEST(a_recording_of_hundreds_of_calls_becomes_a_handful)
{
    static const record_kind kinds[] = { RECORD_FIND, RECORD_BEST, RECORD_GIVE };
    for (int i = 0; i < 3; i++) {
        story story = begin_story(20 + (uint64_t)i);
        recorded shorter = { .bytes = NULL };
        record(&story);
        go_on(&story, 60);
        assert_true(count_records(&story.recording, RECORD_ANSWER) > 300);
        break_answer(&story.recording, kinds[i % 3], 20);
        const fw_replay_report before = replay_of(&story.recording);
        assert_true(before.differs);
        assert_int_equal(
            fw_recording_minimise(story.recording.bytes, story.recording.count, NULL, &shorter, keep_bytes),
            FW_OK);
        const fw_replay_report after = replay_of(&shorter);
        assert_true(after.differs);
        assert_string_equal(after.recorded, before.recorded);
        assert_string_equal(after.answered, before.answered);
        const int left = count_records(&shorter, RECORD_ANSWER); // steps before a path so far stay
        assert_in_range(left - count_records(&shorter, RECORD_STEP), 3, 10);
        assert_int_equal(count_records(&shorter, RECORD_COMMIT), 0);
        free(shorter.bytes);
        end_story(&story);
    }
}

TEST(of_a_recording_with_a_wrong_edit_only_this_edit_is_left)
{
    story story = begin_story(24);
    recorded shorter = { .bytes = NULL };
    record(&story);
    go_on(&story, 60);
    assert_true(count_records(&story.recording, RECORD_COMMIT) > 25);
    break_answer(&story.recording, RECORD_COMMIT, 15);
    const fw_replay_report before = replay_of(&story.recording);
    assert_true(before.differs);
    assert_int_equal(
        fw_recording_minimise(story.recording.bytes, story.recording.count, NULL, &shorter, keep_bytes),
        FW_OK);
    const fw_replay_report after = replay_of(&shorter);
    assert_true(after.differs);
    assert_string_equal(after.recorded, before.recorded);
    assert_string_equal(after.answered, before.answered);
    assert_int_equal(count_records(&shorter, RECORD_COMMIT), 1);
    assert_int_equal(count_records(&shorter, RECORD_FIND), 0);
    free(shorter.bytes);
    end_story(&story);
}

/// A recording crashes if its last call has no answer.
static bool crashes(const void *bytes, size_t count, void *user)
{
    fw_replay_report report;
    return fw_replay(bytes, count, NULL, &report, sizeof report) == FW_OK && report.is_cut_off;
}

TEST(a_recording_that_ends_in_a_crash_keeps_the_call_that_crashed)
{
    story story = begin_story(31);
    recorded shorter = { .bytes = NULL };
    record(&story);
    go_on(&story, 20);
    fw_request ask = history_request(story.world, &story.source);
    fw_find_path(story.planners[0], &ask, story.path);
    story.recording.count -= FRAME_HEAD_BYTES; // of its answer, which is shorter than two heads
    assert_true(crashes(story.recording.bytes, story.recording.count, NULL));
    assert_int_equal(
        fw_recording_minimise(story.recording.bytes, story.recording.count, crashes, &shorter, keep_bytes),
        FW_OK);
    assert_true(crashes(shorter.bytes, shorter.count, NULL));
    assert_int_equal(count_records(&shorter, RECORD_FIND), 1);
    assert_int_equal(count_records(&shorter, RECORD_COMMIT), 0);
    assert_in_range(count_records(&shorter, RECORD_ANSWER), 2, 10);
    free(shorter.bytes);
    end_story(&story);
}

TEST(a_recording_that_does_not_fail_cannot_be_minimised)
{
    story story = begin_story(4);
    recorded shorter = { .bytes = NULL };
    record(&story);
    go_on(&story, 4);
    assert_int_equal(
        fw_recording_minimise(story.recording.bytes, story.recording.count, NULL, &shorter, keep_bytes),
        FW_BAD_VALUE);
    end_story(&story);
}

TEST(a_recording_that_is_cut_off_is_repeated_up_to_there)
{
    story story = begin_story(5);
    record(&story);
    go_on(&story, 8);
    const size_t whole = story.recording.count;
    uint64_t calls = 0;
    for (size_t cut = RECORDING_HEAD_BYTES; cut < whole; cut += 1 + cut / 6) {
        fw_replay_report report;
        const fw_result result = fw_replay(story.recording.bytes, cut, NULL, &report, sizeof report);
        if (calls == 0 && result == FW_BAD_VALUE)
            continue; // not even a map
        assert_int_equal(result, FW_OK);
        assert_false(report.differs);
        assert_true(report.calls >= calls);
        calls = report.calls;
    }
    assert_true(calls > 20);
    end_story(&story);
}

TEST(a_bit_that_has_changed_is_noticed)
{
    story story = begin_story(5);
    record(&story);
    go_on(&story, 1);
    const recorded *recording = &story.recording;
    assert_false(replay_of(recording).is_cut_off);
    for (size_t bit = 0; bit < 8 * recording->count; bit++) {
        fw_replay_report report;
        recording->bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        const fw_result result = fw_replay(recording->bytes, recording->count, NULL, &report, sizeof report);
        assert_int_equal(result, FW_BAD_VALUE);
        recording->bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    end_story(&story);
}

/// A recording in form 1, whose frames have no checksums.
static recorded in_form_1(const recorded *recording)
{
    recorded old = { .bytes = NULL };
    keep_bytes(RECORDING_HEAD_1, RECORDING_HEAD_BYTES, &old);
    for (size_t at = RECORDING_HEAD_BYTES; at < recording->count;) {
        const uint8_t *head = recording->bytes + at;
        const size_t bytes = frame_content_bytes(head);
        keep_bytes(head, FRAME_HEAD_BYTES_1, &old);
        keep_bytes(head + FRAME_HEAD_BYTES, bytes, &old);
        at += FRAME_HEAD_BYTES + bytes;
    }
    return old;
}

TEST(a_recording_without_checksums_is_read)
{
    story story = begin_story(6);
    record(&story);
    go_on(&story, 20);
    recorded old = in_form_1(&story.recording);
    const fw_replay_report with = replay_of(&story.recording), without = replay_of(&old);
    assert_true(with.compared > 20 && !without.differs && !without.is_cut_off);
    assert_int_equal(without.calls, with.calls);
    assert_int_equal(without.compared, with.compared);
    free(old.bytes);
    end_story(&story);
}

TEST(recording_is_refused_where_it_would_be_incomplete)
{
    recorded recording = { .bytes = NULL };
    fw_map *map = open_map(200, 200);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    assert_int_equal(fw_record_end(map), FW_BAD_VALUE);
    assert_int_equal(fw_record_begin(NULL, keep_bytes, &recording), FW_NULL_ARGUMENT);
    assert_int_equal(fw_record_begin(map, NULL, &recording), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_set_tile(map, 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_BAD_VALUE);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_prepare_step(map, unit, FW_HIERARCHY, 1), FW_PENDING);
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_BAD_VALUE);
    while (fw_map_prepare_step(map, unit, FW_HIERARCHY, 0) == FW_PENDING)
        ;
    assert_int_equal(recording.count, 0);
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_OK);
    assert_int_equal(fw_record_begin(map, keep_bytes, &recording), FW_BAD_VALUE);
    assert_int_equal(fw_record_end(map), FW_OK);
    const size_t count = recording.count;
    assert_int_equal(fw_map_set_tile(map, 2, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(recording.count, count);
    fw_map_destroy(map);
    free(recording.bytes);
}

/// Gives memory whose doubles are no numbers.
static void *give_dirty(size_t bytes, void *user)
{
    void *given = malloc(bytes);
    assert_non_null(given);
    return memset(given, 0xff, bytes);
}

static void take_back(void *given, size_t bytes, void *user)
{
    free(given);
}

TEST(members_of_a_segment_that_a_recording_does_not_hold_are_zero)
{
    static const fw_allocator dirty = { give_dirty, take_back, NULL };
    recorded recording = { .bytes = NULL };
    const recorder recorder = { .write = keep_bytes, .user = &recording };
    // One segment, and no members of the request, the segment and the summary.
    const int64_t numbers[] = { REQUEST_HAS_PREVIOUS, 0, 0, 1, 0, 0, 0, 0 };
    tape tape;
    tape_begin(&tape, &recorder, 1, RECORD_FIND);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        tape_integer(&tape, numbers[i]);
    tape_end(&tape);
    const size_t head = FRAME_HEAD_BYTES + 1;
    const replay_call call = { .kind = RECORD_FIND,
                               .bytes = recording.bytes + head,
                               .count = recording.count - head };
    replay_request read;
    memory memory;
    memory_init(&memory, &dirty);
    assert_int_equal(replay_request_read(&memory, &call, &read), FW_OK);
    int32_t count;
    const fw_segment *segments = fw_path_segments(read.previous, &count);
    assert_int_equal(count, 1);
    assert_true(segments->start.x == 0 && segments->start.y == 0 && segments->length == 0);
    replay_request_free(&memory, &read);
    free(recording.bytes);
}

static fw_result no_places(void *user, fw_successors *out)
{
    return FW_OK;
}

static fw_result no_successors(void *user, const fw_node *from, fw_successors *out)
{
    return FW_OK;
}

TEST(what_cannot_be_recorded_leaves_a_mark)
{
    story story = begin_story(6);
    fw_search *search = NULL;
    fw_space_request space = fw_default_space_request();
    space.space.begin = no_places;
    space.space.expand = no_successors;
    record(&story);
    assert_int_equal(fw_search_begin_space(story.planners[0], &space, &search), FW_OK);
    fw_search_step(search, 0);
    fw_search_end(search);
    go_on(&story, 3);
    const fw_replay_report report = replay_of(&story.recording);
    assert_false(report.differs);
    assert_int_equal(report.marks, 1);
    assert_string_equal(report.mark, "fw_search_begin_space");
    end_story(&story);

    story = begin_story(7);
    record(&story);
    fw_path_smooth(story.planners[0], NULL, FW_SMOOTH_TAUT, story.path);
    const fw_replay_report shaped = replay_of(&story.recording);
    assert_int_equal(shaped.marks, 1);
    assert_string_equal(shaped.mark, "fw_path_smooth");
    end_story(&story);
}

/// Searches on a thread of its own.
static void *ask_for_paths(void *user)
{
    story *story = user;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    random_source source = { 99 };
    if (fw_planner_create(story->world->map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        return NULL;
    for (int i = 0; i < 120; i++) {
        const fw_request ask = history_request(story->world, &source);
        fw_find_path(planner, &ask, path);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return story;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void keep_locked(const void *bytes, size_t count, void *user)
{
    pthread_mutex_lock(&lock);
    keep_bytes(bytes, count, user);
    pthread_mutex_unlock(&lock);
}

TEST(threads_are_replayed_without_their_order)
{
    story story = begin_story(7);
    pthread_t threads[2];
    void *done = NULL;
    assert_int_equal(fw_record_begin(story.world->map, keep_locked, &story.recording), FW_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_paths, &story), 0);
    for (int i = 0; i < 100; i++)
        history_edit(story.world, &story.source);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_ptr_equal(done, &story);
    }
    const fw_replay_report report = replay_of(&story.recording);
    if (report.differs)
        fail_msg("call %d: %s: %s, not %s", (int)report.place, report.call, report.answered, report.recorded);
    assert_true(report.compared >= 2 * 120 + 2 * 100);
    end_story(&story);
}
