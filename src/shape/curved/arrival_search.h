#pragma once

/// A shortest-path search from waypoint to waypoint by manoeuvres, for a unit with a turning radius. An arrival is a
/// pose and a cost with which the search reaches a waypoint. Here the path must pass the waypoints; bends
/// (shape/curved/bends.h) also keep to the lines between them if they can.

#include "shape/curved/drive.h"
#include "shape/curved/manoeuvre.h"

/// A pose and a cost with which the search reaches a waypoint.
typedef struct arrival {
    fw_pose pose;
    double cost;         ///< of the path up to here
    double straight;     ///< length of the last line, in tiles; the next manoeuvre may begin on it
    manoeuvre manoeuvre; ///< the manoeuvre that ends here
    int32_t waypoint;    ///< number of the waypoint
    int32_t before;      ///< the arrival at which the manoeuvre begins; -1 at the start
    int32_t other; ///< the next arrival of the list of this waypoint, or -1; see also arrival_search_link()
} arrival;

/// Memory kept from path to path.
typedef struct arrival_store {
    shape_points way; ///< the waypoints
    arrival *items;
    int32_t count;
    size_t item_room;
    int32_t *first; ///< [waypoint] the first arrival of its list, or -1
    size_t first_room;
} arrival_store;

typedef struct arrival_search {
    memory *memory;
    arrival_store *store;
    drive_rules rules;
    bool has_goal_heading;
    double goal_heading;
    int32_t last;     ///< number of the last waypoint
    int32_t farthest; ///< the last waypoint that has an arrival
} arrival_search;

typedef enum manoeuvre_rules {
    MANOEUVRES_DIRECT,    ///< free and without loops: no right turn to go left
    MANOEUVRES_FREE,      ///< free
    MANOEUVRES_UNCHECKED, ///< without loops; may touch anything, but stays on the map
    MANOEUVRES_FORCED     ///< anything that stays on the map
} manoeuvre_rules;

/// Begins with the unit at the store's first waypoint. The store must hold at least two. FW_OK or FW_NO_MEMORY.
fw_result arrival_search_begin(arrival_search *search, fw_pose start);

/// Extends all arrivals at a waypoint by legal turns. FW_OK or FW_NO_MEMORY.
fw_result arrival_search_extend(arrival_search *search, int32_t waypoint, manoeuvre_rules allowed);

/// True if a unit that reaches a waypoint in a pose can go on from there by legal turns.
///
/// @param straight  length of the straight line on which it arrived, in tiles
bool arrival_search_can_continue(const arrival_search *search, int32_t waypoint, fw_pose pose,
                                 double straight);

/// Extends the arrivals to the next waypoint by turns tighter than the unit's turning radius, as wide as possible.
fw_result arrival_search_tighten(arrival_search *search, int32_t waypoint);

/// Extends the arrivals to the next waypoint by three-point turns, as few as possible.
fw_result arrival_search_back_up(arrival_search *search, int32_t waypoint);

/// Extends the arrivals, through obstacles, to the next waypoint that can be reached without loops; if there is none,
/// to the next waypoint.
fw_result arrival_search_force(arrival_search *search, int32_t waypoint);

/// Extends the arrivals to the next waypoint as if the unit had no turning radius. If the path must end there with a
/// heading, arrival_search_force() is tried first. Reaches the next waypoint unless it is at the same place.
fw_result arrival_search_turn_on_the_spot(arrival_search *search, int32_t waypoint);

/// Links the arrivals of the cheapest way to the farthest waypoint: `other` becomes the next arrival on that way.
/// Returns the first arrival.
int32_t arrival_search_link(arrival_search *search);
