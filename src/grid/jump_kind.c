#include "grid/jump_kind.h"

#include "grid/jump_build.h"
#include "grid/jump_patch.h"
#include "map/map.h"

static bool enters_at_one_cost(const fw_unit_def *unit)
{
    uint32_t only = 0;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = terrain_cost_of(unit, terrain);
        if (cost != 0 && only != 0 && cost != only)
            return false;
        only = cost != 0 ? cost : only;
    }
    return true;
}

static bool fits(const fw_unit_def *unit, fw_refusal *why)
{
    if (corners_are_cut(unit->corners))
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.corners",
               "jump points need the corner rule never or orthogonal");
    else if (!enters_at_one_cost(unit))
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.terrain_cost",
               "jump points need terrains that all cost the same");
    else
        return true;
    return false;
}

/// Beside the layer, the corner rule decides.
static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->corners == b->corners;
}

static fw_result build(memory *memory, const derived_source *source, void **table)
{
    jump_tables *built = NULL;
    const uint64_t version = map_version_number(source->map) + (source->former != NULL); // else the commit's
    const fw_result result = jump_tables_build(
        memory, source->layer, source->unit->corners == FW_CORNERS_ORTHOGONAL, version, &built);
    if (result == FW_OK && source->former)
        jump_tables_replace(built, source->former);
    else if (result == FW_OK)
        built->log->serial = source->serial;
    *table = built;
    return result;
}

static fw_result copy(memory *memory, const derived_source *source, const void *from, void **table)
{
    jump_tables *built = NULL;
    const fw_result result = jump_tables_copy(memory, source->layer, from, &built);
    *table = built;
    return result;
}

static void catch_up(memory *memory, void *table, void *newest)
{
    (void)memory;
    jump_tables_catch_up(table, newest);
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *table)
{
    (void)memory;
    return jump_tables_patch(table, change->words, map_version_number(source->map) + 1);
}

static void publish(memory *memory, void *table)
{
    (void)memory;
    jump_tables_publish(table);
}

static void discard(memory *memory, void *table)
{
    (void)memory;
    jump_tables_discard(table);
}

static void destroy(memory *memory, void *table)
{
    jump_tables_destroy(memory, table);
}

static size_t bytes(const void *table)
{
    return jump_tables_bytes(table);
}

const derived_kind jump_tables_kind = {
    .name = "jump points",
    .methods = FW_METHOD_BIT(FW_JUMP_POINTS),
    .helps = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_HYBRID),
    .follows_layer = true,
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
