#include "regions/region_block_patch.h"

#include <string.h>

#include "base/must_hold.h"

/// The repair of a block's record after a small edit inside the block. If the free anchors around the blocked ones stay
/// connected within a window, no component splits. If the new anchors touch one component only, the component grows.
/// Then no side mask and no label changes: the record differs only in the runs of the changed rows.

enum { PATCH_ROWS = 12, WINDOW_ROWS = PATCH_ROWS + 2 };

/// The changed rows of a block and one on either side.
typedef struct patch_window {
    const region_block *old;
    bool diagonal;
    int top;   ///< row of the block that is row 0 of the window; may be -1
    int count; ///< rows
    uint64_t before[WINDOW_ROWS];
    uint64_t after[WINDOW_ROWS];
} patch_window;

/// Fills in a window; false if it is too high, or reaches into a neighbouring block.
static bool open_window(const regions *regions, const layer *layer, const touched_block *touched,
                        const change_list *changes, patch_window *window)
{
    const int first = bits_lowest(touched->rows), last = bits_highest(touched->rows);
    const block_rows rows = regions_rows(regions, layer, touched->block);
    if (last - first >= PATCH_ROWS || (first == 0 && rows.open >> SIDE_NORTH & 1) ||
        (last == BLOCK_SIDE - 1 && rows.open >> SIDE_SOUTH & 1))
        return false;
    window->old = regions->slots[touched->block].now;
    window->diagonal = regions->diagonal;
    window->top = first - 1;
    window->count = last - first + 3;
    const int32_t word = (int32_t)(touched->block % (uint32_t)regions->columns);
    const int32_t top = (int32_t)(touched->block / (uint32_t)regions->columns) << BLOCK_SHIFT;
    uint64_t changed = 0;
    for (int i = 0; i < window->count; i++) {
        const int y = window->top + i;
        const bool inside = y >= 0 && y < rows.count;
        window->before[i] = window->after[i] = inside ? block_row(&rows, y) : 0;
        if (!inside || !(touched->rows >> y & 1))
            continue;
        const layer_change *change = change_list_find(changes, top + y, word);
        must_hold(change);
        window->before[i] = change->before;
        changed |= window->before[i] ^ window->after[i];
    }
    return !(changed & 1 && rows.open >> SIDE_WEST & 1) && !(changed >> 63 && rows.open >> SIDE_EAST & 1);
}

/// The bits of row i and of the rows beside it.
static uint64_t beside(const patch_window *window, const uint64_t *rows, int i)
{
    const uint64_t above = i > 0 ? rows[i - 1] : 0, below = i + 1 < window->count ? rows[i + 1] : 0;
    if (window->diagonal)
        return bits_spread(above | rows[i] | below);
    return bits_spread(rows[i]) | above | below;
}

/// Grows `seen` within `room` until it reaches no more anchors.
static void flood(const patch_window *window, const uint64_t *room, uint64_t *seen)
{
    bool grown = true;
    while (grown) {
        grown = false;
        for (int i = 0; i < window->count; i++) {
            uint64_t more = beside(window, seen, i) & room[i] & ~seen[i];
            grown |= more != 0;
            while (more) {
                seen[i] |= more;
                more = bits_spread(more) & room[i] & ~seen[i];
            }
        }
    }
}

static bool covers(const patch_window *window, const uint64_t *seen, const uint64_t *wanted)
{
    uint64_t missing = 0;
    for (int i = 0; i < window->count; i++)
        missing |= wanted[i] & ~seen[i];
    return !missing;
}

/// True if the free anchors around the blocked ones are connected within the window.
static bool ring_is_connected(const patch_window *window, const uint64_t *gone)
{
    uint64_t room[WINDOW_ROWS], ring[WINDOW_ROWS], seen[WINDOW_ROWS] = { 0 };
    uint64_t columns = 0;
    int start = -1;
    for (int i = 0; i < window->count; i++) {
        ring[i] = beside(window, gone, i) & window->after[i];
        columns |= gone[i];
        if (ring[i])
            start = i;
    }
    if (start < 0)
        return false;
    columns = bits_below(bits_highest(columns) + 1) & ~bits_below(bits_lowest(columns));
    columns = bits_spread(columns);
    for (int i = 0; i < window->count; i++)
        room[i] = window->after[i] & columns;
    seen[start] = ring[start] & (0 - ring[start]);
    flood(window, room, seen);
    return covers(window, seen, ring);
}

