#include "io/ldtk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/neighbour.h"
#include "io/terrain_names.h"
#include "io/tiled_table.h"
#include "io/tsj.h"

enum { MOST_VALUES = 1024, LIST_BYTES = 256 };

/// A level while it is read.
typedef struct ldtk {
    io_reading *reading;
    io_fault *fault;
    tiled_table table;
    uint8_t terrain[MOST_VALUES]; ///< of the values of the layer
} ldtk;

static void add_to_list(char list[LIST_BYTES], const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, LIST_BYTES - used, "%s%.32s", used ? ", " : "", name);
}

/// Looks for a level in a list of levels.
///
/// @param wanted        null = any
/// @param[in,out] level  the level; its value is null as long as there is none
/// @param[in,out] count  levels so far
static void find_in(const json_place *levels, const char *wanted, json_place *level, size_t *count,
                    char list[LIST_BYTES])
{
    for (size_t i = 0; i < json_count(levels); i++) {
        const json_place item = json_item(levels, i);
        const char *name = tsj_text(&item, "identifier");
        ++*count;
        add_to_list(list, name);
        if (!level->value && (!wanted || strcmp(name, wanted) == 0))
            *level = item;
    }
}

/// Finds the level of fw_io_map_def::level, or the only one, in all worlds.
static bool find_level(const ldtk *map, const json_place *top, json_place *level)
{
    const char *wanted = map->reading->def->level;
    char list[LIST_BYTES] = "";
    size_t count = 0;
    const json_place worlds = json_at(top, "worlds"), levels = json_at(top, "levels");
    *level = levels;
    level->value = NULL;
    find_in(&levels, wanted, level, &count, list);
    for (size_t i = 0; i < json_count(&worlds); i++) {
        const json_place world = json_item(&worlds, i), inner = json_at(&world, "levels");
        find_in(&inner, wanted, level, &count, list);
    }
    if (count == 0)
        return io_fail(map->fault, "%s: the file has no levels", map->reading->name);
    if (wanted && !level->value)
        return io_fail_as(map->fault, FW_NOT_FOUND, "%s: there is no level '%.32s'; levels are %s",
                          map->reading->name, wanted, list);
    return wanted || count == 1 ||
           io_fail(map->fault, "%s: the file has several levels, and one must be chosen by name: %s",
                   map->reading->name, list);
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
           io_fail(map->fault, "%s: the level has several IntGrid layers, and one must be chosen by name: %s",
                   map->reading->name, list);
}

/// Reads the name of a value as a terrain.
static bool read_value(ldtk *map, const json_place *place)
{
    int64_t value = 0;
    char number[24];
    const json_place at = json_at(place, "value");
    if (!json_read_whole(&at, 0, MOST_VALUES - 1, &value))
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

static bool read_cells(ldtk *map, const json_place *layer)
{
    int64_t width = 0, height = 0;
    const json_place columns = json_at(layer, "__cWid"), rows = json_at(layer, "__cHei");
    const json_place cells = json_at(layer, "intGridCsv");
    io_tiles *tiles = &map->reading->tiles;
    if (!json_read_whole(&columns, 1, FW_MAX_SIDE, &width) ||
        !json_read_whole(&rows, 1, FW_MAX_SIDE, &height) || !json_expect_list(&cells))
        return false;
    if (json_count(&cells) != (size_t)(width * height))
        return io_fail(map->fault, "%s: the layer has %zu cells, expected %lld x %lld", map->reading->name,
                       json_count(&cells), (long long)width, (long long)height);
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES];
    memcpy(names, tiles->names, sizeof names);
    if (!io_tiles_create((int32_t)width, (int32_t)height, tiles, map->fault))
        return false;
    memcpy(tiles->names, names, sizeof names);
    for (size_t i = 0; i < (size_t)(width * height); i++) {
        const json_t *item = json_array_get(cells.value, i);
        const double value = json_is_number(item) ? json_number_value(item) : -1.0;
        const bool is_known =
            value >= 0.0 && value < MOST_VALUES && map->terrain[(int)value] != IO_SAYS_NOTHING;
        if (!is_known) {
            const json_place wrong = json_item(&cells, i);
            return json_expected(&wrong, "a value that the layer defines");
        }
        tiles->terrain[i] = map->terrain[(int)value];
    }
    return true;
}

/// Keeps the level's entities as places.
static bool read_entities(ldtk *map, const json_place *level, double grid)
{
    const json_place layers = json_at(level, "layerInstances");
    for (size_t i = 0; i < json_count(&layers); i++) {
        const json_place layer = json_item(&layers, i), entities = json_at(&layer, "entityInstances");
        for (size_t k = 0; k < json_count(&entities); k++) {
            const json_place entity = json_item(&entities, k), at = json_at(&entity, "px");
            const fw_io_place place = { .x = json_number_value(json_array_get(at.value, 0)) / grid,
                                        .y = json_number_value(json_array_get(at.value, 1)) / grid,
                                        .width = tsj_number(&entity, "width", 0.0) / grid,
                                        .height = tsj_number(&entity, "height", 0.0) / grid };
            if (!io_add_place(map->reading, tsj_text(&entity, "__identifier"), "entity", &place))
                return io_fail_without_memory(map->fault, map->reading->name);
        }
    }
    return true;
}

static bool read_level(ldtk *map, const json_place *top, const json_place *level)
{
    json_place layer;
    if (!tiled_table_open(map->reading, &map->table, map->fault) || !find_layer(map, level, &layer) ||
        !read_values(map, top, &layer) || !read_cells(map, &layer))
        return false;
    const double grid = tsj_number(&layer, "__gridSize", 1.0);
    return read_entities(map, level, grid >= 1.0 ? grid : 1.0);
}

/// Reads a level, which may lie in a file of its own.
static bool open_level(ldtk *map, const json_place *top)
{
    json_place level;
    io_neighbour file;
    if (!find_level(map, top, &level))
        return false;
    const char *path = tsj_text(&level, "externalRelPath");
    if (!*path)
        return read_level(map, top, &level);
    if (!io_neighbour_open(map->reading, "the level", path, TILED_FILE_BYTES, &file, map->fault))
        return false;
    json_t *value = json_parse(file.path, file.bytes, file.size, map->fault);
    const json_place inner = json_top(file.path, value, map->fault);
    const bool read = value && read_level(map, top, &inner);
    json_decref(value);
    io_neighbour_close(map->reading, &file);
    return read;
}

bool io_ldtk_read(io_reading *reading, const json_place *top)
{
    ldtk *map = calloc(1, sizeof *map);
    if (!map)
        return io_fail_without_memory(top->fault, reading->name);
    map->reading = reading;
    map->fault = top->fault;
    reading->format = FW_IO_LDTK;
    const bool read = open_level(map, top);
    free(map);
    return read;
}
