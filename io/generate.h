#ifndef IO_GENERATE_H
#define IO_GENERATE_H

/// @file
/// Maps out of nothing: the same kind, size and seed give the same map everywhere.

#include <stdint.h>

#include "io/tiles.h"

/// Kinds of maps. Names are those of io_map_kind_names.
typedef enum io_map_kind {
    IO_MAP_ROOMS = 0, ///< rooms of many sizes, each with doors to its neighbours
    IO_MAP_MAZE,      ///< corridors three tiles wide, without a loop
    IO_MAP_RANDOM,    ///< a fifth of the tiles is blocked
    IO_MAP_CAVES,     ///< one connected cave
    IO_MAP_CITY,      ///< streets, houses with courtyards, parks
    IO_MAP_TERRAIN,   ///< water, shores, meadows, woods and rocks
    IO_MAP_KIND_COUNT
} io_map_kind;

extern const char *const io_map_kind_names[IO_MAP_KIND_COUNT];

/// Generates a map.
///
/// @param width, height  1 .. FW_MAX_SIDE
/// @param[out] tiles     to be freed
/// @return false without memory
bool io_generate(io_map_kind kind, int32_t width, int32_t height, uint64_t seed, io_tiles *tiles,
                 io_fault *fault);

#endif
