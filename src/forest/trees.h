#ifndef FOREST_TREES_H
#define FOREST_TREES_H

/// @file
/// The forest as its planners read it: circles in slots, and the cells that the uncovered circles meet.
///
/// A circle inside another one never changes a path, whatever the body's radius. It is covered, and in no cell. Of
/// equal circles, the later one is covered. Covered circles may cover others.

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/memory.h"
#include "fairway/forest.h"
#include "fairway/map.h"

/// Stands for "no slot" and "no entry".
#define NO_TREE UINT32_MAX

/// Bit of a cell's entry that marks a wall; the other bits are the index of the wall.
#define WALL_ENTRY (UINT32_C(1) << 31)

/// Walls, and the corners at their ends, grow by this much less than the body: a body passes between two of them even
/// if the gap is narrower than the body by up to FW_TOUCH.
#define WALL_SHRINK (FW_TOUCH / 2 + FW_FOREST_TOUCH)

/// Number of edits that are logged. A planner that has missed more of them drops all that it knows.
enum { TREE_LOG = 512 };

/// State of a slot; its circle is in fw_forest::circles.
typedef struct tree {
    uint32_t generation;    ///< of the circle's id; 0: the slot is free
    uint32_t cover;         ///< slot of the circle that covers it, or NO_TREE
    uint32_t next;          ///< next circle under the same cover, or next free slot
    uint32_t previous;      ///< previous circle under the same cover
    uint32_t first_covered; ///< first circle that it covers
} tree;

/// A border between tiles that a body may enter and others, along a row or a column. A corner that sticks out into free
/// tiles is also a circle, of radius -WALL_SHRINK.
typedef struct wall {
    double x, y, to_x, to_y; ///< its ends
} wall;

/// The tiles of a map that are obstacles.
typedef struct blocked_tiles {
    wall *walls; ///< [wall * wall_count]
    size_t wall_capacity, wall_count;
    uint8_t *are_blocked;  ///< [y * width + x]
    int32_t width, height; ///< of the map; 0: there is none
} blocked_tiles;

/// A circle or a wall that lies in a cell.
typedef struct cell_entry {
    uint32_t slot; ///< of a circle; or WALL_ENTRY and the index of a wall
    uint32_t next; ///< next entry of the same cell, or next free entry
} cell_entry;

/// Squares of a uniform grid. An uncovered circle is in all cells that its bounding square meets, a wall in all cells
/// that it meets. All circles and walls lie within the grid.
typedef struct cells {
    double left, top;      ///< of the first cell
    double side;           ///< of a cell
    double most_x, most_y; ///< greatest coordinates that circles may have
    int32_t width, height; ///< in cells; 0: there are no circles
    uint32_t *first;       ///< [width * height] entries
    cell_entry *entries;
    size_t entry_capacity;
    size_t entry_count; ///< entries that have ever been used
    uint32_t free_entry;
    size_t needed;    ///< entries that walls and all circles need, covered circles included
    size_t built_for; ///< number of circles when the size of the cells was chosen
} cells;

/// An edit in the log: something changed within this circle.
typedef struct tree_edit {
    fw_tree within;
    uint32_t slot; ///< of the circle that was added or removed
} tree_edit;

/// Readers of a version. They count themselves, on their own threads.
typedef struct forest_readers {
    atomic_uint searches;
    atomic_uint snapshots;
} forest_readers;

struct fw_forest {
    memory memory;
    fw_tree *circles; ///< [slot * slot_count]
    size_t circle_capacity;
    tree *trees; ///< [slot * slot_count]
    size_t tree_capacity;
    uint32_t slot_count;
    uint32_t count; ///< of circles, corners of walls included
    uint32_t corner_count;
    uint32_t free_slot;
    uint32_t last_generation;
    cells grid;
    blocked_tiles tiles;
    uint64_t version;        ///< number of edits so far
    tree_edit log[TREE_LOG]; ///< edit i is at i % TREE_LOG
    forest_readers *readers; ///< of this version, until it is copied
    struct fw_forest *kept;  ///< newest kept copy of an older version; null in copies
    struct fw_forest *older; ///< in a copy: the next older copy
};

/// Index of the cell at an offset from the grid's origin, clamped to the grid.
static inline int32_t cell_along(double offset, double side, int32_t count)
{
    const double cell = offset / side;
    return cell < 0 ? 0 : cell < count ? (int32_t)cell : count - 1;
}

/// A box of cells.
typedef struct cell_box {
    int32_t left, top, right, bottom; ///< all inclusive
} cell_box;

/// The cells that a rectangle meets, within the grid.
static inline cell_box cells_between(const cells *grid, double left, double top, double right, double bottom)
{
    return (cell_box){ cell_along(left - grid->left, grid->side, grid->width),
                       cell_along(top - grid->top, grid->side, grid->height),
                       cell_along(right - grid->left, grid->side, grid->width),
                       cell_along(bottom - grid->top, grid->side, grid->height) };
}

/// The cells that a disc's bounding square meets, within the grid.
static inline cell_box cells_around(const cells *grid, double x, double y, double radius)
{
    const double reach = fmax(radius, 0);
    return cells_between(grid, x - reach, y - reach, x + reach, y + reach);
}

/// Called for an entry of a cell, as cell_entry::slot; return false to end the visits.
typedef bool entry_visit(void *context, uint32_t entry);

/// Visits the entries of a box of cells. If the grid has no cells, there are none.
///
/// @return false if a visit returned false
bool cells_visit(const cells *grid, cell_box box, entry_visit *visit, void *context);

/// Called for a circle that lies in a cell, once for each of its cells; return false to end the visits.
typedef bool tree_visit(void *context, uint32_t slot);

/// Visits the circles in the cells that a disc meets.
///
/// @return false if a visit returned false
bool trees_near(const fw_forest *forest, double x, double y, double radius, tree_visit *visit, void *context);

/// Called for a wall that lies in a cell, once for each of its cells; return false to end the visits.
typedef bool wall_visit(void *context, const wall *met);

/// Visits the walls in the cells that a disc meets.
///
/// @return false if a visit returned false
bool walls_near(const fw_forest *forest, double x, double y, double radius, wall_visit *visit, void *context);

/// Chooses new cells and puts all circles and walls into them. FW_OK, or FW_NO_MEMORY if nothing has changed.
fw_result trees_deal_out(fw_forest *forest);

/// Makes room in the cells for one more circle. FW_OK, or FW_NO_MEMORY if nothing has changed.
fw_result trees_reserve(fw_forest *forest, const fw_tree *circle);

/// Puts the circle of a slot into the cells, or under a circle that covers it. trees_reserve() has made room.
void trees_enter(fw_forest *forest, uint32_t slot);

/// Takes the circle of a slot out of the cells; circles that it covered return to them.
void trees_leave(fw_forest *forest, uint32_t slot);

/// Adds a circle in a slot of its own. FW_OK, or FW_NO_MEMORY if nothing has changed.
fw_result trees_add(fw_forest *forest, const fw_tree *circle, uint32_t *slot);

/// Removes the circle of a slot, and frees the slot.
void trees_drop(fw_forest *forest, uint32_t slot);

/// Gives back all memory except the forest itself.
void trees_free(fw_forest *forest);

#endif
