#pragma once

/// What a unit that turns on the spot may do on its ground: stand, turn, and drive straight on. The one place of this
/// room that knows the body; its sweeps are those of curve/sweep_ground.h.

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/wide/distance_map.h"
#include "fairway/overlay.h"
#include "pivot/pivot_lattice.h"

typedef struct pivot_ground {
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< for costs; null = none
    sweep_ground swept;
    sweep_body body;
    sweep_body disc;               ///< what the body covers in a full turn
    const distance_map *distances; ///< to blocked tiles; null: not known
    bool is_flat;                  ///< all tiles cost the same
} pivot_ground;

/// @param overlay  null = none
pivot_ground pivot_ground_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay);

/// False if the body cannot be at a place with any heading. True proves nothing.
bool pivot_may_stand(const pivot_ground *ground, double x, double y);

/// True if the unit may turn all the way round at a place.
bool pivot_spins(const pivot_ground *ground, double x, double y);

/// How a unit turns on the spot from one heading to another.
typedef enum pivot_turn {
    PIVOT_NO_TURN,    ///< it touches something either way
    PIVOT_SHORT_TURN, ///< by at most half a turn, as paths do where their heading jumps
    PIVOT_LONG_TURN   ///< the other way round: of use only to a body that differs from the body turned around
} pivot_turn;

pivot_turn pivot_turn_between(const pivot_ground *ground, fw_pose from, double to);

/// True if the unit may turn at a place from one heading to another by the smaller of the two turns.
bool pivot_turns(const pivot_ground *ground, fw_pose from, double to);

/// A straight drive between two different points.
fw_segment pivot_line(fw_pose from, fw_pose to, fw_gear gear);

/// True if the unit may drive a line.
bool pivot_drives(const pivot_ground *ground, const fw_segment *line);

/// Cost of a line in tiles, without changes of gear.
double pivot_line_cost(const pivot_ground *ground, const fw_segment *line);
