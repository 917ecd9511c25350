#include "grid/jump_kind.h"
#include "grid/jump_tables.h"
#include "inspect/mark.h"
#include "regions/unit_regions.h"

/// The first anchor of a row, from tile x on, that is free or blocked as asked for; the width if there is none.
static int32_t next_anchor(const layer *layer, int32_t x, int32_t y, bool is_free)
{
    while (x < layer->width) {
        const uint64_t window = layer_window(layer, x, y), bits = is_free ? window : ~window;
        if (bits)
            return x + bits_lowest(bits) < layer->width ? x + bits_lowest(bits) : layer->width;
        x += WORD_BITS;
    }
    return layer->width;
}

/// Sends the runs of anchors of a layer, row by row, with their regions unless these are null.
static fw_result send_runs(const layer *layer, const marker *to, fw_mark_kind kind, const regions *regions)
{
    for (int32_t y = 0; y < layer->height; y++)
        for (int32_t x = next_anchor(layer, 0, y, true), end; x < layer->width;
             x = next_anchor(layer, end, y, true)) {
            end = next_anchor(layer, x, y, false);
            const double label = regions ? regions_label(regions, layer, x, y) : 0;
            if (!mark_send_tiles(to, kind, 0, (fw_tile_rect){ x, y, end - x, 1 }, label))
                return FW_OK;
        }
    return FW_OK;
}

fw_result fw_inspect_layer(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user)
{
    const map_version *version;
    const map_unit *unit;
    const fw_result result = mark_find_unit(map, id, receive, &version, &unit);
    if (result != FW_OK)
        return result;
    return unit->layer ? send_runs(unit->layer, &(marker){ receive, user }, FW_MARK_ANCHORS, NULL)
                       : FW_NOT_PREPARED;
}

fw_result fw_inspect_regions(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user)
{
    const map_version *version;
    const map_unit *unit;
    const fw_result result = mark_find_unit(map, id, receive, &version, &unit);
    if (result != FW_OK)
        return result;
    const regions *regions = regions_of_unit(version, unit);
    return regions ? send_runs(unit->layer, &(marker){ receive, user }, FW_MARK_REGION, regions)
                   : FW_NOT_PREPARED;
}

/// FW_MOVE_ bits of the straight runs for which a tile is a jump point.
static uint32_t jumps_at(const jump_tables *tables, int32_t x, int32_t y)
{
    const uint32_t arrivals = jump_arrivals(tables, x, y);
    uint32_t moves = 0;
    for (int direction = 0; direction < 4; direction++)
        moves |= (arrivals >> direction & 1) << 2 * direction;
    return moves;
}

fw_result fw_inspect_jump_points(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user)
{
    const map_version *version;
    const map_unit *unit;
    const fw_result result = mark_find_unit(map, id, receive, &version, &unit);
    if (result != FW_OK)
        return result;
    const jump_tables *tables = map_table(version, unit, &jump_tables_kind);
    if (!tables)
        return FW_NOT_PREPARED;
    const marker to = { receive, user };
    for (int32_t y = 0; y < version->height; y++)
        for (int32_t x = 0; x < version->width; x++) {
            const uint32_t moves = jumps_at(tables, x, y);
            const fw_mark mark = { .kind = FW_MARK_JUMP_POINT,
                                   .shape = FW_MARK_POINT,
                                   .line = { .start = fw_pose_on_tile(x, y, unit->def.size) },
                                   .numbers = { moves } };
            if (moves && !mark_send(&to, &mark))
                return FW_OK;
        }
    return FW_OK;
}
