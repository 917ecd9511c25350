#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

static const fw_method methods[] = { FW_ASTAR, FW_ON_DEMAND, FW_GRID, FW_AUTO };
enum { METHOD_COUNT = sizeof methods / sizeof *methods, GOALS_A_START = 12 };

/// Asks for one path and compares it with the oracle's answer.
static void assert_as_oracle(const scene *scene, const fw_request *ask, const distances *oracle,
                             int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y)
{
    const double expected = oracle->cost[world_tile(&scene->seen, to_x, to_y)];
    const fw_result result = scene_ask(scene, ask);
    const fw_path_summary summary = scene_summary(scene);
    if (ask->goal.pose.x > scene->seen.width || ask->goal.pose.y > scene->seen.height) {
        assert_int_equal(result, FW_OUT_OF_BOUNDS);
        return;
    }
    if (!world_fits(&scene->seen, to_x, to_y)) {
        assert_int_equal(result, FW_GOAL_BLOCKED);
        assert_int_equal(summary.outcome, FW_OUTCOME_BLOCKED);
    } else if (expected == INFINITY) {
        assert_true(result == FW_UNREACHABLE || (scene->overlay && result == FW_NOT_FOUND));
        assert_int_equal(summary.outcome,
                         result == FW_UNREACHABLE ? FW_OUTCOME_UNREACHABLE : FW_OUTCOME_NOT_FOUND);
    } else {
        assert_int_equal(result, FW_OK);
        assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
        assert_near(summary.cost, expected, EXACT);
        const double walked = world_walk(&scene->seen, scene->path, from_x, from_y, to_x, to_y, NULL);
        assert_near(walked, summary.cost, 1e-9);
        return;
    }
    assert_int_equal(summary.segment_count, 0);
}

/// Random queries from one start, each by a random method.
static void compare_from(const scene *scene, random_source *source, int32_t x, int32_t y)
{
    distances oracle;
    world_search(&scene->seen, x, y, &oracle);
    for (int i = 0; i < GOALS_A_START; i++) {
        const int32_t to_x = (int32_t)random_below(source, (uint32_t)scene->seen.width);
        const int32_t to_y = (int32_t)random_below(source, (uint32_t)scene->seen.height);
        fw_request ask = scene_request(scene, x, y, to_x, to_y);
        ask.method = methods[random_below(source, METHOD_COUNT)];
        assert_as_oracle(scene, &ask, &oracle, x, y, to_x, to_y);
    }
}

static void compare_on_random_maps(uint64_t seed, int maps, scene_costs costs, bool with_overlay)
{
    random_source source = { seed };
    for (int i = 0; i < maps; i++) {
        scene scene = scene_at_random(&source, 16, costs);
        if (with_overlay)
            scene_overlay_at_random(&scene, &source);
        int32_t x;
        int32_t y;
        if (scene_pick(&scene, &source, &x, &y))
            compare_from(&scene, &source, x, y);
        scene_end(&scene);
    }
}

TEST(paths_at_equal_costs_are_as_cheap_as_the_oracles)
{
    compare_on_random_maps(1, 600, COSTS_EQUAL, false);
}

TEST(paths_over_terrains_of_any_cost_are_as_cheap_as_the_oracles)
{
    compare_on_random_maps(2, 800, COSTS_ANY, false);
}

TEST(paths_under_overlays_are_as_cheap_as_the_oracles)
{
    compare_on_random_maps(3, 1200, COSTS_ANY, true);
}

TEST(on_demand_search_gives_the_path_of_a_star)
{
    random_source source = { 4 };
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 20, COSTS_ROUND);
        if (i % 3 == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            ask.method = FW_ASTAR;
            const fw_result by_layer = scene_ask(&scene, &ask);
            fw_path *other = new_path();
            assert_int_equal(fw_path_copy(scene.path, other), FW_OK);
            ask.method = FW_ON_DEMAND;
            assert_int_equal(scene_ask(&scene, &ask), by_layer);
            int32_t count;
            int32_t other_count;
            const fw_segment *segments = fw_path_segments(scene.path, &count);
            const fw_segment *other_segments = fw_path_segments(other, &other_count);
            assert_int_equal(count, other_count);
            for (int32_t at = 0; at < count; at++) {
                assert_true(segments[at].start.x == other_segments[at].start.x);
                assert_true(segments[at].start.y == other_segments[at].start.y);
                assert_true(segments[at].length == other_segments[at].length);
            }
            fw_path_destroy(other);
        }
        scene_end(&scene);
    }
}

