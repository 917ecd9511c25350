#include "fairway/unit.h"

#include <math.h>
#include <string.h>

#include "base/cookie.h"
#include "fairway/pose.h"
#include "map/inside.h"

enum { MAX_SIZE = 64 };

static const char *const method_names[FW_METHOD_COUNT] = {
    [FW_AUTO] = "auto",
    [FW_GRID] = "grid",
    [FW_ASTAR] = "astar",
    [FW_JUMP_POINTS] = "jump-points",
    [FW_ON_DEMAND] = "on-demand",
    [FW_HIERARCHY] = "hierarchy",
    [FW_MIDPOINT] = "midpoint",
    [FW_AREAS] = "areas",
    [FW_DIRECTIONAL] = "directional",
    [FW_DIRECTIONAL_8] = "directional-8",
    [FW_DIRECTIONAL_24] = "directional-24",
    [FW_DIRECTIONAL_48] = "directional-48",
    [FW_DIRECTIONAL_80] = "directional-80",
    [FW_HYBRID] = "hybrid",
    [FW_HYBRID_STRICT] = "hybrid-strict",
};

const char *fw_method_name(fw_method method)
{
    return (unsigned)method < FW_METHOD_COUNT ? method_names[method] : "unknown";
}

fw_result fw_method_from_name(const char *name, fw_method *method)
{
    if (!name || !method)
        return FW_NULL_ARGUMENT;
    for (int i = 0; i < FW_METHOD_COUNT; i++)
        if (strcmp(name, method_names[i]) == 0) {
            *method = (fw_method)i;
            return FW_OK;
        }
    return FW_BAD_VALUE;
}

fw_footprint fw_circle(double radius)
{
    return (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = radius };
}

fw_footprint fw_rectangle(double length, double width)
{
    return (fw_footprint){ .kind = FW_FOOTPRINT_RECTANGLE, .length = length, .width = width };
}

fw_unit_def fw_default_unit_def(void)
{
    fw_unit_def def = { .reverse_penalty = 1.0, .headings = 8, .cookie = COOKIE_OF(fw_unit_def) };
    def.terrain_cost[FW_GROUND] = 1.0f;
    def.terrain_cost[FW_SWAMP] = 1.0f;
    return def;
}

/// Is `value` within lowest .. highest? Tells NaN and infinities from the rest.
static fw_result check_range(double value, double lowest, double highest)
{
    if (!isfinite(value))
        return FW_NOT_FINITE;
    return value >= lowest && value <= highest ? FW_OK : FW_BAD_VALUE;
}

static fw_result check_extent(double extent, double highest)
{
    if (!isfinite(extent))
        return FW_NOT_FINITE;
    return extent > 0 && extent <= highest ? FW_OK : FW_BAD_SIZE;
}

static fw_result check_footprint(const fw_footprint *footprint)
{
    switch (footprint->kind) {
    case FW_FOOTPRINT_BY_SIZE:
        return FW_OK;
    case FW_FOOTPRINT_CIRCLE:
        return check_extent(footprint->radius, 64);
    case FW_FOOTPRINT_RECTANGLE: {
        const fw_result length = check_extent(footprint->length, 128);
        return length ? length : check_extent(footprint->width, 128);
    }
    default:
        return FW_BAD_VALUE;
    }
}

static fw_result check_terrain_costs(const float *costs)
{
    bool enters_any = false;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++) {
        const double cost = (double)costs[terrain];
        const fw_result range = check_range(cost, 0, 255);
        if (range)
            return range;
        if (cost > 0 && cost < 1.0 / 16)
            return FW_BAD_VALUE;
        enters_any = enters_any || (terrain != FW_BLOCKED && cost > 0);
    }
    return enters_any ? FW_OK : FW_BAD_VALUE;
}

static fw_result check_driving(const fw_unit_def *def)
{
    if ((unsigned)def->corners > FW_CORNERS_ORTHOGONAL || def->methods >> FW_METHOD_COUNT ||
        (def->headings != 8 && def->headings != 16))
        return FW_BAD_VALUE;
    fw_result result = check_range(def->turn_radius, 0, 1024);
    if (!result)
        result = check_range(def->reverse_penalty, 1, 255);
    return result ? result : check_range(def->gear_change_cost, 0, 1024);
}

/// Widest extent of the body that the grid must leave free, see fw_unit_def::size.
static double breadth(const fw_unit_def *def)
{
    const fw_footprint *body = &def->footprint;
    if (body->kind == FW_FOOTPRINT_CIRCLE)
        return 2 * body->radius;
    return def->turn_radius > 0 ? body->width : sqrt(body->length * body->length + body->width * body->width);
}

static void complete_size(fw_unit_def *def)
{
    if (def->footprint.kind == FW_FOOTPRINT_BY_SIZE) {
        def->size = def->size ? def->size : 1;
        def->footprint = fw_circle(def->size / 2.0);
    } else if (!def->size) {
        const int32_t tiles = (int32_t)ceil(breadth(def) - FW_TOUCH);
        def->size = tiles < 1 ? 1 : tiles;
    }
}

fw_result unit_complete(fw_unit_def *def)
{
    if (def->cookie != COOKIE_OF(fw_unit_def))
        return FW_BAD_DEF;
    if (def->size < 0 || def->size > MAX_SIZE)
        return FW_BAD_SIZE;
    fw_result result = check_footprint(&def->footprint);
    if (!result)
        result = check_terrain_costs(def->terrain_cost);
    if (!result)
        result = check_driving(def);
    if (result)
        return result;
    fw_unit_def complete = *def;
    complete_size(&complete);
    if (complete.size > MAX_SIZE)
        return FW_BAD_SIZE;
    *def = complete;
    return FW_OK;
}
