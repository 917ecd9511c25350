#include "directional/motions/motion_kinds.h"
#include "grid/jump_kind.h"
#include "grid/overlay_boxes.h"
#include "plan/option_scope.h"
#include "plan/planner.h"
#include "plan/query.h"

/// Largest radius of a goal of directional search, in tiles. Each lattice point within is a goal of its own.
#define MOST_RADIUS 64.0

/// A* takes no longer than the hierarchy on maps with at most so many tiles along a side.
enum { SMALL_MAP = 128 };

/// Jump points take no longer than A* under an overlay that changes at most this part of the map.
enum { MOST_OF_MAP = 8 };

static fw_result refuse_pair(fw_refusal *why, const char *field, const char *other, const char *reason)
{
    return refuse_both(why, FW_METHOD_DOES_NOT_FIT, field, other, reason);
}

static bool has_one_goal(const query *asked)
{
    return asked->ask.goal.kind == FW_GOAL_PLACE || asked->ask.goal.kind == FW_GOAL_POSE;
}

/// Tells why the unit lacks the table that an option needs.
static fw_result refuse_without_table(const query *asked, const derived_kind *kind, const char *option,
                                      fw_refusal *why)
{
    if (!kind->fits(&asked->unit->def, why))
        return refuse_with(why, FW_METHOD_DOES_NOT_FIT, option);
    return refuse_both(why, FW_NOT_PREPARED, option, "unit.methods",
                       "the unit's tables for this are missing: fw_map_prepare() builds them");
}

/// True if jump points can answer the request: one goal, no costs but those of lengths. Only units for which jump
/// points work have tables.
static bool suits_jump_points(const query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (!has_one_goal(asked))
        refuse_pair(why, "method", "goal", "jump points need a single place or pose as the goal");
    else if (asked->is_shaped && query_keeps_to_roads(asked))
        refuse_pair(why, "method", "roads", "jump points do not keep to roads");
    else if (ask->fewer_bends)
        refuse_pair(why, "method", "fewer_bends", "jump points do not count bends");
    else if (overlay_has_corridor(ask->overlay) || overlay_has_costs(ask->overlay))
        refuse_pair(why, "method", "overlay", "jump points see overlays that only block and forbid");
    else if (ask->nearest && !overlay_is_empty(ask->overlay))
        refuse_pair(why, "nearest", "overlay",
                    "jump points pass over the place nearest to a closed-off goal");
    else
        return true;
    return false;
}

/// The tables of jump points, if they answer the request sooner than A*: what an overlay changes is searched tile by
/// tile.
static const jump_tables *helpful_jump_tables(const fw_map *map, const query *asked)
{
    if (!suits_jump_points(asked, NULL))
        return NULL;
    if (!overlay_is_empty(asked->ask.overlay)) {
        const overlay_boxes boxes = overlay_boxes_of(asked->ask.overlay, asked->unit->def.size);
        if (overlay_boxes_area(&boxes) > (int64_t)fw_map_width(map) * fw_map_height(map) / MOST_OF_MAP)
            return NULL;
    }
    return map_table(map, asked->unit, &jump_tables_kind);
}

/// The motions that are prepared for a method, or why directional search does not serve the request.
///
/// @param option  field of the request that asks for motions
static fw_result choose_motions(const fw_map *map, query *asked, fw_method method, const char *option,
                                fw_refusal *why)
{
    const fw_goal *goal = &asked->ask.goal;
    if (goal->kind == FW_GOAL_RADIUS && goal->radius > MOST_RADIUS)
        return refuse_pair(why, option, "goal.radius",
                           "directional search allows a radius of at most 64 tiles");
    const derived_kind *kind = motion_kind_of(method);
    asked->motions = map_table(map, asked->unit, kind);
    return asked->motions ? FW_OK : refuse_without_table(asked, kind, option, why);
}

/// True if all tiles cost the same, and turns nothing. The search along a path on the grid counts lengths only.
static bool is_flat(const query *asked, const char *option, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (!asked->unit->uniform)
        refuse_pair(why, option, "unit.terrain_cost", "this needs terrains that all cost the same");
    else if (overlay_has_costs(ask->overlay))
        refuse_pair(why, option, "overlay", "this needs an overlay without costs");
    else if (ask->turn_charge != 0)
        refuse_pair(why, option, "turn_charge", "this cannot charge for turns");
    else if (ask->roads == FW_ROADS_WIDE)
        refuse_pair(why, option, "roads", "this does not use roads");
    else
        return true;
    return false;
}

