#include "traffic/keep_right.h"

#include <math.h>

#include "traffic/crowd_cells.h"
#include "traffic/passages.h"
#include "traffic/patience.h"

/// Width of a passage from which on units keep right, in radii: in a narrower one nobody could change to his half. Its
/// length does not matter: without this rule, crowds that meet in a short door between two rooms hold each other, too.
#define LEAST_WIDTH 6.0

/// How far a unit looks along a passage, and how far before it the unit begins to keep right, in radii.
#define LOOKS_AHEAD   40.0
#define BEGINS_BEFORE 12.0

/// So many units that come toward a unit are a crowd.
enum { ONCOMING_CROWD = 8 };

/// What each tile costs by which a body is outside of its half: more than the room that units keep in a crowd. It
/// shrinks while the unit makes no progress, so that it holds nobody for ever.
#define OUTSIDE_COST 10.0

/// Direction in which a unit goes along a passage: 1 or -1; 0: it goes across, or nowhere.
static int direction_along(const agent *unit, const passage *at)
{
    const way *way = &unit->way;
    for (int32_t i = way->next; i < way->count; i++) {
        const double change =
            at->is_column ? way->points[i].x - unit->plan.stop_x : way->points[i].y - unit->plan.stop_y;
        if (fabs(change) > 0.5)
            return change > 0 ? 1 : -1;
    }
    return 0;
}

/// True if a crowd comes toward the unit along a passage.
static bool meets_crowd(const planning *task, const passage *at, int direction)
{
    const fw_traffic *traffic = task->traffic;
    const double ahead = direction * LOOKS_AHEAD * radius_of(traffic, task->unit);
    const double x = at->is_column ? task->from.x : at->x, y = at->is_column ? at->y : task->from.y;
    const double to_x = x + (at->is_column ? ahead : at->width),
                 to_y = y + (at->is_column ? at->width : ahead);
    const fw_box box = { fmin(x, to_x), fmin(y, to_y), fmax(x, to_x), fmax(y, to_y) };
    const int32_t count = crowd_on_layers(traffic, &box, task->unit->regard.layers);
    int32_t oncoming = 0;
    for (int32_t i = 0; i < count && oncoming < ONCOMING_CROWD; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        oncoming += !agent_is_at_goal(other) && direction_along(other, at) == -direction;
    }
    return oncoming == ONCOMING_CROWD;
}

right_half keep_right(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->drive || task->is_open || unit->relation.in_way_of != NO_AGENT)
        return (right_half){ .cost = 0 };
    const double radius = radius_of(task->traffic, unit);
    const double cost = OUTSIDE_COST * patience_left(unit, LEAVES_HALF_AFTER);
    passage at;
    if (cost == 0 ||
        !passage_near(task->traffic, unit, task->from.x, task->from.y, BEGINS_BEFORE * radius, &at) ||
        at.width < LEAST_WIDTH * radius)
        return (right_half){ .cost = 0 };
    const int direction = direction_along(unit, &at);
    if (direction == 0 || !meets_crowd(task, &at, direction))
        return (right_half){ .cost = 0 };
    const double half = at.width / 2.0;
    return (right_half){ .cost = cost,
                         .x = at.x + (at.is_column ? 0 : half),
                         .y = at.y + (at.is_column ? half : 0),
                         .right_x = at.is_column ? 0 : -direction,
                         .right_y = at.is_column ? direction : 0 };
}
