#include "io/tiled_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/account.h"
#include "io/map_units.h"
#include "io/terrain.h"
#include "io/terrain_names.h"

/// Bits of a tile's number that turn and flip it.
#define FLIP_BITS 0xf0000000u

/// A file may have this many tiles for each of its bytes, and MOST_SPARE more: as many as zstd makes of a byte.
enum { MOST_TILES_A_BYTE = 8192, MOST_SPARE = 1 << 16 };

bool tiled_begin(tiled_map *map, const char *orientation, int64_t width, int64_t height, double tile_width,
                 double tile_height, bool is_infinite)
{
    const char *name = map->reading->name;
    map->is_isometric = orientation && strcmp(orientation, "isometric") == 0;
    if (!map->is_isometric && orientation && *orientation && strcmp(orientation, "orthogonal") != 0)
        return io_fail_as(
            map->fault, FW_NOT_SUPPORTED,
            "%s: this is a map of Tiled with orientation '%.32s': only orthogonal and isometric maps are "
            "grids of squares",
            name, orientation);
    if (!is_infinite && (width < 1 || height < 1 || width > FW_MAX_SIDE || height > FW_MAX_SIDE))
        return io_fail_as(map->fault, FW_BAD_SIZE, "%s: the map has %lld x %lld tiles, expected 1 to %d each",
                          name, (long long)width, (long long)height, FW_MAX_SIDE);
    if (!(tile_width >= 1.0 && tile_height >= 1.0 && tile_width <= 1e6 && tile_height <= 1e6))
        return io_fail(map->fault, "%s: tiles are %g x %g pixels large, expected 1 or more", name, tile_width,
                       tile_height);
    map->width = is_infinite ? 0 : (int32_t)width;
    map->height = is_infinite ? 0 : (int32_t)height;
    map->tile_width = tile_width;
    map->tile_height = tile_height;
    map->is_infinite = is_infinite;
    map->left = map->top = INT64_MAX;
    map->right = map->bottom = INT64_MIN;
    return true;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool tiled_note_chunk(tiled_map *map, int64_t x, int64_t y, int64_t width, int64_t height)
{
    if (llabs(x) > INT32_MAX / 2 || llabs(y) > INT32_MAX / 2 || width < 1 || height < 1 ||
        width > FW_MAX_SIDE || height > FW_MAX_SIDE)
        return io_fail_as(map->fault, FW_BAD_SIZE, "%s: a chunk at %lld,%lld has %lld x %lld tiles",
                          map->reading->name, (long long)x, (long long)y, (long long)width,
                          (long long)height);
    map->left = least(map->left, x);
    map->top = least(map->top, y);
    map->right = most(map->right, x + width);
    map->bottom = most(map->bottom, y + height);
    return true;
}

bool tiled_create(tiled_map *map)
{
    io_reading *reading = map->reading;
    if (map->is_infinite) {
        if (map->left >= map->right)
            return io_fail(map->fault, "%s: the map is infinite and has no tiles", reading->name);
        if (map->right - map->left > FW_MAX_SIDE || map->bottom - map->top > FW_MAX_SIDE)
            return io_fail_as(map->fault, FW_BAD_SIZE,
                              "%s: the chunks of the map are spread over %lld x %lld tiles", reading->name,
                              (long long)(map->right - map->left), (long long)(map->bottom - map->top));
        map->width = (int32_t)(map->right - map->left);
        map->height = (int32_t)(map->bottom - map->top);
        reading->left = (int32_t)map->left;
        reading->top = (int32_t)map->top;
    }
    if ((uint64_t)map->width * (uint64_t)map->height >
        MOST_TILES_A_BYTE * (uint64_t)reading->size + MOST_SPARE)
        return io_fail(map->fault, "%s: the file is too short for %d x %d tiles", reading->name, map->width,
                       map->height);
    if (!io_tiles_create(map->width, map->height, &reading->tiles, map->fault) ||
        !tiled_table_open(reading, &map->table, map->fault))
        return false;
    const uint8_t empty = tiled_table_terrain(&map->table, TILED_EMPTY, "");
    memset(reading->tiles.terrain, empty == IO_SAYS_NOTHING ? FW_GROUND : empty,
           (size_t)map->width * (size_t)map->height);
    if (map->is_infinite && empty == IO_SAYS_NOTHING)
        io_warn(
            reading,
            "%s: cells of the infinite map that have no tile are ground; 'empty blocked' in %s changes that",
            reading->name, map->table.name);
    return true;
}

bool tiled_add_set(tiled_map *map, tiled_set set, const char *name, double columns)
{
    if (map->set_count == TILED_MOST_SETS)
        return io_fail(map->fault, "%s: there are more than %d tilesets", map->reading->name,
                       TILED_MOST_SETS);
    set.tile_width = set.tile_width >= 1.0 ? set.tile_width : map->tile_width;
    set.tile_height = set.tile_height >= 1.0 ? set.tile_height : map->tile_height;
    set.count = columns >= 1.0 ? set.count : 0.0;
    tiled_copy(set.name, name);
    map->sets[map->set_count++] = set;
    return true;
}

static bool take_name(tiled_map *map, const char *name, uint8_t *terrain)
{
    const io_name_problem problem =
        io_terrain_name_find(io_span_of(name), map->reading->tiles.names, terrain);
    return problem == IO_NAME_OK || io_fail(map->fault, "%s: '%s' %s", map->reading->name,
                                            io_quoted(io_span_of(name)).text, io_name_problem_text(problem));
}

/// A terrain named after its cost, "cost-2.5", which the file states.
static bool take_cost(tiled_map *map, double cost, uint8_t *terrain)
{
    char name[IO_NAME_BYTES];
    snprintf(name, sizeof name, "cost-%g", cost);
    if (!take_name(map, name, terrain))
        return false;
    map->reading->terrain_cost[*terrain] = (float)cost;
    return true;
}

/// The terrain that properties, a class or collision shapes name, or IO_SAYS_NOTHING.
static bool terrain_of(tiled_map *map, const tiled_says *says, uint8_t *terrain)
{
    const uint8_t by_table =
        says->kind[0] ? tiled_table_terrain(&map->table, TILED_CLASS, says->kind) : IO_SAYS_NOTHING;
    const int by_name = io_terrain_of_name(says->kind);
    const bool is_walkable = says->has_walkable ? says->walkable : says->cost > 0.0;
    *terrain = by_table;
    if (by_table != IO_SAYS_NOTHING)
        return true;
    if (says->terrain[0])
        return take_name(map, says->terrain, terrain);
    if (is_walkable && says->cost > 0.0 && says->cost != 1.0)
        return take_cost(map, says->cost, terrain);
    if (says->has_walkable || says->cost > 0.0)
        *terrain = is_walkable ? FW_GROUND : FW_BLOCKED;
    else if (by_name >= 0)
        *terrain = (uint8_t)by_name;
    else if (says->covered > map->reading->def->covered)
        *terrain = FW_BLOCKED;
    return true;
}

bool tiled_add_tile(tiled_map *map, uint32_t id, const tiled_says *says)
{
    uint8_t terrain = IO_SAYS_NOTHING;
    if (map->set_count == 0 || !terrain_of(map, says, &terrain))
        return map->set_count == 0; // a tile outside of a tileset is nothing
    if (terrain == IO_SAYS_NOTHING || id > INT32_MAX)
        return true;
    tiled_tile *tiles = io_grow_list(map->tiles, map->tile_count, sizeof *tiles);
    if (!tiles)
        return io_fail_without_memory(map->fault, map->reading->name);
    map->tiles = tiles;
    map->tiles[map->tile_count++] = (tiled_tile){ map->sets[map->set_count - 1].first + id, terrain };
    map->is_sorted = false;
    map->says_anything = true;
    return true;
}

/// The outline of an object in a unit of so many pixels.
static void outline_of(const tiled_object *object, double width, double height, tiled_shape *shape)
{
    if (object->has_points)
        *shape = object->shape;
    else
        tiled_shape_box(shape, object->x, object->y, object->width, object->height, object->rotation,
                        object->is_ellipse);
    for (int i = 0; i < shape->count; i++) {
        shape->x[i] /= width;
        shape->y[i] /= height;
    }
}

void tiled_tile_covered(const tiled_map *map, const tiled_object *object, tiled_says *says)
{
    tiled_shape shape;
    if (map->set_count == 0 || object->is_point)
        return;
    const tiled_set *set = &map->sets[map->set_count - 1];
    outline_of(object, set->tile_width, set->tile_height, &shape);
    says->covered += tiled_shape_area(&shape, 0.0, 0.0, 1.0, 1.0);
}

static bool says_something(const tiled_says *says)
{
    return says->terrain[0] || says->has_walkable || says->cost > 0.0 || says->kind[0];
}

tiled_layer tiled_within(const tiled_layer *group, const tiled_layer *layer)
{
    tiled_layer both = *layer;
    both.is_hidden = layer->is_hidden || group->is_hidden;
    if (!says_something(&both.says))
        both.says = group->says;
    return both;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t first = ((const tiled_tile *)a)->gid, second = ((const tiled_tile *)b)->gid;
    return (first > second) - (first < second);
}

/// Looks a tile's number up among the tiles that say what they are; IO_SAYS_NOTHING if it is none of them.
static uint8_t said_by(const tiled_map *map, uint32_t gid)
{
    const tiled_tile key = { .gid = gid };
    const tiled_tile *found =
        map->tile_count ? bsearch(&key, map->tiles, map->tile_count, sizeof key, by_number) : NULL;
    return found ? found->terrain : IO_SAYS_NOTHING;
}

/// The tileset of a tile's number; null if none has it.
static const tiled_set *set_of(const tiled_map *map, uint32_t gid)
{
    const tiled_set *set = NULL;
    for (int i = 0; i < map->set_count; i++)
        if (map->sets[i].first <= gid && (!set || map->sets[i].first > set->first))
            set = &map->sets[i];
    return set && (set->count < 1.0 || gid - set->first < set->count) ? set : NULL;
}

/// Terrain of a tile's number: the table beside the map, then the tileset, then the table's `default`.
static uint8_t look_up(const tiled_map *map, uint32_t gid)
{
    const tiled_set *set = set_of(map, gid);
    uint8_t terrain = set ? tiled_table_tile(&map->table, set->name, gid - set->first) : IO_SAYS_NOTHING;
    if (terrain == IO_SAYS_NOTHING)
        terrain = said_by(map, gid);
    return terrain == IO_SAYS_NOTHING ? tiled_table_terrain(&map->table, TILED_DEFAULT, "") : terrain;
}

static void take_cell(void *user, int64_t index, uint32_t number)
{
    tiled_map *map = user;
    const uint32_t gid = number & ~FLIP_BITS;
    if (gid == 0)
        return;
    const int64_t x = map->chunk_x + index % map->chunk_width, y = map->chunk_y + index / map->chunk_width;
    uint8_t terrain = map->layer_terrain;
    if (terrain == IO_SAYS_NOTHING) {
        tiled_tile *slot = &map->cache[gid % TILED_CACHE];
        if (slot->gid != gid) {
            *slot = (tiled_tile){ gid, look_up(map, gid) };
            if (!map->foreign.gid && !set_of(map, gid))
                map->foreign = (foreign_tile){ gid, (int32_t)x, (int32_t)y };
        }
        terrain = slot->terrain;
    }
    if (terrain != IO_SAYS_NOTHING) {
        map->says_anything = true;
        *io_tile(&map->reading->tiles, (int32_t)x, (int32_t)y) = terrain;
    }
}

/// What a layer says of its tiles: the table beside the map, then its properties.
static bool layer_terrain(tiled_map *map, const tiled_layer *layer, uint8_t *terrain)
{
    *terrain = tiled_table_terrain(&map->table, TILED_LAYER, layer->name);
    return *terrain != IO_SAYS_NOTHING || terrain_of(map, &layer->says, terrain);
}

bool tiled_paint(tiled_map *map, const tiled_layer *layer, int64_t x, int64_t y, int64_t width,
                 int64_t height, const char *encoding, const char *compression, bool *is_skipped)
{
    const io_reading *reading = map->reading;
    if (!layer_terrain(map, layer, &map->layer_terrain))
        return false;
    *is_skipped = layer->is_hidden && map->layer_terrain == IO_SAYS_NOTHING;
    map->has_hidden |= *is_skipped;
    if (*is_skipped)
        return true;
    x -= reading->left;
    y -= reading->top;
    if (x < 0 || y < 0 || width < 1 || height < 1 || x + width > map->width || y + height > map->height)
        return io_fail(map->fault, "%s: the layer '%s' has %lld x %lld tiles at %lld,%lld, more than the map",
                       reading->name, layer->name, (long long)width, (long long)height, (long long)x,
                       (long long)y);
    if (!map->is_sorted && map->tile_count)
        qsort(map->tiles, map->tile_count, sizeof *map->tiles, by_number);
    map->is_sorted = true;
    map->chunk_x = (int32_t)x;
    map->chunk_y = (int32_t)y;
    map->chunk_width = (int32_t)width;
    map->cells = (tiled_cells){
        .name = reading->name, .wanted = width * height, .take = take_cell, .user = map, .fault = map->fault
    };
    return tiled_cells_begin(&map->cells, encoding, compression) || tiled_cells_end(&map->cells, false);
}

bool tiled_paint_end(tiled_map *map, bool is_whole)
{
    return tiled_cells_end(&map->cells, is_whole);
}

/// Paints the cells of which a shape, in tiles, covers more than fw_io_map_def::covered.
static bool fill_shape(tiled_map *map, const tiled_shape *shape, uint8_t terrain)
{
    const uint64_t most_work = (uint64_t)1 << 29;
    const double least = map->reading->def->covered;
    double left = map->width, top = map->height, right = 0.0, bottom = 0.0;
    for (int i = 0; i < shape->count; i++) {
        left = fmin(left, shape->x[i]);
        top = fmin(top, shape->y[i]);
        right = fmax(right, shape->x[i]);
        bottom = fmax(bottom, shape->y[i]);
    }
    const int32_t x0 = (int32_t)fmax(0.0, floor(left)), y0 = (int32_t)fmax(0.0, floor(top));
    const int32_t x1 = (int32_t)fmin(map->width, ceil(right)), y1 = (int32_t)fmin(map->height, ceil(bottom));
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = x0; x < x1; x++) {
            map->work += (uint64_t)shape->count * 4;
            if (map->work > most_work)
                return io_fail(map->fault, "%s: its objects cover too many tiles", map->reading->name);
            if (tiled_shape_area(shape, x, y, x + 1.0, y + 1.0) > least)
                *io_tile(&map->reading->tiles, x, y) = terrain;
        }
    return true;
}

