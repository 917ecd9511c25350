// Ways over terrain that costs 4,080 times as much as the cheapest: whatever they add up to is counted.
#include "common/drawing.h"
#include "common/road.h"
#include "common/unit.h"

enum { LONG = 340, HIGH = 14 };

/// Two lanes of swamp, three tiles wide, joined at the east end.
static fw_map *hairpin(void)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = LONG;
    def.height = HIGH;
    def.fill = FW_BLOCKED;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 1, 1, LONG - 2, HIGH - 2, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 1, 4, LONG - 8, HIGH - 8, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// A vehicle for which ground, of which the map has none, is as cheap as terrain can be, and swamp as dear.
static road_test wader_on(fw_map *map, fw_method method)
{
    fw_unit_def def = vehicle(fw_circle(0.4), 1, 1, method);
    def.terrain_cost[FW_GROUND] = 1.0F / 16;
    def.terrain_cost[FW_SWAMP] = 255;
    return road_on(map, def);
}

/// What a path may cost at most, by how long it is on the grid.
static double most_cost(const road_test *test, const fw_request *ask)
{
    fw_request by_grid = *ask;
    fw_path_summary summary;
    by_grid.method = FW_ASTAR;
    by_grid.allow_violations = true;
    by_grid.fastest = NULL;
    by_grid.turn_charge = 0;
    by_grid.heuristic = FW_HEURISTIC_AUTO;
    assert_int_equal(fw_find_path(test->planner, &by_grid, test->path), FW_OK);
    fw_path_summarise(test->path, &summary);
    return 1.05 * summary.cost;
}

static void assert_way_is_found(const road_test *test, const fw_request *ask)
{
    const double most = most_cost(test, ask);
    fw_path_summary summary;
    assert_int_equal(fw_find_path(test->planner, ask, test->path), FW_OK);
    assert_path_is_legal(test, ask);
    fw_path_summarise(test->path, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
    assert_true(summary.cost <= most && summary.cost > 2 * 255 * (LONG - 20));
}

TEST(every_method_adds_up_the_dearest_way)
{
    static const fw_method methods[] = { FW_AUTO, FW_HYBRID, FW_DIRECTIONAL, FW_DIRECTIONAL_24,
                                         FW_DIRECTIONAL_48 };
    const fw_speed_def speeds = fw_default_speed_def();
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        road_test test = wader_on(hairpin(), methods[i]);
        assert_int_equal(fw_map_prepare(test.map, test.unit, methods[i]), FW_OK);
        fw_request ask =
            request_on(&test, methods[i], (lattice_pose){ 3, 2, 0 }, (lattice_pose){ 3, HIGH - 3, 4 });
        assert_way_is_found(&test, &ask);
        if (methods[i] == FW_DIRECTIONAL) {
            ask.fastest = &speeds;
            assert_way_is_found(&test, &ask);
            ask.fastest = NULL;
            for (fw_heuristic heuristic = FW_HEURISTIC_AUTO; heuristic <= FW_HEURISTIC_MOTIONS; heuristic++) {
                ask.heuristic = heuristic;
                assert_way_is_found(&test, &ask);
            }
        }
        road_end(&test);
    }
}

TEST(charges_for_turning_are_counted_however_high_they_are)
{
    road_test test = wader_on(hairpin(), FW_DIRECTIONAL);
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 2, 0 }, (lattice_pose){ 3, HIGH - 3, 4 });
    for (int exact = 0; exact < 2; exact++) {
        ask.heuristic = exact ? FW_HEURISTIC_MOTIONS : FW_HEURISTIC_AUTO;
        for (ask.turn_charge = 1; ask.turn_charge <= 1e5; ask.turn_charge *= 10)
            assert_way_is_found(&test, &ask);
    }
    road_end(&test);
}
