#ifndef TRAFFIC_INSIDE_H
#define TRAFFIC_INSIDE_H

/// @file
/// The inside of a traffic: its units, their ways, the cells in which they are found, and the round of planning.

#include "base/memory.h"
#include "fairway/planner.h"
#include "map/map.h"
#include "traffic/course.h"
#include "traffic/reservation.h"

#define NO_AGENT UINT32_MAX

/// Side of the cells in which units are found, in tiles.
#define CELL_SIDE 4.0

/// Knots between two plans of a unit.
enum { PLAN_EVERY = 2 };

/// A corner of a way.
typedef struct way_point {
    double x, y;
    double rest; ///< length of the way from here to its end, in tiles
} way_point;

/// A place of a way that becomes a lane.
typedef struct lane_place {
    double x, y;   ///< of the way
    double dx, dy; ///< direction of the way there, a unit vector
    double shift;  ///< to the right, in tiles
    bool is_corner;
} lane_place;

/// Corners behind the next one to which a unit may go back; earlier ones may have been dropped.
enum { WAY_BACK = 12 };

/// The way of a unit to its goal: a polyline.
typedef struct way {
    way_point *points; ///< [point * count] in the pool of ways, from some corner on; the last one is the goal
    int32_t room;
    int32_t count;    ///< 0: there is none
    int32_t next;     ///< index of the corner that the unit moves to
    int32_t farthest; ///< the greatest `next` so far
} way;

/// A stretch of a way, in front of the unit, where two such units cannot go side by side. Lengths are those of the way
/// that is left.
typedef struct gate {
    double x, y;     ///< its middle
    double dx, dy;   ///< direction of the way there, a unit vector
    double enter;    ///< length where it begins; 0: none begins in the part that has been searched
    double leave;    ///< length where it ends
    double searched; ///< length where the search for it goes on
    bool is_found;   ///< its end has been found, too
} gate;

/// What units of one kind share.
typedef struct agent_kind {
    fw_unit_id unit;
    sweep_ground ground;
    sweep_body body;
    double radius;      ///< tiles
    double turn_radius; ///< tiles; 0: it turns on the spot
    bool reverse;
} agent_kind;

/// What the search for neighbours reads comes first, so that it lies together.
typedef struct agent {
    fw_box box; ///< of the body's centre along `plan`
    int32_t cell_x, cell_y;
    uint32_t next; ///< in its cell, by id; NO_AGENT at the end
    uint32_t kind; ///< index into the kinds
    fw_agent_id id;
    bool is_used; ///< false: the slot is free, `next` leads to the next free one
    bool has_goal;
    bool has_been;     ///< it has arrived since its last order
    bool is_at_goal;   ///< its plan ends at its goal, and it stands there
    bool wants_course; ///< it waits for a course
    bool is_queued;    ///< it waits for a path
    bool is_cut;       ///< a wall has appeared in its reservation, and it has found no other one
    bool is_lost;      ///< it needs another way
    bool is_named;     ///< others may give way to it, or be in an impasse with it

    outline plan; ///< what it will do from the next knot on, and from `plan.first` on if that comes later
    motion_limits limits;
    knot from, to;  ///< the interval under way
    double heading; ///< at the beginning of the interval; without a turning radius, of its last motion
    drive *drive;   ///< null: it has no turning radius

    double goal_x, goal_y;
    way way;
    gate gate;        ///< the next one of its way
    uint64_t asked;   ///< number of the step before which it asked for a path
    double remaining; ///< length of the way at its last plan, in tiles
    double
        to_narrow;  ///< length of the way to its gate, or else to its next corner, at its last plan, in tiles
    double nearest; ///< least length of the way that was left so far, in tiles
    fw_result refused;   ///< why there is no way to the goal; FW_OK: there is one, or it is not known
    int32_t stalled;     ///< knots without progress
    int32_t stuck;       ///< knots since it was nearest
    int32_t patience;    ///< knots until it may push again
    uint32_t blocker;    ///< slot of a unit that is in its way; NO_AGENT: none
    uint32_t in_way_of;  ///< slot of the unit that it makes room for; NO_AGENT: none
    int64_t holds_until; ///< knot until which it keeps its reservation
    int64_t aside_until; ///< knot until which it makes room
    uint64_t pushed;     ///< number of the push that has moved it last

    double yields_until;   ///< length of the way of the unit that it gives way to at which that one is past
    double home_x, home_y; ///< while it yields: its goal
    uint32_t met;          ///< slot of the unit that its way runs into first; NO_AGENT: none
    uint32_t yields_to;    ///< slot of the unit that it gives way to: its goal is a refuge; NO_AGENT: none
    uint32_t impasse;      ///< slot of a unit that cannot pass it anywhere; NO_AGENT: none

    fw_agent_activity activity;
    double driven;
    int64_t waited; ///< knots
    double arrived;
} agent;

