#include "hierarchy/hierarchy.h"

#include <string.h>

#include "directional/motions/motions.h"

enum {
    SIDE_BY_DEFAULT = 16,
    LARGE_SIDE_BY_DEFAULT = 32,
    LARGE_MAP = 2048 /**< tiles across, from which on */
};

/// Bytes of a record.
static size_t record_bytes(int32_t count)
{
    return sizeof(cluster_record) + (size_t)(count * (count - 1) / 2) * sizeof(uint32_t) +
           (size_t)count * sizeof(transition);
}

static void free_record(memory *memory, cluster_record *record)
{
    if (record)
        memory_give_back(memory, record, 1, record_bytes(cluster_record_count(record)));
}

/// Fills in the costs from a transition to those before it in the list.
static void find_edges(hierarchy *table, cluster_record *record, int32_t from)
{
    const ground *ground = &table->ground;
    const transition *transitions = record->transitions;
    wave *wave = &table->wave;
    wave_begin(wave, ground);
    wave_add_seed(wave, (wave_seed){ .tile = transitions[from].tile, .move = NO_MOVE });
    for (int32_t to = 0; to < from; to++)
        wave_want(wave, transitions[to].tile);
    wave_run(wave);
    const uint64_t ends = transition_half(ground, &transitions[from]);
    uint32_t *edges = record->edges + from * (from - 1) / 2;
    for (int32_t to = 0; to < from; to++) {
        const uint64_t within = wave_distance(wave, transitions[to].tile);
        const uint64_t whole = within + ends + transition_half(ground, &transitions[to]);
        edges[to] = within == WAVE_UNKNOWN ? EDGE_NONE : whole < EDGE_MOST ? (uint32_t)whole : EDGE_MOST;
    }
}

/// Builds the record of a cluster.
///
/// @param[out] built  null if the cluster has no transitions
/// @return FW_OK or FW_NO_MEMORY
static fw_result build_record(memory *memory, hierarchy *table, const ground_rules *rules, size_t index,
                              cluster_record **built)
{
    const cluster_at cluster = { (int32_t)(index % (size_t)table->grid.columns),
                                 (int32_t)(index / (size_t)table->grid.columns) };
    ground_load(&table->ground, rules, cluster_box_of(&table->grid, cluster));
    entrances_find(&table->ground, table->longest, &table->found);
    const int32_t count = table->found.first[MOVE_COUNT];
    *built = NULL;
    if (count == 0)
        return FW_OK;
    cluster_record *record = memory_get(memory, 1, record_bytes(count));
    if (!record)
        return FW_NO_MEMORY;
    memcpy(record->first, table->found.first, sizeof record->first);
    record->transitions = (transition *)(record->edges + count * (count - 1) / 2);
    memcpy(record->transitions, table->found.items, (size_t)count * sizeof(transition));
    for (int32_t from = 1; from < count; from++)
        find_edges(table, record, from);
    *built = record;
    return FW_OK;
}

/// Puts a record into its place.
///
/// @return the one that was there
static cluster_record *exchange(hierarchy *table, size_t index, cluster_record *record)
{
    cluster_record *before = table->records[index];
    const int32_t fewer = before ? cluster_record_count(before) : 0,
                  more = record ? cluster_record_count(record) : 0;
    table->records[index] = record;
    table->record_bytes += (more ? record_bytes(more) : 0) - (fewer ? record_bytes(fewer) : 0);
    table->transition_count += (size_t)more - (size_t)fewer;
    return before;
}

static void destroy(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; table->records && i < hierarchy_cluster_count(table); i++)
        free_record(memory, table->records[i]);
    memory_give_back(memory, (void *)table->records, hierarchy_cluster_count(table), sizeof *table->records);
    memory_give_back(memory, table->staged, table->staged_capacity, sizeof *table->staged);
    landmarks_free(memory, &table->landmarks, hierarchy_cluster_count(table));
    ground_free(&table->ground);
    wave_free(&table->wave);
    memory_give_back(memory, table, 1, sizeof *table);
}

