#pragma once

/// The movements that a unit may make on a map: the one place that applies its corner rule to lines, arcs and turns on
/// the spot.
///
/// A unit may go wherever its body touches nothing. If it cuts corners, its body may also touch tiles along a line
/// where its anchor point may go. The anchor point is the body's centre less (size - 1) / 2 in x and in y; it moves
/// over anchor tiles whose size x size tiles are all free, and gets from one anchor tile to the next across a side, or
/// through a corner: under FW_CORNERS_ONE only if one of the tiles beside this corner is free, too. Turns on the spot
/// of such a unit touch nothing. No unit makes a move that the overlay forbids: see curve/passage.h.

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"

typedef struct mover {
    const map_version *map;
    const map_unit *unit;
    sweep_ground ground;   ///< the tiles that the body is swept against
    passage_rules passage; ///< forbidden moves
    sweep_body body;
    bool cuts_corners;
} mover;

/// The mover of a unit.
///
/// @param overlay  more blocked tiles, and forbidden moves; null = none
mover mover_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay);

/// The same unit without forbidden moves.
static inline mover mover_unbound(mover mover)
{
    mover.passage.overlay = NULL;
    return mover;
}

/// True if the unit may drive a line or an arc of any length as a part of a path.
bool mover_may_drive(const mover *mover, const fw_segment *segment);

/// True if the unit may drive a line or an arc that is its whole path.
bool mover_may_drive_alone(const mover *mover, const fw_segment *segment);

/// True if a unit that may drive two consecutive segments may also go from one to the other. Under FW_CORNERS_ONE it
/// may not if the segments meet at a corner of tiles between two blocked anchor tiles, and the body touches something
/// there.
bool mover_may_go_on(const mover *mover, const fw_segment *before, const fw_segment *after);

/// True if the unit may turn on the spot by an angle (negative: toward falling heading).
bool mover_may_turn(const mover *mover, fw_pose pose, double turn);
