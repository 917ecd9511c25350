#pragma once

/// A map of Tiled while it is read from XML or JSON. First its size is found: the header, and for infinite maps all
/// chunks. Then its tilesets and layers come in the order of the file, and each layer paints what it says over
/// those below.
///
/// The terrain of a cell is what the topmost layer says that says anything. A tile says what it is by the table
/// beside the map, by its properties `terrain`, `walkable` and `cost`, by its class if that is the name of a
/// terrain, or by collision shapes that cover more than a tenth of it. Other tiles, and cells without a tile, are
/// ground; but if no tile, layer or object of the map says anything, the map is refused.

#include <stdbool.h>
#include <stdint.h>

#include "io/reading.h"
#include "io/tiled_cells.h"
#include "io/tiled_says.h"
#include "io/tiled_shape.h"
#include "io/tiled_table.h"

enum { TILED_MOST_SETS = 256, TILED_MOST_DEPTH = 16, TILED_CACHE = 256 };

#define TILED_FILE_BYTES ((size_t)1 << 26)

typedef struct tiled_set {
    uint32_t first; ///< number of its first tile on the map
    char name[IO_SAID_BYTES];
    double tile_width, tile_height; ///< pixels
    double count; ///< number of tiles; 0 = not known, as of a set of pictures, whose numbers have gaps
} tiled_set;

/// A tile that says what it is.
typedef struct tiled_tile {
    uint32_t gid;
    uint8_t terrain;
} tiled_tile;

/// A tile that no tileset has, and its cell.
typedef struct foreign_tile {
    uint32_t gid;
    int32_t x, y;
} foreign_tile;

/// What a layer, or the groups around it, say of all its tiles or objects.
typedef struct tiled_layer {
    char name[IO_SAID_BYTES];
    bool is_hidden;
    tiled_says says;
} tiled_layer;

/// An object.
typedef struct tiled_object {
    char name[IO_SAID_BYTES];
    double x, y, width, height, rotation; ///< pixels, degrees
    bool is_hidden, is_ellipse, is_point, has_tile;
    char template_file[IO_SAID_BYTES]; ///< "" = it has none
    bool has_points;                   ///< `shape` is set; else the object is a box
    tiled_shape shape;
    tiled_says says;
} tiled_object;

typedef struct tiled_map {
    io_reading *reading;
    io_fault *fault;
    tiled_table table;
    int32_t width, height;          ///< as the header says
    double tile_width, tile_height; ///< pixels
    bool is_infinite, is_isometric;
    int64_t left, top, right, bottom; ///< of all chunks
    tiled_set sets[TILED_MOST_SETS];
    int set_count;
    tiled_tile *tiles; ///< sorted by number once a layer is painted
    size_t tile_count;
    bool is_sorted;
    bool says_anything;
    bool has_offsets, has_hidden; ///< warnings
    foreign_tile foreign;         ///< the first one, of which is warned; its number is 0 if there is none
    char template_file[IO_SAID_BYTES]; ///< the first template, of which is warned; "" = there is none
    tiled_tile cache[TILED_CACHE];     ///< by the last bits of the number
    uint64_t work;                     ///< cells and points looked at for objects
    // The layer or chunk that is being painted:
    tiled_cells cells;
    uint8_t layer_terrain; ///< IO_SAYS_NOTHING: each tile says itself what it is
    int32_t chunk_x, chunk_y, chunk_width;
} tiled_map;

/// Begins a map with what its header says.
///
/// @param[in,out] map  `reading` and `fault` are set, the rest is 0. To be freed, also after a failure
bool tiled_begin(tiled_map *map, const char *orientation, int64_t width, int64_t height, double tile_width,
                 double tile_height, bool is_infinite);

/// Notes a chunk of an infinite map, before tiled_create().
bool tiled_note_chunk(tiled_map *map, int64_t x, int64_t y, int64_t width, int64_t height);

/// Makes the tiles, and reads the table beside the map.
bool tiled_create(tiled_map *map);

/// Adds a tileset; its tiles follow.
///
/// @param set      without its name; tiles without a size have that of the map
/// @param columns  of its picture; 0 = each tile has a picture of its own, or it is not known
bool tiled_add_set(tiled_map *map, tiled_set set, const char *name, double columns);

/// Adds a tile of the last tileset.
bool tiled_add_tile(tiled_map *map, uint32_t id, const tiled_says *says);

/// Notes a collision shape of a tile of the last tileset.
void tiled_tile_covered(const tiled_map *map, const tiled_object *object, tiled_says *says);

/// What a layer within a group says: its own words, and those of the group for the rest.
tiled_layer tiled_within(const tiled_layer *group, const tiled_layer *layer);

/// Begins to paint a layer's tiles, or one of its chunks.
///
/// @param is_skipped  the layer is hidden, and nobody says what its tiles are: nothing is to be painted or ended
bool tiled_paint(tiled_map *map, const tiled_layer *layer, int64_t x, int64_t y, int64_t width,
                 int64_t height, const char *encoding, const char *compression, bool *is_skipped);

/// Ends what tiled_paint() began.
bool tiled_paint_end(tiled_map *map, bool is_whole);

/// Paints an object, or keeps it as a place.
bool tiled_add_object(tiled_map *map, const tiled_layer *layer, const tiled_object *object);

/// Checks the whole map, and warns of what was left out.
bool tiled_finish(tiled_map *map);

void tiled_free(tiled_map *map);
