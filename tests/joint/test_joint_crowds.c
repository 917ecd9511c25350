#include "common/drawing.h"
#include "common/knots.h"
#include "common/unit.h"

/// Crowds of which each is solved by few steps of all, and by thousands without the moves of joint/spread.h.

enum { LANE = 28, LANES = 8, MOST_NODES = 400 };

/// A winding lane, two tiles wide, which fills a square.
static fw_map *winding(void)
{
    fw_map *map = open_map(LANE + 2, 3 * LANES + 1);
    for (int32_t i = 0; i < (LANE + 2) * (3 * LANES + 1); i++) {
        const int32_t x = i % (LANE + 2), y = i / (LANE + 2), end = y / 3 % 2 ? LANE - 1 : 1;
        const bool is_open =
            x > 0 && x <= LANE && (y % 3 || (y > 0 && y < 3 * LANES && (x == end || x == end + 1)));
        if (!is_open)
            fw_map_set_tile(map, x, y, FW_BLOCKED);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Plans a scene, with few nodes.
static joint_solver *plan_soon(memory *memory, const knot_scene *scene)
{
    joint_solver *solver;
    joint_answer answer;
    memory_init(memory, NULL);
    assert_int_equal(joint_solver_create(memory, &solver), FW_OK);
    const joint_problem problem = knot_problem(scene);
    assert_int_equal(joint_begin(solver, &problem), FW_OK);
    assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
    assert_int_equal(answer, JOINT_PLANNED);
    const joint_effort effort = joint_effort_of(solver);
    if (effort.nodes > MOST_NODES)
        fail_msg("%d units: %d nodes", scene->count, (int)effort.nodes);
    return solver;
}

/// Plans a scene with few nodes, checks the plan, and ends the scene.
static void assert_soon_planned(knot_scene scene)
{
    memory memory;
    joint_solver *solver = plan_soon(&memory, &scene);
    const char *fault = knot_fault(&scene, joint_plan_of(solver), 0);
    if (fault)
        fail_msg("%d units: %s", scene.count, fault);
    joint_solver_destroy(solver);
    knot_scene_end(&scene);
}

/// 0 .. 2 * LANE * LANES - 1: tiles beside each other, from one end of the winding lane.
static joint_place tile_of(int32_t number)
{
    const int32_t lane = number / (2 * LANE), across = number % 2, along = number % (2 * LANE) / 2;
    return (joint_place){ (lane % 2 ? LANE - along : along + 1) + 0.5, 3 * lane + 1.5 + across };
}

TEST(a_crowd_packed_more_densely_than_the_lattice_spreads_first)
{
    const double gap = 0.701; // of two bodies beside each other
    const int32_t row = 38;   // of them in a lane
    for (int32_t shift = 0; shift < 3; shift++) {
        knot_scene scene = knot_scene_on(winding());
        for (int32_t i = 0; i < 100; i++) {
            const double along = 1.36 + gap * (i / 2 % row) + 0.15 * shift * (i % 2);
            const joint_place goal = tile_of((i * 37 + shift) % (2 * LANE * LANES));
            knot_goes(&scene, 0.35, along, 1.36 + 1.28 * (i % 2) + 3 * (i / 2 / row), goal.x, goal.y);
        }
        assert_soon_planned(scene);
    }
}

/// Two rooms, joined by a narrow lane below and a wide one above.
static const char *const narrow_lane[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "@............................@", "@............................@",
    "@....@@@@@@@@@@@@@@@@@@@@....@", "@....@@@@@@@@@@@@@@@@@@@@....@", "@....@@@@@@@@@@@@@@@@@@@@....@",
    "@....@@@@@@@@@@@@@@@@@@@@....@", "@....@@@@@@@@@@@@@@@@@@@@....@", "@............................@",
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
};

TEST(goals_in_a_narrow_lane_are_taken_in_the_order_in_which_all_get_there)
{
    const int32_t steps[] = { 1, 3, 7, 9, 11 }; // decide from where the units come that go into the lane
    for (int32_t n = 0; n < 5; n++) {
        knot_scene scene = knot_scene_on(DRAWN(narrow_lane));
        for (int32_t i = 0; i < 60; i++) { // two rooms full of units, and one third of them go into the lane
            const double x = i % 2 ? 25.5 + i / 2 % 4 : 1.5 + i / 2 % 4, y = 1.5 + i / 8;
            if (i % 3 == 0)
                knot_goes(&scene, 0.35, x, y, 5.5 + i / 3 * steps[n] % 20, 8.5);
            else
                knot_goes(&scene, 0.35, x, y, x < 15 ? x + 24 : x - 24, y);
        }
        assert_soon_planned(scene);
    }
}

TEST(who_is_parked_where_another_one_goes_ends_beside_it)
{
    knot_scene scene = knot_scene_on(winding());
    for (int32_t i = 0; i < 60; i++) {
        const joint_place at = tile_of(i);
        knot_parks(&scene, 0.35, at.x + 0.1, at.y - 0.1);
    }
    for (int32_t i = 0; i < 5; i++)
        knot_goes(&scene, 0.35, tile_of(120 + 4 * i).x, tile_of(120).y, tile_of(7 * i).x, tile_of(7 * i).y);
    memory memory;
    joint_solver *solver = plan_soon(&memory, &scene);
    const joint_plan *plan = joint_plan_of(solver);
    const joint_place *last = plan->places + (size_t)(plan->beats - 1) * (size_t)plan->units;
    int32_t moved = 0;
    for (int32_t i = 0; i < plan->units; i++) { // the units have ids in their order
        const joint_unit *unit = &scene.units[i];
        if (unit->order == JOINT_GOES)
            assert_true(last[i].x == unit->goal_x && last[i].y == unit->goal_y);
        else
            moved += last[i].x != unit->x || last[i].y != unit->y;
    }
    assert_int_equal(moved, 5);
    joint_solver_destroy(solver);
    knot_scene_end(&scene);
}
