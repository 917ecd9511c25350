#include <string.h>

#include "command.h"
#include "complain.h"
#include "io/saving.h"
#include "io/scene.h"
#include "io/text.h"
#include "nearest_name.h"
#include "outputs.h"
#include "tools/maps/map_kinds.h"
#include "tools/maps/wood.h"

static bool read_kind(const char *name, map_kind *kind)
{
    const char *best = NULL;
    for (int i = 0; i < MAP_KIND_COUNT; i++) {
        if (strcmp(name, map_kind_names[i]) == 0) {
            *kind = (map_kind)i;
            return true;
        }
        best = nearer_name(name, best, map_kind_names[i]);
    }
    best = nearer_name(name, best, "trees");
    const io_quote quote = io_quoted(io_span_of(name));
    if (best)
        return complain("there is no kind of map '%s'; did you mean %s?", quote.text, best);
    return complain(
        "there is no kind of map '%s', expected rooms, maze, random, caves, city, terrain or trees",
        quote.text);
}

/// Reads WxH.
static bool read_size(const char *text, int32_t *width, int32_t *height)
{
    io_span rest = io_span_of(text);
    io_span first = { "", 0 };
    int64_t side[2] = { 0, 0 };
    io_next_piece(&rest, 'x', &first);
    if (rest.start && io_read_whole(first, &side[0]) && io_read_whole(rest, &side[1]) && side[0] >= 1 &&
        side[0] <= FW_MAX_SIDE && side[1] >= 1 && side[1] <= FW_MAX_SIDE) {
        *width = (int32_t)side[0];
        *height = (int32_t)side[1];
        return true;
    }
    return complain("--size is '%s', expected WxH, each from 1 to %d", io_quoted(io_span_of(text)).text,
                    FW_MAX_SIDE);
}

static bool write_scene(FILE *to, const void *scene, io_fault *fault)
{
    (void)fault;
    io_scene_write(to, scene);
    return true;
}

/// Generates a scene of trees.
///
/// @return the exit status
static int generate_trees(const options *given, int32_t width, int32_t height)
{
    io_scene scene;
    io_fault fault;
    if (!wood_generate(width, height, (uint64_t)given->seed, &scene, &fault)) {
        complain("%s", fault.text);
        return EXIT_BAD;
    }
    const char *file = given->output ? given->output : "-";
    const bool written = write_file(file, write_scene, &scene);
    if (written && strcmp(file, "-") != 0 && !given->quiet)
        printf("%s: %d trees on %d x %d tiles, seed %lld\n", file, (int)scene.count, width, height,
               (long long)given->seed);
    io_scene_free(&scene);
    return written ? EXIT_DONE : EXIT_BAD;
}

int run_generate(const options *given)
{
    map_kind kind = MAP_ROOMS;
    int32_t width = 64;
    int32_t height = 64;
    io_tiles tiles;
    io_fault fault;
    const bool is_scene = strcmp(given->arguments[0], "trees") == 0;
    if ((!is_scene && !read_kind(given->arguments[0], &kind)) ||
        (given->map_size && !read_size(given->map_size, &width, &height)))
        return EXIT_BAD;
    if (is_scene)
        return generate_trees(given, width, height);
    if (!map_generate(kind, width, height, (uint64_t)given->seed, &tiles, &fault)) {
        complain("%s", fault.text);
        return EXIT_BAD;
    }
    const char *file = given->output ? given->output : "-";
    fw_io_save_def def;
    fw_io_save_def_init(&def, sizeof def);
    def.format = fw_io_format_of_name(file);
    if (def.format == FW_IO_UNKNOWN)
        def.format = FW_IO_MOVINGAI;
    const bool written = io_tiles_save(&tiles, file, &def, &fault) || complain("%s", fault.text);
    io_tiles_free(&tiles);
    if (written && strcmp(file, "-") != 0 && !given->quiet)
        printf("%s: %s, %d x %d tiles, seed %lld\n", file, map_kind_names[kind], width, height,
               (long long)given->seed);
    return written ? EXIT_DONE : EXIT_BAD;
}
