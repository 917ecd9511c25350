#ifndef DIRECTIONAL_SEARCH_DIRECTIONAL_INSIDE_H
#define DIRECTIONAL_SEARCH_DIRECTIONAL_INSIDE_H

/// @file
/// The inside of a directional space, for the files that it is made of: connections of the ends, guides, search, and
/// writing of paths. They must include this header first. Costs are in 1 / MOTION_SCALE of a tile of the cheapest
/// terrain.

#include "directional/ends/connections.h"
#include "directional/ends/escape.h"
#include "directional/ends/probe.h"
#include "directional/fine/fine_search.h"
#include "directional/guides/guide.h"
#include "directional/guides/surcharge.h"
#include "directional/motions/departure.h"
#include "directional/search/directional_space.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum {
    FIELD_SHIFT = 16,      ///< of `field_scale`
    FLOOD_AFTER = 128,     ///< expansions before the flood from the goal goes on; most searches need fewer
    FLOOD_BEYOND = 512,    ///< the same if a perimeter knows ways out: dead ends are wide then
    GUIDE_AFTER = 256,     ///< expansions before the field of motions begins to guide
    SMALL_MAP = 1 << 12,   ///< tiles: on maps up to this size the field mostly costs more than it saves
    GUIDE_LATE = 2048,     ///< expansions before the field begins to guide on small maps
    EXTENDED_BIT = 0x8000, ///< of `via`: the motion is an extended one
    REVERSE_BIT = 0x4000,  ///< of `via`: driven in reverse, from the control set of the opposite heading
    MOST_BEYOND = 1 << 28  ///< most cost of a connection to the goal that bounds take into account
};

/// The part of `via` that tells the set and the gear of a motion.
static inline uint16_t motion_via(int32_t set, fw_gear gear)
{
    return (uint16_t)((set == EXTENDED_MOTIONS ? EXTENDED_BIT : 0) | (gear == FW_REVERSE ? REVERSE_BIT : 0));
}

/// A motion that was driven.
typedef struct motion_taken {
    const motion_set *set;
    const motion *motion;
    fw_gear gear;
} motion_taken;

/// The motion that `via` tells: its set, its gear, and its index in the control set of the heading that it leaves.
static inline motion_taken motion_of_via(const motion_table *table, lattice_pose from, uint16_t via)
{
    const motion_set *set = &table->sets[via & EXTENDED_BIT ? EXTENDED_MOTIONS : BASE_MOTIONS];
    const fw_gear gear = via & REVERSE_BIT ? FW_REVERSE : FW_FORWARD;
    const int32_t heading = gear == FW_REVERSE ? lattice_opposite(from).heading : from.heading;
    return (motion_taken){ set, &set->control_sets[heading].motions[via & (REVERSE_BIT - 1)], gear };
}

/// A motion that touches nothing blocked, before it enters the open list.
typedef struct way {
    fw_node_id to;
    cost step;
    uint16_t via;
} way;

/// Largest number of poses where a flood begins.
enum { MOST_SEEDS = PLACES_SEEN * MOST_CONNECTIONS };

/// The connections of a goal that lies between lattice poses: a range of `joined`.
typedef struct place_joint {
    int32_t first; ///< -1 before the search comes near the place
    int32_t count;
} place_joint;

struct directional_space {
    best_first search;
    memory *memory;
    directional_query ask;
    search_limits limits;
    motion_ground ground;
    guide guide;
    cost from_f;             ///< f of the expanded pose, below which no successor's f may fall
    probe *forward;          ///< flood from the start, before the search
    probe *backward;         ///< flood from the goal
    probe *suspect;          ///< the flood that goes first: the one that ran dry with fewer motions
    uint32_t joined_ends;    ///< ends that are connected to the lattice
    uint32_t extended_joins; ///< ends that are connected by all words, with loops
    way *ways;               ///< room for the ways out of one pose
    size_t way_capacity;
    sweep_body body;
    bool keeps_gear; ///< a change of gear costs, so the gear is part of a node
    surcharge charges;
    fw_unit_def driver; ///< the unit, with the cost of changing gear in tiles on the cheapest terrain
    connections *starts, *goals; ///< connections of the exact start and goal
    fw_curve direct;
    int32_t goal_reach; ///< largest distance in tiles of a connection from the goal
    fw_result probed;   ///< result of the floods; FW_PENDING before they ran
    bool has_direct;    ///< `direct` leads to the goal without a search
    bool seems_dead;    ///< the start or the goal seems to be a dead end
    uint32_t *route;    ///< [slot * route_capacity]
    size_t route_capacity;
    fine_search *fine;          ///< null before the first query that needs it
    bool is_fine;               ///< the fine search is running
    struct speed_space *speeds; ///< null before the first query for the least time
    fw_statistics before;       ///< statistics of the searches that ran dry

    // If there are several goals:
    field_origin *origins; ///< [origin * count]
    size_t origin_capacity;
    int32_t loose;       ///< places between lattice poses
    place_joint *joints; ///< [joint * count]
    size_t joint_capacity;
    connection *joined; ///< [connection * joined_count] of all joints
    size_t joined_count, joined_capacity;

    // If there are aims: the expanded pose nearest to one of them.
    fw_node_id nearest;
    fw_pose nearest_pose;
    double nearest_square; ///< square of its distance; infinite = none yet
};

static inline bool has_several(const directional_space *space)
{
    return space->ask.several.count > 0;
}

static inline fw_pose pose_of(const directional_space *space, lattice_pose at)
{
    return motion_pose(at, space->ask.table->offset);
}

