#include "io/ldtk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/account.h"
#include "io/map_units.h"
#include "io/neighbour.h"
#include "io/terrain_names.h"
#include "io/tiled_table.h"
#include "io/tsj.h"

enum { MOST_VALUES = 1024, LIST_BYTES = 256 };

/// A world may have this many tiles for each byte of its file, and MOST_SPARE more: levels may lie apart, but a small
/// file must not make a huge map.
enum { MOST_TILES_A_BYTE = 1024, MOST_SPARE = 1 << 20 };

/// A level, and where it lies.
typedef struct ldtk_level {
    json_place place; ///< of its contents
    json_t *file;     ///< that holds them; null = the map's own
    char name[512];   ///< of that file, for faults
    json_place layer; ///< its IntGrid layer
    double grid;      ///< pixels per cell of this layer
    int64_t x, y;     ///< of its upper left cell, in cells of the world
    int64_t width, height;
} ldtk_level;

/// A file while it is read.
typedef struct ldtk {
    io_reading *reading;
    io_fault *fault;
    tiled_table table;
    uint8_t terrain[MOST_VALUES]; ///< of the values of the layer
    ldtk_level *levels;           ///< [level * count] that become the map
    size_t count;
} ldtk;

static void add_to_list(char list[LIST_BYTES], const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, LIST_BYTES - used, "%s%.32s", used ? ", " : "", name);
}

/// Adds the levels of a list that are wanted.
///
/// @param wanted         name of the level; null = all
/// @param[in,out] total  levels so far, wanted or not
static bool add_levels(ldtk *map, const json_place *levels, const char *wanted, size_t *total,
                       char list[LIST_BYTES])
{
    for (size_t i = 0; i < json_count(levels); i++) {
        const json_place item = json_item(levels, i);
        const char *name = tsj_text(&item, "identifier");
        ++*total;
        add_to_list(list, name);
        if (wanted && (strcmp(name, wanted) != 0 || map->count > 0))
            continue;
        ldtk_level *grown = io_grow(map->levels, (map->count + 1) * sizeof *grown);
        if (!grown)
            return io_fail_without_memory(map->fault, map->reading->name);
        map->levels = grown;
        map->levels[map->count++] = (ldtk_level){ .place = item };
    }
    return true;
}

/// Chooses the level of fw_io_map_def::level, or the only one, in all worlds.
static bool choose_level(ldtk *map, const json_place *top)
{
    const char *wanted = map->reading->def->level;
    char list[LIST_BYTES] = "";
    size_t total = 0;
    const json_place worlds = json_at(top, "worlds"), levels = json_at(top, "levels");
    bool is_read = add_levels(map, &levels, wanted, &total, list);
    for (size_t i = 0; is_read && i < json_count(&worlds); i++) {
        const json_place world = json_item(&worlds, i), inner = json_at(&world, "levels");
        is_read = add_levels(map, &inner, wanted, &total, list);
    }
    if (!is_read)
        return false;
    if (total == 0)
        return io_fail(map->fault, "%s: the file has no levels", map->reading->name);
    if (map->count == 0)
        return io_fail_as(map->fault, FW_NOT_FOUND, "%s: there is no level '%.32s'; levels are %s",
                          map->reading->name, wanted, list);
    return map->count == 1 || io_fail(map->fault,
                                      "%s: the file has several levels; the option level takes one, and the "
                                      "option world joins them: %s",
                                      map->reading->name, list);
}

/// Chooses all levels of the world of fw_io_map_def::world; "" is the only one.
static bool choose_world(ldtk *map, const json_place *top)
{
    const char *wanted = map->reading->def->world;
    char list[LIST_BYTES] = "", worlds_list[LIST_BYTES] = "";
    size_t total = 0, found = 0;
    const json_place worlds = json_at(top, "worlds");
    json_place levels = json_at(top, "levels");
    for (size_t i = 0; i < json_count(&worlds); i++) {
        const json_place world = json_item(&worlds, i);
        const char *name = tsj_text(&world, "identifier");
        add_to_list(worlds_list, name);
        if (*wanted && strcmp(name, wanted) != 0)
            continue;
        levels = json_at(&world, "levels");
        found++;
    }
    if (*wanted && !found)
        return io_fail_as(map->fault, FW_NOT_FOUND, "%s: there is no world '%.32s'; worlds are: %s",
                          map->reading->name, wanted, worlds_list);
    if (found > 1)
        return io_fail(map->fault,
                       "%s: the file has several worlds; the option world takes one by its name: %s",
                       map->reading->name, worlds_list);
    if (!add_levels(map, &levels, NULL, &total, list))
        return false;
    return map->count > 0 || io_fail(map->fault, "%s: the world has no levels", map->reading->name);
}

