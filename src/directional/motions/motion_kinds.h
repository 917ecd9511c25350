#pragma once

/// Motion tables as derived tables: one kind for each choice of motions.

#include <stdbool.h>

#include "fairway/unit.h"
#include "map/derived.h"

enum { MOTION_KINDS = 6 };

extern const derived_kind motion_kinds[MOTION_KINDS];

/// The kind of motion table that a method needs, or null for methods that need none. FW_HYBRID_STRICT also needs the
/// kind of FW_DIRECTIONAL_8, to repair its paths.
const derived_kind *motion_kind_of(fw_method method);

/// True for FW_DIRECTIONAL_8 to FW_DIRECTIONAL_80: directional search with the motions of one neighbourhood.
static inline bool has_one_neighbourhood(fw_method method)
{
    return method >= FW_DIRECTIONAL_8 && method <= FW_DIRECTIONAL_80;
}
