#include <math.h>

#include "forest/versions.h"

enum { MOST_CIRCLES = 1 << 24 };

fw_result fw_forest_create(const fw_allocator *allocator, fw_forest **created)
{
    if (!created)
        return FW_NULL_ARGUMENT;
    memory memory;
    memory_init(&memory, allocator);
    fw_forest *forest = memory_get_zeroed(&memory, 1, sizeof *forest);
    if (!forest)
        return FW_NO_MEMORY;
    forest->memory = memory;
    forest->free_slot = NO_TREE;
    if (forest_versions_init(forest) != FW_OK) {
        memory_give_back(&memory, forest, 1, sizeof *forest);
        return FW_NO_MEMORY;
    }
    *created = forest;
    return FW_OK;
}

void fw_forest_destroy(fw_forest *forest)
{
    if (!forest)
        return;
    memory memory = forest->memory;
    forest_versions_free(forest);
    trees_free(forest);
    memory_give_back(&memory, forest, 1, sizeof *forest);
}

static fw_result judge(const fw_tree *circle)
{
    if (!isfinite(circle->x) || !isfinite(circle->y) || !isfinite(circle->radius))
        return FW_NOT_FINITE;
    const bool is_near = fabs(circle->x) <= FW_FOREST_MOST && fabs(circle->y) <= FW_FOREST_MOST;
    return is_near && circle->radius >= 0 && circle->radius <= FW_FOREST_MOST ? FW_OK : FW_BAD_VALUE;
}

/// Notes in the log that something has changed within the circle of a slot.
static void log_edit(fw_forest *forest, uint32_t slot)
{
    forest->log[forest->version++ % TREE_LOG] = (tree_edit){ .within = forest->circles[slot], .slot = slot };
}

fw_result fw_forest_add(fw_forest *forest, fw_tree circle, fw_tree_id *id)
{
    if (!forest)
        return FW_NULL_ARGUMENT;
    const fw_result judged = judge(&circle);
    if (judged != FW_OK)
        return judged;
    if (forest->count == MOST_CIRCLES || forest->last_generation == UINT32_MAX)
        return FW_TOO_MANY;
    forest_keep(forest);
    uint32_t slot;
    if (trees_add(forest, &circle, &slot) != FW_OK)
        return FW_NO_MEMORY;
    log_edit(forest, slot);
    if (id)
        *id = (uint64_t)forest->last_generation << 32 | slot;
    return FW_OK;
}

/// The slot of a circle; NO_TREE if there is no circle with this id, or not any more.
static uint32_t slot_of(const fw_forest *forest, fw_tree_id id)
{
    const uint32_t slot = (uint32_t)id;
    const bool is_there = id && slot < forest->slot_count && forest->trees[slot].generation == id >> 32 &&
                          forest->circles[slot].radius >= 0;
    return is_there ? slot : NO_TREE;
}

fw_result fw_forest_move(fw_forest *forest, fw_tree_id id, fw_tree circle)
{
    if (!forest)
        return FW_NULL_ARGUMENT;
    const uint32_t slot = slot_of(forest, id);
    if (slot == NO_TREE)
        return FW_UNKNOWN_TREE;
    const fw_result judged = judge(&circle);
    if (judged != FW_OK)
        return judged;
    forest_keep(forest);
    if (trees_reserve(forest, &circle) != FW_OK)
        return FW_NO_MEMORY;
    trees_leave(forest, slot);
    log_edit(forest, slot);
    forest->circles[slot] = circle;
    trees_enter(forest, slot);
    log_edit(forest, slot);
    return FW_OK;
}

fw_result fw_forest_remove(fw_forest *forest, fw_tree_id id)
{
    if (!forest)
        return FW_NULL_ARGUMENT;
    const uint32_t slot = slot_of(forest, id);
    if (slot == NO_TREE)
        return FW_UNKNOWN_TREE;
    forest_keep(forest);
    log_edit(forest, slot);
    trees_drop(forest, slot);
    return FW_OK;
}

fw_result fw_forest_tree(const fw_forest *forest, fw_tree_id id, fw_tree *circle)
{
    if (!forest || !circle)
        return FW_NULL_ARGUMENT;
    const uint32_t slot = slot_of(forest, id);
    if (slot == NO_TREE)
        return FW_UNKNOWN_TREE;
    *circle = forest->circles[slot];
    return FW_OK;
}

int32_t fw_forest_count(const fw_forest *forest)
{
    return forest ? (int32_t)(forest->count - forest->corner_count) : 0;
}

uint64_t fw_forest_version(const fw_forest *forest)
{
    return forest ? forest->version : 0;
}