/// Finds the IntGrid layer of fw_io_map_def::layer, or the only one.
static bool find_layer(const ldtk *map, const json_place *level, json_place *layer)
{
    const char *wanted = map->reading->def->layer;
    const json_place layers = json_at(level, "layerInstances");
    char list[LIST_BYTES] = "";
    size_t count = 0;
    if (!json_expect_list(&layers))
        return false;
    *layer = layers;
    layer->value = NULL;
    for (size_t i = 0; i < json_count(&layers); i++) {
        const json_place item = json_item(&layers, i);
        const char *name = tsj_text(&item, "__identifier");
        if (strcmp(tsj_text(&item, "__type"), "IntGrid") != 0)
            continue;
        count++;
        add_to_list(list, name);
        if (!layer->value && (!wanted || strcmp(name, wanted) == 0))
            *layer = item;
    }
    if (count == 0)
        return io_fail_as(map->fault, FW_NOT_SUPPORTED,
                          "%s: the level has no IntGrid layer, so nothing in this file says what blocks",
                          map->reading->name);
    if (wanted && !layer->value)
        return io_fail_as(map->fault, FW_NOT_FOUND, "%s: there is no IntGrid layer '%.32s'; layers are %s",
                          map->reading->name, wanted, list);
    return wanted || count == 1 ||
           io_fail(map->fault, "%s: the level has several IntGrid layers; the option layer takes one: %s",
                   map->reading->name, list);
}

/// Reads the name of a value as a terrain.
static bool read_value(ldtk *map, const json_place *place)
{
    int64_t value = 0;
    char number[24];
    if (!json_whole_at(place, "value", 0, MOST_VALUES - 1, &value))
        return false;
    const char *name = tsj_text(place, "identifier");
    if (!*name) {
        snprintf(number, sizeof number, "value-%lld", (long long)value);
        name = number;
    }
    const uint8_t said = tiled_table_terrain(&map->table, TILED_CLASS, name);
    if (said != IO_SAYS_NOTHING) {
        map->terrain[value] = said;
        return true;
    }
    const io_name_problem problem =
        io_terrain_name_find(io_span_of(name), map->reading->tiles.names, &map->terrain[value]);
    return problem == IO_NAME_OK || io_fail(map->fault, "%s: '%s' %s", map->reading->name,
                                            io_quoted(io_span_of(name)).text, io_name_problem_text(problem));
}

/// Reads the names of the layer's values from the definitions.
static bool read_values(ldtk *map, const json_place *top, const json_place *layer)
{
    const json_place defs = json_at(top, "defs"), layers = json_at(&defs, "layers");
    const double id = tsj_number(layer, "layerDefUid", -1.0);
    const uint8_t empty = tiled_table_terrain(&map->table, TILED_EMPTY, "");
    memset(map->terrain, IO_SAYS_NOTHING, sizeof map->terrain);
    map->terrain[0] = empty == IO_SAYS_NOTHING ? FW_GROUND : empty;
    for (size_t i = 0; i < json_count(&layers); i++) {
        const json_place item = json_item(&layers, i), values = json_at(&item, "intGridValues");
        const bool has_name = strcmp(tsj_text(&item, "identifier"), tsj_text(layer, "__identifier")) == 0;
        if (id >= 0.0 ? tsj_number(&item, "uid", -2.0) != id : !has_name)
            continue;
        for (size_t k = 0; k < json_count(&values); k++) {
            const json_place value = json_item(&values, k);
            if (!read_value(map, &value))
                return false;
        }
    }
    return true;
}

