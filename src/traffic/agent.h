#pragma once

/// A unit: its reservation, its way, and what it does.

#include "curve/sweep_body.h"
#include "fairway/planner.h"
#include "traffic/course.h"
#include "traffic/outline.h"
#include "traffic/surroundings.h"
#include "traffic/way.h"

#define NO_AGENT UINT32_MAX

/// What units of one kind share.
typedef struct agent_kind {
    fw_unit_id unit; ///< 0: the map has lost the kind, and there are no units of it
    sweep_ground ground;
    sweep_body body;
    double radius;      ///< tiles
    double turn_radius; ///< tiles; 0: it turns on the spot
    bool reverse;
    const map_unit *rules; ///< of the map's newest version
    bool is_uneven;        ///< some ground that it may enter costs it more than other ground does
    double *tops;          ///< [top * FW_TERRAIN_COUNT] see fw_traffic_set_speeds(); null: none
    laid_overlay laid;     ///< over the ground of these units, instead of what is laid for all
    fw_agent_id owner;     ///< the only unit of this kind, which has an overlay of its own; 0: any number
} agent_kind;

/// Where a unit goes. Its goal is where it drives now: to the point of its order, to its place, or to a refuge.
typedef enum place_stage {
    PLACE_IS_SOUGHT, ///< it has a new order, and no place yet; its goal is the point of its order
    PLACE_IS_AHEAD,  ///< it has a place, but does not see the place yet; its goal is the point of its order
    PLACE_IS_BESIDE, ///< it sees its place, but others rest in between; its goal is a point from which it can go there
    PLACE_IS_GOAL, ///< its goal is its place
    PLACE_IS_STOP  ///< it was told to stop; its goal is where it will stop
} place_stage;

/// Whether others may move a unit.
typedef enum agent_stance {
    STANCE_LOOSE, ///< it makes room for others
    STANCE_HOLDS  ///< it stays where it rests
} agent_stance;

/// Whether the ways of a unit lead round units that hold, or others.
typedef enum agent_detour {
    DETOUR_NOT_SOUGHT, ///< they regard walls only
    DETOUR_SOUGHT,     ///< they lead round
    DETOUR_NOT_FOUND,  ///< they regard walls only, because no way leads round
    DETOUR_WEIGHED     ///< the unit's way leads where others cost time: a way round is looked for (prices.h)
} agent_detour;

/// What a unit's `jam.number` holds besides the number of a jam, from 1 on.
enum { NO_JAM = 0, JAM_IS_PLANNED = -1 };

/// How far a unit has come with its order.
typedef enum agent_arrival {
    IS_UNDER_WAY, ///< it has not arrived since its last order
    HAS_BEEN,     ///< it has arrived, and stands elsewhere since
    IS_AT_GOAL    ///< it stands at its goal
} agent_arrival;

/// Where a unit goes.
typedef struct agent_order {
    double x, y;             ///< the point of its order
    double place_x, place_y; ///< where it will stand: the point of its order, or a free place near this point
    double goal_x, goal_y;
    double spread; ///< distance of the farthest place of those who share the point from this point, in tiles
    double distance;     ///< from the unit that it follows, in tiles
    double halts_within; ///< it halts if units of `halts_for` are nearer than this, in tiles
    uint32_t halts_for;  ///< sides whose units make it halt
    uint32_t follows;    ///< slot of the unit that it follows; NO_AGENT: none
    int32_t stops;       ///< places to which it is ordered after that of its order
    place_stage stage;
    agent_stance stance;
    bool has_goal;
    bool shares;     ///< other units have, or had, the point of its order
    bool is_settled; ///< it rested there before the last of them got their orders
    /// Its place may be out of reach, because others rested there before it came, or units of other kinds come, too
    bool chooses_soon;
} agent_order;

/// In what the way of a unit differs from a way to its goal.
typedef struct way_faults {
    bool lacks_first; ///< it begins elsewhere; the unit waits for a path to the beginning
    bool lacks_last;  ///< it does not lead to the goal; the unit waits for a path from the end of the way
    /// It is only a line on which the unit sets out toward its goal; the unit waits for a path
    bool has_set_out;
    bool goes_on; ///< the goal has moved; the unit follows its way until it gets another one
} way_faults;

/// What a unit knows of its way, and how it gets on.
typedef struct agent_pursuit {
    gate gate;            ///< the next gate of its way
    uint64_t asked;       ///< value of `desk.clock` when it asked for a path
    uint64_t detour_seen; ///< `around.detour.changes` when `detour` was set
    /// Length of the way at its last plan, in tiles; infinite: its goal is another one since
    double remaining;
    /// Length of the way to its gate, or else to its next corner, at its last plan, in tiles
    double to_narrow;
    double nearest; ///< least `remaining` so far on this way, in tiles
    sight sight;    ///< on its way; holds for `map_version`
    agent_arrival arrival;
    agent_detour detour;
    fw_result refused; ///< why there is no way to the goal; FW_OK: there is one, or it is not known
    /// Knots without progress up to its last plan: a unit that rests does not plan, and keeps them. 0 while it waits
    /// for others of its convoy
    int32_t stalled;
    int32_t stuck; ///< knots since it was nearer than ever, or got on along its course
    int32_t late;  ///< knots since it was nearer than ever since its order
    float closest; ///< least `remaining` since its order, in tiles; 0: it is not known yet
    way_faults faults;
    bool is_lost;      ///< it needs another way
    bool wants_course; ///< it waits for a course
    bool is_queued;    ///< it is in the queue for a path
    bool is_cut;       ///< a new wall blocks its reservation, and it has found no other reservation
} agent_pursuit;