/// The motions of the article's repair. They are prepared together with those along the path.
static fw_result choose_repairs(const fw_map *map, query *asked, fw_refusal *why)
{
    const derived_kind *kind = motion_kind_of(FW_DIRECTIONAL_8);
    asked->repairs = map_table(map, asked->unit, kind);
    return asked->repairs ? FW_OK : refuse_without_table(asked, kind, "method", why);
}

/// A path on the grid that is made drivable; where more counts than lengths, directional search from scratch, unless
/// the article's repair is all that is asked for.
static fw_result choose_hybrid(const fw_map *map, query *asked, fw_method method, fw_refusal *why)
{
    if (method == FW_HYBRID_STRICT && !is_flat(asked, "method", why))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_result chosen = choose_motions(map, asked, method, "method", why);
    if (chosen != FW_OK)
        return chosen;
    asked->is_hybrid = is_flat(asked, "method", NULL);
    asked->method = asked->is_hybrid ? method : FW_DIRECTIONAL;
    if (method == FW_HYBRID_STRICT)
        return choose_repairs(map, asked, why);
    asked->jumps = helpful_jump_tables(map, asked);
    return FW_OK;
}

/// True if a search on the graph of clusters sees the overlay. Edges of the graph lead both ways, but forbidden moves
/// do not; and only a search on tiles finds the place nearest to a goal that an overlay has closed off.
static bool clusters_see_overlay(const query *asked)
{
    const fw_overlay *overlay = asked->ask.overlay;
    return overlay_is_empty(overlay) || !(overlay_has_moves(overlay) || asked->ask.nearest);
}

/// True if the graph of clusters can answer the request, and sooner than A*, which a corridor leads as well.
static bool suits_hierarchy(const fw_map *map, const query *asked)
{
    const fw_request *ask = &asked->ask;
    const bool is_large = fw_map_width(map) > SMALL_MAP || fw_map_height(map) > SMALL_MAP;
    return is_large && !asked->unit->uniform && !ask->fewer_bends && clusters_see_overlay(asked) &&
           !overlay_has_corridor(ask->overlay) && !(asked->is_shaped && query_keeps_to_roads(asked));
}

/// The fastest method.
static fw_result choose_grid(const fw_map *map, query *asked)
{
    if (asked->ask.allow_longer && suits_hierarchy(map, asked) &&
        (asked->clusters = map_table(map, asked->unit, &hierarchy_kind))) {
        asked->method = FW_HIERARCHY;
        return FW_OK;
    }
    asked->jumps = helpful_jump_tables(map, asked);
    asked->method = asked->jumps ? FW_JUMP_POINTS : asked->unit->layer ? FW_ASTAR : FW_ON_DEMAND;
    return FW_OK;
}

/// True if the body touches nothing at start and goal. A unit that cuts corners may stand where its body touches
/// something; such a unit goes on the grid.
static bool body_stands_at_ends(const query *asked)
{
    const fw_goal *goal = &asked->ask.goal;
    const bool has_place = goal->kind == FW_GOAL_PLACE || goal->kind == FW_GOAL_POSE;
    return query_body_stands(asked, asked->ask.start, false) &&
           (!has_place || query_body_stands(asked, goal->pose, goal->kind == FW_GOAL_PLACE));
}

/// A path through the graph of clusters, which the unit drives along as the hybrid does. The hybrid itself serves
/// overlays that the graph cannot see, and what counts more than cost.
static fw_result choose_clusters_to_drive(const fw_map *map, query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (!asked->clusters || !clusters_see_overlay(asked) || ask->turn_charge != 0 ||
        ask->roads == FW_ROADS_WIDE)
        return choose_hybrid(map, asked, FW_HYBRID, why);
    asked->method = FW_HIERARCHY;
    asked->is_hybrid = true;
    return choose_motions(map, asked, FW_DIRECTIONAL, "method", why);
}

