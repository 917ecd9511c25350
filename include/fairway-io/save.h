#ifndef FAIRWAY_IO_SAVE_H
#define FAIRWAY_IO_SAVE_H

/// @file
/// Writes a map to a file that other programs read, and fw_io_map_load() as well.

#include "fairway-io/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is written beside the tiles. Fill it with fw_io_save_def_init().
typedef struct fw_io_save_def {
    uint32_t bytes;      ///< size of the struct in the program's header; set by fw_io_save_def_init()
    uint32_t cookie;     ///< tells that the struct was filled; set by fw_io_save_def_init()
    fw_io_format format; ///< FW_IO_UNKNOWN = the format that the file's name ends with
    /// ROS: where the map lies in the world; [opt] null = a metre a tile, at the origin
    const fw_frame *frame;
    const fw_io_place *places; ///< [place * place_count] Tiled: objects with names; other formats have none
    int32_t place_count;       ///< number of places
} fw_io_save_def;

/// Defaults: the format that the file's name ends with, no frame, no places.
///
/// @param[out] def  the struct
/// @param bytes     sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_io_save_def_init(fw_io_save_def *def, size_t bytes);

/// The format that a name ends with: `.map` MovingAI, `.png` a picture, `.yaml` or `.yml` ROS, `.tmj` Tiled.
///
/// @param file  name of a file
/// @return the format; FW_IO_UNKNOWN for other endings and for null
fw_io_format fw_io_format_of_name(const char *file);

/// Tells whether fw_io_map_save() writes a format: MovingAI, pictures (as PNG), ROS, and Tiled in JSON.
///
/// @param format  any value
/// @return true if it is written
bool fw_io_writes(fw_io_format format);

/// Writes the committed tiles of a map, with the names of its terrains.
///
/// Some formats are several files, whose names begin alike: `town.png` with the table `town.colors`, `town.yaml` with
/// `town.pgm`, `town.tmj` with the picture of its tiles `town.tiles.png`. All are written, or none. A file of these
/// that exists without its main file belongs to something else and is not replaced.
///
/// A format that cannot say what a map holds refuses it: MovingAI has letters for the terrains that every map has; ROS
/// has ground, blocked and the terrain named "unknown".
///
/// @param map         its newest version is written
/// @param file        name; "-" = standard output, for formats of one file
/// @param def         [opt] null = the defaults
/// @param[out] fault  filled in unless the result is FW_OK; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_NOT_SUPPORTED (a format that is not written, or that cannot say what
///         the map holds), FW_BAD_VALUE (a file cannot be written, the frame is no frame) or FW_NO_MEMORY
///
/// A byte a tile; for PNG four.
fw_result fw_io_map_save(const fw_map *map, const char *file, const fw_io_save_def *def, fw_io_fault *fault);

#ifdef __cplusplus
}
#endif
#endif
