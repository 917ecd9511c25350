#include <math.h>

#include "common/body_depth.h"
#include "common/trial.h"

enum { MOST_SIZE = 64 };

static float draw_cost(choices *source)
{
    static const double often[] = { 1.0 / 16, 0.5, 1, 2, 2.274, 255 };
    return (float)(choose_one_in(source, 3) ? choose_magnitude(source, 1.0 / 16, 255)
                                            : CHOOSE_OF(source, often));
}

static void draw_costs(choices *source, fw_unit_def *def)
{
    const float one = choose_one_in(source, 4) ? draw_cost(source) : 1.0F;
    const bool differ = choose_one_in(source, 3);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def->terrain_cost[terrain] = differ ? draw_cost(source) : one;
    def->terrain_cost[FW_BLOCKED] = 0;
    if (choose_one_in(source, 3)) // some cannot be entered
        def->terrain_cost[choose_from_to(source, 2, 7)] = 0;
}

static double draw_extent(choices *source, double most)
{
    switch (choose_below(source, 24)) {
    case 0:
        return most;
    case 1:
        return choose_magnitude(source, 1e-9, most);
    case 2:
        return choose_from_to(source, 1, 3);
    case 3:
        return choose_within(source, 1, 4);
    default:
        return choose_within(source, 0.05, 1.2);
    }
}

/// A rectangle, sometimes with the pose away from its middle.
static fw_footprint draw_rectangle(choices *source)
{
    const double width = draw_extent(source, 128);
    const double length =
        choose_one_in(source, 4) ? draw_extent(source, 128) : fmin(128, width * choose_within(source, 1, 3));
    if (fmin(length, width) < 1.0 / 16 || !choose_one_in(source, 3))
        return fw_rectangle(length, width);
    if (choose_one_in(source, 3)) { // a bevelled rectangle
        const double front = length * choose_within(source, 0.3, 0.7), side = width / 2;
        const double bevel = fmin(length, width) * choose_within(source, 0.1, 0.4);
        const fw_corner corners[] = { { front, -side + bevel },
                                      { front, side },
                                      { front - length, side },
                                      { front - length, -side },
                                      { front - bevel, -side } };
        return fw_polygon(corners, 5);
    }
    const double ahead = length * choose_within(source, -0.4, 0.4);
    return fw_rectangle_at(length, width, ahead,
                           choose_one_in(source, 3) ? width * choose_within(source, -0.4, 0.4) : 0);
}

/// Bodies as large as their size, as those of test_taut; much smaller; and larger.
static void draw_body(choices *source, fw_unit_def *def)
{
    static const int32_t sizes[] = { 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5 };
    def->size = choose_one_in(source, 50) ? choose_from_to(source, 6, MOST_SIZE) : CHOOSE_OF(source, sizes);
    switch (choose_below(source, 4)) {
    case 0:
        break;
    case 1:
        def->footprint = fw_circle(draw_extent(source, 128) / 2);
        break;
    case 2:
        def->footprint = fw_circle(choose_within(source, 0.1, 1.1) * (def->size ? def->size : 1) / 2);
        break;
    default:
        def->footprint = draw_rectangle(source);
    }
    if (trial_unit_size(def) > MOST_SIZE) // FW_BAD_SIZE
        def->size = MOST_SIZE;
}

static double draw_radius(choices *source)
{
    static const double often[] = { 1.0 / 64, 0.1, 0.5, 0.5, 1, 1, 1.5, 2, 2, 3, 5, 16, 64, 1024 };
    return choose_one_in(source, 4) ? choose_magnitude(source, 1.0 / 64, 1024) : CHOOSE_OF(source, often);
}

static void draw_driving(choices *source, fw_unit_def *def)
{
    static const double penalties[] = { 1, 1, 1, 2, 255 };
    static const double changes[] = { 0, 0, 0, 1, 1024 };
    def->turn_radius = choose_one_in(source, 2) ? draw_radius(source) : 0;
    def->reverse = choose_one_in(source, 3);
    def->reverse_penalty =
        choose_one_in(source, 4) ? choose_within(source, 1, 4) : CHOOSE_OF(source, penalties);
    def->gear_change_cost =
        choose_one_in(source, 4) ? choose_within(source, 0, 3) : CHOOSE_OF(source, changes);
    def->all_curves = choose_one_in(source, 12);
    def->headings = choose_one_in(source, 12) ? 16 : 8;
    def->cluster = choose_one_in(source, 4) ? 0 : choose_from_to(source, 4, 12);
    def->dominance = choose_one_in(source, 2) ? FW_DOMINANCE_DEFAULT : FW_DOMINANCE_WEAK;
    if (choose_one_in(source, 64)) // smaller than directional search serves
        def->turn_radius = choose_magnitude(source, 1e-9, 1.0 / 64);
}

/// Mostly what FW_AUTO needs, or one method more; the tables of FW_DIRECTIONAL_80 take longest.
static uint32_t draw_methods(choices *source)
{
    static const fw_method cheap[] = { FW_GRID,          FW_ASTAR,         FW_JUMP_POINTS,    FW_ON_DEMAND,
                                       FW_DIRECTIONAL,   FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_HYBRID,
                                       FW_HYBRID_STRICT, FW_HIERARCHY };
    uint32_t methods = 0;
    if (choose_one_in(source, 12))
        return choose_below(source, 1U << FW_METHOD_COUNT);
    for (uint32_t more = choose_below(source, 3); more > 0; more--)
        methods |= FW_METHOD_BIT(CHOOSE_OF(source, cheap));
    return methods && choose_one_in(source, 2) ? methods | FW_METHOD_BIT(FW_AUTO) : methods;
}

fw_unit_def trial_draw_unit(choices *source)
{
    fw_unit_def def = fw_default_unit_def();
    draw_costs(source, &def);
    if (choose_one_in(source, 3))
        def.corners = (fw_corner_rule)choose_below(source, 4);
    draw_driving(source, &def);
    draw_body(source, &def);
    def.methods = draw_methods(source);
    return def;
}

int32_t trial_unit_size(const fw_unit_def *unit)
{
    const fw_footprint *body = &unit->footprint;
    if (unit->size || body->kind == FW_FOOTPRINT_BY_SIZE)
        return unit->size ? unit->size : 1;
    const double breadth = body->kind == FW_FOOTPRINT_CIRCLE || unit->turn_radius <= 0
                               ? 2 * body_farthest(body)
                               : body->width + 2 * fabs(body->aside);
    return (int32_t)fmax(1, ceil(breadth - FW_TOUCH));
}
