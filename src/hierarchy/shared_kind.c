#include "hierarchy/shared_kind.h"

#include "base/bits.h"
#include "hierarchy/family.h"
#include "hierarchy/staging.h"

/// What a unit, or several equal ones, have of a graph. What a commit does to the graph, it does for the first unit
/// that asks.
typedef struct shared_unit {
    shared_graph *graph;
    int kind;
} shared_unit;

static bool shares(const fw_unit_def *unit)
{
    return unit->abstraction == FW_ABSTRACTION_SHARED;
}

bool hierarchy_sees(const fw_unit_def *unit, const fw_overlay *overlay)
{
    return shares(unit) ? overlay_is_empty(overlay) : !overlay_has_moves(overlay);
}

const derived_kind *hierarchy_kind_of(const fw_unit_def *unit)
{
    return shares(unit) ? &shared_hierarchy_kind : &hierarchy_kind;
}

unit_graph unit_graph_of(const map_version *map, const map_unit *unit)
{
    const void *table = map_table(map, unit, hierarchy_kind_of(&unit->def));
    if (!table || !shares(&unit->def))
        return (unit_graph){ .table = table };
    const shared_unit *shared = table;
    return (unit_graph){ shared->graph->table, (kind_set)(1 << shared->kind), &shared->graph->kinds };
}

/// The first number of a kind that is free, or SHARED_KINDS.
static int free_kind(const shared_graph *graph)
{
    int kind = 0;
    while (kind < SHARED_KINDS && graph->kinds.used >> kind & 1)
        kind++;
    return kind;
}

/// True if a graph is for units with such clusters and has room for one more kind.
static bool may_join(const shared_graph *graph, const fw_unit_def *peer, const fw_unit_def *unit)
{
    return free_kind(graph) < SHARED_KINDS && peer->cluster == unit->cluster &&
           peer->dominance == unit->dominance && hierarchy_placement(peer) == hierarchy_placement(unit);
}

/// The graph of the version that a unit may join, or the one of a family; null: there is none.
///
/// @param family  a graph of another version, or null
static shared_graph *find_graph(const derived_source *source, const shared_graph *family)
{
    map_peers peers = map_peers_of(source->map, &shared_hierarchy_kind);
    for (map_peer peer; map_next_peer(&peers, &peer);) {
        shared_graph *graph = ((const shared_unit *)peer.table)->graph;
        if (family ? graph->table->journal == family->table->journal
                   : may_join(graph, peer.unit, source->unit))
            return graph;
    }
    return NULL;
}

static void use(shared_graph *graph, int kind, const derived_source *source)
{
    graph->kinds.rules[kind] = ground_rules_of(source->map, source->layer, source->unit);
    graph->kinds.used |= (kind_set)(1 << kind);
}

/// Lets a kind leave; the last one destroys the graph.
static void leave(memory *memory, shared_graph *graph, int kind)
{
    graph->kinds.used &= (kind_set) ~(1 << kind);
    graph->left |= (kind_set)(1 << kind);
    if (graph->kinds.used == 0)
        shared_graph_destroy(memory, graph);
}

static void destroy(memory *memory, void *table)
{
    const shared_unit *unit = table;
    leave(memory, unit->graph, unit->kind);
    memory_give_back(memory, table, 1, sizeof *unit);
}

/// A unit of a graph. Null without memory; then it has left the graph.
static shared_unit *new_unit(memory *memory, shared_graph *graph, int kind)
{
    shared_unit *unit = memory_get(memory, 1, sizeof *unit);
    if (unit)
        *unit = (shared_unit){ graph, kind };
    else
        leave(memory, graph, kind);
    return unit;
}

/// Lets a unit join a graph, which is built anew with it. Without landmarks, searches are slower.
static fw_result join(memory *memory, const derived_source *source, void **built)
{
    shared_graph *graph = find_graph(source, NULL);
    if (!graph && shared_graph_create(memory, source, &graph) != FW_OK)
        return FW_NO_MEMORY;
    const int kind = free_kind(graph);
    use(graph, kind, source);
    shared_unit *unit = new_unit(memory, graph, kind);
    if (!unit)
        return FW_NO_MEMORY;
    if (shared_graph_build(memory, graph) != FW_OK) {
        destroy(memory, unit);
        return FW_NO_MEMORY;
    }
    family_refresh(memory, graph->table);
    *built = unit;
    return FW_OK;
}

