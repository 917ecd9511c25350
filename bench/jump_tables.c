#define _POSIX_C_SOURCE 199309L
/// What the tables of jump points cost: building them, keeping them right, holding them.
///
///     bench_jump_tables [--every K] [--repeat N] [NAME...]
///
/// An edit blocks one free tile and frees it again; a time is the least of N repeats (3). --every is not used. Run in
/// the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/sampling.h"
#include "common/stopwatch.h"
#include "grid/jump_build.h"
#include "grid/jump_patch.h"
#include "io/map_file.h"
#include "map/map.h"

enum { EDITS = 500, BUILDS = 50, MOST_SIZE = 4 };

static const char *const maps[] = {
    "dao/arena",           "dao/brc202d",          "bg512/AR0072SR",
    "sc1/Aftershock",      "mazes/maze512-4-0",    "rooms/32room_000",
    "cities/Berlin_0_512", "cities/Boston_0_1024", "random/random512-10-0",
};

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "bench_jump_tables: %s\n", what);
    exit(1);
}

/// A layer that may be changed without its map.
static layer layer_of_size(fw_map *map, memory *memory, int32_t size)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = size;
    fw_unit_id id;
    must(fw_map_add_unit(map, &def, &id) == FW_OK, "no memory");
    const layer *source = map_find_unit(map_version_of(map), id)->layer;
    layer copy;
    must(layer_create(memory, source->width, source->height, source->capability, size, &copy) == FW_OK,
         "no memory");
    for (size_t row = 0; row < copy.rows.row_count; row += paged_page_rows(&copy.rows))
        must(paged_add(&copy.rows, row), "no memory");
    for (size_t row = 0; row < copy.rows.row_count; row++)
        memcpy(copy.rows.row[row], source->rows.row[row], copy.rows.row_words * sizeof(uint64_t));
    return copy;
}

static double build_time_ms(memory *memory, const layer *layer, bool orthogonal)
{
    double least = INFINITY;
    for (int i = 0; i < BUILDS; i++) {
        jump_tables *tables = NULL;
        const double start = stopwatch_us();
        must(jump_tables_build(memory, layer, orthogonal, 1, &tables) == FW_OK, "no memory");
        least = fmin(least, stopwatch_us() - start);
        jump_tables_destroy(memory, tables);
    }
    return least / 1e3;
}

/// A change of the layer and what it takes to do it.
typedef struct edit {
    layer_change words[2 * MOST_SIZE];
    uint64_t after[2 * MOST_SIZE];
    size_t count;
} edit;

/// Blocks all anchors whose square holds a tile.
static edit edit_at(const layer *layer, int32_t x, int32_t y)
{
    edit made = { 0 };
    const int32_t left = x - layer->size + 1 > 0 ? x - layer->size + 1 : 0;
    for (int32_t row = y - layer->size + 1 > 0 ? y - layer->size + 1 : 0; row <= y; row++)
        for (int32_t word = left >> WORD_SHIFT; word <= x >> WORD_SHIFT; word++) {
            const uint64_t before = layer_row(layer, row)[word];
            uint64_t after = before;
            for (int32_t i = left; i <= x; i++)
                if (i >> WORD_SHIFT == word)
                    after &= ~(UINT64_C(1) << (i & 63));
            if (after == before)
                continue;
            made.words[made.count] = (layer_change){ .y = row, .word = word, .before = before };
            made.after[made.count++] = after;
        }
    return made;
}

/// Does an edit, and makes it the one that undoes it.
///
/// @return microseconds that the tables took
static double apply(layer *layer, jump_tables *tables, edit *what)
{
    for (size_t i = 0; i < what->count; i++)
        layer_row(layer, what->words[i].y)[what->words[i].word] = what->after[i];
    const double start = stopwatch_us();
    const change_list words = { .items = what->words, .count = what->count };
    must(jump_tables_patch(tables, &words, tables->version + 1) == FW_OK, "no memory");
    jump_tables_publish(tables);
    const double us = stopwatch_us() - start;
    for (size_t i = 0; i < what->count; i++) {
        const uint64_t before = what->words[i].before;
        what->words[i].before = what->after[i];
        what->after[i] = before;
    }
    return us;
}

static void measure(const char *name, fw_map *map, int32_t size, bool orthogonal, int repeat)
{
    memory memory;
    memory_init(&memory, NULL);
    layer layer = layer_of_size(map, &memory, size);
    jump_tables *tables = NULL;
    must(jump_tables_build(&memory, &layer, orthogonal, 1, &tables) == FW_OK, "no memory");
    const double tiles = (double)layer.width * layer.height;
    const double bytes = (double)jump_tables_bytes(tables) / tiles;
    random_source source = { 1 };
    double sum = 0.0, worst = 0.0;
    for (int i = 0; i < EDITS; i++) {
        int32_t x, y;
        do {
            x = (int32_t)random_below(&source, (uint32_t)layer.width);
            y = (int32_t)random_below(&source, (uint32_t)layer.height);
        } while (!layer_fits(&layer, x, y));
        edit change = edit_at(&layer, x, y);
        double least[2] = { INFINITY, INFINITY };
        for (int k = 0; k < 2 * repeat; k++)
            least[k % 2] = fmin(least[k % 2], apply(&layer, tables, &change));
        sum += least[0] + least[1];
        worst = fmax(worst, fmax(least[0], least[1]));
    }
    printf("%-24s %4d %10d %10.3f %13.2f %10.2f %10.2f\n", name, (int)size, orthogonal ? 4 : 8,
           build_time_ms(&memory, &layer, orthogonal), bytes, sum / (2 * EDITS), worst);
    jump_tables_destroy(&memory, tables);
    layer_destroy(&layer);
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    printf("%-24s %4s %10s %10s %13s %10s %10s\n", "map", "size", "neighbours", "build ms", "bytes a tile",
           "edit us", "worst us");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        char file[256];
        io_fault fault;
        fw_map *map;
        if (!sampling_takes(&how, maps[i]))
            continue;
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", maps[i]);
        if (!io_map_load(file, NULL, &map, &fault)) {
            printf("%-24s is not here: skipped\n", maps[i]);
            continue;
        }
        measure(maps[i], map, 1, false, how.repeat);
        measure(maps[i], map, MOST_SIZE, false, how.repeat);
        measure(maps[i], map, 1, true, how.repeat);
        fw_map_destroy(map);
    }
    return 0;
}
