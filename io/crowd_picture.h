#pragma once

/// An animated picture of many units on a map: bodies that face where they drive, the trails behind them, their goals,
/// and a clock.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/map.h"
#include "fairway/pose.h"
#include "io/scenario.h"

/// A unit of the picture.
typedef struct io_crowd_unit {
    double radius; ///< tiles
    bool has_goal;
    double goal_x, goal_y;
} io_crowd_unit;

/// Units and their poses, frame by frame.
typedef struct io_crowd {
    const fw_map *map;             ///< before all edits
    const io_scenario_edit *edits; ///< [edit * edit_count] of the map, while units move
    int32_t edit_count;
    const io_crowd_unit *units; ///< [unit * count]
    int32_t count;              ///< units
    const fw_pose *poses;       ///< [pose * count for each frame]
    int64_t frames;             ///< evenly spaced
    double seconds;             ///< from the first frame to the last one
} io_crowd;

/// Writes an animated SVG picture. Viewers without animation show the first frame.
///
/// At most IO_CROWD_FRAMES of the frames are shown, evenly spaced.
void io_crowd_svg(FILE *to, const io_crowd *crowd);

enum { IO_CROWD_FRAMES = 400 };
