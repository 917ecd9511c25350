#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "fairway/fairway.h"
#include "forest/enclosure.h"

/// A forest on a square of 10 tiles, with a planner.
typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} wood;

static wood wood_create(void)
{
    wood made;
    assert_int_equal(fw_forest_create(NULL, &made.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(made.forest, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void wood_destroy(wood *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
}

static fw_result find(const wood *wood, double body, vector start, vector goal)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = body;
    ask.start_x = start.x;
    ask.start_y = start.y;
    ask.goal_x = goal.x;
    ask.goal_y = goal.y;
    return fw_forest_find_path(wood->planner, &ask, wood->path);
}

static void places_in_the_same_hollow_are_those_that_a_path_joins(void **state)
{
    (void)state;
    int parted = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_create();
        const bool is_touching = random_below(&from, 2);
        const double body = 0.25 * random_below(&from, 2);
        for (int i = 30 + (int)random_below(&from, 34); i > 0; i--) {
            const fw_tree anywhere = { random_within(&from, 0, 10), random_within(&from, 0, 10),
                                       random_within(&from, 0.5, 1) };
            const fw_tree touching = { 2 * random_below(&from, 6), 2 * random_below(&from, 6), 1 - body };
            assert_int_equal(fw_forest_add(wood.forest, is_touching ? touching : anywhere, NULL), FW_OK);
        }
        const vector start = { random_within(&from, -1, 11), random_within(&from, -1, 11) };
        const vector goal = { random_within(&from, -1, 11), random_within(&from, -1, 11) };
        const fw_result found = find(&wood, body, start, goal);
        if (found == FW_OK || found == FW_UNREACHABLE) {
            const hollow at_start = enclosure_of(wood.forest, body, start);
            const hollow at_goal = enclosure_of(wood.forest, body, goal);
            const bool are_known = at_start != UNKNOWN_HOLLOW && at_goal != UNKNOWN_HOLLOW;
            if (are_known && (at_start == at_goal) != (found == FW_OK))
                fail_msg("seed %llu: %s", (unsigned long long)seed, fw_result_text(found));
            parted += are_known && at_start != at_goal;
        }
        wood_destroy(&wood);
    }
    assert_true(parted > 30);
}

static void places_that_circles_part_are_parted_on_a_map_too(void **state)
{
    (void)state;
    int parted = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        random_source from = { seed * 7919 };
        const double body = 0.1 + 0.1 * random_below(&from, 3);
        wood wood = wood_create();
        fw_map *map = map_at_random(&from, 10, 10, random_below(&from, 20), 1);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
        for (int i = 0; i < 14; i++) { // a ring that is closed or not
            const double angle = i * FW_PI / 7;
            const fw_tree post = { 5 + 2 * cos(angle), 5 + 2 * sin(angle), random_within(&from, 0.2, 0.5) };
            assert_int_equal(fw_forest_add(wood.forest, post, NULL), FW_OK);
        }
        const vector start = { random_within(&from, 4, 6), random_within(&from, 4, 6) };
        const vector goal = { random_within(&from, 0, 10), random_within(&from, 0, 10) };
        const fw_result found = find(&wood, body, start, goal);
        if (found == FW_OK || found == FW_UNREACHABLE) {
            const hollow at_start = enclosure_of(wood.forest, body, start);
            const hollow at_goal = enclosure_of(wood.forest, body, goal);
            const bool are_known = at_start != UNKNOWN_HOLLOW && at_goal != UNKNOWN_HOLLOW;
            if (are_known && at_start != at_goal && found == FW_OK)
                fail_msg("seed %llu", (unsigned long long)seed);
            parted += are_known && at_start != at_goal;
        }
        wood_destroy(&wood);
    }
    assert_true(parted > 100);
}

static void a_closed_ring_in_a_large_forest_is_noticed_before_all_is_searched(void **state)
{
    (void)state;
    wood wood = wood_create();
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++)
            assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 2 * x, 2 * y + x % 2, 0.6 }, NULL), FW_OK);
    for (int i = 0; i < 24; i++) {
        const double angle = i * FW_PI / 12;
        const fw_tree post = { 41 + 3 * cos(angle), 40.3 + 3 * sin(angle), 0.5 };
        assert_int_equal(fw_forest_add(wood.forest, post, NULL), FW_OK);
    }
    const vector inside = { 41, 39.7 }, outside = { 1, 79 };
    fw_statistics spent;
    for (int i = 0; i < 2; i++) { // without a map, and with one
        assert_int_equal(find(&wood, 0.001, outside, inside), FW_UNREACHABLE);
        assert_int_equal(fw_forest_planner_statistics(wood.planner, &spent), FW_OK);
        assert_true(spent.expanded > 0 && spent.expanded <= 256);
        assert_int_equal(find(&wood, 0.001, inside, outside), FW_UNREACHABLE);
        random_source from = { 3 };
        fw_map *map = map_at_random(&from, 80, 82, 3, 1);
        assert_int_equal(fw_map_set_rect(map, 36, 35, 10, 10, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 0, 77, 4, 4, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
    }
    wood_destroy(&wood);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_in_the_same_hollow_are_those_that_a_path_joins),
        cmocka_unit_test(places_that_circles_part_are_parted_on_a_map_too),
        cmocka_unit_test(a_closed_ring_in_a_large_forest_is_noticed_before_all_is_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
