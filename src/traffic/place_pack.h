#pragma once

/// Places for bodies of several sizes on open ground, close beside each other.

#include "traffic/inside.h"

/// Finds a place for each member that seeks one, all within a circle around the goal: each beside two others. If the
/// members come from one side, the places on the far side of the circle are taken first. Enters the places into
/// `traffic->rally.places`.
///
/// @param members       [member * count] sorted by size, the largest first
/// @param[out] is_open  there is room for all, and no wall is as near as they are; false: no place was entered
/// @return FW_OK or FW_NO_MEMORY: no place was entered
fw_result place_pack(fw_traffic *traffic, const rally_member *members, int32_t count, bool *is_open);

/// Places from which a unit chooses.
enum { PLACES_LISTED = 12 };

typedef struct place_list {
    way_point places[PLACES_LISTED]; ///< [place * count] those nearest to the point of its order come first
    int32_t count;
} place_list;

/// Lists free places for a unit beside others that are near, on ground that may have walls.
///
/// @param within  no place is farther from where the unit stops, in tiles
/// @param most    no place is farther from the point of its order, in tiles
/// @return FW_OK or FW_NO_MEMORY
fw_result place_pack_near(fw_traffic *traffic, uint32_t slot, double within, double most, place_list *list);