/// Finds out how large a level is, and where it lies.
static bool measure_level(ldtk *map, ldtk_level *level)
{
    const json_place cells = json_at(&level->layer, "intGridCsv");
    const double grid = tsj_number(&level->layer, "__gridSize", 1.0);
    if (!json_whole_at(&level->layer, "__cWid", 1, FW_MAX_SIDE, &level->width) ||
        !json_whole_at(&level->layer, "__cHei", 1, FW_MAX_SIDE, &level->height) || !json_expect_list(&cells))
        return false;
    if (json_count(&cells) != (size_t)(level->width * level->height))
        return io_fail(map->fault, "%s: the layer has %zu cells, expected %lld x %lld", map->reading->name,
                       json_count(&cells), (long long)level->width, (long long)level->height);
    level->grid = grid >= 1.0 ? grid : 1.0;
    if (!map->reading->def->world)
        return true;
    const double x = tsj_number(&level->place, "worldX", -0.5) / level->grid;
    const double y = tsj_number(&level->place, "worldY", -0.5) / level->grid;
    if (level->grid != map->levels[0].grid || x != floor(x) || y != floor(y) || fabs(x) > 1e9 ||
        fabs(y) > 1e9)
        return io_fail_as(
            map->fault, FW_NOT_SUPPORTED,
            "%s: the level '%.32s' does not lie on the grid of the first level, whose cells have %g "
            "pixels",
            map->reading->name, tsj_text(&level->place, "identifier"), map->levels[0].grid);
    level->x = (int64_t)x;
    level->y = (int64_t)y;
    return true;
}

/// Makes the map so large that all levels lie on it.
static bool make_tiles(ldtk *map)
{
    io_reading *reading = map->reading;
    int64_t left = map->levels[0].x, top = map->levels[0].y, right = left, bottom = top;
    for (size_t i = 0; i < map->count; i++) {
        const ldtk_level *level = &map->levels[i];
        left = level->x < left ? level->x : left;
        top = level->y < top ? level->y : top;
        right = level->x + level->width > right ? level->x + level->width : right;
        bottom = level->y + level->height > bottom ? level->y + level->height : bottom;
    }
    if (right - left > FW_MAX_SIDE || bottom - top > FW_MAX_SIDE)
        return io_fail_as(map->fault, FW_BAD_SIZE,
                          "%s: the world has %lld x %lld tiles, expected at most %d x %d", reading->name,
                          (long long)(right - left), (long long)(bottom - top), FW_MAX_SIDE, FW_MAX_SIDE);
    if ((uint64_t)(right - left) * (uint64_t)(bottom - top) >
        MOST_TILES_A_BYTE * (uint64_t)reading->size + MOST_SPARE)
        return io_fail(map->fault, "%s: the levels are too far apart: the world has %lld x %lld tiles",
                       reading->name, (long long)(right - left), (long long)(bottom - top));
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES];
    memcpy(names, reading->tiles.names, sizeof names);
    if (!io_tiles_create((int32_t)(right - left), (int32_t)(bottom - top), &reading->tiles, map->fault))
        return false;
    memcpy(reading->tiles.names, names, sizeof names);
    memset(reading->tiles.terrain, IO_SAYS_NOTHING, (size_t)(right - left) * (size_t)(bottom - top));
    reading->left = (int32_t)left;
    reading->top = (int32_t)top;
    return true;
}

/// Copies the cells of a level to its place.
static bool read_cells(ldtk *map, const ldtk_level *level)
{
    const json_place cells = json_at(&level->layer, "intGridCsv");
    const io_reading *reading = map->reading;
    for (size_t i = 0; i < (size_t)(level->width * level->height); i++) {
        const json_t *item = json_array_get(cells.value, i);
        const double value = json_is_number(item) ? json_number_value(item) : -1.0;
        const bool is_known =
            value >= 0.0 && value < MOST_VALUES && map->terrain[(int)value] != IO_SAYS_NOTHING;
        if (!is_known) {
            const json_place wrong = json_item(&cells, i);
            return json_expected(&wrong, "a value that the layer defines");
        }
        const int64_t x = level->x - reading->left + (int64_t)i % level->width;
        const int64_t y = level->y - reading->top + (int64_t)i / level->width;
        uint8_t *tile = io_tile(&reading->tiles, (int32_t)x, (int32_t)y);
        if (*tile != IO_SAYS_NOTHING)
            return io_fail_as(map->fault, FW_NOT_SUPPORTED,
                              "%s: the level '%.32s' lies over another one at tile %lld,%lld", reading->name,
                              tsj_text(&level->place, "identifier"), (long long)x, (long long)y);
        *tile = map->terrain[(int)value];
    }
    return true;
}

/// A number of a list; 0 if there is none.
static double number_at(const json_place *list, size_t index)
{
    return json_number_value(json_array_get(list->value, index));
}

/// The value of a field of an entity; its `value` is null if there is none.
static json_place field_of(const json_place *entity, const char *name)
{
    const json_place fields = json_at(entity, "fieldInstances");
    for (size_t i = 0; i < json_count(&fields); i++) {
        const json_place field = json_item(&fields, i);
        if (strcmp(tsj_text(&field, "__identifier"), name) == 0)
            return json_at(&field, "__value");
    }
    return json_at(&fields, name);
}

