#ifndef DIRECTIONAL_SEARCH_DIRECTIONAL_INSIDE_H
#define DIRECTIONAL_SEARCH_DIRECTIONAL_INSIDE_H

/// @file
/// The inside of a directional space, for the files that it is made of: how its ends are joined to the lattice, the
/// search, and how its paths are written. They must include this first. Costs are in 1 / MOTION_SCALE of a tile of the
/// cheapest terrain.

#include "directional/ends/connections.h"
#include "directional/ends/escape.h"
#include "directional/ends/goal_curve.h"
#include "directional/ends/probe.h"
#include "directional/fine/fine_search.h"
#include "directional/guides/motion_field.h"
#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"
#include "directional/motions/motion_norm.h"
#include "directional/search/directional_space.h"
#include "grid/field.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum {
    FIELD_SHIFT = 16,  ///< of `field_scale`
    FLOOD_AFTER = 128, ///< expansions before the flood at the goal goes on beside the search: most have ended
    FLOOD_BEYOND = 512,    ///< the same where a perimeter knows ways out: dead ends are wide then
    GUIDE_AFTER = 256,     ///< and before the field of motions begins to guide
    SMALL_MAP = 1 << 12,   ///< tiles: on such a map the field costs more than it saves for most,
    GUIDE_LATE = 2048,     ///< and begins as late
    EXTENDED_BIT = 0x8000, ///< of `via`: the motion is of the rich set
    REVERSE_BIT = 0x4000,  ///< of `via`: it is driven in reverse, and leaves the opposite heading
    MOST_BEYOND = 1 << 28  ///< larger costs from a lattice pose to the goal count as this in bounds
};

/// A motion that touches nothing, on its way to the open list.
typedef struct way {
    fw_node_id to;
    cost step;
    uint16_t via;
} way;

enum { PLACES_SEEN = 8 }; ///< of so many goals each is looked at; more are seen by the field alone

/// How a place between lattice poses is joined to them: a run of connections.
typedef struct place_joint {
    int32_t first; ///< -1: not yet, the search has not come near
    int32_t count;
} place_joint;

struct directional_space {
    best_first search;
    memory *memory;
    directional_query ask;
    search_limits limits;
    motion_ground ground;
    grid_field field; ///< backward distances from the goal; from the start where motions guide
    bool has_field;
    perimeter *last_turns; ///< around a goal that is_surrounded(), and where motions guide
    motion_origin from_goals[MOST_CONNECTIONS];
    bool has_perimeter;      ///< it was begun
    motion_field *remaining; ///< distances for motions: what guides a search that does not hurry
    bool guides;             ///< it has begun to
    norm_aim in_the_open; ///< what motions cost at least if nothing is in the way, where that is what guides
    cost from_f;          ///< of the pose that is expanded, where no motion may make it fall
    uint32_t field_scale; ///< cost of a unit of the field's distance, in 1/65536
    uint32_t least_distance; ///< of the field, among expanded poses
    probe *forward;          ///< from the start, before the search
    probe *backward;         ///< from the goal
    probe *suspect;          ///< the one that is followed first: it ran dry with fewer motions
    uint32_t joined_ends;    ///< ends that are joined to the lattice
    uint32_t extended_joins; ///< those that are by all words, with loops
    way *ways;               ///< room for the ways out of one pose
    size_t way_capacity;
    sweep_body body;
    bool keeps_gear; ///< changing gear costs: the gear is part of a node
    surcharge charges;
    fw_unit_def driver; ///< the unit, with the cost of changing gear in tiles on the cheapest terrain
    cost eighth_charge; ///< for each 45 degrees by which a heading differs from the way that the field leads
    connections *starts, *goals; ///< lattice poses that the exact ones are joined to
    fw_curve direct;
    int32_t goal_reach; ///< tiles from the goal within which lattice poses are joined to it
    goal_curve to_goal;
    lattice_pose beside_goal; ///< the nearest one to a goal between lattice poses; heading -1: of no use
    bool looks_at_curves;     ///< the goal lies between lattice poses and has a heading: no table knows it
    fw_result probed;         ///< what the probes have told; FW_PENDING: not asked yet
    bool has_direct;          ///< the way to the goal, without a search
    bool seems_dead;          ///< nothing seems to lead away from the start, or to the goal
    uint32_t *route;          ///< [slot * route_capacity]
    size_t route_capacity;
    fine_search *fine;          ///< null before the first query that came to it
    bool is_fine;               ///< the lattice ran dry: the fine search is under way
    struct speed_space *speeds; ///< null before the first query for the least time
    fw_statistics before;       ///< what the stage did that ran dry

    // Of several goals:
    field_origin *origins; ///< [origin * count]
    size_t origin_capacity;
    int32_t loose;       ///< places between lattice poses
    place_joint *joints; ///< [joint * count]
    size_t joint_capacity;
    connection *joined; ///< [connection * joined_count] of all joints
    size_t joined_count, joined_capacity;
    bool sees_places; ///< they are few enough to look at each of them, and have headings
    goal_curve to_places[PLACES_SEEN];

    // With aims:
    fw_node_id nearest;
    fw_pose nearest_pose;
    double nearest_square; ///< of its distance; infinite: none yet
};

static inline bool has_several(const directional_space *space)
{
    return space->ask.several.count > 0;
}

static inline fw_pose pose_of(const directional_space *space, lattice_pose at)
{
    const double offset = space->ask.table->offset;
    return (fw_pose){ at.x + offset, at.y + offset, motion_heading(at.heading) };
}

