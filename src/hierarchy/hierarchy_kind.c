#include <string.h>

#include "directional/motions/motion_set.h"
#include "hierarchy/construction.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/landmark_survey.h"

static fw_result refresh(memory *memory, void *context)
{
    hierarchy *table = context;
    uint64_t work = UINT64_MAX;
    if (table->transition_count == 0)
        landmarks_drop(memory, hierarchy_cluster_count(table), &table->landmarks);
    if (!landmarks_are_due(table))
        return FW_OK;
    landmark_survey *survey = landmarks_begin(memory, table);
    if (!survey)
        return FW_NO_MEMORY;
    const fw_result result = landmarks_step(survey, &work);
    if (result == FW_OK)
        landmarks_install(memory, survey, table);
    landmarks_end(memory, survey);
    return result;
}

/// Lets a graph that was built anew take the place of another one.
static void succeed(hierarchy *built, const hierarchy *former)
{
    journal_leave(built->journal);
    built->journal = journal_join(former->journal);
    built->since = former->since;
    built->landmarks.cheapened =
        former->landmarks.cheapened + 1; // as if: a survey of the former graph does not hold
    for (size_t i = 0; i < hierarchy_cluster_count(built); i++)
        if (built->records[i] != former->records[i])
            journal_note(built->journal, i);
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
            succeed(table, source->former);
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
    const hierarchy *original = from;
    hierarchy *table;
    if (hierarchy_create(memory, source, &table) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < hierarchy_cluster_count(original); i++)
        if (original->records[i])
            hierarchy_exchange(table, i, record_join(original->records[i]));
    landmarks_share(memory, &original->landmarks, hierarchy_cluster_count(table), &table->landmarks);
    journal_leave(table->journal);
    table->journal = journal_join(original->journal);
    table->since = journal_now(table->journal);
    *copied = table;
    return FW_OK;
}

/// The records of a version's graph become those of the newest one, and with them what has moved since the survey.
static void catch_up(memory *memory, void *context, void *newer)
{
    hierarchy *table = context, *newest = newer;
    journal_places places = journal_since(table->journal, table->since, hierarchy_cluster_count(table));
    for (size_t index; journal_next(&places, &index);) {
        memory->visited++;
        if (table->records[index] == newest->records[index])
            continue;
        record_leave(memory, hierarchy_exchange(table, index, record_join(newest->records[index])));
        landmarks_note_moved(&table->landmarks, index, table->records[index]);
    }
    table->since = newest->since = journal_now(table->journal);
    landmarks_share(memory, &newest->landmarks, hierarchy_cluster_count(table), &table->landmarks);
}

/// Prepares for the next commit.
static void forget_staged(hierarchy *table)
{
    table->staged_count = 0;
    table->staged_makes_cheaper = table->staged_raises_costs = false;
}

static void discard(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; i < table->staged_count; i++)
        record_leave(memory, table->staged[i].record);
    forget_staged(table);
}

static void publish(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; i < table->staged_count; i++) {
        const staged_cluster *staged = &table->staged[i];
        record_leave(memory, hierarchy_exchange(table, staged->index, staged->record));
        journal_note(table->journal, staged->index);
        landmarks_note_moved(&table->landmarks, staged->index, staged->record);
    }
    if (table->staged_makes_cheaper)
        landmarks_note_cheaper(&table->landmarks);
    forget_staged(table);
}

/// Adds anchors to what has changed in a cluster. The staged clusters are in order.
static fw_result note_change(memory *memory, hierarchy *table, size_t index, tile_box anchors)
{
    size_t at = table->staged_count;
    while (at > 0 && table->staged[at - 1].index > index)
        at--;
    if (at > 0 && table->staged[at - 1].index == index) {
        tile_box_widen(&table->staged[at - 1].changed, anchors);
        return FW_OK;
    }
    if (memory_reserve(memory, &table->staged, &table->staged_capacity, table->staged_count + 1,
                       sizeof *table->staged) != FW_OK)
        return FW_NO_MEMORY;
    memmove(table->staged + at + 1, table->staged + at, (table->staged_count - at) * sizeof *table->staged);
    table->staged[at] = (staged_cluster){ .index = index, .changed = anchors };
    table->staged_count++;
    return FW_OK;
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
            if (note_change(memory, table, cluster_index(grid, (cluster_at){ column, row }), around) != FW_OK)
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
                if (note_change(memory, table, index, anchor) != FW_OK)
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
    discard(memory, table);
    return FW_NO_MEMORY;
}

/// What graphs share is divided among them.
static size_t bytes(const void *context)
{
    const hierarchy *table = context;
    const landmark_distances *known = table->landmarks.known;
    const size_t shared = landmarks_shared_bytes(&table->landmarks, hierarchy_cluster_count(table));
    size_t records = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        const cluster_record *record = table->records[i];
        records += record ? cluster_record_bytes(cluster_record_count(record)) / (size_t)record->users : 0;
    }
    return hierarchy_bytes(table) - table->record_bytes + records - shared +
           (known ? shared / (size_t)known->users : 0) + journal_bytes(table->journal);
}

/// A unit with a turning radius is driven along the path on the grid, which needs motions.
static bool fits(const fw_unit_def *unit, fw_refusal *why)
{
    return unit->turn_radius <= 0 || motions_fit(unit, why);
}

/// Beside the layer, costs, corner rule, clusters, dominance and placement decide.
static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    bool same = a->corners == b->corners && a->cluster == b->cluster &&
                hierarchy_dominance(a) == hierarchy_dominance(b) &&
                hierarchy_placement(a) == hierarchy_placement(b);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        same = same && a->terrain_cost[terrain] == b->terrain_cost[terrain];
    return same;
}

const derived_kind hierarchy_kind = {
    .name = "hierarchy",
    .methods = FW_METHOD_BIT(FW_HIERARCHY),
    .fits = fits,
    .equal = equal,
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
