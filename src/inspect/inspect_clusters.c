#include "hierarchy/shared_kind.h"
#include "inspect/mark.h"

/// An inspection of a graph of clusters.
typedef struct cluster_inspection {
    const map_version *map;
    const hierarchy *table;
    const unit_kinds *kinds; ///< those of a graph that units share; else null
    const map_unit *unit;
    marker to;
} cluster_inspection;

/// Sends the marks of one kind of a cluster. Returns false if the receiver wants no more.
typedef bool cluster_sender(const cluster_inspection *inspection, cluster_at cluster, int32_t index);

static const cluster_record *record_at(const cluster_inspection *inspection, int32_t index)
{
    return inspection->table->records[index];
}

static bool send_cluster(const cluster_inspection *inspection, cluster_at cluster, int32_t index)
{
    const cluster_record *record = record_at(inspection, index);
    const cluster_box box = cluster_box_of(&inspection->table->grid, cluster);
    return mark_send_tiles(&inspection->to, FW_MARK_CLUSTER, index,
                           (fw_tile_rect){ box.x, box.y, box.width, box.height },
                           record ? cluster_record_count(record) : 0);
}

/// True if a straight step leads from the place of a border across it: such steps need free anchors alone.
static bool crosses(const layer *layer, const cluster_box *border, int32_t place, int side)
{
    const bool is_column = move_dx[side] != 0;
    const int32_t x = border->x + (is_column ? 0 : place), y = border->y + (is_column ? place : 0);
    return layer_fits(layer, x, y) && layer_fits(layer, x + move_dx[side], y + move_dy[side]);
}

static bool send_entrances_across(const cluster_inspection *inspection, cluster_at cluster, int32_t index,
                                  int side)
{
    const cluster_box box = cluster_box_of(&inspection->table->grid, cluster);
    const cluster_box border = cluster_box_side(&box, side);
    const int32_t count = border.width * border.height;
    for (int32_t begin = 0, end; begin < count; begin = end + 1) {
        for (end = begin; end < count && crosses(inspection->unit->layer, &border, end, side);)
            end++;
        const int32_t steps = end - begin;
        const fw_tile_rect tiles = move_dx[side] != 0
                                       ? (fw_tile_rect){ border.x, border.y + begin, 2, steps }
                                       : (fw_tile_rect){ border.x + begin, border.y, steps, 2 };
        if (steps > 0 && !mark_send_tiles(&inspection->to, FW_MARK_ENTRANCE, index, tiles, steps))
            return false;
    }
    return true;
}

static bool send_entrances(const cluster_inspection *inspection, cluster_at cluster, int32_t index)
{
    enum { EAST = 0, SOUTH = 2 };
    const cluster_grid *grid = &inspection->table->grid;
    return (!cluster_exists(grid, cluster_beside(cluster, EAST)) ||
            send_entrances_across(inspection, cluster, index, EAST)) &&
           (!cluster_exists(grid, cluster_beside(cluster, SOUTH)) ||
            send_entrances_across(inspection, cluster, index, SOUTH));
}

/// The tile of a transition in the cluster that it leaves.
static cluster_box tile_of(const cluster_inspection *inspection, cluster_at cluster, const transition *step)
{
    const cluster_box box = cluster_box_of(&inspection->table->grid, cluster);
    const int32_t stride = inspection->table->grid.side + 2;
    return (cluster_box){ box.x + step->tile % stride - 1, box.y + step->tile / stride - 1, 1, 1 };
}

/// The middle of the unit when it has made a share of a transition's step.
static fw_pose middle_of(const cluster_inspection *inspection, cluster_at cluster, const transition *step,
                         double share)
{
    const cluster_box tile = tile_of(inspection, cluster, step);
    const fw_pose from = fw_pose_on_tile(tile.x, tile.y, inspection->unit->def.size);
    return (fw_pose){ from.x + share * move_dx[step->move], from.y + share * move_dy[step->move], 0 };
}

/// Sends a line of the graph.
///
/// @param cost         as the graph counts it
/// @param size         of the unit that may use it
/// @param capability   of the unit
static bool send_line(const cluster_inspection *inspection, fw_mark_kind kind, int32_t index, fw_segment line,
                      uint64_t cost, int32_t size, uint32_t capability)
{
    const double tiles = (double)cost / (2.0 * GROUND_STRAIGHT * COST_ONE);
    const fw_mark mark = { .kind = kind,
                           .shape = FW_MARK_LINE,
                           .group = index,
                           .line = line,
                           .numbers = { tiles, size, capability } };
    return mark_send(&inspection->to, &mark);
}

