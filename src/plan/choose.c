#include "plan/choose.h"

#include "base/compiler.h"
#include "base/trig.h"
#include "directional/motions/motion_kinds.h"
#include "directional/wide/wide_search.h"
#include "grid/jump_kind.h"
#include "grid/overlay_boxes.h"
#include "plan/goal_area.h"
#include "plan/option_scope.h"
#include "plan/pivot_stage.h"
#include "plan/planner.h"
#include "plan/request.h"
#include "plan/walk.h"
#include "shape/speed/speed_limits.h"

/// Largest radius of a goal of directional search, in tiles. Each lattice point within is a goal of its own.
#define MOST_RADIUS 64.0

enum {
    SMALL_MAP =
        128,        ///< A* takes no longer than the hierarchy on maps with at most so many tiles along a side
    MOST_OF_MAP = 8 ///< jump points take no longer than A* if the overlay changes at most one part in so many
};

static fw_result refuse_pair(fw_refusal *why, const char *field, const char *other, const char *reason)
{
    return refuse_both(why, FW_METHOD_DOES_NOT_FIT, field, other, reason);
}

/// Refuses a request because the unit lacks the table that an option needs.
static fw_result refuse_without_table(const query *query, const derived_kind *kind, const char *option,
                                      fw_refusal *why)
{
    if (!kind->fits(&query->unit->def, why))
        return refuse_with(why, FW_METHOD_DOES_NOT_FIT, option);
    return refuse_both(why, FW_NOT_PREPARED, option, "unit.methods",
                       "the unit's tables for this are missing: prepare the map for them");
}

/// True if jump points can answer the request: one goal, and costs of lengths only. Only units for which jump points
/// work have their tables.
static bool suits_jump_points(const query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (!goal_is_single(&query->request.goal))
        refuse_pair(why, "method", "goal", "jump points need a single place or pose as the goal");
    else if (query->scope == SCOPE_SHAPED && query_keeps_to_roads(query))
        refuse_pair(why, "method", "roads", "jump points do not keep to roads");
    else if (counts_bends(request))
        refuse_pair(why, "method", bends_field(request), "jump points do not count bends");
    else if (request->overlay &&
             (overlay_has_corridor(request->overlay) || overlay_has_costs(request->overlay)))
        refuse_pair(why, "method", "overlay", "jump points see overlays that only block and forbid");
    else
        return true;
    return false;
}

/// The tables of jump points, or null if A* answers the request sooner: tiles that an overlay changes are searched one
/// by one.
static const jump_tables *helpful_jump_tables(const map_version *map, const query *query)
{
    if (!suits_jump_points(query, NULL))
        return NULL;
    if (!overlay_is_empty(query->request.overlay)) {
        const overlay_boxes boxes = overlay_boxes_of(query->request.overlay, query->unit->def.size);
        if (overlay_boxes_area(&boxes) > (int64_t)map_width(map) * map_height(map) / MOST_OF_MAP)
            return NULL;
    }
    return map_table(map, query->unit, &jump_tables_kind);
}

/// Refuses what only motions do if the body is too long for motions, so that the wide search alone serves the unit.
///
/// @param option  field of the request that needs motions
static fw_result judge_long_body(const query *query, const char *option, fw_refusal *why)
{
    const fw_request *request = &query->request;
    const char *other = request->fastest                            ? "fastest"
                        : request->pre_smooth != FW_PRE_SMOOTH_NONE ? "pre_smooth"
                                                                    : NULL;
    return query->motions->set_count > 0 || !other
               ? FW_OK
               : refuse_pair(why, other, option == other ? "unit.footprint" : option,
                             "the body is too long for this");
}

/// Finds the motions of a method, or refuses the request if directional search cannot serve it.
///
/// @param option  field of the request that needs motions
static fw_result choose_motions(const map_version *map, query *query, fw_method method, const char *option,
                                fw_refusal *why)
{
    const fw_goal *goal = &query->request.goal;
    if (goal->kind == FW_GOAL_RADIUS && goal->radius > MOST_RADIUS)
        return refuse_pair(why, option, "goal.radius",
                           "directional search allows a radius of at most 64 tiles");
    const derived_kind *kind = motion_kind_of(method);
    query->motions = map_table(map, query->unit, kind);
    if (!query->motions)
        return refuse_without_table(query, kind, option, why);
    const fw_result judged = judge_long_body(query, option, why);
    query->motions = judged == FW_OK ? query->motions : NULL;
    return judged;
}

