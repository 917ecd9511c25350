#include "forest/trees.h"
#include "forest/versions.h"

/// Adds a circle for each corner that sticks out.
static fw_result add_corners(fw_forest *forest)
{
    uint32_t slot;
    for (int32_t y = 1; y < forest->tiles.height; y++)
        for (int32_t x = 1; x < forest->tiles.width; x++) {
            if (!blocked_tiles_stick_out(&forest->tiles, x, y))
                continue;
            if (trees_add(forest, &(fw_tree){ x, y, -WALL_SHRINK }, &slot) != FW_OK)
                return FW_NO_MEMORY;
            forest->corner_count++;
        }
    return trees_deal_out(forest);
}

static void drop_corners(fw_forest *forest)
{
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (forest->trees[slot].generation && forest->circles[slot].radius < 0)
            trees_drop(forest, slot);
    forest->corner_count = 0;
}

/// Replaces the content of a forest by that of a copy, which ends. Planners start anew.
static void take_over(fw_forest *forest, fw_forest *made)
{
    const uint64_t version = forest->version + TREE_LOG + 1;
    forest_readers *readers = forest->readers;
    fw_forest *kept = forest->kept;
    trees_free(forest);
    *forest = *made;
    forest->version = version;
    forest->readers = readers;
    forest->kept = kept;
    memory_give_back(&forest->memory, made, 1, sizeof *made);
}

fw_result fw_forest_set_map(fw_forest *forest, const fw_map *map, uint32_t capability)
{
    const map_version *version = map_version_of(map);
    if (!forest)
        return FW_NULL_ARGUMENT;
    fw_forest *made = forest_copy(forest);
    if (!made)
        return FW_NO_MEMORY;
    drop_corners(made);
    blocked_tiles_free(&made->memory, &made->tiles);
    made->tiles = (blocked_tiles){ 0 };
    fw_result result = version ? blocked_tiles_read(&made->memory, version, capability, &made->tiles) : FW_OK;
    if (result == FW_OK)
        result = add_corners(made);
    if (result != FW_OK) {
        forest_copy_free(made);
        return result;
    }
    forest_keep(forest);
    take_over(forest, made);
    return FW_OK;
}
