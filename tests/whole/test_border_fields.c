/// What is derived from a whole map stays right while walls come and go on the borders of the library's data
/// structures: distances and costs near walls, rectangles of changes, area maps, and what a planner keeps for vehicles
/// with wide turns. After each commit it is compared with every wall of the map, with the test's own notes, and with
/// what is built anew.
///
/// usage: test_border_fields             the worlds of some seeds, as a test
///        test_border_fields FIRST LAST  those of these seeds
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fnv.h"
#include "batch/fingerprint.h"
#include "common/borders.h"
#include "common/changed_tiles.h"
#include "common/near.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/same_areas.h"
#include "common/unit.h"

enum { SEEDS = 8, ROUNDS = 24, POINTS = 8, DRIVES = 2, MOST_WORK = 3000 };

/// What is watched on a land, and who drives on it.
typedef struct visit {
    borderland land;
    changed_tiles tiles;
    uint64_t first;       ///< version of the map when its tiles were looked at first
    fw_snapshot *old;     ///< null: none is held
    fw_overlay *inflated; ///< has costs near walls
    fw_inflation inflation;
    road_test truck;        ///< its turns are wide; its planner lives as long as the land
    fw_overlay *on_the_way; ///< of the truck and of walks: costs, and once in a while blocked tiles
    fw_planner *walker;     ///< lives as long as the land
    int driven, walked;     ///< paths that were found
} visit;

/// The seed of the land that is being visited; 0 between visits.
static uint64_t running;

static int tell_seed(void **state)
{
    if (running)
        print_message("the land of seed %llu\n", (unsigned long long)running);
    return 0;
}

static fw_inflation draw_inflation(random_source *draw)
{
    return (fw_inflation){ .capability = 2 * random_below(draw, 1 << BORDER_COSTS),
                           .radius = random_within(draw, 0, 4),
                           .decay = exp2(random_within(draw, -4, 2)),
                           .highest = (uint8_t)(random_below(draw, 2) ? 254 : 1 + random_below(draw, 253)) };
}

static fw_unit_def truck_on(borderland *land)
{
    const bool is_round = random_below(&land->draw, 2);
    fw_unit_def def = vehicle(is_round ? fw_circle(0.4) : fw_rectangle(1.2, 0.6), 0, 8.5, FW_DIRECTIONAL);
    for (int i = 0; i < BORDER_COSTS; i++)
        def.terrain_cost[1 + i] = land->costs[i];
    def.reverse = true;
    def.gear_change_cost = 1;
    return def;
}

static void begin_visit(visit *visit, uint64_t seed)
{
    borderland *land = &visit->land;
    *visit = (struct visit){ .old = NULL };
    borderland_begin(land, seed);
    visit->tiles = changed_tiles_of(land->map);
    visit->first = fw_map_version(land->map);
    visit->inflated = new_overlay(land->tiles.width, land->tiles.height);
    visit->on_the_way = new_overlay(land->tiles.width, land->tiles.height);
    visit->inflation = draw_inflation(&land->draw);
    visit->truck = road_on(land->map, truck_on(land));
    visit->walker = new_planner(land->map);
}

static void end_visit(visit *visit)
{
    assert_int_equal(fw_snapshot_release(visit->old), visit->old ? FW_OK : FW_NULL_ARGUMENT);
    changed_tiles_free(&visit->tiles);
    fw_overlay_destroy(visit->inflated);
    fw_overlay_destroy(visit->on_the_way);
    fw_planner_destroy(visit->walker);
    fw_planner_destroy(visit->truck.planner);
    fw_path_destroy(visit->truck.path);
    borderland_end(&visit->land);
}

/// A point on a tile near the focus, or on its border.
static void draw_point(borderland *land, double *x, double *y)
{
    int32_t column, row;
    borderland_place(land, 8, &column, &row);
    *x = column + random_below(&land->draw, 5) / 4.0;
    *y = row + random_below(&land->draw, 5) / 4.0;
}

