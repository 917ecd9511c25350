#ifndef FAIRWAY_DISTANCE_H
#define FAIRWAY_DISTANCE_H

/// @file
/// Distances to walls. A wall is a tile with a terrain that a unit may not enter, or a tile outside of the map. The
/// distance is that to the nearest point of the wall's square.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Distance from a point to the nearest wall.
///
/// @param map            committed map
/// @param capability     terrains that are no walls, one bit each; bit 0 is ignored
/// @param x, y           point in tiles
/// @param[out] distance  tiles; 0 on a wall, at its border, and outside of the map
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NOT_FINITE
///
/// O(d^2) at a distance d.
fw_result fw_map_distance(const fw_map *map, uint32_t capability, double x, double y, double *distance);

/// Distances from the middles of all tiles of a rectangle to the nearest walls.
///
/// @param map             committed map
/// @param capability      terrains that are no walls, one bit each; bit 0 is ignored
/// @param x, y            north-west tile of the rectangle
/// @param width, height   tiles, both positive; the rectangle lies on the map
/// @param most            longer distances are given as this one, in tiles [Limits: > 0; infinity = no limit]
/// @param allocator       of scratch memory; [opt] null = malloc and free
/// @param[out] distances  [count: stride * height] tiles, at row * stride + column
/// @param stride          from a row to the next [Limits: >= width]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (width, height or stride), FW_OUT_OF_BOUNDS, FW_BAD_VALUE (most) or
///         FW_NO_MEMORY
///
/// O(n log w) for the n tiles of the rectangle, of width w, and those within `most` around it. Source: Meijster,
/// Roerdink & Hesselink 2000, "A general algorithm for computing distance transforms in linear time".
fw_result fw_map_distances(const fw_map *map, uint32_t capability, int32_t x, int32_t y, int32_t width,
                           int32_t height, double most, const fw_allocator *allocator, float *distances,
                           size_t stride);

#ifdef __cplusplus
}
#endif
#endif
