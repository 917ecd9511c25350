#include "plan/option_scope.h"

#include "base/bits.h"
#include "base/refusal.h"
#include "pivot/pivot_search.h"

typedef enum option {
    OPTION_HEADINGS,
    OPTION_HEURISTIC,
    OPTION_TURN_CHARGE,
    OPTION_FEWER_BENDS,
    OPTION_BEND_COST,
    OPTION_CLUSTER,
    OPTION_DOMINANCE,
    OPTION_PLACEMENT,
    OPTION_SEGMENT,
    OPTION_ALLOW_LONGER,
    OPTION_AREAS,
    OPTION_METHODICAL,
    OPTION_REFINE,
    OPTION_PRE_SMOOTH,
    OPTION_TURNS,
    OPTION_REVERSE,
    OPTION_GEAR_CHANGE,
    OPTION_CURVATURE_RATE,
    OPTION_COUNT
} option;

enum {
    GRID = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ON_DEMAND),
    DIRECTIONAL = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_8) |
                  FW_METHOD_BIT(FW_DIRECTIONAL_24) | FW_METHOD_BIT(FW_DIRECTIONAL_48) |
                  FW_METHOD_BIT(FW_DIRECTIONAL_80),
    HYBRID = FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT),
    HIERARCHY = FW_METHOD_BIT(FW_HIERARCHY),
    PIVOT = FW_METHOD_BIT(FW_PIVOT)
};

/// An option and the methods on which it has an effect.
static const struct {
    const char *field;
    uint32_t methods;
} scopes[OPTION_COUNT] = {
    [OPTION_HEADINGS] = { "headings", DIRECTIONAL | HYBRID },
    [OPTION_HEURISTIC] = { "heuristic", DIRECTIONAL | HYBRID },
    [OPTION_TURN_CHARGE] = { "turn_charge", DIRECTIONAL | HYBRID },
    [OPTION_FEWER_BENDS] = { "fewer_bends", GRID | HYBRID },
    [OPTION_BEND_COST] = { "bend_cost", GRID | HYBRID },
    [OPTION_CLUSTER] = { "cluster", HIERARCHY },
    [OPTION_DOMINANCE] = { "dominance", HIERARCHY },
    [OPTION_PLACEMENT] = { "placement", HIERARCHY },
    [OPTION_SEGMENT] = { "segment", HIERARCHY },
    [OPTION_ALLOW_LONGER] = { "allow_longer", HIERARCHY },
    [OPTION_REFINE] = { "refine", FW_METHOD_BIT(FW_ASTAR) },
    [OPTION_AREAS] = { "areas", FW_METHOD_BIT(FW_AREAS) },
    [OPTION_METHODICAL] = { "methodical", METHODS_IN_LEGS },
    [OPTION_PRE_SMOOTH] = { "pre_smooth", GRID },
    [OPTION_TURNS] = { "turns", GRID },
    [OPTION_REVERSE] = { "unit.reverse", GRID | DIRECTIONAL | HYBRID | PIVOT },
    [OPTION_GEAR_CHANGE] = { "unit.gear_change_cost", GRID | DIRECTIONAL | HYBRID | PIVOT },
    [OPTION_CURVATURE_RATE] = { "unit.curvature_rate", GRID | DIRECTIONAL | HYBRID | HIERARCHY },
};

