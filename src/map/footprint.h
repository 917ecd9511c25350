#pragma once

/// The body of a unit, as its def describes it.

#include "base/refusal.h"
#include "fairway/unit.h"

/// Checks a footprint and fills in what follows from the rest: of a polygon, the order of its corners, and the
/// rectangle around it.
///
/// @param why  which field is wrong; may be null
/// @return FW_OK, FW_BAD_SIZE, FW_BAD_VALUE or FW_NOT_FINITE
fw_result footprint_complete(fw_footprint *footprint, fw_refusal *why);

/// True if two bodies are the same. Both must have been filled in.
bool footprints_are_equal(const fw_footprint *a, const fw_footprint *b);

/// The distance from a unit's pose to the farther side of its body, across the heading. The footprint must have been
/// filled in.
double footprint_half_width(const fw_footprint *footprint);

/// The distance from a unit's pose to the farthest point of its body. The footprint must have been filled in.
double footprint_reach(const fw_footprint *footprint);