/// Makes room for building records.
static fw_result reserve(memory *memory, hierarchy *table, const ground_rules *rules)
{
    table->records = memory_get_zeroed(memory, hierarchy_cluster_count(table), sizeof *table->records);
    return !table->records || ground_reserve(&table->ground, memory, table->grid.side) != FW_OK
               ? FW_NO_MEMORY
               : wave_reserve(&table->wave, memory, table->grid.side, rules);
}

static fw_result build_all(memory *memory, hierarchy *table, const ground_rules *rules)
{
    if (reserve(memory, table, rules) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        cluster_record *record;
        if (build_record(memory, table, rules, i, &record) != FW_OK)
            return FW_NO_MEMORY;
        exchange(table, i, record);
    }
    return landmarks_build(memory, table);
}

static fw_dominance dominance_of(const fw_unit_def *unit)
{
    return unit->dominance == FW_DOMINANCE_WEAK ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
}

static int32_t side_of(const derived_source *source)
{
    const bool is_large = source->layer->width > LARGE_MAP || source->layer->height > LARGE_MAP;
    return source->unit->cluster ? source->unit->cluster : is_large ? LARGE_SIDE_BY_DEFAULT : SIDE_BY_DEFAULT;
}

static fw_result build(memory *memory, const derived_source *source, void **built)
{
    hierarchy *table = memory_get_zeroed(memory, 1, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    const ground_rules rules = ground_rules_of(source->map, source->layer, source->unit);
    table->grid = cluster_grid_of(source->layer->width, source->layer->height, side_of(source),
                                  rules.corners == FW_CORNERS_ALWAYS);
    table->dominance = dominance_of(source->unit);
    table->longest = table->dominance == FW_DOMINANCE_WEAK ? table->grid.side : table->grid.side / 2;
    table->least_step = (uint64_t)table->longest * GROUND_STRAIGHT * rules.cheapest;
    const fw_result result = build_all(memory, table, &rules);
    if (result != FW_OK)
        destroy(memory, table);
    else
        *built = table;
    return result;
}

static void discard(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; i < table->staged_count; i++)
        free_record(memory, table->staged[i].record);
    table->staged_count = 0;
    table->staged_makes_cheaper = false;
}

/// True if two records have the same transitions.
static bool have_same_transitions(const cluster_record *a, const cluster_record *b)
{
    return a && b && memcmp(a->first, b->first, sizeof a->first) == 0 &&
           memcmp(a->transitions, b->transitions, (size_t)cluster_record_count(a) * sizeof *a->transitions) ==
               0;
}

static void publish(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; i < table->staged_count; i++) {
        const staged_cluster *staged = &table->staged[i];
        cluster_record *before = exchange(table, staged->index, staged->record);
        if (!have_same_transitions(before, staged->record)) {
            table->landmarks.have_gaps = true;
            if (table->landmarks.rows)
                table->landmarks.rows[staged->index] = LANDMARKS_NONE;
        }
        free_record(memory, before);
    }
    if (table->staged_makes_cheaper)
        table->landmarks.are_valid = false;
    table->staged_count = 0;
    table->staged_makes_cheaper = false;
}

/// Stages a cluster, unless it is staged already. The staged clusters are in order.
static fw_result stage(memory *memory, hierarchy *table, const ground_rules *rules, size_t index)
{
    size_t at = table->staged_count;
    while (at > 0 && table->staged[at - 1].index > index)
        at--;
    if (at > 0 && table->staged[at - 1].index == index)
        return FW_OK;
    cluster_record *record;
    if (memory_reserve(memory, &table->staged, &table->staged_capacity, table->staged_count + 1,
                       sizeof *table->staged) != FW_OK ||
        build_record(memory, table, rules, index, &record) != FW_OK)
        return FW_NO_MEMORY;
    memmove(table->staged + at + 1, table->staged + at, (table->staged_count - at) * sizeof *table->staged);
    table->staged[at] = (staged_cluster){ index, record };
    table->staged_count++;
    return FW_OK;
}

