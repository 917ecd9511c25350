#include "traffic/turn_gather.h"

#include "traffic/agent_state.h"
#include "traffic/crowd_cells.h"

/// Room between two bodies, in tiles: those that drive arcs count as a little larger (reservation.h).
#define TURN_ROOM 0.03

/// How far around the unit and its place a plan may lead, and how far its place is along its way at most: in radii of
/// the unit, and in turning radii.
#define WINDOW_RADII 6.0
#define WINDOW_TURNS 3.0

/// Units near that may be listed, with the one that asks.
enum { MOST_NEAR = MOST_STANDING + TURNS_MOST_UNITS };

/// Poses that all searches for a plan expand at most.
enum { TURN_WORK = 4000 };

static double window_of(const fw_traffic *traffic, const agent *unit)
{
    return WINDOW_RADII * radius_of(traffic, unit) + WINDOW_TURNS * turn_radius_of(traffic, unit);
}

/// True if a unit can stand at a place: nobody else stops there.
static bool is_vacant(const fw_traffic *traffic, const agent *unit, double x, double y)
{
    const double radius = radius_of(traffic, unit), reach = radius + traffic->crowd.most_radius + TURN_ROOM;
    const fw_box box = box_around(x, y, reach);
    const int32_t found = crowd_on_layers(traffic, &box, unit->regard.layers);
    for (int32_t i = 0; i < found; i++) {
        const crowd_mark *other = &traffic->crowd.marks[traffic->crowd.found[i]];
        if (&traffic->agents[traffic->crowd.found[i]] != unit &&
            apart(x, y, other->stop_x, other->stop_y) < radius + other->radius + TURN_ROOM)
            return false;
    }
    return true;
}

/// The place that the plan is to reach: the first one on the unit's way, beyond a window's reach, where nobody stops;
/// or the end of its way.
static way_point place_ahead(const fw_traffic *traffic, const agent *unit)
{
    const double step = radius_of(traffic, unit);
    double before = 0, wanted = window_of(traffic, unit);
    way_point at = { unit->plan.stop_x, unit->plan.stop_y };
    for (int32_t i = unit->way.next; i < unit->way.count; i++) {
        const way_point to = unit->way.points[i];
        const double line = apart(at.x, at.y, to.x, to.y);
        for (; wanted < before + line; wanted += step) {
            const double share = (wanted - before) / line;
            const way_point place = { at.x + share * (to.x - at.x), at.y + share * (to.y - at.y) };
            if (is_vacant(traffic, unit, place.x, place.y))
                return place;
        }
        before += line;
        at = to;
    }
    return at;
}

/// Adds a unit that may be moved. Those that have no order, or had arrived, need not come back once a plan with which
/// they do was looked for in vain.
static void add_unit(const fw_traffic *traffic, const agent *asker, uint32_t slot, turn_request *request)
{
    const agent *unit = &traffic->agents[slot];
    const agent_kind *kind = kind_of(traffic, unit);
    const way_point home = place_ahead(traffic, unit);
    const int32_t index = request->problem.count++;
    request->slots[index] = slot;
    request->problem.units[index] =
        (turns_unit){ .ground = kind->ground,
                      .body = kind->body,
                      .radius = kind->radius,
                      .turn_radius = kind->turn_radius,
                      .reverses = kind->reverse,
                      .pose = agent_stop(unit),
                      .comes_back =
                          !agent_has_been(unit) || agent_has_been(asker) || asker->jam.unsolved == 0,
                      .home_x = home.x,
                      .home_y = home.y };
}

/// Adds a unit that stops near, as one that may be moved, or as one that stands.
///
/// @return false: it moves, or there are too many
static bool add_near(const fw_traffic *traffic, const agent *asker, uint32_t slot, turn_request *request)
{
    const agent *unit = &traffic->agents[slot];
    turns_problem *problem = &request->problem;
    if (unit->drive && !agent_is_firm(unit) && agent_gives_way(unit, asker)) {
        if (problem->count == TURNS_MOST_UNITS)
            return false;
        add_unit(traffic, asker, slot, request);
        return true;
    }
    if (problem->other_count == MOST_STANDING || outline_end(&unit->plan) > traffic->clock.knot + 1)
        return false;
    request->others[problem->other_count++] =
        (standing_body){ unit->plan.stop_x, unit->plan.stop_y, radius_of(traffic, unit) };
    return true;
}

static bool add_obstacles(const fw_traffic *traffic, const agent *unit, turn_request *request)
{
    const obstacles *obstacles = &traffic->around.obstacles;
    turns_problem *problem = &request->problem;
    for (int32_t i = 0; i < obstacles->count && agent_sees_obstacles(unit); i++) {
        const obstacle *body = &obstacles->all[i];
        const fw_box at = { body->x, body->y, body->x, body->y };
        if (gap_between(&at, &problem->window) > body->radius + radius_of(traffic, unit) + TURN_ROOM)
            continue;
        if (problem->other_count == MOST_STANDING || !obstacle_stands(body))
            return false;
        request->others[problem->other_count++] = (standing_body){ body->x, body->y, body->radius };
    }
    return true;
}

bool turns_gather(const fw_traffic *traffic, uint32_t slot, turn_request *request)
{
    const agent *unit = &traffic->agents[slot];
    turns_problem *problem = &request->problem;
    const way_point place = place_ahead(traffic, unit);
    const double x = unit->plan.stop_x, y = unit->plan.stop_y, reach = window_of(traffic, unit);
    *problem = (turns_problem){ .x = place.x,
                                .y = place.y,
                                .others = request->others,
                                .window = { fmin(x, place.x) - reach, fmin(y, place.y) - reach,
                                            fmax(x, place.x) + reach, fmax(y, place.y) + reach },
                                .room = TURN_ROOM,
                                .work = TURN_WORK };
    add_unit(traffic, unit, slot, request);
    uint32_t near[MOST_NEAR];
    const int32_t found = crowd_on_layers(traffic, &problem->window, unit->regard.layers);
    if (found > MOST_NEAR)
        return false;
    for (int32_t i = 0; i < found; i++)
        near[i] = traffic->crowd.found[i]; // which the next question overwrites
    for (int32_t i = 0; i < found; i++)
        if (near[i] != slot && !add_near(traffic, unit, near[i], request))
            return false;
    return add_obstacles(traffic, unit, request);
}
