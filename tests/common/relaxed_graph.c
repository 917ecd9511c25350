#include "common/relaxed_graph.h"

#include <stdlib.h>

#include "common/unit.h"

relaxed_graph relaxed_graph_of(const hierarchy *table)
{
    relaxed_graph made = { .table = table, .first = calloc(hierarchy_cluster_count(table), sizeof(size_t)) };
    assert_non_null(made.first);
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        made.first[i] = made.count;
        made.count += table->records[i] ? (size_t)cluster_record_count(table->records[i]) : 0;
    }
    made.nearest = malloc((made.count + 1) * sizeof *made.nearest);
    assert_non_null(made.nearest);
    relaxed_graph_clear(&made);
    return made;
}

void relaxed_graph_end(relaxed_graph *graph)
{
    free(graph->first);
    free(graph->nearest);
}

void relaxed_graph_clear(relaxed_graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        graph->nearest[i] = UINT64_MAX;
}

/// The same transition, seen from the neighbour.
static size_t partner_of(const relaxed_graph *graph, size_t cluster, int side, int32_t place)
{
    const cluster_grid *grid = &graph->table->grid;
    const size_t beside = cluster_index(grid, cluster_beside(cluster_with_index(grid, cluster), side));
    return graph->first[beside] + graph->table->records[beside]->first[move_opposite(side)] + (size_t)place;
}

static bool lower(uint64_t *nearest, uint64_t distance)
{
    const bool is_nearer = distance < *nearest;
    *nearest = is_nearer ? distance : *nearest;
    return is_nearer;
}

/// Follows all edges of a cluster once.
static bool relax_cluster(const relaxed_graph *graph, size_t cluster)
{
    const cluster_record *record = graph->table->records[cluster];
    const size_t first = graph->first[cluster];
    bool has_changed = false;
    for (int side = 0; side < MOVE_COUNT && record; side++)
        for (int32_t i = record->first[side]; i < record->first[side + 1]; i++) {
            uint64_t *here = &graph->nearest[first + (size_t)i];
            has_changed |=
                lower(here, graph->nearest[partner_of(graph, cluster, side, i - record->first[side])]);
            for (int32_t j = 0; j < cluster_record_count(record) && *here != UINT64_MAX; j++)
                if (i != j && !cluster_edge_is_none(cluster_record_edge(record, i, j)))
                    has_changed |= lower(&graph->nearest[first + (size_t)j],
                                         *here + cluster_edge_cost(cluster_record_edge(record, i, j)));
        }
    return has_changed;
}

void relaxed_graph_run(relaxed_graph *graph)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < hierarchy_cluster_count(graph->table); i++)
            has_changed |= relax_cluster(graph, i);
    }
}