/// A search for a refuge.
typedef struct refuge_search refuge_search;
extern const size_t refuge_search_bytes;

/// A reservation that a push has replaced.
typedef struct undo {
    uint32_t slot;
    uint64_t pushed;
    uint32_t in_way_of;
    bool is_cut;
    outline plan;
} undo;

/// Most plans that one push may try.
enum { MOST_PLANS = 40 };

/// Reservations that were unfolded last, by slot.
enum { UNFOLDED = 32 };

struct fw_traffic {
    memory memory;
    const fw_map *map;
    uint64_t map_version;
    fw_planner *planner;
    fw_path *path;

    agent *agents; ///< [agent * slots]
    size_t agent_room;
    uint32_t slots;
    uint32_t free_slot;
    uint32_t *by_id; ///< [slot * count], sorted by id
    size_t by_id_room;
    int32_t count;
    agent_kind *kinds;
    size_t kind_room;
    uint32_t kind_count;

    uint32_t *cells; ///< [slot * 2^cell_bits] first unit of each cell
    size_t cell_count;
    reservation unfolded[UNFOLDED];
    uint32_t unfolded_slot[UNFOLDED]; ///< NO_AGENT: there is none
    double most_half;   ///< no box of a unit reaches farther than this from its middle, in tiles
    double most_radius; ///< of a body

    int64_t knot;    ///< index of the last knot
    double phase;    ///< seconds since then; may be a rounding error below 0
    uint32_t *round; ///< [slot * round_count] units that plan for the next knot, in their order
    size_t round_room;
    int32_t round_count;
    int32_t round_next; ///< index of the next one to plan

    uint64_t steps;  ///< calls of fw_traffic_step() so far
    uint32_t *queue; ///< [slot * queue_count] units that wait for a path, by `asked`, then by id
    size_t queue_room;
    int32_t queue_count;
    fw_pose search_start; ///< of the search under way
    uint64_t *slices;     ///< [expansions * slice_count] steps of the search under way, to repeat it
    size_t slice_room;
    int32_t slice_count;
    fw_search *search; ///< for the first one of the queue; null: not begun

    unsigned char *pool; ///< blocks of points of all ways
    size_t pool_bytes, pool_used;

    lane_place *lane; ///< [place * lane_room] of the lane that is laid
    size_t lane_room;

    struct refuge_search *refuges; ///< null: not needed yet
    struct neighbour *near;        ///< [neighbour * near_room] a stack: neighbours of the plans under way
    size_t near_room;
    size_t near_count;
    undo undos[MOST_PLANS]; ///< [undo * undo_count]
    drive *undo_drives; ///< [drive * MOST_PLANS] of units with a turning radius; null: there were none yet
    int32_t undo_count;
    int32_t plans_left; ///< of the push under way
    uint64_t pushes;    ///< number of the push under way

    fw_agent_state *states;
    size_t state_room;
    fw_traffic_event *events;
    size_t event_room;
    int32_t event_count;
};

