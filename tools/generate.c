#include <string.h>

#include "command.h"
#include "complain.h"
#include "io/movingai.h"
#include "io/text.h"
#include "nearest_name.h"
#include "outputs.h"
#include "tools/maps/map_kinds.h"

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
    const io_quote quote = io_quoted(io_span_of(name));
    if (strcmp(name, "trees") == 0)
        return complain("scenes of trees are not part of this build");
    if (best)
        return complain("there is no kind of map '%s'; did you mean %s?", quote.text, best);
    return complain("there is no kind of map '%s', expected rooms, maze, random, caves, city or terrain",
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

static bool write_map(FILE *to, const void *tiles, io_fault *fault)
{
    return io_movingai_write(tiles, to, fault);
}

int run_generate(const options *given)
{
    map_kind kind = MAP_ROOMS;
    int32_t width = 64;
    int32_t height = 64;
    io_tiles tiles;
    io_fault fault;
    if (!read_kind(given->arguments[0], &kind) ||
        (given->map_size && !read_size(given->map_size, &width, &height)))
        return EXIT_BAD;
    if (!map_generate(kind, width, height, (uint64_t)given->seed, &tiles, &fault)) {
        complain("%s", fault.text);
        return EXIT_BAD;
    }
    const char *file = given->output ? given->output : "-";
    const bool written = write_file(file, write_map, &tiles);
    io_tiles_free(&tiles);
    if (written && strcmp(file, "-") != 0 && !given->quiet)
        printf("%s: %s, %d x %d tiles, seed %lld\n", file, map_kind_names[kind], width, height,
               (long long)given->seed);
    return written ? EXIT_DONE : EXIT_BAD;
}
