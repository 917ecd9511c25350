#ifndef SHAPE_CURVED_H
#define SHAPE_CURVED_H

/// @file
/// Curved smoothing, for units with a turning radius: arcs of that radius, or wider ones that were there before, and
/// straight lines.

#include "curve/path.h"
#include "shape/leg.h"
#include "shape/shortcuts.h"
#include "shape/way.h"

/// Memory kept from path to path.
typedef struct curved_room {
    leg before, after; ///< one leg, and what becomes of it
    shortcut_room shortcuts;
} curved_room;

/// Smooths a path in place. Between changes of gear and jumps in heading it takes shortcuts that are free and no
/// dearer.
///
/// @param turn_charge  what the path's cost holds for a full turn, in tiles; 0 = nothing
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result curved_smooth(curved_room *by, memory *from, const smooth_ground *ground, double turn_charge,
                        fw_path *path);

/// Gives back the memory.
void curved_free(curved_room *by, memory *from);

#endif
