#include "hierarchy/shared_graph.h"

#include <string.h>

#include "hierarchy/construction.h"
#include "hierarchy/staging.h"

/// Tiles between two transitions of which one may make the other superfluous, by default: by measurement.
enum { NEAR = 4 };

/// What builds clusters.
typedef struct workshop {
    memory *memory;
    shared_graph *graph;
    shared_borders borders;
    kind_records single;
} workshop;

fw_result shared_graph_create(memory *memory, const derived_source *source, shared_graph **created)
{
    shared_graph *graph = memory_get_zeroed(memory, 1, sizeof *graph);
    if (!graph || hierarchy_create(memory, source, &graph->table) != FW_OK) {
        memory_give_back(memory, graph, 1, sizeof *graph);
        return FW_NO_MEMORY;
    }
    graph->table->dominance = source->unit->dominance;
    *created = graph;
    return FW_OK;
}

void shared_graph_destroy(memory *memory, shared_graph *graph)
{
    if (graph->last)
        graph->last->next = NULL;
    if (graph->next)
        graph->next->last = NULL;
    hierarchy_destroy(memory, graph->table);
    memory_give_back(memory, graph, 1, sizeof *graph);
}

static workshop *workshop_open(memory *memory, shared_graph *graph)
{
    workshop *shop = memory_get_zeroed(memory, 1, sizeof *shop);
    if (!shop)
        return NULL;
    shop->memory = memory;
    shop->graph = graph;
    shop->single.transitions = &shop->borders.list;
    shop->single.may_use = shop->borders.may_use;
    return shop;
}

/// Lists the transitions of a kind among those of the cluster.
static void list_of_kind(workshop *shop, int kind)
{
    const transition_list *all = &shop->borders.list;
    transition_list *list = &shop->graph->table->found;
    uint16_t count = 0;
    for (int side = 0; side < MOVE_COUNT; side++) {
        list->first[side] = count;
        for (int32_t i = all->first[side]; i < all->first[side + 1]; i++) {
            shop->single.place[kind][i] = count;
            if (shop->borders.may_use[i] >> kind & 1)
                list->items[count++] = all->items[i];
        }
    }
    list->first[MOVE_COUNT] = count;
}

/// Builds the record of a kind alone. FW_OK or FW_NO_MEMORY.
static fw_result build_of_kind(workshop *shop, size_t index, int kind)
{
    hierarchy *table = shop->graph->table;
    const ground_rules *rules = &shop->graph->kinds.rules[kind];
    record_draft draft;
    uint64_t work = UINT64_MAX;
    list_of_kind(shop, kind);
    ground_load(&table->ground, rules, cluster_box_of(&table->grid, cluster_with_index(&table->grid, index)));
    if (wave_reserve(&table->wave, shop->memory, table->grid.side, rules) != FW_OK ||
        record_draft_of_found(shop->memory, table, rules, index, &draft) != FW_OK)
        return FW_NO_MEMORY;
    record_draft_continue(table, &draft, &work);
    shop->single.records[kind] = draft.record;
    return FW_OK;
}

static void find_borders(workshop *shop, size_t index)
{
    hierarchy *table = shop->graph->table;
    const int32_t within = table->dominance == FW_DOMINANCE_STRONG ? 0
                           : table->dominance == FW_DOMINANCE_WEAK ? CLUSTER_MOST
                                                                   : NEAR;
    shared_borders_find(table, &shop->graph->kinds, index, within, &shop->borders);
}

/// Builds the record of the cluster whose transitions were found; null: it has none. FW_OK or FW_NO_MEMORY.
static fw_result build_found(workshop *shop, size_t index, cluster_record **built)
{
    const shared_graph *graph = shop->graph;
    fw_result result = FW_OK;
    *built = NULL;
    if (shop->borders.list.first[MOVE_COUNT] == 0)
        return FW_OK;
    for (int kind = 0; kind < SHARED_KINDS && result == FW_OK; kind++)
        if (graph->kinds.used >> kind & 1)
            result = build_of_kind(shop, index, kind);
    if (result == FW_OK)
        *built = shared_record_create(shop->memory, &shop->single);
    for (int kind = 0; kind < SHARED_KINDS; kind++) {
        record_leave(shop->memory, shop->single.records[kind]);
        shop->single.records[kind] = NULL;
    }
    return *built ? FW_OK : FW_NO_MEMORY;
}

/// Builds the record of a cluster; null: it has no transitions. FW_OK or FW_NO_MEMORY.
static fw_result build_record(workshop *shop, size_t index, cluster_record **built)
{
    find_borders(shop, index);
    return build_found(shop, index, built);
}

/// Builds the records of all clusters, up to the first for which there is no memory. Returns the number of clusters
/// whose records are built.
static size_t build_all(workshop *shop, cluster_record **built)
{
    size_t count = 0;
    while (count < hierarchy_cluster_count(shop->graph->table) &&
           build_record(shop, count, &built[count]) == FW_OK)
        count++;
    return count;
}

fw_result shared_graph_build(memory *memory, shared_graph *graph)
{
    hierarchy *table = graph->table;
    const size_t all = hierarchy_cluster_count(table);
    workshop *shop = workshop_open(memory, graph);
    cluster_record **built = memory_get_zeroed(memory, all, sizeof *built);
    const size_t count = shop && built ? build_all(shop, built) : 0;
    for (size_t i = 0; i < count; i++) {
        if (count == all) {
            cluster_record *record = built[i];
            built[i] = hierarchy_exchange(table, i, record);
            journal_note(table->journal, i);
            landmarks_note_moved(&table->landmarks, i, record);
        }
        record_leave(memory, built[i]);
    }
    if (count == all) {
        landmarks_note_cheaper(&table->landmarks);
        graph->left = 0;
    }
    memory_give_back(memory, (void *)built, all, sizeof *built);
    memory_give_back(memory, shop, 1, sizeof *shop);
    return count == all ? FW_OK : FW_NO_MEMORY;
}

