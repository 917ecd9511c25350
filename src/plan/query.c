#include "plan/query.h"

#include "curve/segment.h"
#include "fairway/curve.h"
#include "plan/planner.h"

bool query_line_is_free(const fw_map *map, const query *asked, double from_x, double from_y, double to_x,
                        double to_y)
{
    fw_segment line;
    segment_set_line(&line, from_x, from_y, to_x, to_y);
    bool is_free = false;
    return fw_sweep(map, asked->unit->id, asked->ask.overlay, &line, &is_free) == FW_OK && is_free;
}

bool query_may_reach(const query *asked, int32_t x, int32_t y)
{
    const map_unit *unit = asked->unit;
    return !unit->joined || regions_label(unit->joined, unit->on, asked->start.x, asked->start.y) ==
                                regions_label(unit->joined, unit->on, x, y);
}

/// Anchors of start and goal.
static fw_result understand_grid(fw_search *search)
{
    query *asked = &search->asked;
    const fw_map *map = search->planner->map;
    const fw_goal_kind kind = asked->ask.goal.kind;
    if (!query_stands(map, asked, &asked->ask.start, &asked->start))
        return FW_START_BLOCKED;
    return kind == FW_GOAL_PLACE || kind == FW_GOAL_POSE ? query_understand_place(map, asked)
                                                         : query_understand_places(search);
}

fw_result query_understand(fw_search *search)
{
    query *asked = &search->asked;
    asked->may_go_near = asked->motions && asked->ask.nearest;
    if (asked->motions) {
        asked->ask.nearest = false; // directional search goes there by itself
        const fw_result understood = query_understand_directional(search);
        if (!asked->is_hybrid || understood != FW_OK || asked->goes_near)
            return understood;
    }
    const fw_result grid = understand_grid(search);
    asked->grid_serves = grid == FW_OK;
    const bool is_own_method = asked->method == FW_HYBRID || asked->method == FW_HYBRID_STRICT;
    return asked->is_hybrid && is_own_method ? FW_OK : grid;
}
