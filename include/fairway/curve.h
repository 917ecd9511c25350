#ifndef FAIRWAY_CURVE_H
#define FAIRWAY_CURVE_H

/// @file
/// Shortest curves between two poses for a unit with a turning radius, and exact collision tests along them.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of segments in a curve.
#define FW_CURVE_SEGMENTS 5

/// A sequence of lines and arcs. Segments of length 0 are left out.
typedef struct fw_curve {
    fw_segment segments[FW_CURVE_SEGMENTS]; ///< only the first `count` are set
    int32_t count;                          ///< number of segments, 0 .. FW_CURVE_SEGMENTS
    double length;                          ///< tiles
    double cost;                            ///< length plus penalties for reverse gear and gear changes
} fw_curve;

/// Direction of a turn.
typedef enum fw_side {
    FW_SIDE_SHORTER = 0, ///< the side with the shorter curve; left on a tie
    FW_SIDE_LEFT,        ///< toward decreasing heading (counter-clockwise on the screen)
    FW_SIDE_RIGHT        ///< toward increasing heading (clockwise on the screen)
} fw_side;

/// Computes the curve from a pose to a point with any final heading: one arc, then a straight line.
///
/// @param start        pose at the start
/// @param x, y         the point, in tiles
/// @param turn_radius  tiles; 0 = turn on the spot
/// @param side         direction of the turn
/// @param[out] curve   at most two segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE (radius), or FW_NOT_FOUND if the point lies
///         inside the turning circle on `side`. At least one of the two sides always reaches the point.
///
/// Source: Pinter 2001, figures 5 and 6.
fw_result fw_turn_then_straight(fw_pose start, double x, double y, double turn_radius, fw_side side,
                                fw_curve *curve);

/// Words of Dubins curves. Each letter is one segment: L = left arc, S = straight line, R = right arc.
typedef enum fw_dubins_word {
    FW_DUBINS_SHORTEST = 0, ///< the shortest of the six; on a tie, the first in this list
    FW_DUBINS_LSL,
    FW_DUBINS_RSR,
    FW_DUBINS_LSR,
    FW_DUBINS_RSL,
    FW_DUBINS_RLR,
    FW_DUBINS_LRL
} fw_dubins_word;

/// Computes the shortest forward-only curve between two poses, or the curve of a given word.
///
/// @param start        pose at the start
/// @param goal         pose at the end
/// @param turn_radius  tiles [Limits: radius > 0]
/// @param word         word of the curve, or FW_DUBINS_SHORTEST
/// @param[out] curve   at most three segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, or FW_NOT_FOUND if no curve of this word reaches
///         the goal
///
/// Source: Dubins 1957; Shkel & Lumelsky 2001; Pinter 2001, figures 9 to 11 (the four words with S).
fw_result fw_dubins(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word word, fw_curve *curve);

/// Number of words of Dubins curves.
#define FW_DUBINS_WORDS 6

/// Computes the Dubins curves of all words that reach the goal, sorted by length; ties are in the order of
/// fw_dubins_word. Useful if the shortest curve is blocked. The words LSL and RSR always reach the goal.
///
/// @param start        pose at the start
/// @param goal         pose at the end
/// @param turn_radius  tiles [Limits: radius > 0]
/// @param[out] words   [word * FW_DUBINS_WORDS] the word of each curve; [opt] may be null
/// @param[out] curves  [curve * FW_DUBINS_WORDS]; only the first `count` are set
/// @param[out] count   number of curves, 2 .. FW_DUBINS_WORDS
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_dubins_by_length(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word *words,
                              fw_curve *curves, int32_t *count);

/// Computes the length of the shortest Dubins curve without building its segments.
///
/// @param start         pose at the start
/// @param goal          pose at the end
/// @param turn_radius   tiles [Limits: radius > 0]
/// @param[out] length   tiles
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_dubins_length(fw_pose start, fw_pose goal, double turn_radius, double *length);

/// Computes the cheapest curve between two poses for a unit with a reverse gear.
///
/// The curve is the shortest one if reversing costs no more than driving forward. No cheaper curve is known for
/// penalties of up to 2. For larger penalties, it may be up to 0.3 % too expensive (of random poses, the worst) if
/// changes of gear cost less than a fifth of the radius: the cheapest curve may then have six or seven segments.
///
/// @param start             pose at the start
/// @param goal              pose at the end
/// @param turn_radius       tiles [Limits: radius > 0]
/// @param reverse_penalty   factor on the length driven in reverse [Limits: penalty >= 1]
/// @param gear_change_cost  cost of each gear change, in tiles [Limits: cost >= 0]
/// @param[out] curve        at most five segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
///
/// Source: Reeds & Shepp 1990; the maximum principle, as in Sussmann & Tang 1991, with a price of reversing.
fw_result fw_reeds_shepp(fw_pose start, fw_pose goal, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve);

/// Tests whether a unit can drive a segment: its body overlaps no blocked tile by more than FW_TOUCH / 2, and its
/// anchor point makes no forbidden move (see fw_overlay_forbid()). The test is exact, not sampled. It uses the true
/// shape of the body, not the `size` of the unit.
///
/// A unit that cuts corners (FW_CORNERS_ONE, FW_CORNERS_ALWAYS) may touch blocked tiles along a line if its anchor
/// point moves only over anchor tiles whose whole square is free. The anchor point is the body's centre minus
/// (size - 1) / 2 in x and in y. fw_path_check() states the full rule.
///
/// @param map           committed map
/// @param unit          the unit
/// @param overlay       additional blocked tiles and forbidden moves; [opt] null = none
/// @param segment       the line or arc
/// @param[out] is_free  true if the unit can drive the segment
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_WRONG_MAP, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_sweep(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_segment *segment,
                   bool *is_free);

#ifdef __cplusplus
}
#endif
#endif
