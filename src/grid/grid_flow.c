#include "grid/grid_flow.h"
#include "grid/grid_inside.h"

// A plain search without a goal, whose routes lead back to its start. Steps cost the same in both directions, so each
// route back is a cheapest path to the start: one search serves any number of units that go there.

void grid_space_renew(grid_space *space, const map_version *map, const map_unit *unit)
{
    space->query.map = map;
    space->query.unit = unit;
    space->tiles = map_tile_rows(map);
    space->centres = (tile_rows){ space->tiles.row + space->centre };
}

bool grid_space_has_settled(const grid_space *space, int32_t x, int32_t y)
{
    const open_list *open = &space->search.open;
    const node *node = node_store_closed(&space->search.nodes, id_of_tile((uint32_t)x, (uint32_t)y));
    // If the most expensive terrain costs many times as much as the cheapest one, buckets may be wider than a step.
    // Then a node of the current bucket may be closed before its cheapest path is known.
    return node && (open->waiting == 0 || (uint64_t)node->g >> open->shift < open->current);
}

fw_result grid_space_route_back(grid_space *space, int32_t x, int32_t y, grid_route *route)
{
    const fw_node_id id = id_of_tile((uint32_t)x, (uint32_t)y);
    const fw_result listed = grid_list_runs(space, node_store_slot(&space->search.nodes, id), route);
    if (listed != FW_OK)
        return listed;
    for (int32_t i = 0; i < route->count; i++)
        space->route[i].direction = move_opposite(space->route[i].direction);
    route->end = route->start;
    route->start = (grid_anchor){ x, y };
    return FW_OK;
}

bool grid_space_has_changed(const grid_space *space, const map_version *map, uint64_t version)
{
    const change_log *log = map_log(map);
    if (!change_log_knows(log, version))
        return true;
    const node_store *nodes = &space->search.nodes;
    const int32_t size = 2 * space->centre + 1; // at least the size; the unit itself may be gone
    for (uint32_t i = 0; i < nodes->page_count; i++) {
        const fw_node_id id = nodes->pages[i]->number << 2 * PAGE_SHIFT;
        // An expansion looks at the moves out of the anchors beside its own.
        const int32_t left = (int32_t)x_of_id(id) - 3, right = left + PAGE_MASK + 6 + size;
        const int32_t top = (int32_t)y_of_id(id) - 3, bottom = top + PAGE_MASK + 6 + size;
        const int32_t first = left < 0 ? 0 : left >> log->shift, end = right >> log->shift,
                      last = end < log->columns ? end : log->columns - 1;
        for (int32_t row = top < 0 ? 0 : top >> log->shift; row <= bottom >> log->shift && row < log->rows;
             row++)
            if (change_log_has_changed(log, row, first, last, version))
                return true;
    }
    return false;
}