/// The cheapest way to each anchor if each bend costs as much as some tiles: labels of anchors and directions are
/// improved until none changes.
static void search_with_charged_bends(const world *seen, int32_t x, int32_t y, double bend_cost,
                                      double cheapest[WORLD_TILES])
{
    static double label[WORLD_TILES][9]; // [direction] that led there; 4 = none, at the start
    for (int32_t at = 0; at < WORLD_TILES; at++)
        for (int way = 0; way < 9; way++)
            label[at][way] = INFINITY;
    label[world_tile(seen, x, y)][4] = 0.0;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t from_y = 0; from_y < seen->height; from_y++)
            for (int32_t from_x = 0; from_x < seen->width; from_x++)
                for (int way = 0; way < 81; way++) {
                    const int before = way / 9, next = way % 9, dx = next % 3 - 1, dy = next / 3 - 1;
                    const double here = label[world_tile(seen, from_x, from_y)][before];
                    if (next == 4 || !isfinite(here) || !world_may_step(seen, from_x, from_y, dx, dy))
                        continue;
                    double *there = &label[world_tile(seen, from_x + dx, from_y + dy)][next];
                    const double cost = here + world_step_cost(seen, from_x, from_y, dx, dy) +
                                        (before != 4 && before != next ? bend_cost : 0.0);
                    changes = changes || cost < *there - 1e-9;
                    *there = fmin(*there, cost);
                }
    }
    for (int32_t at = 0; at < WORLD_TILES; at++) {
        cheapest[at] = INFINITY;
        for (int way = 0; way < 9; way++)
            cheapest[at] = fmin(cheapest[at], label[at][way]);
    }
}

TEST(charged_bends_make_the_cheapest_sum_of_cost_and_charges)
{
    static const double charges[] = { 0.1, 0.5, 1.0, 2.5, 20.0, 1024.0 };
    static double cheapest[WORLD_TILES];
    random_source source = { 7 };
    int bent = 0, longer = 0;
    for (int i = 0; i < 240; i++) {
        scene scene = scene_at_random(&source, 9, i % 2 ? COSTS_EQUAL : COSTS_ROUND);
        const double charge = charges[i % 6];
        int32_t x, y, to_x, to_y;
        if (i % 5 == 0)
            scene_overlay_at_random(&scene, &source);
        if (scene_pick(&scene, &source, &x, &y)) {
            search_with_charged_bends(&scene.seen, x, y, charge, cheapest);
            distances plain;
            world_search(&scene.seen, x, y, &plain);
            for (int query = 0; query < 10 && scene_pick(&scene, &source, &to_x, &to_y); query++) {
                const int32_t to = world_tile(&scene.seen, to_x, to_y);
                fw_request ask = scene_request(&scene, x, y, to_x, to_y);
                ask.bend_cost = charge;
                ask.method = methods[query % METHOD_COUNT];
                const fw_result result = scene_ask(&scene, &ask);
                assert_int_equal(result == FW_OK, isfinite(cheapest[to]));
                if (result != FW_OK)
                    continue;
                int32_t bends;
                const double cost = world_walk(&scene.seen, scene.path, x, y, to_x, to_y, &bends);
                assert_near(cost + charge * bends, cheapest[to],
                            1e-4 * (1 + charge));                     // charges are rounded down
                assert_near(scene_summary(&scene).cost, cost, EXACT); // without charges
                bent += bends > 0;
                longer += cost > plain.cost[to] + 1e-6;
            }
        }
        scene_end(&scene);
    }
    assert_true(bent > 300 && longer > 20);
}

