#pragma once

/// The inside of a traffic: its units, their ways, the cells in which they are found, and the round of planning.

#include "base/memory.h"
#include "fairway/planner.h"
#include "map/map.h"
#include "record/recorder.h"
#include "traffic/agent.h"
#include "traffic/assignment.h"
#include "traffic/crowd_mark.h"
#include "traffic/matching.h"
#include "traffic/obstacle.h"
#include "traffic/point_index.h"

/// Knots between two plans of a unit.
enum { PLAN_EVERY = 2 };

/// A reservation that a trial has replaced.
typedef struct undo {
    uint32_t slot;
    uint32_t in_way_of;
    bool is_cut;
    outline plan;
} undo;

/// Most plans that one push may try, and greatest depth of pushes within pushes.
enum { MOST_PLANS = 40, MOST_PUSH_DEPTH = 8 };

/// Number of unfolded reservations that are kept: of each class of slots modulo this number, the last one.
enum { UNFOLDED = 16 };

/// Where the calls of a traffic are recorded: see recording.h
typedef struct traffic_record {
    recorder *recorder; ///< of the map
    record_stream stream;
    bool is_on;    ///< the calls of the stream are recorded
    int32_t depth; ///< calls under way: one that is part of another one is not recorded
} traffic_record;

/// Slots, kinds and states of the units.
typedef struct unit_roster {
    size_t agent_room, by_id_room;
    uint32_t slots;
    uint32_t free_slot;
    agent_kind *kinds; ///< [kind * kind_count]
    size_t kind_room;
    uint32_t kind_count;
    /// [state * count] by id. What is counted since a unit was added, and when it arrived, is always up to date;
    /// fw_traffic_states() fills in the rest.
    fw_agent_state *states;
    size_t state_room;
} unit_roster;

/// Places of units: see rally.h
typedef struct rally_places {
    point_index places; ///< of all units that have one
    point_index orders; ///< the points of all orders
    uint32_t *listed;   ///< [slot * units] the units whose points were listed last
    size_t listed_room;
    bool has_newcomers;    ///< some units may seek a place
    rally_member *members; ///< that get places
    size_t member_room;
    way_point *found; ///< free places
    size_t found_room;
    struct place_turn *turns;
    size_t turn_room;
    way_point *beside; ///< places beside bodies of several sizes
    size_t beside_room;
} rally_places;

/// What a traffic knows besides its units.
typedef struct surroundings {
    detours detour;
    prices prices;
    sites sites;
    laid_overlay laid; ///< over the ground of all units that have nothing else
    errands errands;
    obstacles obstacles; ///< bodies that the traffic does not move
} surroundings;

/// Where the units are: see crowd.h and crowd_cells.h
typedef struct unit_crowd {
    crowd_mark *marks; ///< [mark * slots]
    size_t mark_room;
    crowd_cells cells;
    uint32_t *found; ///< [slot * (units + 1)] the units that crowd_near() has found last
    size_t found_room;
    reservation unfolded[UNFOLDED];
    uint32_t unfolded_slot[UNFOLDED]; ///< NO_AGENT: there is none
    double most_half;   ///< no box of a unit reaches farther than this from its middle, in tiles
    double most_radius; ///< of a body
} unit_crowd;

typedef struct traffic_clock {
    int64_t knot;   ///< index of the last knot
    double phase;   ///< seconds since the last knot; a rounding error may make it negative
    uint64_t steps; ///< calls of fw_traffic_step() so far
} traffic_clock;

/// Units that plan for the next knot.
typedef struct plan_round {
    uint32_t *slots; ///< [slot * count] in the order in which they plan
    size_t room;
    int32_t count;
    int32_t next; ///< index of the next unit to plan
} plan_round;

/// Where units get their paths: see path_desk.h
typedef struct path_desk {
    uint32_t *queue; ///< [slot * count] units that wait for a path, in the order of their turns
    size_t room;
    int32_t count;
    uint64_t clock;   ///< work that the queue has done and steps, so far: requests grow old by both
    fw_pose start;    ///< of the search under way
    fw_pose goal;     ///< of the search under way; the unit's own goal may have moved since
    uint64_t *slices; ///< [expansions * slice_count] steps of the search under way, to repeat it
    size_t slice_room;
    int32_t slice_count;
    fw_search *search;   ///< of the first unit of the queue; null: it has not begun
    struct flows *flows; ///< null: not needed yet
    uint64_t lane_work;  ///< places of lanes whose room was measured since the queue was last served
} path_desk;

/// Memory of ways: see way_pool.h
typedef struct way_store {
    unsigned char *pool; ///< blocks of points of all ways
    size_t bytes, used;
    double *rests; ///< [length * count] way_rests() of the way that was measured last
    size_t rest_room;
    uint32_t measured; ///< slot of the unit with this way; NO_AGENT: the way has changed, or there is none
} way_store;