/// Stages the clusters of an anchor and its neighbours: steps between these look at the anchor.
static fw_result stage_around(memory *memory, hierarchy *table, const ground_rules *rules, int32_t x,
                              int32_t y)
{
    const cluster_grid *grid = &table->grid;
    const int32_t left = x > 0 ? x - 1 : 0, top = y > 0 ? y - 1 : 0;
    const int32_t right = x + 1 < grid->width ? x + 1 : grid->width - 1;
    const int32_t bottom = y + 1 < grid->height ? y + 1 : grid->height - 1;
    for (int32_t row = top / grid->side; row <= bottom / grid->side; row++)
        for (int32_t column = left / grid->side; column <= right / grid->side; column++)
            if (stage(memory, table, rules, cluster_index(grid, (cluster_at){ column, row })) != FW_OK)
                return FW_NO_MEMORY;
    return FW_OK;
}

/// Stages the clusters around the anchors that became free or blocked.
static fw_result stage_anchors(memory *memory, hierarchy *table, const ground_rules *rules,
                               const derived_change *change)
{
    for (size_t i = 0; i < change->word_count; i++) {
        const layer_change *word = &change->words[i];
        const uint64_t now = layer_row(rules->layer, word->y)[word->word];
        table->staged_makes_cheaper = table->staged_makes_cheaper || (now & ~word->before);
        for (uint64_t bits = now ^ word->before; bits; bits &= bits - 1)
            if (stage_around(memory, table, rules, word->word * WORD_BITS + bits_lowest(bits), word->y) !=
                FW_OK)
                return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Stages the clusters around the anchors whose steps cost more or less.
static fw_result stage_costs(memory *memory, hierarchy *table, const ground_rules *rules,
                             const derived_change *change)
{
    const int32_t centre = rules->size / 2;
    for (size_t i = 0; i < change->tile_count; i++) {
        const tile_change *tile = &change->tiles[i];
        const uint32_t before = rules->tile_cost[tile->before], after = rules->tile_cost[tile->after];
        const int32_t x = tile->x - centre, y = tile->y - centre;
        table->staged_makes_cheaper = table->staged_makes_cheaper || after < before;
        if (before != after && x >= -1 && y >= -1 && stage_around(memory, table, rules, x, y) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *context)
{
    hierarchy *table = context;
    const ground_rules rules = ground_rules_of(source->map, source->layer, source->unit);
    if (stage_anchors(memory, table, &rules, change) == FW_OK &&
        stage_costs(memory, table, &rules, change) == FW_OK)
        return FW_OK;
    discard(memory, table);
    return FW_NO_MEMORY;
}

static fw_result refresh(memory *memory, void *context)
{
    hierarchy *table = context;
    const bool is_needed = !table->landmarks.are_valid || table->landmarks.have_gaps;
    return is_needed ? landmarks_build(memory, table) : FW_OK;
}

static size_t bytes(const void *context)
{
    const hierarchy *table = context;
    return sizeof *table + hierarchy_cluster_count(table) * sizeof *table->records + table->record_bytes +
           landmarks_bytes(&table->landmarks, hierarchy_cluster_count(table)) + ground_bytes(&table->ground) +
           wave_bytes(&table->wave) + table->staged_capacity * sizeof *table->staged;
}

/// A unit with a turning radius is driven along the path on the grid, which needs motions.
static bool fits(const fw_unit_def *unit, fw_refusal *why)
{
    return unit->turn_radius <= 0 || motions_fit(unit, why);
}

/// Beside the layer, costs, corner rule, clusters and dominance decide.
static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    bool same = a->corners == b->corners && a->cluster == b->cluster && dominance_of(a) == dominance_of(b);
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
    .patch = patch,
    .publish = publish,
    .discard = discard,
    .refresh = refresh,
    .destroy = destroy,
    .bytes = bytes,
};
