#ifndef IO_CROWD_PICTURE_H
#define IO_CROWD_PICTURE_H

/// @file
/// An animated picture of many units on a map.

#include <stdint.h>
#include <stdio.h>

#include "fairway/map.h"

/// The positions of units, frame by frame.
typedef struct io_crowd {
    const fw_map *map;
    const double *radii;  ///< [tiles * count]
    int32_t count;        ///< units
    const double *places; ///< [x, y, ... * count for each frame]
    int64_t frames;       ///< evenly spaced
    double seconds;       ///< from the first frame to the last one
} io_crowd;

/// Writes an animated SVG picture. Viewers without animation show the first frame.
///
/// At most IO_CROWD_FRAMES of the frames are shown, evenly spaced.
void io_crowd_svg(FILE *to, const io_crowd *crowd);

enum { IO_CROWD_FRAMES = 400 };

#endif
