#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/drawing.h"
#include "common/knots.h"
#include "common/unit.h"

/// Scenes of bug reports of games, and more like them: who stands where, and goes where.

static const char *const open_ground[] = {
    "..............................", "..............................", "..............................",
    "..............................", "..............................", "..............................",
    "..............................", "..............................", "..............................",
    "..............................", "..............................", "..............................",
    "..............................", "..............................", "..............................",
};

static const char *const dead_end[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "@.........@@@@@@@@@@@@@@@@@@@@", "@.........@@@@@@@@@@@@@@@@@@@@",
    "@.........@@@@@@@@@@@@@@@@@@@@", "@.........@@@@@@@@@@@@@@@@@@@@", "@..........................@@@",
    "@.........@@@@@@@@@@@@@@@@@@@@", "@.........@@@@@@@@@@@@@@@@@@@@", "@.........@@@@@@@@@@@@@@@@@@@@",
    "@.........@@@@@@@@@@@@@@@@@@@@", "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
};

static const char *const thoroughfare[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@..........................................................@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@.........@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.........@",
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
};

static const char *const shortcut[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "@............................@", "@............................@",
    "@............................@", "@........@@@@@@@@@@@@........@", "@........@@@@@@@@@@@@........@",
    "@........@@@@@@@@@@@@........@", "@........@@@@@@@@@@@@........@", "@............................@",
    "@........@@@@@@@@@@@@........@", "@........@@@@@@@@@@@@........@", "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@",
};

static const char *const door[] = {
    "@@@@@@@@@@@@@@@@@@@@@", "@.........@.........@", "@.........@.........@", "@.........@.........@",
    "@.........@.........@", "@...................@", "@.........@.........@", "@.........@.........@",
    "@.........@.........@", "@.........@.........@", "@@@@@@@@@@@@@@@@@@@@@",
};

static const char *const short_dead_end[] = {
    "@@@@@@@@@", "@.......@", "@.......@", "@@@@.@@@@", "@@@@.@@@@", "@@@@@@@@@",
};

static const char *const three_ways[] = {
    "@@@@@@@@@@@@", "@..........@", "@.@@@@@@@@.@", "@.@@@@@@@@.@", "@..........@",
    "@.@@@@@@@@.@", "@.@@@@@@@@.@", "@..........@", "@@@@@@@@@@@@",
};

static const char *const pocket[] = {
    "@@@@@@@@@@@@@@",
    "@............@",
    "@@@@@@.@@@@@@@",
    "@@@@@@@@@@@@@@",
};

/// Plans a scene, checks its plan, and ends it. All must arrive, those that share a goal near it.
static void assert_planned(knot_scene scene, double group_reach)
{
    memory memory;
    joint_solver *solver;
    joint_answer answer;
    memory_init(&memory, NULL);
    assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
    for (int32_t plans = 1; plans <= 12; plans += 11) {
        joint_problem problem = knot_problem(&scene);
        problem.plans = plans;
        problem.effort = 1000000;
        assert_int_equal(joint_begin(solver, &problem), FW_OK);
        assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
        assert_int_equal(answer, JOINT_PLANNED);
        const char *fault = knot_fault(&scene, joint_plan_of(solver), group_reach);
        if (!fault)
            fault = knot_fault_late(&scene, joint_plan_of(solver), 7);
        if (fault)
            fail_msg("%d units, best of %d plans: %s", scene.count, plans, fault);
    }
    joint_solver_destroy(solver);
    assert_int_equal(memory.bytes, 0);
    knot_scene_end(&scene);
}

TEST(two_units_with_goals_that_overlap_end_beside_each_other)
{
    const double second[] = { 15.5, 16.0, 16.29, 16.31 };
    for (size_t i = 0; i < 4; i++) {
        knot_scene scene = knot_scene_on(DRAWN(open_ground));
        knot_goes(&scene, 0.4, 3.5, 10.5, 15.5, 10.5);
        knot_goes(&scene, 0.4, 26.5, 10.5, second[i], 10.5);
        assert_planned(scene, 1.5);
    }
}

TEST(many_units_with_one_goal_end_around_it)
{
    for (int32_t count = 5; count <= 44; count += 13) {
        knot_scene scene = knot_scene_on(DRAWN(open_ground));
        for (int32_t i = 0; i < count; i++)
            knot_goes(&scene, 0.4, 1.5 + i % 15 * 1.9, 1 + i / 15 * 2.3, 15.5, 7.5);
        assert_planned(scene, 1.3 * 0.4 * sqrt(count));
    }
}

