#include "traffic/shove.h"

#include "base/trig.h"
#include "curve/sweep_ground.h"
#include "curve/sweep_line.h"
#include "traffic/agent_state.h"
#include "traffic/crowd.h"
#include "traffic/rally.h"
#include "traffic/reservation.h"
#include "traffic/trial.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// Greatest number of units that are moved one for the other, and of motions that one shove may try. First, few units
/// are moved; if that is in vain, twice as many.
enum { MOST_DEPTH = 16, MOST_TRIES = 400 };

/// Directions in which a unit goes away, to both sides of the one away from where it is shoved from, in parts of a
/// turn; and distances, in radii.
enum { TURN_PARTS = 24, MOST_TURNS = 7 };
#define STEP_PART 0.25
#define FARTHEST  4.0

/// Units that were moved so far.
typedef struct shove {
    fw_traffic *traffic;
    int32_t tries, most_depth;
} shove;

/// True if a unit rests, and may be moved.
static bool may_be_moved(const fw_traffic *traffic, const agent *unit)
{
    return agent_has_been(unit) && !unit->drive && !agent_is_firm(unit) && unit->jam.number == NO_JAM &&
           unit->relation.yields_to == NO_AGENT && outline_end(&unit->plan) <= traffic->clock.knot + 1;
}

static bool move(shove *all, uint32_t slot, const reservation *made, int depth);

/// True if a motion leads through no wall, unless the unit is in one. A unit may leave ground that only counts as
/// blocked, such as a building site.
static bool is_on_free_ground(const fw_traffic *traffic, const agent *unit, const reservation *made,
                              int64_t first)
{
    const agent_kind *kind = kind_of(traffic, unit);
    if (!unit->pursuit.is_cut)
        return reservation_is_on_free_ground(&kind->ground, &kind->body, made, first);
    const sweep_ground walls = sweep_ground_of(map_find_unit(traffic->map, kind->unit), NULL);
    return reservation_is_on_free_ground(&walls, &kind->body, made, first) ||
           !sweep_line_is_free(&walls, &kind->body, unit->to.x, unit->to.y, unit->to.x, unit->to.y);
}

/// The motion of a unit to a place in a direction, if no wall and no obstacle is in the way.
static bool find_motion(const fw_traffic *traffic, const agent *unit, double angle, double away,
                        reservation *made)
{
    const int64_t first = traffic->clock.knot + 1;
    const agent_kind *kind = kind_of(traffic, unit);
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    return reservation_reach(&unit->limits, first, &unit->to, unit->to.x + away * cosine,
                             unit->to.y + away * sine, MOST_KNOTS, made) &&
           way_may_stand(traffic, unit, made->knots[made->count].x, made->knots[made->count].y) &&
           is_on_free_ground(traffic, unit, made, first) &&
           !(agent_sees_obstacles(unit) &&
             obstacles_meet(&traffic->around.obstacles, kind->radius, unit->limits.top, made, first));
}

/// Lets a unit go away from where another one comes from.
static bool go_away(shove *all, uint32_t slot, const knot *from, int depth)
{
    fw_traffic *traffic = all->traffic;
    const agent *unit = &traffic->agents[slot];
    const double radius = radius_of(traffic, unit),
                 outward = trig_atan2(unit->to.y - from->y, unit->to.x - from->x);
    for (int turn = 0; turn <= 2 * MOST_TURNS; turn++) {
        const double angle = outward + (turn % 2 ? 1 : -1) * ((turn + 1) / 2) * 2 * FW_PI / TURN_PARTS;
        for (double away = STEP_PART; away <= FARTHEST && all->tries < MOST_TRIES; away += STEP_PART) {
            reservation made;
            all->tries++;
            if (find_motion(traffic, unit, angle, away * radius, &made) && move(all, slot, &made, depth))
                return true;
        }
    }
    return false;
}

/// Gives a unit a reservation, and lets those go away that it conflicts with.
static bool move(shove *all, uint32_t slot, const reservation *made, int depth)
{
    fw_traffic *traffic = all->traffic;
    const int32_t before = traffic->push.count;
    if (before == MOST_PLANS)
        return false;
    trial_note(traffic, slot);
    crowd_place(traffic, slot, made);
    for (uint32_t other; (other = crowd_conflict(traffic, slot, made)) != NO_AGENT;)
        if (depth == all->most_depth || trial_has(traffic, other) ||
            !may_be_moved(traffic, &traffic->agents[other]) ||
            !agent_gives_way(&traffic->agents[other], &traffic->agents[traffic->push.undos[0].slot]) ||
            way_reserve(traffic, other, 2) != FW_OK ||
            !go_away(all, other, agent_next(traffic, &traffic->agents[slot]), depth + 1)) {
            trial_undo(traffic, before);
            return false;
        }
    return true;
}

bool shove_others(fw_traffic *traffic, uint32_t slot, const reservation *made)
{
    shove all = { .traffic = traffic };
    if (traffic->agents[slot].drive)
        return false;
    bool is_done = false;
    for (all.most_depth = 1; all.most_depth <= MOST_DEPTH && !is_done; all.most_depth *= 2) {
        all.tries = 0;
        is_done = move(&all, slot, made, 0);
    }
    for (int32_t i = 0; i < traffic->push.count; i++) {
        const uint32_t moved = traffic->push.undos[i].slot;
        if (i > 0)
            rest_at_stop(traffic, moved);
        if (traffic->agents[moved].pursuit.is_cut)
            agent_leave_wall(&traffic->agents[moved]);
    }
    traffic->push.count = 0;
    return is_done;
}

void rest_at(fw_traffic *traffic, uint32_t slot, way_point place)
{
    agent *unit = &traffic->agents[slot];
    way_drop(traffic, slot);
    unit->order.goal_x = place.x;
    unit->order.goal_y = place.y;
    if (unit->order.has_goal)
        rally_give_place(traffic, slot, place.x, place.y);
    else
        rally_rest(traffic, slot, place.x, place.y);
    unit->order.stage = PLACE_IS_GOAL;
    agent_set_arrival(traffic, unit, HAS_BEEN);
    way_set_line(traffic, unit);
}

void rest_at_stop(fw_traffic *traffic, uint32_t slot)
{
    const outline *plan = &traffic->agents[slot].plan;
    rest_at(traffic, slot, (way_point){ plan->stop_x, plan->stop_y });
}
