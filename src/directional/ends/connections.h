#pragma once

/// Connections between exact poses and lattice poses: curves from an exact start to lattice poses ahead, and from
/// lattice poses behind to an exact goal.

#include <string.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/motions/lattice.h"
#include "fairway/curve.h"

enum {
    MOST_CONNECTIONS = 64,
    CONNECTION_RINGS = 8, ///< most rings of lattice points around a pose that it is connected to
    CONNECTION_REACH =
        CONNECTION_RINGS + 1 ///< most tiles between a pose and a lattice point that it is connected to
};

typedef struct connection {
    lattice_pose pose;
    uint64_t cost; ///< in 1 / MOTION_SCALE tile; 0 until the caller fills it in
    fw_gear gear;  ///< of the curve at the lattice pose
    fw_curve curve;
} connection;

typedef struct connections {
    int32_t count;
    connection items[MOST_CONNECTIONS];
} connections;

/// Copies a list, but not its unused items.
static inline void connections_copy(const connections *from, connections *to)
{
    to->count = from->count;
    memcpy(to->items, from->items, (size_t)from->count * sizeof *to->items);
}

/// An exact pose that is to be connected, and the conditions for its curves.
typedef struct connection_query {
    sweep_ground ground;
    const sweep_body *body;  ///< faces along the curves
    const fw_unit_def *unit; ///< with the cost of changing gear in tiles on the cheapest terrain
    double offset;           ///< of a lattice point from its tile's corner, in tiles
    fw_pose pose;
    bool any_heading;   ///< the goal accepts any heading
    bool is_goal;       ///< curves lead to the pose, not away from it
    bool is_extended;   ///< try all words, also words with loops, and then words in both gears
    bool in_both_gears; ///< try only words in both gears; set by connections_find()
} connection_query;

/// Finds curves that the unit may drive: first curves in forward gear, then in reverse gear, then in both gears. Within
/// each of these groups, curves to the nearest tiles come first. Once MOST_CONNECTIONS are found, the search stops;
/// forward curves take up half of these at most if the unit reverses.
void connections_find(const connection_query *query, connections *found);

/// True if `is_extended` may give more connections to this pose. Without reverse gear, it adds words with loops. If
/// the beginning of a loop is blocked at the pose, every loop is.
bool connections_may_loop(const connection_query *query);

/// Connects a lattice pose to itself by a curve of length 0. Heading -1 connects it to all headings.
void connections_set_lattice(connections *found, lattice_pose pose, int32_t headings);

/// Draws the cheapest curve to the goal `query->pose`, ignoring obstacles and the costs of tiles: a Dubins curve, a
/// Reeds-Shepp curve for a unit that reverses, or if the goal accepts any heading, the cheapest curve to its place. It
/// may end beside the goal by what floats are rounded by, see rounded_curve.h. Returns false if there is no such
/// curve.
bool connections_draw(const connection_query *query, fw_pose from, fw_curve *curve);

/// Draws the shorter turn with a straight line, in forward gear, to a goal that accepts any heading, ignoring
/// obstacles. Returns false if there is none.
bool connections_draw_turn(const connection_query *query, fw_pose from, fw_curve *curve);

/// True if the unit may drive a curve.
///
/// @param ends  PASSAGE_ bits: which ends of the curve are ends of the path
bool connections_curve_is_free(const connection_query *query, const fw_curve *curve, unsigned ends);
