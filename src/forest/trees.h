#ifndef FOREST_TREES_H
#define FOREST_TREES_H

/// @file
/// The forest as its planners read it: circles in slots, those of them that count, and the cells in which they lie.
///
/// A circle inside another one never changes a path, whatever the body's radius: it is covered, and in no cell. Of
/// equal circles the later one is covered. Covered circles may cover others.

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "fairway/forest.h"

/// Stands for "no slot" and "no entry".
#define NO_TREE UINT32_MAX

/// Edits that a planner may fall behind before it starts anew.
enum { TREE_LOG = 512 };

/// What is known of a slot beside its circle.
typedef struct tree {
    uint32_t generation;    ///< of the circle's id; 0: the slot is free
    uint32_t cover;         ///< slot of the circle that it lies inside of, or NO_TREE
    uint32_t next;          ///< of those that the same circle covers, or of the free slots
    uint32_t previous;      ///< of those that the same circle covers
    uint32_t first_covered; ///< those that it covers
} tree;

/// A circle that lies in a cell.
typedef struct cell_entry {
    uint32_t slot;
    uint32_t next; ///< of the same cell, or of the free entries
} cell_entry;

/// Squares of a uniform grid. Every circle that is not covered is in all cells that its bounding square meets, and
/// lies within the grid.
typedef struct cells {
    double left, top; ///< of the first cell
    double side;      ///< of a cell
    double most_x, most_y;
    int32_t width, height; ///< in cells; 0: there are no circles
    uint32_t *first;       ///< [width * height] entries
    cell_entry *entries;
    size_t entry_capacity;
    size_t entry_count; ///< that were in use at once
    uint32_t free_entry;
    size_t needed;    ///< entries that all circles need, the covered ones too
    size_t built_for; ///< circles that the size of the cells was chosen for
} cells;

/// An edit, as planners see it: something changed within this circle.
typedef struct tree_edit {
    fw_tree within;
    uint32_t slot; ///< of the circle that came, or went
} tree_edit;

struct fw_forest {
    memory memory;
    fw_tree *circles; ///< [slot * slot_count]
    size_t circle_capacity;
    tree *trees; ///< [slot * slot_count]
    size_t tree_capacity;
    uint32_t slot_count;
    uint32_t count; ///< circles that are there
    uint32_t free_slot;
    uint32_t last_generation;
    cells grid;
    uint64_t version;        ///< how many edits there were
    tree_edit log[TREE_LOG]; ///< edit i is at i % TREE_LOG
};

/// Where a coordinate falls among cells; the grid's ends beyond them.
static inline int32_t cell_along(double offset, double side, int32_t count)
{
    const double at = offset / side;
    return at < 0 ? 0 : at < count ? (int32_t)at : count - 1;
}

/// A box of cells.
typedef struct cell_box {
    int32_t left, top, right, bottom; ///< all inclusive
} cell_box;

/// The cells that a disc's bounding square meets, within the grid.
static inline cell_box cells_around(const cells *grid, double x, double y, double radius)
{
    return (cell_box){ cell_along(x - radius - grid->left, grid->side, grid->width),
                       cell_along(y - radius - grid->top, grid->side, grid->height),
                       cell_along(x + radius - grid->left, grid->side, grid->width),
                       cell_along(y + radius - grid->top, grid->side, grid->height) };
}

/// Called for a circle that lies in a cell; false ends the walk. A circle comes up once for each of its cells.
typedef bool tree_visit(void *context, uint32_t slot);

/// Visits the circles in the cells that a disc meets.
///
/// @return false: a visit ended it
bool trees_near(const fw_forest *forest, double x, double y, double radius, tree_visit *visit, void *context);

/// Makes room in the cells for one more circle. FW_OK or FW_NO_MEMORY, and then nothing has changed.
fw_result trees_reserve(fw_forest *forest, const fw_tree *circle);

/// Puts the circle of a slot among those that count, or under its cover. There is room.
void trees_enter(fw_forest *forest, uint32_t slot);

/// Takes the circle of a slot out again; circles that it covered count again.
void trees_leave(fw_forest *forest, uint32_t slot);

/// Gives back the memory of the cells.
void trees_free(fw_forest *forest);

#endif
