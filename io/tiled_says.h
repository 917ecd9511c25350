#pragma once

/// What the properties of a tile, an object or a layer of Tiled say about its terrain.

#include <stdbool.h>

#include "io/reading.h"

enum { IO_SAID_BYTES = 64 };

typedef struct tiled_says {
    char terrain[IO_SAID_BYTES]; ///< property `terrain`: a name; "" = none
    char kind[IO_SAID_BYTES];    ///< class, or type in older files; "" = none
    bool has_walkable, walkable; ///< property `walkable`
    double cost;                 ///< property `cost` of a tile of length; 0 = none
    /// Property `unit` of an object: name of its file; "" = none. A name that is too long is cut, and still too long.
    char unit[IO_UNIT_FILE_BYTES + 1];
    bool has_heading;
    double heading; ///< property `heading` of an object, in degrees; NAN if it is no number
    double covered; ///< share of a tile that its collision shapes cover
} tiled_says;

/// Notes a property. Other names than those above say nothing.
///
/// @param value  as TMX writes it: true, 2.5, lava
void tiled_says_property(tiled_says *says, const char *name, const char *value);

/// Copies a text of a file, cut if it is long.
void tiled_copy(char to[IO_SAID_BYTES], const char *from);
