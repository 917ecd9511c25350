#ifndef TRAFFIC_PLANNING_H
#define TRAFFIC_PLANNING_H

/// @file
/// One plan of one unit: its neighbours, the places where it could stop, and what each of them costs.

#include <math.h>

#include "traffic/candidate.h"
#include "traffic/right_half.h"
#include "traffic/terrain.h"

enum { MOST_CANDIDATES = 192, MOST_PLACES = 12 };

/// More than the rounding errors of a cost, in tiles.
#define COST_NOISE 1e-3

/// With so many neighbours, or more, a unit is in a crowd.
enum { CROWD_FROM = 16 };

/// A unit whose reservation may meet a candidate.
typedef struct neighbour {
    uint32_t slot;
    bool is_parked;
    double radii;          ///< sum of both radii, in tiles
    double stop_x, stop_y; ///< where its reservation ends
} neighbour;

/// Neighbours whose stops are kept in columns of numbers, and the number of them that are looked at together.
enum { SPACING_STOPS = 128, SPACING_GROUP = 8 };

/// The stops of the first neighbours. From neighbour i, the unit wants to keep `fixed[i] + usual * crowd[i]` tiles,
/// where `usual` depends on the place. After the last neighbour, the last group is filled with zeros.
typedef struct spacing_stops {
    double x[SPACING_STOPS], y[SPACING_STOPS], fixed[SPACING_STOPS], crowd[SPACING_STOPS];
} spacing_stops;

enum { SPACING_RINGS = 32 };

/// A stop in single precision, seen from the place where the unit takes over.
typedef struct ring_stop {
    float x, y;
    float wanted; ///< distance that the unit wants to keep far from its goal
    float crowd;  ///< as in spacing_stops
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
    double
        touch; ///< more than the rounding errors of the square of a distance between bodies that nearly touch
    int32_t within[SPACING_RINGS + 1]; ///< [ring + 1] stops in a ring and those inside it; [0]: 0
    ring_stop stops[SPACING_STOPS];
} spacing_bounds;

/// Places that are looked at together.
typedef struct place_list {
    int32_t count;
    double x[MOST_PLACES], y[MOST_PLACES];
    double
        rest[MOST_PLACES]; ///< length of the way from there, and what else a place costs wherever others are
    double angle[MOST_PLACES]; ///< see candidate
    int32_t longest[MOST_PLACES];
    bool is_first[MOST_PLACES];
} place_list;

/// Lists a place.
static inline void place_list_add(place_list *list, double x, double y, double rest, double angle,
                                  int32_t longest, bool is_first)
{
    const int32_t at = list->count++;
    list->x[at] = x;
    list->y[at] = y;
    list->rest[at] = rest;
    list->angle[at] = angle;
    list->longest[at] = longest;
    list->is_first[at] = is_first;
}

/// What a unit does at the gate ahead.
typedef enum gate_turn {
    GATE_ENTERS, ///< the unit has priority there, or there is no gate
    GATE_FOLLOWS, ///< a unit that goes in the same direction has priority, and nobody comes from the other side
    GATE_QUEUES, ///< the same, but somebody comes from the other side, or the units need room to turn
    GATE_CLEARS  ///< a unit that comes toward this one has priority
} gate_turn;

/// What is known of the ground between all places in reach and the next corner of the way.
typedef enum open_view {
    VIEW_UNKNOWN,
    VIEW_OPEN,  ///< no wall is there
    VIEW_CLOSED ///< walls are there, or the corner is far away
} open_view;

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
    double toll;           ///< what the motion that was built last costs because of the ground, in tiles
    double corner_rest;    ///< length of the way from its next corner, in tiles; 0: there is no way
    double least_rest;     ///< length of the way that must be left where the unit stops, in tiles
    bool is_ahead;         ///< the unit waits for others of its convoy
    double on_course;      ///< place on the course at this knot
    double stop_on_course; ///< place on the course where the present reservation ends
    fw_box box;            ///< of the reservation that was built last
    hull hull;             ///< the same, of a unit without a turning radius
    double left_cost;      ///< what it costs to stop on the left of the way
    double detour;         ///< from the place that was built last, if the next corner is not visible there
    fw_box reach;          ///< holds the body's centre along every candidate
    bool is_open;          ///< no wall is in reach
    open_view view;        ///< between the places in reach and the next corner of the way
    size_t near_first;     ///< index of the first neighbour in the traffic's list
    int32_t near_count;
    double ahead_x, ahead_y; ///< direction of the unit's heading, in a crowd
    spacing_stops stops;     ///< valid if the bounds are known
    spacing_bounds bounds;
    candidate candidates[MOST_CANDIDATES];
    int32_t candidate_count;
    double limit;         ///< candidates that cost as much as this are left out
    bool has_tried_first; ///< the candidate of planning_first() cannot be taken
    uint32_t first_met;   ///< the first neighbour that it conflicts with; NO_AGENT: walls or limits forbid it
    rail rails[MOST_CANDIDATES]; ///< [rail * candidate_count] of a unit with a turning radius
    gate_turn turn;              ///< at the gate ahead
    right_half half;             ///< of a passage, that the unit keeps to
    double back_cost;            ///< of turning back, of a unit without a turning radius far from its goal
    bool drops_spacing;          ///< it may stop close to others
    bool lists_right; ///< of a unit without a turning radius, only candidates to the right are listed
} planning;