TEST(two_hundred_units_with_one_goal_end_around_it)
{
    knot_scene scene = knot_scene_on(open_map(60, 45));
    for (int32_t i = 0; i < 200; i++)
        knot_goes(&scene, 0.4, 2.5 + i % 25 * 1.5, 2.5 + i / 25 * 1.5, 40.5, 30.5);
    assert_planned(scene, 1.3 * 0.4 * sqrt(200));
}

TEST(units_with_one_goal_in_a_dead_end_fill_it)
{
    for (int32_t count = 3; count <= 9; count += 3) {
        knot_scene scene = knot_scene_on(DRAWN(dead_end));
        for (int32_t i = 0; i < count; i++)
            knot_goes(&scene, 0.4, 2.5 + i % 3 * 2, 2.5 + i / 3 * 2, 26.5, 5.5);
        assert_planned(scene, 10);
    }
}

TEST(units_whose_goals_touch_both_arrive)
{
    knot_scene scene = knot_scene_on(open_map(32, 32));
    knot_goes(&scene, 0.5, 5.5, 5.5, 20.5, 10.5);
    knot_goes(&scene, 0.5, 30.5, 8.5, 21.5, 10.5);
    assert_planned(scene, 0);
}

TEST(a_parked_unit_lets_another_one_out_of_a_dead_end_and_comes_back)
{
    knot_scene scene = knot_scene_on(DRAWN(dead_end));
    knot_goes(&scene, 0.4, 26.4, 5.5, 3.5, 5.5);
    knot_parks(&scene, 0.4, 25.2, 5.5);
    assert_planned(scene, 0);
}

TEST(parked_units_in_a_corridor_let_others_through)
{
    for (int32_t parked = 1; parked <= 6; parked++) {
        knot_scene scene = knot_scene_on(DRAWN(thoroughfare));
        knot_goes(&scene, 0.4, 5.5, 5.5, 55.5, 5.5);
        for (int32_t i = 0; i < parked; i++)
            knot_parks(&scene, 0.4, 29 + 1.1 * i, 5.5);
        assert_planned(scene, 0);
    }
}

TEST(two_units_pass_each_other_at_the_end_of_a_long_corridor)
{
    const double starts[2][2] = { { 5.5, 54.5 }, { 27.5, 30.5 } };
    for (int i = 0; i < 2; i++) {
        knot_scene scene = knot_scene_on(DRAWN(thoroughfare));
        knot_goes(&scene, 0.4, starts[i][0], 5.5, 55.5, 5.5);
        knot_goes(&scene, 0.4, starts[i][1], 5.5, 3.5, 5.5);
        assert_planned(scene, 0);
    }
}

TEST(three_units_pass_three_others_in_a_long_corridor)
{
    knot_scene scene = knot_scene_on(DRAWN(thoroughfare));
    for (int32_t i = 0; i < 3; i++) {
        knot_goes(&scene, 0.4, 5.5 + i, 5.5, 53.5 + i, 4.5);
        knot_goes(&scene, 0.4, 53.5 + i, 5.5, 4.5 + i, 4.5);
    }
    assert_planned(scene, 0);
}

TEST(units_parked_in_a_shortcut_do_not_stop_a_stream)
{
    knot_scene scene = knot_scene_on(DRAWN(shortcut));
    knot_goes(&scene, 0.4, 3.522, 5.488, 24.5, 5.5);
    knot_goes(&scene, 0.4, 4.487, 5.492, 25.5, 5.5);
    knot_goes(&scene, 0.4, 5.503, 5.522, 26.5, 5.5);
    knot_goes(&scene, 0.4, 3.488, 6.528, 24.5, 6.5);
    knot_parks(&scene, 0.4, 15.469, 8.5);
    knot_parks(&scene, 0.4, 13.482, 8.5);
    knot_parks(&scene, 0.4, 17.468, 8.5);
    assert_planned(scene, 0);
}

TEST(a_guard_in_a_door_lets_units_of_both_sides_pass)
{
    const double radii[] = { 0.35, 0.4, 0.45, 0.5 };
    for (size_t i = 0; i < 4; i++)
        for (int32_t each = 1; each <= 3; each++) {
            knot_scene scene = knot_scene_on(DRAWN(door));
            for (int32_t j = 0; j < each; j++) {
                knot_goes(&scene, radii[i], 3.5, 5.5 + 1.2 * j, 17.5, 5.5 + 1.2 * j);
                if (each > 1)
                    knot_goes(&scene, radii[i], 16.2, 5.5 + 1.2 * j, 4.7, 5.5 + 1.2 * j);
            }
            knot_parks(&scene, radii[i], 10.5, 5.5);
            assert_planned(scene, 0);
        }
}