/// Sends a transition of a cluster as a unit with some rules makes it.
static bool send_transition(const cluster_inspection *inspection, cluster_at cluster, int32_t index,
                            const transition *step, const ground_rules *rules)
{
    const cluster_box tile = tile_of(inspection, cluster, step);
    const step_prices prices = step_prices_of(rules);
    const uint64_t length = move_is_diagonal(step->move) ? GROUND_DIAGONAL : GROUND_STRAIGHT;
    return send_line(
        inspection, FW_MARK_TRANSITION, index,
        mark_between(middle_of(inspection, cluster, step, 0), middle_of(inspection, cluster, step, 1)),
        length * step_prices_doubled(&prices, tile.x, tile.y, step->move), rules->size,
        rules->layer->capability);
}

/// Sends a transition of a graph that units share, once for each kind that may make it.
static bool send_shared_transition(const cluster_inspection *inspection, cluster_at cluster, int32_t index,
                                   int32_t i)
{
    const cluster_record *record = record_at(inspection, index);
    const kind_set may_use = shared_notes_of(record).may_use[i] & inspection->kinds->used;
    for (int kind = 0; kind < SHARED_KINDS; kind++)
        if (may_use >> kind & 1 && !send_transition(inspection, cluster, index, &record->transitions[i],
                                                    &inspection->kinds->rules[kind]))
            return false;
    return true;
}

static bool send_transitions(const cluster_inspection *inspection, cluster_at cluster, int32_t index)
{
    const cluster_record *record = record_at(inspection, index);
    const ground_rules rules =
        ground_rules_of(inspection->map, inspection->unit->layer, &inspection->unit->def);
    for (int32_t i = 0; record && i < cluster_record_count(record); i++) {
        const transition *step = &record->transitions[i];
        const bool leads_on = step->move < move_opposite(step->move); // the other cluster knows it, too
        if (leads_on && !(inspection->kinds ? send_shared_transition(inspection, cluster, index, i)
                                            : send_transition(inspection, cluster, index, step, &rules)))
            return false;
    }
    return true;
}

/// Sends an edge of a graph that units share, once for each kind that may use it.
static bool send_shared_edge(const cluster_inspection *inspection, int32_t index, int32_t i, int32_t j,
                             fw_segment line)
{
    const cluster_record *record = record_at(inspection, index);
    const shared_notes notes = shared_notes_of(record);
    for (int kind = 0; kind < SHARED_KINDS; kind++) {
        const cluster_edge edge = shared_edge(record, &notes, i, j, (kind_set)(1 << kind));
        const ground_rules *rules = &inspection->kinds->rules[kind];
        if (inspection->kinds->used >> kind & 1 && !cluster_edge_is_none(edge) &&
            !send_line(inspection, FW_MARK_ABSTRACT_EDGE, index, line, cluster_edge_cost(edge), rules->size,
                       rules->layer->capability))
            return false;
    }
    return true;
}

/// Sends an edge of a unit's graph.
static bool send_edge(const cluster_inspection *inspection, int32_t index, int32_t i, int32_t j,
                      fw_segment line)
{
    const cluster_edge edge = cluster_record_edge(record_at(inspection, index), i, j);
    const map_unit *unit = inspection->unit;
    return cluster_edge_is_none(edge) || send_line(inspection, FW_MARK_ABSTRACT_EDGE, index, line,
                                                   cluster_edge_cost(edge), unit->def.size, unit->capability);
}

static bool send_edges(const cluster_inspection *inspection, cluster_at cluster, int32_t index)
{
    const cluster_record *record = record_at(inspection, index);
    for (int32_t i = 1; record && i < cluster_record_count(record); i++)
        for (int32_t j = 0; j < i; j++) {
            const fw_segment line =
                mark_between(middle_of(inspection, cluster, &record->transitions[i], 0.5),
                             middle_of(inspection, cluster, &record->transitions[j], 0.5));
            if (!(inspection->kinds ? send_shared_edge : send_edge)(inspection, index, i, j, line))
                return false;
        }
    return true;
}

static bool send_all(const cluster_inspection *inspection, cluster_sender *send)
{
    const cluster_grid *grid = &inspection->table->grid;
    for (size_t i = 0; i < hierarchy_cluster_count(inspection->table); i++)
        if (!send(inspection, cluster_with_index(grid, i), (int32_t)i))
            return false;
    return true;
}

fw_result fw_inspect_clusters(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user)
{
    cluster_inspection inspection = { .to = { receive, user } };
    const fw_result result = mark_find_unit(map, id, receive, &inspection.map, &inspection.unit);
    if (result != FW_OK)
        return result;
    const unit_graph graph = unit_graph_of(inspection.map, inspection.unit);
    inspection.table = graph.table;
    inspection.kinds = graph.kinds;
    if (!inspection.table)
        return FW_NOT_PREPARED;
    static cluster_sender *const senders[] = { send_cluster, send_entrances, send_transitions, send_edges };
    for (size_t i = 0; i < sizeof senders / sizeof *senders && send_all(&inspection, senders[i]); i++)
        continue;
    return FW_OK;
}
