#include "plan/query.h"

#include "curve/segment.h"
#include "fairway/curve.h"
#include "grid/jump_kind.h"
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

/// Is it a question that jump points can answer: one goal, on the map as it is?
static bool suits_jump_points(const query *asked)
{
    const fw_request *ask = &asked->ask;
    return (ask->goal.kind == FW_GOAL_PLACE || ask->goal.kind == FW_GOAL_POSE) &&
           !corners_are_cut(asked->unit->def.corners) && !(asked->is_shaped && query_keeps_to_roads(asked)) &&
           asked->unit->uniform && !ask->fewer_bends && overlay_is_empty(ask->overlay);
}

/// Can the unit's turns be made legal? Paths of directional methods are legal already.
static fw_result choose_turns(query *asked)
{
    if (asked->motions)
        asked->ask.turns = FW_TURNS_NONE;
    return asked->ask.turns == FW_TURNS_NONE ? FW_OK : turns_judge(asked->unit, asked->ask.turns);
}

/// Can the request have its roads? Those that shape grid paths take the place of turns; lanes want one goal, and wide
/// turns a search that knows them.
static fw_result choose_roads(const query *asked)
{
    const fw_request *ask = &asked->ask;
    if (query_shapes_roads(asked) && (asked->motions || ask->turns != FW_TURNS_NONE))
        return FW_METHOD_DOES_NOT_FIT;
    if (query_keeps_to_roads(asked) && ask->goal.kind == FW_GOAL_SET)
        return FW_METHOD_DOES_NOT_FIT;
    return ask->roads == FW_ROADS_WIDE && !asked->motions ? FW_METHOD_DOES_NOT_FIT : FW_OK;
}

/// Do all tiles cost the same, and turns nothing? Who goes along a path on the grid looks at lengths only.
static bool is_flat(const query *asked)
{
    const fw_request *ask = &asked->ask;
    return asked->unit->uniform && !overlay_has_costs(ask->overlay) && ask->turn_charge == 0 &&
           ask->roads != FW_ROADS_WIDE;
}

/// A path on the grid that is made drivable; where more counts than lengths, directional search from scratch, unless
/// the article's repair is all that is asked for.
static fw_result choose_hybrid(const fw_map *map, query *asked, fw_method method)
{
    if (method == FW_HYBRID_STRICT && !is_flat(asked))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_result chosen = query_choose_motions(map, asked, method);
    if (chosen != FW_OK)
        return chosen;
    asked->is_hybrid = is_flat(asked);
    asked->method = asked->is_hybrid ? method : FW_DIRECTIONAL;
    asked->jumps = suits_jump_points(asked) ? map_table(map, asked->unit, &jump_tables_kind) : NULL;
    return FW_OK;
}

/// The fastest method, but for who wants to get as far as a distance: A* goes tile by tile, jump points stop at the
/// last jump before.
static fw_result choose_grid(const fw_map *map, query *asked)
{
    const bool goes_partway = asked->ask.max_distance > 0 && asked->ask.partial;
    asked->jumps =
        !goes_partway && suits_jump_points(asked) ? map_table(map, asked->unit, &jump_tables_kind) : NULL;
    asked->method = asked->jumps ? FW_JUMP_POINTS : asked->unit->on ? FW_ASTAR : FW_ON_DEMAND;
    return FW_OK;
}

/// The hybrid for units that turn in arcs, where it can serve and nothing is asked of a path on the grid.
static fw_result choose_auto(const fw_map *map, query *asked)
{
    const bool drives =
        asked->unit->def.turn_radius > 0 && asked->ask.turns == FW_TURNS_NONE && !query_shapes_roads(asked);
    return drives && choose_hybrid(map, asked, FW_HYBRID) == FW_OK ? FW_OK : choose_grid(map, asked);
}

