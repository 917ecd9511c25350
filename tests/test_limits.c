#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/road.h"
#include "fairway/shape.h"

enum {
    SIDE = 300,
    AT_ONCE =
        3072 ///< a slice of a field is followed to its end, and dead ends at both ends are looked for at once
};

/// A search across a large map, whose guide must come all the way from the goal before anything is expanded.
typedef struct crossing {
    fw_method method;
    fw_heuristic heuristic;
    bool fastest;
} crossing;

static const crossing crossings[] = {
    { FW_DIRECTIONAL, FW_HEURISTIC_AUTO, false },     { FW_DIRECTIONAL, FW_HEURISTIC_GRID, false },
    { FW_DIRECTIONAL, FW_HEURISTIC_AUTO, true },      { FW_DIRECTIONAL_24, FW_HEURISTIC_AUTO, false },
    { FW_DIRECTIONAL, FW_HEURISTIC_STRAIGHT, false }, { FW_HYBRID, FW_HEURISTIC_AUTO, false },
};
enum { CROSSINGS = sizeof crossings / sizeof *crossings };

static fw_speed_def speeds;

static road_test begin_road(void)
{
    random_source source = { 61 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 12, 1);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, SIDE - 8, SIDE - 8, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test on = road_on(map, vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24));
    assert_int_equal(fw_map_prepare(on.map, on.unit, FW_HYBRID), FW_OK);
    speeds = fw_default_speed_def();
    return on;
}

static fw_request request_across(const road_test *on, const crossing *by)
{
    fw_request ask =
        request_on(on, by->method, (lattice_pose){ 3, 3, 0 }, (lattice_pose){ SIDE - 4, SIDE - 4, 2 });
    ask.heuristic = by->heuristic;
    ask.fastest = by->fastest ? &speeds : NULL;
    return ask;
}

static void a_search_ends_soon_after_its_limit_on_work_whatever_it_waits_for(void **state)
{
    (void)state;
    road_test on = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        fw_request ask = request_across(&on, &crossings[i]);
        assert_int_equal(fw_find_path(on.planner, &ask, on.path), FW_OK);
        fw_statistics all, cut;
        fw_planner_statistics(on.planner, &all);
        for (ask.max_work = 1; ask.max_work < all.work; ask.max_work *= 8) {
            const fw_result result = fw_find_path(on.planner, &ask, on.path);
            fw_planner_statistics(on.planner, &cut);
            assert_true(cut.work <= ask.max_work + AT_ONCE);
            assert_true(result == FW_LIMIT || (result == FW_OK && crossings[i].fastest));
        }
    }
    road_end(&on);
}

static void no_slice_is_much_longer_than_was_asked_for(void **state)
{
    (void)state;
    road_test on = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        const fw_request ask = request_across(&on, &crossings[i]);
        fw_search *search;
        assert_int_equal(fw_search_begin(on.planner, &ask, &search), FW_OK);
        fw_statistics before = { 0 }, after;
        fw_result stepped;
        do {
            stepped = fw_search_step(search, 50);
            fw_search_statistics(search, &after);
            assert_true(after.work - before.work <= 50 + AT_ONCE);
            before = after;
        } while (stepped == FW_PENDING);
        assert_int_equal(stepped, FW_OK);
        fw_search_end(search);
    }
    road_end(&on);
}

static void time_runs_out_while_a_guide_grows(void **state)
{
    (void)state;
    road_test on = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        fw_request ask = request_across(&on, &crossings[i]);
        ask.max_time_us = 1;
        assert_int_equal(fw_find_path(on.planner, &ask, on.path), FW_LIMIT);
        fw_statistics cut;
        fw_planner_statistics(on.planner, &cut);
        assert_true(cut.work <= AT_ONCE);
    }
    road_end(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_ends_soon_after_its_limit_on_work_whatever_it_waits_for),
        cmocka_unit_test(no_slice_is_much_longer_than_was_asked_for),
        cmocka_unit_test(time_runs_out_while_a_guide_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