/// The neighbours of a plan; null: there are none. They move in memory if another plan begins.
static inline const neighbour *planning_near(const planning *task)
{
    return task->near_count > 0 ? task->traffic->near + task->near_first : NULL;
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

/// A unit with a turning radius that has not been nearer to its goal for INSISTS_AFTER knots pushes, even if it moves.
/// If it cannot push, it backs off.
enum { INSISTS_AFTER = 12 };

/// Knots without being nearer to its goal than ever after which a unit with a turning radius needs room to turn.
enum { NEEDS_ROOM_AFTER = 16 };

/// True if units that make room for this unit must leave room around it, so that it can turn.
static inline bool agent_needs_room(const agent *unit)
{
    return unit->drive && unit->stuck >= NEEDS_ROOM_AFTER;
}

/// Knots after which a unit that makes room is cornered: without progress, or of a unit with a turning radius, without
/// being nearer to its goal than ever, because it moves to and fro.
enum { CORNERED_AFTER = 40 };

/// True if a unit has not got on for ten seconds, and makes room.
static inline bool agent_is_cornered(const agent *unit)
{
    return unit->in_way_of != NO_AGENT && (unit->drive ? unit->stuck : unit->stalled) >= CORNERED_AFTER;
}

/// True if unit `a` may push unit `b`, and not the other way round. The same as agent_is_before(), but units with a
/// turning radius gain by waiting: of two that hold each other, the one that waits longer gets through at last.
bool agent_pushes_before(const fw_traffic *traffic, const agent *a, const agent *b);

/// Begins a plan: state, way and neighbours.
///
/// @return false if the plan is part of a push and has too many neighbours to list, or there is no memory for them
bool planning_begin(fw_traffic *traffic, uint32_t slot, planning *task);

/// Gives the memory of the neighbours back.
void planning_end(planning *task);

/// The farthest candidate on the way, if it surely costs less than all others, which need not be listed then: it costs
/// nothing but the rest of the way, or less than a limit and than what the others cost wherever other units are.
///
/// @return false if others may cost less, or there is none
bool planning_first(planning *task, double limit, candidate *place);

/// Lists the candidates that cost less than a limit, by cost. Of those that are not settled, the cost is a little less
/// than what they cost.
void planning_list(planning *task, double limit);

/// Computes what a candidate costs, if it is not settled yet. Then it moves behind those that cost less; if it costs as
/// much as the limit, it is left out. So whoever goes through the candidates and settles each one that matters
/// meets these by what they cost.
///
/// @return true if another candidate may be at this index now
bool planning_settle(planning *task, int32_t index);

/// Adds what a candidate costs because of the ground, of which the motion was built last. It moves as in
/// planning_settle().
///
/// @return true if another candidate may be at this index now; false: the cost was added before, or there is none
bool planning_weigh(planning *task, int32_t index);

/// What a candidate costs, whether or not it is settled.
double planning_exact_cost(const planning *task, const candidate *place);

/// True if a candidate costs less than the limit and all candidates behind it, whether or not it is settled.
bool planning_is_next(const planning *task, int32_t index);

/// Lists the candidates to the right of the way like planning_list(); of a unit with a turning radius, all candidates.
/// Places where another unit stops are left out.
void planning_list_right(planning *task);

/// What it costs to stop at a place, besides the rest of the way; or less, but more than `most`.
double planning_surcharge(const planning *task, double x, double y, double most);

/// Enters the neighbours in the bounds of a plan.
void spacing_enter(planning *task);

/// What it costs to stop at a place near to the stops of others; or less, but more than `most`.
double spacing_cost(const planning *task, double x, double y, double most);

/// A little less than spacing_cost(), of places in reach. The neighbours must have been entered.
///
/// @param[out] least  [tile * MOST_PLACES]
void spacing_least(const planning *task, const place_list *places, double *least);

/// More than spacing_cost() may exceed spacing_least(), in tiles.
///
/// @param least  spacing_least(), or more
double spacing_doubt(const planning *task, double least);

/// True if one of the first neighbours stops where the unit would stop: whatever the motion there is, it conflicts.
/// False does not mean that the place is free. The place is in reach, and the neighbours must have been entered.
bool spacing_is_taken(const planning *task, double x, double y);

/// What it costs to stop at a place in the way of the unit that this one makes room for; there must be one.
double spacing_way_cost(const planning *task, double x, double y);

/// What it costs to stop at a pose, with the rest of the way from there.
///
/// @param place  of the pose on the course, if the unit follows one
double planning_cost(const planning *task, fw_pose pose, double place);

/// True if the unit follows its course; it does not while it makes room.
static inline bool planning_is_on_course(const planning *task)
{
    return agent_has_course(task->unit) && task->unit->in_way_of == NO_AGENT;
}

/// Finds out what a unit does at the gate ahead.
gate_turn gate_turn_of(const fw_traffic *traffic, const agent *unit);

/// The unit that passes a gate that was found first, and what the given unit does meanwhile.
const agent *gate_first_of(const fw_traffic *traffic, const agent *unit, gate_turn *turn);

/// What it costs to stop at a place near a gate that others enter first.
double gate_cost(const planning *task, double x, double y);

/// The place on the way at a distance from where the unit takes over, and the direction of the way there.
way_place planning_place(const planning *task, double distance, double *direction);

/// Length of the way from a pose.
double planning_rest(const planning *task, fw_pose pose);

/// Length of the way from a pose, or of the course from a place.
double planning_rest_at(const planning *task, fw_pose pose, double place);

/// Adds candidates, except where a wall is, or where they cost as much as the limit.
void planning_add(planning *task, const place_list *places);

/// Lists the candidates of a unit without a turning radius, without order.
void walking_list(planning *task);

/// planning_first() of a unit without a turning radius.
bool walking_first(planning *task, double limit, candidate *place);

/// Lists the candidates of a unit with a turning radius, without order.
void driving_list(planning *task);

/// planning_first() of a unit with a turning radius, which costs nothing but the rest of the way.
bool driving_first(planning *task, candidate *place);

/// Length of the way from a pose, for a unit with a turning radius that has a way. A tile in reverse counts more than a
/// tile.
double driving_rest(const planning *task, fw_pose pose);

/// True if walls let the unit drive from a pose to a corner of its way, with one turn, or the unit makes room.
bool driving_sees_way(const planning *task, fw_pose pose);

/// Lets a unit ask for a course, if it has not been nearer to its goal for some time, and does not wait at a gate. A
/// unit that moves stops first; it asks only after a longer time, and if all units near it have arrived.
void driving_seek_course(const planning *task);

/// True if the unit's sight holds the line from a place to a corner of the unit's way: then no wall is there. Free
/// ground is convex, so it holds a line if it holds both ends.
bool sight_holds(const fw_traffic *traffic, const agent *unit, double x, double y, const way_point *corner);

/// Builds the motion to a candidate, whether or not the unit would see its way from there.
///
/// @return false if limits or walls forbid it; other units do not matter
bool planning_build_motion(planning *task, const candidate *place, reservation *made);

/// Builds the motion to a candidate.
///
/// @return false if limits or walls forbid it, or the unit would not see its way from there; other units do not matter
bool planning_build(planning *task, const candidate *place, reservation *made);

/// The first neighbour that the reservation built last conflicts with; NO_AGENT: there is none.
uint32_t planning_conflict(const planning *task, const reservation *made);

/// Counts the neighbours that the reservation built last conflicts with, until there are more than `most`.
///
/// @param[out] slots  [slot * most]
int32_t planning_conflicts(const planning *task, const reservation *made, uint32_t *slots, int32_t most);

/// Gives the unit a reservation. If the unit follows its course, its place on the course advances; else the unit
/// leaves the course.
void planning_adopt(planning *task, const reservation *made);

/// planning_adopt(), as the plan wants it: no other unit and no wall is in the way any more.
void planning_take(planning *task, const reservation *made);

/// Takes the best candidate that is free and costs less than a limit.
bool planning_take_best(planning *task, double limit);

/// Takes the candidate of planning_first(), if there is one and it is free.
///
/// @param limit  of planning_first()
bool planning_take_first(planning *task, double limit);

/// Builds the motion to a candidate.
///
/// @return false if limits, walls or other units forbid it
bool planning_is_free(planning *task, const candidate *place, reservation *made);

/// Takes the cheapest free candidate of the slightest turn to the right that has one.
bool planning_roll_right(planning *task);

/// Pushes, or asks for room, unless the unit must be patient. The unit must have priority over all units that wait
/// near.
///
/// @return true if the unit has another reservation now
bool push_or_ask(planning *task);

/// A unit with a turning radius that makes room and finds no place asks those that hold it for room in turn: in a row
/// of units, each can move only after the one behind it. If it is cornered, the first unit that has asked makes room
/// for it instead: they may hold each other, one of them in a door.
void push_ask_in_turn(planning *task);

/// A unit without a turning radius that will soon have to stop before a unit that has arrived asks it for room while it
/// still walks, unless many units near are under way.
void push_ask_parked(const planning *task);

/// Lets those make room that are on the way of a unit that has the right of way over them, before it comes.
void push_claim_way(const planning *task);

#endif
