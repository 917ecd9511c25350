#ifndef TOOLS_AREA_WAY_H
#define TOOLS_AREA_WAY_H

/// @file
/// The areas that a walk leads through, by their names.

#include "fairway/planner.h"
#include "job.h"

typedef struct area_way {
    const char **names; ///< [count] of each area on the way; "" for an area without a name
    int32_t count;
} area_way;

/// The areas on the way of the planner's last path; none without memory for their names.
area_way area_way_of(const fw_planner *planner, const job *work);

void area_way_free(area_way *way);

/// Prints how many areas there are, and the names of those that have one.
void area_way_print(const area_way *way);

#endif
