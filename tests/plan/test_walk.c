// Walks that are planned in legs, beside A* and the regions of the map.

#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 150, WORLDS = 24, QUERIES = 30, LEG = 40, WINDOW = 60 };

typedef struct place {
    int32_t x, y;
} place;

static place place_at_random(const fw_map *map, fw_unit_id unit, random_source *source)
{
    place at;
    do {
        at.x = (int32_t)random_below(source, (uint32_t)fw_map_width(map));
        at.y = (int32_t)random_below(source, (uint32_t)fw_map_height(map));
    } while (!fw_map_fits(map, unit, at.x, at.y));
    return at;
}

static fw_request request_between(fw_unit_id unit, int32_t size, fw_method method, place from, place to)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = method;
    ask.start = fw_pose_on_tile(from.x, from.y, size);
    ask.goal = fw_goal_on_tile(to.x, to.y, size);
    return ask;
}

/// Is there a way between two anchors within the square window around their midpoint? By a plain flood.
static bool window_joins(const fw_map *map, fw_unit_id unit, place from, place to)
{
    static bool seen[WINDOW * WINDOW];
    static place queue[WINDOW * WINDOW];
    const int32_t left = (from.x + to.x - WINDOW) / 2, top = (from.y + to.y - WINDOW) / 2;
    for (int i = 0; i < WINDOW * WINDOW; i++)
        seen[i] = false;
    int count = 0;
    queue[count++] = from;
    seen[(from.y - top) * WINDOW + from.x - left] = true;
    for (int next = 0; next < count; next++)
        for (int move = 0; move < 4; move++) { // a diagonal move needs both straight ones
            const place at = { queue[next].x + (move == 0) - (move == 1),
                               queue[next].y + (move == 2) - (move == 3) };
            const int32_t column = at.x - left, row = at.y - top;
            if (column < 0 || row < 0 || column >= WINDOW || row >= WINDOW || seen[row * WINDOW + column] ||
                !fw_map_fits(map, unit, at.x, at.y))
                continue;
            seen[row * WINDOW + column] = true;
            queue[count++] = at;
        }
    return seen[(to.y - top) * WINDOW + to.x - left];
}

/// What must become of a walk over midpoints, by floods.
static fw_leg_failure failure_of(const fw_map *map, fw_unit_id unit, place from, place to, uint32_t *legs)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    const int count = (int)fmax(1, ceil(fmax(fabs(dx), fabs(dy)) / LEG));
    place here = from;
    for (*legs = 0; (int)*legs < count;) {
        const double share = (*legs + 1.0) / count;
        const place next = { from.x + (int32_t)round(dx * share), from.y + (int32_t)round(dy * share) };
        if (!fw_map_fits(map, unit, next.x, next.y))
            return FW_LEG_BLOCKED;
        ++*legs;
        if (!window_joins(map, unit, here, next))
            return FW_LEG_OUTSIDE_WINDOW;
        here = next;
    }
    return FW_LEGS_COMPLETE;
}

TEST(a_walk_over_midpoints_fails_exactly_if_a_midpoint_is_blocked_or_a_window_holds_no_way)
{
    random_source source = { 6 };
    int outcomes[FW_LEG_FAILURE_COUNT] = { 0 };
    fw_path *path = new_path();
    for (int world = 0; world < rounds(WORLDS); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, 1 + random_below(&source, 20), 1);
        for (int wall = 0; wall < 3; wall++) // longer than a window
            fw_map_set_rect(map, (int32_t)random_below(&source, SIDE),
                            (int32_t)random_below(&source, SIDE / 2), 1, 75, FW_BLOCKED);
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + world % 2;
        const fw_unit_id unit = add_unit(map, def);
        fw_planner *planner = new_planner(map);
        for (int query = 0; query < QUERIES; query++) {
            const place from = place_at_random(map, unit, &source), to = place_at_random(map, unit, &source);
            const fw_request ask = request_between(unit, def.size, FW_MIDPOINT, from, to);
            const fw_result result = fw_find_path(planner, &ask, path);
            if (!fw_map_connected(map, unit, from.x, from.y, to.x, to.y)) {
                assert_int_equal(result, FW_UNREACHABLE);
                continue;
            }
            uint32_t legs;
            const fw_leg_failure failure = failure_of(map, unit, from, to, &legs);
            fw_statistics statistics;
            fw_planner_statistics(planner, &statistics);
            assert_int_equal(result, failure ? FW_GAVE_UP : FW_OK);
            assert_int_equal(statistics.leg_failure, failure);
            assert_int_equal(statistics.legs, legs);
            outcomes[failure]++;
        }
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    for (int i = 0; i <= FW_LEG_OUTSIDE_WINDOW; i++)
        assert_true(outcomes[i] > at_least(20));
    fw_path_destroy(path);
}

