#include "survey.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "progress.h"

const char *const clearance_names[CLEARANCE_CLASSES] = { "0",   "1",    "2",     "3",  "4",
                                                         "5-8", "9-16", "17-32", "33+" };

static int class_of(int32_t clearance)
{
    static const int32_t most[CLEARANCE_CLASSES - 1] = { 0, 1, 2, 3, 4, 8, 16, 32 };
    int class = 0;
    while (class < CLEARANCE_CLASSES - 1 && clearance > most[class])
        class ++;
    return class;
}

static int32_t least_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// Computes the clearance of all tiles, from the last row to the first: one more than the least clearance of the three
/// neighbours right, below, and right below.
static bool survey_clearance(const job *work, int32_t *clearance, progress *bar, survey *into)
{
    const int32_t width = fw_map_width(work->map);
    int32_t *below = calloc((size_t)width + 1, sizeof *below);
    if (!below)
        return false;
    const int32_t height = fw_map_height(work->map);
    for (int32_t y = height - 1; y >= 0; y--) {
        int32_t diagonal = 0;
        progress_show(bar, (size_t)(2 * height - y), 2 * (size_t)height);
        for (int32_t x = width - 1; x >= 0; x--) {
            const int32_t down = below[x];
            const bool is_open = work->def.terrain_cost[fw_map_terrain(work->map, x, y)] > 0.0f;
            below[x] = is_open ? 1 + least_of(diagonal, least_of(below[x + 1], down)) : 0;
            diagonal = down;
            into->of_clearance[class_of(below[x])]++;
            if (clearance)
                clearance[(size_t)y * (size_t)width + (size_t)x] = below[x];
        }
    }
    free(below);
    return true;
}

/// The number of anchors of each label: a hash table, because labels may be any numbers. Label 0 marks a free entry.
typedef struct label_counts {
    uint32_t *labels; ///< [label * capacity]
    size_t *counts;   ///< [count * capacity]
    size_t used, capacity;
} label_counts;

static size_t place_of(const label_counts *counts, uint32_t label)
{
    size_t place = (size_t)(label * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (counts->capacity - 1);
    while (counts->labels[place] && counts->labels[place] != label)
        place = (place + 1) & (counts->capacity - 1);
    return place;
}

static void free_labels(label_counts *counts)
{
    free(counts->labels);
    free(counts->counts);
}

static bool grow_labels(label_counts *counts)
{
    label_counts grown = { .used = counts->used, .capacity = counts->capacity ? 2 * counts->capacity : 256 };
    grown.labels = calloc(grown.capacity, sizeof *grown.labels);
    grown.counts = calloc(grown.capacity, sizeof *grown.counts);
    if (!grown.labels || !grown.counts) {
        free_labels(&grown);
        return false;
    }
    for (size_t i = 0; i < counts->capacity; i++)
        if (counts->labels[i]) {
            const size_t place = place_of(&grown, counts->labels[i]);
            grown.labels[place] = counts->labels[i];
            grown.counts[place] = counts->counts[i];
        }
    free_labels(counts);
    *counts = grown;
    return true;
}

static bool count_label(label_counts *counts, uint32_t label)
{
    if (label == 0)
        return true;
    if (2 * counts->used >= counts->capacity && !grow_labels(counts))
        return false;
    const size_t place = place_of(counts, label);
    counts->used += counts->labels[place] == 0;
    counts->labels[place] = label;
    counts->counts[place]++;
    return true;
}

static bool survey_regions(const job *work, progress *bar, survey *into)
{
    label_counts labels = { 0 };
    bool counted = true;
    const int32_t height = fw_map_height(work->map);
    for (int32_t y = 0; counted && y < height; y++) {
        progress_show(bar, (size_t)y, 2 * (size_t)height);
        for (int32_t x = 0; counted && x < fw_map_width(work->map); x++) {
            into->anchors += fw_map_fits(work->map, work->unit, x, y);
            counted = count_label(&labels, fw_map_region(work->map, work->unit, x, y));
        }
    }
    for (size_t i = 0; i < labels.capacity; i++)
        if (labels.counts[i] > into->largest)
            into->largest = labels.counts[i];
    into->regions = labels.used;
    free_labels(&labels);
    return counted;
}

double survey_percent(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

void survey_terrains(const fw_map *map, size_t of_terrain[FW_TERRAIN_COUNT])
{
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            of_terrain[fw_map_terrain(map, x, y)]++;
}

void survey_print_terrains(const fw_map *map, const size_t of_terrain[FW_TERRAIN_COUNT])
{
    const size_t tiles = (size_t)fw_map_width(map) * (size_t)fw_map_height(map);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (of_terrain[terrain])
            printf("  %-10s %10zu  %5.1f %%\n", fw_map_terrain_name(map, (uint8_t)terrain),
                   of_terrain[terrain], survey_percent(of_terrain[terrain], tiles));
}

bool survey_map(const job *work, int32_t *clearance, survey *into)
{
    *into = (survey){ .tiles = (size_t)fw_map_width(work->map) * (size_t)fw_map_height(work->map) };
    survey_terrains(work->map, into->of_terrain);
    progress bar;
    progress_begin(&bar, work->quiet, "looking at each tile", PROGRESS_EXACT);
    const bool done = survey_regions(work, &bar, into) && survey_clearance(work, clearance, &bar, into);
    progress_end(&bar);
    return done;
}
