#include "common/yard.h"

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"

void begin_yard(yard *begun, uint64_t seed)
{
    random_source source = { seed };
    *begun = (yard){ .ration = { .left = UNRATIONED } };
    begun->map = map_at_random(&source, SIDE, SIDE, 22, 3);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_WATER] = 1.0f;
    begun->units[0] = add_unit(begun->map, unit);
    unit.terrain_cost[FW_SWAMP] = 2.25f;
    unit.terrain_cost[FW_WATER] = 3.5f;
    begun->units[1] = add_unit(begun->map, unit);
    unit.size = 2;
    unit.corners = FW_CORNERS_ONE;
    begun->units[2] = add_unit(begun->map, unit);
    const fw_allocator hooks = rationed(&begun->ration);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    assert_int_equal(fw_planner_create(begun->map, &def, &begun->planner), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &begun->path), FW_OK);
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &begun->overlay), FW_OK);
    for (int i = 0; i < 30; i++) {
        const int32_t x = (int32_t)random_below(&source, SIDE);
        const int32_t y = (int32_t)random_below(&source, SIDE);
        assert_int_equal(fw_overlay_block(begun->overlay, x, y, 2, 1), FW_OK);
        assert_int_equal(fw_overlay_add_cost(begun->overlay, y, x, 5, 4, 0.5f), FW_OK);
    }
}

void end_yard(yard *yard)
{
    fw_overlay_destroy(yard->overlay);
    fw_path_destroy(yard->path);
    fw_planner_destroy(yard->planner);
    fw_map_destroy(yard->map);
    assert_int_equal(yard->ration.held, 0);
}

fw_pose somewhere(const yard *yard, random_source *source, fw_unit_id unit)
{
    fw_unit_def def;
    int32_t x;
    int32_t y;
    assert_int_equal(fw_map_unit(yard->map, unit, &def), FW_OK);
    do {
        x = (int32_t)random_below(source, SIDE);
        y = (int32_t)random_below(source, SIDE);
    } while (!fw_map_fits(yard->map, unit, x, y));
    return fw_pose_on_tile(x, y, def.size);
}

fw_request request_at_random(const yard *yard, random_source *source)
{
    fw_request ask = fw_default_request();
    ask.unit = yard->units[random_below(source, UNITS)];
    ask.start = somewhere(yard, source, ask.unit);
    const fw_pose goal = somewhere(yard, source, ask.unit);
    ask.goal = fw_goal_at(goal.x, goal.y);
    switch (random_below(source, 8)) {
    case 0:
        ask.weight = 1.0 + random_unit(source);
        break;
    case 1:
        ask.max_work = 1 + random_below(source, 400);
        ask.partial = random_below(source, 2);
        break;
    case 2:
        ask.method = FW_ON_DEMAND;
        break;
    case 3:
        ask.fewer_bends = true;
        break;
    case 4:
        ask.overlay = yard->overlay;
        ask.nearest = true;
        break;
    case 5:
        ask.goal = fw_goal_within(goal.x, goal.y, 3.0);
        break;
    case 6:
        ask.max_distance = 5.0 + 50.0 * random_unit(source);
        break;
    default:
        break;
    }
    return ask;
}

fw_search *begin_long_search(const yard *yard, random_source *source)
{
    for (;;) {
        fw_request ask = fw_default_request();
        ask.unit = yard->units[1];
        ask.start = somewhere(yard, source, ask.unit);
        const fw_pose goal = somewhere(yard, source, ask.unit);
        ask.goal = fw_goal_at(goal.x, goal.y);
        fw_search *search = new_search(yard->planner, &ask);
        if (fw_search_step(search, 3) == FW_PENDING)
            return search;
        fw_search_end(search);
    }
}