/// True if extended motions or longer connections are allowed by now.
static inline bool directional_is_extended(const directional_space *space)
{
    return space->ground.extended_ends || space->extended_joins;
}

/// The cost of changing from the gear of a node to a gear.
static inline cost shift_cost(const directional_space *space, fw_node_id id, fw_gear gear)
{
    const fw_gear reached_in = id & LATTICE_REVERSE ? FW_REVERSE : FW_FORWARD;
    return space->keeps_gear && gear != reached_in ? space->charges.gear_change : 0;
}

/// A connection of the goal as an origin of a bound.
static inline motion_origin origin_at(const directional_space *space, const connection *joined)
{
    const uint64_t beyond = space->ask.speeds ? 0 : joined->cost; // time is counted in other units
    return (motion_origin){ joined->at, beyond < MOST_BEYOND ? (uint32_t)beyond : MOST_BEYOND };
}

/// The cost of a curve, surcharges included; 0 for a curve without segments.
cost directional_price(const directional_space *space, const fw_curve *curve);

/// True if the start or the goal seems to be a dead end. Tests either the ends on lattice poses or the ends between
/// them; floods find dead ends on the lattice sooner. The test proves nothing: it only allows leaving out the lattice
/// search. So it is always false for methods that have no fine search.
bool directional_seems_dead(const directional_space *space, bool on_lattice, uint64_t *work);

/// The conditions for connections of a goal; the caller sets the pose.
connecting directional_connecting(const directional_space *space);

/// Finds the connections of a pose between lattice poses, and their costs.
void directional_join(const directional_space *space, const connecting *connecting, connections *joined);

/// The cost of a connection from a node to the goal; COST_LIMIT or more if it cannot be driven.
cost directional_last_cost(const directional_space *space, fw_node_id id, const connection *connection);

/// The cheapest of some connections from a node to the goal, or `last` if that one is cheaper.
const connection *directional_cheapest(const directional_space *space, const connection *items, int32_t count,
                                       fw_node_id id, const connection *last, cost *step);

/// Connects start and goal to the lattice, or to each other, if they are not connected yet. If one end has no
/// connection, the other end is not connected.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_connect_ends(directional_space *space);

/// The floods from both ends before the search. The flood that has reached fewer poses goes first, because dead ends
/// are narrow. If both remain undecided, the search begins and the flood from the goal continues beside it.
///
/// @return FW_NOT_FOUND: there is no path with these motions
fw_result directional_probe_ends(directional_space *space, uint64_t *work);

/// True if the flood from the goal ran dry without reaching the start.
bool directional_goal_is_cut_off(const directional_space *space);

/// After a search that ran dry: allows extended motions and longer connections at the ends that may be the cause.
///
/// @return true if anything was allowed that may help
bool directional_extend(directional_space *space);

/// Prepares the guide for a query: the obstacle-free bounds that all its lattice searches share.
void directional_guide_reset(directional_space *space);

/// Chooses the kind of guide for the next lattice search, once the goals are connected. Only a field on the grid that
/// surrounds the goals stays as it is from one search to the next.
void directional_guide_choose(directional_space *space);

/// True if the search must not begin before directional_guide_begin() has returned FW_OK. GUIDE_MOTIONS begins with the
/// norm alone, and begins its fields later.
bool directional_guide_is_needed(const directional_space *space);

/// Begins the fields of the guide.
///
/// @param work  that may be done at most
/// @return FW_OK, FW_PENDING (more must be done), FW_NOT_FOUND (nothing leads to the goal) or FW_NO_MEMORY
fw_result directional_guide_begin(directional_space *space, uint64_t work);

/// Begins the fine search.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_begin_fine(directional_space *space);

/// Prepares a lattice search, and continues it; results as best_first_run().
void directional_search_reset(directional_space *space, const search_limits *limits);
fw_result directional_search_run(directional_space *space, uint64_t work);

/// The cheapest connection from a node to the goal, or null.
const connection *directional_last_connection(const directional_space *space, fw_node_id id, cost *step);

/// Prepares a query with several goals, and each lattice search of the query. A few goals are connected at once, so
/// that a flood can begin there; many goals are connected if the search comes near them.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_several_reset(directional_space *space);
fw_result directional_several_begin(directional_space *space);

/// Draws the shortest curve to any of several goals; false if there is none.
bool directional_several_draw(const directional_space *space, connecting *connecting, fw_curve *curve);

/// True if all of several goals seem to be dead ends. Tests them if `on_lattice` tells whether all are lattice poses.
bool directional_several_are_dead(const directional_space *space, const escape *escape, bool on_lattice,
                                  uint64_t *work);

/// Connects one of the goals around a pose to the lattice, unless all are connected.
///
/// @param[in,out] work  a goal that is connected counts as a unit
/// @return FW_OK (all are connected), FW_PENDING (call again) or FW_NO_MEMORY
fw_result directional_several_join(directional_space *space, lattice_pose at, uint64_t *work);

/// As directional_last_connection(), for several goals that are connected.
const connection *directional_several_last(const directional_space *space, fw_node_id id, cost *step);

/// A lower bound without obstacles of the cost to the nearest of a few goals, as consistent as the lookup table.
cost directional_several_curve(const directional_space *space, lattice_pose at);

/// The poses where a flood from several goals begins, facing away from the goals.
///
/// @param[out] seeds  [pose * MOST_SEEDS]
/// @return number of poses; 0 if there are too many, or a goal is not connected yet
int32_t directional_several_seeds(const directional_space *space, lattice_pose *seeds);

#endif
