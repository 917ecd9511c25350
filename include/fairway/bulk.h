#ifndef FAIRWAY_BULK_H
#define FAIRWAY_BULK_H

/// @file
/// What a map or a field knows of all its tiles, and poses along a path, in one call: for programs in other languages,
/// and for pictures. Arrays are the caller's; those of tiles go row by row from the north-west tile on.

#include <stdint.h>

#include "fairway/field.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The terrains of all tiles, as of the last commit: see fw_map_terrain().
///
/// @param map            committed map
/// @param[out] terrains  [count: fw_map_width() * fw_map_height()] 0..31
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_map_read_terrains(const fw_map *map, uint8_t *terrains);

/// The clearances of all tiles: see fw_map_clearance().
///
/// @param map              committed map
/// @param capability       terrains that the unit may enter, one bit each; bit 0 is ignored
/// @param[out] clearances  [count: fw_map_width() * fw_map_height()] sides in tiles; 0 where a tile cannot be entered
/// @return FW_OK or FW_NULL_ARGUMENT
///
/// O(tiles), however large the clearances are.
fw_result fw_map_read_clearances(const fw_map *map, uint32_t capability, int32_t *clearances);

/// Where a unit fits: see fw_map_fits().
///
/// @param map        committed map
/// @param id         the unit
/// @param[out] fits  [count: fw_map_width() * fw_map_height()] 1 for an anchor tile where the unit fits, else 0
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_map_read_fits(const fw_map *map, fw_unit_id id, uint8_t *fits);

/// The labels of the regions of all anchor tiles: see fw_map_region().
///
/// @param map           committed map
/// @param id            the unit
/// @param[out] regions  [count: fw_map_width() * fw_map_height()] labels; 0 where the unit does not fit
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_NOT_PREPARED (the unit has no regions)
fw_result fw_map_read_regions(const fw_map *map, fw_unit_id id, uint32_t *regions);

/// The costs from all anchors to the nearest goal: see fw_field_cost().
///
/// @param field       the field
/// @param width       size of its map [Limits: 1 <= width <= FW_MAX_SIDE]
/// @param height      size of its map [Limits: 1 <= height <= FW_MAX_SIDE]
/// @param[out] costs  [count: width * height] tiles; infinite if no way leads to a goal
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_SIZE
fw_result fw_field_read_costs(const fw_field *field, int32_t width, int32_t height, double *costs);

/// The first steps from all anchors to the nearest goal: see fw_field_step().
///
/// @param field       the field
/// @param width       size of its map [Limits: 1 <= width <= FW_MAX_SIDE]
/// @param height      size of its map [Limits: 1 <= height <= FW_MAX_SIDE]
/// @param[out] steps  [count: width * height] an FW_MOVE_ bit each; 0 at a goal, and if no way leads to a goal
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_SIZE
fw_result fw_field_read_steps(const fw_field *field, int32_t width, int32_t height, uint8_t *steps);

/// Poses along a path from its start to its end, equally far apart: see fw_path_pose_at().
///
/// @param path        the path
/// @param step        greatest distance between two poses along the path, in tiles [Limits: step > 0]
/// @param[out] poses  [pose * capacity]; [opt] may be null if capacity is 0
/// @param capacity    capacity of `poses` [Limits: >= 0]
/// @param[out] count  total number of poses, also if `poses` is too small: 1 for a path of length 0
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE (step or capacity), FW_BAD_SIZE (empty path),
///         FW_TOO_MANY (more than 2^30 poses) or FW_BUFFER_TOO_SMALL
fw_result fw_path_sample(const fw_path *path, double step, fw_pose *poses, int32_t capacity, int32_t *count);

#ifdef __cplusplus
}
#endif
#endif
