// Jump points under overlays that block tiles and forbid moves, against Dijkstra on small maps and A* on larger ones.

#include <math.h>

#include "base/random.h"
#include "common/dijkstra.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/check.h"

typedef struct site {
    random_source random;
    int32_t side;
    fw_map *map;
    fw_unit_id unit;
    fw_unit_def def;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path;
} site;

static int32_t below(site *site, int32_t count)
{
    return (int32_t)random_below(&site->random, (uint32_t)count);
}

/// A random map with walls and single tiles, and a unit.
static void open_site(site *site, uint64_t seed, int32_t side)
{
    *site = (struct site){ .random = { seed }, .side = side, .path = new_path() };
    fw_map_def map = fw_default_map_def();
    map.width = map.height = side;
    assert_int_equal(fw_map_create(&map, &site->map), FW_OK);
    for (int32_t i = below(site, side * side / 8); i > 0; i--)
        fw_map_set_tile(site->map, below(site, side), below(site, side), FW_BLOCKED);
    for (int32_t i = below(site, side / 4); i > 0; i--) {
        const bool upright = below(site, 2);
        const int32_t x = below(site, side), y = below(site, side), length = 1 + below(site, side / 2);
        fw_map_set_rect(site->map, x, y, upright ? 1 : length, upright ? length : 1, FW_BLOCKED);
    }
    assert_int_equal(fw_map_commit(site->map), FW_OK);
    site->def = fw_default_unit_def();
    site->def.size = 1 + below(site, 3);
    site->def.corners = below(site, 2) ? FW_CORNERS_NEVER : FW_CORNERS_ORTHOGONAL;
    assert_int_equal(fw_map_add_unit(site->map, &site->def, &site->unit), FW_OK);
    assert_int_equal(fw_planner_create(site->map, NULL, &site->planner), FW_OK);
    assert_int_equal(fw_overlay_create(side, side, NULL, &site->overlay), FW_OK);
}

static void close_site(site *site)
{
    fw_path_destroy(site->path);
    fw_overlay_destroy(site->overlay);
    fw_planner_destroy(site->planner);
    fw_map_destroy(site->map);
}

/// Blocks some rectangles and forbids some moves; `seen` follows where it is not null.
static void draw_overlay(site *site, world *seen)
{
    fw_overlay_clear(site->overlay);
    for (int32_t i = below(site, 4); i > 0; i--) {
        const int32_t x = below(site, site->side), y = below(site, site->side);
        const int32_t width = 1 + below(site, 3), height = 1 + below(site, 3);
        assert_int_equal(fw_overlay_block(site->overlay, x, y, width, height), FW_OK);
        for (int32_t row = y; seen && row < y + height && row < site->side; row++)
            for (int32_t column = x; column < x + width && column < site->side; column++)
                seen->blocked[world_tile(seen, column, row)] = true;
    }
    for (int32_t i = below(site, 12); i > 0; i--) {
        const int32_t x = below(site, site->side), y = below(site, site->side);
        const uint8_t moves = (uint8_t)below(site, 256);
        assert_int_equal(fw_overlay_forbid(site->overlay, x, y, moves), FW_OK);
        if (seen)
            seen->forbidden[world_tile(seen, x, y)] |= moves;
    }
}

