#ifndef PLAN_INNER_PLANNER_H
#define PLAN_INNER_PLANNER_H

#include "fairway/planner.h"

/// Makes a planner one of a traffic: what it is asked is not recorded, because what the traffic is asked is.
void planner_make_inner(fw_planner *planner);

#endif
