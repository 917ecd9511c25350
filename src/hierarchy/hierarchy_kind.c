#include "hierarchy/construction.h"
#include "hierarchy/family.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/staging.h"

static fw_result refresh(memory *memory, void *table)
{
    return family_refresh(memory, table);
}

static fw_result build(memory *memory, const derived_source *source, void **built)
{
    void *begun, *table = NULL;
    uint64_t work = UINT64_MAX;
    if (construction_begin(memory, source, NULL, &begun) != FW_OK)
        return FW_NO_MEMORY;
    fw_result result = construction_step(memory, source, NULL, begun, &work);
    if (result == FW_OK) {
        construction_finish(memory, begun, &table);
        result = refresh(memory, table);
        if (result == FW_OK && source->former)
            family_succeed(table, source->former);
        if (result == FW_OK)
            *built = table;
        else
            hierarchy_destroy(memory, table);
    }
    construction_end(memory, begun);
    return result;
}

static fw_result copy(memory *memory, const derived_source *source, const void *from, void **copied)
{
    hierarchy *table;
    if (hierarchy_create(memory, source, &table) != FW_OK)
        return FW_NO_MEMORY;
    family_join(memory, table, from);
    *copied = table;
    return FW_OK;
}

static void catch_up(memory *memory, void *table, void *newest)
{
    family_catch_up(memory, table, newest);
}

static void publish(memory *memory, void *table)
{
    staging_publish(memory, table);
}

static void discard(memory *memory, void *table)
{
    staging_discard(memory, table);
}

/// Notes an anchor's change in its cluster and those of its neighbours: steps between these look at the anchor.
static fw_result note_around(memory *memory, hierarchy *table, int32_t x, int32_t y)
{
    const cluster_grid *grid = &table->grid;
    const tile_box around = { .left = x > 0 ? x - 1 : 0,
                              .top = y > 0 ? y - 1 : 0,
                              .right = x + 1 < grid->width ? x + 1 : grid->width - 1,
                              .bottom = y + 1 < grid->height ? y + 1 : grid->height - 1 };
    for (int32_t row = around.top / grid->side; row <= around.bottom / grid->side; row++)
        for (int32_t column = around.left / grid->side; column <= around.right / grid->side; column++)
            if (staging_note(memory, table, cluster_index(grid, (cluster_at){ column, row }), around) !=
                FW_OK)
                return FW_NO_MEMORY;
    return FW_OK;
}

/// Builds the records of the clusters that have changed.
static fw_result stage(memory *memory, hierarchy *table, const ground_rules *rules)
{
    for (size_t i = 0; i < table->staged_count; i++) {
        staged_cluster *staged = &table->staged[i];
        record_draft draft;
        uint64_t work = UINT64_MAX;
        if (record_draft_begin(memory, table, rules, staged->index, &draft) != FW_OK)
            return FW_NO_MEMORY;
        const kept_edges kept =
            kept_edges_of(table, table->records[staged->index], draft.record, draft.ways.cheapest, staged);
        draft.kept = &kept;
        record_draft_continue(table, &draft, &work);
        staged->record = draft.record;
    }
    return FW_OK;
}

/// Notes the clusters around the anchors that became free or blocked.
static fw_result note_anchors(memory *memory, hierarchy *table, const ground_rules *rules,
                              const derived_change *change)
{
    for (size_t i = 0; i < change->words->count; i++) {
        const layer_change *word = &change->words->items[i];
        const uint64_t now = layer_row(rules->layer, word->y)[word->word];
        table->staged_makes_cheaper = table->staged_makes_cheaper || (now & ~word->before);
        table->staged_raises_costs = table->staged_raises_costs || (word->before & ~now);
        for (uint64_t bits = now ^ word->before; bits; bits &= bits - 1)
            if (note_around(memory, table, word->word * WORD_BITS + bits_lowest(bits), word->y) != FW_OK)
                return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Notes the clusters around the anchors whose steps cost more or less.
static fw_result note_costs(memory *memory, hierarchy *table, const ground_rules *rules,
                            const derived_change *change)
{
    const int32_t centre = rules->size / 2;
    for (size_t i = 0; i < change->tile_count; i++) {
        const tile_change *tile = &change->tiles[i];
        const uint32_t before = rules->tile_cost[tile->before], after = rules->tile_cost[tile->after];
        const int32_t x = tile->x - centre, y = tile->y - centre;
        table->staged_makes_cheaper = table->staged_makes_cheaper || (after && after < before);
        table->staged_raises_costs = table->staged_raises_costs || (before && after > before);
        if (before && before < table->staged_least)
            table->staged_least = before;
        if (before != after && x >= -1 && y >= -1 && note_around(memory, table, x, y) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Notes the clusters of transitions that may lie elsewhere, because clearance has changed.
static fw_result note_clearance(memory *memory, hierarchy *table, const ground_rules *rules,
                                const derived_change *change)
{
    const cluster_grid *grid = &table->grid;
    for (size_t i = 0; i < change->tile_count && table->most_clearance > 0; i++) {
        const tile_change *tile = &change->tiles[i];
        if (!rules->tile_cost[tile->before] == !rules->tile_cost[tile->after])
            continue;
        const int32_t left = tile->x - table->most_clearance, top = tile->y - table->most_clearance;
        for (int32_t row = (top > 0 ? top : 0) / grid->side;
             row < grid->rows && row * grid->side <= tile->y + 1; row++)
            for (int32_t column = (left > 0 ? left : 0) / grid->side;
                 column < grid->columns && column * grid->side <= tile->x + 1; column++) {
                const size_t index = cluster_index(grid, (cluster_at){ column, row });
                const tile_box anchor = { tile->x, tile->y, tile->x, tile->y };
                if (staging_note(memory, table, index, anchor) != FW_OK)
                    return FW_NO_MEMORY;
            }
    }
    return FW_OK;
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *context)
{
    hierarchy *table = context;
    const ground_rules rules = ground_rules_of(source->map, source->layer, source->unit);
    table->staged_least = UINT32_MAX;
    if (note_anchors(memory, table, &rules, change) == FW_OK &&
        note_costs(memory, table, &rules, change) == FW_OK &&
        note_clearance(memory, table, &rules, change) == FW_OK && stage(memory, table, &rules) == FW_OK)
        return FW_OK;
    staging_discard(memory, table);
    return FW_NO_MEMORY;
}

static size_t bytes(const void *table)
{
    return family_bytes(table);
}

const derived_kind hierarchy_kind = {
    .name = "hierarchy",
    .methods = FW_METHOD_BIT(FW_HIERARCHY),
    .fits = hierarchy_fits,
    .abstraction = FW_ABSTRACTION_UNIT,
    .equal = hierarchy_is_equal,
    .build = build,
    .copy = copy,
    .catch_up = catch_up,
    .patch = patch,
    .publish = publish,
    .discard = discard,
    .refresh = refresh,
    .begin = construction_begin,
    .step = construction_step,
    .done = construction_done,
    .outdate = construction_outdate,
    .finish = construction_finish,
    .end = construction_end,
    .destroy = hierarchy_destroy,
    .bytes = bytes,
};
