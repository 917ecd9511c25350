#include "directional/guides/surcharge.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"
#include "directional/motions/motion_candidates.h"

/// LEAST_SAMPLES: places of a segment at which curve_cost_sampled() reads costs; of a long one, a place each tile.
enum { ONE = 65536, LEAST_SAMPLES = 4 };

/// Largest charge for a full turn, in tiles; larger charges are cut, so that sums of costs do not overflow.
#define MOST_TURN_CHARGE 100000.0

surcharge surcharge_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay,
                       double turn_charge)
{
    const double scale = (double)(MOTION_SCALE * COST_ONE) / unit->cheapest;
    surcharge surcharge = { .unit = unit,
                            .tiles = map_tile_rows(map),
                            .width = map_width(map),
                            .height = map_height(map),
                            .overlay = overlay_has_costs(overlay) ? overlay : NULL,
                            .is_even = unit->def.size % 2 == 0,
                            .penalty = (uint64_t)llround(unit->def.reverse_penalty * ONE),
                            .gear_change = (uint32_t)lround(unit->def.gear_change_cost * scale),
                            .full_turn = (uint64_t)llround(fmin(turn_charge, MOST_TURN_CHARGE) * scale) };
    surcharge.is_rough = !unit->uniform || surcharge.overlay;
    surcharge.any =
        surcharge.is_rough || surcharge.full_turn > 0 || (unit->def.reverse && surcharge.gear_change > 0);
    return surcharge;
}

/// The cost of a tile beyond the cheapest terrain, in 1 / COST_ONE.
static inline uint32_t extra_of_tile(const surcharge *surcharge, int32_t x, int32_t y)
{
    if ((uint32_t)x >= (uint32_t)surcharge->width || (uint32_t)y >= (uint32_t)surcharge->height)
        return 0;
    uint32_t tile = surcharge->unit->terrain_cost[tile_row(surcharge->tiles, y)[x]];
    if (surcharge->overlay)
        tile += overlay_cost(surcharge->overlay, x, y);
    return tile > surcharge->unit->cheapest ? tile - surcharge->unit->cheapest : 0;
}

double tile_surcharge(const surcharge *surcharge, int32_t x, int32_t y)
{
    return (double)extra_of_tile(surcharge, x, y) / surcharge->unit->cheapest;
}

field_costs surcharge_field_costs(const surcharge *surcharge)
{
    field_costs costs = { .tiles = surcharge->tiles,
                          .overlay = surcharge->overlay,
                          .cheapest = surcharge->unit->cheapest };
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        costs.terrain_cost[terrain] =
            surcharge->unit->terrain_cost[terrain] * FIELD_COST_ONE / surcharge->unit->cheapest;
    return costs;
}

/// The cost of the tiles under some shares beyond the cheapest terrain, in 1 / (COST_ONE * SHARE_SCALE) tile.
static uint64_t extra_of_shares(const surcharge *surcharge, const motion_set *set, size_t first, size_t end,
                                int quarters, int32_t x, int32_t y)
{
    uint64_t extra = 0;
    for (size_t i = first; i < end; i++) {
        const tile_share *share = &set->shares.items[i];
        const near_tile tile =
            tile_turned((near_tile){ .x = share->x, .y = share->y }, quarters, surcharge->is_even);
        extra += (uint64_t)extra_of_tile(surcharge, x + tile.x, y + tile.y) * share->length;
    }
    return extra;
}

uint64_t motion_surcharge(const surcharge *surcharge, const motion_set *set, const motion *motion, int32_t x,
                          int32_t y, fw_gear gear)
{
    uint64_t charge = motion->turn * surcharge->full_turn / MOTION_FULL_TURN +
                      (uint64_t)motion->changes * surcharge->gear_change;
    if (surcharge->is_rough) {
        const uint32_t *first = &set->first_share[MOTION_GEARS * motion->curve];
        const uint64_t own = extra_of_shares(surcharge, set, first[0], first[1], motion->quarters, x, y);
        const uint64_t other = extra_of_shares(surcharge, set, first[1], first[2], motion->quarters, x, y);
        const uint64_t forward = gear == FW_FORWARD ? own : other;
        const uint64_t backward = gear == FW_FORWARD ? other : own;
        const uint64_t extra = forward + (backward ? (backward * surcharge->penalty) / ONE : 0);
        charge += extra * MOTION_SCALE / ((uint64_t)SHARE_SCALE * surcharge->unit->cheapest);
    }
    return charge;
}

/// Adds the cost of a segment of a curve to that of those before it, in 1 / MOTION_SCALE tile on the cheapest terrain.
///
/// @param length  of the segment; tiles count by their costs
static double plus_segment(double cost, const surcharge *surcharge, const fw_curve *curve, int32_t index,
                           double length)
{
    const fw_segment *segment = &curve->segments[index];
    cost += (segment->gear == FW_REVERSE ? surcharge->unit->def.reverse_penalty : 1) * length * MOTION_SCALE;
    cost += fabs(segment->curvature) * segment->length / (2 * FW_PI) * (double)surcharge->full_turn;
    if (index > 0 && segment[-1].gear != segment->gear)
        cost += surcharge->gear_change;
    return cost;
}

double curve_cost(const surcharge *surcharge, const map_version *map, const fw_curve *curve)
{
    double cost = 0;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        const double length = surcharge->is_rough
                                  ? segment_cost(map, surcharge->unit, surcharge->overlay, segment) *
                                        COST_ONE / surcharge->unit->cheapest
                                  : segment->length;
        cost = plus_segment(cost, surcharge, curve, i, length);
    }
    return cost;
}

/// The length of a segment in which the tile under each of some places along it counts by its cost.
static double sampled_length(const surcharge *surcharge, const fw_segment *segment)
{
    const int32_t count = segment->length > LEAST_SAMPLES ? (int32_t)ceil(segment->length) : LEAST_SAMPLES;
    const double part = segment->length / count;
    const fw_pose first = segment_pose_at(segment, part / 2), second = segment_pose_at(segment, 1.5 * part);
    double x = first.x, y = first.y, dx = second.x - x, dy = second.y - y, sine, cosine;
    uint64_t extra = 0;
    trig_sincos(second.heading - first.heading, &sine, &cosine);
    for (int32_t i = 0; i < count; i++) {
        extra += extra_of_tile(surcharge, (int32_t)x, (int32_t)y);
        x += dx;
        y += dy;
        const double turned = dx * cosine - dy * sine;
        dy = dx * sine + dy * cosine;
        dx = turned;
    }
    return segment->length + part * (double)extra / surcharge->unit->cheapest;
}

double curve_cost_sampled(const surcharge *surcharge, const fw_curve *curve)
{
    double cost = 0;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        const double length = surcharge->is_rough ? sampled_length(surcharge, segment) : segment->length;
        cost = plus_segment(cost, surcharge, curve, i, length);
    }
    return cost;
}