/// What a unit has to do with others.
typedef struct agent_relation {
    int64_t aside_until; ///< knot until which it makes room
    /// The unit to which it yields is past if less than this is left of that one's way, in tiles
    double yields_until;
    /// Slot of the unit that last kept it from its cheapest candidate since it got its reservation; NO_AGENT: none. A
    /// plan that finds nobody in the way keeps it, if it finds no reservation either
    uint32_t blocker;
    /// Slot of the unit that stopped its cheapest candidate on the way in its last plan; NO_AGENT: none
    uint32_t met;
    uint32_t in_way_of; ///< slot of the unit that it makes room for; NO_AGENT: none
    uint32_t yields_to; ///< slot of the unit that it gives way to, at a refuge; NO_AGENT: none
    uint32_t impasse;   ///< slot of a unit that it cannot pass anywhere; NO_AGENT: none
    uint32_t convoy;    ///< number of its convoy, from 1 on; 0: none
} agent_relation;

/// Whom a unit regards: see fw_traffic_set_regard()
typedef struct agent_regard {
    uint32_t sides;        ///< one bit for each side to which it belongs
    uint32_t layers;       ///< one bit for each layer on which its body is
    uint32_t gives_way_to; ///< sides for whose units it makes room
    uint32_t may_push;     ///< sides whose units may be asked to make room for it
} agent_regard;

/// What a unit asks of others: to make room, and joint plans.
typedef struct agent_jam {
    int64_t asks_from;  ///< knot from which on it may ask for a joint plan
    int32_t number;     ///< of its jam, or else NO_JAM or JAM_IS_PLANNED (jam.h)
    uint8_t unsolved;   ///< searches for its joint plan without an answer since it got on last
    int8_t patience;    ///< knots until it may push again
    uint8_t pushed_off; ///< times since its order that units which only came back moved it from its goal
} agent_jam;

/// A unit. The parts are ordered so that no bytes are lost between them.
typedef struct agent {
    union {
        uint32_t kind;      ///< index into the kinds
        uint32_t next_free; ///< of a free slot: the next one; NO_AGENT: it is the last one
    };
    fw_agent_id id;
    fw_agent_activity
        activity;        ///< at the last knot; FW_AGENT_ACTIVITIES: it had ended, and got an order since
    int16_t priority;    ///< of its requests for paths
    bool is_used;        ///< false: the slot is free
    bool is_named;       ///< `yields_to` or `impasse` of another unit may be this unit
    int64_t waits_since; ///< knot at which its activity began
    uint64_t user;       ///< the game's own number

    outline plan; ///< its reservation: holds from the next knot on, or from `plan.first` on if that is later
    motion_limits limits;
    knot from, to;  ///< states at the last and at the next knot
    double heading; ///< at the last knot; without a turning radius, the direction of its last motion
    drive *drive;   ///< null: the unit has no turning radius
    /// Where its last way out of a wall ended; infinite: it may stand nowhere, on this map
    double exit_x, exit_y;

    way way;
    agent_order order;
    agent_pursuit pursuit;
    agent_relation relation;
    agent_regard regard;
    agent_jam jam;
} agent;

/// True if a unit has arrived since its last order.
static inline bool agent_has_been(const agent *unit)
{
    return unit->pursuit.arrival != IS_UNDER_WAY;
}

/// True if a unit stands at its goal.
static inline bool agent_is_at_goal(const agent *unit)
{
    return unit->pursuit.arrival == IS_AT_GOAL;
}

/// True if a unit goes nowhere: it has arrived, or no way leads to its goal, or past another unit.
static inline bool agent_goes_nowhere(const agent *unit)
{
    return agent_has_been(unit) || unit->pursuit.refused != FW_OK || unit->relation.impasse != NO_AGENT;
}

/// True if a unit's place is the point of its order.
static inline bool agent_has_its_point(const agent *unit)
{
    return unit->order.place_x == unit->order.x && unit->order.place_y == unit->order.y;
}

/// True if no other unit may move this one.
static inline bool agent_is_firm(const agent *unit)
{
    return unit->jam.number != NO_JAM || unit->order.stance == STANCE_HOLDS ||
           unit->order.stage == PLACE_IS_STOP;
}

/// The layer of obstacles, and of units for which nothing else was said.
enum { USUAL_LAYER = 1 };

/// A unit gives way to all sides.
#define ALL_SIDES UINT32_MAX

/// True if two bodies must keep clear of each other.
static inline bool agent_sees(const agent *unit, const agent *other)
{
    return (unit->regard.layers & other->regard.layers) != 0;
}

/// True if a unit keeps clear of obstacles.
static inline bool agent_sees_obstacles(const agent *unit)
{
    return (unit->regard.layers & USUAL_LAYER) != 0;
}

/// True if a unit makes room for another one.
static inline bool agent_gives_way(const agent *unit, const agent *other)
{
    return (unit->regard.gives_way_to & other->regard.sides) != 0 &&
           (other->regard.may_push & unit->regard.sides) != 0;
}

/// True if a unit has the right of way over another one.
static inline bool agent_has_right_of_way(const agent *unit, const agent *other)
{
    return agent_gives_way(other, unit) && !agent_gives_way(unit, other);
}

/// Notes that the reservation of a unit leads out of a wall.
static inline void agent_leave_wall(agent *unit)
{
    unit->pursuit.is_cut = false;
    unit->exit_x = unit->plan.stop_x;
    unit->exit_y = unit->plan.stop_y;
}

/// True if a unit leaves a wall.
static inline bool agent_is_leaving_wall(const agent *unit, int64_t knot)
{
    return unit->plan.stop_x == unit->exit_x && unit->plan.stop_y == unit->exit_y &&
           outline_end(&unit->plan) > knot;
}
