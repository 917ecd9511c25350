#include "joint/knot.h"

#include <math.h>

#include "base/box.h"

/// How much more a beat of a unit that goes counts than one of another unit.
enum { GOING_WEIGHT = 5 };

static fw_result check(const joint_problem *problem, const joint_unit *unit)
{
    if (unit->ground < 0 || unit->ground >= problem->ground_count || !unit->body.is_round ||
        unit->order < JOINT_GOES || unit->order > JOINT_RETURNS)
        return FW_BAD_VALUE;
    if (!isfinite(unit->x) || !isfinite(unit->y) || !isfinite(unit->body.radius) ||
        (unit->order != JOINT_PARKED && (!isfinite(unit->goal_x) || !isfinite(unit->goal_y))))
        return FW_NOT_FINITE;
    return unit->body.radius > 0 ? FW_OK : FW_BAD_VALUE;
}

/// Inserts a unit by its id; false: there is one with the same id.
static bool insert_unit(knot *knot, const joint_unit *unit)
{
    int32_t i = knot->count;
    while (i > 0 && knot->asked[i - 1].id > unit->id)
        i--;
    if (i > 0 && knot->asked[i - 1].id == unit->id)
        return false;
    for (int32_t j = knot->count++; j > i; j--)
        knot->asked[j] = knot->asked[j - 1];
    knot->asked[i] = *unit;
    return true;
}

static void insert_body(body_ranks *ranks, const sweep_body *body)
{
    int32_t i = ranks->count;
    while (i > 0 && ranks->bodies[i - 1].radius > body->radius)
        i--;
    if (i > 0 && ranks->bodies[i - 1].radius == body->radius)
        return;
    for (int32_t j = ranks->count++; j > i; j--)
        ranks->bodies[j] = ranks->bodies[j - 1];
    ranks->bodies[i] = *body;
}

fw_result knot_fill(knot *knot, const joint_problem *problem)
{
    knot->count = knot->ground_count = 0;
    if (problem->unit_count < 1 || problem->unit_count > JOINT_MOST_UNITS || problem->ground_count < 1 ||
        problem->ground_count > JOINT_MOST_GROUNDS || problem->plans < 1)
        return FW_BAD_SIZE;
    for (int32_t i = 0; i < problem->ground_count; i++) {
        knot->grounds[i] = problem->grounds[i];
        knot->ranks[i].ground = &knot->grounds[i];
        knot->ranks[i].count = 0;
    }
    knot->ground_count = problem->ground_count;
    for (int32_t i = 0; i < problem->unit_count; i++) {
        const joint_unit *unit = &problem->units[i];
        const fw_result result = check(problem, unit);
        if (result != FW_OK)
            return result;
        if (!insert_unit(knot, unit))
            return FW_BAD_VALUE;
        insert_body(&knot->ranks[unit->ground], &unit->body);
    }
    for (int32_t i = 0; i < knot->count; i++) {
        const joint_unit *asked = &knot->asked[i];
        const body_ranks *ranks = &knot->ranks[asked->ground];
        int32_t rank = 0;
        while (ranks->bodies[rank].radius < asked->body.radius)
            rank++;
        knot->ids[i] = asked->id;
        knot->weights[i] = asked->order == JOINT_GOES ? GOING_WEIGHT : 1;
        // The body may overlap walls by its shrink, FW_TOUCH / 2; two bodies may overlap by that much together.
        knot->radii[i] = asked->body.radius + FW_TOUCH / 4;
        knot->units[i] = (knot_unit){ .radius = knot->radii[i],
                                      .ground = asked->ground,
                                      .rank = rank,
                                      .start = -1,
                                      .goal = -1,
                                      .is_parked = asked->order != JOINT_GOES };
    }
    return FW_OK;
}

void knot_end_elsewhere(knot *knot, int32_t unit, joint_place place)
{
    knot->asked[unit].order = JOINT_RETURNS;
    knot->asked[unit].goal_x = place.x;
    knot->asked[unit].goal_y = place.y;
}

double knot_spacing(const knot *knot)
{
    double smallest = knot->radii[0], largest = knot->radii[0];
    for (int32_t i = 1; i < knot->count; i++) {
        smallest = fmin(smallest, knot->radii[i]);
        largest = fmax(largest, knot->radii[i]);
    }
    const double halves = ceil(4 * fmin(largest, 2 * smallest) - 1e-5);
    return fmax(halves, 1) / 2;
}

fw_box knot_window(const knot *knot, double reach)
{
    const layer *open = knot->grounds[0].open;
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < knot->count; i++) {
        const joint_place goal = knot_goal(knot, i);
        box_take_in(&box, knot->asked[i].x, knot->asked[i].y);
        box_take_in(&box, goal.x, goal.y);
    }
    box = box_wider(&box, reach);
    return (fw_box){ .min_x = fmax(box.min_x, 0),
                     .min_y = fmax(box.min_y, 0),
                     .max_x = fmin(box.max_x, open->width),
                     .max_y = fmin(box.max_y, open->height) };
}
