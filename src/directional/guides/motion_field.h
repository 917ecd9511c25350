#ifndef DIRECTIONAL_GUIDES_MOTION_FIELD_H
#define DIRECTIONAL_GUIDES_MOTION_FIELD_H

/// @file
/// What the way to the goal costs at least from any pose: a bound that knows obstacles, costs, and how motions turn.
///
/// Around the goal, as far as a unit needs to turn around, it is exact: there a perimeter tells poses apart. From its
/// rim a wave grows over tiles, by the shadows of motions. Another wave, of the grid's moves, tells that one how far
/// the start is, so that it goes where a search will. (What headings hide, abstracted: Holte et al. 1996.)
///
/// No motion is cheaper than what it brings nearer, but for those that leave the perimeter.

#include "directional/guides/perimeter.h"
#include "grid/field.h"

typedef struct motion_field motion_field;

/// Stands for a way that does not exist.
#define MOTION_FIELD_NONE UINT32_MAX

motion_field *motion_field_create(memory *memory, page_pool *pool);
void motion_field_destroy(motion_field *field);
size_t motion_field_bytes(const motion_field *field);

/// Starts anew; ground, charges and perimeter must stay as they are while the field is used. Near ends that have rich
/// motions, beyond the perimeter, ways cost nothing: they may lead from any tile there to any other.
///
/// @param exact   was reset for the same; it is completed when the field grows
/// @param to_aim  grows from the tile where the search will begin, or all free ones around that have rich motions,
///                aimed at the goal
void motion_field_reset(motion_field *field, const motion_ground *ground, const surcharge *charges,
                        perimeter *exact, grid_field *to_aim);

/// What the cost from a pose is at least, as far as is known; `is_exact` tells whether that is all there is to know.
///
/// @return MOTION_FIELD_NONE: there is no way
uint32_t motion_field_at(const motion_field *field, lattice_pose from, bool *is_exact);

/// Grows until the cost from a pose is known to be at least so much, or known exactly.
///
/// @param[in,out] work  poses and tiles that may be followed; what was used is taken off
/// @return FW_OK, FW_PENDING (the work is used up), FW_NO_MEMORY or FW_TOO_MANY: then it must be reset
fw_result motion_field_grow(motion_field *field, lattice_pose from, uint32_t least, uint64_t *work);

#endif
