#include "hierarchy/twins.h"

_Static_assert(FW_TERRAIN_COUNT <= 32, "a word has a bit for each terrain");

/// Terrains that cost two units different amounts, or that only one of the units may enter.
static uint32_t differing_terrains(const fw_unit_def *a, const fw_unit_def *b)
{
    uint32_t differing = 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        differing |= (uint32_t)(terrain_cost_of(a, terrain) != terrain_cost_of(b, terrain)) << terrain;
    return differing;
}

twins twins_of(const derived_source *source, const hierarchy *table)
{
    twins found = { .count = 0 };
    if (source->former) // a commit is under way: the tables of other units are those of before
        return found;
    map_peer peers[MOST_TWINS];
    const int32_t count = map_list_peers(source->map, &hierarchy_kind, source->unit->size, MOST_TWINS, peers);
    for (int32_t i = 0; i < count; i++) {
        const hierarchy *other = peers[i].table;
        if (other->grid.side == table->grid.side && other->longest == table->longest &&
            peers[i].unit->corners == source->unit->corners)
            found.items[found.count++] = (twin){ other, differing_terrains(peers[i].unit, source->unit) };
    }
    return found;
}

/// The graph that differs in no terrain, or null.
static const hierarchy *twin_on(const twins *twins, uint32_t terrains)
{
    for (int32_t i = 0; i < twins->count; i++)
        if (!(twins->items[i].differing & terrains))
            return twins->items[i].table;
    return NULL;
}

/// Moves and costs within a cluster, and out of it, depend on the tiles that a unit covers on the cluster's tiles and
/// the frame around these.
const hierarchy *twins_find(const twins *twins, const derived_source *source, const cluster_box *box)
{
    const int32_t size = source->unit->size;
    const int32_t left = box->x > 0 ? box->x - 1 : 0, top = box->y > 0 ? box->y - 1 : 0;
    const int32_t right = box->x + box->width + size, bottom = box->y + box->height + size;
    const int32_t width = fw_map_width(source->map), height = fw_map_height(source->map);
    const int32_t end = right < width ? right : width;
    const hierarchy *found = twin_on(twins, 0);
    uint32_t terrains = 0;
    for (int32_t y = top; y < bottom && y < height && found; y++) {
        const uint8_t *row = map_terrain_row(source->map, y);
        for (int32_t x = left; x < end; x++)
            terrains |= UINT32_C(1) << row[x];
        found = twin_on(twins, terrains);
    }
    return found;
}