TEST(fewer_bends_are_the_fewest_among_the_cheapest_paths)
{
    random_source source = { 5 };
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 9, i % 2 ? COSTS_EQUAL : COSTS_ROUND);
        if (i % 5 == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t x;
        int32_t y;
        if (scene_pick(&scene, &source, &x, &y)) {
            distances oracle;
            world_search_with_bends(&scene.seen, x, y, &oracle);
            for (int query = 0; query < 10; query++) {
                int32_t to_x;
                int32_t to_y;
                if (!scene_pick(&scene, &source, &to_x, &to_y))
                    break;
                const int32_t to = world_tile(&scene.seen, to_x, to_y);
                fw_request ask = scene_request(&scene, x, y, to_x, to_y);
                ask.fewer_bends = true;
                ask.method = methods[query % METHOD_COUNT];
                const fw_result result = scene_ask(&scene, &ask);
                assert_int_equal(result == FW_OK, oracle.cost[to] < INFINITY);
                if (result != FW_OK)
                    continue;
                int32_t bends;
                assert_near(world_walk(&scene.seen, scene.path, x, y, to_x, to_y, &bends), oracle.cost[to],
                            EXACT);
                assert_int_equal(bends, oracle.bends[to]);
                assert_near(scene_summary(&scene).cost, oracle.cost[to], EXACT);
            }
        }
        scene_end(&scene);
    }
}

TEST(a_weight_bounds_what_a_path_costs_more)
{
    random_source source = { 6 };
    int dearer = 0;
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 20, i % 2 ? COSTS_EQUAL : COSTS_ANY);
        if (i % 4 == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t x;
        int32_t y;
        if (scene_pick(&scene, &source, &x, &y)) {
            distances oracle;
            world_search(&scene.seen, x, y, &oracle);
            for (int query = 0; query < 10; query++) {
                int32_t to_x;
                int32_t to_y;
                if (!scene_pick(&scene, &source, &to_x, &to_y))
                    break;
                fw_request ask = scene_request(&scene, x, y, to_x, to_y);
                ask.weight = query ? 1.0 + 2.0 * random_unit(&source) : 1.0005;
                if (query == 1)
                    ask.weight = 1000.0;
                const double least = oracle.cost[world_tile(&scene.seen, to_x, to_y)];
                const fw_result result = scene_ask(&scene, &ask);
                assert_int_equal(result == FW_OK, least < INFINITY);
                if (result != FW_OK)
                    continue;
                fw_statistics statistics;
                assert_int_equal(fw_planner_statistics(scene.planner, &statistics), FW_OK);
                assert_true(statistics.bound >= 1.0 && statistics.bound <= ask.weight);
                const double cost = world_walk(&scene.seen, scene.path, x, y, to_x, to_y, NULL);
                assert_true(cost <= statistics.bound * least + EXACT);
                dearer += cost > least + EXACT;
            }
        }
        scene_end(&scene);
    }
    assert_true(dearer > 20);
}

TEST(a_distance_limit_cuts_what_is_dearer)
{
    random_source source = { 7 };
    int cut = 0;
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 16, COSTS_ANY);
        int32_t x;
        int32_t y;
        if (scene_pick(&scene, &source, &x, &y)) {
            distances oracle;
            world_search(&scene.seen, x, y, &oracle);
            for (int query = 0; query < 8; query++) {
                int32_t to_x;
                int32_t to_y;
                if (!scene_pick(&scene, &source, &to_x, &to_y))
                    break;
                const double least = oracle.cost[world_tile(&scene.seen, to_x, to_y)];
                fw_request ask = scene_request(&scene, x, y, to_x, to_y);
                ask.max_distance = 0.01 + 20.0 * random_unit(&source);
                ask.fewer_bends = query == 0;
                ask.partial = query == 1;
                const fw_result result = scene_ask(&scene, &ask);
                if (least == INFINITY) {
                    assert_int_equal(result, FW_UNREACHABLE);
                } else if (least <= ask.max_distance) {
                    assert_int_equal(result, FW_OK);
                    assert_near(scene_summary(&scene).cost, least, EXACT);
                } else if (ask.partial) {
                    assert_int_equal(result, FW_OK);
                    assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_PARTIAL);
                    assert_true(scene_summary(&scene).cost <= ask.max_distance + EXACT);
                } else {
                    assert_int_equal(result, FW_LIMIT);
                    cut++;
                }
            }
        }
        scene_end(&scene);
    }
    assert_true(cut > 20);
}

TEST(a_path_that_costs_the_distance_limit_is_found)
{
    const char *room[] = { "......", "......", "......", "......" };
    scene scene = scene_of(DRAWN(room), unit_of_size(1));
    for (int bends = 0; bends < 2; bends++) {
        fw_request ask = scene_request(&scene, 0, 0, 5, 2);
        ask.fewer_bends = bends;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_near(scene_summary(&scene).cost, 3.0 + 2.0 * sqrt(2.0), 1e-9);
        ask.max_distance = scene_summary(&scene).cost;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        ask.max_distance -= 0.001;
        assert_int_equal(scene_ask(&scene, &ask), FW_LIMIT);
    }
    scene_end(&scene);
}