static void assert_distances_are_those_to_the_nearest_walls(visit *visit)
{
    borderland *land = &visit->land;
    for (int i = 0; i < POINTS; i++) {
        double x, y, distance = -1;
        const uint32_t capability = random_below(&land->draw, 2 << BORDER_COSTS);
        draw_point(land, &x, &y);
        assert_int_equal(fw_map_distance(land->map, capability, x, y, &distance), FW_OK);
        assert_near(distance, plain_distance(&land->tiles, capability, x, y), 1e-12 * (1 + distance));
    }
}

/// The costs of a whole overlay, to be freed.
static uint8_t *costs_of(const borderland *land, const fw_overlay *overlay)
{
    const int32_t width = land->tiles.width, height = land->tiles.height;
    uint8_t *bytes = calloc((size_t)width * (size_t)height, 1);
    assert_non_null(bytes);
    assert_int_equal(fw_overlay_get_costs(overlay, 0, 0, width, height, bytes, (size_t)width), FW_OK);
    return bytes;
}

/// Costs near the focus are those of the distances of tiles to all walls, except where rounding may decide.
static void assert_costs_fall_with_distances(visit *visit, const uint8_t *bytes)
{
    borderland *land = &visit->land;
    const fw_inflation *inflation = &visit->inflation;
    for (int i = 0; i < POINTS; i++) {
        int32_t x, y;
        borderland_place(land, 8, &x, &y);
        const double beyond =
            plain_distance(&land->tiles, inflation->capability, x + 0.5, y + 0.5) - inflation->radius;
        const double cost = fmin(inflation->highest, 253) * exp(-inflation->decay * beyond);
        const uint8_t byte = bytes[y * land->tiles.width + x];
        if (beyond <= -1e-6)
            assert_int_equal(byte, inflation->highest);
        else if (beyond > 1e-6)
            assert_near(byte, cost, 0.5 + 1e-6);
    }
}

/// The overlay is asked for the newest version, and before, once in a while, for an old one.
static void assert_costs_near_walls_are_those_of_a_new_overlay(visit *visit)
{
    borderland *land = &visit->land;
    if (random_below(&land->draw, 20) == 0)
        visit->inflation = draw_inflation(&land->draw);
    const bool is_old = visit->old && random_below(&land->draw, 3) == 0;
    for (int newest = !is_old; newest < 2; newest++) {
        const fw_map *map = newest ? land->map : fw_snapshot_map(visit->old);
        fw_overlay *anew = new_overlay(land->tiles.width, land->tiles.height);
        assert_int_equal(fw_map_inflate(map, &visit->inflation, visit->inflated), FW_OK);
        assert_int_equal(fw_map_inflate(map, &visit->inflation, anew), FW_OK);
        uint8_t *kept = costs_of(land, visit->inflated), *built = costs_of(land, anew);
        assert_memory_equal(kept, built, (size_t)land->tiles.width * (size_t)land->tiles.height);
        if (newest)
            assert_costs_fall_with_distances(visit, kept);
        free(kept);
        free(built);
        fw_overlay_destroy(anew);
    }
}

static void assert_changes_are_listed(visit *visit)
{
    const uint64_t later = fw_map_version(visit->land.map) - visit->first;
    const uint64_t since = visit->first + random_below(&visit->land.draw, (uint32_t)later + 1);
    assert_changes_are_right(&visit->tiles, visit->land.map, since);
    assert_changes_are_right(&visit->tiles, visit->land.map, visit->first);
    if (!visit->old)
        return;
    const fw_map *old = fw_snapshot_map(visit->old);
    const uint64_t version = fw_map_version(old);
    assert_changes_are_right(&visit->tiles, visit->land.map, version);
    assert_changes_are_right(&visit->tiles, old, since < version ? since : version);
}

