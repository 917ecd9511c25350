#pragma once

/// Chains of arcs and lines in two gears, and the search for the cheapest chain.
///
/// A chain is a list of parts: arcs on circles of one radius that touch one another, and at most one line, which joins
/// two circles. The circles and the line alone give the body's heading where a part ends, whatever the gears; the gears
/// only decide the direction in which each circle is driven. So a chain is a list of headings. Its cheapest gears come
/// from one pass over its parts, which keeps two costs: the least cost of a last part in forward gear, and of one in
/// reverse gear.

#include <stdbool.h>

#include "curve/build.h"
#include "curve/dubins.h"

/// Costs that differ by less, in radii, are equal. Of chains with equal costs the first one is kept.
#define SAME_COST 1e-11

enum { MOST_PARTS = FW_CURVE_SEGMENTS, STRAIGHT = 0 };

typedef struct gear_chain {
    int count;
    int side[MOST_PARTS];       ///< of each part; STRAIGHT = no turn
    double heading[MOST_PARTS]; ///< at the end of each part; radians, not wrapped
    double straight;            ///< length of the straight part in radii
    fw_gear straight_gear;
} gear_chain;

/// The search for the cheapest of several chains. Lengths and costs are in radii.
typedef struct chain_search {
    dubins_frame frame; ///< between the ends; of a goal without a heading, only the place counts
    bool is_mirrored;   ///< the frame is that of the mirrored query
    double penalty;     ///< factor on reverse lengths; infinite without a reverse gear
    double gear_change;
    double none; ///< turns below this angle count as 0; radians
    double cost; ///< least so far
    double best; ///< a chain must cost less than this to be better
    gear_chain found;
} chain_search;

/// Begins a search between two poses. If the goal lies to the left, or straight ahead or behind and faces left, the
/// query is mirrored, and the curve will be mirrored back: so mirrored queries get mirrored curves.
///
/// @param gear_change  tiles
chain_search chain_search_between(fw_pose start, fw_pose goal, double turn_radius, double penalty,
                                  double gear_change);

/// Lower bound of the cost of a change of heading, in either gear; for angles of few full turns.
static inline double least_turn(double change)
{
    const double turns = change * (1 / TWO_PI);
    const double whole = turns + 0x1.8p52 - 0x1.8p52; // rounds
    return fabs(change - TWO_PI * whole);
}

/// Drives a chain in its cheapest gears, and keeps it if it is cheaper than all others so far.
void chain_search_try(chain_search *search, const gear_chain *chain);

void chain_search_write(const chain_search *search, fw_curve *curve);
