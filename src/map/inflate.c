#include "fairway/inflate.h"

#include <math.h>
#include <string.h>

#include "map/costmap.h"
#include "map/distance.h"
#include "map/overlay.h"

/// The work of one call.
typedef struct inflating {
    const map_version *map;
    fw_overlay *overlay;
    const fw_inflation *inflation;
    uint64_t since; ///< version whose costs the overlay has; 0 = none
    int32_t reach;  ///< tiles beyond which a wall adds no cost
    memory *memory;
    uint8_t *byte_at; ///< [(2 distance)^2, 0 .. last] the cost
    uint32_t last;
    tile_box blocks; ///< that may be outdated, by columns and rows
    bool *outdated;  ///< [row, column of `blocks`]
    tile_box area;   ///< the tiles of `blocks`
    uint8_t *costs;  ///< [row * stride + column of `area`] new costs
    size_t stride;
} inflating;

static fw_result judge(const fw_inflation *inflation)
{
    if (!isfinite(inflation->radius) || !isfinite(inflation->decay))
        return FW_NOT_FINITE;
    return inflation->radius >= 0 && inflation->radius <= 64 && inflation->decay >= 1.0 / 256 &&
                   inflation->decay <= 16 && inflation->highest >= 1 && inflation->highest <= COST_BYTE_CLOSED
               ? FW_OK
               : FW_BAD_VALUE;
}

/// exp(-x) for x >= 0, with the same bits on every platform.
static double decayed(double x)
{
    enum { TERMS = 10, SQUARINGS = 10 };
    const double part = -x / (1 << SQUARINGS);
    double power = 1;
    for (int i = TERMS; i > 0; i--)
        power = 1 + power * part / i;
    for (int i = 0; i < SQUARINGS; i++)
        power *= power;
    return power;
}

static uint8_t byte_at_distance(const fw_inflation *inflation, double distance)
{
    if (distance <= inflation->radius)
        return inflation->highest;
    const double most = inflation->highest < COST_BYTE_MOST ? inflation->highest : COST_BYTE_MOST;
    return (uint8_t)floor(most * decayed(inflation->decay * (distance - inflation->radius)) + 0.5);
}

static uint8_t byte_at_square(const fw_inflation *inflation, uint32_t quadrupled)
{
    return byte_at_distance(inflation, sqrt((double)quadrupled) / 2);
}

/// The first (2 distance)^2 beyond `first` whose cost is below a byte, which is that of `first`.
static uint32_t end_of_byte(const inflating *work, uint32_t first, uint8_t byte)
{
    uint32_t end = work->last + 1;
    while (end - first > 1) {
        const uint32_t middle = first + (end - first) / 2;
        if (byte_at_square(work->inflation, middle) < byte)
            end = middle;
        else
            first = middle;
    }
    return end;
}

/// Finds how far costs reach, and tabulates them: there are few bytes and, where costs fall slowly, many distances.
static fw_result tabulate(inflating *work)
{
    while (byte_at_distance(work->inflation, work->reach) > 0)
        work->reach++;
    work->last = 4 * (uint32_t)work->reach * (uint32_t)work->reach;
    work->byte_at = memory_get(work->memory, work->last + 1, sizeof *work->byte_at);
    if (!work->byte_at)
        return FW_NO_MEMORY;
    for (uint32_t end, first = 0; first <= work->last; first = end) {
        const uint8_t byte = byte_at_square(work->inflation, first);
        end = end_of_byte(work, first, byte);
        memset(work->byte_at + first, byte, end - first);
    }
    return FW_OK;
}

static tile_box clipped(const map_version *map, tile_box box)
{
    return (tile_box){ box.left > 0 ? box.left : 0, box.top > 0 ? box.top : 0,
                       box.right < map->width - 1 ? box.right : map->width - 1,
                       box.bottom < map->height - 1 ? box.bottom : map->height - 1 };
}

static tile_box grown(const map_version *map, tile_box box, int32_t margin)
{
    return clipped(
        map, (tile_box){ box.left - margin, box.top - margin, box.right + margin, box.bottom + margin });
}

/// True if a tile may have changed that is near enough to a block to change its costs.
static bool block_is_outdated(const inflating *work, int32_t column, int32_t row)
{
    const int32_t left = column * BLOCK_SIDE, top = row * BLOCK_SIDE;
    const tile_box block = { left, top, left + BLOCK_MASK, top + BLOCK_MASK },
                   near = grown(work->map, block, work->reach);
    const change_log *log = map_log(work->map);
    if (!change_log_knows(log, work->since))
        return true;
    for (int32_t y = near.top >> log->shift; y <= near.bottom >> log->shift; y++)
        if (change_log_has_changed(log, y, near.left >> log->shift, near.right >> log->shift, work->since))
            return true;
    return false;
}

/// Calls a function for the tiles of each run of outdated blocks in a row, until it fails.
static fw_result each_run(const inflating *work, fw_result (*handle)(const inflating *work, tile_box run))
{
    const int32_t columns = work->blocks.right - work->blocks.left + 1;
    fw_result result = FW_OK;
    for (int32_t row = work->blocks.top; row <= work->blocks.bottom; row++) {
        const bool *outdated = work->outdated + (size_t)(row - work->blocks.top) * (size_t)columns;
        for (int32_t end, first = 0; first < columns && result == FW_OK; first = end + 1) {
            for (end = first; end < columns && outdated[end];)
                end++;
            const tile_box run = { (work->blocks.left + first) * BLOCK_SIDE, row * BLOCK_SIDE,
                                   (work->blocks.left + end) * BLOCK_SIDE - 1,
                                   row * BLOCK_SIDE + BLOCK_MASK };
            if (end > first)
                result = handle(work, clipped(work->map, run));
        }
    }
    return result;
}