static inline const agent_kind *kind_of(const fw_traffic *traffic, const agent *unit)
{
    return &traffic->kinds[unit->kind];
}

/// Index of a unit in `agents`.
static inline uint32_t agent_slot(const fw_traffic *traffic, const agent *unit)
{
    return (uint32_t)(unit - traffic->agents);
}

static inline double radius_of(const fw_traffic *traffic, const agent *unit)
{
    return kind_of(traffic, unit)->radius;
}

/// Radius of the circles on which a unit turns; 0: it turns on the spot.
static inline double turn_radius_of(const fw_traffic *traffic, const agent *unit)
{
    return kind_of(traffic, unit)->turn_radius;
}

/// What a unit will do.
///
/// @param room  holds the reservation of a unit without a turning radius
static inline const reservation *agent_reservation(const agent *unit, reservation *room)
{
    if (unit->drive)
        return &unit->drive->plan;
    reservation_unfold(&unit->plan, room);
    return room;
}

/// The state of a unit at a knot from the next one on.
static inline knot agent_at_knot(const agent *unit, int64_t index)
{
    reservation room;
    return *reservation_at(agent_reservation(unit, &room), index);
}

/// True if the unit follows a course.
static inline bool agent_has_course(const agent *unit)
{
    return unit->drive && unit->drive->course.count > 0;
}

static inline void agent_leave_course(agent *unit)
{
    if (unit->drive)
        unit->drive->course.count = 0;
}

/// Where a unit is now.
///
/// @param[out] speed  tiles per second; may be null
fw_pose agent_now(const fw_traffic *traffic, const agent *unit, double *speed);

/// Slot of the unit that a unit's activity is about; NO_AGENT: none.
static inline uint32_t agent_other(const agent *unit)
{
    switch (unit->activity) {
    case FW_AGENT_WAITS:
        return unit->blocker;
    case FW_AGENT_YIELDS:
        return unit->yields_to;
    case FW_AGENT_INFEASIBLE:
        return unit->impasse;
    default:
        return NO_AGENT;
    }
}

/// Gives a unit a reservation, and enters it in its cell.
void crowd_place(fw_traffic *traffic, uint32_t slot, const reservation *plan);

/// The reservation of a unit. It holds until the next one is asked for.
const reservation *crowd_reservation(fw_traffic *traffic, uint32_t slot);

/// Takes a unit out of its cell.
void crowd_leave(fw_traffic *traffic, uint32_t slot);

/// Enters all units in their cells, which are empty.
void crowd_enter_all(fw_traffic *traffic);

/// Makes room in the cells for a number of units.
fw_result crowd_reserve(fw_traffic *traffic, int32_t count);

/// Calls a function for each unit that may touch a box, in an order that does not depend on slots, until the function
/// returns false.
void crowd_near(const fw_traffic *traffic, const fw_box *box, bool (*receive)(void *user, uint32_t slot),
                void *user);

/// Gives a unit what it needs to drive with a turning radius, if it does not have it yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result agent_begin_drive(fw_traffic *traffic, agent *unit);

/// The index of a kind of unit; a new kind is filled in.
///
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_METHOD_DOES_NOT_FIT or FW_NO_MEMORY
fw_result traffic_find_kind(fw_traffic *traffic, fw_unit_id id, uint32_t *index);

/// The slot of a unit; NO_AGENT: there is no such unit.
uint32_t traffic_slot_of(const fw_traffic *traffic, fw_agent_id id);

/// True if a place lies on the map.
static inline bool traffic_is_on_map(const fw_traffic *traffic, double x, double y)
{
    return x >= 0 && y >= 0 && x <= fw_map_width(traffic->map) && y <= fw_map_height(traffic->map);
}

/// Orders a unit to a place on the map. The kinds must be up to date.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result traffic_order(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Neighbours that the plans of a push may list: of the first plan, all units; of those that are pushed, some.
static inline size_t traffic_most_near(size_t units)
{
    return 2 * units + 512;
}

