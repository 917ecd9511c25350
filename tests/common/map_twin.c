#include "common/map_twin.h"

#include <stdlib.h>

#include "common/drawing.h"
#include "common/unit.h"
#include "map/map.h"
#include "regions/unit_regions.h"

static fw_map *map_of_terrains_of(const fw_map *model)
{
    fw_map_def def = fw_default_map_def();
    def.width = fw_map_width(model);
    def.height = fw_map_height(model);
    fw_map *copy = NULL;
    assert_int_equal(fw_map_create(&def, &copy), FW_OK);
    for (int32_t y = 0; y < def.height; y++)
        assert_int_equal(fw_map_set_tiles(copy, 0, y, def.width, 1, map_terrain_row(map_version_of(model), y),
                                          (size_t)def.width),
                         FW_OK);
    assert_int_equal(fw_map_commit(copy), FW_OK);
    return copy;
}

static void assert_layers_equal(const layer *a, const layer *b)
{
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->capability, b->capability);
    for (size_t row = 0; row < a->rows.row_count; row++)
        assert_memory_equal(a->rows.row[row], b->rows.row[row], a->rows.row_words * sizeof(uint64_t));
}

/// For each anchor the first anchor of its region, in order of y, then x, from 1 on; 0 where nothing fits.
static uint32_t *first_of_regions(const fw_map *map, const map_unit *unit)
{
    const regions *regions = regions_of_unit(map_version_of(map), unit);
    const size_t tiles = (size_t)unit->layer->width * (size_t)unit->layer->height;
    const size_t room = 4 * tiles; // a hash table from labels to their first anchors
    uint32_t *firsts = calloc(tiles, sizeof *firsts);
    uint32_t *keys = calloc(room, sizeof *keys);
    uint32_t *values = calloc(room, sizeof *values);
    assert_true(firsts && keys && values);
    for (size_t i = 0; i < tiles; i++) {
        const int32_t x = (int32_t)(i % (size_t)unit->layer->width),
                      y = (int32_t)(i / (size_t)unit->layer->width);
        const uint32_t label = regions_label(regions, unit->layer, x, y);
        assert_int_equal(label != 0, layer_fits(unit->layer, x, y));
        if (!label)
            continue;
        size_t at = (size_t)(label * UINT64_C(0x9e3779b97f4a7c15) % room);
        while (keys[at] && keys[at] != label)
            at = (at + 1) % room;
        if (!keys[at]) {
            keys[at] = label;
            values[at] = (uint32_t)i + 1;
        }
        firsts[i] = values[at];
    }
    free(keys);
    free(values);
    return firsts;
}

static void assert_regions_equal(const fw_map *a, const map_unit *unit_a, const fw_map *b,
                                 const map_unit *unit_b)
{
    uint32_t *firsts_a = first_of_regions(a, unit_a);
    uint32_t *firsts_b = first_of_regions(b, unit_b);
    const layer *layer = unit_a->layer;
    assert_memory_equal(firsts_a, firsts_b, (size_t)layer->width * (size_t)layer->height * sizeof *firsts_a);
    free(firsts_a);
    free(firsts_b);
}

static void assert_maps_equal(const fw_map *a, const fw_unit_id *units_a, const fw_map *b,
                              const fw_unit_id *units_b, int count)
{
    for (int32_t y = 0; y < fw_map_height(a); y++)
        assert_memory_equal(map_terrain_row(map_version_of(a), y), map_terrain_row(map_version_of(b), y),
                            (size_t)fw_map_width(a));
    assert_int_equal(map_tiles_hash(map_version_of(a)), map_tiles_hash(map_version_of(b)));
    for (int i = 0; i < count; i++) {
        const map_unit *unit_a = map_find_unit(map_version_of(a), units_a[i]);
        const map_unit *unit_b = map_find_unit(map_version_of(b), units_b[i]);
        assert_layers_equal(unit_a->layer, unit_b->layer);
        assert_layers_equal(unit_a->body, unit_b->body);
        assert_regions_equal(a, unit_a, b, unit_b);
    }
}

void assert_equals_one_from_scratch(const fw_map *map, const fw_unit_id *units, int count)
{
    fw_unit_id fresh_units[TWIN_UNITS];
    assert_true(count <= TWIN_UNITS);
    fw_map *fresh = map_of_terrains_of(map);
    for (int i = 0; i < count; i++) {
        fw_unit_def def;
        assert_int_equal(fw_map_unit(map, units[i], &def), FW_OK);
        fresh_units[i] = add_unit(fresh, def);
    }
    assert_maps_equal(map, units, fresh, fresh_units, count);
    fw_map_destroy(fresh);
}
