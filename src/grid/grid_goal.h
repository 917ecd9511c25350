#pragma once

/// The anchors where a grid search may end, and lower bounds of the distance to them. Distances are octile norms, in
/// steps weighted STRAIGHT_STEP and DIAGONAL_STEP; no step on the grid is cheaper, so h is consistent.

#include <stdbool.h>
#include <stdint.h>

/// A straight and a diagonal step of a tile's length: 8119 / 5741 is the square root of 2 to 1e-8.
enum { STRAIGHT_STEP = 5741, DIAGONAL_STEP = 8119 };

typedef enum grid_goal_kind {
    GRID_GOAL_ANCHOR, ///< one anchor
    GRID_GOAL_RADIUS, ///< every anchor whose body centre is within a distance of a point
    GRID_GOAL_SET,    ///< any of several anchors
    GRID_GOAL_NOWHERE ///< no anchor: the search explores what can be reached
} grid_goal_kind;

typedef struct grid_target {
    int32_t x, y;        ///< anchor
    int32_t index;       ///< of the goal pose that the anchor stands for
    double closing_cost; ///< of the line from the anchor's centre to the exact goal, in tiles
} grid_target;

typedef struct grid_goal {
    grid_goal_kind kind;
    int32_t x, y;              ///< GRID_GOAL_ANCHOR; GRID_GOAL_RADIUS: the anchor nearest to the centre
    double centre_x, centre_y; ///< GRID_GOAL_RADIUS: the point, as an anchor (moved by half the unit's size)
    double radius;             ///< GRID_GOAL_RADIUS
    uint64_t reach;            ///< GRID_GOAL_RADIUS: greatest distance of an anchor of the goal from (x, y)
    const grid_target *set;    ///< GRID_GOAL_SET: [target * count] in order of y, then x, then closing cost
    int32_t count;
    int32_t min_x, min_y, max_x, max_y; ///< GRID_GOAL_SET: the box around the targets
} grid_goal;

/// A goal of kind GRID_GOAL_RADIUS.
///
/// @param orthogonal  distances are those of 4 neighbours
grid_goal grid_goal_within(double centre_x, double centre_y, double radius, bool orthogonal);

/// Computes the bounding box of a goal of kind GRID_GOAL_SET, which has at least one target.
void grid_goal_bound(grid_goal *goal);

/// The first target on an anchor or after it, in the order of the set.
///
/// @return its index; `count`: there is none
int32_t grid_goal_first_from(const grid_goal *goal, int32_t x, int32_t y);

/// True if the search ends at this anchor.
///
/// @param[out] which  GRID_GOAL_SET: the target; otherwise not written
bool grid_goal_holds(const grid_goal *goal, int32_t x, int32_t y, const grid_target **which);

/// Least distance from an anchor to the goal: octile, or Manhattan for 4 neighbours.
uint64_t grid_goal_distance(const grid_goal *goal, int32_t x, int32_t y, bool orthogonal);

/// Octile (or Manhattan) length of a displacement.
static inline uint64_t grid_distance(int64_t dx, int64_t dy, bool orthogonal)
{
    const uint64_t x = (uint64_t)(dx < 0 ? -dx : dx);
    const uint64_t y = (uint64_t)(dy < 0 ? -dy : dy);
    if (orthogonal)
        return STRAIGHT_STEP * (x + y);
    const uint64_t both = x < y ? x : y;
    return STRAIGHT_STEP * (x + y) - (2 * STRAIGHT_STEP - DIAGONAL_STEP) * both;
}
