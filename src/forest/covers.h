#ifndef FOREST_COVERS_H
#define FOREST_COVERS_H

/// @file
/// Which circle lies in which other one: a digital search tree (Knuth, TAOCP 3, 6.3) over the centres of the circles
/// that are not covered. Each node is a circle, in a rectangle of its own; its children lie in the two halves of that.
/// A node knows the largest and the smallest radius below it, so a search passes over rectangles whose circles are too
/// small, too large or too far away.

#include "forest/trees.h"

/// A circle is covered by another one if it reaches out of it by less, in tiles.
#define COVERED 1e-10

/// Adds the circle of a slot. It lies within the grid.
void covers_add(fw_forest *forest, uint32_t slot);

/// Takes out the circle of a slot.
void covers_remove(fw_forest *forest, uint32_t slot);

/// True if one circle lies in another one.
bool covers_hold(const fw_tree *outer, const fw_tree *inner);

/// A circle in which the circle of a slot lies, which was not added itself; NO_TREE: there is none.
uint32_t covers_outer(fw_forest *forest, uint32_t slot);

/// A circle that lies in the circle of a slot, which was not added itself; NO_TREE: there is none.
uint32_t covers_inner(fw_forest *forest, uint32_t slot);

#endif
