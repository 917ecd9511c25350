#include <math.h>
#include <string.h>

#include "common/drawing.h"
#include "common/knots.h"
#include "common/rationed.h"
#include "common/unit.h"

/// Works on a problem until its answer, or until memory ends.
static fw_result solve(joint_solver *solver, const joint_problem *problem, joint_answer *answer)
{
    const fw_result result = joint_begin(solver, problem);
    return result == FW_OK ? joint_work(solver, UINT64_MAX, answer) : result;
}

/// Lets each allocation fail in turn; then the solver still solves the problem, and holds nothing after its end.
static void assert_survives(const knot_scene *scene, joint_answer wanted)
{
    joint_problem problem = knot_problem(scene);
    problem.plans = 2;
    for (uint64_t fails = 0;; fails++) {
        ration left = { .left = fails, .once = true };
        const fw_allocator hooks = rationed(&left);
        memory memory;
        joint_solver *solver = NULL;
        joint_answer answer = JOINT_WORKING;
        memory_init(&memory, &hooks);
        fw_result result = joint_solver_create(&memory, &solver);
        if (result == FW_OK)
            result = solve(solver, &problem, &answer);
        const bool has_failed = result != FW_OK;
        if (has_failed) {
            assert_int_equal(result, FW_NO_MEMORY);
            left.left = UNRATIONED;
            left.once = false;
            if (!solver)
                assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
            assert_null(joint_plan_of(solver));
            assert_int_equal(solve(solver, &problem, &answer), FW_OK);
        }
        assert_int_equal(answer, wanted);
        if (wanted == JOINT_PLANNED)
            assert_null(knot_fault(scene, joint_plan_of(solver), 3));
        joint_solver_destroy(solver);
        assert_int_equal(left.held, 0);
        if (!has_failed)
            return;
        assert_true(fails < 1000);
    }
}

TEST(a_plan_survives_the_failure_of_each_allocation)
{
    static const char *const rows[] = { "@@@@@@@@@@@@@@", "@............@", "@@@@@@.@@@@@@@",
                                        "@@@@@@@@@@@@@@" };
    knot_scene scene = knot_scene_on(DRAWN(rows));
    knot_goes(&scene, 0.4, 2.3, 1.5, 12.5, 1.5);
    knot_goes(&scene, 0.4, 11.5, 1.5, 3.4, 1.5);
    knot_goes(&scene, 0.3, 9.5, 1.5, 12.5, 1.5);
    assert_survives(&scene, JOINT_PLANNED);
    knot_scene_end(&scene);
}

TEST(repair_and_proof_survive_the_failure_of_each_allocation)
{
    static const char *const rows[] = { "@@@@@@@@@@", "@........@", "@........@", "@........@",
                                        "@@@@@@@@@@" };
    knot_scene scene = knot_scene_on(DRAWN(rows));
    knot_goes(&scene, 0.9, 2, 2, 8, 2);
    knot_goes(&scene, 0.9, 8, 2, 2, 2);
    assert_survives(&scene, JOINT_INFEASIBLE);
    knot_scene_end(&scene);
}

TEST(wrong_problems_are_refused)
{
    memory memory;
    joint_solver *solver;
    memory_init(&memory, NULL);
    assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
    knot_scene scene = knot_scene_on(open_map(8, 8));
    knot_goes(&scene, 0.4, 2, 2, 6, 6);
    knot_parks(&scene, 0.4, 4, 4);
    joint_problem problem = knot_problem(&scene);
    problem.unit_count = 0;
    assert_int_equal(joint_begin(solver, &problem), FW_BAD_SIZE);
    problem = knot_problem(&scene);
    problem.ground_count = JOINT_MOST_GROUNDS + 1;
    assert_int_equal(joint_begin(solver, &problem), FW_BAD_SIZE);
    problem = knot_problem(&scene);
    scene.units[1].id = scene.units[0].id;
    assert_int_equal(joint_begin(solver, &problem), FW_BAD_VALUE);
    scene.units[1].id = 9;
    scene.units[1].ground = 1;
    assert_int_equal(joint_begin(solver, &problem), FW_BAD_VALUE);
    scene.units[1].ground = 0;
    scene.units[0].goal_x = (double)NAN;
    assert_int_equal(joint_begin(solver, &problem), FW_NOT_FINITE);
    joint_answer answer = JOINT_PLANNED;
    assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
    assert_int_equal(answer, JOINT_UNDECIDED); // nothing was begun
    assert_null(joint_plan_of(solver));
    joint_solver_destroy(solver);
    knot_scene_end(&scene);
}
