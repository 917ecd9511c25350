#include "common/queries.h"

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/unit.h"

static fw_unit_id add_costly(fw_map *map, int32_t size, fw_corner_rule corners)
{
    fw_unit_def def = unit_of_size(size);
    def.corners = corners;
    def.terrain_cost[FW_ROAD] = 0.5F;
    def.terrain_cost[FW_SAND] = 1.5F;
    def.terrain_cost[FW_TREE] = 2.25F;
    def.terrain_cost[FW_SHALLOW] = 3.0F;
    return add_unit(map, def);
}

query_world query_world_on(fw_map *map)
{
    query_world world = { .map = map };
    const uint32_t land = 1U << FW_GROUND | 1U << FW_ROAD | 1U << FW_SAND | 1U << FW_SWAMP;
    const uint32_t sea = 1U << FW_WATER | 1U << FW_SHALLOW;
    fw_unit_def square = unit_entering(1, land);
    square.corners = FW_CORNERS_ORTHOGONAL;
    world.units[0] = add_unit(map, unit_entering(1, land));
    world.units[1] = add_unit(map, unit_entering(2, land));
    world.units[2] = add_unit(map, unit_entering(3, sea));
    world.units[3] = add_unit(map, square);
    world.units[4] = add_costly(map, 1, FW_CORNERS_NEVER);
    world.units[5] = add_costly(map, 2, FW_CORNERS_NEVER);
    world.units[6] = add_costly(map, 1, FW_CORNERS_ONE);
    world.units[7] = add_costly(map, 1, FW_CORNERS_ALWAYS);

    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    assert_int_equal(fw_overlay_create(width, height, NULL, &world.overlay), FW_OK);
    random_source random = { 5 };
    for (int i = 0; i < 12; i++) {
        const int32_t x = (int32_t)random_below(&random, (uint32_t)width);
        const int32_t y = (int32_t)random_below(&random, (uint32_t)height);
        assert_int_equal(fw_overlay_block(world.overlay, x, y, 3, 2), FW_OK);
        assert_int_equal(fw_overlay_add_cost(world.overlay, y % width, x % height, 6, 5, 0.75F), FW_OK);
    }
    return world;
}

void query_world_destroy(query_world *world)
{
    fw_overlay_destroy(world->overlay);
    fw_map_destroy(world->map);
}

/// A pose at which the unit can stand, where a few tries find one.
static fw_pose some_pose(const query_world *world, random_source *random, fw_unit_id unit, int32_t size)
{
    int32_t x = 0;
    int32_t y = 0;
    for (int tries = 0; tries < 40 && (tries == 0 || !fw_map_fits(world->map, unit, x, y)); tries++) {
        x = (int32_t)random_below(random, (uint32_t)(fw_map_width(world->map) - size + 1));
        y = (int32_t)random_below(random, (uint32_t)(fw_map_height(world->map) - size + 1));
    }
    return fw_pose_on_tile(x, y, size);
}

fw_request query_of(const query_world *world, uint64_t n)
{
    random_source random = { n * UINT64_C(0x51ed270b) + 17 };
    fw_request ask = fw_default_request();
    ask.smoothing = n % 3 ? FW_SMOOTH_NONE : FW_SMOOTH_TAUT;
    ask.unit = world->units[random_below(&random, QUERY_UNITS)];
    fw_unit_def def;
    assert_int_equal(fw_map_unit(world->map, ask.unit, &def), FW_OK);
    ask.start = some_pose(world, &random, ask.unit, def.size);
    const fw_pose goal = some_pose(world, &random, ask.unit, def.size);
    ask.goal = fw_goal_at(goal.x, goal.y);
    switch (random_below(&random, 8)) {
    case 0:
        ask.method = FW_ASTAR;
        break;
    case 1:
        ask.method = FW_GRID;
        ask.nearest = true;
        break;
    case 2:
        ask.method = FW_ON_DEMAND;
        break;
    case 3:
        ask.overlay = world->overlay;
        break;
    case 4:
        ask.method = FW_ASTAR;
        ask.weight = 1.5;
        break;
    case 5:
        ask.method = FW_ASTAR;
        ask.max_work = 50;
        ask.partial = true;
        break;
    case 6:
        ask.goal = fw_goal_within(goal.x, goal.y, 2.5);
        break;
    default:
        ask.method = FW_ASTAR;
        ask.fewer_bends = true;
        break;
    }
    return ask;
}

static fw_result find_in_slices(fw_planner *planner, const fw_request *ask, uint64_t slice, fw_path *path)
{
    fw_search *search = NULL;
    fw_result result = fw_search_begin(planner, ask, &search);
    if (result != FW_OK)
        return result;
    do
        result = fw_search_step(search, slice);
    while (result == FW_PENDING);
    if (result == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    fw_search_end(search);
    return result;
}

uint64_t query_answer(fw_planner *planner, const query_world *world, uint64_t n, uint64_t slice,
                      fw_path *path, uint64_t hash)
{
    const fw_request ask = query_of(world, n);
    const fw_result result =
        slice ? find_in_slices(planner, &ask, slice, path) : fw_find_path(planner, &ask, path);
    hash = fnv_bits(hash, (uint64_t)result);
    return result == FW_OK ? fingerprint_path(hash, path) : hash;
}
