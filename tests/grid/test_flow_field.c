// Fields of costs and directions toward goals, against Dijkstra's algorithm.
#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/field.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

enum { GOALS = 3, STARTS_A_FIELD = 8 };

static fw_field *field_of(const scene *scene)
{
    fw_field *field = NULL;
    assert_int_equal(fw_field_create(scene->map, NULL, &field), FW_OK);
    return field;
}

/// The change of x and y by a step.
static void displace(uint8_t step, int32_t *dx, int32_t *dy)
{
    *dx = (step & (FW_MOVE_E | FW_MOVE_SE | FW_MOVE_NE)) != 0;
    *dx -= (step & (FW_MOVE_W | FW_MOVE_SW | FW_MOVE_NW)) != 0;
    *dy = (step & (FW_MOVE_S | FW_MOVE_SE | FW_MOVE_SW)) != 0;
    *dy -= (step & (FW_MOVE_N | FW_MOVE_NE | FW_MOVE_NW)) != 0;
}

/// Follows the steps of a field to a goal.
///
/// @return what the steps cost by the rules of the oracle
static double follow(const scene *scene, const fw_field *field, int32_t x, int32_t y)
{
    double cost = 0;
    for (int steps = 0; fw_field_step(field, x, y) != 0; steps++) {
        int32_t dx, dy;
        displace(fw_field_step(field, x, y), &dx, &dy);
        assert_true(steps < WORLD_TILES);
        assert_true(world_may_step(&scene->seen, x, y, dx, dy));
        cost += world_step_cost(&scene->seen, x, y, dx, dy);
        x += dx;
        y += dy;
    }
    assert_true(fw_field_cost(field, x, y) == 0);
    return cost;
}

/// Compares the cost from an anchor with the oracle's.
static void compare_from(const scene *scene, const fw_field *field, const fw_anchor *goals, int32_t x,
                         int32_t y)
{
    distances oracle;
    double expected = INFINITY;
    world_search(&scene->seen, x, y, &oracle);
    for (int i = 0; i < GOALS; i++)
        if (world_fits(&scene->seen, goals[i].x, goals[i].y))
            expected = fmin(expected, oracle.cost[world_tile(&scene->seen, goals[i].x, goals[i].y)]);
    if (expected == INFINITY) {
        assert_true(isinf(fw_field_cost(field, x, y)));
        assert_int_equal(fw_field_step(field, x, y), 0);
        return;
    }
    assert_near(fw_field_cost(field, x, y), expected, EXACT);
    assert_near(follow(scene, field, x, y), expected, EXACT);
}

static void compare_on_random_maps(uint64_t seed, int maps, scene_costs costs, bool with_overlay)
{
    random_source source = { seed };
    for (int i = 0; i < maps; i++) {
        scene scene = scene_at_random(&source, 16, costs);
        if (with_overlay)
            scene_overlay_at_random(&scene, &source);
        fw_field *field = field_of(&scene);
        fw_anchor goals[GOALS];
        bool has_goal = false;
        for (int goal = 0; goal < GOALS; goal++) {
            goals[goal].x = (int32_t)random_below(&source, (uint32_t)scene.seen.width);
            goals[goal].y = (int32_t)random_below(&source, (uint32_t)scene.seen.height);
            has_goal = has_goal || world_fits(&scene.seen, goals[goal].x, goals[goal].y);
        }
        assert_int_equal(fw_field_fill(field, scene.unit, goals, GOALS, scene.overlay),
                         has_goal ? FW_OK : FW_GOAL_BLOCKED);
        int32_t x, y;
        for (int start = 0; start < STARTS_A_FIELD && scene_pick(&scene, &source, &x, &y); start++)
            compare_from(&scene, field, goals, x, y);
        fw_field_destroy(field);
        scene_end(&scene);
    }
}

TEST(costs_and_steps_are_as_cheap_as_the_oracles)
{
    compare_on_random_maps(11, 300, COSTS_EQUAL, false);
    compare_on_random_maps(12, 300, COSTS_ANY, false);
}

TEST(overlays_change_a_field_as_they_change_paths)
{
    compare_on_random_maps(13, 400, COSTS_ROUND, true);
}

