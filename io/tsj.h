#pragma once

/// Tilesets and objects of Tiled in JSON: a part of a map, or a file of its own (.tsj).

#include "io/json_reader.h"
#include "io/neighbour.h"
#include "io/tiled_map.h"

/// Reads the tileset at a place.
bool tsj_read_set(tiled_map *map, uint32_t first, const json_place *set);

/// Reads a file.
bool tsj_read(tiled_map *map, uint32_t first, const io_neighbour *file);

/// What an object says.
bool tsj_object(const json_place *place, tiled_object *object);

/// What the properties and the class of a tile, a layer or an object say.
void tsj_says(const json_place *place, tiled_says *says);

/// The text of a key; "" if it is missing or no text.
const char *tsj_text(const json_place *object, const char *key);

/// The number of a key; `otherwise` if it is missing or no number.
double tsj_number(const json_place *object, const char *key, double otherwise);
