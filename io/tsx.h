#pragma once

/// Tilesets and objects of Tiled in XML: a part of a map, or a file of its own (.tsx).

#include "io/neighbour.h"
#include "io/tiled_map.h"

/// A tileset while it is read.
typedef struct tsx_reading {
    tiled_map *map;
    const char *name; ///< of the file, for faults
    uint32_t first;   ///< number of its first tile on the map
    int depth;        ///< elements that are open
    bool is_in_tile, is_in_object;
    uint32_t id; ///< of the tile
    tiled_says says;
    tiled_object object; ///< a collision shape
} tsx_reading;

/// Takes the beginning and the end of an element: first that of `tileset`, then those within.
bool tsx_begin(tsx_reading *set, const char *element, const char *const *attributes);
bool tsx_end(tsx_reading *set, const char *element);

/// Reads a file.
bool tsx_read(tiled_map *map, uint32_t first, const io_neighbour *file);

/// What the element `object` says.
tiled_object tsx_object(const char *const *attributes);

/// Takes an element within `object`: ellipse, point, polygon. Others are no matter.
bool tsx_object_part(const tiled_map *map, tiled_object *object, const char *element,
                     const char *const *attributes);

/// Takes an element `property`.
void tsx_property(tiled_says *says, const char *const *attributes);

/// The class of an element, which older versions of Tiled call its type; "" if it has none.
const char *tsx_class(const char *const *attributes);