static fw_request draw_request(site *site, int32_t tiles[4])
{
    fw_request ask = fw_default_request();
    for (int i = 0; i < 4; i++)
        tiles[i] = below(site, site->side);
    ask.unit = site->unit;
    ask.overlay = site->overlay;
    ask.start = fw_pose_on_tile(tiles[0], tiles[1], site->def.size);
    ask.goal = fw_goal_on_tile(tiles[2], tiles[3], site->def.size);
    return ask;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

/// Fails unless a path keeps all rules, those of the overlay too.
static void judge_path(const site *site, const fw_request *ask)
{
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    def.overlay = ask->overlay;
    def.has_goal = true;
    def.goal = ask->goal;
    def.check_cost = true;
    assert_int_equal(fw_path_check(site->map, site->unit, site->path, &def, &report), FW_OK);
    assert_true(report.legal);
}

TEST(paths_under_overlays_are_as_short_as_those_of_dijkstra)
{
    static site site;
    static world seen;
    static distances shortest;
    int found = 0, none = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(800); seed++) {
        open_site(&site, seed, WORLD_SIDE);
        for (int i = 0; i < 6; i++) {
            int32_t at[4];
            world_of(site.map, site.unit, &seen);
            draw_overlay(&site, &seen);
            fw_request ask = draw_request(&site, at);
            ask.method = FW_JUMP_POINTS;
            if (!world_fits(&seen, at[0], at[1]) || !world_fits(&seen, at[2], at[3]))
                continue;
            world_search(&seen, at[0], at[1], &shortest);
            const double cost = shortest.cost[world_tile(&seen, at[2], at[3])];
            const fw_result result = fw_find_path(site.planner, &ask, site.path);
            assert_int_equal(result == FW_OK, isfinite(cost));
            found += result == FW_OK;
            none += result != FW_OK;
            if (result != FW_OK)
                continue;
            assert_true(fabs(cost_of(site.path) - cost) < 1e-9 * (1 + cost));
            judge_path(&site, &ask);
        }
        close_site(&site);
    }
    assert_true(found > at_least(500) && none > at_least(50));
}

/// The answer to a request by a method; the cost of the path, or an infinite one.
static double answer(const site *site, fw_request ask, fw_method method, bool slices)
{
    ask.method = method;
    if (!slices)
        return fw_find_path(site->planner, &ask, site->path) == FW_OK ? cost_of(site->path) : INFINITY;
    fw_search *search = new_search(site->planner, &ask);
    fw_result step;
    do
        step = fw_search_step(search, 3);
    while (step == FW_PENDING);
    if (step == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, site->path), FW_OK);
    fw_search_end(search);
    return step == FW_OK ? cost_of(site->path) : INFINITY;
}

TEST(paths_under_overlays_are_as_short_as_those_of_astar)
{
    static site site;
    int found = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(40); seed++) {
        open_site(&site, 5000 + seed, 96);
        for (int i = 0; i < 24; i++) {
            int32_t at[4];
            draw_overlay(&site, NULL);
            fw_request ask = draw_request(&site, at);
            const bool stands = fw_map_fits(site.map, site.unit, at[0], at[1]) &&
                                fw_map_fits(site.map, site.unit, at[2], at[3]);
            if (!stands)
                continue;
            const double cost = answer(&site, ask, FW_ASTAR, false);
            const double jumped = answer(&site, ask, FW_JUMP_POINTS, i % 3 == 0);
            if (isfinite(jumped))
                judge_path(&site, &ask);
            assert_true(cost == jumped || fabs(jumped - cost) < 1e-9 * (1 + cost));
            found += isfinite(cost);
            ask.overlay = NULL;
            const double without = answer(&site, ask, FW_ASTAR, false);
            const double graph = answer(&site, ask, FW_JUMP_POINTS, false);
            assert_true(without == graph || fabs(graph - without) < 1e-9 * (1 + without));
        }
        close_site(&site);
    }
    assert_true(found > at_least(200));
}

/// A map of scattered tiles, with a unit of size 1.
static void open_scattered(site *site, uint64_t seed, int32_t side, int32_t tiles)
{
    *site = (struct site){ .random = { seed }, .side = side, .path = new_path() };
    fw_map_def map = fw_default_map_def();
    map.width = map.height = side;
    assert_int_equal(fw_map_create(&map, &site->map), FW_OK);
    while (tiles-- > 0)
        fw_map_set_tile(site->map, below(site, side), below(site, side), FW_BLOCKED);
    assert_int_equal(fw_map_commit(site->map), FW_OK);
    site->def = fw_default_unit_def();
    assert_int_equal(fw_map_add_unit(site->map, &site->def, &site->unit), FW_OK);
    assert_int_equal(fw_planner_create(site->map, NULL, &site->planner), FW_OK);
    assert_int_equal(fw_overlay_create(side, side, NULL, &site->overlay), FW_OK);
}

