#ifndef FAIRWAY_IO_COSTS_H
#define FAIRWAY_IO_COSTS_H

/// @file
/// Costs of robots' maps, as bytes for fw_overlay_set_costs().

#include <stddef.h>
#include <stdint.h>

#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the bytes of a robot's costmap mean.
typedef enum fw_io_costs {
    /// A nav2_costmap_2d::Costmap2D: 0 is free, 1 to 252 are costs, 253 (inscribed) and 254 (lethal) are forbidden for
    /// the centre, 255 is unknown.
    FW_IO_COSTMAP_2D = 0,
    /// A nav_msgs/OccupancyGrid as costmaps are published: 0 is free, 1 to 98 are costs, 99 (inscribed) and 100
    /// (lethal) are forbidden for the centre, all others, -1 among them, are unknown.
    FW_IO_OCCUPANCY_GRID
} fw_io_costs;

/// Turns the costmap of a robot into bytes for fw_overlay_set_costs(). Its rows lead upward, those of the result
/// downward: the last row comes first.
///
/// @param kind           what the bytes of the costmap mean
/// @param values         [width * height] row by row, the lowest row first
/// @param width, height  tiles, both positive
/// @param highest        added cost per tile of length of the most expensive cells that are not forbidden (252, or 98);
///                       the costs of others are in proportion, but never 0 [Limits: 1/16 <= highest <= 253/16]
/// @param[out] costs     [width * height] row by row, the upper row first; not the same array. 255 where cells are
///                       unknown
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, or FW_BAD_VALUE (kind or highest)
fw_result fw_io_costs_convert(fw_io_costs kind, const uint8_t *values, int32_t width, int32_t height,
                              float highest, uint8_t *costs);

#ifdef __cplusplus
}
#endif
#endif
