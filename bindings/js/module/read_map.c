#include <math.h>
#include <stdint.h>
#include <string.h>

#include "fairway-io/map.h"
#include "io/folder.h"

/// What the module exports of fairway-io: maps are read from memory by the same code as everywhere. JavaScript does
/// what other libraries do elsewhere: it decodes PNG, and parses JSON, XML and YAML (the files beside this one).

/// A file beside the map, such as the table of its letters.
typedef struct neighbour {
    const char *name, *bytes;
    size_t length;
} neighbour;

/// Members of fw_io_map_def.
typedef struct map_choice {
    const char *name, *letters, *level, *layer, *world;
    fw_io_unknown unknown;
    double covered; ///< NaN = the default
} map_choice;

typedef struct neighbours {
    const neighbour *files;
    size_t count;
} neighbours;

/// What was read, as JavaScript takes it apart.
typedef struct map_read {
    fw_io_map *read;    ///< to be freed
    fw_map *map;        ///< taken out of it
    const char *format; ///< its name
    const float *costs; ///< of terrains, as the file states them; 0 = it states none
    const char *const *warnings;
    int32_t warning_count;
    const fw_frame *frame; ///< its resolution is 0 if the file says nothing of a world
    const fw_io_place *places;
    int32_t place_count;
    const fw_io_unit *units;
    int32_t unit_count;
    int32_t left, top;
} map_read;

/// The name of a file without its folders: files that are dropped on a page have none.
static const char *bare(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static fw_result open_neighbour(void *user, const char *name, size_t most, const char **bytes, size_t *length)
{
    const neighbours *all = user;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(bare(all->files[i].name), bare(name)) == 0) {
            *bytes = all->files[i].bytes;
            *length = all->files[i].length;
            return *length > most ? FW_BAD_SIZE : FW_OK;
        }
    return FW_NOT_FOUND;
}

static void close_neighbour(void *user, const char *bytes, size_t length)
{
    (void)user;
    (void)bytes;
    (void)length;
}

__attribute__((export_name("fairway_read_map"))) fw_result fairway_read_map(const char *bytes, size_t length,
                                                                            const map_choice *choice,
                                                                            const neighbour *files,
                                                                            size_t count, map_read *result,
                                                                            fw_io_fault *fault);

/// Reads a map.
///
/// @param files        [file * count] beside the map
/// @param[out] result  of FW_OK; `read` is to be freed by fw_io_map_free(), `map` by fw_map_destroy()
fw_result fairway_read_map(const char *bytes, size_t length, const map_choice *choice, const neighbour *files,
                           size_t count, map_read *result, fw_io_fault *fault)
{
    neighbours all = { files, count };
    const fw_io_folder folder = { .open = open_neighbour, .close = close_neighbour, .user = &all };
    fw_io_map_def def;
    fw_io_map *read;
    fw_io_map_def_init(&def, sizeof def);
    def.name = choice->name;
    def.letters = choice->letters;
    def.level = choice->level;
    def.layer = choice->layer;
    def.world = choice->world;
    def.unknown = choice->unknown;
    if (!isnan(choice->covered))
        def.covered = choice->covered;
    def.folder = &folder;
    def.allow_outside = true; // there are no folders
    const fw_result how = fw_io_map_read(bytes, length, &def, &read, fault);
    if (how == FW_OK)
        *result = (map_read){ .read = read,
                              .map = fw_io_map_take(read),
                              .format = fw_io_format_name(read->format),
                              .costs = read->terrain_cost,
                              .warnings = read->warnings,
                              .warning_count = read->warning_count,
                              .frame = &read->frame,
                              .places = read->places,
                              .place_count = read->place_count,
                              .units = read->units,
                              .unit_count = read->unit_count,
                              .left = read->left,
                              .top = read->top };
    return how;
}

/// Files of a disk, which the module cannot open.
void io_folder_open(const char *file, bool allow_outside, io_folder *folder)
{
    (void)file;
    (void)allow_outside;
    *folder = (io_folder){ 0 };
}