static fw_request request_between(const site *site, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    fw_request ask = fw_default_request();
    ask.unit = site->unit;
    ask.method = FW_JUMP_POINTS;
    ask.overlay = site->overlay;
    ask.start = fw_pose_on_tile(x, y, 1);
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

TEST(a_tile_on_a_path_in_sight_costs_few_nodes)
{
    enum { SIDE = 256 };
    static site site;
    open_scattered(&site, 3, SIDE, 80);
    uint64_t nodes = 0;
    int blocked = 0;
    for (int i = 0; i < 300; i++) {
        fw_request ask = request_between(&site, below(&site, SIDE), below(&site, SIDE), below(&site, SIDE),
                                         below(&site, SIDE));
        fw_overlay_clear(site.overlay);
        if (fw_find_path(site.planner, &ask, site.path) != FW_OK || fw_path_length(site.path) < 8)
            continue;
        fw_pose middle;
        assert_int_equal(fw_path_pose_at(site.path, fw_path_length(site.path) / 2, &middle), FW_OK);
        fw_overlay_block(site.overlay, (int32_t)middle.x, (int32_t)middle.y, 1, 1);
        const double cost = answer(&site, ask, FW_ASTAR, false);
        assert_true(fabs(answer(&site, ask, FW_JUMP_POINTS, false) - cost) < 1e-9 * (1 + cost));
        judge_path(&site, &ask);
        fw_statistics statistics;
        assert_int_equal(fw_planner_statistics(site.planner, &statistics), FW_OK);
        nodes += statistics.improved;
        blocked++;
    }
    assert_true(blocked > 200);
    assert_true(nodes < (uint64_t)blocked * 40);
    close_site(&site);
}

/// Two rooms with a gap through which they see each other, and one farther away.
TEST(a_tile_that_closes_a_gap_leads_through_a_gap_far_away)
{
    enum { SIDE = 96, WALL = 50, GAP = 40 };
    static site site;
    open_scattered(&site, 4, SIDE, 0);
    fw_map_set_rect(site.map, WALL, 0, 1, SIDE, FW_BLOCKED);
    fw_map_set_tile(site.map, WALL, GAP, FW_GROUND);
    fw_map_set_tile(site.map, WALL, 2, FW_GROUND);
    assert_int_equal(fw_map_commit(site.map), FW_OK);
    fw_overlay_block(site.overlay, WALL, GAP, 1, 1);
    for (int32_t y = GAP - 5; y <= GAP + 5; y++)
        for (int slices = 0; slices < 2; slices++) {
            fw_request ask = request_between(&site, WALL - 20, y, WALL + 25, GAP);
            const double cost = answer(&site, ask, FW_ASTAR, false);
            assert_true(isfinite(cost));
            assert_true(fabs(answer(&site, ask, FW_JUMP_POINTS, slices) - cost) < 1e-9 * (1 + cost));
            judge_path(&site, &ask);
        }
    close_site(&site);
}

/// Distance of the path's end from the goal, in tiles.
static double left_over(const site *site, const fw_request *ask)
{
    fw_pose end;
    assert_int_equal(fw_path_pose_at(site->path, fw_path_length(site->path), &end), FW_OK);
    return hypot(end.x - ask->goal.pose.x, end.y - ask->goal.pose.y);
}

TEST(under_an_overlay_any_method_ends_as_near_to_a_closed_off_goal_as_astar)
{
    static site site;
    int near = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(200); seed++) {
        open_site(&site, 9000 + seed, 24);
        for (int i = 0; i < 8; i++) {
            int32_t at[4];
            draw_overlay(&site, NULL);
            fw_request ask = draw_request(&site, at);
            ask.nearest = true;
            if (!fw_map_fits(site.map, site.unit, at[0], at[1]) ||
                !isfinite(answer(&site, ask, FW_ASTAR, false)))
                continue;
            const double least = left_over(&site, &ask);
            assert_true(isfinite(answer(&site, ask, FW_AUTO, i % 2 == 0)));
            assert_true(fabs(left_over(&site, &ask) - least) < 1e-9);
            ask.method = FW_JUMP_POINTS;
            const fw_result named = fw_find_path(site.planner, &ask, site.path);
            if (named != FW_METHOD_DOES_NOT_FIT) { // the overlay is empty
                assert_int_equal(named, FW_OK);
                assert_true(fabs(left_over(&site, &ask) - least) < 1e-9);
            }
            near += least > 0;
        }
        close_site(&site);
    }
    assert_true(near > at_least(100));
}