/// Costs come and go beside the way, and once in a while walls that no map has.
static void change_overlay(visit *visit)
{
    borderland *land = &visit->land;
    int32_t x, y;
    borderland_place(land, 24, &x, &y);
    const int32_t width = 1 + (int32_t)random_below(&land->draw, 30),
                  height = 1 + (int32_t)random_below(&land->draw, 30);
    if (random_below(&land->draw, 4) == 0)
        fw_overlay_clear(visit->on_the_way);
    if (random_below(&land->draw, 6) == 0)
        assert_int_equal(fw_overlay_block(visit->on_the_way, x, y, width, height), FW_OK);
    else
        (void)fw_overlay_add_cost(
            visit->on_the_way, x, y, width, height,
            (float)random_below(&land->draw, 30)); // up to the most that a tile may cost
}

/// Answers by a planner that has answered before, and by a new one, are the same; returns whether there is a path.
static bool find_as_new_planners_do(fw_planner *planner, const fw_map *map, const fw_request *ask,
                                    fw_path *path)
{
    fw_planner *anew = new_planner(map);
    const fw_result expected = fw_find_path(anew, ask, path);
    const uint64_t hash = fingerprint_path(FNV_OF_NOTHING, path);
    fw_statistics once, again;
    assert_int_equal(fw_planner_statistics(anew, &once), FW_OK);
    fw_planner_destroy(anew);
    assert_int_equal(fw_find_path(planner, ask, path), expected);
    assert_int_equal(fw_planner_statistics(planner, &again), FW_OK);
    assert_true(fingerprint_path(FNV_OF_NOTHING, path) == hash || expected != FW_OK);
    assert_int_equal(again.work, once.work);
    assert_int_equal(again.expanded, once.expanded);
    return expected == FW_OK;
}

/// A pose near the focus, half a tile or more from all walls if there is one nearby.
static fw_pose draw_pose(borderland *land, int32_t reach)
{
    const fw_map *map = land->map;
    fw_pose pose = { 0 };
    double room = 0;
    for (int tries = 0; tries < 30 && room < 1; tries++) {
        int32_t x, y;
        borderland_place(land, reach, &x, &y);
        pose = (fw_pose){ x + 0.5, y + 0.5, random_within(&land->draw, -3.1, 3.1) };
        assert_int_equal(fw_map_distance(map, UINT32_MAX, pose.x, pose.y, &room), FW_OK);
    }
    return pose;
}

static void assert_wide_turns_are_those_of_a_new_planner(visit *visit)
{
    borderland *land = &visit->land;
    fw_request ask = fw_default_request();
    ask.unit = visit->truck.unit;
    ask.method = FW_DIRECTIONAL;
    ask.start = draw_pose(land, 24);
    const fw_pose goal = draw_pose(land, 24);
    ask.goal = random_below(&land->draw, 3) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
    ask.overlay = random_below(&land->draw, 5) ? visit->on_the_way : NULL;
    ask.max_work = MOST_WORK;
    if (!find_as_new_planners_do(visit->truck.planner, land->map, &ask, visit->truck.path))
        return;
    assert_path_is_legal(&visit->truck, &ask);
    visit->driven++;
}

static fw_area_map *areas_of(const fw_map *map, fw_unit_id unit, int32_t side, fw_partition partition)
{
    fw_area_map_def def = fw_default_area_map_def();
    fw_area_map *areas = NULL;
    def.side = side;
    def.partition = partition;
    assert_int_equal(fw_area_map_create(map, unit, &def, &areas), FW_OK);
    return areas;
}

/// An anchor near the focus, one where the unit fits if there is one nearby.
static void draw_anchor(borderland *land, const plain_view *view, int32_t *x, int32_t *y)
{
    for (int tries = 0; tries < 30; tries++) {
        borderland_place(land, 40, x, y);
        if (view->fits[*y * view->width + *x])
            return;
    }
}

