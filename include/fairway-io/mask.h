#ifndef FAIRWAY_IO_MASK_H
#define FAIRWAY_IO_MASK_H

/// @file
/// Masks of robots' maps: where a robot must not go, where it should rather not, and where it must drive slowly. A mask
/// is a second map.yaml with a picture of its own, as the costmap filters of nav2 use it; it becomes a part of an
/// overlay.
///
/// A mask lies in the world by the frame of its own file. Its cells may be smaller or larger than those of the map, or
/// turned: a tile of the map has the value of the mask's cell under its middle, and outside of the mask it has none.

#include <stddef.h>
#include <stdint.h>

#include "fairway-io/map.h"
#include "fairway/overlay.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mask: opaque, created by fw_io_mask_read() or fw_io_mask_load() [thread: any number]
typedef struct fw_io_mask fw_io_mask;

/// What the values of a mask for speeds are. The numbers are those of nav2's `type`.
typedef enum fw_io_speed_kind {
    FW_IO_SPEED_PERCENT = 1,  ///< percent of the robot's top speed
    FW_IO_SPEED_ABSOLUTE = 2, ///< metres per second
} fw_io_speed_kind;

/// What nav2 calls the filter info of a mask for speeds: a cell with the value v, from 1 to 100, limits the speed to
/// base + multiplier * v. Cells of value 0, unknown cells, and limits that are not above 0, or percentages above 100,
/// limit nothing.
typedef struct fw_io_speed_filter {
    fw_io_speed_kind kind; ///< what the values are
    double base;           ///< percent, or metres per second
    double multiplier;     ///< the same for each unit of a cell's value, which is 0 to 100
    double top_speed; ///< of the robot, in metres per second; of FW_IO_SPEED_ABSOLUTE alone [Limits: > 0]
} fw_io_speed_filter;

/// Reads a mask from memory.
///
/// @param bytes, length  the whole map.yaml
/// @param def            `name`, `folder` (which opens the picture) and `allow_outside` count
/// @param[out] mask      the mask [frees: fw_io_mask_free]
/// @param[out] fault     filled in unless the result is FW_OK; [opt] may be null
/// @return as fw_io_map_read(); FW_NOT_SUPPORTED for files that are no map.yaml
///
/// A byte for each cell of the mask.
fw_result fw_io_mask_read(const void *bytes, size_t length, const fw_io_map_def *def, fw_io_mask **mask,
                          fw_io_fault *fault);

/// Reads a mask from a file.
///
/// @param file        name
/// @param def         `allow_outside` counts; [opt] null = the defaults
/// @param[out] mask   the mask [frees: fw_io_mask_free]
/// @param[out] fault  filled in unless the result is FW_OK; [opt] may be null
/// @return as fw_io_mask_read()
fw_result fw_io_mask_load(const char *file, const fw_io_map_def *def, fw_io_mask **mask, fw_io_fault *fault);

/// Frees a mask.
///
/// @param[in,out] mask  the mask; [opt] null does nothing
void fw_io_mask_free(fw_io_mask *mask);

/// The value of a mask at a place of the world.
///
/// @param mask  the mask
/// @param x, y  metres
/// @return 0 to 100; -1 if the cell is unknown or lies outside of the mask, and for null
int32_t fw_io_mask_at(const fw_io_mask *mask, double x, double y);

/// Keeps paths out of the occupied cells of a mask, as nav2's keep-out filter does: tiles on cells of value 100 are
/// blocked for every part of the body; those of 1 to 99 cost up to `highest` more, in proportion (nav2 calls the cheap
/// ones preferred lanes); others are as before.
///
/// @param mask     the mask
/// @param map      the map
/// @param frame    where the map lies in the world; [opt] null = each tile lies on one cell of the mask, which must
///                 have the size of the map
/// @param highest  added cost per tile of length at the value 99 [Limits: 0 <= highest <= 255]
/// @param[in,out] overlay  of the map's size; what it holds already stays
/// @return FW_OK, FW_NULL_ARGUMENT, FW_WRONG_MAP (without a frame: another size), FW_NOT_FINITE, FW_BAD_VALUE (the
///         frame, `highest`, or costs that add up to more than 255 on a tile) or FW_NO_MEMORY. After a failure, a part
///         of the mask may be in the overlay
fw_result fw_io_mask_keep_out(const fw_io_mask *mask, const fw_map *map, const fw_frame *frame, float highest,
                              fw_overlay *overlay);

/// Adds the time that limits on speed cost, so that a search avoids slow areas where a detour is faster: at a share s
/// of the top speed, a tile of length costs 1/s - 1 more, at most 255. On ground that costs 1, the cost of a path is
/// then its driving time, times the top speed.
///
/// @param mask     the mask
/// @param map      the map
/// @param frame    as for fw_io_mask_keep_out()
/// @param filter   what the values of the mask are
/// @param[in,out] overlay  of the map's size; what it holds already stays
/// @return as fw_io_mask_keep_out(), with FW_BAD_VALUE and FW_NOT_FINITE for the filter
fw_result fw_io_mask_limit_speed(const fw_io_mask *mask, const fw_map *map, const fw_frame *frame,
                                 const fw_io_speed_filter *filter, fw_overlay *overlay);

#ifdef __cplusplus
}
#endif
#endif