/// Keeps an object as a unit, which stands in the middle of the object, or as a place.
///
/// @param unit  pixels of a tile's width
static bool keep_object(tiled_map *map, const tiled_object *object, double unit)
{
    io_reading *reading = map->reading;
    const tiled_says *says = &object->says;
    // A picture of a tile lies on its point: to the right of it, or on isometric maps in the middle above it.
    const double above = object->has_tile && !map->is_isometric ? object->height : 0.0;
    const double turn = object->rotation * FW_PI / 180.0;
    const double ahead = 0.5 * object->width, down = 0.5 * object->height - above;
    const bool is_box = !object->is_point && !object->has_points && !(object->has_tile && map->is_isometric);
    const double x = object->x + (is_box ? ahead * cos(turn) - down * sin(turn) : 0.0);
    const double y = object->y + (is_box ? ahead * sin(turn) + down * cos(turn) : 0.0);
    const fw_pose at = { x / unit - reading->left, y / map->tile_height - reading->top,
                         says->has_heading ? says->heading * FW_PI / 180.0 : turn };
    const fw_io_place place = { .x = object->x / unit - reading->left,
                                .y = (object->y - above) / map->tile_height - reading->top,
                                .width = object->width / unit,
                                .height = object->height / map->tile_height };
    if (says->unit[0])
        return io_add_unit(reading, says->unit, object->name, says->kind, at, map->fault);
    return !(object->name[0] || says->kind[0]) || io_add_place(reading, object->name, says->kind, &place) ||
           io_fail_without_memory(map->fault, reading->name);
}

