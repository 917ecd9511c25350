#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/knots.h"
#include "common/unit.h"

static joint_answer solve(const knot_scene *scene, joint_proof *proof, const char **fault)
{
    memory memory;
    joint_solver *solver;
    joint_answer answer;
    memory_init(&memory, NULL);
    assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
    joint_problem problem = knot_problem(scene);
    problem.effort = 3000000;
    assert_int_equal(joint_begin(solver, &problem), FW_OK);
    assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
    *proof = joint_proof_of(solver);
    *fault = answer == JOINT_PLANNED ? knot_fault(scene, joint_plan_of(solver), 0) : NULL;
    joint_solver_destroy(solver);
    return answer;
}

static void assert_infeasible(knot_scene scene, joint_proof_kind kind)
{
    joint_proof proof;
    const char *fault;
    assert_int_equal(solve(&scene, &proof, &fault), JOINT_INFEASIBLE);
    assert_int_equal(proof.kind, kind);
    knot_scene_end(&scene);
}

/// A corridor of some length and width, closed all round.
static fw_map *corridor(int32_t length, int32_t width)
{
    fw_map *map = open_map(length + 2, width + 2);
    for (int32_t i = 0; i < (length + 2) * (width + 2); i++) {
        const int32_t x = i % (length + 2), y = i / (length + 2);
        if (x == 0 || y == 0 || x > length || y > width)
            fw_map_set_tile(map, x, y, FW_BLOCKED);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(two_units_cannot_pass_in_a_closed_corridor)
{
    for (int32_t length = 6; length <= 60; length += 18) {
        knot_scene scene = knot_scene_on(corridor(length, 1));
        knot_goes(&scene, 0.4, 1.5, 1.5, length + 0.5, 1.5);
        knot_goes(&scene, 0.4, length + 0.5, 1.5, 1.5, 1.5);
        assert_infeasible(scene, JOINT_PAIR);
    }
}

TEST(a_pair_among_others_that_cannot_pass_is_named)
{
    knot_scene scene = knot_scene_on(corridor(20, 1));
    knot_goes(&scene, 0.4, 3.5, 1.5, 4.5, 1.5);
    knot_goes(&scene, 0.3, 6.5, 1.5, 12.5, 1.5);
    knot_goes(&scene, 0.4, 15.5, 1.5, 8.5, 1.5);
    knot_parks(&scene, 0.4, 18.5, 1.5);
    joint_proof proof;
    const char *fault;
    assert_int_equal(solve(&scene, &proof, &fault), JOINT_INFEASIBLE);
    assert_int_equal(proof.kind, JOINT_PAIR);
    assert_int_equal(proof.first, 3);
    assert_int_equal(proof.second, 2);
    knot_scene_end(&scene);
}

/// Units are parked in a corridor, and another one goes past where they stand: they go ahead of it, and stay there.
TEST(parked_units_that_cannot_come_back_stay_where_they_are_in_nobodys_way)
{
    memory memory;
    joint_solver *solver;
    joint_answer answer;
    memory_init(&memory, NULL);
    assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
    knot_scene scene = knot_scene_on(corridor(22, 1));
    knot_goes(&scene, 0.4, 2.5, 1.5, 14.5, 1.5);
    knot_parks(&scene, 0.4, 11.5, 1.5);
    knot_parks(&scene, 0.4, 8.5, 1.5);
    knot_parks(&scene, 0.4, 10.5, 1.5);
    joint_problem problem = knot_problem(&scene);
    assert_int_equal(joint_begin(solver, &problem), FW_OK);
    assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
    assert_int_equal(answer, JOINT_PLANNED);
    const joint_plan *plan = joint_plan_of(solver);
    for (int32_t i = 1; i < scene.count; i++) { // where they end is what they wanted
        const joint_place end = plan->places[(plan->beats - 1) * plan->units + i];
        assert_true(end.x > 15.2 && end.x < 18.6);
        scene.units[i].order = JOINT_GOES;
        scene.units[i].goal_x = end.x;
        scene.units[i].goal_y = end.y;
    }
    const char *fault = knot_fault(&scene, plan, 0);
    if (fault)
        fail_msg("%s", fault);
    joint_solver_destroy(solver);
    knot_scene_end(&scene);
}

TEST(a_parked_unit_before_the_end_of_a_corridor_keeps_another_one_from_the_end_only)
{
    knot_scene scene = knot_scene_on(corridor(20, 1));
    knot_goes(&scene, 0.4, 2.5, 1.5, 20.5, 1.5);
    knot_parks(&scene, 0.4, 10.5, 1.5);
    assert_infeasible(scene, JOINT_PAIR);
    scene = knot_scene_on(corridor(20, 2));
    knot_goes(&scene, 0.8, 5, 2, 19,
              2); // its goal is off the lattice: the other one would overlap it at the end
    knot_parks(&scene, 0.8, 11, 2);
    assert_infeasible(scene, JOINT_PAIR);
}

TEST(large_units_cannot_pass_where_one_fits)
{
    knot_scene scene = knot_scene_on(corridor(18, 3));
    knot_goes(&scene, 0.9, 2, 2.5, 17, 2.5);
    knot_goes(&scene, 0.9, 17, 2.5, 2, 2.5);
    assert_infeasible(scene, JOINT_PAIR);
}

TEST(a_unit_without_a_way_is_told)
{
    static const char *const rooms[] = { "....@....", "....@....", "....@...." };
    knot_scene scene = knot_scene_on(DRAWN(rooms));
    knot_goes(&scene, 0.4, 1.5, 1.5, 2.5, 0.5);
    knot_goes(&scene, 0.4, 2.5, 1.5, 7.5, 1.5);
    assert_infeasible(scene, JOINT_NO_WAY);
}

TEST(three_units_cannot_turn_round_at_a_pocket_for_one)
{
    static const char *const rows[] = { "@@@@@@@@@@@@@@", "@............@", "@@@@@@@@@@@.@@",
                                        "@@@@@@@@@@@@@@" };
    knot_scene scene = knot_scene_on(DRAWN(rows));
    for (int32_t i = 0; i < 3; i++)
        knot_goes(&scene, 0.4, 2.5 + i, 1.5, 6.5 - i, 1.5);
    assert_infeasible(scene, JOINT_ALL);
}

/// An oracle: visits all configurations of up to three units of one size on a fine grid of points, one moving by a grid
/// step at a time. It shares no code with the planner.
typedef struct oracle {
    const knot_scene *scene;
    int32_t columns, rows;
    double step;
    uint8_t *moves; ///< [direction * points] it may move there
    uint8_t *seen;
    uint32_t *stack;
} oracle;

enum { MOST_STATES = 1 << 25 };

static int32_t nearest_point(const oracle *oracle, double x, double y)
{
    return (int32_t)(y / oracle->step + 0.5) * oracle->columns + (int32_t)(x / oracle->step + 0.5);
}

static bool overlap(const oracle *oracle, int32_t a, int32_t b, double reach)
{
    const double dx = (a % oracle->columns - b % oracle->columns) * oracle->step,
                 dy = (a / oracle->columns - b / oracle->columns) * oracle->step;
    return dx * dx + dy * dy < (reach - 1e-6) * (reach - 1e-6);
}

/// True if the units of a scene, all of one radius, can get from where they stand to their goals, all of which lie on
/// points of the oracle's grid.
static bool oracle_reaches(const knot_scene *scene, double step)
{
    static const int8_t dx[4] = { 1, 0, -1, 0 }, dy[4] = { 0, 1, 0, -1 };
    const layer *open = scene->ground.open;
    oracle oracle = { .scene = scene, .step = step };
    oracle.columns = (int32_t)(open->width / step) + 1;
    oracle.rows = (int32_t)(open->height / step) + 1;
    const int32_t points = oracle.columns * oracle.rows;
    const double radius = scene->radii[0];
    oracle.moves = calloc((size_t)points * 4, 1);
    for (int32_t i = 0; i < points; i++)
        for (int d = 0; d < 4; d++) {
            const int32_t x = i % oracle.columns, y = i / oracle.columns, nx = x + dx[d], ny = y + dy[d];
            oracle.moves[4 * i + d] =
                nx >= 0 && ny >= 0 && nx < oracle.columns && ny < oracle.rows &&
                !knot_hits_wall(scene, radius, x * step, y * step, nx * step, ny * step);
        }
    // Points are numbered anew: only those count where a body may stand.
    int32_t *number = malloc((size_t)points * sizeof *number),
            *point = malloc((size_t)points * sizeof *point), count = 0;
    for (int32_t i = 0; i < points; i++) {
        number[i] = -1;
        if (!knot_hits_wall(scene, radius, i % oracle.columns * step, i / oracle.columns * step,
                            i % oracle.columns * step, i / oracle.columns * step)) {
            number[i] = count;
            point[count++] = i;
        }
    }
    uint64_t states = 1, start = 0, goal = 0;
    for (int32_t i = scene->count - 1; i >= 0; i--) {
        const joint_unit *unit = &scene->units[i];
        const bool parked = unit->order == JOINT_PARKED;
        states *= (uint64_t)count;
        start = start * (uint64_t)count + (uint64_t)number[nearest_point(&oracle, unit->x, unit->y)];
        goal =
            goal * (uint64_t)count + (uint64_t)number[nearest_point(&oracle, parked ? unit->x : unit->goal_x,
                                                                    parked ? unit->y : unit->goal_y)];
    }
    assert_true(states <= MOST_STATES);
    oracle.seen = calloc((size_t)states, 1);
    oracle.stack = malloc((size_t)states * sizeof *oracle.stack);
    size_t depth = 0;
    oracle.stack[depth++] = (uint32_t)start;
    oracle.seen[start] = 1;
    while (depth && !oracle.seen[goal]) {
        const uint32_t state = oracle.stack[--depth];
        int32_t at[3];
        uint32_t rest = state, weight = 1;
        for (int32_t i = 0; i < scene->count; i++, rest /= (uint32_t)count)
            at[i] = point[rest % (uint32_t)count];
        for (int32_t i = 0; i < scene->count; i++, weight *= (uint32_t)count)
            for (int d = 0; d < 4; d++) {
                if (!oracle.moves[4 * at[i] + d])
                    continue;
                const int32_t to = at[i] + dx[d] + dy[d] * oracle.columns;
                const uint32_t next = state + (uint32_t)(number[to] - number[at[i]]) * weight;
                bool is_free = !oracle.seen[next];
                for (int32_t j = 0; j < scene->count && is_free; j++)
                    is_free = j == i || !overlap(&oracle, to, at[j], 2 * radius);
                if (is_free) {
                    oracle.seen[next] = 1;
                    oracle.stack[depth++] = next;
                }
            }
    }
    const bool reaches = oracle.seen[goal];
    free(oracle.moves);
    free(oracle.seen);
    free(oracle.stack);
    free(number);
    free(point);
    return reaches;
}

/// True if a tile, once open, is one of 2 x 2 that are.
static bool opens_square(const bool *open, int32_t width, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < 4; i++) {
        const bool *corner = open + (y - i / 2) * width + x - i % 2;
        if (corner[0] + corner[1] + corner[width] + corner[width + 1] == 3 && !open[y * width + x])
            return true;
    }
    return false;
}

/// A small random world of corridors and pockets, with units at middles of tiles.
static bool draw_world(uint64_t seed, int32_t units, double radius, knot_scene *scene)
{
    enum { WIDTH = 8, HEIGHT = 5 };
    random_source source = { seed };
    fw_map *map = open_map(WIDTH, HEIGHT);
    int32_t tiles[WIDTH * HEIGHT], count = 0;
    int32_t x = 1 + (int32_t)random_below(&source, WIDTH - 2),
            y = 1 + (int32_t)random_below(&source, HEIGHT - 2);
    bool open[WIDTH * HEIGHT] = { false };
    for (int i = 0; i < 60; i++) { // a walk digs them
        open[y * WIDTH + x] = true;
        const uint32_t way = random_below(&source, 6);
        const int32_t nx = x + (way < 2) - (way == 2 || way == 3), ny = y + (way == 4) - (way == 5);
        if (nx > 0 && ny > 0 && nx < WIDTH - 1 && ny < HEIGHT - 1 && !opens_square(open, WIDTH, nx, ny)) {
            x = nx;
            y = ny;
        }
    }
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        if (open[i])
            tiles[count++] = i;
        else
            fw_map_set_tile(map, i % WIDTH, i / WIDTH, FW_BLOCKED);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    *scene = knot_scene_on(map);
    if (count < 2 * units)
        return false;
    int32_t starts[3], goals[3];
    for (int32_t i = 0; i < units; i++) {
        bool is_new = false;
        while (!is_new) {
            starts[i] = tiles[random_below(&source, (uint32_t)count)];
            goals[i] = tiles[random_below(&source, (uint32_t)count)];
            is_new = true;
            for (int32_t j = 0; j < i; j++)
                is_new &= starts[i] != starts[j] && goals[i] != goals[j];
        }
        knot_goes(scene, radius, starts[i] % WIDTH + 0.5, starts[i] / WIDTH + 0.5, goals[i] % WIDTH + 0.5,
                  goals[i] / WIDTH + 0.5);
    }
    return true;
}

/// Compares with the oracle; counts answers.
static void compare(uint64_t seeds, int32_t units, double radius, double step, int32_t answers[4])
{
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        knot_scene scene;
        if (draw_world(seed, units, radius, &scene)) {
            joint_proof proof;
            const char *fault;
            const joint_answer answer = solve(&scene, &proof, &fault);
            const bool reaches = oracle_reaches(&scene, step);
            if (fault || (answer == JOINT_INFEASIBLE && reaches) || (answer == JOINT_PLANNED && !reaches))
                fail_msg("seed %d: answer %d, the oracle %s%s", (int)seed, answer,
                         reaches ? "reaches" : "fails", fault ? fault : "");
            answers[answer]++;
        }
        knot_scene_end(&scene);
    }
}

TEST(pairs_are_told_exactly_if_they_cannot_pass)
{
    int32_t answers[4] = { 0 };
    compare(400, 2, 0.4, 0.25, answers);
    compare(400, 2, 0.3, 0.125, answers);
    compare(400, 2, 0.5, 0.25, answers);
    assert_true(answers[JOINT_PLANNED] > 20);
    assert_true(answers[JOINT_INFEASIBLE] > 20);
    assert_int_equal(answers[JOINT_UNDECIDED], 0);
}

TEST(threes_are_told_exactly_if_they_cannot_pass)
{
    int32_t answers[4] = { 0 };
    compare(300, 3, 0.5, 0.5, answers);
    compare(100, 3, 0.3, 0.25, answers);
    assert_true(answers[JOINT_PLANNED] > 10);
    assert_true(answers[JOINT_INFEASIBLE] > 10);
    assert_int_equal(answers[JOINT_UNDECIDED], 0);
}
