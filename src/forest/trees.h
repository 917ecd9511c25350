#pragma once

/// The forest as its planners read it: circles in slots, and the cells that the uncovered circles meet.
///
/// A circle inside another one never changes a path, whatever the body's radius. It is covered, and in no cell. Of
/// equal circles, the later one is covered. Covered circles may cover others.

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/memory.h"
#include "fairway/forest.h"
#include "forest/blocked_tiles.h"
#include "forest/cells.h"

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

/// Called for a circle that lies in a cell, once for each of its cells; return false to end the visits.
typedef bool tree_visit(void *context, uint32_t slot);

/// Visits the circles in the cells that a disc meets. Returns false if a visit returned false.
bool trees_near(const fw_forest *forest, double x, double y, double radius, tree_visit *visit, void *context);

/// Called for a wall that lies in a cell, once for each of its cells; return false to end the visits.
typedef bool wall_visit(void *context, const wall *met);

/// Visits the walls in the cells that a disc meets. Returns false if a visit returned false.
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
