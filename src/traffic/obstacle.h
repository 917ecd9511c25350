#pragma once

/// Obstacles: bodies that the game moves. Each is expected to go on for OBSTACLE_AHEAD seconds and to stand then.

#include "base/memory.h"
#include "fairway/overlay.h"
#include "fairway/traffic_obstacles.h"
#include "traffic/knots.h"

typedef enum obstacle_state {
    OBSTACLE_IS_NEW, ///< reservations may meet it
    OBSTACLE_IS_SEEN ///< none did at the last look
} obstacle_state;

typedef struct obstacle {
    fw_obstacle_id id;
    obstacle_state state;
    double x, y, vx, vy, radius;
    double time; ///< at which it was there
} obstacle;

typedef struct obstacles {
    obstacle *all; ///< [obstacle * count] by id
    size_t room;
    int32_t count;
} obstacles;

/// Seconds for which an obstacle is expected to go on.
#define OBSTACLE_AHEAD 2.0

double obstacle_speed(const obstacle *body);

/// True if it counts as standing.
static inline bool obstacle_stands(const obstacle *body)
{
    return obstacle_speed(body) < 0.05;
}

/// How far an obstacle is expected to go, in tiles.
double obstacle_range(const obstacle *body);

/// True if a body on a reservation would touch one obstacle. If the two overlap already, they must not come nearer, and
/// must not overlap in the end.
///
/// @param radius, top  of the body
/// @param box          of the reservation
bool obstacle_meets(const obstacle *body, double radius, double top, const reservation *made,
                    const fw_box *box, int64_t first);

/// The same for all obstacles.
bool obstacles_meet(const obstacles *all, double radius, double top, const reservation *made, int64_t first);

/// True if a standing obstacle overlaps a body at a place.
bool obstacles_stand_at(const obstacles *all, double x, double y, double radius);

/// Blocks the tiles under a body.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result obstacle_block_disc(fw_overlay *overlay, double x, double y, double radius);

/// Blocks the tiles under obstacles that stand.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result obstacles_block(const obstacles *all, fw_overlay *overlay);

void obstacles_free(memory *memory, obstacles *all);
