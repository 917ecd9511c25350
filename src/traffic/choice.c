#include "traffic/choice.h"

#include <math.h>

#include "traffic/crowd.h"
#include "traffic/plan_cost.h"
#include "traffic/planning.h"
#include "traffic/spacing.h"

/// Rolling to the right takes candidates that turn by more than this only, in radians.
#define LEAST_TURN 0.2

void planning_adopt(planning *task, const reservation *made)
{
    crowd_place(task->traffic, task->slot, made);
    if (planning_is_on_course(task))
        task->unit->drive->course.reached = task->on_course + rail_length(&made->rail);
    else
        agent_leave_course(task->unit);
}

void planning_take(planning *task, const reservation *made)
{
    planning_adopt(task, made);
    task->unit->relation.blocker = NO_AGENT;
    task->unit->pursuit.is_cut = false;
}

bool planning_take_best(planning *task, double limit)
{
    reservation made;
    uint32_t blocker = NO_AGENT;
    for (int32_t i = 0; i < task->choice.count;) {
        const candidate *place = &task->choice.candidates[i];
        if (place->cost >= limit)
            break;
        const bool matters =
            blocker == NO_AGENT || (task->unit->relation.met == NO_AGENT && place->angle == 0);
        const bool is_left_out = !matters && spacing_is_taken(task, place->x, place->y); // whoever is there
        if (!is_left_out && !planning_is_next(task, i) && planning_settle(task, i))
            continue;
        i++;
        if (is_left_out)
            continue;
        if (!planning_build(task, place, &made))
            continue;
        if (planning_weigh(task, i - 1)) {
            i--; // it costs more than it seemed
            continue;
        }
        if (task->built.detour != 0 && planning_exact_cost(task, place) + task->built.detour >= limit)
            continue;
        const uint32_t slot = planning_conflict(task, &made);
        if (slot == NO_AGENT) {
            planning_take(task, &made);
            return true;
        }
        if (blocker == NO_AGENT)
            blocker = slot;
        if (task->unit->relation.met == NO_AGENT && place->angle == 0)
            task->unit->relation.met = slot;
    }
    if (blocker != NO_AGENT)
        task->unit->relation.blocker = blocker;
    return false;
}

bool planning_take_first(planning *task, double limit)
{
    candidate place;
    reservation made;
    if (!planning_first(task, limit, &place) || !planning_build(task, &place, &made) ||
        task->built.toll > 0 || // others may cost less
        planning_conflict(task, &made) != NO_AGENT)
        return false;
    planning_take(task, &made);
    return true;
}

/// The slightest turn to the right among the candidates that is wider than an angle; INFINITY: there is none.
static double next_turn(const planning *task, double angle)
{
    double next = INFINITY;
    for (int32_t i = 0; i < task->choice.count; i++)
        if (task->choice.candidates[i].angle > angle && task->choice.candidates[i].angle < next)
            next = task->choice.candidates[i].angle;
    return next;
}

bool planning_is_free(planning *task, const candidate *place, reservation *made)
{
    return !spacing_is_taken(task, place->x, place->y) && planning_build(task, place, made) &&
           planning_conflict(task, made) == NO_AGENT;
}

bool planning_roll_right(planning *task)
{
    reservation made;
    for (double turn = next_turn(task, LEAST_TURN); turn < INFINITY; turn = next_turn(task, turn))
        for (int32_t i = 0; i < task->choice.count;) {
            const bool turns_so = task->choice.candidates[i].angle == turn;
            if (turns_so && planning_settle(task, i))
                continue;
            if (turns_so && planning_is_free(task, &task->choice.candidates[i], &made) &&
                task->built.toll == 0) {
                planning_take(task, &made);
                return true;
            }
            i++;
        }
    return false;
}
