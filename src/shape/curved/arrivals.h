#ifndef SHAPE_CURVED_ARRIVALS_H
#define SHAPE_CURVED_ARRIVALS_H

/// @file
/// Ways for a unit with a turning radius to come to each waypoint of a path: a shortest-path search from waypoint to
/// waypoint, over curves that can be driven. Bends (shape/curved/bends.h) keep to the lines between waypoints if they
/// can; turns keep to the waypoints alone.

#include "shape/curved/drive.h"
#include "shape/curved/manoeuvre.h"

/// One way to come to a waypoint.
typedef struct arrival {
    fw_pose pose;
    double cost;         ///< of the path up to here
    double straight;     ///< length of the line that it ends with, on which the next turn may begin already
    manoeuvre manoeuvre; ///< that led here
    int32_t waypoint;    ///< its number
    int32_t before;      ///< the arrival that it comes from, -1 at the start
    int32_t other;       ///< another arrival at the same waypoint, or -1
} arrival;

/// Memory kept from path to path.
typedef struct arrival_room {
    shape_points way; ///< the waypoints
    arrival *items;
    int32_t count;
    size_t item_room;
    int32_t *first; ///< [waypoint] an arrival there, or -1
    size_t first_room;
} arrival_room;

/// The search under way.
typedef struct arrivals {
    memory *memory;
    arrival_room *room;
    drive_rules rules;
    bool has_goal_heading;
    double goal_heading;
    int32_t last;     ///< number of the last waypoint
    int32_t farthest; ///< waypoint with an arrival
} arrivals;

/// What a manoeuvre may be.
typedef enum arrival_manner {
    ARRIVAL_DIRECT, ///< free, and without loops: right to go left
    ARRIVAL_FREE,   ///< free
    ARRIVAL_BLIND,  ///< without loops, whatever it touches, as long as it stays on the map
    ARRIVAL_FORCED  ///< anything that stays on the map
} arrival_manner;

/// Begins with the unit at the first of the room's waypoints, of which there are two at least.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result arrivals_begin(arrivals *arrivals, fw_pose start);

/// Leads on from all arrivals at a waypoint by legal turns.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result arrivals_lead_on(arrivals *arrivals, int32_t waypoint, arrival_manner manner);

/// Could a unit that comes to a waypoint go on by legal turns?
///
/// @param straight  tiles that it has come in a straight line
bool arrivals_could_lead_on(const arrivals *arrivals, int32_t waypoint, fw_pose pose, double straight);

/// Leads on to the next waypoint by turns that are tighter than the unit's, as wide as can be.
fw_result arrivals_tighten(arrivals *arrivals, int32_t waypoint);

/// Leads on to the next waypoint by three-point turns, as few as can be.
fw_result arrivals_back_up(arrivals *arrivals, int32_t waypoint);

/// Leads on to the next waypoint that is reached without loops, or else just to the next one, whatever is in the way.
fw_result arrivals_force(arrivals *arrivals, int32_t waypoint);

/// Leads on to the next waypoint as if there were no turning radius; where the path must end with a heading there, by
/// arrivals_force() if that can be. Only a waypoint at the same place is not reached.
fw_result arrivals_turn_on_the_spot(arrivals *arrivals, int32_t waypoint);

/// Links the arrivals of the cheapest way to the farthest waypoint: `other` becomes the next one.
///
/// @return the first of them
int32_t arrivals_link(arrivals *arrivals);

void arrivals_free(arrival_room *room, memory *memory);

#endif
