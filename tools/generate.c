#include <string.h>

#include "command.h"
#include "complain.h"
#include "io/number.h"
#include "io/saving.h"
#include "io/scene.h"
#include "io/text.h"
#include "nearest_name.h"
#include "outputs.h"
#include "progress.h"
#include "stopwatch.h"
#include "survey.h"
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

/// Generates a scene of trees. Returns the exit status.
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
    if (written && strcmp(file, "-") != 0 && given->verbose)
        printf("a body of radius %.6g from %.6g,%.6g to %.6g,%.6g\n", scene.radius, scene.start_x,
               scene.start_y, scene.goal_x, scene.goal_y);
    io_scene_free(&scene);
    return written ? EXIT_DONE : EXIT_BAD;
}

static void note_share(void *bar, double share)
{
    progress_share(bar, share);
}

/// Prints what the map consists of, and how long it took.
static void print_details(const io_tiles *tiles, double made_us)
{
    size_t of_terrain[FW_TERRAIN_COUNT] = { 0 };
    fw_map *map = NULL;
    io_fault fault;
    if (io_map_of_tiles("the map", tiles, NULL, &map, &fault)) {
        survey_terrains(map, of_terrain);
        survey_print_terrains(map, of_terrain);
    }
    fw_map_destroy(map);
    printf("made in %s\n", io_duration(made_us).text);
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
    progress bar;
    const map_listener listener = { note_share, &bar };
    const double began = stopwatch_us();
    progress_begin(&bar, given->quiet, "making the map", PROGRESS_EXACT);
    const bool made = map_generate(kind, width, height, (uint64_t)given->seed, &listener, &tiles, &fault);
    progress_end(&bar);
    if (!made) {
        complain("%s", fault.text);
        return EXIT_BAD;
    }
    const double made_us = stopwatch_us() - began;
    const char *file = given->output ? given->output : "-";
    fw_io_save_def def;
    fw_io_save_def_init(&def, sizeof def);
    def.format = fw_io_format_of_name(file);
    if (def.format == FW_IO_UNKNOWN)
        def.format = FW_IO_MOVINGAI;
    progress_begin(&bar, given->quiet, "writing the map", PROGRESS_EXACT);
    const bool written = io_tiles_save(&tiles, file, &def, &fault);
    progress_end(&bar);
    if (!written)
        complain("%s", fault.text);
    if (written && strcmp(file, "-") != 0 && !given->quiet) {
        printf("%s: %s, %d x %d tiles, seed %lld\n", file, map_kind_names[kind], width, height,
               (long long)given->seed);
        if (given->verbose)
            print_details(&tiles, made_us);
    }
    io_tiles_free(&tiles);
    return written ? EXIT_DONE : EXIT_BAD;
}