/// How a leg ends that must pass a wall by a gap of one tile, `inside` tiles within an edge of the leg's window.
static fw_leg_failure failure_at_gap(bool is_upright, bool is_first, int32_t inside)
{
    const place from = is_upright ? (place){ 65, 75 } : (place){ 75, 65 },
                to = is_upright ? (place){ 85, 75 } : (place){ 75, 85 };
    const int32_t gap = is_first ? (SIDE - WINDOW) / 2 + inside : (SIDE + WINDOW) / 2 - 1 - inside;
    fw_map *map = open_map(SIDE, SIDE);
    fw_map_set_rect(map, is_upright ? 75 : 0, is_upright ? 0 : 75, is_upright ? 1 : SIDE,
                    is_upright ? SIDE : 1, FW_BLOCKED);
    fw_map_set_tile(map, is_upright ? 75 : gap, is_upright ? gap : 75, FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_id unit = add_unit(map, fw_default_unit_def());
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    const fw_request ask = request_between(unit, 1, FW_MIDPOINT, from, to);
    fw_find_path(planner, &ask, path);
    fw_statistics statistics;
    fw_planner_statistics(planner, &statistics);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return statistics.leg_failure;
}

TEST(the_outermost_rows_and_columns_belong_to_a_window_and_no_others)
{
    for (int edge = 0; edge < 4; edge++) {
        assert_int_equal(failure_at_gap(edge & 1, edge & 2, 0), FW_LEGS_COMPLETE);
        assert_int_equal(failure_at_gap(edge & 1, edge & 2, -1), FW_LEG_OUTSIDE_WINDOW);
    }
}

/// 120 x 90 tiles of ground with a wall of 50 tiles across the straight way from (5, 20) to (110, 20).
static fw_map *walled_map(int32_t wall_x)
{
    fw_map *map = open_map(120, 90);
    assert_int_equal(fw_map_set_rect(map, wall_x, 0, 1, 70, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(a_methodical_request_gets_the_path_of_astar_where_the_legs_fail)
{
    const struct {
        int32_t wall_x;
        fw_leg_failure failure;
    } tried[] = { { 40, FW_LEG_BLOCKED }, { 50, FW_LEG_OUTSIDE_WINDOW } };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        fw_map *map = walled_map(tried[i].wall_x);
        const fw_unit_id unit = add_unit(map, fw_default_unit_def());
        fw_path *path = new_path();
        fw_planner *planner = new_planner(map);
        fw_request ask = request_between(unit, 1, FW_MIDPOINT, (place){ 5, 20 }, (place){ 110, 20 });
        assert_int_equal(fw_find_path(planner, &ask, path), FW_GAVE_UP);
        fw_path_summary walked, searched;
        fw_path_summarise(path, &walked);
        assert_int_equal(walked.outcome, FW_OUTCOME_GAVE_UP);
        ask.methodical = true;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_path_summarise(path, &walked);
        fw_statistics statistics;
        fw_planner_statistics(planner, &statistics);
        assert_int_equal(statistics.leg_failure, tried[i].failure);
        assert_true(statistics.bound == 1);
        ask.methodical = false;
        ask.method = FW_ASTAR;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_path_summarise(path, &searched);
        assert_int_equal(walked.method, FW_ASTAR);
        assert_near(walked.cost, searched.cost, 1e-9);
        fw_planner_destroy(planner);
        fw_path_destroy(path);
        fw_map_destroy(map);
    }
}

/// Each leg is a cheapest path in its window; the sum of their costs is that of the path, and no less than the optimum.
TEST(a_walk_is_legal_and_never_cheaper_than_the_cheapest_path)
{
    random_source source = { 8 };
    fw_path *path = new_path();
    static const fw_method methods[] = { FW_MIDPOINT, FW_COMPASS, FW_SIGHT };
    int found[3] = { 0 };
    for (int world = 0; world < rounds(WORLDS); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, 5 + random_below(&source, 10), 4);
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + world % 3;
        def.corners = (fw_corner_rule)(world % 4);
        for (int terrain = 2; terrain <= 4; terrain++)
            def.terrain_cost[terrain] = (float)terrain;
        const fw_unit_id unit = add_unit(map, def);
        fw_planner *planner = new_planner(map);
        for (int query = 0; query < QUERIES; query++) {
            const place from = place_at_random(map, unit, &source), to = place_at_random(map, unit, &source);
            fw_request ask = request_between(unit, def.size, methods[query % 3], from, to);
            if (fw_find_path(planner, &ask, path) != FW_OK)
                continue;
            fw_check_report report;
            fw_path_summary walked, cheapest;
            fw_path_summarise(path, &walked);
            assert_int_equal(fw_path_check(map, unit, path, NULL, &report), FW_OK);
            assert_true(report.legal);
            assert_near(report.cost, walked.cost, 1e-6);
            ask.method = FW_ASTAR;
            assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
            fw_path_summarise(path, &cheapest);
            assert_true(walked.cost > cheapest.cost - 1e-6);
            found[query % 3]++;
        }
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    for (int i = 0; i < 3; i++)
        assert_true(found[i] > at_least(30));
    fw_path_destroy(path);
}

TEST(a_walk_does_not_depend_on_slices_and_a_partial_one_holds_the_legs_so_far)
{
    fw_map *map = open_map(200, 60);
    const fw_unit_id unit = add_unit(map, fw_default_unit_def());
    fw_path *whole = new_path(), *partial = new_path();
    fw_planner *planner = new_planner(map);
    const fw_request ask = request_between(unit, 1, FW_MIDPOINT, (place){ 3, 30 }, (place){ 190, 40 });
    assert_int_equal(fw_find_path(planner, &ask, whole), FW_OK);
    fw_search *search = new_search(planner, &ask);
    double length = 0;
    fw_result result = FW_PENDING;
    for (int steps = 0; result == FW_PENDING; steps++) {
        result = fw_search_step(search, 1);
        assert_int_equal(fw_search_best_so_far(search, partial), FW_OK);
        assert_true(steps < 100000 && fw_path_length(partial) > length - 2);
        length = fw_path_length(partial);
    }
    assert_int_equal(result, FW_OK);
    fw_statistics statistics;
    fw_search_statistics(search, &statistics);
    assert_int_equal(statistics.legs, 5);
    fw_path_summary a, b;
    fw_path_summarise(whole, &a);
    fw_path_summarise(partial, &b);
    assert_int_equal(a.outcome, b.outcome);
    assert_true(a.length == b.length && a.cost == b.cost);
    fw_search_end(search);
    fw_planner_destroy(planner);
    fw_path_destroy(whole);
    fw_path_destroy(partial);
    fw_map_destroy(map);
}

TEST(every_failure_of_a_leg_has_a_name)
{
    for (int i = 0; i < FW_LEG_FAILURE_COUNT; i++)
        assert_string_not_equal(fw_leg_failure_name((fw_leg_failure)i), "unknown");
    assert_string_equal(fw_leg_failure_name(FW_LEG_FAILURE_COUNT), "unknown");
}
