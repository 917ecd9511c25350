#include "traffic/laid_save.h"

#include "map/overlay.h"
#include "map/overlay_tiles.h"
#include "traffic/kinds.h"
#include "traffic/laid.h"
#include "traffic/laid_orders.h"
#include "traffic/save_fields.h"

/// The kind without an owner that follows another one in the order of relative ids.
///
/// @param before  relative id of the other one; 0 = before the first one
/// @return null: there is none
static const agent_kind *kind_behind(const fw_traffic *traffic, fw_unit_id before, fw_unit_id *relative)
{
    const agent_kind *next = NULL;
    for (uint32_t i = 0; i < traffic->roster.kind_count; i++) {
        const agent_kind *kind = &traffic->roster.kinds[i];
        const fw_unit_id id = kind->unit > 0 ? map_relative_id(traffic->map, kind->unit) : 0;
        if (kind->owner != 0 || id <= before || (next && id > *relative))
            continue;
        next = kind;
        *relative = id;
    }
    return next;
}

/// The top speeds of terrains in the order in which they are saved.
///
/// @param[in,out] top  of which the next one is looked for
/// @return false: there are no more
static bool next_top(const fw_traffic *traffic, saved_top *top)
{
    fw_unit_id id = top->unit;
    const agent_kind *kind =
        id > 0 ? &traffic->roster.kinds[traffic_index_of_kind(traffic, map_absolute_id(traffic->map, id))]
               : kind_behind(traffic, 0, &id);
    for (int32_t terrain = top->unit > 0 ? top->terrain + 1 : 0; kind; terrain = 0) {
        for (; kind->tops && terrain < FW_TERRAIN_COUNT; terrain++)
            if (kind->tops[terrain] > 0) {
                *top = (saved_top){ id, terrain, kind->tops[terrain] };
                return true;
            }
        kind = kind_behind(traffic, id, &id);
    }
    return false;
}

/// Takes over a top speed that was read.
static void take_top(archive *file, fw_traffic *traffic, const saved_top *top)
{
    const double none[FW_TERRAIN_COUNT] = { 0 };
    uint32_t index = 0;
    archive_fail(file, traffic_find_kind(traffic, map_absolute_id(traffic->map, top->unit), &index));
    if (file->result != FW_OK)
        return;
    agent_kind *kind = &traffic->roster.kinds[index];
    if (!kind->tops)
        archive_fail(file, laid_set_tops(traffic, kind, none));
    if (kind->tops)
        kind->tops[top->terrain] = top->top;
}

static void move_tops(archive *file, fw_traffic *traffic)
{
    const bool reads = archive_reads(file);
    size_t count = 0;
    for (saved_top top = { .unit = 0 }; !reads && next_top(traffic, &top);)
        count++;
    count = archive_list(file, &top_record, count);
    saved_top top = { .unit = 0 };
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        if (reads)
            top = (saved_top){ .unit = 0 };
        else
            next_top(traffic, &top);
        archive_record(file, &top_record, &top);
        if (reads && file->result == FW_OK)
            take_top(file, traffic, &top);
    }
}

/// The overlays in the order in which they are saved: that of all units, those of kinds, those of units.
///
/// @param index    number of overlays before it
/// @param[out] is  what tells whose it is
/// @return null: there are no more
static const fw_overlay *overlay_at(const fw_traffic *traffic, size_t index, saved_laid *is)
{
    *is = (saved_laid){ .owner = NO_AGENT };
    if (traffic->around.laid.given && index-- == 0)
        return traffic->around.laid.given;
    for (const agent_kind *kind; (kind = kind_behind(traffic, is->unit, &is->unit));)
        if (kind->laid.given && index-- == 0)
            return kind->laid.given;
    is->unit = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        is->owner = traffic->by_id[i];
        const agent_kind *kind = kind_of(traffic, &traffic->agents[is->owner]);
        if (kind->owner != 0 && index-- == 0)
            return kind->laid.given;
    }
    return NULL;
}

static int32_t count_runs(const fw_overlay *overlay)
{
    int32_t count = 0;
    for (overlay_run run = { 0 }; overlay_next_run(overlay, &run); run.x += run.length)
        count++;
    return count;
}

static void write_runs(archive *file, const fw_overlay *overlay)
{
    for (overlay_run run = { 0 }; overlay_next_run(overlay, &run); run.x += run.length)
        archive_record(file, &run_record, &run);
}

/// Reads the runs of an overlay, and lays it over the ground.
static void read_overlay(archive *file, fw_traffic *traffic, const saved_laid *laid)
{
    const fw_allocator hooks = memory_hooks(&traffic->memory);
    fw_overlay *overlay = NULL;
    archive_fail(file,
                 fw_overlay_create(map_width(traffic->map), map_height(traffic->map), &hooks, &overlay));
    if (overlay && laid->has_corridor)
        fw_overlay_corridor(overlay, -1, -1, 1, 1); // an empty one, which the runs fill
    for (int32_t i = 0; i < laid->runs && file->result == FW_OK; i++) {
        overlay_run run = { .length = 0 };
        archive_record(file, &run_record, &run);
        if (file->result == FW_OK)
            archive_fail(file, run.is_corridor && !laid->has_corridor ? FW_BAD_VALUE
                                                                      : overlay_add_run(overlay, &run));
    }
    uint32_t index = 0;
    if (file->result == FW_OK && laid->unit > 0)
        archive_fail(file, traffic_find_kind(traffic, map_absolute_id(traffic->map, laid->unit), &index));
    laid_overlay *replaced = laid->unit > 0 ? &traffic->roster.kinds[index].laid : &traffic->around.laid;
    if (file->result == FW_OK)
        archive_fail(file, laid->owner != NO_AGENT ? laid_give_unit(traffic, laid->owner, overlay)
                                                   : laid_take(traffic, replaced, overlay));
    fw_overlay_destroy(overlay);
}

void laid_move(archive *file, fw_traffic *traffic)
{
    const bool reads = archive_reads(file);
    move_tops(file, traffic);
    saved_laid laid;
    size_t count = 0, runs = 0;
    while (!reads && overlay_at(traffic, count, &laid))
        count++;
    count = archive_list(file, &laid_record, count);
    saved_laid *all = reads && count > 0 ? memory_get(&traffic->memory, count, sizeof *all) : NULL;
    if (reads && count > 0 && !all)
        archive_fail(file, FW_NO_MEMORY);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        laid = (saved_laid){ .owner = NO_AGENT };
        if (!reads) {
            const fw_overlay *overlay = overlay_at(traffic, i, &laid);
            laid.runs = count_runs(overlay);
            laid.has_corridor = overlay_has_corridor(overlay);
        }
        archive_record(file, &laid_record, &laid);
        runs += (size_t)laid.runs;
        if (reads)
            all[i] = laid;
    }
    archive_known_list(file, &run_record, runs);
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        if (reads)
            read_overlay(file, traffic, &all[i]);
        else
            write_runs(file, overlay_at(traffic, i, &laid));
    memory_give_back(&traffic->memory, all, count, sizeof *all);
}
