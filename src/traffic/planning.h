#ifndef TRAFFIC_PLANNING_H
#define TRAFFIC_PLANNING_H

/// @file
/// One plan of one unit: its neighbours, the places where it could stop, and what each of them costs.

#include "traffic/inside.h"

enum { MOST_CANDIDATES = 72 };

/// A unit whose reservation may meet a candidate.
typedef struct neighbour {
    uint32_t slot;
    double radii;          ///< sum of both radii, in tiles
    double stop_x, stop_y; ///< where its reservation ends
} neighbour;

/// A place where the unit could stop.
typedef struct candidate {
    double x, y;
    double cost;     ///< tiles
    double angle;    ///< radians that it lies to the right of the way; 0: on the way, or no place beside it
    bool is_clear;   ///< it costs nothing besides the rest of the way
    int32_t longest; ///< intervals that the motion there may take
} candidate;

typedef struct planning {
    fw_traffic *traffic;
    agent *unit;
    uint32_t slot;
    int64_t first;    ///< knot at which the plan takes over
    knot from;        ///< state at this knot
    knot stop;        ///< where the present reservation ends
    double remaining; ///< length of the way from there, in tiles
    fw_box box;       ///< of the reservation that was built last
    fw_box reach;     ///< of the body's centre, in every candidate
    neighbour *near;
    int32_t near_count;
    candidate candidates[MOST_CANDIDATES];
    int32_t candidate_count;
    bool keeps_clear;   ///< it must not stop near the gate ahead: others come before it
    bool drops_spacing; ///< it may stop close to others
} planning;

/// Begins a plan: state, way and neighbours.
void planning_begin(fw_traffic *traffic, uint32_t slot, planning *task);

/// Gives the memory of the neighbours back.
void planning_end(planning *task);

/// The candidate that costs less than all others: the farthest on the way, if nobody stops near it.
///
/// @return false if there is none
bool planning_first(const planning *task, candidate *place);

/// Lists the candidates, by cost.
void planning_list(planning *task);

/// What it costs to stop at a place.
double planning_cost(const planning *task, double x, double y);

/// The motion to a candidate, if limits, walls and the view from there allow it. Other units are not considered.
bool planning_build(planning *task, const candidate *place, reservation *made);

/// Counts the neighbours that the reservation built last conflicts with, until there are more than `most`.
///
/// @param[out] slots  [slot * most]
int32_t planning_conflicts(const planning *task, const reservation *made, uint32_t *slots, int32_t most);

#endif
