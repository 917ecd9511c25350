#include "traffic/turn_drive.h"

#include "curve/segment.h"
#include "traffic/agent_state.h"
#include "traffic/choice.h"
#include "traffic/driving.h"
#include "traffic/planning.h"
#include "traffic/turn_plans.h"

/// A unit is at the end of its drive if less is left of it, in tiles.
#define DRIVEN_NOISE 1e-9

/// True if a unit stands where a drive of its plan begins.
static bool is_at_start(const agent *unit, const fw_pose *start)
{
    const fw_pose at = agent_stop(unit);
    return apart(at.x, at.y, start->x, start->y) < FW_TOUCH && headings_meet(at.heading, start->heading);
}

/// Makes a drive of the plan the course of its unit.
static fw_result begin_drive(fw_traffic *traffic, const turn_plan *plan, const unit_turn *turn)
{
    course *course = &traffic->agents[turn->slot].drive->course;
    if (MEMORY_RESERVE(&traffic->memory, course->segments, course->room, (size_t)turn->count) != FW_OK)
        return FW_NO_MEMORY;
    course->count = turn->count;
    course->length = course->reached = 0;
    for (int32_t i = 0; i < turn->count; i++) {
        course->segments[i] = plan->segments[turn->first + i];
        course->length += course->segments[i].length;
    }
    return FW_OK;
}

/// Takes the farthest stop on the course that is free.
static void go_on(planning *task)
{
    agent *unit = task->unit;
    reservation made;
    task->drops_spacing = true;
    task->choice.limit = INFINITY;
    task->choice.count = 0;
    driving_list_on_course(task);
    candidates_sort(task->choice.candidates, task->choice.count);
    for (int32_t i = 0; i < task->choice.count; i++) {
        if (!planning_build_motion(task, &task->choice.candidates[i], &made))
            continue;
        const uint32_t other = planning_conflict(task, &made);
        if (other == NO_AGENT) {
            planning_take(task, &made);
            return;
        }
        unit->relation.blocker = unit->relation.blocker == NO_AGENT ? other : unit->relation.blocker;
    }
}

void turns_drive(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    turn_plan *plan = &traffic->joint.turns->list[unit->jam.number - 1];
    const unit_turn *turn = &plan->turns[plan->next];
    const bool stands = outline_end(&unit->plan) <= traffic->clock.knot + 1;
    if (turn->slot != slot || (!agent_has_course(unit) && !stands))
        return;
    if (!agent_has_course(unit) && !is_at_start(unit, &plan->segments[turn->first].start)) {
        turns_forget(traffic, slot); // it has lost its drive
        return;
    }
    if (!agent_has_course(unit) && begin_drive(traffic, plan, turn) != FW_OK)
        return;
    planning *task = planning_room(traffic, 0);
    if (!task || !planning_begin(traffic, slot, task))
        return;
    unit->pursuit.is_lost = false; // its drive leads it
    go_on(task);
    planning_end(task);
    const bool moves = outline_end(&unit->plan) > traffic->clock.knot + 1;
    unit->pursuit.stalled = moves ? 0 : unit->pursuit.stalled + 1;
    plan->advanced = moves ? traffic->clock.knot : plan->advanced;
    if (unit->drive->course.length - unit->drive->course.reached > DRIVEN_NOISE)
        return;
    agent_leave_course(unit);
    turns_advance(traffic, plan);
}

/// True if a box comes near what is left of a plan.
static bool comes_near(const turn_plan *plan, const fw_box *changed, double reach)
{
    for (int32_t i = plan->turns[plan->next].first; i < plan->segment_count; i++) {
        const fw_pose start = plan->segments[i].start;
        fw_box box = { start.x, start.y, start.x, start.y };
        segment_widen_box(&plan->segments[i], &box);
        if (gap_between(&box, changed) <= reach)
            return true;
    }
    return false;
}

void turns_notice_edits(fw_traffic *traffic, const fw_box *changed)
{
    const struct turn_plans *plans = traffic->joint.turns;
    for (int32_t i = 0; plans && i < plans->count; i++)
        if (plans->list[i].count > 0 && comes_near(&plans->list[i], changed, traffic->crowd.most_radius + 1))
            turns_forget(traffic, plans->list[i].turns[plans->list[i].next].slot);
}
