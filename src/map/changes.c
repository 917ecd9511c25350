#include "map/map.h"

/// The rectangles that have changed since a version, from the runs of the map's log. A run whose columns are those of a
/// run in the row above lengthens the rectangle of this run.

enum { MOST_COLUMNS = FW_MAX_SIDE >> TILE_LOG_SHIFT, NO_ROW = -2 /**< not above any row */ };

/// The last run that begins in a column of blocks.
typedef struct block_run {
    int32_t row, last; ///< row of blocks, and its last column
    int32_t rect;      ///< index of its rectangle
} block_run;

/// A list of rectangles under way.
typedef struct rect_list {
    fw_tile_rect *rects;
    int32_t capacity, count;
    block_run runs[MOST_COLUMNS];
} rect_list;

/// Adds a run to the rectangle above it, or begins a rectangle.
static void add_run(rect_list *list, const change_run *run)
{
    const int32_t width = run->tiles.right - run->tiles.left + 1,
                  height = run->tiles.bottom - run->tiles.top + 1;
    block_run *last = &list->runs[run->first];
    if (last->row == run->row - 1 && last->last == run->last) {
        last->row = run->row;
        if (last->rect < list->capacity)
            list->rects[last->rect].height += height;
        return;
    }
    *last = (block_run){ run->row, run->last, list->count };
    if (list->count < list->capacity)
        list->rects[list->count] = (fw_tile_rect){ run->tiles.left, run->tiles.top, width, height };
    list->count++;
}

/// Lists the rectangles. Returns their number.
static int32_t list_rects(const change_log *log, uint64_t since, fw_tile_rect *rects, int32_t capacity)
{
    rect_list list = { .rects = rects, .capacity = capacity };
    for (int32_t column = 0; column < log->columns; column++)
        list.runs[column].row = NO_ROW;
    change_runs runs = change_runs_since(log, since);
    for (change_run run; change_runs_next(&runs, &run);)
        add_run(&list, &run);
    return list.count;
}

fw_result fw_map_changes_since(const fw_map *map, uint64_t since, fw_tile_rect *rects, int32_t capacity,
                               int32_t *count)
{
    const map_version *version = map_version_of(map);
    if (!version || !count || (!rects && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (capacity < 0)
        return FW_BAD_SIZE;
    if (since > version->number)
        return FW_BAD_VALUE;
    const change_log *log = map_log(version);
    if (change_log_knows(log, since)) {
        *count = since == version->number ? 0 : list_rects(log, since, rects, capacity);
    } else {
        *count = version->number > 0; // a snapshot that was released has no tiles
        if (capacity > 0 && *count)
            rects[0] = (fw_tile_rect){ 0, 0, version->width, version->height };
    }
    return *count <= capacity ? FW_OK : FW_BUFFER_TOO_SMALL;
}
