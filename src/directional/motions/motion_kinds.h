#ifndef DIRECTIONAL_MOTIONS_MOTION_KINDS_H
#define DIRECTIONAL_MOTIONS_MOTION_KINDS_H

/// @file
/// Motion tables as derived tables: one kind for each choice of motions.

#include "fairway/unit.h"
#include "map/derived.h"

enum { MOTION_KINDS = 5 };

extern const derived_kind motion_kinds[MOTION_KINDS];

/// The kind that a method needs, or null for methods that need none.
const derived_kind *motion_kind_of(fw_method method);

#endif
