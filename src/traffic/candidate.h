#pragma once

/// Places where a unit could stop, by what they cost.

#include <stdbool.h>
#include <stdint.h>

/// A place where the unit could stop.
typedef struct candidate {
    double x, y;
    double cost;     ///< tiles; or less, until planning_settle() has computed it
    double rest;     ///< what it costs besides `way`, `passage`, nearness to others and lying on the left
    double way;      ///< spacing_way_cost()
    double passage;  ///< in the wrong half of a passage, or near a gate that others enter first
    double toll;     ///< the part of `rest` that planning_weigh() has added
    double angle;    ///< radians that it lies to the right of the way; 0: on the way, or no place beside it
    bool is_settled; ///< `cost` is what it costs
    int16_t number;  ///< index at which it was listed
    int16_t rail;    ///< index of the rail that leads there, of a unit with a turning radius
    int8_t longest;  ///< intervals that the motion there may take
} candidate;

/// Sorts candidates by cost.
void candidates_sort(candidate *places, int32_t count);

/// Replaces a candidate by itself at a higher cost: it moves behind those that cost less.
///
/// @param[in,out] count  of the candidates: if it costs as much as the limit, it is left out
void candidates_move_back(candidate *places, int32_t *count, int32_t index, const candidate *place,
                          double limit);