/// Tells whether a changed tile costs some kind more or less.
static bool note_cost(shared_graph *graph, const tile_change *tile)
{
    bool matters = false;
    for (int kind = 0; kind < SHARED_KINDS; kind++) {
        if (!(graph->kinds.used >> kind & 1))
            continue;
        const uint32_t *cost = graph->kinds.rules[kind].tile_cost;
        const uint32_t before = cost[tile->before], after = cost[tile->after];
        matters = matters || before != after;
        if (after && (!before || after < before))
            graph->table->staged_makes_cheaper = true;
    }
    return matters;
}

/// The most tiles from an anchor on which transitions and edges depend.
static int32_t reach_of(const shared_graph *graph)
{
    int32_t reach = graph->table->most_clearance;
    for (int kind = 0; kind < SHARED_KINDS; kind++)
        if (graph->kinds.used >> kind & 1 && graph->kinds.rules[kind].size > reach)
            reach = graph->kinds.rules[kind].size;
    return reach;
}

/// True if anchors of clusters along an axis, or beside them, look at a tile.
///
/// @param first, side  of the cluster
static bool looks_at(int32_t first, int32_t side, int32_t tile, int32_t reach)
{
    return first <= tile + 1 && first + side > tile - reach;
}

/// Notes the clusters that a changed tile may change; under weak dominance, what is left of a border depends on the
/// cluster on its other side. Such a cluster is noted without tiles.
static fw_result note_clusters(memory *memory, shared_graph *graph, const tile_change *tile, int32_t reach)
{
    const cluster_grid *grid = &graph->table->grid;
    const int32_t side = grid->side, beside = graph->table->dominance == FW_DOMINANCE_STRONG ? 0 : side;
    const int32_t left = tile->x - reach - beside, top = tile->y - reach - beside;
    fw_result result = FW_OK;
    for (int32_t row = (top > 0 ? top : 0) / side; row < grid->rows && row * side <= tile->y + 1 + beside;
         row++)
        for (int32_t column = (left > 0 ? left : 0) / side;
             column < grid->columns && column * side <= tile->x + 1 + beside && result == FW_OK; column++) {
            const bool in_column = looks_at(column * side, side, tile->x, reach),
                       in_row = looks_at(row * side, side, tile->y, reach);
            if (in_column || in_row)
                result = staging_note(memory, graph->table, cluster_index(grid, (cluster_at){ column, row }),
                                      in_column && in_row ? tile_box_at(tile->x, tile->y) : NO_TILES);
        }
    return result;
}

/// Notes all clusters: what a kind has left would differ on both sides of a border if only one of them was built.
static fw_result note_all(memory *memory, shared_graph *graph)
{
    const hierarchy *table = graph->table;
    const tile_box all = { 0, 0, table->grid.width - 1, table->grid.height - 1 };
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++)
        if (staging_note(memory, graph->table, i, all) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// True if a record, which may be null, has the transitions that were found.
static bool has_found(const workshop *shop, const cluster_record *record)
{
    const transition_list *list = &shop->borders.list;
    const size_t count = list->first[MOVE_COUNT];
    if (!record || count == 0)
        return !record && count == 0;
    bool same = memcmp(record->first, list->first, sizeof record->first) == 0 &&
                memcmp(shared_notes_of(record).may_use, shop->borders.may_use, count * sizeof(kind_set)) == 0;
    for (size_t i = 0; i < count && same; i++)
        same = record->transitions[i].tile == list->items[i].tile;
    return same;
}

/// Builds the record of a cluster that has changed. One without changed tiles keeps its record if it has the same
/// transitions.
static fw_result build_changed(workshop *shop, staged_cluster *staged)
{
    cluster_record *record = shop->graph->table->records[staged->index];
    find_borders(shop, staged->index);
    if (staged->changed.left <= staged->changed.right || !has_found(shop, record))
        return build_found(shop, staged->index, &staged->record);
    staged->record = record_join(record);
    return FW_OK;
}

/// Builds the records of the clusters that have changed.
static fw_result build_staged(memory *memory, shared_graph *graph)
{
    hierarchy *table = graph->table;
    workshop *shop = table->staged_count ? workshop_open(memory, graph) : NULL;
    fw_result result = shop || !table->staged_count ? FW_OK : FW_NO_MEMORY;
    for (size_t i = 0; i < table->staged_count && result == FW_OK; i++)
        result = build_changed(shop, &table->staged[i]);
    memory_give_back(memory, shop, 1, sizeof *shop);
    return result;
}

fw_result shared_graph_stage(memory *memory, shared_graph *graph, const derived_change *change)
{
    const int32_t reach = reach_of(graph);
    fw_result result = graph->left ? note_all(memory, graph) : FW_OK;
    for (size_t i = 0; i < change->tile_count && result == FW_OK; i++)
        if (note_cost(graph, &change->tiles[i]) && !graph->left) // else all clusters are noted already
            result = note_clusters(memory, graph, &change->tiles[i], reach);
    if (result == FW_OK)
        result = build_staged(memory, graph);
    if (result != FW_OK)
        staging_discard(memory, graph->table);
    return result;
}
