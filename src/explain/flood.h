#pragma once

/// A plain flood over a map: where squares of any side get to, with any terrains and corner rule. It looks at tiles
/// alone, not at layers and tables, because it answers for units that the map does not have.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/unit.h"
#include "map/overlay.h"
#include "map/version.h"

/// For each tile, the side of the largest free square whose first tile it is, up to a limit; 0 around the map.
typedef struct flood_room {
    uint8_t *sides; ///< [flood_index()]
} flood_room;

/// A place that a level of a flood has yet to visit.
typedef struct flood_step {
    uint32_t index;
    uint8_t from; ///< 1 + the move that leads there; FLOOD_START
} flood_step;

enum { FLOOD_START = 9 };

typedef struct flood_list {
    flood_step *items;
    size_t count, capacity;
} flood_list;

typedef struct flood {
    memory *memory;
    const map_version *map;
    const fw_overlay *overlay; ///< null = none
    fw_corner_rule corners;
    size_t count;    ///< places, those around the map among them
    uint8_t *from;   ///< [flood_index()] 0 = not reached; else as in flood_step
    flood_list now;  ///< places of the present level
    flood_list next; ///< of the next one
    /// Flood_spread() with `own`: places on other terrains, which come when all else is done
    flood_list dear;
} flood;

/// The index of a tile, -1 <= x <= width, -1 <= y <= height.
static inline uint32_t flood_index(const flood *flood, int32_t x, int32_t y)
{
    return (uint32_t)((size_t)(y + 1) * (size_t)(flood->map->width + 2) + (size_t)(x + 1));
}

static inline int32_t flood_x(const flood *flood, uint32_t index)
{
    return (int32_t)(index % (uint32_t)(flood->map->width + 2)) - 1;
}

static inline int32_t flood_y(const flood *flood, uint32_t index)
{
    return (int32_t)(index / (uint32_t)(flood->map->width + 2)) - 1;
}

/// @return FW_OK or FW_NO_MEMORY
fw_result flood_open(flood *flood, memory *memory, const map_version *map, const fw_overlay *overlay,
                     fw_corner_rule corners);

/// Frees what flood_open() took.
void flood_close(flood *flood);

/// Measures how much room there is on terrains, and outside the blocked tiles of the flood's overlay.
///
/// @param terrains   one bit each
/// @param most       greatest side that is asked for
/// @param[out] room  to be freed by flood_free_room()
/// @return FW_OK or FW_NO_MEMORY
fw_result flood_measure(const flood *flood, uint32_t terrains, int32_t most, flood_room *room);

void flood_free_room(const flood *flood, flood_room *room);

/// Appends a place to a list. FW_OK or FW_NO_MEMORY.
fw_result flood_push(flood *flood, flood_list *list, uint32_t index, uint8_t from);

/// The moves out of a place that the corner rule and the overlay allow, FW_MOVE_ bits.
uint32_t flood_moves(const flood *flood, const flood_room *room, int32_t side, uint32_t index);

/// Takes a pose as a start of the next flood: the anchor under it or, if a square does not fit there, the anchors
/// around that one where it does. FW_OK or FW_NO_MEMORY.
fw_result flood_add_start(flood *flood, const flood_room *room, int32_t side, fw_pose pose);

/// Spreads from the starts to all that a square of a side gets to, by the fewest moves.
///
/// @param own  null, or the room on the unit's own terrains: then by the fewest places that are not on them
/// @return FW_OK or FW_NO_MEMORY
fw_result flood_spread(flood *flood, const flood_room *room, int32_t side, const flood_room *own);

/// An anchor that the flood has reached and that ends a way to a pose, as flood_add_start() takes them. Returns false
/// if there is none.
bool flood_reaches(const flood *flood, const flood_room *room, int32_t side, fw_pose pose, uint32_t *index);

/// The place before one on the way from the start. Returns false at a start.
bool flood_step_back(const flood *flood, uint32_t *index);

/// The centre of a square that is anchored at a place.
fw_pose flood_centre(const flood *flood, uint32_t index, int32_t side);
