#ifndef DIRECTIONAL_GUIDES_SURCHARGE_H
#define DIRECTIONAL_GUIDES_SURCHARGE_H

/// @file
/// What a motion costs beyond its length on the cheapest terrain: dear tiles under the body's centre, changes of gear,
/// and a charge for turning. Never negative, so that what holds for lengths holds for costs too.

#include "directional/motions/motions.h"
#include "grid/field.h"
#include "map/map.h"

typedef struct surcharge {
    const map_unit *unit;
    const uint8_t *terrains; ///< row 0
    size_t stride;           ///< bytes from row to row
    int32_t width, height;
    const fw_overlay *overlay; ///< whose costs count; null = none
    bool is_even;              ///< lattice points are corners of tiles
    bool is_rough;             ///< tiles differ in cost
    bool any;                  ///< there are dear tiles or charges at all
    uint64_t penalty;          ///< of reverse gear, in 1/65536
    uint32_t gear_change;      ///< cost, in 1 / MOTION_SCALE tile on the cheapest terrain
    uint64_t full_turn;        ///< charge, in the same unit
} surcharge;

/// What a query pays.
///
/// @param overlay      null = none
/// @param turn_charge  of a full turn, in tiles
surcharge surcharge_of(const fw_map *map, const map_unit *unit, const fw_overlay *overlay,
                       double turn_charge);

/// The surcharge of a motion that is driven from a tile in a gear, in 1 / MOTION_SCALE tile on the cheapest terrain. In
/// reverse, `motion` is one that leaves the opposite heading.
uint64_t motion_surcharge(const surcharge *surcharge, const motion_set *set, const motion *motion, int32_t x,
                          int32_t y, fw_gear gear);

/// What a motion costs with a surcharge, where a bound adds up in 32 bits: what is more than it can count is as good as
/// this.
enum { MOST_BOUNDED_STEP = 1 << 29 };
static inline uint32_t bounded_step(uint32_t length, uint64_t charge)
{
    return charge < MOST_BOUNDED_STEP - (uint64_t)length ? length + (uint32_t)charge : MOST_BOUNDED_STEP;
}

/// The costs of tiles, as a field on the grid takes them.
field_costs surcharge_field_costs(const surcharge *surcharge);

/// All that a curve costs, in the same unit: an exact integral.
double curve_cost(const surcharge *surcharge, const fw_map *map, const fw_overlay *overlay,
                  const fw_curve *curve);

#endif
