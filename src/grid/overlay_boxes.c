#include "grid/overlay_boxes.h"

#include "grid/grid_goal.h"
#include "grid/jump_sight.h"

/// Tiles by which a box reaches beyond the anchors that an overlay changes.
enum { BESIDE = 2 };

overlay_boxes overlay_boxes_of(const fw_overlay *overlay, int32_t size)
{
    overlay_boxes boxes = { .each = *overlay_changes(overlay), .hull = NO_TILES };
    for (tile_box *box = boxes.each.items; box < boxes.each.items + boxes.each.count; box++) {
        box->left -= size - 1 + BESIDE;
        box->top -= size - 1 + BESIDE;
        box->right += BESIDE;
        box->bottom += BESIDE;
        tile_box_widen(&boxes.hull, *box);
    }
    return boxes;
}

int64_t overlay_boxes_area(const overlay_boxes *boxes)
{
    int64_t area = 0;
    for (int32_t i = 0; i < boxes->each.count; i++)
        area += tile_box_count(&boxes->each.items[i]);
    return area;
}

int32_t overlay_boxes_breadth(const overlay_boxes *boxes)
{
    const tile_box *hull = &boxes->hull;
    const int32_t width = hull->right - hull->left + 1, height = hull->bottom - hull->top + 1;
    return (width < height ? width : height) - 2 * BESIDE;
}

bool overlay_boxes_hold(const overlay_boxes *boxes, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < boxes->each.count; i++)
        if (tile_box_holds(&boxes->each.items[i], x, y))
            return true;
    return false;
}

/// The numbers of steps from `first` to `last`.
typedef struct step_range {
    int32_t first, last;
} step_range;

static step_range both(step_range a, step_range b)
{
    return (step_range){ a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last };
}

/// The steps after which a coordinate that grows by `step` each time is from `low` to `high`.
static inline step_range steps_within(int32_t coordinate, int step, int32_t low, int32_t high)
{
    if (step == 0)
        return coordinate >= low && coordinate <= high ? (step_range){ 1, INT32_MAX - 1 }
                                                       : (step_range){ 1, 0 };
    const step_range steps = step > 0 ? (step_range){ low - coordinate, high - coordinate }
                                      : (step_range){ coordinate - high, coordinate - low };
    return both(steps, (step_range){ 1, INT32_MAX - 1 });
}

/// The result of steps_to_box() if there is no box.
enum { NO_BOX_AHEAD = INT32_MAX };

/// Steps of a move from a tile outside of the boxes to the first tile in one of them, or NO_BOX_AHEAD.
static int32_t steps_to_box(const overlay_boxes *boxes, int32_t x, int32_t y, int move)
{
    int32_t least = NO_BOX_AHEAD;
    for (int32_t i = 0; i < boxes->each.count; i++) {
        const tile_box *box = &boxes->each.items[i];
        const step_range steps = both(steps_within(x, move_dx[move], box->left, box->right),
                                      steps_within(y, move_dy[move], box->top, box->bottom));
        if (steps.first <= steps.last && steps.first < least)
            least = steps.first;
    }
    return least;
}

bool overlay_boxes_spare_runs(const overlay_boxes *boxes, int32_t x, int32_t y, path_run first,
                              path_run second)
{
    if (steps_to_box(boxes, x, y, first.direction) <= first.steps)
        return false;
    x += first.steps * move_dx[first.direction];
    y += first.steps * move_dy[first.direction];
    return steps_to_box(boxes, x, y, second.direction) > second.steps;
}

int32_t overlay_boxes_look(const overlay_boxes *boxes, const jump_tables *tables, int32_t x, int32_t y,
                           int32_t dx, int32_t dy, path_run runs[2])
{
    const jump_aim aim = jump_aim_along(tables, dx, dy);
    const path_run orders[2][2] = { { aim.leading, aim.straight }, { aim.straight, aim.leading } };
    for (int i = 0; i < 2; i++)
        if (overlay_boxes_spare(boxes, x, y, orders[i][0], orders[i][1]) &&
            jump_runs_are_free(tables, orders[i][0], orders[i][1], x, y))
            return jump_keep_runs(orders[i][0], orders[i][1], runs);
    return JUMP_HIDDEN;
}

/// A search for entries from one tile.
typedef struct entrance {
    const overlay_boxes *boxes;
    const jump_tables *tables;
    memory *memory;
    jump_found_list *found;
    int32_t x, y;
} entrance;

