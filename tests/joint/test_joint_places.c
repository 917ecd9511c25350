#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/knots.h"
#include "common/unit.h"
#include "joint/stage.h"

enum { SIDE = 12, POINTS = 2 * SIDE + 1 };

/// Where a body gets to over points half a tile apart, by a wave of its own.
static void flood(const knot_scene *scene, double radius, double x, double y, bool reached[POINTS * POINTS])
{
    int32_t queue[POINTS * POINTS], head = 0, tail = 0;
    memset(reached, 0, POINTS * POINTS * sizeof *reached);
    queue[tail++] = (int32_t)(2 * y) * POINTS + (int32_t)(2 * x);
    reached[queue[0]] = true;
    while (head < tail) {
        const int32_t point = queue[head++], column = point % POINTS, row = point / POINTS;
        for (int32_t i = 0; i < 9; i++) {
            const int32_t c = column + i % 3 - 1, r = row + i / 3 - 1;
            if (c < 0 || r < 0 || c >= POINTS || r >= POINTS || reached[r * POINTS + c] ||
                knot_hits_wall(scene, radius, column / 2.0, row / 2.0, c / 2.0, r / 2.0))
                continue;
            reached[r * POINTS + c] = true;
            queue[tail++] = r * POINTS + c;
        }
    }
}

