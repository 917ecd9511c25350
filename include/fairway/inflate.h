#ifndef FAIRWAY_INFLATE_H
#define FAIRWAY_INFLATE_H

/// @file
/// Costs near walls, which keep paths away from them where there is room.

#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How costs fall with the distance from walls. A wall is a tile with a terrain that the unit may not enter, or a tile
/// outside of the map.
typedef struct fw_inflation {
    uint32_t capability; ///< terrains that are no walls, one bit each; bit 0 is ignored
    /// Radius of the body, in tiles: up to this distance from a wall, a tile costs `highest`. Beyond, costs fall
    /// until they are 0. [Limits: 0 <= radius <= 64]
    double radius;
    /// Per tile: beyond, a tile costs highest * exp(-decay * (distance - radius)). [Limits: 1/256 <= decay <= 16]
    double decay;
    /// A byte as for fw_overlay_set_costs(): added cost in 1/16. 254 = the centre is forbidden up to the radius, and
    /// the cost falls from 253 there. [Limits: 1 <= highest <= 254]
    uint8_t highest;
} fw_inflation;

/// Gives an overlay the costs of a map's walls, instead of those of fw_overlay_set_costs(). The distance of a tile is
/// that of its middle, see fw_map_distances().
///
/// After a commit, call it again with the same overlay and inflation: only tiles near those that have changed are
/// looked at. The result is the same as that of a new overlay.
///
/// @param map        the map, whose thread calls, or that of a snapshot
/// @param inflation  how costs fall
/// @param overlay    an overlay of the map's size
/// @return FW_OK, FW_NULL_ARGUMENT, FW_WRONG_MAP (the overlay is for a map of another size), FW_NOT_FINITE,
///         FW_BAD_VALUE or FW_NO_MEMORY. On failure the overlay is unchanged
///
/// About 20 ms for a million tiles at first; then as many tiles as have changed, and those around them, by blocks of
/// 64 x 64. The overlay takes 1.5 bytes a tile. Source: the inflation layer of Lu, Hershberger & Smart 2014, "Layered
/// costmaps for context-sensitive navigation".
fw_result fw_map_inflate(const fw_map *map, const fw_inflation *inflation, fw_overlay *overlay);

#ifdef __cplusplus
}
#endif
#endif