static uint32_t cost_of(path_run run)
{
    return (uint32_t)run.steps * (move_is_diagonal(run.direction) ? DIAGONAL_STEP : STRAIGHT_STEP);
}

/// Appends the tile at which a run in the direction of a move, after a leading run, enters a box, if it does.
static fw_result enter_after(const entrance *from, path_run leading, int move)
{
    const int32_t x = from->x + leading.steps * move_dx[leading.direction];
    const int32_t y = from->y + leading.steps * move_dy[leading.direction];
    const path_run run = { move, steps_to_box(from->boxes, x, y, move) };
    if (run.steps == NO_BOX_AHEAD || !jump_run_is_free(from->tables, run, x, y))
        return FW_OK;
    jump_found_list *found = from->found;
    if (MEMORY_RESERVE(from->memory, found->items, found->capacity, found->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    found->items[found->count++] = (jump_found){ .x = (uint16_t)(x + run.steps * move_dx[move]),
                                                 .y = (uint16_t)(y + run.steps * move_dy[move]),
                                                 .move = (uint8_t)move,
                                                 .cost = cost_of(leading) + cost_of(run) };
    return FW_OK;
}

/// Enters boxes by straight runs from the tiles of a leading run. Only tiles in the rows or columns of a box are tried,
/// and each only once: for the first box in whose rows or columns it lies.
static fw_result enter_aside(const entrance *from, path_run leading, int move)
{
    const overlay_boxes *boxes = from->boxes;
    const bool is_upright = move & 2;
    step_range done[OVERLAY_SPANS];
    for (int32_t i = 0; i < boxes->each.count; i++) {
        const tile_box *box = &boxes->each.items[i];
        const step_range steps =
            is_upright ? steps_within(from->x, move_dx[leading.direction], box->left, box->right)
                       : steps_within(from->y, move_dy[leading.direction], box->top, box->bottom);
        done[i] = both(steps, (step_range){ 1, leading.steps });
        for (int32_t step = done[i].first; step <= done[i].last; step++) {
            bool is_done = false;
            for (int32_t k = 0; k < i; k++)
                is_done = is_done || (step >= done[k].first && step <= done[k].last);
            if (!is_done && enter_after(from, (path_run){ leading.direction, step }, move) != FW_OK)
                return FW_NO_MEMORY;
        }
    }
    return FW_OK;
}

/// The free steps of a leading run before a wall or a box.
static path_run leading_run(const entrance *from, int move)
{
    const int32_t before_box = steps_to_box(from->boxes, from->x, from->y, move) - 1;
    const int32_t free = jump_free_along(from->tables, move, from->x, from->y, FW_MAX_SIDE);
    return (path_run){ move, free < before_box ? free : before_box };
}

/// True if a move, or a leading run and a straight run to one of its sides, may lead to a box.
static inline bool may_lie_ahead(const entrance *from, int move, bool is_orthogonal)
{
    const tile_box *hull = &from->boxes->hull;
    const int dx = move_dx[move], dy = move_dy[move];
    const bool fits_x = dx > 0   ? hull->right >= from->x
                        : dx < 0 ? hull->left < from->x
                                 : is_orthogonal || (hull->left <= from->x && hull->right >= from->x);
    const bool fits_y = dy > 0   ? hull->bottom >= from->y
                        : dy < 0 ? hull->top < from->y
                                 : hull->top <= from->y && hull->bottom >= from->y;
    return fits_x && fits_y;
}

fw_result overlay_boxes_enter(memory *memory, const overlay_boxes *boxes, const jump_tables *tables,
                              int32_t x, int32_t y, uint32_t moves, jump_found_list *found)
{
    const entrance from = { boxes, tables, memory, found, x, y };
    const bool is_orthogonal = jump_is_orthogonal(tables);
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        if (!may_lie_ahead(&from, move, is_orthogonal))
            continue;
        if (enter_after(&from, (path_run){ 0 }, move) != FW_OK)
            return FW_NO_MEMORY;
        const bool is_leading = is_orthogonal ? (move & 3) == 2 : move_is_diagonal(move);
        if (!is_leading)
            continue;
        const path_run leading = leading_run(&from, move);
        const int before = is_orthogonal ? 0 : (move + 7) & 7, after = is_orthogonal ? 4 : (move + 1) & 7;
        if (enter_aside(&from, leading, before) != FW_OK || enter_aside(&from, leading, after) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}
