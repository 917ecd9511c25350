#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/account.h"
#include "io/formats.h"
#include "io/map_def.h"

/// Tells that a def was filled in.
#define DEF_COOKIE 0x66696f6du

static const fw_io_map_def defaults = { .bytes = sizeof defaults, .cookie = DEF_COOKIE, .covered = 0.1 };

/// What fw_io_map_read() allocates: the public struct, and what its pointers lead to.
typedef struct opened_map {
    fw_io_map map;
    char warnings[IO_MOST_WARNINGS][IO_WARNING_BYTES];
    const char *sentences[IO_MOST_WARNINGS];
    io_named_place *names;
    fw_io_place *places;
    io_named_unit *unit_names;
    io_unit_file *unit_files;
    fw_io_unit *units;
} opened_map;

fw_result fw_io_map_def_init(fw_io_map_def *def, size_t bytes)
{
    if (!def)
        return FW_NULL_ARGUMENT;
    if (bytes > sizeof defaults || bytes < offsetof(fw_io_map_def, name))
        return FW_BAD_SIZE;
    memcpy(def, &defaults, bytes);
    def->bytes = (uint32_t)bytes;
    return FW_OK;
}

const char *fw_io_format_name(fw_io_format format)
{
    static const char *const names[FW_IO_FORMAT_COUNT] = {
        [FW_IO_UNKNOWN] = "unknown",
        [FW_IO_MOVINGAI] = "MovingAI",
        [FW_IO_IMAGE] = "picture",
        [FW_IO_ROS] = "ROS map.yaml",
        [FW_IO_TILED_XML] = "Tiled TMX",
        [FW_IO_TILED_JSON] = "Tiled TMJ",
        [FW_IO_LDTK] = "LDtk",
        [FW_IO_LETTERS] = "grid of letters",
        [FW_IO_NUMBERS] = "grid of numbers",
    };
    return (unsigned)format < FW_IO_FORMAT_COUNT ? names[format] : "";
}

bool fw_io_reads(fw_io_format format)
{
    const bool lacks_library =
        (format == FW_IO_ROS && !IO_HAS_YAML) || (format == FW_IO_TILED_XML && !IO_HAS_EXPAT);
    return format > FW_IO_UNKNOWN && format < FW_IO_FORMAT_COUNT && !lacks_library;
}

fw_result io_map_def_of(const fw_io_map_def *given, fw_io_map_def *def)
{
    *def = defaults;
    if (!given)
        return FW_OK;
    if (given->cookie != DEF_COOKIE || given->bytes < offsetof(fw_io_map_def, name) ||
        given->bytes > sizeof defaults)
        return FW_BAD_DEF;
    memcpy(def, given, given->bytes);
    const bool is_right =
        (unsigned)def->unknown <= FW_IO_UNKNOWN_BLOCKED && def->covered >= 0.0 && def->covered < 1.0;
    return is_right ? FW_OK : FW_BAD_VALUE;
}

static bool take_units(opened_map *opened, io_reading *reading)
{
    const size_t count = (size_t)reading->unit_count;
    opened->units = calloc(count + 1, sizeof *opened->units);
    if (!opened->units)
        return false;
    opened->unit_names = reading->units;
    opened->unit_files = reading->unit_files;
    reading->units = NULL;
    reading->unit_files = NULL;
    for (size_t i = 0; i < count; i++) {
        const io_named_unit *named = &opened->unit_names[i];
        opened->units[i] =
            (fw_io_unit){ named->name, named->kind, &opened->unit_files[named->file].def, named->at };
    }
    opened->map.units = opened->units;
    opened->map.unit_count = reading->unit_count;
    return true;
}

/// Copies what was read besides the map, and takes the places and units.
static bool fill(opened_map *opened, io_reading *reading)
{
    fw_io_map *map = &opened->map;
    const size_t count = (size_t)reading->place_count;
    opened->places = calloc(count + 1, sizeof *opened->places);
    if (!opened->places || !take_units(opened, reading))
        return false;
    opened->names = reading->places;
    reading->places = NULL;
    for (size_t i = 0; i < count; i++) {
        opened->places[i] = opened->names[i].place;
        opened->places[i].name = opened->names[i].name;
        opened->places[i].kind = opened->names[i].kind;
    }
    memcpy(opened->warnings, reading->warnings, sizeof opened->warnings);
    for (int i = 0; i < reading->warning_count; i++)
        opened->sentences[i] = opened->warnings[i];
    map->format = reading->format;
    map->frame = reading->frame;
    map->left = reading->left;
    map->top = reading->top;
    memcpy(map->terrain_cost, reading->terrain_cost, sizeof map->terrain_cost);
    map->places = opened->places;
    map->place_count = reading->place_count;
    map->warnings = opened->sentences;
    map->warning_count = reading->warning_count;
    return true;
}

static fw_result finish(io_reading *reading, const fw_io_map_def *def, fw_io_map **read, io_fault *fault)
{
    opened_map *opened = calloc(1, sizeof *opened);
    bool is_made = opened && fill(opened, reading);
    if (!is_made)
        io_fail_without_memory(fault, reading->name);
    is_made =
        is_made && io_map_of_tiles(reading->name, &reading->tiles, def->allocator, &opened->map.map, fault);
    io_reading_free(reading);
    if (!is_made) {
        fw_io_map_free(opened ? &opened->map : NULL);
        return fault->result;
    }
    *read = &opened->map;
    return FW_OK;
}

/// Reads from memory, or from a file if `file` is not null.
static fw_result read_any(const char *file, const void *bytes, size_t length, const fw_io_map_def *given,
                          fw_io_map **read, fw_io_fault *fault)
{
    io_fault own;
    fw_io_map_def def;
    io_reading reading;
    fw_io_map *made = NULL;
    const io_source source = { .file = file, .bytes = bytes, .size = length };
    fw_result result = io_reading_open(NULL, read ? &source : NULL, given, &def, &reading, &own);
    if (result == FW_OK)
        result = finish(&reading, &def, &made, &own);
    if (read)
        *read = made;
    if (fault && result != FW_OK)
        *fault = own;
    return result;
}

fw_result fw_io_map_read(const void *bytes, size_t length, const fw_io_map_def *def, fw_io_map **read,
                         fw_io_fault *fault)
{
    return read_any(NULL, bytes, length, def, read, fault);
}

fw_result fw_io_map_load(const char *file, const fw_io_map_def *def, fw_io_map **read, fw_io_fault *fault)
{
    return read_any(file, NULL, 0, def, read, fault);
}

fw_map *fw_io_map_take(fw_io_map *read)
{
    fw_map *map = read ? read->map : NULL;
    if (read)
        read->map = NULL;
    return map;
}

void fw_io_map_free(fw_io_map *read)
{
    opened_map *opened = (opened_map *)read; // the public struct is its first member
    if (!opened)
        return;
    fw_map_destroy(opened->map.map);
    io_give(opened->names);
    free(opened->places);
    io_give(opened->unit_names);
    io_give(opened->unit_files);
    free(opened->units);
    free(opened);
}