/// The method that serves the request, or why none does.
static fw_result choose_method(const fw_map *map, query *asked)
{
    const fw_request *ask = &asked->ask;
    if (ask->headings && ask->headings != asked->unit->def.headings)
        return FW_NOT_PREPARED;
    if (ask->method == FW_AUTO && (ask->roads == FW_ROADS_WIDE || ask->fastest))
        asked->ask.method = FW_DIRECTIONAL;
    switch (ask->method) {
    case FW_AUTO:
        return choose_auto(map, asked);
    case FW_GRID:
        return choose_grid(map, asked);
    case FW_JUMP_POINTS:
        if (!suits_jump_points(asked))
            return FW_METHOD_DOES_NOT_FIT;
        asked->jumps = map_table(map, asked->unit, &jump_tables_kind);
        asked->method = FW_JUMP_POINTS;
        return asked->jumps ? FW_OK : FW_NOT_PREPARED;
    case FW_ASTAR:
        asked->method = FW_ASTAR;
        return asked->unit->on ? FW_OK : FW_NOT_PREPARED;
    case FW_ON_DEMAND:
        asked->method = FW_ON_DEMAND;
        return FW_OK;
    case FW_DIRECTIONAL:
    case FW_DIRECTIONAL_8:
    case FW_DIRECTIONAL_24:
    case FW_DIRECTIONAL_48:
    case FW_DIRECTIONAL_80:
        return query_choose_directional(map, asked);
    case FW_HYBRID:
    case FW_HYBRID_STRICT:
        return choose_hybrid(map, asked, ask->method);
    default:
        return FW_NOT_SUPPORTED;
    }
}

/// Only directional search knows speeds. What counts in tiles has no meaning where time does.
static fw_result choose_speeds(const query *asked)
{
    const fw_request *ask = &asked->ask;
    const bool serves = asked->motions && !asked->is_hybrid && !ask->nearest && ask->turn_charge == 0 &&
                        ask->max_distance == 0;
    return !ask->fastest || serves ? FW_OK : FW_METHOD_DOES_NOT_FIT;
}

/// Directional search along the path that a grid method finds.
static fw_result choose_pre_smoothing(const fw_map *map, query *asked)
{
    if (asked->ask.pre_smooth == FW_PRE_SMOOTH_NONE || asked->is_hybrid)
        return FW_OK;
    const bool has_one_goal = asked->ask.goal.kind == FW_GOAL_PLACE || asked->ask.goal.kind == FW_GOAL_POSE;
    if (asked->motions || !has_one_goal || asked->ask.nearest || !is_flat(asked) || query_shapes_roads(asked))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_result chosen = query_choose_motions(map, asked, FW_HYBRID);
    asked->is_hybrid = chosen == FW_OK;
    return chosen;
}

/// Where what smoothing needs is not there, only FW_SMOOTH_AUTO does without.
static fw_result choose_smoothing(query *asked)
{
    const fw_smoothing wish = asked->ask.smoothing, meant = smooth_kind_for(asked->unit, wish);
    const bool is_possible = smooth_is_prepared(asked->unit, meant);
    asked->ask.smoothing = is_possible ? meant : FW_SMOOTH_NONE;
    return is_possible || wish == FW_SMOOTH_AUTO ? FW_OK : FW_NOT_PREPARED;
}

/// Can the path be shaped as the request wants it?
static fw_result choose_shape(const fw_map *map, query *asked)
{
    fw_result chosen = choose_turns(asked);
    if (chosen == FW_OK)
        chosen = choose_roads(asked);
    if (chosen == FW_OK)
        chosen = choose_pre_smoothing(map, asked);
    if (chosen == FW_OK)
        chosen = choose_speeds(asked);
    return chosen == FW_OK ? choose_smoothing(asked) : chosen;
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

fw_result query_understand(fw_search *search, const fw_request *request)
{
    const fw_map *map = search->planner->map;
    query *asked = &search->asked;
    asked->ask = *request;
    if (request->fastest) {
        asked->speeds = *request->fastest;
        asked->ask.fastest = &asked->speeds;
    }
    asked->map_version = fw_map_version(map);
    asked->reached = FW_OUTCOME_FOUND;
    asked->searches_nearest = false;
    asked->end = NULL;
    asked->jumps = NULL;
    asked->sight_count = JUMP_HIDDEN;
    asked->motions = NULL;
    asked->is_hybrid = asked->may_go_near = asked->goes_near = false;
    if (asked->unit->def.turn_radius <= 0)
        asked->ask.turns = FW_TURNS_NONE;
    fw_result chosen = choose_method(map, asked);
    if (chosen == FW_OK && asked->is_shaped)
        chosen = choose_shape(map, asked);
    if (chosen != FW_OK)
        return chosen;
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
