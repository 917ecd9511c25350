#include "map/regions.h"

#include <string.h>

/// Labels of all tiles, with a second set for what is staged.
struct regions {
    memory *from;
    bool diagonal;
    int32_t width, height;
    uint32_t *labels; ///< [tile]
    uint32_t *staged; ///< [tile], null when nothing is staged
};

static uint32_t root_of(uint32_t *labels, uint32_t label)
{
    while (labels[label - 1] != label)
        label = labels[label - 1] = labels[labels[label - 1] - 1];
    return label;
}

static void join(uint32_t *labels, uint32_t a, uint32_t b)
{
    a = root_of(labels, a);
    b = root_of(labels, b);
    if (a < b)
        labels[b - 1] = a;
    else
        labels[a - 1] = b;
}

/// Each free tile gets the number, from 1 on, of the first tile of its region.
static void label_all(uint32_t *labels, const layer *on, bool diagonal)
{
    const size_t width = (size_t)on->width;
    for (int32_t y = 0; y < on->height; y++)
        for (int32_t x = 0; x < on->width; x++) {
            const uint32_t tile = (uint32_t)((size_t)y * width + (size_t)x) + 1;
            labels[tile - 1] = layer_fits(on, x, y) ? tile : 0;
            if (!labels[tile - 1])
                continue;
            if (layer_fits(on, x - 1, y))
                join(labels, tile, tile - 1);
            for (int32_t dx = -diagonal; dx <= diagonal; dx++)
                if (layer_fits(on, x + dx, y - 1))
                    join(labels, tile, (uint32_t)((int64_t)tile - (int64_t)width + dx));
        }
    for (size_t i = 0; i < width * (size_t)on->height; i++)
        if (labels[i])
            labels[i] = root_of(labels, labels[i]);
}

static size_t tile_count(const regions *of)
{
    return (size_t)of->width * (size_t)of->height;
}

fw_result regions_build(memory *from, const layer *on, bool diagonal, regions **built)
{
    regions *made = memory_get_zeroed(from, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    *made = (regions){ .from = from, .diagonal = diagonal, .width = on->width, .height = on->height };
    made->labels = memory_get(from, tile_count(made), sizeof *made->labels);
    if (!made->labels) {
        memory_give_back(from, made, 1, sizeof *made);
        return FW_NO_MEMORY;
    }
    label_all(made->labels, on, diagonal);
    *built = made;
    return FW_OK;
}

void regions_destroy(memory *from, regions *doomed)
{
    if (!doomed)
        return;
    memory_give_back(from, doomed->labels, tile_count(doomed), sizeof *doomed->labels);
    memory_give_back(from, doomed->staged, tile_count(doomed), sizeof *doomed->staged);
    memory_give_back(from, doomed, 1, sizeof *doomed);
}

uint32_t regions_label(const regions *of, const layer *on, int32_t x, int32_t y)
{
    (void)on;
    return of->labels[(size_t)y * (size_t)of->width + (size_t)x];
}

fw_result regions_stage(regions *of, const layer *on, const layer_change *changes, size_t count)
{
    (void)changes;
    if (!count)
        return FW_OK;
    of->staged = memory_get(of->from, tile_count(of), sizeof *of->staged);
    if (!of->staged)
        return FW_NO_MEMORY;
    label_all(of->staged, on, of->diagonal);
    return FW_OK;
}

void regions_publish(regions *of)
{
    if (!of->staged)
        return;
    uint32_t *old = of->labels;
    of->labels = of->staged;
    of->staged = old;
    regions_discard(of);
}

void regions_discard(regions *of)
{
    memory_give_back(of->from, of->staged, tile_count(of), sizeof *of->staged);
    of->staged = NULL;
}

bool regions_nearest(const regions *of, const layer *on, uint32_t label, double x, double y,
                     int32_t *nearest_x, int32_t *nearest_y)
{
    double least = -1;
    for (int32_t ty = 0; ty < of->height; ty++)
        for (int32_t tx = 0; tx < of->width; tx++) {
            if (regions_label(of, on, tx, ty) != label)
                continue;
            const double dx = tx + 0.5 * on->size - x, dy = ty + 0.5 * on->size - y;
            const double distance = dx * dx + dy * dy;
            if (least >= 0 && distance >= least)
                continue;
            least = distance;
            *nearest_x = tx;
            *nearest_y = ty;
        }
    return label != 0 && least >= 0;
}

size_t regions_bytes(const regions *of)
{
    return sizeof *of + tile_count(of) * sizeof *of->labels * (of->staged ? 2 : 1);
}
