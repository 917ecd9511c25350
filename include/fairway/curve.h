#ifndef FAIRWAY_CURVE_H
#define FAIRWAY_CURVE_H

/// @file
/// Shortest curves between two poses for a unit with a turning radius, and what a body touches along them.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most segments that one curve has.
#define FW_CURVE_SEGMENTS 5

/// A run of lines and arcs. Parts of length 0 are left out.
typedef struct fw_curve {
    fw_segment segments[FW_CURVE_SEGMENTS]; ///< the first `count` count
    int32_t count;                          ///< 0 .. FW_CURVE_SEGMENTS
    double length;                          ///< tiles
    double cost;                            ///< length with penalties for reverse gear and gear changes
} fw_curve;

/// Which way a turn goes.
typedef enum fw_side {
    FW_SIDE_SHORTER = 0, ///< whichever is shorter; left on a tie
    FW_SIDE_LEFT,        ///< toward falling heading (counter-clockwise on the screen)
    FW_SIDE_RIGHT        ///< toward growing heading (clockwise on the screen)
} fw_side;

/// From a pose to a point with any heading there: one arc, then a straight line.
///
/// @param start        pose at the start
/// @param x, y         the point, in tiles
/// @param turn_radius  tiles; 0 = turns on the spot
/// @param side         which way to turn
/// @param[out] curve   at most two segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE (radius), or FW_NOT_FOUND when the point lies
///         inside the turning circle of the side asked for (one of the two sides always reaches)
///
/// Source: Pinter 2001, figures 5 and 6.
fw_result fw_turn_then_straight(fw_pose start, double x, double y, double turn_radius, fw_side side,
                                fw_curve *curve);

/// The words of Dubins curves: L(eft arc), S(traight), R(ight arc).
typedef enum fw_dubins_word {
    FW_DUBINS_SHORTEST = 0, ///< the shortest of the six; ties to the first in this list
    FW_DUBINS_LSL,
    FW_DUBINS_RSR,
    FW_DUBINS_LSR,
    FW_DUBINS_RSL,
    FW_DUBINS_RLR,
    FW_DUBINS_LRL
} fw_dubins_word;

/// The shortest forward curve from pose to pose, or the one of a given word.
///
/// @param start        pose at the start
/// @param goal         pose at the end
/// @param turn_radius  tiles [Limits: radius > 0]
/// @param word         which one
/// @param[out] curve   at most three segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, or FW_NOT_FOUND when this word does not
///         reach the goal
///
/// Source: Dubins 1957; Shkel & Lumelsky 2001; Pinter 2001, figures 9 to 11 (the four words with S).
fw_result fw_dubins(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word word, fw_curve *curve);

/// Words of Dubins curves.
#define FW_DUBINS_WORDS 6

/// The curves of all words that reach the goal, shortest first, equals in the order of fw_dubins_word: a planner tries
/// the second one where the first is blocked. LSL and RSR always reach it.
///
/// @param start        pose at the start
/// @param goal         pose at the end
/// @param turn_radius  tiles [Limits: radius > 0]
/// @param[out] words   [word * FW_DUBINS_WORDS] which one each of them is; may be null
/// @param[out] curves  [curve * FW_DUBINS_WORDS]; the first `count` count
/// @param[out] count   how many there are, 2 .. FW_DUBINS_WORDS
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_dubins_by_length(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word *words,
                              fw_curve *curves, int32_t *count);

/// Length of fw_dubins()'s shortest curve, without its segments.
///
/// @param start         pose at the start
/// @param goal          pose at the end
/// @param turn_radius   tiles [Limits: radius > 0]
/// @param[out] length   tiles
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_dubins_length(fw_pose start, fw_pose goal, double turn_radius, double *length);

/// The cheapest curve from pose to pose for a unit with a reverse gear.
///
/// @param start             pose at the start
/// @param goal              pose at the end
/// @param turn_radius       tiles [Limits: radius > 0]
/// @param reverse_penalty   factor on the length driven backward [Limits: penalty >= 1]
/// @param gear_change_cost  tiles for each change of gear [Limits: cost >= 0]
/// @param[out] curve        at most five segments
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE
///
/// Source: Reeds & Shepp 1990.
fw_result fw_reeds_shepp(fw_pose start, fw_pose goal, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve);

/// May the unit drive a segment: does its body touch no blocked tile (overlap deeper than FW_TOUCH / 2) on the way, and
/// does it make no forbidden move? Exact, not sampled. The body is swept against the tiles that the unit may enter,
/// whatever its size says. Forbidden moves: see fw_overlay_forbid().
///
/// A unit that cuts corners (FW_CORNERS_ONE, FW_CORNERS_ALWAYS) may touch what it likes along a line if its anchor
/// point (the body's centre less (size - 1) / 2 in x and in y) moves over anchors whose whole square is free.
///
/// @param map        committed map
/// @param unit       the unit
/// @param overlay    tiles blocked and moves forbidden besides; null = none
/// @param segment    the line or arc
/// @param[out] is_free  true if it may
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_WRONG_MAP, FW_NOT_FINITE or FW_BAD_VALUE
fw_result fw_sweep(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_segment *segment,
                   bool *is_free);

#ifdef __cplusplus
}
#endif
#endif
