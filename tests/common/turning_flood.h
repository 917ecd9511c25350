#pragma once

/// An oracle for bodies with corners that turn on the spot: a flood over places an eighth of a tile apart and 64
/// headings, for a body that is larger by a margin. Its geometry is that of body_depth.h.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/pose.h"
#include "fairway/unit.h"

enum { FLOOD_PLACES = 8, FLOOD_HEADINGS = 64 };

typedef struct turning_flood {
    int32_t width, height; ///< tiles
    bool reverse;
    uint8_t *free;    ///< [(place * headings)] 1: the larger body is free there
    uint8_t *reached; ///< [(place * headings)]
    int64_t *queue;
    int32_t steps[FLOOD_HEADINGS][32][2]; ///< from place to place along each heading
    int32_t step_count[FLOOD_HEADINGS];
} turning_flood;

/// Finds out where the body is free.
///
/// @param open    [tile * width * height] true where a tile is free
/// @param margin  in tiles
void turning_flood_begin(turning_flood *flood, const bool *open, int32_t map_width, int32_t map_height,
                         const fw_footprint *body, double margin, bool reverse);

/// Floods from a pose on a place. The heading is rounded.
void turning_flood_run(turning_flood *flood, fw_pose start);

/// True if the flood has reached a pose on a place.
bool turning_flood_has(const turning_flood *flood, fw_pose goal, bool any_heading);

void turning_flood_end(turning_flood *flood);
