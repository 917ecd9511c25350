#include "io/saving.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "fairway/bulk.h"
#include "io/movingai.h"
#include "io/terrain.h"
#include "io/text.h"

/// Tells that a def was filled in.
#define DEF_COOKIE 0x66697376u

static const fw_io_save_def defaults = { .bytes = sizeof defaults, .cookie = DEF_COOKIE };

typedef bool writer(io_saving *saving, io_fault *fault);

static bool save_movingai(io_saving *saving, io_fault *fault)
{
    io_fault own;
    return io_movingai_write(saving->tiles, saving->files[0].to, &own) ||
           io_fail_as(fault, FW_NOT_SUPPORTED, "%s: %s", saving->names[0], own.text);
}

static writer *const writers[FW_IO_FORMAT_COUNT] = {
    [FW_IO_MOVINGAI] = save_movingai,
    [FW_IO_IMAGE] = io_save_image,
    [FW_IO_ROS] = io_save_ros,
    [FW_IO_TILED_JSON] = io_save_tmj,
};

fw_result fw_io_save_def_init(fw_io_save_def *def, size_t bytes)
{
    if (!def)
        return FW_NULL_ARGUMENT;
    if (bytes > sizeof defaults || bytes < offsetof(fw_io_save_def, format))
        return FW_BAD_SIZE;
    memcpy(def, &defaults, bytes);
    def->bytes = (uint32_t)bytes;
    return FW_OK;
}

fw_io_format fw_io_format_of_name(const char *file)
{
    static const struct {
        const char *ending;
        fw_io_format format;
    } endings[] = {
        { ".map", FW_IO_MOVINGAI }, { ".png", FW_IO_IMAGE },      { ".yaml", FW_IO_ROS },
        { ".yml", FW_IO_ROS },      { ".tmj", FW_IO_TILED_JSON },
    };
    for (size_t i = 0; file && i < sizeof endings / sizeof *endings; i++)
        if (io_ends_with(file, endings[i].ending))
            return endings[i].format;
    return FW_IO_UNKNOWN;
}

bool fw_io_writes(fw_io_format format)
{
    return (unsigned)format < FW_IO_FORMAT_COUNT && writers[format];
}

void io_saved_name(const io_tiles *tiles, uint8_t terrain, char name[IO_NAME_BYTES])
{
    const char *usual = io_terrain_name(terrain);
    if (tiles->names[terrain][0] || usual[0])
        snprintf(name, IO_NAME_BYTES, "%s", tiles->names[terrain][0] ? tiles->names[terrain] : usual);
    else
        snprintf(name, IO_NAME_BYTES, "terrain-%d", terrain);
}

static bool exists(const char *name)
{
    struct stat what;
    return stat(name, &what) == 0;
}

FILE *io_saving_beside(io_saving *saving, const char *ending, io_fault *fault)
{
    const char *file = saving->names[0];
    char *name = saving->names[saving->count];
    const char *dot = strrchr(file, '.');
    const size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - file) : strlen(file);
    if (strcmp(file, "-") == 0) {
        io_fail_as(fault, FW_NOT_SUPPORTED,
                   "standard output is one file, and this format needs a second one, *%s", ending);
        return NULL;
    }
    if (stem + strlen(ending) >= IO_FILE_NAME_BYTES) {
        io_fail(fault, "the name of the file is too long");
        return NULL;
    }
    snprintf(name, IO_FILE_NAME_BYTES, "%.*s%s", (int)stem, file, ending);
    if (exists(name) && !exists(file)) {
        io_fail(fault, "%s: this file exists, and would be replaced by a part of %s", name, file);
        return NULL;
    }
    if (!io_output_open(name, &saving->files[saving->count], fault))
        return NULL;
    return saving->files[saving->count++].to;
}

const char *io_saving_last_name(const io_saving *saving)
{
    const char *name = saving->names[saving->count - 1];
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/// Gives all files their names if they are complete; the main file last. Else leaves nothing behind.
static bool finish(io_saving *saving, bool is_written, io_fault *fault)
{
    for (int i = saving->count - 1; i >= 0; i--)
        if (is_written)
            is_written = io_output_finish(&saving->files[i], fault);
        else
            io_output_abandon(&saving->files[i]);
    return is_written;
}

bool io_tiles_save(const io_tiles *tiles, const char *file, const fw_io_save_def *def, io_fault *fault)
{
    io_saving saving = { .tiles = tiles, .def = def ? def : &defaults };
    fw_io_format format = saving.def->format;
    if (format == FW_IO_UNKNOWN)
        format = strcmp(file, "-") == 0 ? FW_IO_MOVINGAI : fw_io_format_of_name(file);
    if (format == FW_IO_UNKNOWN)
        return io_fail_as(fault, FW_NOT_SUPPORTED,
                          "%s: the name should end in .map, .png, .yaml or .tmj, which says the format",
                          io_quoted(io_span_of(file)).text);
    if (!fw_io_writes(format))
        return io_fail_as(fault, FW_NOT_SUPPORTED, "%s: the format %s is read, but not written", file,
                          fw_io_format_name(format));
    if (strlen(file) >= IO_FILE_NAME_BYTES)
        return io_fail(fault, "the name of the file is too long");
    snprintf(saving.names[0], IO_FILE_NAME_BYTES, "%s", file);
    if (!io_output_open(file, &saving.files[0], fault))
        return false;
    saving.count = 1;
    return finish(&saving, writers[format](&saving, fault), fault);
}

/// The tiles that a map holds, and the names of its terrains.
static bool tiles_of_map(const fw_map *map, io_tiles *tiles, io_fault *fault)
{
    if (!io_tiles_create(fw_map_width(map), fw_map_height(map), tiles, fault))
        return false;
    fw_map_read_terrains(map, tiles->terrain);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        snprintf(tiles->names[terrain], IO_NAME_BYTES, "%s", fw_map_terrain_name(map, (uint8_t)terrain));
    return true;
}

/// Copies a caller's def, which may be shorter than this library's.
static fw_result def_of(const fw_io_save_def *given, fw_io_save_def *def)
{
    *def = defaults;
    if (!given)
        return FW_OK;
    if (given->cookie != DEF_COOKIE || given->bytes < offsetof(fw_io_save_def, format) ||
        given->bytes > sizeof defaults)
        return FW_BAD_DEF;
    memcpy(def, given, given->bytes);
    return def->place_count >= 0 && (def->places || def->place_count == 0) ? FW_OK : FW_BAD_VALUE;
}

fw_result fw_io_map_save(const fw_map *map, const char *file, const fw_io_save_def *given, fw_io_fault *fault)
{
    io_fault own = { .result = FW_OK };
    fw_io_save_def def;
    io_tiles tiles = { 0 };
    fw_result result = map && file ? def_of(given, &def) : FW_NULL_ARGUMENT;
    if (result != FW_OK)
        io_fail_as(&own, result, "%s", fw_result_text(result));
    else if (!tiles_of_map(map, &tiles, &own) || !io_tiles_save(&tiles, file, &def, &own))
        result = own.result;
    io_tiles_free(&tiles);
    if (fault && result != FW_OK)
        *fault = own;
    return result;
}
