#include "hierarchy/twins.h"

#include <string.h>

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
    map_peers peers = map_peers_of(source->map, &hierarchy_kind);
    for (map_peer peer; found.count < MOST_TWINS && map_next_peer(&peers, &peer);) {
        const hierarchy *other = peer.table;
        if (peer.unit->size == source->unit->size && other->grid.side == table->grid.side &&
            other->longest == table->longest && other->most_clearance == table->most_clearance &&
            peer.unit->corners == source->unit->corners)
            found.items[found.count++] = (twin){ other, differing_terrains(peer.unit, source->unit) };
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

/// Transitions, moves and costs depend on the tiles at which the anchors of the cluster and of the frame around look.
const hierarchy *twins_find(const twins *twins, const map_version *map, const cluster_box *box, int32_t reach)
{
    const int32_t left = box->x > 0 ? box->x - 1 : 0, top = box->y > 0 ? box->y - 1 : 0;
    const int32_t right = box->x + box->width + reach, bottom = box->y + box->height + reach;
    const int32_t width = map_width(map), height = map_height(map);
    const int32_t end = right < width ? right : width;
    const hierarchy *found = twin_on(twins, 0);
    const uint8_t *above = NULL;
    uint32_t terrains = 0;
    for (int32_t y = top; y < bottom && y < height && found; y++) {
        const uint8_t *row = map_terrain_row(map, y);
        if (above && memcmp(row + left, above + left, (size_t)(end - left)) == 0)
            continue; // many rows are like the one above
        above = row;
        for (int32_t x = left; x < end; x++)
            terrains |= UINT32_C(1) << row[x];
        found = twin_on(twins, terrains);
    }
    return found;
}
