#pragma once

/// Candidates of a unit with a turning radius, and when it asks for a course.

#include "traffic/plan_task.h"

/// Lists the candidates of a unit with a turning radius, without order.
void driving_list(planning *task);

/// Lists the candidates along the course, up to the next change of gear.
void driving_list_on_course(planning *task);

/// planning_first() of a unit with a turning radius, which costs nothing but the rest of the way.
bool driving_first(planning *task, candidate *place);

/// Lets a unit ask for a course, if it has not been nearer to its goal for some time, and does not wait at a gate. A
/// unit that moves stops first; it asks only after a longer time, and if all units near it have arrived.
void driving_seek_course(const planning *task);
