#ifndef DIRECTIONAL_WIDE_WIDE_QUERY_H
#define DIRECTIONAL_WIDE_WIDE_QUERY_H

/// @file
/// What a wide search is asked.

#include "curve/sweep_body.h"
#include "directional/ends/goal_set.h"
#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"

/// The input of a wide search.
typedef struct wide_query {
    const motion_ground *ground;
    const sweep_body *body;
    const fw_unit_def *unit; ///< with the cost of changing gear in tiles on the cheapest terrain
    const surcharge *charges;
    const map_version *map;
    const fw_overlay *overlay; ///< the overlay of the request; null = none
    fw_pose start;
    goal_set goals; ///< they are tried one after the other, the nearest first
} wide_query;

#endif