/// True if all tiles cost the same and turns cost nothing. The search along a path on the grid counts lengths only.
static bool is_flat(const query *query, const char *option, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (!query->unit->uniform)
        refuse_pair(why, option, "unit.terrain_cost", "this needs terrains that all cost the same");
    else if (overlay_has_costs(request->overlay))
        refuse_pair(why, option, "overlay", "this needs an overlay without costs");
    else if (request->turn_charge != 0)
        refuse_pair(why, option, "turn_charge", "this cannot charge for turns");
    else if (request->roads == FW_ROADS_WIDE)
        refuse_pair(why, option, "roads", "this does not use roads");
    else
        return true;
    return false;
}

/// Finds the motions of the repair of Pinter 2001. They are prepared together with the motions along the path.
static fw_result choose_repairs(const map_version *map, query *query, fw_refusal *why)
{
    const derived_kind *kind = motion_kind_of(FW_DIRECTIONAL_8);
    query->repairs = map_table(map, query->unit, kind);
    return query->repairs ? FW_OK : refuse_without_table(query, kind, "method", why);
}

/// Chooses a path on the grid that is made drivable. If costs are more than lengths, chooses directional search from
/// the start instead, but not for FW_HYBRID_STRICT.
static fw_result choose_hybrid(const map_version *map, query *query, fw_method method, fw_refusal *why)
{
    if (method == FW_HYBRID_STRICT && !is_flat(query, "method", why))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_result chosen = choose_motions(map, query, method, "method", why);
    if (chosen != FW_OK)
        return chosen;
    const bool is_wide = method == FW_HYBRID && query->request.pre_smooth == FW_PRE_SMOOTH_NONE &&
                         wide_search_suits(&query->unit->def);
    const bool turns_mostly = query->request.method == FW_AUTO && query_goal_is_near(query);
    const bool is_hybrid = !is_wide && !turns_mostly && is_flat(query, "method", NULL);
    query->hybrid = is_hybrid ? HYBRID_SERVES : HYBRID_UNUSED;
    query->method = is_hybrid ? method : FW_DIRECTIONAL;
    if (method == FW_HYBRID_STRICT)
        return choose_repairs(map, query, why);
    query->jumps = helpful_jump_tables(map, query);
    return FW_OK;
}

/// True if the graph of clusters may answer the request, and does so sooner than A*. A* is as fast within a corridor.
static bool suits_hierarchy(const map_version *map, const query *query)
{
    const fw_request *request = &query->request;
    const bool is_large = map_width(map) > SMALL_MAP || map_height(map) > SMALL_MAP;
    return request->allow_longer && is_large && !query->unit->uniform && !counts_bends(request) &&
           hierarchy_sees(&query->unit->def, request->overlay) && !overlay_has_corridor(request->overlay) &&
           !(query->scope == SCOPE_SHAPED && query_keeps_to_roads(query));
}

/// The fastest method.
static fw_result choose_grid(const map_version *map, query *query)
{
    if (suits_hierarchy(map, query) && (query->clusters = unit_graph_of(map, query->unit)).table) {
        query->method = FW_HIERARCHY;
        return FW_OK;
    }
    query->jumps = helpful_jump_tables(map, query);
    query->method = query->jumps ? FW_JUMP_POINTS : query->unit->layer ? FW_ASTAR : FW_ON_DEMAND;
    return FW_OK;
}

/// True if the body touches nothing at start and goal. A unit that cuts corners may stand where its body touches
/// something; such a unit gets a path on the grid.
static bool body_stands_at_ends(const query *query)
{
    const fw_goal *goal = &query->request.goal;
    const bool tolerates_others = !goal_has_heading(goal) || goal->heading_tolerance > 0;
    return query_body_stands(query, query->request.start, false) &&
           (!goal_is_single(&query->request.goal) || query_body_stands(query, goal->pose, tolerates_others));
}

/// Chooses a path through the graph of clusters, which the hybrid makes drivable. The hybrid on tiles serves overlays
/// that the graph cannot take into account, and charges that only motions have.
static fw_result choose_clusters_to_drive(const map_version *map, query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (!query->clusters.table || !hierarchy_sees(&query->unit->def, request->overlay) ||
        request->turn_charge != 0 || request->roads == FW_ROADS_WIDE || wide_search_suits(&query->unit->def))
        return choose_hybrid(map, query, FW_HYBRID, why);
    query->method = FW_HIERARCHY;
    const fw_result chosen = choose_motions(map, query, FW_DIRECTIONAL, "method", why);
    query->hybrid = chosen == FW_OK ? HYBRID_SERVES : HYBRID_UNUSED;
    return chosen;
}

