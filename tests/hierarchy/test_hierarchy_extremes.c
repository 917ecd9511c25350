// Shapes of maps, units and costs at the ends of what is allowed: the hierarchy finds a path exactly if the grid does.

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { QUERIES = 60 };

/// A map, a unit and their clusters.
typedef struct extreme {
    int32_t width, height;
    uint32_t blocked_percent, terrains;
    int32_t size, cluster;
    float cost_ratio; ///< of terrain 2 to terrain 1
    fw_corner_rule corners;
} extreme;

static fw_unit_id add_clustered(fw_map *map, const extreme *what)
{
    fw_unit_def def = unit_of_size(what->size);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    def.cluster = what->cluster;
    def.corners = what->corners;
    def.terrain_cost[1] = what->cost_ratio > 1 ? 255 / what->cost_ratio : 1;
    for (uint32_t terrain = 2; terrain <= what->terrains; terrain++)
        def.terrain_cost[terrain] = what->cost_ratio > 1 ? 255 : 1;
    return add_unit(map, def);
}

static bool draw_anchor(const fw_map *map, fw_unit_id unit, random_source *source, int32_t at[2])
{
    for (int tries = 0; tries < 10000; tries++) {
        at[0] = (int32_t)random_below(source, (uint32_t)fw_map_width(map));
        at[1] = (int32_t)random_below(source, (uint32_t)fw_map_height(map));
        if (fw_map_fits(map, unit, at[0], at[1]))
            return true;
    }
    return false;
}

/// A map with what asks both methods for paths on it.
typedef struct contest {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
} contest;

static contest begin_contest(fw_map *map)
{
    contest begun = { .map = map, .path = new_path() };
    assert_int_equal(fw_planner_create(map, NULL, &begun.planner), FW_OK);
    return begun;
}

static void end_contest(contest *ended)
{
    fw_path_destroy(ended->path);
    fw_planner_destroy(ended->planner);
    fw_map_destroy(ended->map);
}

/// Asks both methods the same, and judges the path of the hierarchy.
///
/// @return true if there is a path
static bool compare(const contest *held, fw_unit_id unit, int32_t size, const int32_t from[2],
                    const int32_t to[2])
{
    fw_path_summary found, cheapest;
    fw_check_report report;
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile(from[0], from[1], size);
    ask.goal = fw_goal_on_tile(to[0], to[1], size);
    ask.method = FW_HIERARCHY;
    const fw_result result = fw_find_path(held->planner, &ask, held->path);
    if (result == FW_OK) {
        fw_path_summarise(held->path, &found);
        assert_int_equal(fw_path_check(held->map, unit, held->path, NULL, &report), FW_OK);
        assert_true(report.legal);
        assert_near(report.cost, found.cost, 1e-6 * (1 + found.cost));
    }
    ask.method = FW_ASTAR;
    assert_int_equal(fw_find_path(held->planner, &ask, held->path), result);
    if (result != FW_OK)
        return false;
    fw_path_summarise(held->path, &cheapest);
    assert_true(found.cost > cheapest.cost - 1e-6 * (1 + cheapest.cost));
    return true;
}

/// @return number of paths that were found
static int compare_on(const extreme *what, random_source *source)
{
    contest held = begin_contest(
        map_at_random(source, what->width, what->height, what->blocked_percent, what->terrains));
    const fw_unit_id unit = add_clustered(held.map, what);
    int32_t from[2], to[2];
    int found = 0;
    for (int i = 0;
         i < QUERIES && draw_anchor(held.map, unit, source, from) && draw_anchor(held.map, unit, source, to);
         i++)
        found += compare(&held, unit, what->size, from, to);
    end_contest(&held);
    return found;
}

TEST(a_unit_wider_than_a_cluster_finds_its_way)
{
    random_source source = { 1 };
    const extreme what = { 60, 50, 1, 1, 6, 4, 1, FW_CORNERS_NEVER };
    assert_true(compare_on(&what, &source) > 10);
}