/// A heading of degrees in radians; NAN if it is no number.
static double heading_of(const json_t *degrees)
{
    if (!degrees || json_is_null(degrees))
        return 0.0;
    return json_is_number(degrees) ? json_number_value(degrees) * FW_PI / 180.0 : NAN;
}

/// Keeps an entity as a unit, which stands in the middle of the entity, or as a place.
static bool keep_entity(ldtk *map, const json_place *entity, const fw_io_place *place)
{
    const char *name = tsj_text(entity, "__identifier");
    const json_place file = field_of(entity, "unit"), heading = field_of(entity, "heading");
    if (json_is_string(file.value) && *json_string_value(file.value)) {
        const fw_pose at = { place->x + 0.5 * place->width, place->y + 0.5 * place->height,
                             heading_of(heading.value) };
        return io_add_unit(map->reading, json_string_value(file.value), name, "entity", at, map->fault);
    }
    return io_add_place(map->reading, name, "entity", place) ||
           io_fail_without_memory(map->fault, map->reading->name);
}

static bool read_entities(ldtk *map, const ldtk_level *level)
{
    const json_place layers = json_at(&level->place, "layerInstances");
    const double grid = level->grid;
    const double left = (double)(level->x - map->reading->left), top = (double)(level->y - map->reading->top);
    for (size_t i = 0; i < json_count(&layers); i++) {
        const json_place layer = json_item(&layers, i), entities = json_at(&layer, "entityInstances");
        for (size_t k = 0; k < json_count(&entities); k++) {
            const json_place entity = json_item(&entities, k), at = json_at(&entity, "px");
            const json_place pivot = json_at(&entity, "__pivot");
            const double width = tsj_number(&entity, "width", 0.0) / grid,
                         height = tsj_number(&entity, "height", 0.0) / grid;
            const fw_io_place place = {
                .x = left + number_at(&at, 0) / grid - number_at(&pivot, 0) * width,
                .y = top + number_at(&at, 1) / grid - number_at(&pivot, 1) * height,
                .width = width,
                .height = height,
            };
            if (!keep_entity(map, &entity, &place))
                return false;
        }
    }
    return true;
}

/// Opens the file in which a level lies, if it has one of its own.
static bool open_level(ldtk *map, ldtk_level *level)
{
    const char *path = tsj_text(&level->place, "externalRelPath");
    io_neighbour file;
    if (!*path)
        return true;
    if (!io_neighbour_open(map->reading, "the level", path, TILED_FILE_BYTES, &file, map->fault))
        return false;
    level->file = json_parse(file.path, file.bytes, file.size, map->fault);
    snprintf(level->name, sizeof level->name, "%s", file.path);
    io_neighbour_close(map->reading, &file);
    level->place = json_top(level->name, level->file, map->fault);
    return level->file;
}

static bool read_levels(ldtk *map, const json_place *top)
{
    if (!tiled_table_open(map->reading, &map->table, map->fault) ||
        !(map->reading->def->world ? choose_world(map, top) : choose_level(map, top)))
        return false;
    for (size_t i = 0; i < map->count; i++) {
        ldtk_level *level = &map->levels[i];
        if (!open_level(map, level) || !find_layer(map, &level->place, &level->layer) ||
            !measure_level(map, level))
            return false;
    }
    if (!make_tiles(map))
        return false;
    for (size_t i = 0; i < map->count; i++) {
        const ldtk_level *level = &map->levels[i];
        if (!read_values(map, top, &level->layer) || !read_cells(map, level) || !read_entities(map, level))
            return false;
    }
    if (!io_units_read(map->reading, map->fault))
        return false;
    const io_tiles *tiles = &map->reading->tiles;
    for (size_t i = 0; i < (size_t)tiles->width * (size_t)tiles->height; i++)
        if (tiles->terrain[i] == IO_SAYS_NOTHING)
            tiles->terrain[i] = FW_BLOCKED; // between the levels
    return true;
}

bool io_ldtk_read(io_reading *reading, const json_place *top)
{
    ldtk *map = io_take_zeros(1, sizeof *map);
    if (!map)
        return io_fail_without_memory(top->fault, reading->name);
    map->reading = reading;
    map->fault = top->fault;
    reading->format = FW_IO_LDTK;
    const bool read = read_levels(map, top);
    for (size_t i = 0; i < map->count; i++)
        json_decref(map->levels[i].file);
    io_give(map->levels);
    io_give(map);
    return read;
}
