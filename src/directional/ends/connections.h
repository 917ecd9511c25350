#ifndef DIRECTIONAL_ENDS_CONNECTIONS_H
#define DIRECTIONAL_ENDS_CONNECTIONS_H

/// @file
/// How a pose between lattice poses is joined to them: curves from an exact start to lattice poses ahead, and from
/// lattice poses behind to an exact goal.

#include "curve/sweep.h"
#include "directional/motions/lattice.h"

enum {
    MOST_CONNECTIONS = 64,
    CONNECTION_REACH = 8 ///< tiles between a pose's tile and the lattice poses that it is joined to
};

typedef struct connection {
    lattice_pose at;
    uint64_t cost; ///< in 1 / MOTION_SCALE tile; 0 until somebody judges it
    fw_gear gear;  ///< of its curve, at the lattice pose
    fw_curve curve;
} connection;

typedef struct connections {
    int32_t count;
    connection items[MOST_CONNECTIONS];
} connections;

/// A pose and what it is joined for.
typedef struct connecting {
    sweep_ground ground;
    const sweep_body *body;
    const fw_unit_def *unit; ///< with the cost of changing gear in tiles on the cheapest terrain
    double offset;           ///< of lattice points on their tiles
    fw_pose pose;
    bool any_heading;   ///< of a goal
    bool is_goal;       ///< curves lead to it, not away
    bool is_extended;   ///< all words, with loops, and in the end those in both gears
    bool in_both_gears; ///< only those in both gears: set by connections_find()
} connecting;

/// Finds curves that touch nothing, nearest tiles first; those in forward gear before those in reverse,
/// and last those in both.
void connections_find(const connecting *connecting, connections *found);

/// True if the extended set may find more connections. Dubins' further words add loops; if not even the begin of a loop
/// is free at the pose, no loop is.
bool connections_may_loop(const connecting *connecting);

/// A lattice pose is joined to itself, or to all its headings.
void connections_set_lattice(connections *found, lattice_pose at, int32_t headings);

/// The shortest of the curves to the goal of `with`, whatever it touches: Dubins', Reeds and Shepp's for a unit that
/// reverses, turn-then-straight to any heading; false where there is none.
bool connections_draw(const connecting *connecting, fw_pose from, fw_curve *curve);

/// May the unit drive a curve?
///
/// @param ends  PASSAGE_ bits
bool connections_curve_is_free(const connecting *connecting, const fw_curve *curve, unsigned ends);

#endif
