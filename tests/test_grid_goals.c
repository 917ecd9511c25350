#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

enum { MOST_MEMBERS = 20 };

/// A random position on the lattice or, sometimes, a fraction of a tile beside it.
static double coordinate_at_random(random_source *source, int32_t side, int32_t size)
{
    const double anchor = (double)random_below(source, (uint32_t)side) + size / 2.0;
    return random_below(source, 3) ? anchor : anchor + random_unit(source) - 0.5;
}

static double square_distance(const world *seen, int32_t x, int32_t y, const fw_pose *to)
{
    const double dx = x + seen->size / 2.0 - to->x;
    const double dy = y + seen->size / 2.0 - to->y;
    return dx * dx + dy * dy;
}

/// The anchor where the scene's path ends.
static void end_of(const scene *on, int32_t *x, int32_t *y)
{
    fw_pose end;
    assert_int_equal(fw_path_pose_at(on->path, fw_path_length(on->path), &end), FW_OK);
    *x = (int32_t)lround(end.x - on->seen.size / 2.0);
    *y = (int32_t)lround(end.y - on->seen.size / 2.0);
}

/// What the oracle says of a disc.
typedef struct disc {
    bool has_anchor, has_free;
    double least; ///< cost of the cheapest way into it; infinite = none
} disc;

static disc survey(const scene *on, const distances *oracle, const fw_goal *goal)
{
    disc of = { .least = INFINITY };
    for (int32_t y = 0; y < on->seen.height; y++)
        for (int32_t x = 0; x < on->seen.width; x++) {
            if (square_distance(&on->seen, x, y, &goal->pose) > goal->radius * goal->radius)
                continue;
            of.has_anchor = true;
            of.has_free = of.has_free || world_fits(&on->seen, x, y);
            of.least = fmin(of.least, oracle->cost[world_tile(&on->seen, x, y)]);
        }
    return of;
}

static void a_radius_is_entered_where_that_is_cheapest(void **state)
{
    (void)state;
    random_source source = { 11 };
    int entered = 0;
    for (int i = 0; i < 600; i++) {
        scene on = scene_at_random(&source, 16, COSTS_ANY);
        if (i % 3 == 0)
            scene_overlay_at_random(&on, &source);
        int32_t x;
        int32_t y;
        distances oracle;
        if (scene_pick(&on, &source, &x, &y)) {
            world_search(&on.seen, x, y, &oracle);
            for (int query = 0; query < 10; query++) {
                fw_request ask = scene_request(&on, x, y, 0, 0);
                const double to_x = coordinate_at_random(&source, on.seen.width, on.seen.size);
                const double to_y = coordinate_at_random(&source, on.seen.height, on.seen.size);
                ask.goal = fw_goal_within(to_x, to_y, random_below(&source, 12) / 2.0);
                ask.method = query % 2 ? FW_ON_DEMAND : FW_AUTO;
                ask.fewer_bends = query % 5 == 0;
                const disc expected = survey(&on, &oracle, &ask.goal);
                if (!expected.has_anchor)
                    continue; // the goal is then the point itself
                const fw_result result = scene_ask(&on, &ask);
                if (expected.least < INFINITY) {
                    int32_t end_x;
                    int32_t end_y;
                    assert_int_equal(result, FW_OK);
                    end_of(&on, &end_x, &end_y);
                    assert_true(square_distance(&on.seen, end_x, end_y, &ask.goal.pose) <=
                                ask.goal.radius * ask.goal.radius + 1e-9);
                    assert_near(world_walk(&on.seen, on.path, x, y, end_x, end_y, NULL), expected.least,
                                EXACT);
                    entered++;
                } else if (result == FW_OUT_OF_BOUNDS) {
                    assert_true(!expected.has_free);
                    assert_true(to_x > on.seen.width || to_y > on.seen.height);
                } else if (expected.has_free) {
                    assert_true(result == FW_UNREACHABLE || (on.overlay && result == FW_NOT_FOUND));
                } else {
                    assert_int_equal(result, FW_GOAL_BLOCKED);
                }
            }
        }
        scene_end(&on);
    }
    assert_true(entered > 1000);
}