/// Makes room for a number of units.
///
/// @return FW_OK, FW_TOO_MANY or FW_NO_MEMORY
fw_result traffic_reserve(fw_traffic *traffic, size_t units);

/// Makes all slots free slots. There must be no units.
void traffic_clear(fw_traffic *traffic);

/// Begins the search for the first unit of the queue again, up to where it was.
///
/// @param start  of the search
/// @param count  number of its steps, which are in `slices`
fw_result way_resume(fw_traffic *traffic, fw_pose start, int32_t count);

/// The order in which units push and go through gates: those that have not arrived come first, then those that are
/// nearer to where their way is narrow, then by id.
bool agent_is_before(const agent *a, const agent *b);

/// The state of a way on which no gate has been looked for yet.
gate gate_none(const way *way);

/// Looks for the next gate of a unit's way.
void gate_look_ahead(const fw_traffic *traffic, agent *unit);

/// Plans the motion of a unit from the next knot on.
void agent_plan(fw_traffic *traffic, uint32_t slot);

/// True if walls block a unit's way between its corners `first` and `last`.
bool way_is_cut(const fw_traffic *traffic, const agent *unit, int32_t first, int32_t last);

/// Sets `next` of a unit's way to the farthest corner, at most two ahead, that it sees from a place.
///
/// @return false if the unit sees no corner up to there, or the way back from the one that it sees is blocked
bool way_follow(const fw_traffic *traffic, agent *unit, double x, double y);

/// True if walls let the unit go straight from one place to another.
bool way_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x, double to_y);

/// Puts a unit into the queue for a path, if it is not in the queue yet.
fw_result way_ask(fw_traffic *traffic, uint32_t slot);

/// Makes room for the points of a unit's way; those that it has stay. The points of other ways may move.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result way_reserve(fw_traffic *traffic, uint32_t slot, int32_t count);

/// Gives a unit a way straight to its goal.
fw_result way_set_line(fw_traffic *traffic, agent *unit);

/// How far walls let a body move from a place in a direction (a unit vector), at most `most`, rounded down to a 64th of
/// `most`.
double way_room(const fw_traffic *traffic, const agent *unit, double x, double y, double dx, double dy,
                double most);

/// The same, if a wall blocks the body before `most`.
double way_room_to_wall(const fw_traffic *traffic, const agent *unit, double x, double y, double dx,
                        double dy, double most);

/// Moves a unit's way into the right half of the passages that it leads through.
///
/// @return FW_OK or FW_NO_MEMORY: the way is as it was
fw_result lane_keep_right(fw_traffic *traffic, agent *unit);

/// Sets the lengths of a way from each corner to its end.
void way_measure(way *way);

/// If two units meet where they cannot pass each other, the one with the shorter way to a refuge gives way. If there is
/// no refuge, both are told.
void yield_if_met(fw_traffic *traffic, uint32_t slot);

/// True if a unit need not yield any longer: the unit that it yields to has passed, or does not come any more.
bool yield_is_over(const fw_traffic *traffic, const agent *unit);

/// Gives a unit that has yielded its own goal back; it then needs a way there.
void yield_end(agent *unit);

/// Ends all yielding and all impasses between a unit and others, before the unit gets another order or is removed.
void yield_forget(fw_traffic *traffic, uint32_t slot);

/// Lets all units that could not pass each other try again.
void yield_retry(fw_traffic *traffic);

/// Forgets the way and the search of a unit.
void way_drop(fw_traffic *traffic, uint32_t slot);

/// Looks up the kinds again: a commit, or a unit that the map has got, may have replaced their layers.
///
/// @return FW_OK, or FW_UNKNOWN_UNIT: the map has lost a kind
fw_result traffic_refresh_kinds(fw_traffic *traffic);

/// Continues the searches of the queue.
fw_result way_serve(fw_traffic *traffic, uint64_t budget);

#endif
