#include "fairway/unit.h"

#include <math.h>
#include <string.h>

#include "base/def.h"
#include "fairway/pose.h"
#include "map/unit_def.h"

/// The def of a unit: defaults, checks, and what follows from the rest (size); names of methods.

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
    [FW_COMPASS] = "compass",
    [FW_SIGHT] = "sight",
    [FW_DIRECTIONAL] = "directional",
    [FW_DIRECTIONAL_8] = "directional-8",
    [FW_DIRECTIONAL_24] = "directional-24",
    [FW_DIRECTIONAL_48] = "directional-48",
    [FW_DIRECTIONAL_80] = "directional-80",
    [FW_HYBRID] = "hybrid",
    [FW_HYBRID_STRICT] = "hybrid-strict",
    [FW_PIVOT] = "pivot",
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

static const fw_unit_def defaults = { .bytes = sizeof defaults,
                                      .cookie = UNIT_DEF_COOKIE,
                                      .terrain_cost = { [FW_GROUND] = 1.0F, [FW_SWAMP] = 1.0F },
                                      .reverse_penalty = 1.0,
                                      .headings = 8 };

fw_result fw_unit_def_init(fw_unit_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_unit_def fw_default_unit_def(void)
{
    return defaults;
}

/// True if `value` is within lowest .. highest; false if it is NaN or infinite.
static fw_result check_range(double value, double lowest, double highest, const char *field,
                             const char *reason, fw_refusal *why)
{
    const bool is_within = value >= lowest && value <= highest;
    return is_within ? FW_OK : refuse_number(why, value, FW_BAD_VALUE, field, reason);
}

static fw_result check_terrain_costs(const float *costs, fw_refusal *why)
{
    static const char *const reason = "the cost must be 0 or from 1/16 to 255";
    fw_result range = check_range((double)costs[FW_BLOCKED], 0, 0, "terrain_cost",
                                  "no unit can enter terrain 0: its cost must be 0", why);
    if (range)
        return refuse_item(why, range, FW_BLOCKED);
    bool enters_any = false;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const double cost = (double)costs[terrain];
        const double least = cost > 0 ? 1.0 / 16 : 0;
        range = check_range(cost, least, COST_MOST / COST_ONE, "terrain_cost", reason, why);
        if (range)
            return refuse_item(why, range, terrain);
        enters_any = enters_any || cost > 0;
    }
    return enters_any ? FW_OK
                      : refuse(why, FW_BAD_VALUE, "terrain_cost",
                               "the unit must be able to enter at least one terrain");
}

static fw_result check_driving(const fw_unit_def *def, fw_refusal *why)
{
    if ((unsigned)def->corners > FW_CORNERS_ORTHOGONAL)
        return refuse(why, FW_BAD_VALUE, "corners", "there is no such corner rule");
    if (def->methods >> FW_METHOD_COUNT)
        return refuse(why, FW_BAD_VALUE, "methods", "some of these bits stand for no method");
    if (def->headings != 8 && def->headings != 16)
        return refuse(why, FW_BAD_VALUE, "headings", "the number of headings must be 8 or 16");
    if (def->cluster != 0 && (def->cluster < 4 || def->cluster > 64))
        return refuse(why, FW_BAD_VALUE, "cluster", "the side of a cluster must be 0 or from 4 to 64 tiles");
    if ((unsigned)def->dominance > FW_DOMINANCE_WEAK)
        return refuse(why, FW_BAD_VALUE, "dominance", "there is no such dominance");
    if ((unsigned)def->placement > FW_PLACEMENT_CLEARANCE)
        return refuse(why, FW_BAD_VALUE, "placement", "there is no such placement");
    if ((unsigned)def->abstraction > FW_ABSTRACTION_SHARED)
        return refuse(why, FW_BAD_VALUE, "abstraction", "there is no such abstraction");
    if (def->abstraction == FW_ABSTRACTION_SHARED && def->corners == FW_CORNERS_ALWAYS)
        return refuse_both(why, FW_BAD_VALUE, "abstraction", "corners",
                           "no unit that always cuts corners can share a graph");
    fw_result result = check_range(def->turn_radius, 0, 1024, "turn_radius",
                                   "the turning radius must be from 0 to 1024 tiles", why);
    if (!result)
        result = check_range(def->reverse_penalty, 1, 255, "reverse_penalty",
                             "the penalty must be from 1 to 255", why);
    if (!result && def->curvature_rate != 0)
        result = check_range(def->curvature_rate, 1e-6, 1e6, "curvature_rate",
                             "the rate must be 0 or from 1e-6 to 1e6", why);
    return result ? result
                  : check_range(def->gear_change_cost, 0, 1024, "gear_change_cost",
                                "the cost of a gear change must be from 0 to 1024 tiles", why);
}

/// Widest extent of the body that the grid must leave free, see fw_unit_def::size.
static double breadth(const fw_unit_def *def)
{
    return 2 *
           (def->turn_radius > 0 ? footprint_half_width(&def->footprint) : footprint_reach(&def->footprint));
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

fw_result unit_complete(const fw_unit_def *given, fw_unit_def *def, fw_refusal *why)
{
    fw_unit_def room;
    given = def_whole(given, &defaults, sizeof defaults, &room);
    if (!given)
        return refuse(why, FW_BAD_DEF, "cookie", "the unit must be filled by fw_unit_def_init() first");
    *def = *given;
    if (def->size < 0 || def->size > MAX_SIZE)
        return refuse(why, FW_BAD_SIZE, "size",
                      "the size must be from 1 to 64, or 0 to derive it from the footprint");
    fw_result result = footprint_complete(&def->footprint, why);
    if (!result)
        result = check_terrain_costs(def->terrain_cost, why);
    if (!result)
        result = check_driving(def, why);
    if (result)
        return result;
    complete_size(def);
    if (def->size > MAX_SIZE)
        return refuse_both(why, FW_BAD_SIZE, "footprint", "size",
                           "this body needs a square of more than 64 tiles unless a size is given");
    return FW_OK;
}

fw_refusal fw_unit_refusal(const fw_unit_def *def)
{
    fw_refusal why = refusal_none();
    if (!def) {
        refuse(&why, FW_NULL_ARGUMENT, "def", "the pointer must not be null");
        return why;
    }
    fw_unit_def complete;
    unit_complete(def, &complete, &why);
    return why;
}
