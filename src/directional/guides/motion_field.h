#pragma once

/// The field of motions: a lower bound of the cost from any pose to the goal that knows obstacles, terrain costs and
/// the directions of motions.
///
/// Around the goal, as far as a unit needs to turn around, the bound is exact: there a perimeter holds the cost of each
/// pose. From the border of the perimeter a wave grows over tiles by the projection of the motions, that is, without
/// their headings (an abstraction in the sense of Holte et al. 1996). The wave is an A* search toward the start: a
/// field on the grid estimates its distances to the start, so that the wave grows where the search will go.
///
/// The bound is consistent, except for motions that leave the perimeter.

#include "directional/guides/perimeter.h"
#include "grid/field.h"

typedef struct motion_field motion_field;

/// Stands for a path that does not exist.
#define MOTION_FIELD_NONE UINT32_MAX

/// Poses that a search lets the field grow by before it may pause. A pose has many motions.
enum { MOTION_FIELD_SLICE = 32 };

motion_field *motion_field_create(memory *memory, page_pool *pool);

/// Resets the field; ground, charges and perimeter must stay unchanged while the field is used. Near ends with extended
/// motions, beyond the perimeter, extended motions are treated as free between all tiles, so that the bound stays
/// valid.
///
/// @param exact   perimeter that was reset for the same goal; completed when the field grows
/// @param to_aim  field on the grid that grows from the start's tile, or from all free tiles near the start if the
///                start has extended motions, toward the goal
void motion_field_reset(motion_field *field, const motion_ground *ground, const surcharge *charges,
                        perimeter *exact, grid_field *to_aim);

/// The lower bound from a pose, as far as it is known.
///
/// @param[out] is_exact  true if the bound will not rise if the field grows
/// @return MOTION_FIELD_NONE: there is no path
uint32_t motion_field_at(const motion_field *field, lattice_pose from, bool *is_exact);

/// Grows the field until the bound from a pose is at least `least` or final.
///
/// @param[in,out] work  poses and tiles that may be expanded; the number expanded is subtracted
/// @return FW_OK, FW_PENDING (the work is used up), FW_NO_MEMORY or FW_TOO_MANY. After the last two the field must be
///         reset
fw_result motion_field_grow(motion_field *field, lattice_pose from, uint32_t least, uint64_t *work);