/// The options of a request whose values differ from the defaults.
static uint32_t given_options(const fw_request *request)
{
    return (uint32_t)(request->headings != 0) << OPTION_HEADINGS |
           (uint32_t)(request->heuristic != FW_HEURISTIC_AUTO) << OPTION_HEURISTIC |
           (uint32_t)(request->turn_charge > 0) << OPTION_TURN_CHARGE |
           (uint32_t)request->fewer_bends << OPTION_FEWER_BENDS |
           (uint32_t)(request->bend_cost > 0) << OPTION_BEND_COST |
           (uint32_t)(request->cluster != 0) << OPTION_CLUSTER |
           (uint32_t)(request->dominance != FW_DOMINANCE_DEFAULT) << OPTION_DOMINANCE |
           (uint32_t)(request->placement != FW_PLACEMENT_DEFAULT) << OPTION_PLACEMENT |
           (uint32_t)(request->segment != 0) << OPTION_SEGMENT |
           (uint32_t)request->allow_longer << OPTION_ALLOW_LONGER |
           (uint32_t)(request->areas != NULL) << OPTION_AREAS |
           (uint32_t)request->methodical << OPTION_METHODICAL |
           (uint32_t)(request->refine != 0) << OPTION_REFINE |
           (uint32_t)(request->pre_smooth != FW_PRE_SMOOTH_NONE) << OPTION_PRE_SMOOTH |
           (uint32_t)(request->turns != FW_TURNS_NONE) << OPTION_TURNS;
}

/// True if a path on the grid is smoothed into curves: then the charge for turns has an effect.
static bool draws_curves(const query *query)
{
    const fw_smoothing kind = query->request.smoothing;
    return query->unit->def.turn_radius > 0 &&
           (kind == FW_SMOOTH_AUTO || kind == FW_SMOOTH_CURVED || query_shapes_roads(query));
}

uint32_t options_idle_on_method(const query *query, fw_method method)
{
    const uint32_t options = given_options(&query->request);
    uint32_t idle = 0;
    for (uint32_t rest = options; rest; rest &= rest - 1) {
        const int option = bits_lowest(rest);
        if (!(scopes[option].methods & FW_METHOD_BIT(method)))
            idle |= UINT32_C(1) << option;
    }
    return draws_curves(query) ? idle & ~(UINT32_C(1) << OPTION_TURN_CHARGE) : idle;
}

const char *option_against_refinement(const query *query)
{
    const fw_request *request = &query->request;
    const bool is_turned = request->turns != FW_TURNS_NONE && query->unit->def.turn_radius > 0;
    return request->refine == 0                        ? NULL
           : request->max_distance > 0                 ? "max_distance"
           : request->weight > 1                       ? "weight"
           : request->fewer_bends                      ? "fewer_bends"
           : request->bend_cost > 0                    ? "bend_cost"
           : is_turned                                 ? "turns"
           : request->pre_smooth != FW_PRE_SMOOTH_NONE ? "pre_smooth"
           : query_shapes_roads(query)                 ? "roads"
                                                       : NULL;
}

uint32_t options_idle_on_request(const query *query)
{
    return (uint32_t)(option_against_refinement(query) != NULL) << OPTION_REFINE;
}

uint32_t options_idle_on_unit(const query *query)
{
    const fw_unit_def *unit = &query->unit->def;
    const bool drives = unit->turn_radius > 0;
    const bool may_pivot =
        query->method == FW_PIVOT || (query->request.method == FW_AUTO && pivot_fits(unit, NULL));
    const bool has_gears = drives || may_pivot;
    return (uint32_t)(query->request.turns != FW_TURNS_NONE && !drives) << OPTION_TURNS |
           (uint32_t)(query->request.segment != 0 && drives) << OPTION_SEGMENT |
           (uint32_t)(unit->reverse && !has_gears) << OPTION_REVERSE |
           (uint32_t)(unit->gear_change_cost > 0 && !(unit->reverse && has_gears)) << OPTION_GEAR_CHANGE |
           (uint32_t)(unit->curvature_rate > 0 && !drives) << OPTION_CURVATURE_RATE;
}

const char *option_field(uint32_t options)
{
    return scopes[bits_lowest(options)].field;
}

fw_result options_judge_scope(const query *query, fw_refusal *why)
{
    const fw_method method = query->request.method;
    if (method == FW_AUTO || method == FW_GRID)
        return FW_OK;
    const uint32_t idle = options_idle_on_method(query, method);
    if (idle)
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, option_field(idle), "method",
                           "this option has no effect on the method");
    const char *other = option_against_refinement(query);
    return other ? refuse_both(why, FW_METHOD_DOES_NOT_FIT, "refine", other,
                               "a path that is refined in pieces cannot keep to this option")
                 : FW_OK;
}
