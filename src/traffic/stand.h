#pragma once

/// The place nearest to a point where a unit may stand.

#include "fairway/forest.h"
#include "traffic/inside.h"

typedef struct stand_search {
    const fw_traffic *traffic;
    const agent_kind *kind;
    uint32_t label;       ///< of the region in which the place must lie; 0: it may lie anywhere
    const fw_tree *taken; ///< [disc * taken_count] places of others
    int32_t taken_count;
} stand_search;

/// True if walls let the body stand at a place, and the place lies in the wanted region.
bool stand_is_free(const stand_search *search, double x, double y);

/// Finds the place. Exact, see curve/free_place.h.
///
/// @param[out] place  not written if there is none
/// @return false if there is none
bool stand_find(const stand_search *search, double x, double y, way_point *place);

/// Label of the region in which a unit will stop, or of one beside it if the unit stands between anchors; 0: it is not
/// known.
uint32_t stand_label_of(const fw_traffic *traffic, const agent *unit);
