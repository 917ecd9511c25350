#pragma once

/// A map while it is read: the bytes of its file, how it is to be read, and what was found so far.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway-io/map.h"
#include "io/fault.h"
#include "io/text.h"
#include "io/tiles.h"

enum { IO_MOST_WARNINGS = 8, IO_WARNING_BYTES = 256, IO_PLACE_BYTES = 64, IO_UNIT_FILE_BYTES = 256 };

/// A place with its names, which are cut if they are long.
typedef struct io_named_place {
    fw_io_place place; ///< without names
    char name[IO_PLACE_BYTES], kind[IO_PLACE_BYTES];
} io_named_place;

/// A file of a unit, which several units of a map may name.
typedef struct io_unit_file {
    char name[IO_UNIT_FILE_BYTES]; ///< relative to the folder of the map
    fw_unit_def def;               ///< set by io_units_read()
} io_unit_file;

/// A unit with its names, which are cut if they are long.
typedef struct io_named_unit {
    int32_t file; ///< index
    fw_pose at;   ///< tiles and radians
    char name[IO_PLACE_BYTES], kind[IO_PLACE_BYTES];
} io_named_unit;

typedef struct io_reading {
    const fw_io_map_def *def;
    const char *name;  ///< of the file, for faults
    const char *bytes; ///< without a byte order mark
    size_t size;
    fw_io_format format;
    io_tiles tiles;
    fw_frame frame;
    int32_t left, top;
    float terrain_cost[FW_TERRAIN_COUNT];
    char warnings[IO_MOST_WARNINGS][IO_WARNING_BYTES];
    int warning_count;
    io_named_place *places;
    int32_t place_count;
    io_named_unit *units;
    int32_t unit_count;
    io_unit_file *unit_files;
    int32_t unit_file_count;
} io_reading;

/// Copies the name of a place; a long one is cut between two letters.
void io_place_name(char to[IO_PLACE_BYTES], const char *from);

void io_reading_free(io_reading *reading);

/// Notes what the reader assumed or left out; a sentence that begins with the file's name. Only the first
/// IO_MOST_WARNINGS are kept.
void io_warn(io_reading *reading, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Adds a place; false, without a fault, if there is no memory.
bool io_add_place(io_reading *reading, const char *name, const char *kind, const fw_io_place *place);