/// The costs of a run, which are to be written.
static cost_rows costs_of(const inflating *work, tile_box run)
{
    return (cost_rows){ .costs = work->costs + (size_t)(run.top - work->area.top) * work->stride +
                                 (size_t)(run.left - work->area.left),
                        .stride = work->stride,
                        .x = run.left,
                        .y = run.top,
                        .span = run };
}

static fw_result compute_run(const inflating *work, tile_box run)
{
    const cost_rows place = costs_of(work, run);
    distance_rows rows;
    if (distance_rows_open(work->memory, work->map, work->inflation->capability, run, work->reach, &rows) !=
        FW_OK)
        return FW_NO_MEMORY;
    for (int32_t y = run.top; y <= run.bottom; y++) {
        const uint32_t *quadrupled = distance_row(&rows, y);
        uint8_t *costs = (uint8_t *)place.costs + (size_t)(y - run.top) * place.stride;
        for (int32_t i = 0; i <= run.right - run.left; i++)
            costs[i] = quadrupled[i] <= work->last ? work->byte_at[quadrupled[i]] : 0;
    }
    distance_rows_close(&rows);
    return FW_OK;
}

static fw_result make_room_for_run(const inflating *work, tile_box run)
{
    const cost_rows rows = costs_of(work, run);
    return costmap_make_room(work->overlay, &rows);
}

static fw_result write_run(const inflating *work, tile_box run)
{
    const cost_rows rows = costs_of(work, run);
    costmap_write(work->overlay, &rows);
    return FW_OK;
}

/// Finds the outdated blocks of an area of tiles, and makes room for their costs.
static fw_result take_area(inflating *work, tile_box area)
{
    const tile_box blocks = { area.left >> BLOCK_SHIFT, area.top >> BLOCK_SHIFT, area.right >> BLOCK_SHIFT,
                              area.bottom >> BLOCK_SHIFT };
    work->blocks = blocks;
    work->area = clipped(work->map, (tile_box){ blocks.left * BLOCK_SIDE, blocks.top * BLOCK_SIDE,
                                                blocks.right * BLOCK_SIDE + BLOCK_MASK,
                                                blocks.bottom * BLOCK_SIDE + BLOCK_MASK });
    work->stride = (size_t)(work->area.right - work->area.left + 1);
    work->outdated = memory_get(work->memory, (size_t)tile_box_count(&blocks), sizeof *work->outdated);
    work->costs = memory_get(work->memory, (size_t)tile_box_count(&work->area), sizeof *work->costs);
    if (!work->outdated || !work->costs)
        return FW_NO_MEMORY;
    bool *outdated = work->outdated;
    for (int32_t row = blocks.top; row <= blocks.bottom; row++)
        for (int32_t column = blocks.left; column <= blocks.right; column++)
            *outdated++ = block_is_outdated(work, column, row);
    return FW_OK;
}

/// Makes the costs of an area those of the map. On failure the overlay is unchanged.
static fw_result inflate_area(inflating *work, tile_box area)
{
    fw_result result = take_area(work, area);
    if (result == FW_OK)
        result = each_run(work, compute_run);
    if (result == FW_OK)
        result = each_run(work, make_room_for_run);
    if (result == FW_OK)
        result = each_run(work, write_run);
    memory_give_back(work->memory, work->outdated, (size_t)tile_box_count(&work->blocks),
                     sizeof *work->outdated);
    memory_give_back(work->memory, work->costs, (size_t)tile_box_count(&work->area), sizeof *work->costs);
    return result;
}

static bool inflations_are_equal(const fw_inflation *a, const fw_inflation *b)
{
    return a->capability == b->capability && a->radius == b->radius && a->decay == b->decay &&
           a->highest == b->highest;
}

/// The version of the map whose costs an overlay has; 0 = it has other costs.
static uint64_t inflated_version(const fw_overlay *overlay, const map_version *map,
                                 const fw_inflation *inflation)
{
    const inflated_walls *walls = &overlay->walls;
    const bool is_known = walls->editor == map->editor && walls->first_generation == map->first_generation &&
                          walls->version <= map->number && inflations_are_equal(&walls->inflation, inflation);
    return is_known ? walls->version : 0;
}

fw_result fw_map_inflate(const fw_map *map, const fw_inflation *inflation, fw_overlay *overlay)
{
    const map_version *version = map_version_of(map);
    if (!version || !inflation || !overlay)
        return FW_NULL_ARGUMENT;
    fw_result result = judge(inflation);
    if (result != FW_OK)
        return result;
    if (!overlay_fits(overlay, version->width, version->height))
        return FW_WRONG_MAP;
    inflating work = { .map = version,
                       .overlay = overlay,
                       .inflation = inflation,
                       .since = inflated_version(overlay, version, inflation),
                       .memory = &overlay->kept.memory };
    if (work.since == version->number)
        return FW_OK;
    result = tabulate(&work);
    const tile_box changed = change_log_around(map_log(version), work.since);
    if (result == FW_OK && !tile_box_is_empty(&changed))
        result = inflate_area(&work, grown(version, changed, work.reach));
    memory_give_back(&overlay->kept.memory, work.byte_at, work.last + 1, sizeof *work.byte_at);
    if (result == FW_OK)
        overlay->walls = (inflated_walls){ .editor = version->editor,
                                           .first_generation = version->first_generation,
                                           .version = version->number,
                                           .inflation = *inflation };
    return result;
}
