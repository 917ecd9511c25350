#pragma once

/// Layers that units of a version share: built when the first asks for them, freed when the last is gone.

#include "map/version.h"

/// The layer of a capability and size, or null.
map_layer *map_find_layer(const map_version *version, uint32_t capability, int32_t size);

/// The layer of a capability and size, built if need be; give back with map_release_layer(). Null without memory.
map_layer *map_share_layer(map_version *version, uint32_t capability, int32_t size);

/// The layer that equals one of another version with equal tiles, whose rows it shares; give back with
/// map_release_layer(). Null without memory.
map_layer *map_copy_layer(map_version *version, const map_layer *like);
void map_release_layer(map_version *version, map_layer *shared);
