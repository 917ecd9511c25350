#pragma once

/// The places nearest to a goal that cannot be reached: all those whose distance counts as equally near.

#include "regions/regions_walk.h"
#include "search/near_nodes.h"

/// State of a directional search for the nearest place, and the end of its path.
typedef enum near_end {
    NEAR_LOOKING, ///< looks for the nearest places that the regions do not rule out
    NEAR_START,   ///< the start: no reachable place is nearer
    NEAR_PLACE,   ///< one of the nearest places that the regions do not rule out
    NEAR_EXPANDED ///< the cheapest of the nearest poses that the search has expanded
} near_end;

typedef struct near_place {
    double x, y;
    double square; ///< of its distance from the goal
} near_place;

typedef struct near_places {
    near_place *items; ///< [place * count]
    size_t count, capacity;
    near_end end;
    bool may_pass_on;   ///< the request's own method may search for the places first
    double tolerance;   ///< of the request
    double least;       ///< square of the least distance so far; infinite: there is none
    int32_t aim;        ///< index of the aim around which places are looked for
    bool is_around;     ///< the walk around this aim has begun
    regions_walk walk;  ///< over the regions' blocks around this aim
    bool has_paid;      ///< the next block, or the aim itself, was counted as work
    bool lacks_memory;  ///< the walk was paused because there is no memory
    uint64_t tried;     ///< number of places where the body was tested; each counts as work
    uint64_t work_left; ///< work that is left for the walk's questions whether a place can be reached
} near_places;

void near_places_clear(near_places *near, double tolerance);

/// The greatest square of a distance that counts as equally near as the least one so far.
static inline double near_places_limit(const near_places *near)
{
    return search_aims_limit(near->least, near->tolerance);
}

/// Notes that a place with this distance exists: none that is farther away by more than the tolerance is needed.
void near_places_note(near_places *near, double square);

/// Adds a place, and notes its distance.
regions_offer near_places_take(near_places *near, memory *memory, near_place place);

/// Drops the places that are too far away, and sorts the others by y, then x. Of equal places one is left.
void near_places_settle(near_places *near);
