#pragma once

/// Candidates of a unit without a turning radius.

#include "traffic/plan_task.h"

/// Lists the candidates of a unit without a turning radius, without order.
void walking_list(planning *task);

/// planning_first() of a unit without a turning radius.
bool walking_first(planning *task, double limit, candidate *place);