/// Chooses the graph of clusters; A* under an overlay that the graph cannot take into account, and while it is being
/// built.
static fw_result choose_hierarchy(const map_version *map, query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (query->scope == SCOPE_SHAPED && query_keeps_to_roads(query))
        return refuse_pair(why, "method", "roads", "the hierarchy does not keep to roads");
    const derived_kind *kind = hierarchy_kind_of(&query->unit->def);
    query->clusters = unit_graph_of(map, query->unit);
    if (!query->clusters.table && !map_has_announced(map, query->unit, kind))
        return refuse_without_table(query, kind, "method", why);
    const hierarchy *table = query->clusters.table;
    if (table && request->cluster && request->cluster != table->grid.side)
        return refuse_both(why, FW_NOT_PREPARED, "cluster", "unit.cluster",
                           "the unit was registered with clusters of another side");
    if (table && request->dominance && request->dominance != table->dominance)
        return refuse_both(why, FW_NOT_PREPARED, "dominance", "unit.dominance",
                           "the unit was registered with the other dominance");
    if (table && request->placement && request->placement != hierarchy_placement(&query->unit->def))
        return refuse_both(why, FW_NOT_PREPARED, "placement", "unit.placement",
                           "the unit was registered with the other placement");
    query->method = table && hierarchy_sees(&query->unit->def, request->overlay) ? FW_HIERARCHY : FW_ASTAR;
    const bool drives = query->unit->def.turn_radius > 0 && !query_shapes_roads(query);
    return drives ? choose_clusters_to_drive(map, query, why) : FW_OK;
}

/// Chooses a path that a unit with a turning radius can drive, if possible and if no option needs a path on the grid.
static fw_result choose_auto(const map_version *map, query *query)
{
    const bool drives = query->unit->def.turn_radius > 0 && query->request.turns == FW_TURNS_NONE &&
                        !query_shapes_roads(query) &&
                        (!corners_are_cut(query->unit->def.corners) || body_stands_at_ends(query));
    if (drives && suits_hierarchy(map, query) && choose_hierarchy(map, query, NULL) == FW_OK)
        return FW_OK;
    return drives && choose_hybrid(map, query, FW_HYBRID, NULL) == FW_OK ? FW_OK : choose_grid(map, query);
}

/// Chooses directional search by the best prepared motions; if there are none, says what FW_DIRECTIONAL lacks.
static fw_result choose_directional(const map_version *map, query *query, fw_refusal *why)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_80, FW_DIRECTIONAL_48,
                                         FW_DIRECTIONAL_24, FW_DIRECTIONAL_8 };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        query->method = methods[i];
        if (choose_motions(map, query, methods[i], "method", NULL) == FW_OK)
            return FW_OK;
    }
    return choose_motions(map, query, FW_DIRECTIONAL, "method", why);
}

static fw_result choose_jump_points(const map_version *map, query *query, fw_refusal *why)
{
    if (!suits_jump_points(query, why))
        return FW_METHOD_DOES_NOT_FIT;
    query->method = FW_JUMP_POINTS;
    query->jumps = map_table(map, query->unit, &jump_tables_kind);
    return query->jumps ? FW_OK : refuse_without_table(query, &jump_tables_kind, "method", why);
}

static fw_result choose_astar(query *query, fw_refusal *why)
{
    query->method = FW_ASTAR;
    return query->unit->layer
               ? FW_OK
               : refuse_both(why, FW_NOT_PREPARED, "method", "unit.methods",
                             "the unit has no layer: prepare the map for a method that needs one");
}

/// A walk that is planned in legs leads to one place, which is known before the search.
static fw_result choose_walk(const map_version *map, query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    fw_result chosen = choose_astar(query, why);
    query->method = request->method;
    if (chosen == FW_OK && request->method == FW_AREAS)
        chosen = walk_judge_areas(map, query, why);
    if (chosen != FW_OK)
        return chosen;
    if (!goal_is_single(&query->request.goal))
        return refuse_pair(why, "method", "goal", "a walk in legs needs a single place or pose as the goal");
    if (query->scope == SCOPE_SHAPED && query_keeps_to_roads(query))
        return refuse_pair(why, "method", "roads", "a walk in legs does not keep to roads");
    return FW_OK;
}