TEST(a_path_partway_goes_up_to_the_distance)
{
    const char *room[] = { "............", "............", "............", "............" };
    scene scene = scene_of(DRAWN(room), unit_of_size(1));
    for (double distance = 1.0; distance <= 10.0; distance += 1.0) {
        fw_request ask = scene_request(&scene, 0, 0, 11, 0);
        ask.max_distance = distance;
        ask.partial = true;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_PARTIAL);
        assert_near(scene_summary(&scene).cost, distance, EXACT);
    }
    scene_end(&scene);
}

TEST(a_work_limit_gives_the_best_so_far_where_that_was_asked_for)
{
    random_source source = { 8 };
    int partial = 0;
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 24, COSTS_ANY);
        if (i % 3 == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            ask.method = methods[i % 2];
            ask.max_work = 1 + random_below(&source, 40);
            const fw_result cut = scene_ask(&scene, &ask);
            ask.partial = true;
            const fw_result result = scene_ask(&scene, &ask);
            fw_statistics statistics;
            assert_int_equal(fw_planner_statistics(scene.planner, &statistics), FW_OK);
            assert_true(statistics.work <= ask.max_work);
            if (cut == FW_LIMIT) {
                assert_int_equal(result, FW_OK);
                const fw_path_summary summary = scene_summary(&scene);
                assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
                assert_true(statistics.bound == 0.0);
                fw_pose end;
                assert_int_equal(fw_path_pose_at(scene.path, summary.length, &end), FW_OK);
                const int32_t end_x = (int32_t)lround(end.x - scene.seen.size / 2.0);
                const int32_t end_y = (int32_t)lround(end.y - scene.seen.size / 2.0);
                assert_near(world_walk(&scene.seen, scene.path, x, y, end_x, end_y, NULL), summary.cost,
                            1e-9);
                partial++;
            } else {
                assert_int_equal(result, cut);
            }
        }
        scene_end(&scene);
    }
    assert_true(partial > 20);
}

TEST(an_even_unit_pays_the_mean_of_both_sides_of_its_grid_line)
{
    const char *road[] = { "RRRRRR", "......" };
    fw_unit_def cart = unit_of_size(2);
    cart.terrain_cost[FW_GROUND] = 3.0f;
    cart.terrain_cost[FW_ROAD] = 1.0f;
    scene scene = scene_of(DRAWN(road), cart);
    const fw_request ask = scene_request(&scene, 0, 0, 4, 0);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, 8.0, 1e-12);
    assert_near(scene_summary(&scene).length, 4.0, 1e-12);
    scene_end(&scene);
}

TEST(costs_that_cannot_be_counted_are_reported)
{
    fw_map_def def = fw_default_map_def();
    def.width = FW_MAX_SIDE;
    def.height = 1;
    def.fill = FW_GROUND;
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_GROUND] = 255.0f;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    const fw_unit_id id = add_unit(map, unit);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_overlay *overlay = new_overlay(FW_MAX_SIDE, 1);
    assert_int_equal(fw_overlay_add_cost(overlay, 8, 0, 1, 1, 1.0f / 256.0f), FW_OK);
    fw_request ask = fw_default_request();
    ask.unit = id;
    ask.start = fw_pose_on_tile(0, 0, 1);
    ask.overlay = overlay;
    const struct {
        int32_t to;
        bool fewer_bends;
        fw_result expected;
    } asks[] = { { FW_MAX_SIDE - 1, false, FW_OK },
                 { FW_MAX_SIDE - 1, true, FW_TOO_MANY },
                 { 6500, true, FW_TOO_MANY },
                 { 5000, true, FW_OK } };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        ask.goal = fw_goal_at(asks[i].to + 0.5, 0.5);
        ask.fewer_bends = asks[i].fewer_bends;
        assert_int_equal(fw_find_path(planner, &ask, path), asks[i].expected);
        assert_near(fw_path_length(path), asks[i].expected == FW_OK ? asks[i].to : FW_MAX_SIDE - 1, 1e-9);
    }
    assert_int_equal(fw_overlay_forbid(overlay, 100, 0, FW_MOVE_E), FW_OK);
    ask.goal = fw_goal_at(200.5, 0.5);
    ask.fewer_bends = true;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_NOT_FOUND);
    fw_overlay_destroy(overlay);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

