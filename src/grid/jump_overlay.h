#pragma once

/// Jump points under an overlay that blocks tiles and forbids moves. Boxes around what it changes are searched tile by
/// tile; everywhere else the graph and the tables of the map hold. Runs stop where they enter a box. The same search
/// serves several goals; then there need not be an overlay.
///
/// Under an overlay, this search comes second. The first one, of jump_space.c, looks for a path that is too cheap to
/// enter any box.

#include "grid/jump_inside.h"

/// Least cost of a path that enters a box: no search is needed that finds less.
uint32_t jump_overlay_least(const jump_space *space);

/// A cost that paths around the boxes of an overlay seldom exceed, or UINT32_MAX if none is known.
///
/// @param on_map  cost of the cheapest path on the map without the overlay; COST_LIMIT = not known
uint32_t jump_overlay_most(const jump_space *space, uint32_t on_map);

/// Continues a search under an overlay; results as best_first_serve().
fw_result jump_overlay_run(jump_space *space, uint64_t work, uint64_t *left);

/// How a tile outside of the boxes sees a goal past them.
jump_sight jump_overlay_sight(const jump_space *space, jump_goal *goal, grid_anchor here);

/// The goal to which a path goes on from a tile that sees it past the boxes: of several, the nearest one.
jump_goal *jump_overlay_goal(jump_space *space, grid_anchor here);
