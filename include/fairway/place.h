#ifndef FAIRWAY_PLACE_H
#define FAIRWAY_PLACE_H

/// @file
/// Places where a unit may stand.

#include <stdint.h>

#include "fairway/forest.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/pose.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The place nearest to a position where a unit may stand, whether or not it can get there: where to put a unit that
/// leaves a building, or that a new wall has overlapped. Of places equally near, the first one clockwise on the screen
/// from east: east, south, west, north.
///
/// A unit with a turning radius may stand where its body, with its heading, touches nothing; another unit, where a path
/// on the grid may begin and, unless it cuts corners, the body touches nothing. The place is exact and need not lie on
/// the grid. If body and size of a unit without a turning radius differ, a place hardly joined to it may be missed.
///
/// @param map          committed map
/// @param unit         the unit
/// @param overlay      changes to the map; [opt] null = none
/// @param from         the position and the heading of the body; may be blocked, and may lie outside of the map
/// @param taken        [disc * taken_count] places that other bodies take; [opt] null = none
/// @param taken_count  number of discs
/// @param[out] place   the body's centre, and the heading of `from`; not written unless FW_OK is returned
/// @return FW_OK, FW_NOT_FOUND (the unit may stand nowhere), FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE,
///         FW_BAD_SIZE (taken_count), FW_BAD_VALUE (a radius is negative) or FW_WRONG_MAP (the overlay is for a map of
///         another size)
///
/// O(d^2 * (s^2 + taken_count)) for a place d tiles away and a body s tiles long; longer where corners of blocked tiles
/// lie close together. Source: Lozano-Pérez 1983, "Spatial planning: a configuration space approach".
fw_result fw_map_nearest_free(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, fw_pose from,
                              const fw_tree *taken, int32_t taken_count, fw_pose *place);

#ifdef __cplusplus
}
#endif

#endif