/// Joint plans: see jams.h
typedef struct joint_plans {
    struct jams *jams;        ///< null: not needed yet
    uint32_t asker;           ///< slot of a unit that asks for a joint plan; NO_AGENT: there is none
    struct turn_plans *turns; ///< of units with a turning radius; null: not needed yet
    uint32_t driver; ///< slot of a unit with a turning radius that asks for one; NO_AGENT: there is none
} joint_plans;

typedef struct convoy_list {
    struct convoy *all; ///< [convoy * count]
    size_t room;
    uint32_t count;
    pairing *pairs; ///< of a convoy whose ways are laid
    size_t pair_room;
} convoy_list;

/// Memory for one of these at a time, none of which lasts longer than a call; null: not needed yet
typedef struct workspace {
    union {
        void *scratch;               ///< of searches for free places, too
        struct neighbour *near;      ///< [neighbour * near_count] of the plans under way, a stack
        lane_place *lane;            ///< the places of the lane that is laid
        struct refuge_cell *refuges; ///< the cells that a search for a refuge has reached
    };
    size_t bytes;
    size_t near_count;
    struct planning *plans[MOST_PUSH_DEPTH + 1]; ///< see planning_room(); null: not needed yet
} workspace;

/// What the trial under way has changed: see trial.h
typedef struct push_log {
    undo undos[MOST_PLANS]; ///< [undo * count]
    drive *drives; ///< [drive * count] of the units in `undos` with a turning radius; null: not needed yet
    int32_t count;
    int32_t plans_left; ///< plans that the push under way may still try
} push_log;

typedef struct event_list {
    fw_traffic_event *all;
    size_t room;
    int32_t count;
} event_list;

/// What tells the tiles of one map from those of another one in saves, as of a version.
typedef struct tiles_seal {
    uint64_t version, hash; ///< hash 0: not computed yet
} tiles_seal;

struct fw_traffic {
    memory memory;
    const fw_map *handle;
    const map_version *map; ///< the newest version: see traffic_look()
    uint64_t map_version;
    tiles_seal seal;
    fw_planner *planner;
    fw_path *path;
    agent *agents;   ///< [agent * slots]
    uint32_t *by_id; ///< [slot * count], sorted by id
    int32_t count;   ///< of units
    unit_roster roster;
    unit_crowd crowd;
    traffic_clock clock;
    plan_round round;
    path_desk desk;
    way_store ways;
    push_log push;
    workspace work;
    joint_plans joint;
    convoy_list convoys;
    rally_places rally;
    surroundings around;
    event_list events;
    traffic_record record;
};

static inline const agent_kind *kind_of(const fw_traffic *traffic, const agent *unit)
{
    return &traffic->roster.kinds[unit->kind];
}

/// Index of a unit in `agents`.
static inline uint32_t agent_slot(const fw_traffic *traffic, const agent *unit)
{
    return (uint32_t)(unit - traffic->agents);
}

/// Notes how far a unit has come with its order.
static inline void agent_set_arrival(fw_traffic *traffic, agent *unit, agent_arrival arrival)
{
    const bool may_stop_others = unit->order.stance == STANCE_HOLDS || unit->regard.gives_way_to != ALL_SIDES;
    const bool is_at_goal = arrival == IS_AT_GOAL;
    traffic->around.detour.changes += may_stop_others && agent_is_at_goal(unit) != is_at_goal;
    unit->pursuit.arrival = arrival;
    traffic->crowd.marks[agent_slot(traffic, unit)].is_parked = is_at_goal;
}

/// Notes that a unit does not stand at its goal any more, if it did.
static inline void agent_leave_goal(fw_traffic *traffic, agent *unit)
{
    agent_set_arrival(traffic, unit, agent_has_been(unit) ? HAS_BEEN : IS_UNDER_WAY);
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

/// Forgets how near a unit has come to its goal.
static inline void agent_forget_closest(agent *unit)
{
    unit->pursuit.closest = 0;
    unit->pursuit.late = 0;
}

/// The same, and how often it was pushed off its goal.
static inline void agent_begin_anew(agent *unit)
{
    agent_forget_closest(unit);
    unit->jam.pushed_off = 0;
}

/// True if a place lies on the map.
static inline bool traffic_is_on_map(const fw_traffic *traffic, double x, double y)
{
    return x >= 0 && y >= 0 && x <= map_width(traffic->map) && y <= map_height(traffic->map);
}

/// Makes room for a number of items in `work.scratch`; those that are there stay, but may move.
///
/// @return FW_OK or FW_NO_MEMORY
static inline fw_result traffic_reserve_scratch(fw_traffic *traffic, size_t count, size_t item_bytes)
{
    return memory_reserve_closely(&traffic->memory, &traffic->work.scratch, &traffic->work.bytes,
                                  count * item_bytes, 1);
}

/// Number of neighbours that the plans of a push may list together. The first plan can list all units.
static inline size_t traffic_most_near(size_t units)
{
    return 2 * units + 512;
}

/// Looks at the newest version of the map, with which a function of the API begins.
static inline void traffic_look(fw_traffic *traffic)
{
    traffic->map = map_version_of(traffic->handle);
}
