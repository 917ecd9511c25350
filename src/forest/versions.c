#include "forest/versions.h"

#include <string.h>

const fw_forest *forest_at(const fw_forest *forest, uint64_t version)
{
    for (const fw_forest *copy = forest->kept; copy; copy = copy->older)
        if (copy->version == version)
            return copy;
    return forest->version == version ? forest : NULL;
}

uint64_t forest_hold(const fw_forest *forest)
{
    atomic_fetch_add(&forest_at(forest, forest->version)->readers->searches, 1);
    return forest->version;
}

void forest_let_go(const fw_forest *forest, uint64_t version)
{
    const fw_forest *held = forest_at(forest, version);
    if (held)
        atomic_fetch_sub(&held->readers->searches, 1);
}

fw_result forest_versions_init(fw_forest *forest)
{
    forest->kept = NULL;
    forest->readers = memory_get_zeroed(&forest->memory, 1, sizeof *forest->readers);
    return forest->readers ? FW_OK : FW_NO_MEMORY;
}

void forest_copy_free(fw_forest *copy)
{
    memory memory = copy->memory;
    trees_free(copy);
    memory_give_back(&memory, copy->readers, 1, sizeof *copy->readers);
    memory_give_back(&memory, copy, 1, sizeof *copy);
}

/// Frees the first copy of a list.
static void free_first(fw_forest **list)
{
    fw_forest *freed = *list;
    *list = freed->older;
    forest_copy_free(freed);
}

void forest_versions_free(fw_forest *forest)
{
    while (forest->kept)
        free_first(&forest->kept);
    memory_give_back(&forest->memory, forest->readers, 1, sizeof *forest->readers);
}

/// Frees copies without readers, and the oldest copies that only searches hold if there are too many.
static void sweep(fw_forest *forest)
{
    int count = 0;
    for (fw_forest **link = &forest->kept; *link;) {
        const forest_readers *readers = (*link)->readers;
        const bool is_lost = count >= FW_FOREST_OLD_VERSIONS || atomic_load(&readers->searches) == 0;
        if (is_lost && atomic_load(&readers->snapshots) == 0) {
            free_first(link);
            continue;
        }
        count++;
        link = &(*link)->older;
    }
}

/// Copies items; null if there are none. Clears `has_all` if memory runs out.
static void *copy_items(memory *memory, const void *items, size_t count, size_t item_bytes, bool *has_all)
{
    void *copy = count > 0 ? memory_get(memory, count, item_bytes) : NULL;
    if (copy)
        memcpy(copy, items, count * item_bytes);
    *has_all = *has_all && (copy || count == 0);
    return copy;
}

/// Copies the arrays of a version. If false is returned, the copy lacks some of them.
static bool copy_trees(const fw_forest *forest, fw_forest *copy)
{
    memory *memory = &copy->memory;
    const cells *grid = &forest->grid;
    const blocked_tiles *tiles = &forest->tiles;
    const size_t area = (size_t)tiles->width * (size_t)tiles->height;
    bool has_all = true;
    copy->circle_capacity = copy->tree_capacity = forest->slot_count;
    copy->grid.entry_capacity = grid->entry_count;
    copy->tiles.wall_capacity = tiles->wall_count;
    copy->circles = copy_items(memory, forest->circles, forest->slot_count, sizeof *copy->circles, &has_all);
    copy->trees = copy_items(memory, forest->trees, forest->slot_count, sizeof *copy->trees, &has_all);
    copy->grid.lines = copy_items(memory, grid->lines, grid->line_capacity, sizeof *grid->lines, &has_all);
    copy->grid.first = copy_items(memory, grid->first, (size_t)grid->width * (size_t)grid->height,
                                  sizeof *grid->first, &has_all);
    copy->grid.entries =
        copy_items(memory, grid->entries, grid->entry_count, sizeof *grid->entries, &has_all);
    copy->tiles.walls = copy_items(memory, tiles->walls, tiles->wall_count, sizeof *tiles->walls, &has_all);
    copy->tiles.are_blocked =
        copy_items(memory, tiles->are_blocked, area, sizeof *tiles->are_blocked, &has_all);
    return has_all;
}

fw_forest *forest_copy(const fw_forest *forest)
{
    memory memory = forest->memory;
    fw_forest *copy = memory_get(&memory, 1, sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *forest;
    copy->readers = NULL;
    copy->kept = copy->older = NULL;
    if (copy_trees(forest, copy))
        return copy;
    forest_copy_free(copy);
    return NULL;
}

/// Keeps a copy of the present version; the readers of the version are counted there from now on.
static fw_result copy_present(fw_forest *forest)
{
    forest_readers *readers = memory_get_zeroed(&forest->memory, 1, sizeof *readers);
    fw_forest *copy = readers ? forest_copy(forest) : NULL;
    if (!copy) {
        memory_give_back(&forest->memory, readers, 1, sizeof *readers);
        return FW_NO_MEMORY;
    }
    copy->readers = forest->readers;
    copy->older = forest->kept;
    forest->readers = readers;
    forest->kept = copy;
    return FW_OK;
}

void forest_keep(fw_forest *forest)
{
    if (atomic_load(&forest->readers->searches) > 0 && copy_present(forest) != FW_OK)
        atomic_store(&forest->readers->searches, 0);
    sweep(forest);
}

const fw_forest *fw_forest_snapshot(fw_forest *forest)
{
    if (!forest)
        return NULL;
    const bool is_kept = forest_at(forest, forest->version) != forest;
    if (!is_kept && copy_present(forest) != FW_OK)
        return NULL;
    const fw_forest *snapshot = forest_at(forest, forest->version);
    atomic_fetch_add(&snapshot->readers->snapshots, 1);
    return snapshot;
}

void fw_forest_release(const fw_forest *snapshot)
{
    if (snapshot)
        atomic_fetch_sub(&snapshot->readers->snapshots, 1);
}
