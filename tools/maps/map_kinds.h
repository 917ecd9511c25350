#pragma once

/// Generated maps: the same kind, size and seed give the same map on every platform.

#include <stdint.h>

#include "io/tiles.h"

/// Kinds of maps. Names are those of map_kind_names.
typedef enum map_kind {
    MAP_ROOMS = 0, ///< rooms of many sizes, each with doors to its neighbours
    MAP_MAZE,      ///< corridors three tiles wide, without a loop
    MAP_RANDOM,    ///< a fifth of the tiles is blocked, at random
    MAP_CAVES,     ///< one connected cave
    MAP_CITY,      ///< streets, houses with courtyards, parks
    MAP_TERRAIN,   ///< water, shores, meadows, woods and rocks
    MAP_KIND_COUNT
} map_kind;

extern const char *const map_kind_names[MAP_KIND_COUNT];

/// Who is told how much of a map is done.
typedef struct map_listener {
    void (*tell)(void *user, double share); ///< from 0 to 1
    void *user;
} map_listener;

/// Generates a map.
///
/// @param width, height  1 .. FW_MAX_SIDE
/// @param listener       null = nobody is told
/// @param[out] tiles     to be freed
/// @return false if memory runs out
bool map_generate(map_kind kind, int32_t width, int32_t height, uint64_t seed, const map_listener *listener,
                  io_tiles *tiles, io_fault *fault);
