#pragma once

/// The frame of the map, from --frame or from the map's file, and what --metres turns into tiles and back.

#include <stdbool.h>

#include "fairway/path.h"
#include "io/queries.h"
#include "job.h"
#include "options.h"

/// Sets job::frame and job::metres.
///
/// @param work  its map and its source were read
/// @return false after an error message
bool frame_from_options(const options *given, job *work);

/// Turns a place into tiles: with --metres, it is a pose of the world, also if its numbers are whole.
void place_to_tiles(const job *work, io_place *place);

/// Turns a length into tiles. Without --metres, it is in tiles.
double length_to_tiles(const job *work, double length);

/// Turns a length into what the output is in.
double length_from_tiles(const job *work, double tiles);

/// What stands behind a length of the output: " m", or nothing if it is in tiles.
const char *length_unit(const job *work);

/// The same in sentences: " m" or " tiles".
const char *length_word(const job *work);

/// Metres a tile for the legends of pictures; 0 = they speak of tiles.
double picture_resolution(const job *work);

/// Turns a pose into what the output is in.
void pose_from_tiles(const job *work, fw_pose *pose);

/// A copy of a path and of its unit in what the output is in.
///
/// @param[out] copy  to be destroyed
/// @return false without memory; then there is nothing to be destroyed
bool path_from_tiles(const job *work, const fw_path *path, fw_path **copy, fw_unit_def *unit);
