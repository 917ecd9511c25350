#pragma once

/// The motions of a wide search: arcs and lines whose lengths are shares of the turning radius, and turns on the spot
/// by short arcs to and fro. Each level has motions half as long as those of the level before.
///
/// Headings are 256 to a full turn, counted from the compass directions, along which walls run; all levels but the last
/// turn by multiples of two. The pose where the search begins may have another heading. Where a motion leads is rounded
/// once to a multiple of 2^-32 tile, so positions are sums without rounding.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/curve.h"
#include "search/cost.h"

enum {
    WIDE_LEVELS = 6,
    WIDE_HEADINGS = 256,
    WIDE_BEGIN = WIDE_HEADINGS, ///< the heading of the pose where the search begins
    WIDE_KIND_BITS = 4,         ///< bits of a move for its kind; the level follows
    WIDE_MOVES = 11,            ///< most moves of a level, in one gear
    WIDE_REVERSE = 0x4000       ///< bit of a move: begun in reverse gear
};

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct wide_motions {
    double radius; ///< of turns, in tiles
    /// Of lines, and of all that the search measures, in tiles: the radius, or more if the body is long.
    double scale;
    double angle[WIDE_HEADINGS + 1];
    double cosine[WIDE_HEADINGS + 1];
    double sine[WIDE_HEADINGS + 1];
    int32_t nearest; ///< of the even headings to the one where the search begins
    /// Of turns on the spot by three and by five arcs: the inner arcs, in radians.
    double inner[WIDE_LEVELS][2];
    bool has_headings; ///< `inner` and all headings but that of the beginning are set
    /// [move without gear, gear] on even ground; 0: not known
    cost price[WIDE_LEVELS << WIDE_KIND_BITS][2];
} wide_motions;

/// Prepares the motions of a unit.
///
/// @param begin  heading where the search begins, in radians
void wide_motions_set(wide_motions *motions, double radius, double scale, double begin);

/// Lists the moves of a level in one gear.
///
/// @param reverses      the unit has a reverse gear, and so turns on the spot
int32_t wide_motions_list(int32_t level, bool reverses, uint16_t *moves);

/// Where a move leads.
///
/// @param[in,out] heading  before the move, then after it
fw_pose wide_motions_end(const wide_motions *motions, uint16_t move, double x, double y, uint16_t *heading);

/// Drives a move.
void wide_motions_drive(const wide_motions *motions, uint16_t move, double x, double y, uint16_t heading,
                        fw_curve *curve);

/// The gear in which a move ends.
static inline fw_gear wide_move_gear(uint16_t move)
{
    return move & WIDE_REVERSE ? FW_REVERSE : FW_FORWARD;
}

/// One of the headings that stands for a heading in keys of cells.
static inline int32_t wide_heading_key(const wide_motions *motions, uint16_t heading)
{
    return heading == WIDE_BEGIN ? motions->nearest : heading;
}