TEST(a_unit_far_wider_than_the_map_stands_nowhere)
{
    random_source source = { 9 };
    const extreme narrow = { 5, 80, 0, 1, 64, 8, 1, FW_CORNERS_NEVER };
    const extreme low = { 80, 5, 0, 1, 64, 8, 1, FW_CORNERS_NEVER };
    assert_int_equal(compare_on(&narrow, &source), 0);
    assert_int_equal(compare_on(&low, &source), 0);
}

TEST(a_cluster_may_be_larger_than_the_map)
{
    random_source source = { 2 };
    const extreme what = { 11, 7, 20, 2, 1, 64, 2, FW_CORNERS_ONE };
    assert_true(compare_on(&what, &source) > 10);
}

TEST(maps_that_clusters_do_not_divide_are_searched_to_the_border)
{
    random_source source = { 3 };
    for (int32_t more = 0; more < 5; more++) {
        const extreme what = { 40 + more, 35 - more, 25, 3, 1, 5, 3, FW_CORNERS_ALWAYS };
        assert_true(compare_on(&what, &source) > 10);
    }
}

TEST(maps_of_one_row_or_column_are_searched)
{
    random_source source = { 4 };
    const extreme row = { 200, 1, 3, 2, 1, 8, 2, FW_CORNERS_NEVER };
    const extreme column = { 1, 200, 3, 2, 1, 8, 2, FW_CORNERS_NEVER };
    assert_true(compare_on(&row, &source) > 0);
    assert_true(compare_on(&column, &source) > 0);
}

TEST(a_map_that_is_all_blocked_has_a_graph_without_paths)
{
    random_source source = { 5 };
    const extreme what = { 40, 40, 100, 1, 1, 8, 1, FW_CORNERS_NEVER };
    assert_int_equal(compare_on(&what, &source), 0);
}

TEST(costs_may_differ_by_4000)
{
    random_source source = { 6 };
    const extreme what = { 70, 70, 10, 2, 1, 8, 4000, FW_CORNERS_NEVER };
    assert_true(compare_on(&what, &source) > 10);
}

/// The start lies in a part of its cluster that only leads out through a neighbour.
TEST(a_start_in_a_pocket_of_its_cluster_gets_out)
{
    static const char *const rows[] = { "........", //
                                        ".##.####", //
                                        ".#.#...#", //
                                        ".#.#...#", //
                                        ".#......", //
                                        ".######.", //
                                        "........", //
                                        "........" };
    static const int32_t pocket[] = { 2, 2 }, outside[] = { 0, 1 };
    const extreme what = { .size = 1, .cluster = 4, .terrains = 1, .cost_ratio = 1 };
    contest held = begin_contest(DRAWN(rows));
    assert_true(compare(&held, add_clustered(held.map, &what), 1, pocket, outside));
    end_contest(&held);
}

/// Units each of which may enter all terrains but one: each has transitions of its own.
TEST(units_of_many_capabilities_have_graphs_side_by_side)
{
    enum { KINDS = 31 };
    random_source source = { 7 };
    contest held = begin_contest(map_at_random(&source, 48, 48, 5, KINDS));
    fw_unit_id units[KINDS];
    for (uint32_t i = 0; i < KINDS; i++) {
        fw_unit_def def = unit_entering(1, UINT32_C(0xFFFFFFFE) & ~(UINT32_C(1) << (i + 1)));
        def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
        def.cluster = 8;
        units[i] = add_unit(held.map, def);
    }
    int found = 0;
    for (int i = 0; i < 4 * KINDS; i++) {
        const fw_unit_id unit = units[i % KINDS];
        int32_t from[2], to[2];
        assert_true(draw_anchor(held.map, unit, &source, from));
        assert_true(draw_anchor(held.map, unit, &source, to));
        found += compare(&held, unit, 1, from, to);
    }
    assert_true(found > 2 * KINDS);
    end_contest(&held);
}