/// A random map of rooms and corridors of the width that a body needs, at any offset.
static fw_map *dig(random_source *source, int32_t width)
{
    fw_map *map = open_map(SIDE, SIDE);
    bool open[SIDE * SIDE] = { false };
    int32_t x = (int32_t)random_below(source, (uint32_t)(SIDE - width + 1)), y = x;
    for (int i = 0; i < 40; i++) {
        const uint32_t way = random_below(source, 4);
        const int32_t nx = x + (way == 0) - (way == 1), ny = y + (way == 2) - (way == 3);
        if (nx >= 0 && ny >= 0 && nx <= SIDE - width && ny <= SIDE - width) {
            x = nx;
            y = ny;
        }
        for (int32_t j = 0; j < width * width; j++)
            open[(y + j / width) * SIDE + x + j % width] = true;
    }
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        if (!open[i])
            fw_map_set_tile(map, i % SIDE, i / SIDE, FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Looks for the place of a stage nearest to a point, among those that a unit gets to.
static double nearest_place(const places *places, const uint16_t *ways, double x, double y)
{
    double nearest = INFINITY;
    for (int32_t i = 0; i < places->shared_count; i++)
        if (ways[i] != NO_WAY)
            nearest = fmin(nearest, hypot(places->at[i].x - x, places->at[i].y - y));
    return nearest;
}

/// A unit gets to each place near to which a wave over a fine grid gets, and nowhere else.
static void assert_places_know(knot_scene *scene, double radius, stage_kind kind, double reach)
{
    static knot knot;
    static uint16_t ways[1 << 14];
    memory memory;
    stage stage;
    distances distances;
    uint64_t work = UINT64_MAX;
    bool reached[POINTS * POINTS];
    const joint_problem problem = knot_problem(scene);
    memory_init(&memory, NULL);
    stage_init(&stage, &memory);
    distances_init(&distances, &memory);
    assert_int_equal(knot_fill(&knot, &problem), FW_OK);
    assert_int_equal(stage_begin(&stage, &knot, INFINITY, kind), FW_OK);
    assert_int_equal(stage_build(&stage, &work), FW_OK);
    const places *places = &stage.places;
    assert_true(places->count < 1 << 14);
    assert_int_equal(distances_fill(&distances, places, 0, 0, stage.starts[0], ways), FW_OK);
    flood(scene, radius, scene->units[0].x, scene->units[0].y, reached);
    for (int32_t i = 0; i < POINTS * POINTS; i++) {
        const double x = i % POINTS / 2.0, y = i / POINTS / 2.0;
        if (reached[i] && nearest_place(places, ways, x, y) > reach * places->lattice.spacing + 1e-9)
            fail_msg("radius %g: no place near %g, %g", radius, x, y);
    }
    for (int32_t i = 0; i < places->shared_count; i++) {
        const double x = places->at[i].x, y = places->at[i].y;
        assert_true(ways[i] == NO_WAY || reached[(int32_t)(2 * y) * POINTS + (int32_t)(2 * x)]);
    }
    stage_release(&stage);
    distances_release(&distances);
    assert_int_equal(memory.bytes, 0);
}

TEST(repaired_places_know_every_door_and_pocket)
{
    const double radii[] = { 0.35, 0.5, 0.9, 1.0, 1.4, 1.5 };
    const int32_t widths[] = { 1, 1, 2, 2, 3, 3 };
    for (uint64_t seed = 1; seed <= 240; seed++) {
        random_source source = { seed };
        const double radius = radii[seed % 6];
        const int32_t width = widths[seed % 6];
        knot_scene scene = knot_scene_on(dig(&source, width));
        int32_t x = 0, y = 0;
        while (knot_hits_wall(&scene, radius, x + width / 2.0, y + width / 2.0, x + width / 2.0,
                              y + width / 2.0)) {
            x = (int32_t)random_below(&source, SIDE);
            y = (int32_t)random_below(&source, SIDE);
        }
        knot_goes(&scene, radius, x + width / 2.0, y + width / 2.0, x + width / 2.0, y + width / 2.0);
        assert_places_know(&scene, radius, STAGE_REPAIRED, 0.76);
        assert_places_know(&scene, radius, STAGE_FINE, 0.76);
        knot_scene_end(&scene);
    }
}

/// A way is never shorter than the straight line, and the ways of neighbours differ by no more than their move.
TEST(ways_are_shortest_ways)
{
    static knot knot;
    static uint16_t ways[1 << 14];
    knot_scene scene = knot_at_random(KNOT_CAVES, 5);
    const joint_problem problem = knot_problem(&scene);
    memory memory;
    stage stage;
    distances distances;
    uint64_t work = UINT64_MAX;
    memory_init(&memory, NULL);
    stage_init(&stage, &memory);
    distances_init(&distances, &memory);
    assert_int_equal(knot_fill(&knot, &problem), FW_OK);
    assert_int_equal(stage_begin(&stage, &knot, INFINITY, STAGE_PLAIN), FW_OK);
    assert_int_equal(stage_build(&stage, &work), FW_OK);
    const places *places = &stage.places;
    const int32_t goal = stage.goals[0];
    const knot_unit *unit = &knot.units[0];
    assert_int_equal(distances_fill(&distances, places, 0, unit->rank, goal, ways), FW_OK);
    for (int32_t i = 0; i < places->shared_count; i++) {
        const double straight =
            hypot(places->at[i].x - places->at[goal].x, places->at[i].y - places->at[goal].y);
        bool is_explained = i == goal || ways[i] == NO_WAY;
        assert_true(ways[i] >= straight / places->lattice.spacing * LENGTH_ONE - 1e-6);
        for (int32_t j = places->first[i]; j < places->first[i + 1]; j++) {
            const place_arc *arc = &places->arcs[j];
            if (arc->ranks[0] <= unit->rank || (arc->to >= places->shared_count && arc->to != goal))
                continue;
            assert_true(ways[arc->to] == NO_WAY ? ways[i] == NO_WAY : ways[i] <= ways[arc->to] + arc->length);
            is_explained |= ways[i] == ways[arc->to] + arc->length;
        }
        assert_true(is_explained);
    }
    stage_release(&stage);
    distances_release(&distances);
    knot_scene_end(&scene);
}

TEST(a_window_holds_the_places_near_its_units_alone)
{
    knot_scene scene = knot_scene_on(open_map(200, 200));
    knot_goes(&scene, 0.4, 100.5, 100.5, 104.5, 100.5);
    knot_goes(&scene, 0.4, 104.5, 100.5, 100.5, 100.5);
    joint_problem problem = knot_problem(&scene);
    problem.reach = 3;
    memory memory;
    joint_solver *solver;
    joint_answer answer;
    memory_init(&memory, NULL);
    assert_int_equal(joint_solver_create(&memory, &solver), FW_OK);
    assert_int_equal(joint_begin(solver, &problem), FW_OK);
    assert_int_equal(joint_work(solver, UINT64_MAX, &answer), FW_OK);
    assert_int_equal(answer, JOINT_PLANNED);
    assert_null(knot_fault(&scene, joint_plan_of(solver), 0));
    const joint_plan *plan = joint_plan_of(solver);
    for (int32_t i = 0; i < plan->beats * plan->units; i++)
        assert_true(hypot(plan->places[i].x - 102.5, plan->places[i].y - 100.5) < 8);
    assert_true(joint_effort_of(solver).places < 150);
    joint_solver_destroy(solver);
    knot_scene_end(&scene);
}
