#ifndef FOREST_ENCLOSURE_H
#define FOREST_ENCLOSURE_H

/// @file
/// Which places circles part. Circles that overlap or touch make clusters. A place lies in a hollow of a cluster, or in
/// none; two places are joined if they lie in the same one, unless walls part them: corners count, walls do not.

#include "forest/sector.h"
#include "forest/trees.h"

/// A hollow, by one corner of its outline: the first circle's outline runs into the second one there.
typedef uint64_t hollow;

#define NO_HOLLOW      UINT64_MAX       ///< a place that nothing encloses
#define UNKNOWN_HOLLOW (UINT64_MAX - 1) ///< the place touches a circle, or rounding lost the outline

/// The hollow in which a place lies: a ray leads to the outline around it, past clusters beside it.
///
/// @param body   radius by which circles grow
/// @param place  in none of the grown circles
hollow enclosure_of(const fw_forest *forest, double body, vector place);

#endif
