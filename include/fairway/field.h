#ifndef FAIRWAY_FIELD_H
#define FAIRWAY_FIELD_H

/// @file
/// Fields: from every tile, the cost of the cheapest path to the nearest goal, and the first step of this path. One
/// search backward from the goals serves any number of units that go there.
///
/// Costs, corner rules, sizes and overlays count as in FW_ASTAR: the cost of a tile equals the cost of the path that
/// FW_ASTAR finds from there.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A field on one map: opaque, created by fw_field_create() [thread: one at a time].
typedef struct fw_field fw_field;

/// A tile at which a unit is anchored.
typedef struct fw_anchor {
    int32_t x; ///< column
    int32_t y; ///< row
} fw_anchor;

/// Creates an empty field.
///
/// @param map         must outlive the field
/// @param allocator   copied; [opt] null = malloc and free
/// @param[out] field  the field [frees: fw_field_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_field_create(const fw_map *map, const fw_allocator *allocator, fw_field **field);

/// Frees a field.
///
/// @param field  the field; [opt] null does nothing
void fw_field_destroy(fw_field *field);

/// Fills a field by one search backward from the goals, on the map as of its newest commit. Later commits do not change
/// the field.
///
/// @param field    the field; loses what it held
/// @param unit     the unit that goes to the goals
/// @param goals    [goal * count] anchors; those where the unit cannot stand are left out
/// @param count    number of goals [Limits: count >= 1]
/// @param overlay  changes to the map, which are read during this call only; [opt] null = none
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE (count), FW_UNKNOWN_UNIT, FW_WRONG_MAP (the overlay is of another
///         size), FW_GOAL_BLOCKED (the unit can stand at no goal), FW_TOO_MANY (costs overflow) or FW_NO_MEMORY;
///         after a failure the field is empty
///
/// O(n log n) for n tiles from which a goal can be reached. A turning radius is not taken into account.
fw_result fw_field_fill(fw_field *field, fw_unit_id unit, const fw_anchor *goals, int32_t count,
                        const fw_overlay *overlay);

/// Cost of the cheapest way from an anchor to the nearest goal. O(1)
///
/// @param field  the field
/// @param x, y   any tile
/// @return cost, in tiles; 0 at a goal; infinite if no way leads to a goal
double fw_field_cost(const fw_field *field, int32_t x, int32_t y);

/// First step of the cheapest way from an anchor to the nearest goal. O(1)
///
/// @param field  the field
/// @param x, y   any tile
/// @return an FW_MOVE_ bit; 0 at a goal, and if no way leads to a goal
uint8_t fw_field_step(const fw_field *field, int32_t x, int32_t y);

/// Memory of a field.
///
/// @param field  the field
/// @return bytes; 0 for null
size_t fw_field_bytes(const fw_field *field);

#ifdef __cplusplus
}
#endif
#endif
