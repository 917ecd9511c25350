#include "traffic/plan_cost.h"

#include <math.h>

#include "base/trig.h"
#include "traffic/driving_way.h"
#include "traffic/gate.h"
#include "traffic/spacing.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

double planning_rest(const planning *task, fw_pose pose)
{
    const way *way = &task->unit->way;
    if (way->count == 0)
        return apart(pose.x, pose.y, task->stop.x, task->stop.y);
    const way_point *next = &way->points[way->next];
    if (task->unit->drive)
        return driving_rest(task, pose);
    return way_length_by(next, task->corner_rest, pose.x, pose.y);
}

/// spacing_way_cost(), which most units ask for in vain.
static inline double way_cost(const planning *task, double x, double y)
{
    return task->unit->relation.in_way_of == NO_AGENT ? 0 : spacing_way_cost(task, x, y);
}

/// What it costs to stop at a place in the wrong half of a passage, or near a gate that others enter first.
static inline double passage_cost(const planning *task, double x, double y)
{
    const double half = right_half_cost(&task->half, radius_of(task->traffic, task->unit), x, y) +
                        closed_passage_cost(&task->closed, x, y);
    return task->turn == GATE_ENTERS ? half : half + gate_cost(task, x, y);
}

double planning_surcharge(const planning *task, double x, double y, double most)
{
    const double spacing = task->drops_spacing ? 0 : spacing_cost(task, x, y, most);
    return spacing + way_cost(task, x, y) + passage_cost(task, x, y);
}

double planning_rest_at(const planning *task, fw_pose pose, double place)
{
    return planning_is_on_course(task) ? course_cost(&task->unit->drive->course, place)
                                       : planning_rest(task, pose);
}

double planning_cost(const planning *task, fw_pose pose, double place)
{
    return planning_rest_at(task, pose, place) + planning_surcharge(task, pose.x, pose.y, INFINITY);
}

/// True if no wall touches the unit at a place.
static bool is_off_walls(const planning *task, double x, double y)
{
    return task->is_open || way_may_stand(task->traffic, task->unit, x, y);
}

/// What it costs to stop on the left of the way.
static double left_cost(const planning *task, double angle)
{
    return angle < 0 ? task->choice.left_cost : 0;
}

/// Adds a candidate, unless a wall is there, or it costs as much as the limit.
///
/// @param spacing     what it costs to stop near to others, or less
/// @param is_settled  it costs this
static inline void add_place(planning *task, const place_list *places, int32_t at, double spacing,
                             bool is_settled)
{
    const double x = places->x[at], y = places->y[at], rest = places->rest[at], angle = places->angle[at];
    const double way = way_cost(task, x, y), passage = passage_cost(task, x, y);
    const double cost = rest + (spacing + way + passage) + left_cost(task, angle);
    if (cost >= task->choice.limit || !is_off_walls(task, x, y))
        return;
    const int32_t index = task->choice.count++;
    task->choice.candidates[index] = (candidate){ .x = x,
                                                  .y = y,
                                                  .cost = cost,
                                                  .rest = rest,
                                                  .way = way,
                                                  .passage = passage,
                                                  .angle = angle,
                                                  .is_settled = is_settled,
                                                  .number = (int16_t)index,
                                                  .longest = (int8_t)places->longest[at] };
}

/// True if a place is too far ahead of the unit's convoy, or is taken and lies to the right, where only free places are
/// of use.
static inline bool is_refused(const planning *task, const place_list *places, int32_t at)
{
    return (places->rest[at] < task->least_rest && places->longest[at] > 0) ||
           (task->choice.only_right && spacing_is_taken(task, places->x[at], places->y[at]));
}

void planning_add(planning *task, const place_list *places)
{
    double least[MOST_PLACES] = { 0 }, bounds[MOST_PLACES];
    const bool is_settled = task->drops_spacing || task->near.count == 0;
    if (!is_settled && !task->choice.only_right)
        spacing_least(task, places, least);
    for (int32_t i = 0; i < places->count; i++)
        bounds[i] = places->rest[i] + least[i] + left_cost(task, places->angle[i]);
    for (int32_t i = 0; i < places->count; i++)
        if (bounds[i] < task->choice.limit && !is_refused(task, places, i))
            add_place(task, places, i, least[i], is_settled);
}

way_place planning_place(const planning *task, double distance, double *direction)
{
    const way *way = &task->unit->way;
    double x = task->from.x, y = task->from.y;
    for (int32_t i = way->next; i < way->count; i++) {
        const way_point *to = &way->points[i];
        const double length = apart(x, y, to->x, to->y);
        if (direction && length > 0)
            *direction = trig_atan2(to->y - y, to->x - x);
        if (distance < length)
            return (way_place){ .x = x + (to->x - x) * distance / length,
                                .y = y + (to->y - y) * distance / length,
                                .rest = length - distance + way_rests(task->traffic, task->unit)[i] };
        distance -= length;
        x = to->x;
        y = to->y;
    }
    return (way_place){ .x = x, .y = y };
}

double planning_exact_cost(const planning *task, const candidate *place)
{
    if (place->is_settled)
        return place->cost;
    const double spacing = spacing_cost(task, place->x, place->y, INFINITY);
    return place->rest + (spacing + place->way + place->passage) + left_cost(task, place->angle);
}

bool planning_is_next(const planning *task, int32_t index)
{
    const candidate *place = &task->choice.candidates[index];
    const double most =
        place->is_settled ? place->cost : place->cost + spacing_doubt(task, place->cost - place->rest);
    return most < task->choice.limit && (index + 1 == task->choice.count || most < place[1].cost);
}

bool planning_settle(planning *task, int32_t index)
{
    candidate place = task->choice.candidates[index];
    if (place.is_settled)
        return false;
    place.cost = planning_exact_cost(task, &place);
    place.is_settled = true;
    candidates_move_back(task->choice.candidates, &task->choice.count, index, &place, task->choice.limit);
    return true;
}

bool planning_weigh(planning *task, int32_t index)
{
    candidate place = task->choice.candidates[index];
    if (task->built.toll <= place.toll)
        return false;
    place.rest += task->built.toll - place.toll;
    place.cost += task->built.toll - place.toll;
    place.toll = task->built.toll;
    candidates_move_back(task->choice.candidates, &task->choice.count, index, &place, task->choice.limit);
    return true;
}
