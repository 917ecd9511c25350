#pragma once

/// The snapshots of a map. They come from a pool that lives as long as the map, so that calls with a snapshot that was
/// released find out that it was. A released snapshot is used again as late as possible.

#include "base/memory.h"

typedef struct map_snapshots map_snapshots;

/// A pool of unused snapshots. Null without memory.
map_snapshots *snapshots_create(memory *memory);

/// Frees a pool; null does nothing.
void snapshots_destroy(memory *memory, map_snapshots *pool);
