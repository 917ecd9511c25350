#include "misfit.h"

#include "fairway/planner.h"

/// Of a goal of directional search, in tiles.
#define MOST_WITHIN 64.0

static bool is_directional(fw_method method)
{
    return method >= FW_DIRECTIONAL && method <= FW_DIRECTIONAL_80;
}

static bool is_hybrid(fw_method method)
{
    return method == FW_HYBRID || method == FW_HYBRID_STRICT;
}

const char *misfit_of_unit(fw_method method, const fw_unit_def *unit)
{
    if (method == FW_JUMP_POINTS)
        return "it needs terrains that all cost the same, and corners never or orthogonal";
    if (!is_directional(method) && !is_hybrid(method))
        return NULL;
    return unit->turn_radius > 0.0
               ? "its motions would be too long or too short for this turning radius or body"
               : "it needs a unit with a turning radius: --turn-radius R";
}

static const char *misfit_of_turns(const options *given, const fw_unit_def *unit)
{
    if (given->turns <= FW_TURNS_NONE)
        return NULL;
    if (given->turns == FW_TURNS_BACK_UP && !unit->reverse)
        return "--turns back-up needs a reverse gear: --reverse";
    if (unit->corners == FW_CORNERS_ONE || unit->corners == FW_CORNERS_ALWAYS)
        return "--turns needs corners never or orthogonal";
    if (given->keep_right)
        return "--turns and --keep-right do not go together";
    return given->roads > FW_ROADS_NONE ? "--turns and --roads do not go together" : NULL;
}

static const char *misfit_of_roads(const options *given, fw_method method)
{
    if (given->roads <= FW_ROADS_NONE && !given->keep_right)
        return NULL;
    if (given->roads == FW_ROADS_WIDE && given->keep_right)
        return "--roads wide searches for its turns itself, and does not --keep-right";
    if (given->roads == FW_ROADS_WIDE)
        return is_directional(method) ? NULL : "--roads wide needs a directional method";
    if (is_directional(method) || is_hybrid(method))
        return "--keep-right and --roads but for wide need a grid method";
    return given->pre_smooth == FW_PRE_SMOOTH_48 ? "--pre-smooth goes with neither --roads nor --keep-right"
                                                 : "--roads lanes and cones want one goal";
}

static const char *misfit_of_directional(const options *given, fw_method method)
{
    if ((is_directional(method) || is_hybrid(method)) && given->within > MOST_WITHIN)
        return "--within is for up to 64 tiles with directional and hybrid methods";
    return method == FW_HYBRID_STRICT
               ? "hybrid-strict needs terrains that cost the same, and no --turn-charge"
               : NULL;
}

const char *misfit_of_request(const options *given, fw_method method, const fw_unit_def *unit)
{
    if (given->fastest)
        return "--fastest needs a directional method, without --nearest, --turn-charge and --max-distance";
    const char *why = misfit_of_turns(given, unit);
    if (!why)
        why = misfit_of_roads(given, method);
    if (!why && given->pre_smooth == FW_PRE_SMOOTH_48)
        why = "--pre-smooth 48 needs a grid method, one goal, and terrains that cost the same";
    if (!why && method == FW_JUMP_POINTS)
        why = "jump-points serves one goal, without --window, --fewer-bends, --roads lanes and cones";
    return why ? why : misfit_of_directional(given, method);
}