/// The graph that a commit builds in place of another one, for all of its kinds. Null without memory.
static shared_graph *next_graph(memory *memory, const derived_source *source, shared_graph *former)
{
    shared_graph *next;
    if (former->next)
        return former->next;
    if (shared_graph_create(memory, source, &next) != FW_OK)
        return NULL;
    next->kinds = former->kinds;
    if (shared_graph_build(memory, next) != FW_OK || family_refresh(memory, next->table) != FW_OK) {
        shared_graph_destroy(memory, next);
        return NULL;
    }
    family_succeed(next->table, former->table);
    next->kinds.used = 0;
    next->last = former;
    former->next = next;
    return next;
}

static fw_result build(memory *memory, const derived_source *source, void **built)
{
    const shared_unit *former = source->former;
    if (!former)
        return join(memory, source, built);
    shared_graph *graph = next_graph(memory, source, former->graph);
    if (!graph)
        return FW_NO_MEMORY;
    use(graph, former->kind, source);
    *built = new_unit(memory, graph, former->kind);
    return *built ? FW_OK : FW_NO_MEMORY;
}

static fw_result copy(memory *memory, const derived_source *source, const void *from, void **copied)
{
    const shared_unit *original = from;
    shared_graph *graph = find_graph(source, original->graph);
    if (!graph) {
        if (shared_graph_create(memory, source, &graph) != FW_OK)
            return FW_NO_MEMORY;
        family_join(memory, graph->table, original->graph->table);
    }
    graph->left = original->graph->left;
    use(graph, original->kind, source);
    *copied = new_unit(memory, graph, original->kind);
    return *copied ? FW_OK : FW_NO_MEMORY;
}

static void catch_up(memory *memory, void *table, void *newest)
{
    shared_unit *unit = table;
    const shared_unit *newer = newest;
    family_catch_up(memory, unit->graph->table, newer->graph->table);
    unit->graph->left = newer->graph->left;
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *table)
{
    shared_graph *graph = ((shared_unit *)table)->graph;
    (void)source;
    if (!graph->is_staged && shared_graph_stage(memory, graph, change) != FW_OK)
        return FW_NO_MEMORY;
    graph->is_staged = true;
    return FW_OK;
}

static void publish(memory *memory, void *table)
{
    shared_graph *graph = ((shared_unit *)table)->graph;
    if (graph->is_staged) {
        staging_publish(memory, graph->table);
        graph->left = 0;
    }
    graph->is_staged = false;
}

static void discard(memory *memory, void *table)
{
    shared_graph *graph = ((shared_unit *)table)->graph;
    if (graph->is_staged)
        staging_discard(memory, graph->table);
    graph->is_staged = false;
}

static fw_result refresh(memory *memory, void *table)
{
    shared_graph *graph = ((shared_unit *)table)->graph;
    if (graph->left && shared_graph_build(memory, graph) != FW_OK)
        return FW_NO_MEMORY;
    return family_refresh(memory, graph->table);
}

/// What a graph takes is divided among its kinds.
static size_t bytes(const void *table)
{
    const shared_unit *unit = table;
    return sizeof *unit + (sizeof *unit->graph + family_bytes(unit->graph->table)) /
                              (size_t)bits_count(unit->graph->kinds.used);
}

/// Without a dominance, a graph that units share is another one than with the strong one.
static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->dominance == b->dominance && hierarchy_is_equal(a, b);
}

const derived_kind shared_hierarchy_kind = {
    .name = "shared hierarchy",
    .methods = FW_METHOD_BIT(FW_HIERARCHY),
    .fits = hierarchy_fits,
    .abstraction = FW_ABSTRACTION_SHARED,
    .equal = equal,
    .build = build,
    .copy = copy,
    .catch_up = catch_up,
    .patch = patch,
    .publish = publish,
    .discard = discard,
    .refresh = refresh,
    .destroy = destroy,
    .bytes = bytes,
};