static void the_member_of_a_set_that_is_cheapest_to_reach_is_chosen(void **state)
{
    (void)state;
    random_source source = { 12 };
    int chosen = 0;
    for (int i = 0; i < 600; i++) {
        scene on = scene_at_random(&source, 16, COSTS_ANY);
        if (i % 3 == 0)
            scene_overlay_at_random(&on, &source);
        int32_t x;
        int32_t y;
        distances oracle;
        if (scene_pick(&on, &source, &x, &y)) {
            world_search(&on.seen, x, y, &oracle);
            fw_pose set[MOST_MEMBERS];
            const int32_t count = 1 + (int32_t)random_below(&source, MOST_MEMBERS);
            double least = INFINITY;
            bool any_free = false;
            bool any_on_map = false;
            const bool is_cluster = random_below(&source, 2);
            const int32_t left = is_cluster ? (int32_t)random_below(&source, (uint32_t)on.seen.width) : -1;
            const int32_t top = is_cluster ? (int32_t)random_below(&source, (uint32_t)on.seen.height) : 0;
            for (int32_t member = 0; member < count; member++) {
                const int32_t to_x =
                    left + (int32_t)random_below(&source, is_cluster ? 4 : (uint32_t)on.seen.width + 2);
                const int32_t to_y =
                    top + (int32_t)random_below(&source, is_cluster ? 4 : (uint32_t)on.seen.height);
                set[member] = fw_pose_on_tile(to_x, to_y, on.seen.size);
                any_on_map =
                    any_on_map || (to_x >= 0 && to_x < on.seen.width && set[member].x <= on.seen.width &&
                                   set[member].y <= on.seen.height);
                if (to_x < 0 || !world_fits(&on.seen, to_x, to_y))
                    continue;
                any_free = true;
                least = fmin(least, oracle.cost[world_tile(&on.seen, to_x, to_y)]);
            }
            fw_request ask = scene_request(&on, x, y, 0, 0);
            ask.goal = fw_goal_nearest_of(set, count);
            ask.method = i % 2 ? FW_ON_DEMAND : FW_ASTAR;
            const fw_result result = scene_ask(&on, &ask);
            if (!any_on_map) {
                assert_int_equal(result, FW_OUT_OF_BOUNDS);
            } else if (!any_free) {
                assert_int_equal(result, FW_GOAL_BLOCKED);
            } else if (least == INFINITY) {
                assert_true(result == FW_UNREACHABLE || (on.overlay && result == FW_NOT_FOUND));
            } else {
                int32_t end_x;
                int32_t end_y;
                bool is_member = false;
                assert_int_equal(result, FW_OK);
                end_of(&on, &end_x, &end_y);
                for (int32_t member = 0; member < count; member++)
                    is_member = is_member || square_distance(&on.seen, end_x, end_y, &set[member]) == 0.0;
                assert_true(is_member);
                assert_near(world_walk(&on.seen, on.path, x, y, end_x, end_y, NULL), least, EXACT);
                assert_int_equal(scene_summary(&on).outcome, FW_OUTCOME_FOUND);
                chosen++;
            }
        }
        scene_end(&on);
    }
    assert_true(chosen > 100);
}

/// The reachable anchor nearest to any of some poses: least distance, then y, then x.
static void nearest_by_oracle(const scene *on, const distances *oracle, const fw_pose *aims, int32_t count,
                              int32_t *best_x, int32_t *best_y)
{
    double least = INFINITY;
    for (int32_t y = 0; y < on->seen.height; y++)
        for (int32_t x = 0; x < on->seen.width; x++) {
            if (oracle->cost[world_tile(&on->seen, x, y)] == INFINITY)
                continue;
            for (int32_t i = 0; i < count; i++) {
                const double square = square_distance(&on->seen, x, y, &aims[i]);
                if (square < least) {
                    least = square;
                    *best_x = x;
                    *best_y = y;
                }
            }
        }
}

/// Asks for the nearest to one goal and compares with the oracle.
static bool assert_nearest(const scene *on, const fw_request *ask, const distances *oracle, int32_t x,
                           int32_t y, const fw_pose *aims, int32_t count)
{
    int32_t end_x = -1;
    int32_t end_y = -1;
    int32_t best_x = -1;
    int32_t best_y = -1;
    const fw_result result = scene_ask(on, ask);
    if (result == FW_OUT_OF_BOUNDS)
        return false;
    assert_int_equal(result, FW_OK);
    if (scene_summary(on).outcome == FW_OUTCOME_FOUND)
        return false;
    assert_int_equal(scene_summary(on).outcome, FW_OUTCOME_NEAREST);
    nearest_by_oracle(on, oracle, aims, count, &best_x, &best_y);
    end_of(on, &end_x, &end_y);
    assert_int_equal(end_x, best_x);
    assert_int_equal(end_y, best_y);
    const double cost = world_walk(&on->seen, on->path, x, y, end_x, end_y, NULL);
    assert_near(cost, oracle->cost[world_tile(&on->seen, end_x, end_y)], EXACT);
    assert_near(scene_summary(on).cost, cost, 1e-9);
    return true;
}