/// The graph of clusters. A* answers under an overlay that it cannot see, and while it is being built.
static fw_result choose_hierarchy(const fw_map *map, query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (asked->is_shaped && query_keeps_to_roads(asked))
        return refuse_pair(why, "method", "roads", "the hierarchy does not keep to roads");
    asked->clusters = map_table(map, asked->unit, &hierarchy_kind);
    const bool is_coming = !asked->clusters && map_has_announced(map, asked->unit, &hierarchy_kind);
    if (!asked->clusters && !is_coming)
        return refuse_without_table(asked, &hierarchy_kind, "method", why);
    if (!is_coming && ask->cluster && ask->cluster != asked->clusters->grid.side)
        return refuse_both(why, FW_NOT_PREPARED, "cluster", "unit.cluster",
                           "the unit was registered with clusters of another side");
    if (!is_coming && ask->dominance && ask->dominance != asked->clusters->dominance)
        return refuse_both(why, FW_NOT_PREPARED, "dominance", "unit.dominance",
                           "the unit was registered with the other dominance");
    asked->method = !is_coming && clusters_see_overlay(asked) ? FW_HIERARCHY : FW_ASTAR;
    const bool drives = asked->unit->def.turn_radius > 0 && !query_shapes_roads(asked);
    return drives ? choose_clusters_to_drive(map, asked, why) : FW_OK;
}

/// The fastest method for units that turn in arcs.
static fw_result choose_drive(const fw_map *map, query *asked)
{
    return asked->ask.allow_longer && suits_hierarchy(map, asked) &&
                   choose_hierarchy(map, asked, NULL) == FW_OK
               ? FW_OK
               : choose_hybrid(map, asked, FW_HYBRID, NULL);
}

/// A drive for units that turn in arcs, where one can serve and nothing is asked of a path on the grid.
static fw_result choose_auto(const fw_map *map, query *asked)
{
    const bool drives = asked->unit->def.turn_radius > 0 && asked->ask.turns == FW_TURNS_NONE &&
                        !query_shapes_roads(asked) &&
                        (!corners_are_cut(asked->unit->def.corners) || body_stands_at_ends(asked));
    return drives && choose_drive(map, asked) == FW_OK ? FW_OK : choose_grid(map, asked);
}

/// Directional search by the best motions that are prepared; if there are none, tells what FW_DIRECTIONAL lacks.
static fw_result choose_directional(const fw_map *map, query *asked, fw_refusal *why)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_80, FW_DIRECTIONAL_48,
                                         FW_DIRECTIONAL_24, FW_DIRECTIONAL_8 };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        asked->method = methods[i];
        if (choose_motions(map, asked, methods[i], "method", NULL) == FW_OK)
            return FW_OK;
    }
    return choose_motions(map, asked, FW_DIRECTIONAL, "method", why);
}

static fw_result choose_jump_points(const fw_map *map, query *asked, fw_refusal *why)
{
    if (!suits_jump_points(asked, why))
        return FW_METHOD_DOES_NOT_FIT;
    asked->method = FW_JUMP_POINTS;
    asked->jumps = map_table(map, asked->unit, &jump_tables_kind);
    return asked->jumps ? FW_OK : refuse_without_table(asked, &jump_tables_kind, "method", why);
}

static fw_result choose_astar(query *asked, fw_refusal *why)
{
    asked->method = FW_ASTAR;
    return asked->unit->layer ? FW_OK
                              : refuse_both(why, FW_NOT_PREPARED, "method", "unit.methods",
                                            "the unit has no layer: fw_map_prepare() builds it");
}

/// A walk that is planned in legs leads to one place, which is known before the search.
static fw_result choose_walk(const fw_map *map, query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    fw_result chosen = choose_astar(asked, why);
    asked->method = ask->method;
    if (chosen == FW_OK && ask->method == FW_AREAS)
        chosen = walk_judge_areas(map, asked, why);
    if (chosen != FW_OK)
        return chosen;
    if (!has_one_goal(asked))
        return refuse_pair(why, "method", "goal", "a walk in legs needs a single place or pose as the goal");
    if (asked->is_shaped && query_keeps_to_roads(asked))
        return refuse_pair(why, "method", "roads", "a walk in legs does not keep to roads");
    if (ask->nearest && !overlay_is_empty(ask->overlay))
        return refuse_pair(why, "nearest", "overlay",
                           "a walk in legs needs the map without overlays for this");
    return FW_OK;
}