TEST(a_column_is_formed_in_reverse_order_in_a_dead_end)
{
    const double places[2][4] = { { 16.1, 14.9, 13.7, 12.5 }, { 14.55, 15.85, 17.15, 18.45 } };
    for (int i = 0; i < 2; i++) {
        knot_scene scene = knot_scene_on(DRAWN(dead_end));
        for (int32_t j = 0; j < 4; j++)
            knot_goes(&scene, 0.4, 8.5 - j, 5.5, places[i][j], 5.5);
        assert_planned(scene, 0);
    }
}

TEST(a_column_crosses_itself_on_open_ground)
{
    const double first[] = { 28.1, 22.9 }, apart[] = { -1.3, 1.3 };
    for (int i = 0; i < 2; i++) {
        knot_scene scene = knot_scene_on(open_map(40, 12));
        for (int32_t j = 0; j < 5; j++)
            knot_goes(&scene, 0.4, 8.5 - j, 5.5, first[i] + j * apart[i], 5.5);
        assert_planned(scene, 0);
    }
}

TEST(the_one_that_goes_deeper_into_a_dead_end_goes_first)
{
    const double radii[] = { 0.35, 0.45 };
    for (int i = 0; i < 4; i++) {
        knot_scene scene = knot_scene_on(DRAWN(short_dead_end));
        knot_goes(&scene, radii[i % 2], i < 2 ? 3.5 : 7.5, 1.5, 4.5, 3.5);
        knot_goes(&scene, radii[i % 2], i < 2 ? 7.5 : 3.5, 1.5, 4.5, 4.5);
        assert_planned(scene, 0);
    }
}

TEST(units_go_round_a_friend_or_each_other)
{
    knot_scene stands = knot_scene_on(DRAWN(three_ways));
    knot_goes(&stands, 0.3, 1.5, 4.5, 10.5, 4.5);
    knot_parks(&stands, 0.3, 6.5, 4.5);
    assert_planned(stands, 0);
    knot_scene swap = knot_scene_on(DRAWN(three_ways));
    knot_goes(&swap, 0.3, 1.5, 4.5, 10.5, 4.5);
    knot_goes(&swap, 0.3, 10.5, 4.5, 1.5, 4.5);
    assert_planned(swap, 0);
}

TEST(a_queue_is_reversed_by_one_pocket)
{
    for (int32_t count = 2; count <= 5; count++) {
        knot_scene scene = knot_scene_on(DRAWN(pocket));
        for (int32_t i = 0; i < count; i++)
            knot_goes(&scene, 0.4, 1.5 + i, 1.5, 12.5 - i, 1.5);
        assert_planned(scene, 0);
    }
}

TEST(large_units_swap_at_a_pocket_at_any_offset)
{
    for (int32_t offset = 3; offset <= 10; offset++) {
        fw_map *map = open_map(18, 6);
        for (int32_t i = 0; i < 18 * 6; i++) {
            const int32_t x = i % 18, y = i / 18;
            const bool is_open = (x > 0 && x < 17 && (y == 1 || y == 2)) ||
                                 (x >= offset && x < offset + 2 && (y == 3 || y == 4));
            if (!is_open)
                fw_map_set_tile(map, x, y, FW_BLOCKED);
        }
        assert_int_equal(fw_map_commit(map), FW_OK);
        knot_scene scene = knot_scene_on(map);
        knot_goes(&scene, 0.9, 2, 2, 16, 2);
        knot_goes(&scene, 0.9, 16, 2, 2, 2);
        assert_planned(scene, 0);
    }
}

TEST(a_circle_of_units_changes_sides)
{
    const double corners[8][2] = { { 1, 0 },  { .7071, .7071 },   { 0, 1 },  { -.7071, .7071 },
                                   { -1, 0 }, { -.7071, -.7071 }, { 0, -1 }, { .7071, -.7071 } };
    knot_scene scene = knot_scene_on(open_map(24, 24));
    for (int32_t i = 0; i < 16; i++) {
        const double *at = corners[i % 8], far = i < 8 ? 10 : 6;
        knot_goes(&scene, 0.4, 12 + far * at[0], 12 + far * at[1], 12 - far * at[0], 12 - far * at[1]);
    }
    assert_planned(scene, 0);
}
