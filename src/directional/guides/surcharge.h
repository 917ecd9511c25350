#pragma once

/// Surcharges: the costs of a motion beyond its length on the cheapest terrain, for expensive tiles under the body's
/// centre, driving in reverse, changes of gear and turning. Surcharges are never negative, so lower bounds of lengths
/// are lower bounds of costs too.

#include "directional/motions/motions.h"
#include "grid/field.h"

typedef struct surcharge {
    const map_unit *unit;
    tile_rows tiles;
    int32_t width, height;
    const fw_overlay *overlay; ///< its tile costs count; null = none
    bool is_even;              ///< lattice points are corners of tiles
    bool is_rough;             ///< tiles differ in cost
    bool any;                  ///< a motion may have a surcharge
    uint64_t penalty;          ///< factor of costs in reverse gear, in 1/65536
    uint32_t gear_change;      ///< cost of a change of gear, in 1 / MOTION_SCALE tile on the cheapest terrain
    uint64_t full_turn;        ///< charge for a full turn, in 1 / MOTION_SCALE tile on the cheapest terrain
} surcharge;

/// The surcharges of a query.
///
/// @param overlay      null = none
/// @param turn_charge  of a full turn, in tiles
surcharge surcharge_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay,
                       double turn_charge);

/// The cost of a tile beyond the cheapest terrain, for each tile of length there. A tile outside the map has none.
double tile_surcharge(const surcharge *surcharge, int32_t x, int32_t y);

/// The surcharge of a motion that is driven from a tile in a gear, in 1 / MOTION_SCALE tile on the cheapest terrain. In
/// reverse, `motion` belongs to the control set of the opposite heading.
uint64_t motion_surcharge(const surcharge *surcharge, const motion_set *set, const motion *motion, int32_t x,
                          int32_t y, fw_gear gear);

/// The cost of a motion with its surcharge, at most MOST_BOUNDED_STEP: perimeters and fields of motions have costs of
/// 32 bits, and a lower bound stays valid if it is reduced.
enum { MOST_BOUNDED_STEP = 1 << 29 };
static inline uint32_t bounded_step(uint32_t length, uint64_t charge)
{
    return charge < MOST_BOUNDED_STEP - (uint64_t)length ? length + (uint32_t)charge : MOST_BOUNDED_STEP;
}

/// The costs of tiles in the form that a field on the grid takes.
field_costs surcharge_field_costs(const surcharge *surcharge);

/// The cost of a curve, surcharges included, in 1 / MOTION_SCALE tile on the cheapest terrain: an exact integral.
double curve_cost(const surcharge *surcharge, const map_version *map, const fw_curve *curve);

/// About the same in a fraction of the time, from places that lie up to a tile apart: for searches whose paths are
/// priced anew when they are written.
double curve_cost_sampled(const surcharge *surcharge, const fw_curve *curve);
