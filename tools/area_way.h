#pragma once

/// The names of the areas that a walk leads through.

#include "fairway/planner.h"
#include "job.h"

typedef struct area_way {
    const char **names; ///< [area * count] in the order of the walk; "" for an area without a name
    int32_t count;
} area_way;

/// The areas of the planner's last path; none if there is no memory for their names.
area_way area_way_of(const fw_planner *planner, const job *work);

void area_way_free(area_way *way);

/// Prints the number of areas, and their names.
void area_way_print(const area_way *way);
