#include "traffic/escape.h"

#include <math.h>

#include "base/trig.h"
#include "curve/sweep_ground.h"
#include "curve/sweep_line.h"
#include "traffic/agent_state.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/events.h"
#include "traffic/halt.h"
#include "traffic/jams.h"
#include "traffic/reservation.h"
#include "traffic/shove.h"
#include "traffic/stand.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_sight.h"

/// Places that are tried if the nearest one cannot be taken: in so many directions, farther by a part of the radius
/// each time, up to a distance in radii beyond the nearest one, and from there on by a radius each time.
enum { DIRECTIONS = 24 };
#define STEP_PART 0.25
#define FARTHER   6.0

/// A search for a way out.
typedef struct escape {
    fw_traffic *traffic;
    uint32_t slot;
    agent *unit;
    const agent_kind *kind;
    int64_t first;
    knot from;          ///< state at this knot
    way_point stop;     ///< where the unit would stop if it braked
    sweep_ground walls; ///< that it may not go through, unless it is in one
    bool is_in_wall;
    reservation made;  ///< the way out that was tried last
    way_point nearest; ///< place where the unit may stand
    bool has_nearest;
    double least; ///< its distance from `stop`
    uint32_t met; ///< the first unit in the way of what was tried; NO_AGENT: none
} escape;

static bool may_stand(const escape *search, double x, double y)
{
    return way_may_stand(search->traffic, search->unit, x, y);
}

/// True if the way out that was built does not lead beyond the border of the map, which it may touch.
static bool stays_on_map(const escape *search)
{
    const fw_box box = reservation_box(&search->made, search->first);
    const double room = search->kind->radius - 2 * FW_TOUCH;
    const map_version *map = search->traffic->map;
    return box.min_x >= room && box.min_y >= room && box.max_x <= map_width(map) - room &&
           box.max_y <= map_height(map) - room;
}

/// True if the way out that was built leads through no wall but those that the unit is in, and past others.
static bool is_free(escape *search)
{
    const knot *stop = reservation_stop(&search->made);
    if (!may_stand(search, stop->x, stop->y) || !stays_on_map(search) ||
        (!search->is_in_wall &&
         !reservation_is_on_free_ground(&search->walls, &search->kind->body, &search->made, search->first)) ||
        (agent_sees_obstacles(search->unit) &&
         obstacles_meet(&search->traffic->around.obstacles, search->kind->radius, search->unit->limits.top,
                        &search->made, search->first)))
        return false;
    search->met = crowd_conflict(search->traffic, search->slot, &search->made);
    return search->met == NO_AGENT;
}

static bool try_place(escape *search, double x, double y)
{
    return reservation_reach(&search->unit->limits, search->first, &search->from, x, y, MOST_KNOTS,
                             &search->made) &&
           is_free(search);
}

/// How far a unit gets within a reservation.
static double farthest(const escape *search)
{
    const motion_limits *limits = &search->unit->limits;
    return reservation_range(limits, limits->top, MOST_KNOTS);
}

/// Finds a way out of a unit without a turning radius: to the nearest place, or to another one as near as possible.
static bool walks_out(escape *search)
{
    const agent_kind *kind = search->kind;
    const stand_search asked = { .traffic = search->traffic, .kind = kind };
    way_point nearest;
    if (!stand_find(&asked, search->stop.x, search->stop.y, &nearest)) {
        search->unit->exit_x = INFINITY; // until the map changes
        return false;
    }
    search->nearest = nearest;
    search->has_nearest = true;
    const double least = search->least = apart(search->stop.x, search->stop.y, nearest.x, nearest.y);
    if (try_place(search, nearest.x, nearest.y))
        return true;
    const double most = farthest(search), near = least + FARTHER * kind->radius,
                 step = STEP_PART * kind->radius;
    for (double away = fmax(least, step); away <= most; away += away < near ? step : kind->radius)
        for (int i = 0; i < DIRECTIONS; i++) {
            double sine, cosine;
            trig_sincos(2 * FW_PI * i / DIRECTIONS, &sine, &cosine);
            if (try_place(search, search->stop.x + away * cosine, search->stop.y + away * sine))
                return true;
        }
    return false;
}

