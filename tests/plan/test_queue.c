// Requests in a planner's queue: answered as alone, served fairly, cancelled and replaced.
#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/queries.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/queue.h"

enum { SIDE = 96 };

/// A map with rooms, a unit on it and a planner.
typedef struct place {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
} place;

static place begin_place(void)
{
    random_source source = { 17 };
    place made = { .map = map_at_random(&source, SIDE, SIDE, 20, 1) };
    assert_int_equal(fw_map_set_rect(made.map, 0, 0, 4, SIDE, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(made.map, SIDE - 4, 0, 4, SIDE, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(made.map, 0, 2, SIDE, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    const fw_unit_def def = fw_default_unit_def();
    assert_int_equal(fw_map_add_unit(made.map, &def, &made.unit), FW_OK);
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void end_place(place *place)
{
    fw_path_destroy(place->path);
    fw_planner_destroy(place->planner);
    fw_map_destroy(place->map);
}

/// A request from row to row across the map, by A*.
static fw_request across(const place *place, int32_t from_y, int32_t to_y)
{
    fw_request ask = fw_default_request();
    ask.unit = place->unit;
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(1, from_y, 1);
    ask.goal = fw_goal_on_tile(SIDE - 2, to_y, 1);
    return ask;
}

static fw_ticket enqueue(const place *place, const fw_request *ask, int32_t priority)
{
    fw_ticket ticket = 0;
    assert_int_equal(fw_planner_enqueue(place->planner, ask, priority, &ticket), FW_OK);
    assert_true(ticket != 0);
    return ticket;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

TEST(a_queue_answers_as_each_request_alone_is_answered)
{
    enum { QUERIES = 300 };
    static const uint64_t budgets[] = { 1, 333, 20000, 0 };
    random_source source = { 5 };
    query_world world = query_world_on(map_at_random(&source, 80, 60, 20, 2));
    fw_planner *alone = new_planner(world.map);
    fw_path *path = new_path();
    fw_path *other = new_path();
    for (size_t b = 0; b < sizeof budgets / sizeof *budgets; b++) {
        const uint64_t most = budgets[b] == 1 ? 30 : QUERIES;
        fw_ticket tickets[QUERIES] = { 0 };
        fw_planner *planner = new_planner(world.map);
        for (uint64_t n = 0; n < most; n++) {
            const fw_request ask = query_of(&world, n);
            const fw_result queued = fw_planner_enqueue(planner, &ask, 1 + (int32_t)(n % 7), &tickets[n]);
            assert_int_equal(queued, fw_request_refusal(world.map, &ask).result);
        }
        while (fw_planner_run(planner, budgets[b], 0) == FW_PENDING)
            assert_true(fw_planner_queued(planner) > 0);
        assert_int_equal(fw_planner_queued(planner), 0);
        for (uint64_t n = 0; n < most; n++) {
            const fw_request ask = query_of(&world, n);
            if (!tickets[n])
                continue;
            const fw_result result = fw_planner_collect(planner, tickets[n], path);
            assert_int_equal(result, fw_find_path(alone, &ask, other));
            if (result == FW_OK)
                assert_true(fingerprint_path(0, path) == fingerprint_path(0, other));
            assert_int_equal(fw_planner_collect(planner, tickets[n], path), FW_UNKNOWN_TICKET);
        }
        assert_true(fw_planner_next_answer(planner) == 0);
        fw_planner_destroy(planner);
    }
    fw_path_destroy(path);
    fw_path_destroy(other);
    fw_planner_destroy(alone);
    query_world_destroy(&world);
}

/// Answers among `total` for requests of priority 4, if as many requests of priority 1 and 4 are asked over and over.
static int answers_of_priority_4(place *place, int total)
{
    enum { EACH = 6 };
    fw_ticket tickets[2 * EACH];
    int high = 0;
    for (int i = 0; i < 2 * EACH; i++) {
        const fw_request ask = across(place, i, SIDE - 1 - i);
        tickets[i] = enqueue(place, &ask, i % 2 ? 4 : 1);
    }
    for (int answered = 0; answered < total;) {
        fw_planner_run(place->planner, 100, 0);
        const fw_ticket ticket = fw_planner_next_answer(place->planner);
        for (int i = 0; i < 2 * EACH && ticket; i++) {
            if (tickets[i] != ticket)
                continue;
            const fw_request ask = across(place, i, SIDE - 1 - i);
            assert_int_equal(fw_planner_collect(place->planner, ticket, place->path), FW_OK);
            tickets[i] = enqueue(place, &ask, i % 2 ? 4 : 1);
            high += i % 2;
            answered++;
            break;
        }
    }
    return high;
}

TEST(a_request_of_four_times_the_priority_gets_four_times_the_work)
{
    enum { TOTAL = 300 };
    place place = begin_place();
    assert_in_range(answers_of_priority_4(&place, TOTAL), 0.7 * TOTAL, 0.9 * TOTAL);
    end_place(&place);
}

TEST(no_request_starves_while_more_urgent_ones_keep_coming)
{
    enum { SLOW = 20, TICKS = 4000 };
    place place = begin_place();
    fw_ticket slow[SLOW];
    int answered = 0, urgent = 0;
    for (int i = 0; i < SLOW; i++) {
        const fw_request ask = across(&place, i, SIDE - 1 - i);
        slow[i] = enqueue(&place, &ask, 1);
    }
    for (int tick = 0; tick < TICKS && answered < SLOW; tick++) {
        for (int i = 0; i < 2; i++) { // twice as much as the budget can serve
            const fw_request ask = across(&place, tick % SIDE, SIDE - 1 - tick % SIDE);
            enqueue(&place, &ask, 20);
        }
        fw_planner_run(place.planner, 2500, 0);
        for (fw_ticket ticket; (ticket = fw_planner_next_answer(place.planner)) != 0;) {
            urgent++;
            for (int i = 0; i < SLOW; i++)
                if (slow[i] == ticket) {
                    answered++;
                    urgent--;
                }
            assert_int_equal(fw_planner_collect(place.planner, ticket, place.path), FW_OK);
        }
    }
    assert_int_equal(answered, SLOW);
    assert_true(urgent > SLOW);
    end_place(&place);
}

TEST(an_urgent_request_begins_at_once_behind_long_ones)
{
    place place = begin_place();
    for (int i = 0; i < 60; i++) {
        const fw_request ask = across(&place, i, SIDE - 1 - i);
        enqueue(&place, &ask, 1);
    }
    fw_planner_run(place.planner, 1000, 0);
    fw_request ask = across(&place, 5, 5);
    ask.goal = fw_goal_on_tile(3, 9, 1);
    const fw_ticket urgent = enqueue(&place, &ask, FW_MAX_PRIORITY);
    fw_planner_run(place.planner, 300, 0);
    assert_int_equal(fw_planner_collect(place.planner, urgent, place.path), FW_OK);
    end_place(&place);
}

TEST(a_ticket_is_cancelled_once)
{
    place place = begin_place();
    fw_ticket tickets[40];
    for (int i = 0; i < 40; i++) {
        const fw_request ask = across(&place, i, SIDE - 1 - i);
        tickets[i] = enqueue(&place, &ask, 1 + i % 3);
    }
    fw_planner_run(place.planner, 30000, 0); // some are answered, some under way, some wait
    assert_true(fw_planner_next_answer(place.planner) != 0);
    for (int i = 0; i < 40; i += 2) {
        fw_planner_cancel(place.planner, tickets[i]);
        fw_planner_cancel(place.planner, tickets[i]);
        assert_int_equal(fw_planner_collect(place.planner, tickets[i], place.path), FW_UNKNOWN_TICKET);
        assert_int_equal(fw_planner_best_so_far(place.planner, tickets[i], place.path), FW_UNKNOWN_TICKET);
    }
    assert_int_equal(fw_planner_run(place.planner, 0, 0), FW_OK);
    for (int i = 1; i < 40; i += 2)
        assert_int_equal(fw_planner_collect(place.planner, tickets[i], place.path), FW_OK);
    assert_true(fw_planner_next_answer(place.planner) == 0);
    end_place(&place);
}

TEST(a_replaced_request_is_answered_under_the_same_ticket)
{
    place place = begin_place();
    for (uint64_t work = 1; work < 20000; work *= 3) { // it waits, is under way, or is answered
        const fw_request ask = across(&place, 2, 2);
        const fw_request changed = across(&place, 40, 50);
        assert_int_equal(fw_find_path(place.planner, &changed, place.path), FW_OK);
        const double cost = cost_of(place.path);
        const fw_ticket ticket = enqueue(&place, &ask, 1);
        fw_planner_run(place.planner, work, 0);
        fw_request wrong = changed;
        wrong.unit += 1;
        assert_int_equal(fw_planner_retarget(place.planner, ticket, &wrong), FW_UNKNOWN_UNIT);
        assert_int_equal(fw_planner_retarget(place.planner, ticket, &changed), FW_OK);
        assert_int_equal(fw_planner_collect(place.planner, ticket, place.path), FW_PENDING);
        assert_int_equal(fw_planner_run(place.planner, 0, 0), FW_OK);
        assert_int_equal(fw_planner_best_so_far(place.planner, ticket, place.path), FW_OK);
        assert_true(cost_of(place.path) == cost);
        assert_int_equal(fw_planner_collect(place.planner, ticket, place.path), FW_OK);
        assert_true(cost_of(place.path) == cost);
    }
    end_place(&place);
}

TEST(a_request_survives_edits_and_ends_with_its_unit)
{
    place place = begin_place();
    fw_request ask = across(&place, 2, 40);
    const fw_ticket kept = enqueue(&place, &ask, 1);
    assert_int_equal(fw_planner_run(place.planner, 100, 0), FW_PENDING);
    assert_int_equal(fw_map_set_tile(place.map, SIDE - 2, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(place.map), FW_OK);
    assert_int_equal(fw_planner_run(place.planner, 0, 0), FW_OK);
    assert_int_equal(fw_planner_collect(place.planner, kept, place.path), FW_OK);

    const fw_unit_def def = fw_default_unit_def();
    assert_int_equal(fw_map_add_unit(place.map, &def, &ask.unit), FW_OK);
    const fw_ticket begun = enqueue(&place, &ask, 1);
    assert_int_equal(fw_planner_run(place.planner, 100, 0), FW_PENDING);
    const fw_ticket waiting = enqueue(&place, &ask, 1);
    assert_int_equal(fw_map_remove_unit(place.map, ask.unit), FW_OK);
    assert_int_equal(fw_planner_run(place.planner, 0, 0), FW_OK);
    assert_int_equal(fw_planner_collect(place.planner, begun, place.path),
                     FW_OK); // on its version of the map
    assert_int_equal(fw_planner_collect(place.planner, waiting, place.path), FW_STALE);
    end_place(&place);
}

/// Runs of a queue of 40 long requests until all have their answers. The map keeps 3 old versions.
static int runs_until_answered(bool with_edits)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    def.old_versions = 3;
    place place = { 0 };
    const fw_unit_def unit = fw_default_unit_def();
    assert_int_equal(fw_map_create(&def, &place.map), FW_OK);
    assert_int_equal(fw_map_set_rect(place.map, SIDE / 2, 1, 1, SIDE - 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(place.map), FW_OK);
    assert_int_equal(fw_map_add_unit(place.map, &unit, &place.unit), FW_OK);
    assert_int_equal(fw_planner_create(place.map, NULL, &place.planner), FW_OK);
    for (int32_t i = 0; i < 40; i++) {
        const fw_request ask = across(&place, SIDE - 1 - i, SIDE - 1 - i);
        enqueue(&place, &ask, 1);
    }
    int runs = 1;
    for (; fw_planner_run(place.planner, 1000, 0) == FW_PENDING; runs++) {
        if (!with_edits)
            continue;
        assert_true(runs < 10000);
        assert_int_equal(fw_map_set_tile(place.map, 0, 0, runs % 2 ? FW_BLOCKED : FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(place.map), FW_OK);
    }
    end_place(&place);
    return runs;
}

TEST(a_map_that_changes_in_every_run_costs_a_queue_no_search)
{
    assert_int_equal(runs_until_answered(true), runs_until_answered(false));
}

TEST(without_memory_a_queue_stays_as_it_was)
{
    place place = begin_place();
    const fw_request ask = across(&place, 2, 40);
    bool is_done = false;
    for (uint64_t calls = 0; !is_done; calls++) {
        ration left = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&left);
        fw_planner_def def = fw_default_planner_def();
        def.allocator = &hooks;
        fw_planner *planner = NULL;
        fw_ticket ticket = 0;
        assert_int_equal(fw_planner_create(place.map, &def, &planner), FW_OK);
        left.left = calls;
        fw_result result = fw_planner_enqueue(planner, &ask, 1, &ticket);
        if (result == FW_OK) {
            assert_int_equal(fw_planner_run(planner, 0, 0), FW_OK);
            result = fw_planner_collect(planner, ticket, place.path);
        }
        is_done = result == FW_OK;
        assert_true(is_done || result == FW_NO_MEMORY);
        left.left = UNRATIONED;
        assert_int_equal(fw_planner_enqueue(planner, &ask, 1, &ticket), FW_OK);
        assert_int_equal(fw_planner_run(planner, 0, 0), FW_OK);
        assert_int_equal(fw_planner_collect(planner, ticket, place.path), FW_OK);
        fw_planner_trim(planner);
        fw_planner_destroy(planner);
        assert_int_equal(left.held, 0);
    }
    end_place(&place);
}

TEST(mistakes_are_refused)
{
    place place = begin_place();
    fw_request ask = across(&place, 2, 40);
    fw_ticket ticket = 0;
    assert_int_equal(fw_planner_enqueue(NULL, &ask, 1, &ticket), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_enqueue(place.planner, &ask, 0, &ticket), FW_BAD_VALUE);
    assert_int_equal(fw_planner_enqueue(place.planner, &ask, FW_MAX_PRIORITY + 1, &ticket), FW_BAD_VALUE);
    ask.weight = 0.5;
    assert_int_equal(fw_planner_enqueue(place.planner, &ask, 1, &ticket), FW_BAD_VALUE);
    assert_int_equal(fw_planner_run(NULL, 0, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_run(place.planner, 0, 0), FW_OK);
    assert_true(fw_planner_next_answer(place.planner) == 0);
    assert_int_equal(fw_planner_collect(place.planner, 0, place.path), FW_UNKNOWN_TICKET);
    assert_int_equal(fw_planner_queued(NULL), 0);
    end_place(&place);
}

TEST(a_search_that_is_stepped_by_time_ends_with_the_same_answer)
{
    place place = begin_place();
    const fw_request ask = across(&place, 2, 40);
    assert_int_equal(fw_find_path(place.planner, &ask, place.path), FW_OK);
    const double cost = cost_of(place.path);
    for (uint64_t us = 0; us < 3; us++) {
        fw_result step;
        fw_search *search = new_search(place.planner, &ask);
        do
            step = fw_search_step_for(search, us);
        while (step == FW_PENDING);
        assert_int_equal(step, FW_OK);
        assert_int_equal(fw_search_best_so_far(search, place.path), FW_OK);
        assert_true(cost_of(place.path) == cost);
        fw_search_end(search);
    }
    assert_int_equal(fw_search_step_for(NULL, 1), FW_NULL_ARGUMENT);
    end_place(&place);
}