static void where_a_goal_cannot_be_reached_the_nearest_anchor_is(void **state)
{
    (void)state;
    random_source source = { 13 };
    int near = 0;
    for (int i = 0; i < 900; i++) {
        scene on = scene_at_random(&source, 16, i % 2 ? COSTS_ANY : COSTS_EQUAL);
        if (i % 2)
            scene_overlay_at_random(&on, &source);
        int32_t x;
        int32_t y;
        distances oracle;
        if (scene_pick(&on, &source, &x, &y)) {
            world_search(&on.seen, x, y, &oracle);
            for (int query = 0; query < 6; query++) {
                fw_pose set[MOST_MEMBERS];
                fw_request ask =
                    scene_request(&on, x, y, (int32_t)random_below(&source, (uint32_t)on.seen.width),
                                  (int32_t)random_below(&source, (uint32_t)on.seen.height));
                ask.nearest = true;
                ask.method = query % 2 ? FW_AUTO : FW_ON_DEMAND;
                ask.fewer_bends = query == 5;
                const fw_pose aim = ask.goal.pose;
                if (query < 3) {
                    near += assert_nearest(&on, &ask, &oracle, x, y, &aim, 1);
                } else if (query == 3) {
                    ask.goal = fw_goal_within(aim.x, aim.y, 1.0);
                    near += assert_nearest(&on, &ask, &oracle, x, y, &aim, 1);
                } else {
                    const int32_t count = 1 + (int32_t)random_below(&source, 3);
                    for (int32_t member = 0; member < count; member++)
                        set[member] = fw_pose_on_tile(
                            (int32_t)random_below(&source, (uint32_t)on.seen.width),
                            (int32_t)random_below(&source, (uint32_t)on.seen.height), on.seen.size);
                    ask.goal = fw_goal_nearest_of(set, count);
                    near += assert_nearest(&on, &ask, &oracle, x, y, set, count);
                }
            }
        }
        scene_end(&on);
    }
    assert_true(near > 500);
}

static void an_empty_overlay_changes_nothing_about_what_is_nearest(void **state)
{
    (void)state;
    const char *island[] = { ".....#.....", ".....#.....", ".....#.....", ".....#....." };
    scene on = scene_of(DRAWN(island), unit_of_size(1));
    fw_request ask = scene_request(&on, 0, 3, 9, 1);
    ask.nearest = true;
    for (int with_overlay = 0; with_overlay < 3; with_overlay++) {
        int32_t end_x;
        int32_t end_y;
        if (with_overlay) {
            if (!on.overlay)
                assert_int_equal(fw_overlay_create(11, 4, NULL, &on.overlay), FW_OK);
            ask.overlay = on.overlay;
        }
        if (with_overlay == 2)
            assert_int_equal(fw_overlay_forbid(on.overlay, 10, 0, FW_MOVES_ALL), FW_OK);
        assert_int_equal(scene_ask(&on, &ask), FW_OK);
        assert_int_equal(scene_summary(&on).outcome, FW_OUTCOME_NEAREST);
        end_of(&on, &end_x, &end_y);
        assert_int_equal(end_x, 4);
        assert_int_equal(end_y, 1);
    }
    scene_end(&on);
}

static void ties_of_what_is_nearest_go_to_the_least_y_then_x(void **state)
{
    (void)state;
    const char *ring[] = { ".....", ".###.", ".###.", ".###.", "....." };
    scene on = scene_of(DRAWN(ring), unit_of_size(1));
    fw_request ask = scene_request(&on, 4, 4, 2, 2);
    ask.nearest = true;
    int32_t end_x;
    int32_t end_y;
    assert_int_equal(scene_ask(&on, &ask), FW_OK);
    end_of(&on, &end_x, &end_y);
    assert_int_equal(end_x, 2);
    assert_int_equal(end_y, 0);
    scene_end(&on);
}

static void start_equal_to_goal_is_a_path_of_one_segment_without_length(void **state)
{
    (void)state;
    const char *room[] = { "...", "...", "..." };
    scene on = scene_of(DRAWN(room), unit_of_size(2));
    fw_request ask = scene_request(&on, 1, 1, 1, 1);
    ask.start.heading = 1.5;
    for (int kind = 0; kind < 4; kind++) {
        const fw_pose here = ask.start;
        if (kind == 1)
            ask.goal = fw_goal_pose(here);
        if (kind == 2)
            ask.goal = fw_goal_within(here.x, here.y, 0.0);
        if (kind == 3)
            ask.goal = fw_goal_nearest_of(&here, 1);
        assert_int_equal(scene_ask(&on, &ask), FW_OK);
        assert_int_equal(scene_summary(&on).segment_count, 1);
        assert_true(scene_summary(&on).length == 0.0 && scene_summary(&on).cost == 0.0);
        const fw_segment *only = fw_path_segments(on.path, NULL);
        assert_true(only->start.x == here.x && only->start.y == here.y && only->start.heading == 1.5);
    }
    scene_end(&on);
}

static void a_map_of_one_tile_has_one_path(void **state)
{
    (void)state;
    const char *tile[] = { "." };
    scene on = scene_of(DRAWN(tile), unit_of_size(1));
    const fw_request ask = scene_request(&on, 0, 0, 0, 0);
    assert_int_equal(scene_ask(&on, &ask), FW_OK);
    assert_int_equal(scene_summary(&on).outcome, FW_OUTCOME_FOUND);
    scene_end(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_radius_is_entered_where_that_is_cheapest),
        cmocka_unit_test(the_member_of_a_set_that_is_cheapest_to_reach_is_chosen),
        cmocka_unit_test(where_a_goal_cannot_be_reached_the_nearest_anchor_is),
        cmocka_unit_test(an_empty_overlay_changes_nothing_about_what_is_nearest),
        cmocka_unit_test(ties_of_what_is_nearest_go_to_the_least_y_then_x),
        cmocka_unit_test(start_equal_to_goal_is_a_path_of_one_segment_without_length),
        cmocka_unit_test(a_map_of_one_tile_has_one_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
