#pragma once

/// One plan of one unit: its neighbours, the places where it could stop, and the ground.

#include <math.h>

#include "traffic/candidate.h"
#include "traffic/closed_passage.h"
#include "traffic/hull.h"
#include "traffic/right_half.h"
#include "traffic/terrain.h"

/// Most candidates of a unit without a turning radius, and of one with it; most places that are looked at together.
enum { MOST_WALKED = 88, MOST_DRIVEN = 192, MOST_PLACES = 12 };

/// More than the rounding errors of a cost, in tiles.
#define COST_NOISE 1e-3

/// With so many neighbours, or more, a unit is in a crowd.
enum { CROWD_FROM = 16 };

/// A unit whose reservation may meet a candidate.
typedef struct neighbour {
    uint32_t slot;
    bool is_parked;
    bool may_be_near;      ///< the unit wants to keep less room from it than from others: see spacing_look()
    double radii;          ///< sum of both radii, in tiles
    double stop_x, stop_y; ///< where its reservation ends
} neighbour;

/// Neighbours whose stops are in the bounds, and the rings there.
enum { SPACING_STOPS = 128, SPACING_RINGS = 32 };

/// A stop in single precision, seen from the place where the unit takes over.
typedef struct ring_stop {
    float x, y;
    float wanted; ///< distance that the unit wants to keep far from its goal
    float crowd;  ///< sum of both radii, if the unit keeps more room in a crowd; else 0
    float body;   ///< square of the distance at which the bodies touch
} ring_stop;

/// The same stops by their distance from the place where the unit takes over: first those of the innermost ring around
/// this place, then those of the next ring. Stops that are too far from all places in reach are left out. So a bound of
/// what a place costs looks at few of them.
typedef struct spacing_bounds {
    bool is_known; ///< false: the neighbours are not entered yet
    double rings;  ///< for each square tile: all rings have the same area
    double wanted; ///< greatest distance that the unit wants to keep from one of them, in tiles
    double radii;  ///< greatest sum of both radii, in tiles
    double crowd;  ///< most room that the unit keeps in a crowd besides the usual distance, in sums of radii
    bool is_far;   ///< the unit keeps this room at all places in reach
    double noise;  ///< more than the rounding errors of the sum of what all neighbours cost, in tiles
    /// More than the rounding errors of the square of a distance between bodies that nearly touch
    double touch;
    int32_t within[SPACING_RINGS + 1]; ///< [ring + 1] stops in a ring and those inside it; [0]: 0
    ring_stop stops[SPACING_STOPS];
} spacing_bounds;

/// Places that are looked at together.
typedef struct place_list {
    int32_t count;
    double x[MOST_PLACES], y[MOST_PLACES];
    /// Length of the way from there, and what else a place costs wherever others are
    double rest[MOST_PLACES];
    double angle[MOST_PLACES]; ///< see candidate
    int32_t longest[MOST_PLACES];
} place_list;

/// Lists a place.
static inline void place_list_add(place_list *list, double x, double y, double rest, double angle,
                                  int32_t longest)
{
    const int32_t at = list->count++;
    list->x[at] = x;
    list->y[at] = y;
    list->rest[at] = rest;
    list->angle[at] = angle;
    list->longest[at] = longest;
}

/// What a unit does at the gate ahead.
typedef enum gate_turn {
    GATE_ENTERS, ///< the unit has priority there, or there is no gate
    GATE_FOLLOWS, ///< a unit that goes in the same direction has priority, and nobody comes from the other side
    GATE_QUEUES, ///< the same, but somebody comes from the other side, or the units need room to turn
    GATE_CLEARS  ///< a unit that comes toward this one has priority
} gate_turn;

/// The neighbours of a plan.
typedef struct plan_neighbours {
    size_t first; ///< index of the first one in the traffic's list
    int32_t count;
    bool is_looked_at;       ///< `may_be_near` of all of them is known
    double ahead_x, ahead_y; ///< direction of the unit's heading, in a crowd
    spacing_bounds bounds;
} plan_neighbours;

/// Where a unit could stop.
typedef struct plan_choice {
    candidate *candidates; ///< [candidate * count]
    rail *rails; ///< [rail * count] of a unit with a turning radius; null: there is none in the traffic
    int32_t count;
    double limit;     ///< candidates that cost as much as this are left out
    double left_cost; ///< what it costs to stop on the left of the way
    double back_cost; ///< of turning back, of a unit without a turning radius far from its goal
    bool only_right;  ///< of a unit without a turning radius, only candidates to the right are listed
} plan_choice;

/// The motion that was built last.
typedef struct built_motion {
    double toll;   ///< what it costs because of the ground, in tiles
    double detour; ///< from its place, if the next corner is not visible there
    fw_box box;    ///< of the reservation
    hull hull;     ///< the same, of a unit without a turning radius
} built_motion;

typedef struct planning {
    fw_traffic *traffic;
    agent *unit;
    uint32_t slot;
    int64_t first;         ///< knot at which the plan takes over
    knot from;             ///< state at this knot
    rail ahead;            ///< rest of the rail at this knot; it starts at the unit's pose there
    fw_pose stop;          ///< where the present reservation ends
    double remaining;      ///< length of the way from this knot, in tiles
    motion_limits limits;  ///< of the unit; the top speed is that of the ground at this knot
    ground_ahead ground;   ///< on the way
    double corner_rest;    ///< length of the way from its next corner, in tiles; 0: there is no way
    double least_rest;     ///< see convoy_least_rest()
    double on_course;      ///< place on the course at this knot
    double stop_on_course; ///< place on the course where the present reservation ends
    fw_box reach;          ///< holds the body's centre along every candidate
    bool is_open;          ///< no wall is in reach
    gate_turn turn;        ///< at the gate ahead
    right_half half;       ///< of a passage, that the unit keeps to
    closed_passage closed; ///< that the unit must not enter yet
    bool drops_spacing;    ///< it may stop close to others
    plan_neighbours near;
    plan_choice choice;
    built_motion built;
} planning;

/// True if a unit waits for others of its convoy.
static inline bool planning_is_ahead(const planning *task)
{
    return task->least_rest > -INFINITY;
}

/// The neighbours of a plan; null: there are none. They move in memory if another plan begins.
static inline const neighbour *planning_near(const planning *task)
{
    return task->near.count > 0 ? task->traffic->work.near + task->near.first : NULL;
}

/// A plan replaces the old one if its stop costs less by this many tiles, or by the way of so many seconds at top speed
/// if that is less.
#define LEAST_GAIN      0.01
#define LEAST_GAIN_TIME 0.1

/// By how much the stop of a plan must cost less than that of the old one, in tiles.
static inline double planning_least_gain(const agent *unit)
{
    return fmin(LEAST_GAIN, LEAST_GAIN_TIME * unit->limits.top);
}

/// True if the unit follows its course; it does not while it makes room.
static inline bool planning_is_on_course(const planning *task)
{
    return agent_has_course(task->unit) && task->unit->relation.in_way_of == NO_AGENT;
}