/// Chooses the method that serves the request, or refuses the request.
static fw_result choose_method(const map_version *map, query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (request->headings && request->headings != query->unit->def.headings)
        return refuse_both(why, FW_NOT_PREPARED, "headings", "unit.headings",
                           "the unit was registered with another number of headings");
    if (request->method == FW_AUTO && (request->roads == FW_ROADS_WIDE || request->fastest))
        return choose_directional(map, query, why);
    switch (request->method) {
    case FW_AUTO:
        return choose_auto(map, query);
    case FW_GRID:
        return choose_grid(map, query);
    case FW_JUMP_POINTS:
        return choose_jump_points(map, query, why);
    case FW_ASTAR:
        return choose_astar(query, why);
    case FW_ON_DEMAND:
        query->method = FW_ON_DEMAND;
        return FW_OK;
    case FW_HIERARCHY:
        return choose_hierarchy(map, query, why);
    case FW_MIDPOINT:
    case FW_AREAS:
    case FW_COMPASS:
    case FW_SIGHT:
        return choose_walk(map, query, why);
    case FW_DIRECTIONAL:
    case FW_DIRECTIONAL_8:
    case FW_DIRECTIONAL_24:
    case FW_DIRECTIONAL_48:
    case FW_DIRECTIONAL_80:
        query->method = request->method;
        return choose_motions(map, query, request->method, "method", why);
    case FW_HYBRID:
    case FW_HYBRID_STRICT:
        return choose_hybrid(map, query, request->method, why);
    case FW_PIVOT:
        return pivot_request_choose(query, why);
    default:
        return refuse(why, FW_NOT_SUPPORTED, "method", "the method is not part of this build");
    }
}

/// Judges whether the unit's turns can be made legal. Paths of directional methods are legal already.
static fw_result choose_turns(query *query, fw_refusal *why)
{
    if (query->motions)
        query->request.turns = FW_TURNS_NONE;
    return query->request.turns == FW_TURNS_NONE ? FW_OK
                                                 : turns_judge(query->unit, query->request.turns, why);
}

/// Judges the options for roads. Options that shape grid paths replace turns; lanes need a single goal; wide turns need
/// a directional method.
static fw_result choose_roads(const query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    const char *option = request->keep_right ? "keep_right" : "roads";
    if (query_shapes_roads(query) && query->motions)
        return request->keep_right && request->roads == FW_ROADS_WIDE
                   ? refuse_pair(why, "keep_right", "roads", "wide turns use the whole road")
                   : refuse_pair(why, option, "method", "this needs a grid method");
    if (query_shapes_roads(query) && request->turns != FW_TURNS_NONE)
        return refuse_pair(why, "turns", option, "a path along roads has turns of its own");
    if (query_keeps_to_roads(query) && request->goal.kind == FW_GOAL_SET)
        return refuse_pair(why, "roads", "goal", "lanes and cones need a single goal");
    if (request->roads == FW_ROADS_WIDE && !query->motions)
        return refuse_pair(why, "roads", "method", "wide turns need a directional method");
    return FW_OK;
}

/// Judges the option for the least time. Only directional search knows speeds, and costs in tiles have no meaning
/// there.
static fw_result choose_speeds(const query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    if (!request->fastest)
        return FW_OK;
    if (!query->motions || query->hybrid != HYBRID_UNUSED)
        return refuse_pair(why, "fastest", "method", "a path of least time needs a directional method");
    if (request->nearest)
        return refuse_pair(why, "fastest", "nearest",
                           "a path of least time needs a goal that can be reached");
    if (request->turn_charge != 0)
        return refuse_pair(why, "fastest", "turn_charge",
                           "a charge in tiles has no meaning if time is minimised");
    if (request->max_distance != 0)
        return refuse_pair(why, "fastest", "max_distance",
                           "a cost in tiles has no meaning if time is minimised");
    return FW_OK;
}

/// Directional search along the path that a grid method finds.
static fw_result choose_pre_smoothing(const map_version *map, query *query, fw_refusal *why)
{
    if (query->request.pre_smooth == FW_PRE_SMOOTH_NONE || query->hybrid != HYBRID_UNUSED)
        return FW_OK;
    if (query->motions)
        return refuse_pair(why, "pre_smooth", "method", "this needs a grid method");
    if (!goal_is_single(&query->request.goal))
        return refuse_pair(why, "pre_smooth", "goal", "this needs a single place or pose as the goal");
    if (query->request.nearest)
        return refuse_pair(why, "pre_smooth", "nearest", "this needs a goal that can be reached");
    if (query_shapes_roads(query))
        return refuse_pair(why, "pre_smooth", query->request.keep_right ? "keep_right" : "roads",
                           "a path along roads cannot be pre-smoothed");
    if (!is_flat(query, "pre_smooth", why))
        return FW_METHOD_DOES_NOT_FIT;
    const fw_method method = query->request.pre_smooth == FW_PRE_SMOOTH_48 ? FW_HYBRID : FW_HYBRID_STRICT;
    query->hybrid = HYBRID_SERVES;
    return choose_motions(map, query, method, "pre_smooth", why);
}

