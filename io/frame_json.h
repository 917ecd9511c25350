#pragma once

/// Frames as JSON: metres a tile, origin, yaw. The y axis of the world points up.

#include <stdbool.h>

#include "fairway/frame.h"
#include "io/json_reader.h"
#include "io/json_writer.h"

/// Writes a frame as the value of the key "frame".
void io_frame_write(json_writer *json, const fw_frame *frame);

/// Reads what io_frame_write() wrote.
///
/// @param height  of the map, in tiles
bool io_frame_read(const json_place *place, int32_t height, fw_frame *frame);