/// Does it guide by what knows no obstacles, and needs no field?
static inline bool is_obstacle_free(const directional_space *space)
{
    return space->ask.heuristic != FW_HEURISTIC_AUTO && space->ask.heuristic != FW_HEURISTIC_GRID;
}

/// Is there more to search with than at first?
static inline bool directional_is_extended(const directional_space *space)
{
    return space->ground.extended_ends || space->extended_joins;
}

/// Is it guided by what motions cost at least, or by their length where time counts? With one goal, that is.
static inline bool is_guided_by_motions(const directional_space *space)
{
    const directional_query *ask = &space->ask;
    const bool knows_times = space->limits.weight == 1 && !directional_is_extended(space);
    return !ask->is_greedy && !is_obstacle_free(space) && !has_several(space) && ask->aim_count == 0 &&
           (!ask->speeds || knows_times) && ask->table->projection.controls.count > 0;
}

/// Does it tell poses around the goal apart in a hurry too? Around one between lattice poses, that is, of which no
/// table knows, for a unit that cannot shuffle.
static inline bool is_surrounded(const directional_space *space)
{
    const directional_query *ask = &space->ask;
    return ask->is_greedy && !ask->goal_on_lattice && !ask->goal_any_heading && !ask->unit->def.reverse &&
           !has_several(space) && ask->aim_count == 0 && !ask->speeds;
}

/// What it costs to go on in a gear.
static inline cost shift_cost(const directional_space *space, fw_node_id id, fw_gear gear)
{
    const fw_gear reached_in = id & LATTICE_REVERSE ? FW_REVERSE : FW_FORWARD;
    return space->keeps_gear && gear != reached_in ? space->charges.gear_change : 0;
}

/// Where the ways to a goal begin that a bound looks at: one of the poses that the goal is joined to.
static inline motion_origin origin_at(const directional_space *space, const connection *joined)
{
    const uint64_t beyond = space->ask.speeds ? 0 : joined->cost; // time is counted in other units
    return (motion_origin){ joined->at, beyond < MOST_BEYOND ? (uint32_t)beyond : MOST_BEYOND };
}

/// What a curve costs, charges included; 0 for one without segments.
cost directional_price(const directional_space *space, const fw_curve *curve);

/// Does it seem that nothing leads away from the start, or to the goal? Looks at the ends that are between lattice
/// poses, or on them: floods find those dead ends sooner. Proves nothing: it only tells that the search on the lattice
/// may be left out. So it is never said of methods that have nothing else.
bool directional_seems_dead(const directional_space *space, bool on_lattice, uint64_t *work);

/// What joins a goal to the lattice; its pose is the caller's.
connecting directional_connecting(const directional_space *space);

/// Joins a pose between lattice poses to them, and tells what that costs.
void directional_join(const directional_space *space, const connecting *connecting, connections *joined);

/// What a connection from a node to the goal costs: COST_LIMIT or more where it cannot be driven.
cost directional_last_cost(const directional_space *space, fw_node_id id, const connection *connection);

/// The cheapest of some connections from a node to the goal, or `last` where that is cheaper still.
const connection *directional_cheapest(const directional_space *space, const connection *items, int32_t count,
                                       fw_node_id id, const connection *last, cost *step);

/// Joins start and goal to the lattice, or to each other, as far as they are not. Where the goal cannot be joined, the
/// start need not be.
void directional_connect_ends(directional_space *space);

/// The probes before the search, from both ends: the one that has found less goes on, because dead ends are narrow.
/// What both leave open is searched, and the one from the goal goes on beside the search.
///
/// @return FW_NOT_FOUND: there is no path with these motions
fw_result directional_probe_ends(directional_space *space, uint64_t *work);

/// Has the flood from the goal run dry without coming to the start?
bool directional_goal_is_cut_off(const directional_space *space);

/// After a search that ran dry: allows more motions and curves at the ends that are to blame.
///
/// @return false: there are none, or they could not help
bool directional_extend(directional_space *space);

/// Prepares what tells how far the goal is.
///
/// @param work  that may be done
/// @return FW_OK, FW_PENDING (more must be done), FW_NOT_FOUND (nothing leads there) or FW_NO_MEMORY
fw_result directional_begin_guides(directional_space *space, uint64_t work);

/// Begins the fine search.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_begin_fine(directional_space *space);

/// Prepares the search for a stage, and goes on with it; results as best_first_run().
void directional_search_reset(directional_space *space, const search_limits *limits);
fw_result directional_search_run(directional_space *space, uint64_t work);

/// The cheapest connection from a node to the goal, or null.
const connection *directional_last_connection(const directional_space *space, fw_node_id id, cost *step);

/// Prepares for several goals, and for a stage of the search for them.
fw_result directional_several_reset(directional_space *space);
void directional_several_begin(directional_space *space);

/// The shortest of the curves to them.
bool directional_several_draw(const directional_space *space, connecting *connecting, fw_curve *curve);

/// Does nothing lead to any of them, on the lattice or between?
bool directional_several_are_dead(const directional_space *space, const escape *escape, bool on_lattice,
                                  uint64_t *work);

/// Joins those around a pose.
fw_result directional_several_join(directional_space *space, lattice_pose at);

/// As directional_last_connection(), to those that are joined.
const connection *directional_several_last(const directional_space *space, fw_node_id id, cost *step);

/// What the way to the nearest of a few costs at least, where nothing is in the way: as consistent as the table is.
cost directional_several_curve(const directional_space *space, lattice_pose at);

/// Where a flood from them begins, facing away.
///
/// @param[out] seeds  [pose * MOST_CONNECTIONS]
/// @return how many; 0: too many, or not all are joined
int32_t directional_several_seeds(const directional_space *space, lattice_pose *seeds);

#endif
