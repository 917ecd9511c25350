#pragma once

/// The tiles that bodies are swept against. The files sweep_*.h tell which tiles a body touches on its way: the one
/// place for this geometry, for smoothing, for the hit masks of directional search and for every planner that must know
/// if a line or arc is free.
///
/// Exact, without sampling, and without trigonometry if directions are known. The words of the swept box are tested
/// first: if they hold no blocked tile, the line or arc is free. Else each blocked tile in them is tested exactly.

#include "curve/passage.h"
#include "fairway/overlay.h"
#include "map/layer.h"
#include "map/version.h"

/// The tiles that bodies are swept against. All tiles outside the map are blocked.
typedef struct sweep_ground {
    const layer *open;         ///< free tiles: of size 1 for a body, of the unit's size for its anchor point
    const fw_overlay *overlay; ///< more blocked tiles; null = none
    passage_rules passage;     ///< forbidden moves along lines and segments; by default none
} sweep_ground;

/// The ground of a unit's body, with the moves that the overlay forbids.
///
/// @param overlay  null = none; so is one that only adds costs
sweep_ground sweep_ground_of(const map_unit *unit, const fw_overlay *overlay);

/// The same ground without forbidden moves: only blocked tiles count.
static inline sweep_ground sweep_ground_alone(const sweep_ground *ground)
{
    return (sweep_ground){ ground->open, ground->overlay, { 0 } };
}
