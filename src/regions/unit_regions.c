#include "regions/unit_regions.h"

#include <math.h>

#include "fairway/bulk.h"
#include "map/clearance.h"
#include "regions/regions_stage.h"

/// The kinds of tables of regions, and the functions of the API that answer from regions.

static bool fits(const fw_unit_def *unit, fw_refusal *why)
{
    (void)unit;
    (void)why;
    return true;
}

static bool is_diagonal(const fw_unit_def *unit)
{
    return unit->corners == FW_CORNERS_ALWAYS;
}

static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    return is_diagonal(a) == is_diagonal(b);
}

static fw_result build(memory *memory, const derived_source *source, void **table)
{
    regions *built = NULL;
    const fw_result result = regions_build(memory, source->layer, is_diagonal(source->unit), &built);
    if (result == FW_OK && source->former)
        regions_succeed(built, source->former);
    *table = built;
    return result;
}

static fw_result copy(memory *memory, const derived_source *source, const void *from, void **table)
{
    (void)memory;
    (void)source;
    regions *copied = NULL;
    const fw_result result = regions_copy(from, &copied);
    *table = copied;
    return result;
}

static void catch_up(memory *memory, void *table, void *newest)
{
    (void)memory;
    regions_catch_up(table, newest);
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *table)
{
    (void)memory;
    return regions_stage(table, source->layer, change->words);
}

static void publish(memory *memory, void *table)
{
    (void)memory;
    regions_publish(table);
}

static void discard(memory *memory, void *table)
{
    (void)memory;
    regions_discard(table);
}

static void destroy(memory *memory, void *table)
{
    regions_destroy(memory, table);
}

static size_t bytes(const void *table)
{
    return regions_bytes(table);
}

/// Regions help every method but A* on demand. No method needs them, because a search proves the same.
#define HELPS (~FW_METHOD_BIT(FW_ON_DEMAND))

const derived_kind regions_kind = {
    .name = "regions",
    .helps = HELPS,
    .follows_layer = true,
    .counts_as_layer = true,
    .fits = fits,
    .equal = equal,
    .build = build,
    .copy = copy,
    .catch_up = catch_up,
    .patch = patch,
    .publish = publish,
    .discard = discard,
    .destroy = destroy,
    .bytes = bytes,
};

const derived_kind body_regions_kind = {
    .name = "regions of the body", .helps = HELPS, .of_body = &regions_kind, .fits = fits
};

uint32_t fw_map_region(const fw_map *map, fw_unit_id id, int32_t x, int32_t y)
{
    const map_version *version = map_version_of(map);
    const map_unit *unit = version ? map_find_unit(version, id) : NULL;
    const regions *regions = unit ? regions_of_unit(version, unit) : NULL;
    return regions && layer_fits_anywhere(unit->layer, x, y) ? regions_label(regions, unit->layer, x, y) : 0;
}

fw_result fw_map_read_regions(const fw_map *map, fw_unit_id id, uint32_t *labels)
{
    const map_version *version = map_version_of(map);
    if (!version || !labels)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(version, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    const regions *regions = regions_of_unit(version, unit);
    if (!regions)
        return FW_NOT_PREPARED;
    for (int32_t y = 0; y < version->height; y++)
        for (int32_t x = 0; x < version->width; x++)
            *labels++ = layer_fits(unit->layer, x, y) ? regions_label(regions, unit->layer, x, y) : 0;
    return FW_OK;
}

bool fw_map_connected(const fw_map *map, fw_unit_id id, int32_t from_x, int32_t from_y, int32_t to_x,
                      int32_t to_y)
{
    const map_version *version = map_version_of(map);
    const map_unit *unit = version ? map_find_unit(version, id) : NULL;
    if (!unit || !map_unit_fits(version, unit, from_x, from_y) || !map_unit_fits(version, unit, to_x, to_y))
        return false;
    const regions *regions = regions_of_unit(version, unit);
    return !regions || regions_label(regions, unit->layer, from_x, from_y) ==
                           regions_label(regions, unit->layer, to_x, to_y);
}

fw_result fw_map_nearest(const fw_map *map, fw_unit_id id, uint32_t region, double x, double y,
                         int32_t *nearest_x, int32_t *nearest_y)
{
    const map_version *version = map_version_of(map);
    if (!map || !nearest_x || !nearest_y)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(version, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    const regions *regions = regions_of_unit(version, unit);
    if (!regions)
        return FW_NOT_PREPARED;
    if (region == 0 || !regions_nearest(regions, unit->layer, region, x, y, nearest_x, nearest_y))
        return FW_UNREACHABLE;
    return FW_OK;
}
