#pragma once

/// Moves between where units stand, or want to be, and places where they do not hinder each other: points of the
/// lattice, and such beside which others can pass. Which of them gets which place does not matter, so these moves are
/// found easily. The moves from the goals are made backward in the end.

#include "joint/distances.h"
#include "joint/knot.h"
#include "joint/search.h"

/// Whom to move, and where to.
typedef enum spread_kind {
    SPREAD_DENSE, ///< those who stand too densely for the lattice, to points of it
    SPREAD_TIGHT  ///< those whom nobody can pass, to points where they can be passed
} spread_kind;

/// A move of one unit, while all others stand.
typedef struct spread_move {
    int32_t unit;
    int32_t from, to; ///< places
} spread_move;

typedef struct spread {
    memory *memory;
    int32_t at[JOINT_MOST_UNITS]; ///< [unit] where each one is after all moves
    int32_t to[JOINT_MOST_UNITS]; ///< [unit] the places that are wanted next
    spread_move *moves;
    size_t capacity;
    int32_t count;
} spread;

void spread_init(spread *spread, memory *memory);

void spread_release(spread *spread);

/// Begins with at most one move of each unit, to a point of the lattice beside it.
///
/// @param from  [place * units]
fw_result spread_begin(spread *spread, const knot *knot, const places *places, const int32_t *from);

/// Chooses the nearest free places by way for those that must move.
///
/// @param ways         [way * places] memory
/// @param[out] chosen  how many were chosen
fw_result spread_choose(spread *spread, spread_kind kind, const knot *knot, const places *places,
                        distances *distances, uint16_t *ways, int32_t *chosen);

/// Adds the moves of a search on the way to a node.
fw_result spread_add(spread *spread, const search *search, int32_t node);

/// Takes all moves back but the first ones.
void spread_cut(spread *spread, int32_t count);
