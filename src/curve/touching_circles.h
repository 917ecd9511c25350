#pragma once

/// Words of circles that touch one another, of which one number decides all turns but the first and the last one.
///
/// By Pontryagin's maximum principle, a cheapest curve has an axis: a line on which lie its straight part, and each
/// point where a turn to one side follows a turn to the other side in one gear. A goal without a heading lies on the
/// axis too. The centres of circles lie beside the axis: q radii if driven forward, penalty * q if driven in reverse.
/// If the unit changes gear between two circles, both lie on the same side. So q decides how circles follow one
/// another.

#include "curve/gear_chain.h"

enum { MOST_LINKS = MOST_PARTS - 1, MOST_WAYS = 2 };

/// Where the centre of a circle lies beside the axis, by the gear in which it is driven; negative: to the left.
enum { FORWARD = 1, REVERSE = 2, ON_AXIS = 0 };

/// Circles that touch one another.
typedef struct touching_word {
    int count;
    int beside[MOST_PARTS]; ///< the last may be ON_AXIS: the goal itself
} touching_word;

/// The side of a circle: what lies right of the axis is driven forward to the right, or in reverse to the left.
static inline int touching_side(int beside)
{
    return beside == FORWARD || beside == -REVERSE ? TURN_RIGHT : TURN_LEFT;
}

/// Finds all ways in which the circles of a word lead from the first centre to an end at a distance.
///
/// @param word      one turn from side to side is in forward gear; at most one more, between the last two circles, in
///                  reverse
/// @param penalty   more than 1; more than 3 if no turn from side to side is in reverse
/// @param distance  radii
/// @param[out] link [way * MOST_WAYS][link] directions from each centre to the next, relative to that of the end
/// @return number of ways
int touching_ways(const touching_word *word, double penalty, double distance,
                  double link[MOST_WAYS][MOST_LINKS]);
