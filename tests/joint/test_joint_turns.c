// Joint plans of units with a turning radius: one after the other drives, nobody touches anybody or a wall, and the
// first one gets to its place.
#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "joint/turns.h"
#include "map/map.h"

enum { SIDE = 16, MOST_OTHERS = 4 };

static memory memory_of_test;

/// Distance from a place to the nearest blocked tile, or to the border.
static double wall_gap(const fw_map *map, double x, double y)
{
    double gap = fmin(fmin(x, y), fmin(SIDE - x, SIDE - y));
    for (int32_t row = 0; row < SIDE; row++)
        for (int32_t column = 0; column < SIDE; column++)
            if (fw_map_terrain(map, column, row) == FW_BLOCKED)
                gap = fmin(gap, hypot(fmax(fmax(column - x, x - column - 1), 0),
                                      fmax(fmax(row - y, y - row - 1), 0)));
    return gap;
}

/// Drives a plan in small steps, and fails the test if it breaks a rule.
static void drive_along(const fw_map *map, const turns_problem *problem, const turns_plan *plan)
{
    fw_pose at[TURNS_MOST_UNITS];
    for (int32_t i = 0; i < problem->count; i++)
        at[i] = problem->units[i].pose;
    for (int32_t i = 0; i < plan->count; i++) {
        const turn *turn = &plan->turns[i];
        const turns_unit *unit = &problem->units[turn->unit];
        for (size_t j = turn->first; j < turn->first + turn->count; j++) {
            const fw_segment *segment = &plan->drives.segments[j];
            fw_pose *pose = &at[turn->unit];
            assert_true(hypot(segment->start.x - pose->x, segment->start.y - pose->y) < 1e-6);
            assert_true(fabs(remainder(segment->start.heading - pose->heading, 2 * FW_PI)) < 1e-6);
            assert_true(fabs(segment->curvature) * unit->turn_radius < 1 + 1e-6);
            assert_true(unit->reverses || segment->gear == FW_FORWARD);
            for (double driven = 0; driven <= segment->length; driven += 0.02) {
                const fw_pose now = segment_pose_at(segment, driven);
                assert_true(wall_gap(map, now.x, now.y) > unit->radius - 1e-3);
                for (int32_t k = 0; k < problem->count; k++)
                    if (k != turn->unit)
                        assert_true(hypot(now.x - at[k].x, now.y - at[k].y) >
                                    unit->radius + problem->units[k].radius - 1e-6);
                for (int32_t k = 0; k < problem->other_count; k++)
                    assert_true(hypot(now.x - problem->others[k].x, now.y - problem->others[k].y) >
                                unit->radius + problem->others[k].reach - 1e-6);
            }
            *pose = segment_end(segment);
        }
    }
    assert_true(hypot(at[0].x - problem->x, at[0].y - problem->y) < 2e-3);
}

static bool is_clear(const turns_problem *problem, double x, double y, double radius)
{
    for (int32_t i = 0; i < problem->count; i++)
        if (hypot(x - problem->units[i].pose.x, y - problem->units[i].pose.y) <
            radius + problem->units[i].radius + 0.05)
            return false;
    for (int32_t i = 0; i < problem->other_count; i++)
        if (hypot(x - problem->others[i].x, y - problem->others[i].y) <
            radius + problem->others[i].reach + 0.05)
            return false;
    return true;
}

/// A place where a body of a radius may stand; false: none was found.
static bool find_place(random_source *random, const fw_map *map, const turns_problem *problem, double radius,
                       double *x, double *y)
{
    for (int tries = 0; tries < 200; tries++) {
        *x = random_within(random, 0, SIDE);
        *y = random_within(random, 0, SIDE);
        if (wall_gap(map, *x, *y) >= radius && is_clear(problem, *x, *y, radius))
            return true;
    }
    return false;
}

/// The first unit wants to be where the second one stands, and the second one where the first one stands; the others
/// want to stay.
static void name_places(turns_problem *problem)
{
    for (int32_t i = 0; i < problem->count; i++) {
        const fw_pose *home = &problem->units[i == 1 ? 0 : i].pose;
        problem->units[i].home_x = home->x;
        problem->units[i].home_y = home->y;
    }
    problem->x = problem->units[1].pose.x;
    problem->y = problem->units[1].pose.y;
}

TEST(plans_of_random_scenes_keep_all_rules)
{
    random_source random = { 1 };
    lone_drive *search = NULL;
    turns_plan plan = { 0 };
    int planned = 0, several = 0;
    memory_init(&memory_of_test, NULL);
    assert_int_equal(lone_drive_create(&memory_of_test, &search), FW_OK);
    const int scenes = rounds(60);
    for (int i = 0; i < scenes; i++) {
        fw_map *map = map_at_random(&random, SIDE, SIDE, 12, 1);
        fw_unit_def def = fw_default_unit_def();
        fw_unit_id id = 0;
        const double radius = random_within(&random, 0.3, 0.8);
        def.size = 0;
        def.footprint = fw_circle(radius);
        def.turn_radius = radius * random_within(&random, 1, 2);
        def.methods = FW_METHOD_BIT(FW_GRID);
        assert_int_equal(fw_map_add_unit(map, &def, &id), FW_OK);
        const map_unit *unit = map_find_unit(map_version_of(map), id);
        standing_body others[MOST_OTHERS];
        turns_problem problem = {
            .others = others, .window = { 0, 0, SIDE, SIDE }, .room = 0.03, .work = 4000
        };
        double x, y;
        const int32_t cars = 2 + (int32_t)random_below(&random, 4);
        while (problem.count < cars && find_place(&random, map, &problem, radius, &x, &y))
            problem.units[problem.count++] = (turns_unit){ .ground = sweep_ground_of(unit, NULL),
                                                           .body = sweep_body_of(&unit->def.footprint),
                                                           .radius = radius,
                                                           .turn_radius = def.turn_radius,
                                                           .reverses = random_below(&random, 4) > 0,
                                                           .pose = { x, y, random_within(&random, -3, 3) } };
        while (problem.other_count < MOST_OTHERS && find_place(&random, map, &problem, 0.4, &x, &y))
            others[problem.other_count++] = (standing_body){ x, y, 0.4 };
        if (problem.count > 1) // the first two change places, about
            name_places(&problem);
        if (problem.count > 1 && turns_find(&memory_of_test, search, &problem, &plan) == FW_OK) {
            drive_along(map, &problem, &plan);
            planned++;
            several += plan.count > 1;
        }
        fw_map_destroy(map);
    }
    assert_true(planned >= scenes / 4);
    assert_true(several >= scenes / 8);
    turns_free(&memory_of_test, &plan);
    lone_drive_destroy(search);
    assert_int_equal(memory_of_test.bytes, 0);
}