/// Chooses the smoothing. If the unit lacks what the smoothing needs, FW_SMOOTH_AUTO leaves the path as it is. So does
/// any kind a path of FW_PIVOT, which was made straight already.
static fw_result choose_smoothing(query *query, fw_refusal *why)
{
    const fw_smoothing requested = query->method == FW_PIVOT ? FW_SMOOTH_NONE : query->request.smoothing;
    const bool is_strict = requested == FW_SMOOTH_AUTO && query->method == FW_HYBRID_STRICT;
    const fw_smoothing meant = is_strict ? FW_SMOOTH_SIMPLE : smooth_kind_for(query->unit, requested);
    const bool is_possible = smooth_is_prepared(query->unit, meant);
    query->request.smoothing = is_possible ? meant : FW_SMOOTH_NONE;
    return is_possible || requested == FW_SMOOTH_AUTO
               ? FW_OK
               : refuse_both(why, FW_NOT_PREPARED, "smoothing", "unit.methods",
                             "the unit has no layer: prepare the map for a method that needs one");
}

/// Judges whether the path can be shaped as the request asks.
static fw_result choose_shape(const map_version *map, query *query, fw_refusal *why)
{
    fw_result chosen = choose_turns(query, why);
    if (chosen == FW_OK)
        chosen = choose_roads(query, why);
    if (chosen == FW_OK)
        chosen = choose_pre_smoothing(map, query, why);
    if (chosen == FW_OK)
        chosen = choose_speeds(query, why);
    return chosen == FW_OK ? choose_smoothing(query, why) : chosen;
}

/// Copies the request, before a method is chosen; its headings are reduced to (-pi, pi].
static ALWAYS_INLINE void take_over(const map_version *map, const fw_request *request, query *query)
{
    query->request = *request;
    query->request.start.heading = trig_wrap(request->start.heading);
    query->request.goal.pose.heading = trig_wrap(request->goal.pose.heading);
    if (request->fastest) {
        fw_speed_def room;
        query->speeds = *speed_def_whole(request->fastest, &room);
        query->request.fastest = &query->speeds;
    }
    query->map_version = map_version_number(map);
    query->reached = FW_OUTCOME_FOUND;
    query->start_shift = 0;
    query->end = NULL;
    query->jumps = NULL;
    query->clusters.table = NULL;
    query->sight.count = JUMP_HIDDEN;
    query->motions = NULL;
    query->nearest = NEAREST_NEVER;
    query->hybrid = HYBRID_UNUSED;
}

/// Chooses the method, and the shape of its paths.
static fw_result choose(const map_version *map, query *query, fw_refusal *why)
{
    if (query->unit->def.turn_radius <= 0)
        query->request.turns = FW_TURNS_NONE;
    if (option_against_refinement(query))
        query->request.refine = 0;
    const fw_result chosen = choose_method(map, query, why);
    return chosen == FW_OK && query->scope == SCOPE_SHAPED ? choose_shape(map, query, why) : chosen;
}

/// Looks whether jump points serve a request without options, as for most units that turn on the spot.
static inline bool jump_points_serve(const map_version *map, query *query)
{
    const fw_request *request = &query->request;
    if (query->unit->def.turn_radius > 0 || !goal_is_single(&request->goal) || request->fewer_bends ||
        request->overlay)
        return false;
    query->method = FW_JUMP_POINTS;
    query->jumps = map_table(map, query->unit, &jump_tables_kind);
    return query->jumps;
}

fw_result query_choose(const map_version *map, const fw_request *request, query *query, fw_refusal *why)
{
    fw_result judged =
        request_is_plain(map, request, query) ? FW_OK : request_judge(map, request, query, why);
    if (judged != FW_OK)
        return judged;
    take_over(map, request, query);
    if (query->scope == SCOPE_PLAIN)
        return jump_points_serve(map, query) ? FW_OK : choose_auto(map, query);
    judged = options_judge_scope(query, why);
    return judged == FW_OK ? choose(map, query, why) : judged;
}

fw_result query_choose_by(const map_version *map, const fw_request *request, fw_method method, query *query,
                          fw_refusal *why)
{
    const fw_result judged = request_judge(map, request, query, why);
    if (judged != FW_OK)
        return judged;
    take_over(map, request, query);
    query->request.method = method;
    return choose(map, query, why);
}
