#include "directional/fine/fine_cells.h"

#include "base/hash.h"

enum { FIRST_TABLE = 1 << 10 };

/// Slots of the node store have 32 bits.
#define MOST_POSES (UINT32_C(1) << 31)

void fine_cells_free(fine_cells *cells)
{
    memory_give_back(cells->memory, cells->table, cells->table_size, sizeof *cells->table);
    memory_give_back(cells->memory, cells->poses, cells->capacity, sizeof *cells->poses);
}

/// The slot of a cell, or the free slot that a new pose in the cell takes.
static uint32_t slot_of(const fine_cells *cells, uint64_t cell)
{
    uint32_t slot = (uint32_t)(hash_64(cell ^ cell >> 29) >> 32) & (uint32_t)(cells->table_size - 1);
    for (;; slot = (slot + 1) & (uint32_t)(cells->table_size - 1)) {
        const uint32_t index = cells->table[slot];
        const bool is_used = index < cells->count && cells->poses[index].slot == slot;
        if (!is_used || cells->poses[index].cell == cell)
            return slot;
    }
}

static void enter(fine_cells *cells, uint32_t index, uint32_t slot)
{
    cells->table[slot] = index;
    cells->poses[index].slot = slot;
}

static fw_result grow_table(fine_cells *cells)
{
    const size_t size = cells->table_size ? 2 * cells->table_size : FIRST_TABLE, count = cells->count;
    uint32_t *table = memory_get_zeroed(cells->memory, size, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    memory_give_back(cells->memory, cells->table, cells->table_size, sizeof *cells->table);
    cells->table = table;
    cells->table_size = size;
    for (cells->count = 0; cells->count < count; cells->count++)
        enter(cells, (uint32_t)cells->count, slot_of(cells, cells->poses[cells->count].cell));
    return FW_OK;
}

fw_result fine_cells_enter(fine_cells *cells, const fine_pose *pose, uint32_t *index, bool *is_new)
{
    if (2 * cells->count >= cells->table_size && grow_table(cells) != FW_OK)
        return FW_NO_MEMORY;
    const uint32_t slot = slot_of(cells, pose->cell);
    *index = cells->table[slot];
    *is_new = *index >= cells->count || cells->poses[*index].slot != slot;
    if (!*is_new)
        return FW_OK;
    if (cells->count == MOST_POSES)
        return FW_TOO_MANY;
    if (MEMORY_RESERVE(cells->memory, cells->poses, cells->capacity, cells->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    *index = (uint32_t)cells->count;
    cells->poses[cells->count++] = *pose;
    enter(cells, *index, slot);
    return FW_OK;
}

fw_result fine_cells_push(fine_cells *cells, fine_pose *pose, cost step, uint16_t via, successors *successors)
{
    uint32_t index;
    bool is_new;
    const fw_result entered = fine_cells_enter(cells, pose, &index, &is_new);
    if (entered != FW_OK)
        return entered;
    const size_t before = successors->count;
    successors_push(successors, index, step, via);
    if (successors->count > before && !is_new) {
        pose->slot = cells->poses[index].slot;
        cells->poses[index] = *pose;
    }
    return FW_OK;
}

bool fine_cells_find(const fine_cells *cells, uint64_t cell, uint32_t *index)
{
    if (cells->count == 0)
        return false;
    const uint32_t slot = slot_of(cells, cell);
    *index = cells->table[slot];
    return *index < cells->count && cells->poses[*index].slot == slot;
}
