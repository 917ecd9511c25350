#ifndef SHAPE_CURVED_H
#define SHAPE_CURVED_H

/// @file
/// Curved smoothing, for units with a turning radius: arcs of that radius, or wider ones that were there before, and
/// straight lines.

#include "curve/path.h"
#include "shape/bends.h"
#include "shape/cusps.h"
#include "shape/leg.h"
#include "shape/shortcuts.h"
#include "shape/way.h"

/// Memory kept from path to path.
typedef struct curved_room {
    leg run;           ///< legs without a jump between them
    leg before, after; ///< one leg in one gear, and what becomes of it
    cusp_room cusps;
    shortcut_room shortcuts;
    bend_room bends;
} curved_room;

/// Smooths a path in place. Between jumps in heading it replaces stretches around changes of gear, and then takes
/// shortcuts between those that are left: curves that are free and no dearer.
///
/// A path of lines driven forward that jumps in heading, such as those of grid methods, is made drivable first: see
/// shape/bends.h. Bends where that cannot be are left as they are, counted and noted in the path.
///
/// @param ends  how the unit faces at the ends; null = as the path does
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result curved_smooth(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                        fw_path *path);

/// Only makes a path of lines drivable: see shape/bends.h. It takes no shortcuts.
///
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result curved_bend(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                      fw_path *path);

/// Gives back the memory.
void curved_free(curved_room *by, memory *from);

#endif
