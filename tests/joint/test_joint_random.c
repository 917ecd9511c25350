#include <stdio.h>
#include <string.h>

#include "common/knots.h"
#include "common/unit.h"

/// A solver with its memory.
typedef struct workshop {
    memory memory;
    joint_solver *solver;
} workshop;

static void open_shop(workshop *shop)
{
    memory_init(&shop->memory, NULL);
    assert_int_equal(joint_solver_create(&shop->memory, &shop->solver), FW_OK);
}

static void close_shop(workshop *shop)
{
    joint_solver_destroy(shop->solver);
    assert_int_equal(shop->memory.bytes, 0);
}

/// Plans scenes of a kind, and checks the plans; every tenth one is also driven out of step.
static void assert_all_planned(knot_place place, uint64_t seeds)
{
    workshop shop;
    open_shop(&shop);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        knot_scene scene = knot_at_random(place, seed);
        joint_problem problem = knot_problem(&scene);
        joint_answer answer;
        problem.effort = 3000000;
        assert_int_equal(joint_begin(shop.solver, &problem), FW_OK);
        assert_int_equal(joint_work(shop.solver, UINT64_MAX, &answer), FW_OK);
        if (answer != JOINT_PLANNED)
            fail_msg("seed %d, %d units: answer %d", (int)seed, scene.count, answer);
        const joint_plan *plan = joint_plan_of(shop.solver);
        const char *fault = knot_fault(&scene, plan, 0);
        if (!fault && seed % 10 == 0)
            fault = knot_fault_late(&scene, plan, seed);
        if (fault)
            fail_msg("seed %d, %d units: %s", (int)seed, scene.count, fault);
        knot_scene_end(&scene);
    }
    close_shop(&shop);
}

TEST(all_arrive_in_300_random_caves)
{
    assert_all_planned(KNOT_CAVES, 300);
}

TEST(all_arrive_in_300_random_mazes)
{
    assert_all_planned(KNOT_MAZE, 300);
}

TEST(all_arrive_in_300_random_rooms)
{
    assert_all_planned(KNOT_ROOMS, 300);
}

/// A hash of all places of a plan, units by their ids.
static uint64_t hash_of(const joint_plan *plan)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < plan->beats * plan->units; i++) {
        uint64_t bits[2];
        memcpy(bits, &plan->places[i], sizeof bits);
        hash = (hash ^ bits[0]) * UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ hash >> 31 ^ bits[1]) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash;
}

static uint64_t plan_in_slices(joint_solver *solver, const joint_problem *problem, uint64_t slice,
                               joint_effort *effort)
{
    joint_answer answer = JOINT_WORKING;
    assert_int_equal(joint_begin(solver, problem), FW_OK);
    while (answer == JOINT_WORKING)
        assert_int_equal(joint_work(solver, slice, &answer), FW_OK);
    assert_int_equal(answer, JOINT_PLANNED);
    *effort = joint_effort_of(solver);
    return hash_of(joint_plan_of(solver));
}

TEST(plans_do_not_depend_on_slices_order_or_earlier_problems)
{
    workshop shop, other;
    open_shop(&shop);
    for (uint64_t seed = 1; seed <= 15; seed++)
        for (int place = 0; place < KNOT_PLACES; place++) {
            knot_scene scene = knot_at_random((knot_place)place, seed);
            joint_problem problem = knot_problem(&scene);
            joint_effort effort, again;
            problem.plans = 3;
            const uint64_t hash = plan_in_slices(shop.solver, &problem, UINT64_MAX, &effort);
            open_shop(&other);
            const uint64_t slices[] = { 1, 7, 1000 };
            for (int i = 0; i < 3; i++) {
                assert_int_equal(plan_in_slices(other.solver, &problem, slices[i], &again), hash);
                assert_int_equal(again.work, effort.work);
                assert_int_equal(again.nodes, effort.nodes);
                for (int32_t a = 0, b = scene.count - 1 - i; a < b; a++, b--) { // units in another order
                    const joint_unit unit = scene.units[a];
                    scene.units[a] = scene.units[b];
                    scene.units[b] = unit;
                }
            }
            close_shop(&other);
            knot_scene_end(&scene);
        }
    close_shop(&shop);
}

TEST(more_plans_are_never_worse)
{
    workshop shop;
    open_shop(&shop);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        knot_scene scene = knot_at_random(KNOT_ROOMS, seed);
        joint_problem problem = knot_problem(&scene);
        joint_effort effort;
        plan_in_slices(shop.solver, &problem, UINT64_MAX, &effort);
        const uint64_t cost = joint_plan_of(shop.solver)->cost;
        problem.plans = 12;
        plan_in_slices(shop.solver, &problem, UINT64_MAX, &effort);
        const joint_plan *plan = joint_plan_of(shop.solver);
        assert_true(plan->cost <= cost);
        uint64_t rest = joint_plan_rest(plan, 0);
        for (int32_t beat = 1; beat < plan->beats;
             beat++) { // each beat brings all who move nearer to the end
            assert_true(joint_plan_rest(plan, beat) < rest);
            rest = joint_plan_rest(plan, beat);
        }
        assert_int_equal(rest, 0);
        knot_scene_end(&scene);
    }
    close_shop(&shop);
}

TEST(a_warm_solver_allocates_nothing)
{
    workshop shop;
    open_shop(&shop);
    for (int round = 0; round < 3; round++) { // plans take turns in two places
        const uint64_t calls = shop.memory.calls;
        for (uint64_t seed = 1; seed <= 5; seed++) {
            knot_scene scene = knot_at_random(KNOT_CAVES, seed);
            joint_problem problem = knot_problem(&scene);
            joint_effort effort;
            problem.plans = 2;
            plan_in_slices(shop.solver, &problem, UINT64_MAX, &effort);
            knot_scene_end(&scene);
        }
        if (round == 2)
            assert_int_equal(shop.memory.calls, calls);
    }
    close_shop(&shop);
}