static scene yard(void)
{
    static const char *const rows[] = { "....", ".##.", "...." };
    return scene_of(map_from_drawing(rows, 3), fw_default_unit_def());
}

TEST(tiles_that_lead_to_no_goal_have_infinite_cost_and_no_step)
{
    scene scene = yard();
    fw_field *field = field_of(&scene);
    assert_true(isinf(fw_field_cost(field, 0, 0))); // it is empty
    assert_int_equal(fw_field_fill(field, scene.unit, &(fw_anchor){ 3, 1 }, 1, NULL), FW_OK);
    assert_true(fw_field_cost(field, 3, 1) == 0);
    assert_int_equal(fw_field_step(field, 3, 1), 0);
    assert_int_equal(fw_field_step(field, 3, 0), FW_MOVE_S);
    assert_near(fw_field_cost(field, 0, 1), 5, EXACT);
    assert_true(isinf(fw_field_cost(field, 1, 1)));
    assert_true(isinf(fw_field_cost(field, -1, 0)) && isinf(fw_field_cost(field, 4, 70000)));
    assert_true(isinf(fw_field_cost(NULL, 0, 0)));
    fw_field_destroy(field);
    scene_end(&scene);
}

TEST(a_field_keeps_its_costs_after_a_commit_until_it_is_filled_again)
{
    scene scene = yard();
    fw_field *field = field_of(&scene);
    const fw_anchor goal = { 3, 1 };
    assert_int_equal(fw_field_fill(field, scene.unit, &goal, 1, NULL), FW_OK);
    assert_int_equal(fw_map_set_tile(scene.map, 1, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_tile(scene.map, 2, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_near(fw_field_cost(field, 0, 1), 5, EXACT);
    assert_int_equal(fw_field_fill(field, scene.unit, &goal, 1, NULL), FW_OK);
    assert_near(fw_field_cost(field, 0, 1), 3, EXACT);
    fw_field_destroy(field);
    scene_end(&scene);
}

TEST(wrong_calls_are_refused_and_leave_the_field_empty)
{
    scene scene = yard();
    fw_field *field = field_of(&scene);
    const fw_anchor goal = { 3, 1 }, wall = { 1, 1 };
    fw_overlay *other = new_overlay(9, 9);
    assert_int_equal(fw_field_create(NULL, NULL, &field), FW_NULL_ARGUMENT);
    assert_int_equal(fw_field_create(scene.map, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_field_fill(NULL, scene.unit, &goal, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_field_fill(field, scene.unit, NULL, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_field_fill(field, scene.unit, &goal, 0, NULL), FW_BAD_VALUE);
    assert_int_equal(fw_field_fill(field, 77, &goal, 1, NULL), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_field_fill(field, scene.unit, &goal, 1, other), FW_WRONG_MAP);
    assert_int_equal(fw_field_fill(field, scene.unit, &goal, 1, NULL), FW_OK);
    assert_int_equal(fw_field_fill(field, scene.unit, &wall, 1, NULL), FW_GOAL_BLOCKED);
    assert_true(isinf(fw_field_cost(field, 3, 1)));
    assert_true(fw_field_bytes(field) > 0 && fw_field_bytes(NULL) == 0);
    fw_overlay_destroy(other);
    fw_field_destroy(field);
    fw_field_destroy(NULL);
    scene_end(&scene);
}

TEST(a_field_without_memory_is_empty)
{
    scene scene = yard();
    const fw_anchor goal = { 3, 1 };
    fw_result result = FW_NO_MEMORY;
    for (uint64_t calls = 0; result != FW_OK; calls++) {
        ration ration = { .left = calls };
        const fw_allocator hooks = rationed(&ration);
        fw_field *field = NULL;
        result = fw_field_create(scene.map, &hooks, &field);
        if (result == FW_OK)
            result = fw_field_fill(field, scene.unit, &goal, 1, NULL);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        assert_true((fw_field_cost(field, 3, 0) == 1) == (result == FW_OK));
        fw_field_destroy(field);
        assert_int_equal(ration.held, 0);
    }
    scene_end(&scene);
}
