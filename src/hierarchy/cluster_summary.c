#include "base/bits.h"
#include "base/def.h"
#include "fairway/hierarchy.h"
#include "hierarchy/shared_kind.h"

static size_t count_edges(const cluster_record *record)
{
    size_t count = 0;
    for (int32_t i = 1; i < cluster_record_count(record); i++)
        for (int32_t j = 0; j < i; j++)
            count += !cluster_edge_is_none(cluster_record_edge(record, i, j));
    return count;
}

fw_result fw_map_clusters(const fw_map *map, fw_unit_id id, fw_cluster_summary *summary)
{
    const map_version *version = map_version_of(map);
    if (!map || !summary)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(version, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    const unit_graph graph = unit_graph_of(version, unit);
    const hierarchy *table = graph.table;
    if (!table)
        return FW_NOT_PREPARED;
    *summary = (fw_cluster_summary){ .side = table->grid.side,
                                     .dominance = table->dominance,
                                     .placement = table->most_clearance > 0 ? FW_PLACEMENT_CLEARANCE
                                                                            : FW_PLACEMENT_CHEAPEST,
                                     .transitions = table->transition_count / 2,
                                     .bytes = hierarchy_bytes(table),
                                     .has_landmarks = table->landmarks.are_valid,
                                     .abstraction = graph.kinds ? FW_ABSTRACTION_SHARED : FW_ABSTRACTION_UNIT,
                                     .kinds = graph.kinds ? bits_count(graph.kinds->used) : 1 };
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++)
        if (table->records[i]) {
            summary->clusters++;
            summary->edges += count_edges(table->records[i]);
        }
    return FW_OK;
}

fw_result fw_map_get_clusters(const fw_map *map, fw_unit_id id, fw_cluster_summary *summary, size_t bytes)
{
    fw_cluster_summary whole;
    const fw_result result = fw_map_clusters(map, id, &whole);
    return result == FW_OK ? struct_give(summary, bytes, &whole, sizeof whole) : result;
}