bool tiled_add_object(tiled_map *map, const tiled_layer *layer, const tiled_object *object)
{
    // The pixels of isometric maps are counted along the sides of tiles, by the height of a tile.
    const double unit = map->is_isometric ? map->tile_height : map->tile_width;
    tiled_layer words = { .says = object->says, .is_hidden = object->is_hidden };
    tiled_shape shape;
    uint8_t terrain = IO_SAYS_NOTHING;
    if (!map->template_file[0])
        tiled_copy(map->template_file, object->template_file);
    if (!terrain_of(map, &object->says, &terrain) ||
        (terrain == IO_SAYS_NOTHING && !layer_terrain(map, layer, &terrain)))
        return false;
    words = tiled_within(layer, &words);
    if (words.is_hidden && terrain == IO_SAYS_NOTHING) {
        map->has_hidden = true;
        return true;
    }
    const bool has_area =
        !object->is_point && !object->has_tile && object->width >= 0.0 && object->height >= 0.0;
    if (terrain == IO_SAYS_NOTHING || !has_area || object->says.unit[0])
        return keep_object(map, object, unit);
    map->says_anything = true;
    outline_of(object, unit, map->tile_height, &shape);
    for (int i = 0; i < shape.count; i++) {
        shape.x[i] -= map->reading->left;
        shape.y[i] -= map->reading->top;
    }
    return fill_shape(map, &shape, terrain);
}

