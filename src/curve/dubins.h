#pragma once

/// Dubins curves word by word, for planners that try the next word if one is blocked.

#include <stdbool.h>

#include "fairway/curve.h"

/// Start and goal in a frame that all six words share.
typedef struct dubins_frame {
    fw_pose start, goal; ///< in tiles; headings within (-pi, pi]
    double radius;       ///< tiles
    double x, y;         ///< from start to goal, in radii
    double start_sine;   ///< of the heading
    double start_cosine; ///< of the heading
    double goal_sine;    ///< of the heading
    double goal_cosine;  ///< of the heading
} dubins_frame;

/// One word's curve.
typedef struct dubins_curve {
    fw_dubins_word word;
    double length;   ///< tiles
    double parts[3]; ///< turns in radians, straight parts in radii
    double heading;  ///< where the middle part begins
} dubins_curve;

/// The frame of two poses with any headings.
dubins_frame dubins_between(fw_pose start, fw_pose goal, double turn_radius);

/// The shortest of the six curves.
dubins_curve dubins_shortest(const dubins_frame *frame);

/// The length of the shortest curve, in tiles. Computes no arc tangent if a word that turns to one side only is the
/// shortest by far.
double dubins_length(const dubins_frame *frame);

/// The curves of all words that reach the goal, shortest first; equal ones in the order of fw_dubins_word. Returns the
/// number of curves.
int dubins_by_length(const dubins_frame *frame, dubins_curve curves[FW_DUBINS_WORDS]);

/// A word's curve as segments.
void dubins_segments(const dubins_frame *frame, const dubins_curve *curve, fw_curve *segments);
