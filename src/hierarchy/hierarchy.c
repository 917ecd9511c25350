#include "hierarchy/hierarchy.h"

#include "directional/motions/motion_set.h"

/// Bits that number the transitions across any side of a cluster.
static int place_bits_of(const cluster_record *record)
{
    int32_t most = 0;
    for (int side = 0; side < MOVE_COUNT; side++)
        if (cluster_record_across(record, side) > most)
            most = cluster_record_across(record, side);
    return cluster_place_bits(most);
}

/// Numbers the nodes for the cluster with the most transitions across a side.
static void number_nodes(hierarchy *table)
{
    int bits = PLACE_BITS_MOST;
    while (bits > 0 && table->count_by_bits[bits] == 0)
        bits--;
    if (bits != table->grid.place_bits)
        cluster_grid_number(&table->grid, bits);
}

cluster_record *hierarchy_exchange(hierarchy *table, size_t index, cluster_record *record)
{
    cluster_record *before = table->records[index];
    const int32_t fewer = before ? cluster_record_count(before) : 0,
                  more = record ? cluster_record_count(record) : 0;
    table->records[index] = record;
    table->record_bytes +=
        (record ? cluster_record_own_bytes(record) : 0) - (before ? cluster_record_own_bytes(before) : 0);
    table->transition_count += (size_t)more - (size_t)fewer;
    if (before)
        table->count_by_bits[place_bits_of(before)]--;
    if (record)
        table->count_by_bits[place_bits_of(record)]++;
    number_nodes(table);
    return before;
}

void hierarchy_destroy(memory *memory, void *context)
{
    hierarchy *table = context;
    for (size_t i = 0; table->records && i < hierarchy_cluster_count(table); i++)
        record_leave(memory, table->records[i]);
    memory_give_back(memory, (void *)table->records, hierarchy_cluster_count(table), sizeof *table->records);
    journal_leave(table->journal);
    memory_give_back(memory, table->staged, table->staged_capacity, sizeof *table->staged);
    landmarks_free(memory, hierarchy_cluster_count(table), &table->landmarks);
    ground_free(&table->ground);
    wave_free(&table->wave);
    memory_give_back(memory, table, 1, sizeof *table);
}

size_t hierarchy_bytes(const hierarchy *table)
{
    const size_t a_cluster = sizeof *table->records + sizeof *table->landmarks.moved;
    return sizeof *table + hierarchy_cluster_count(table) * a_cluster + table->record_bytes +
           landmarks_shared_bytes(&table->landmarks, hierarchy_cluster_count(table)) +
           ground_bytes(&table->ground) + wave_bytes(&table->wave) +
           table->staged_capacity * sizeof *table->staged;
}

/// The dominance of a unit, strong by default.
static fw_dominance dominance_of(const fw_unit_def *unit)
{
    return unit->dominance == FW_DOMINANCE_WEAK ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
}

fw_placement hierarchy_placement(const fw_unit_def *unit)
{
    return unit->placement == FW_PLACEMENT_CLEARANCE ? FW_PLACEMENT_CLEARANCE : FW_PLACEMENT_CHEAPEST;
}

bool hierarchy_fits(const fw_unit_def *unit, fw_refusal *why)
{
    return unit->turn_radius <= 0 || motions_fit(unit, why);
}

bool hierarchy_is_equal(const fw_unit_def *a, const fw_unit_def *b)
{
    bool same = a->corners == b->corners && a->cluster == b->cluster && dominance_of(a) == dominance_of(b) &&
                hierarchy_placement(a) == hierarchy_placement(b);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        same = same && a->terrain_cost[terrain] == b->terrain_cost[terrain];
    return same;
}

int32_t hierarchy_reach(const hierarchy *table, const fw_unit_def *unit)
{
    return unit->size > table->most_clearance ? unit->size : table->most_clearance;
}

/// The side of clusters on a map that is so many tiles across, by measurement: docs/inside/hierarchy.md.
static int32_t side_by_default(int32_t across)
{
    return across <= 2048 ? 16 : across <= 8192 ? 32 : 64;
}

static int32_t side_of(const derived_source *source)
{
    const int32_t width = source->layer->width, height = source->layer->height;
    return source->unit->cluster ? source->unit->cluster : side_by_default(width > height ? width : height);
}

fw_result hierarchy_create(memory *memory, const derived_source *source, hierarchy **created)
{
    hierarchy *table = memory_get_zeroed(memory, 1, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    const ground_rules rules = ground_rules_of(source->map, source->layer, source->unit);
    table->grid = cluster_grid_of(source->layer->width, source->layer->height, side_of(source));
    table->dominance = dominance_of(source->unit);
    table->longest = table->dominance == FW_DOMINANCE_WEAK ? table->grid.side : table->grid.side / 2;
    table->most_clearance =
        hierarchy_placement(source->unit) == FW_PLACEMENT_CLEARANCE ? table->grid.side : 0;
    table->least_step = (uint64_t)table->longest * GROUND_STRAIGHT * rules.cheapest;
    table->records = memory_get_zeroed(memory, hierarchy_cluster_count(table), sizeof *table->records);
    table->journal = journal_create(memory, hierarchy_cluster_count(table));
    if (!table->records || !table->journal ||
        landmarks_create(memory, hierarchy_cluster_count(table), &table->landmarks) != FW_OK ||
        ground_reserve(&table->ground, memory, table->grid.side) != FW_OK ||
        wave_reserve(&table->wave, memory, table->grid.side, &rules) != FW_OK) {
        hierarchy_destroy(memory, table);
        return FW_NO_MEMORY;
    }
    *created = table;
    return FW_OK;
}
