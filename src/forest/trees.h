#ifndef FOREST_TREES_H
#define FOREST_TREES_H

/// @file
/// The forest as its planners read it: circles in slots, those of them that count, and the cells in which they lie.
///
/// A circle inside another one never changes a path, whatever the body's radius: it is covered, and in no cell. Of
/// equal circles the later one is covered. Covered circles may cover others.

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/memory.h"
#include "fairway/forest.h"
#include "fairway/map.h"

/// Stands for "no slot" and "no entry".
#define NO_TREE UINT32_MAX

/// Entries of cells with this bit are walls; the other bits are a wall's index.
#define WALL_ENTRY (UINT32_C(1) << 31)

/// Walls, and the corners at their ends, grow by so much less than the body: a gap between two of them that is narrower
/// than the body by at most FW_TOUCH leaves a way.
#define WALL_SHRINK (FW_TOUCH / 2 + FW_FOREST_TOUCH)

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

/// A border between tiles of the map that a body may enter and others, along a row or a column. A corner that sticks
/// out into free tiles is a circle besides, of radius -WALL_SHRINK.
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
    uint32_t next; ///< of the same cell, or of the free entries
} cell_entry;

/// Squares of a uniform grid. Every circle that is not covered is in all cells that its bounding square meets, every
/// wall in all cells that it meets; all lie within the grid.
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
    size_t needed;    ///< entries that walls and all circles need, the covered ones too
    size_t built_for; ///< circles that the size of the cells was chosen for
} cells;

/// An edit, as planners see it: something changed within this circle.
typedef struct tree_edit {
    fw_tree within;
    uint32_t slot; ///< of the circle that came, or went
} tree_edit;

/// Those that read a version while the forest is edited. They count themselves on their own threads.
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
    uint32_t count; ///< circles that are there, corners of walls too
    uint32_t corner_count;
    uint32_t free_slot;
    uint32_t last_generation;
    cells grid;
    blocked_tiles tiles;
    uint64_t version;        ///< how many edits there were
    tree_edit log[TREE_LOG]; ///< edit i is at i % TREE_LOG
    forest_readers *readers; ///< of this version, if it has no copy
    struct fw_forest *kept;  ///< newest copy of a version that is read; copies have none
    struct fw_forest *older; ///< of a copy: the next one
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

/// Called for an entry of a cell, as cell_entry::slot; false ends the walk.
typedef bool entry_visit(void *context, uint32_t entry);

/// Visits the entries of cells, if there are cells.
///
/// @return false: a visit ended it
bool cells_visit(const cells *grid, cell_box box, entry_visit *visit, void *context);

/// Called for a circle that lies in a cell; false ends the walk. A circle comes up once for each of its cells.
typedef bool tree_visit(void *context, uint32_t slot);

/// Visits the circles in the cells that a disc meets.
///
/// @return false: a visit ended it
bool trees_near(const fw_forest *forest, double x, double y, double radius, tree_visit *visit, void *context);

/// Called for a wall that lies in a cell; false ends the walk. A wall comes up once for each of its cells.
typedef bool wall_visit(void *context, const wall *met);

/// Visits the walls in the cells that a disc meets.
///
/// @return false: a visit ended it
bool walls_near(const fw_forest *forest, double x, double y, double radius, wall_visit *visit, void *context);

/// Makes new cells for the circles and walls that are there. FW_OK or FW_NO_MEMORY, and then nothing has changed.
fw_result trees_deal_out(fw_forest *forest);

/// Makes room in the cells for one more circle. FW_OK or FW_NO_MEMORY, and then nothing has changed.
fw_result trees_reserve(fw_forest *forest, const fw_tree *circle);

/// Puts the circle of a slot among those that count, or under its cover. There is room.
void trees_enter(fw_forest *forest, uint32_t slot);

/// Takes the circle of a slot out again; circles that it covered count again.
void trees_leave(fw_forest *forest, uint32_t slot);

/// Adds a circle in a slot of its own. FW_OK or FW_NO_MEMORY, and then nothing has changed.
fw_result trees_add(fw_forest *forest, const fw_tree *circle, uint32_t *slot);

/// Takes out the circle of a slot, which is free then.
void trees_drop(fw_forest *forest, uint32_t slot);

/// Gives back all memory but that of the forest itself.
void trees_free(fw_forest *forest);

#endif