TEST(a_unit_of_size_2_passes_a_gap_of_2_and_not_of_1)
{
    const char *town[] = { "......", "......", "##..##", "......", "......", "###.##", "......", "......" };
    scene two = scene_of(DRAWN(town), unit_of_size(2));
    scene one = scene_of(DRAWN(town), unit_of_size(1));
    fw_request ask = scene_request(&two, 0, 0, 4, 3);
    assert_int_equal(scene_ask(&two, &ask), FW_OK);
    ask = scene_request(&two, 0, 0, 4, 6);
    assert_int_equal(scene_ask(&two, &ask), FW_UNREACHABLE);
    ask = scene_request(&one, 0, 0, 4, 6);
    assert_int_equal(scene_ask(&one, &ask), FW_OK);
    scene_end(&two);
    scene_end(&one);
}

TEST(corner_rules_decide_who_passes_between_two_blocks)
{
    const char *slit[] = { "..#..", ".....", "..#.." };
    const char *diagonal[] = { ".#.", "#..", "..." };
    for (fw_corner_rule rule = FW_CORNERS_NEVER; rule <= FW_CORNERS_ORTHOGONAL; rule++) {
        fw_unit_def unit = unit_of_size(1);
        unit.corners = rule;
        scene scene = scene_of(DRAWN(slit), unit);
        fw_request ask = scene_request(&scene, 1, 0, 3, 1);
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        const bool cuts = rule == FW_CORNERS_ONE || rule == FW_CORNERS_ALWAYS;
        assert_near(scene_summary(&scene).cost, cuts ? 1.0 + sqrt(2.0) : 3.0, 1e-9);
        scene_end(&scene);
        scene = scene_of(DRAWN(diagonal), unit);
        ask = scene_request(&scene, 0, 0, 2, 2);
        assert_int_equal(scene_ask(&scene, &ask), rule == FW_CORNERS_ALWAYS ? FW_OK : FW_UNREACHABLE);
        scene_end(&scene);
    }
}

TEST(a_path_lies_within_the_corridor_along_itself)
{
    random_source source = { 9 };
    int found = 0;
    for (int i = 0; i < 400; i++) {
        scene scene = scene_at_random(&source, 20, COSTS_EQUAL);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            if (scene_ask(&scene, &ask) == FW_OK) {
                const double length = scene_summary(&scene).length;
                assert_int_equal(fw_overlay_create(scene.seen.width, scene.seen.height, NULL, &scene.overlay),
                                 FW_OK);
                assert_int_equal(fw_overlay_corridor_along(scene.overlay, scene.path, scene.seen.size, 0),
                                 FW_OK);
                ask.overlay = scene.overlay;
                assert_int_equal(scene_ask(&scene, &ask), FW_OK);
                assert_near(scene_summary(&scene).length, length, 1e-9);
                found++;
            }
        }
        scene_end(&scene);
    }
    assert_true(found > 10);
}

TEST(corridors_along_what_is_no_path_on_a_map_are_refused)
{
    fw_overlay *overlay = new_overlay(20, 20);
    fw_path *path = new_path();
    assert_int_equal(fw_overlay_corridor_along(NULL, path, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_corridor_along(overlay, NULL, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 0, 0), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 65, 0), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 1, -1), FW_BAD_VALUE);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 1, 65), FW_BAD_VALUE);
    const fw_segment far = { .start = { 1e300, 5.0, 0.0 }, .length = 1.0 };
    assert_int_equal(fw_path_set(path, &far, 1, NULL), FW_OK);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 1, 0), FW_WRONG_MAP);
    const fw_segment round = { .start = { 9.0, 9.0, 0.0 }, .curvature = 0.5, .length = 1e12 };
    assert_int_equal(fw_path_set(path, &round, 1, NULL), FW_OK);
    assert_int_equal(fw_overlay_corridor_along(overlay, path, 1, 0), FW_OK); // once around is enough
    fw_path_destroy(path);
    fw_overlay_destroy(overlay);
}