static int component_before(const patch_window *window, int i, uint64_t bits)
{
    return block_component_at(window->old, window->before[i], bits_lowest(bits), window->top + i);
}

/// The only component that the new anchors touch; -1 if there are several or none.
static int joined_component(const patch_window *window, const uint64_t *come)
{
    uint64_t seen[WINDOW_ROWS];
    int joined = -1;
    for (int i = 0; i < window->count; i++) {
        uint64_t touching = beside(window, come, i) & window->before[i];
        while (touching) {
            const int component = component_before(window, i, touching);
            if (joined >= 0 && component != joined)
                return -1;
            joined = component;
            touching &= ~lowest_run(touching);
        }
        seen[i] = beside(window, window->before, i) & come[i];
    }
    flood(window, come, seen);
    return covers(window, seen, come) ? joined : -1;
}

/// The component of the new anchors; any number if there are no new anchors; -1 if the window does not decide.
static int decide(const patch_window *window)
{
    uint64_t gone[WINDOW_ROWS] = { 0 }, come[WINDOW_ROWS] = { 0 };
    uint64_t any_gone = 0, any_come = 0;
    for (int i = 0; i < window->count; i++) {
        gone[i] = window->before[i] & ~window->after[i];
        come[i] = window->after[i] & ~window->before[i];
        any_gone |= gone[i];
        any_come |= come[i];
    }
    if (any_gone && any_come)
        return -1;
    if (any_gone)
        return ring_is_connected(window, gone) ? 0 : -1;
    return joined_component(window, come);
}

/// Components of the runs of a changed row.
static int patch_row(const patch_window *window, int i, int joined, uint16_t *components)
{
    int count = 0;
    for (uint64_t rest = window->after[i]; rest; count++) {
        const uint64_t run = lowest_run(rest), old = run & window->before[i];
        components[count] = (uint16_t)(old ? component_before(window, i, old) : joined);
        rest ^= run;
    }
    return count;
}

/// Copies a record, with new runs in the window's rows.
static void write_patched(const patch_window *window, int joined, region_block *record)
{
    const region_block *old = window->old;
    record->border_count = old->border_count;
    record->border = old->border;
    memcpy(record->first_run, old->first_run, sizeof record->first_run);
    memcpy(record->sides, old->sides, old->border_count * (sizeof(side_masks) + sizeof(uint32_t)));

    const int first = window->top + 1, end = window->top + window->count - 1;
    const uint16_t *from = block_components_of(old);
    uint16_t *to = block_components(record);
    int run = old->first_run[first];
    memcpy(to, from, (size_t)run * sizeof *to);
    for (int y = first; y < end; y++) {
        record->first_run[y] = (uint16_t)run;
        run += patch_row(window, y - window->top, joined, to + run);
    }
    const int old_run = old->first_run[end];
    memcpy(to + run, from + old_run, (size_t)(old->first_run[BLOCK_SIDE] - old_run) * sizeof *to);
    for (int y = end; y <= BLOCK_SIDE; y++)
        record->first_run[y] = (uint16_t)(old->first_run[y] + run - old_run);
}

static int patched_run_count(const patch_window *window)
{
    int count = window->old->first_run[BLOCK_SIDE];
    for (int i = 0; i < window->count; i++)
        count += bits_count(run_starts(window->after[i])) - bits_count(run_starts(window->before[i]));
    return count;
}

fw_result regions_patch_block(regions *regions, const layer *layer, const touched_block *touched,
                              const change_list *changes, bool *done)
{
    patch_window window;
    *done = false;
    if (!open_window(regions, layer, touched, changes, &window))
        return FW_OK;
    const int joined = decide(&window);
    if (joined < 0)
        return FW_OK;
    region_block *record =
        regions_take_record(regions, block_bytes(window.old->border_count, patched_run_count(&window)));
    if (!record)
        return FW_NO_MEMORY;
    write_patched(&window, joined, record);
    regions->slots[touched->block].staged = record;
    *done = true;
    return FW_OK;
}