/// Walks by a planner that knows an earlier area map of the unit, maybe at the same address.
static void assert_walks_are_those_of_a_new_planner(visit *visit, const border_unit *unit,
                                                    const fw_area_map *areas)
{
    borderland *land = &visit->land;
    int32_t x, y;
    fw_request ask = fw_default_request();
    ask.unit = unit->id;
    ask.method = FW_AREAS;
    ask.areas = areas;
    ask.overlay = random_below(&land->draw, 3) ? visit->on_the_way : NULL;
    draw_anchor(land, &unit->view, &x, &y);
    ask.start = fw_pose_on_tile(x, y, unit->def.size);
    draw_anchor(land, &unit->view, &x, &y);
    ask.goal = fw_goal_on_tile(x, y, unit->def.size);
    visit->walked += find_as_new_planners_do(visit->walker, land->map, &ask, visit->truck.path);
}

static void assert_area_maps_are_those_of_a_new_map(visit *visit)
{
    borderland *land = &visit->land;
    fw_unit_id ids[BORDER_UNITS];
    fw_map *anew = borderland_map_anew(land, ids);
    for (int i = 0; i < BORDER_UNITS; i++) {
        const border_unit *unit = &land->units[i];
        const int32_t side = 4 + (int32_t)random_below(&land->draw, 30);
        const fw_partition partition = (fw_partition)random_below(&land->draw, FW_PARTITION_COUNT);
        fw_area_map *edited = areas_of(land->map, unit->id, side, partition),
                    *built = areas_of(anew, ids[i], side, partition);
        assert_same_areas(edited, built);
        assert_walks_are_those_of_a_new_planner(visit, unit, edited);
        fw_area_map_destroy(edited);
        fw_area_map_destroy(built);
    }
    fw_map_destroy(anew);
}

/// A reader takes a snapshot, holds it for some rounds, and gives it back.
static void read_on(visit *visit)
{
    if (random_below(&visit->land.draw, 4))
        return;
    if (visit->old)
        assert_int_equal(fw_snapshot_release(visit->old), FW_OK);
    visit->old = NULL;
    if (random_below(&visit->land.draw, 3))
        assert_int_equal(fw_snapshot_take(visit->land.map, &visit->old), FW_OK);
}

static void visit_land(visit *visit, uint64_t seed)
{
    begin_visit(visit, seed);
    borderland *land = &visit->land;
    for (int round = 0; round < ROUNDS; round++) {
        read_on(visit);
        if (random_below(&land->draw, 6) == 0)
            borderland_replace_unit(land);
        for (uint32_t commits = 1 + random_below(&land->draw, 8); commits > 0; commits--) {
            borderland_edit(land);
            borderland_commit(land);
            changed_tiles_note(&visit->tiles, land->map);
            assert_costs_near_walls_are_those_of_a_new_overlay(visit);
        }
        borderland_look(land);
        change_overlay(visit);
        assert_distances_are_those_to_the_nearest_walls(visit);
        assert_changes_are_listed(visit);
        for (int i = 0; i < DRIVES; i++)
            assert_wide_turns_are_those_of_a_new_planner(visit);
        if (round % 3 == 0)
            assert_area_maps_are_those_of_a_new_map(visit);
    }
    end_visit(visit);
}

/// The seeds that are visited.
static uint64_t first_seed = 1, last_seed;

TEST_BETWEEN(what_is_derived_from_a_map_is_as_built_anew_after_each_commit, NULL, tell_seed)
{
    int driven = 0, walked = 0, lands = 0;
    for (uint64_t seed = first_seed; seed <= last_seed; seed++, lands++) {
        visit visit;
        running = seed;
        visit_land(&visit, seed);
        running = 0;
        driven += visit.driven;
        walked += visit.walked;
    }
    print_message("%d drives with wide turns and %d walks over areas on %d lands\n", driven, walked, lands);
    assert_true(driven >= lands && walked >= lands);
}

int main(int count, char **arguments)
{
    last_seed = (uint64_t)rounds(SEEDS);
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        last_seed = strtoull(arguments[2], NULL, 10);
    }
    return tests_run(NULL, NULL);
}
