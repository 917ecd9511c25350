#pragma once

/// What it costs to stop near to others, or in their way.

#include "traffic/plan_task.h"

/// Finds out from which neighbours the unit wants to keep less room: those that are parked; with a turning radius, only
/// if they are not in its way, or it has waited too long for room. spacing_cost() needs this, or spacing_enter().
void spacing_look(planning *task);

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

/// Distance of a place from the next part of a unit's way; infinite: there is no way.
///
/// @param from    where the unit is on its way
/// @param length  of this part, in tiles; infinite: all of it that lies ahead
double spacing_from_way(const agent *unit, const knot *from, double length, double x, double y);

/// What it costs to stop at a place in the way of the unit that this one makes room for; there must be one.
double spacing_way_cost(const planning *task, double x, double y);
