// Units that are only searched on demand: they need no layer of their size, no regions and no tables.
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/planner.h"
#include "fairway/shape.h"
#include "map/map.h"
#include "regions/unit_regions.h"

enum { SIDE = 60 };

/// One map with a unit that has its layer and one that does without, alike in all else.
typedef struct pair {
    fw_map *map;
    fw_unit_id usual, lean;
    fw_planner *planner;
    fw_path *path, *other;
} pair;

static fw_unit_def lean_unit(fw_unit_def def)
{
    def.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    return def;
}

static pair pair_on(fw_map *map, fw_unit_def def)
{
    pair pair = { .map = map };
    pair.lean = add_unit(map, lean_unit(def));
    pair.usual = add_unit(map, def);
    assert_int_equal(fw_planner_create(map, NULL, &pair.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &pair.path), FW_OK);
    assert_int_equal(fw_path_create(NULL, &pair.other), FW_OK);
    return pair;
}

static void end_pair(pair *pair)
{
    fw_path_destroy(pair->path);
    fw_path_destroy(pair->other);
    fw_planner_destroy(pair->planner);
    fw_map_destroy(pair->map);
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

/// Both units fit at the same anchors, and get equally cheap ways, or neither gets one.
static void assert_alike(pair *pair, random_source *source, int32_t size)
{
    for (int32_t y = -1; y <= SIDE; y++)
        for (int32_t x = -1; x <= SIDE; x++)
            assert_int_equal(fw_map_fits(pair->map, pair->lean, x, y),
                             fw_map_fits(pair->map, pair->usual, x, y));
    for (int i = 0; i < 60; i++) {
        fw_request ask = fw_default_request();
        const int32_t at[4] = { (int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE),
                                (int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE) };
        ask.start = fw_pose_on_tile(at[0], at[1], size);
        ask.start.x += i % 3 ? 0 : 0.25;
        const fw_pose goal = fw_pose_on_tile(at[2], at[3], size);
        ask.goal = fw_goal_at(goal.x, goal.y);
        ask.nearest = i % 2;
        ask.unit = pair->usual;
        const fw_result usual = fw_find_path(pair->planner, &ask, pair->path);
        ask.unit = pair->lean;
        const fw_result lean = fw_find_path(pair->planner, &ask, pair->other);
        // Regions know before the search that there is no way, the search knows it when it has run dry.
        assert_int_equal(lean, usual == FW_UNREACHABLE ? FW_NOT_FOUND : usual);
        if (usual == FW_OK && !ask.nearest)
            assert_true(cost_of(pair->path) == cost_of(pair->other));
        if (lean == FW_OK) {
            fw_check_report report;
            assert_int_equal(fw_path_check(pair->map, pair->lean, pair->other, NULL, &report), FW_OK);
            assert_true(report.legal);
        }
        if (fw_map_connected(pair->map, pair->usual, at[0], at[1], at[2], at[3]))
            assert_true(fw_map_connected(pair->map, pair->lean, at[0], at[1], at[2], at[3]));
    }
}

TEST(a_unit_without_layer_finds_ways_as_cheap_as_one_with_it_while_the_map_changes)
{
    random_source source = { 11 };
    for (int32_t size = 1; size <= 3; size++) {
        fw_unit_def def = unit_entering(size, 1u << FW_GROUND | 1u << FW_SWAMP);
        def.terrain_cost[FW_SWAMP] = 2.5f;
        def.corners = size == 2 ? FW_CORNERS_ALWAYS : FW_CORNERS_NEVER;
        pair pair = pair_on(map_at_random(&source, SIDE, SIDE, 24 / (uint32_t)size, 2), def);
        assert_alike(&pair, &source, size);
        for (int i = 0; i < 40; i++)
            assert_int_equal(fw_map_set_tile(pair.map, (int32_t)random_below(&source, SIDE),
                                             (int32_t)random_below(&source, SIDE), (uint8_t)(i % 3)),
                             FW_OK);
        assert_int_equal(fw_map_commit(pair.map), FW_OK);
        assert_alike(&pair, &source, size);
        assert_int_equal(fw_map_set_rect(pair.map, 0, 0, SIDE, SIDE / 2, FW_SWAMP), FW_OK); // all is rebuilt
        assert_int_equal(fw_map_commit(pair.map), FW_OK);
        assert_alike(&pair, &source, size);
        end_pair(&pair);
    }
}

static size_t layer_bytes_with(fw_unit_def def)
{
    random_source source = { 5 };
    fw_map *map = map_at_random(&source, 512, 512, 5, 2); // tables of open ground take next to nothing
    add_unit(map, def);
    fw_map_memory use;
    assert_int_equal(fw_map_memory_use(map, &use), FW_OK);
    fw_map_destroy(map);
    return use.layers + use.tables;
}

TEST(it_costs_one_bit_a_tile)
{
    const size_t bits = 512 * 512 / 8;
    for (int32_t size = 1; size <= 4; size++) {
        assert_in_range(layer_bytes_with(lean_unit(unit_of_size(size))), bits,
                        bits + bits / 2); // and padding, and the table of pages
        assert_true(layer_bytes_with(unit_of_size(size)) > 4 * bits);
    }
}

TEST(without_regions_only_a_search_tells_what_is_connected)
{
    const char *two_rooms[] = { "...#...", "...#...", "...#..." };
    pair pair = pair_on(DRAWN(two_rooms), unit_of_size(2));
    int32_t x, y;
    assert_false(fw_map_connected(pair.map, pair.usual, 0, 0, 4, 0));
    assert_true(fw_map_connected(pair.map, pair.lean, 0, 0, 4, 0));
    assert_false(fw_map_connected(pair.map, pair.lean, 0, 0, 3, 0));
    assert_false(fw_map_connected(pair.map, pair.lean, 2, 0, 4, 0));
    assert_int_equal(fw_map_region(pair.map, pair.lean, 0, 0), 0);
    assert_int_equal(fw_map_nearest(pair.map, pair.lean, 1, 5.0, 1.0, &x, &y), FW_NOT_PREPARED);
    fw_request ask = fw_default_request();
    ask.unit = pair.lean;
    ask.start = fw_pose_on_tile(0, 0, 2);
    ask.goal = fw_goal_at(5.0, 1.0);
    assert_int_equal(fw_find_path(pair.planner, &ask, pair.path), FW_NOT_FOUND);
    end_pair(&pair);
}

TEST(other_methods_and_taut_smoothing_wait_until_they_are_prepared)
{
    const char *room[] = { "......", "......", "..#...", "......" };
    pair pair = pair_on(DRAWN(room), unit_of_size(1));
    fw_request ask = fw_default_request();
    ask.unit = pair.lean;
    ask.start = fw_pose_on_tile(0, 0, 1);
    ask.goal = fw_goal_at(5.5, 3.5);
    ask.method = FW_ASTAR;
    assert_int_equal(fw_find_path(pair.planner, &ask, pair.path), FW_NOT_PREPARED);
    ask.method = FW_AUTO;
    ask.smoothing = FW_SMOOTH_TAUT;
    assert_int_equal(fw_find_path(pair.planner, &ask, pair.path), FW_NOT_PREPARED);
    ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(fw_find_path(pair.planner, &ask, pair.path), FW_OK);
    const double stepped = fw_path_length(pair.path);
    assert_int_equal(fw_path_smooth(pair.planner, NULL, FW_SMOOTH_TAUT, pair.path), FW_NOT_PREPARED);
    assert_int_equal(fw_path_smooth(pair.planner, NULL, FW_SMOOTH_AUTO, pair.path), FW_OK);
    assert_true(fw_path_length(pair.path) == stepped);

    assert_int_equal(fw_map_prepare(pair.map, pair.lean, FW_ON_DEMAND), FW_OK);
    assert_null(map_find_unit(map_version_of(pair.map), pair.lean)->layer);
    assert_int_equal(fw_map_prepare(pair.map, pair.lean, FW_ASTAR), FW_OK);
    const map_unit *lean = map_find_unit(map_version_of(pair.map), pair.lean),
                   *usual = map_find_unit(map_version_of(pair.map), pair.usual);
    assert_ptr_equal(lean->layer, usual->layer);
    assert_ptr_equal(regions_of_unit(map_version_of(pair.map), lean),
                     regions_of_unit(map_version_of(pair.map), usual));
    assert_ptr_equal(regions_of_body(map_version_of(pair.map), lean),
                     regions_of_body(map_version_of(pair.map), usual));
    ask.method = FW_ASTAR;
    assert_int_equal(fw_find_path(pair.planner, &ask, pair.path), FW_OK);
    assert_true(fw_path_length(pair.path) < stepped);
    end_pair(&pair);
}

TEST(without_memory_nothing_is_prepared_and_nothing_is_lost)
{
    fw_unit_def def = lean_unit(unit_of_size(3));
    int refused = 0;
    for (uint64_t n = 0;; n++) {
        ration from = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&from);
        fw_map_def field = fw_default_map_def();
        field.allocator = &hooks;
        fw_map *map;
        assert_int_equal(fw_map_create(&field, &map), FW_OK);
        const fw_unit_id lean = add_unit(map, def);
        const uint64_t held = from.held;
        from.left = n;
        const fw_result result = fw_map_prepare(map, lean, FW_JUMP_POINTS);
        from.left = UNRATIONED;
        if (result != FW_OK) {
            refused++;
            assert_int_equal(result, FW_NO_MEMORY);
            assert_int_equal(from.held, held);
            assert_null(map_find_unit(map_version_of(map), lean)->layer);
        }
        fw_map_destroy(map);
        assert_int_equal(from.held, 0);
        if (result == FW_OK)
            break;
    }
    assert_true(refused > 5);
}