/// Finds a way out of a unit with a turning radius that stands: straight or in a curve, in each gear.
static bool drives_out(escape *search)
{
    const agent_kind *kind = search->kind;
    const double step = STEP_PART * kind->radius, most = 2 * FARTHER * kind->radius;
    if (knot_speed(&search->from) > 0)
        return false; // it brakes
    const fw_pose pose = agent_stop(search->unit);
    for (double length = step; length <= most; length += step)
        for (int i = 0; i < (kind->reverse ? 6 : 3); i++) {
            const rail way = { .start = pose,
                               .gear = i < 3 ? FW_FORWARD : FW_REVERSE,
                               .count = 1,
                               .parts = { { (i % 3 - 1) / kind->turn_radius, length } } };
            if (reservation_drive(&search->unit->limits, search->first, &way, 0, MOST_KNOTS, &search->made) &&
                is_free(search))
                return true;
        }
    return false;
}

/// Shoves those who rest at a place, or on the way there.
static bool shoves_to(escape *search, double x, double y)
{
    search->met = NO_AGENT;
    return try_place(search, x, y) ||
           (search->met != NO_AGENT && shove_others(search->traffic, search->slot, &search->made));
}

/// Shoves those who rest at the nearest place, or else at the first place in a direction, another one at each knot.
static bool shoves_out(escape *search)
{
    if (search->unit->drive || !search->has_nearest)
        return false;
    if (shoves_to(search, search->nearest.x, search->nearest.y))
        return true;
    const double step = STEP_PART * search->kind->radius, most = farthest(search);
    double sine, cosine;
    trig_sincos(2 * FW_PI * (double)(search->first % DIRECTIONS) / DIRECTIONS, &sine, &cosine);
    for (double away = search->least; away <= most; away += step) {
        const double x = search->stop.x + away * cosine, y = search->stop.y + away * sine;
        if (may_stand(search, x, y))
            return shoves_to(search, x, y);
    }
    return false;
}

static escape begin(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    escape search = { .traffic = traffic,
                      .slot = slot,
                      .unit = unit,
                      .kind = kind_of(traffic, unit),
                      .first = traffic->clock.knot + 1,
                      .from = *agent_next(traffic, unit),
                      .made = halt_motion(traffic, unit),
                      .met = NO_AGENT };
    const knot *stop = reservation_stop(&search.made);
    search.stop = (way_point){ stop->x, stop->y };
    return search;
}

static void take(const escape *search)
{
    agent *unit = search->unit;
    jam_forget(search->traffic, search->slot);
    crowd_place(search->traffic, search->slot, &search->made);
    agent_leave_course(unit);
    unit->relation.blocker = NO_AGENT;
    unit->pursuit.is_cut = false;
}

/// True if no wall of a ground overlaps the unit while it brakes and stands.
static bool brakes_off(const escape *search, const sweep_ground *ground)
{
    const way_point stop = search->stop;
    return sweep_line_is_free(ground, &search->kind->body, stop.x, stop.y, stop.x, stop.y) &&
           reservation_is_on_free_ground(ground, &search->kind->body, &search->made, search->first);
}

fw_result escape_look(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (!unit->pursuit.is_cut || isinf(unit->exit_x))
        return FW_OK;
    escape search = begin(traffic, slot);
    if (brakes_off(&search, &search.kind->ground))
        return FW_OK; // it finds its way itself
    if (event_reserve(traffic) != FW_OK || way_reserve(traffic, slot, 2) != FW_OK)
        return FW_NO_MEMORY;
    search.walls = sweep_ground_of(map_find_unit(traffic->map, search.kind->unit), NULL);
    search.is_in_wall = !brakes_off(&search, &search.walls);
    if (!(unit->drive ? drives_out(&search) : walks_out(&search)) && !shoves_out(&search))
        return FW_OK;
    take(&search);
    agent_leave_wall(unit);
    event_tell(traffic, FW_NEWS_LEAVES_WALL, unit, 0);
    if (agent_has_been(unit) || !unit->order.has_goal) {
        rest_at_stop(traffic, slot);
        return FW_OK;
    }
    way_leave_queue(traffic, slot); // a search under way would begin in the wall
    return way_judge_goal(traffic, unit) ? way_ask(traffic, slot) : FW_OK;
}

bool escape_step_aside(fw_traffic *traffic, uint32_t slot)
{
    escape search = begin(traffic, slot);
    search.walls = search.kind->ground;
    if (!(search.unit->drive ? drives_out(&search) : walks_out(&search)))
        return false;
    take(&search);
    return true;
}