/// The first line of the table that is about a tileset that the map does not have; null if there is none.
static const tiled_rule *idle_rule(const tiled_map *map)
{
    const tiled_rule *end = map->table.rules + map->table.count;
    for (const tiled_rule *rule = map->table.rules; rule < end; rule++) {
        bool is_idle = rule->kind == TILED_TILE;
        for (int i = 0; i < map->set_count; i++)
            is_idle = is_idle && strcmp(map->sets[i].name, rule->name) != 0;
        if (is_idle)
            return rule;
    }
    return NULL;
}

bool tiled_finish(tiled_map *map)
{
    io_reading *reading = map->reading;
    if (!map->says_anything)
        return io_fail_as(
            map->fault, FW_NOT_SUPPORTED,
            "%s: nothing in this file says what blocks: no tile, layer or object has a property "
            "'walkable', 'terrain' or 'cost', the class of a terrain, or a collision shape, and %s %s",
            reading->name, map->table.count ? "nothing is named by the table" : "there is no table",
            map->table.name);
    if (!io_units_read(reading, map->fault))
        return false;
    const tiled_rule *idle = idle_rule(map);
    if (idle)
        io_warn(reading, "%s: the map has no tileset '%s'", map->table.name, idle->name);
    if (map->foreign.gid)
        io_warn(reading,
                "%s: no tileset has the tile %u of the cell %d,%d; it counts as one that says nothing, "
                "as do others like it",
                reading->name, (unsigned)map->foreign.gid, (int)map->foreign.x, (int)map->foreign.y);
    if (map->has_offsets)
        io_warn(reading, "%s: the offsets and parallax of layers are ignored", reading->name);
    if (map->has_hidden)
        io_warn(reading, "%s: hidden layers and objects are left out, unless they say what they are",
                reading->name);
    if (map->template_file[0])
        io_warn(reading, "%s: templates such as %s are not read; their objects have what the map itself says",
                reading->name, map->template_file);
    return true;
}

void tiled_free(tiled_map *map)
{
    io_give(map->tiles);
    map->tiles = NULL;
}