/// The method that serves the request, or why none does.
static fw_result choose_method(const fw_map *map, query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (ask->headings && ask->headings != asked->unit->def.headings)
        return refuse_both(why, FW_NOT_PREPARED, "headings", "unit.headings",
                           "the unit was registered with another number of headings");
    if (ask->method == FW_AUTO && (ask->roads == FW_ROADS_WIDE || ask->fastest))
        return choose_directional(map, asked, why);
    switch (ask->method) {
    case FW_AUTO:
        return choose_auto(map, asked);
    case FW_GRID:
        return choose_grid(map, asked);
    case FW_JUMP_POINTS:
        return choose_jump_points(map, asked, why);
    case FW_ASTAR:
        return choose_astar(asked, why);
    case FW_ON_DEMAND:
        asked->method = FW_ON_DEMAND;
        return FW_OK;
    case FW_HIERARCHY:
        return choose_hierarchy(map, asked, why);
    case FW_MIDPOINT:
    case FW_AREAS:
    case FW_COMPASS:
    case FW_SIGHT:
        return choose_walk(map, asked, why);
    case FW_DIRECTIONAL:
    case FW_DIRECTIONAL_8:
    case FW_DIRECTIONAL_24:
    case FW_DIRECTIONAL_48:
    case FW_DIRECTIONAL_80:
        asked->method = ask->method;
        return choose_motions(map, asked, ask->method, "method", why);
    case FW_HYBRID:
    case FW_HYBRID_STRICT:
        return choose_hybrid(map, asked, ask->method, why);
    default:
        return refuse(why, FW_NOT_SUPPORTED, "method", "the method is not part of this build");
    }
}

/// Judges whether the unit's turns can be made legal. Paths of directional methods are legal already.
static fw_result choose_turns(query *asked, fw_refusal *why)
{
    if (asked->motions)
        asked->ask.turns = FW_TURNS_NONE;
    return asked->ask.turns == FW_TURNS_NONE ? FW_OK : turns_judge(asked->unit, asked->ask.turns, why);
}

/// Judges the options for roads. Those that shape grid paths replace turns; lanes need a single goal; wide turns need a
/// directional method.
static fw_result choose_roads(const query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    const char *option = ask->keep_right ? "keep_right" : "roads";
    if (query_shapes_roads(asked) && asked->motions)
        return ask->keep_right && ask->roads == FW_ROADS_WIDE
                   ? refuse_pair(why, "keep_right", "roads", "wide turns use the whole road")
                   : refuse_pair(why, option, "method", "this needs a grid method");
    if (query_shapes_roads(asked) && ask->turns != FW_TURNS_NONE)
        return refuse_pair(why, "turns", option, "a path along roads has turns of its own");
    if (query_keeps_to_roads(asked) && ask->goal.kind == FW_GOAL_SET)
        return refuse_pair(why, "roads", "goal", "lanes and cones need a single goal");
    if (ask->roads == FW_ROADS_WIDE && !asked->motions)
        return refuse_pair(why, "roads", "method", "wide turns need a directional method");
    return FW_OK;
}

/// Judges the option for the least time. Only directional search knows speeds, and costs in tiles have no meaning
/// there.
static fw_result choose_speeds(const query *asked, fw_refusal *why)
{
    const fw_request *ask = &asked->ask;
    if (!ask->fastest)
        return FW_OK;
    if (!asked->motions || asked->is_hybrid)
        return refuse_pair(why, "fastest", "method", "a path of least time needs a directional method");
    if (ask->nearest)
        return refuse_pair(why, "fastest", "nearest",
                           "a path of least time needs a goal that can be reached");
    if (ask->turn_charge != 0)
        return refuse_pair(why, "fastest", "turn_charge",
                           "a charge in tiles has no meaning if time is minimised");
    if (ask->max_distance != 0)
        return refuse_pair(why, "fastest", "max_distance",
                           "a cost in tiles has no meaning if time is minimised");
    return FW_OK;
}

/// Directional search along the path that a grid method finds.
static fw_result choose_pre_smoothing(const fw_map *map, query *asked, fw_refusal *why)
{
    if (asked->ask.pre_smooth == FW_PRE_SMOOTH_NONE || asked->is_hybrid)
        return FW_OK;
    if (asked->motions)
        return refuse_pair(why, "pre_smooth", "method", "this needs a grid method");
    if (!has_one_goal(asked))
        return refuse_pair(why, "pre_smooth", "goal", "this needs a single place or pose as the goal");
    if (asked->ask.nearest)
        return refuse_pair(why, "pre_smooth", "nearest", "this needs a goal that can be reached");
    if (query_shapes_roads(asked))
        return refuse_pair(why, "pre_smooth", asked->ask.keep_right ? "keep_right" : "roads",
                           "a path along roads cannot be pre-smoothed");
    if (!is_flat(asked, "pre_smooth", why))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_method method = asked->ask.pre_smooth == FW_PRE_SMOOTH_48 ? FW_HYBRID : FW_HYBRID_STRICT;
    const fw_result chosen = choose_motions(map, asked, method, "pre_smooth", why);
    asked->is_hybrid = chosen == FW_OK;
    return chosen;
}

/// Chooses the smoothing. If the unit lacks what the smoothing needs, FW_SMOOTH_AUTO leaves the path as it is.
static fw_result choose_smoothing(query *asked, fw_refusal *why)
{
    const fw_smoothing wish = asked->ask.smoothing;
    const bool is_strict = wish == FW_SMOOTH_AUTO && asked->method == FW_HYBRID_STRICT;
    const fw_smoothing meant = is_strict ? FW_SMOOTH_SIMPLE : smooth_kind_for(asked->unit, wish);
    const bool is_possible = smooth_is_prepared(asked->unit, meant);
    asked->ask.smoothing = is_possible ? meant : FW_SMOOTH_NONE;
    return is_possible || wish == FW_SMOOTH_AUTO
               ? FW_OK
               : refuse_both(why, FW_NOT_PREPARED, "smoothing", "unit.methods",
                             "the unit has no layer: fw_map_prepare() builds it");
}

/// Judges whether the path can be shaped as the request asks.
static fw_result choose_shape(const fw_map *map, query *asked, fw_refusal *why)
{
    fw_result chosen = choose_turns(asked, why);
    if (chosen == FW_OK)
        chosen = choose_roads(asked, why);
    if (chosen == FW_OK)
        chosen = choose_pre_smoothing(map, asked, why);
    if (chosen == FW_OK)
        chosen = choose_speeds(asked, why);
    return chosen == FW_OK ? choose_smoothing(asked, why) : chosen;
}

/// Refuses options that have no effect on the method that the request names. If the request leaves the method open,
/// such options are ignored: which method answers depends on the map, and the result code must not.
static fw_result judge_scope(const query *asked, fw_refusal *why)
{
    const fw_method method = asked->ask.method;
    if (method == FW_AUTO || method == FW_GRID)
        return FW_OK;
    const uint32_t idle = options_idle_on_method(asked, method);
    if (idle)
        return refuse_pair(why, option_field(idle), "method", "this option has no effect on the method");
    const char *other = option_against_refinement(asked);
    return other ? refuse_pair(why, "refine", other,
                               "a path that is refined in pieces cannot keep to this option")
                 : FW_OK;
}

/// Copies the request, before a method is chosen.
static inline void take_over(const fw_map *map, const fw_request *request, query *asked)
{
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
    asked->clusters = NULL;
    asked->sight_count = JUMP_HIDDEN;
    asked->motions = NULL;
    asked->is_hybrid = asked->may_go_near = asked->goes_near = false;
}

/// Chooses the method, and the shape of its paths.
static fw_result choose(const fw_map *map, query *asked, fw_refusal *why)
{
    if (asked->unit->def.turn_radius <= 0)
        asked->ask.turns = FW_TURNS_NONE;
    if (option_against_refinement(asked))
        asked->ask.refine = 0;
    const fw_result chosen = choose_method(map, asked, why);
    return chosen == FW_OK && asked->is_shaped ? choose_shape(map, asked, why) : chosen;
}

fw_result query_choose(const fw_map *map, const fw_request *request, query *asked, fw_refusal *why)
{
    take_over(map, request, asked);
    const fw_result judged = judge_scope(asked, why);
    return judged == FW_OK ? choose(map, asked, why) : judged;
}

fw_result query_choose_by(const fw_map *map, const fw_request *request, fw_method method, query *asked)
{
    take_over(map, request, asked);
    asked->ask.method = method;
    return choose(map, asked, NULL);
}

int32_t fw_request_ignored(const fw_map *map, const fw_request *request, const char **fields,
                           int32_t capacity)
{
    query asked = { 0 };
    if (!map || !request || request_judge(map, request, &asked, NULL) != FW_OK ||
        query_choose(map, request, &asked, NULL) != FW_OK)
        return 0;
    asked.ask = *request;
    int32_t count = 0;
    for (uint32_t idle = options_idle_on_method(&asked, asked.method) | options_idle_on_request(&asked) |
                         options_idle_on_unit(&asked);
         idle; idle &= idle - 1, count++)
        if (fields && count < capacity)
            fields[count] = option_field(idle);
    return count;
}
