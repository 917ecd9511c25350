#include "traffic/crowd_cells.h"

#include <math.h>
#include <string.h>

/// Units for which there is always room, and most strips for each unit for which there is room.
enum { LEAST_UNITS = 16, STRIPS_TO_UNIT = 4 };

static int32_t cells_along(int32_t side)
{
    return (int32_t)ceil(side / CELL_SIDE);
}

/// The cell of a place, or the nearest cell of the map.
static int32_t cell_at(double coordinate, int32_t side)
{
    const double cell = floor(coordinate / CELL_SIDE), last = cells_along(side) - 1;
    return (int32_t)smaller(larger(cell, 0), last);
}

static int32_t strip_at(const crowd_cells *cells, int32_t cell_x, int32_t cell_y)
{
    return cell_y * cells->strips_in_row + (cell_x >> cells->strip_bits);
}

/// Column of the cell of a box: that of its middle.
static int32_t column_of(const fw_traffic *traffic, const fw_box *box)
{
    return cell_at((box->min_x + box->max_x) / 2, map_width(traffic->map));
}

static int32_t row_of(const fw_traffic *traffic, const fw_box *box)
{
    return cell_at((box->min_y + box->max_y) / 2, map_height(traffic->map));
}

static int32_t strip_of(const fw_traffic *traffic, uint32_t slot)
{
    const fw_box *box = &traffic->crowd.marks[slot].box;
    return strip_at(&traffic->crowd.cells, column_of(traffic, box), row_of(traffic, box));
}

/// True if a unit comes before another one of its strip.
static bool comes_before(const fw_traffic *traffic, uint32_t a, uint32_t b)
{
    const int32_t column_a = column_of(traffic, &traffic->crowd.marks[a].box),
                  column_b = column_of(traffic, &traffic->crowd.marks[b].box);
    return column_a != column_b ? column_a < column_b : traffic->agents[a].id < traffic->agents[b].id;
}

/// Takes the unit at an index out of its strip, to the end of a later one.
static void move_on(crowd_cells *cells, uint32_t at, int32_t from, int32_t to)
{
    const uint32_t slot = cells->slots[at];
    for (int32_t i = from; i < to; i++)
        cells->starts[i + 1]--;
    const uint32_t last = cells->starts[to + 1] - 1;
    memmove(&cells->slots[at], &cells->slots[at + 1], (last - at) * sizeof *cells->slots);
    cells->slots[last] = slot;
}

/// Takes the unit at an index out of its strip, to the end of an earlier one.
static void move_back(crowd_cells *cells, uint32_t at, int32_t from, int32_t to)
{
    const uint32_t slot = cells->slots[at], first = cells->starts[to + 1];
    memmove(&cells->slots[first + 1], &cells->slots[first], (at - first) * sizeof *cells->slots);
    cells->slots[first] = slot;
    for (int32_t i = to; i < from; i++)
        cells->starts[i + 1]++;
}

/// Moves a unit, given by its index, before those of its strip that are in order already.
static void sort_in(fw_traffic *traffic, int32_t strip, uint32_t at)
{
    const crowd_cells *cells = &traffic->crowd.cells;
    const uint32_t slot = cells->slots[at];
    for (; at > cells->starts[strip] && comes_before(traffic, slot, cells->slots[at - 1]); at--)
        cells->slots[at] = cells->slots[at - 1];
    cells->slots[at] = slot;
}

/// Moves a unit from one strip to another one, or within its strip.
static void move(fw_traffic *traffic, uint32_t slot, int32_t from, int32_t to)
{
    crowd_cells *cells = &traffic->crowd.cells;
    uint32_t at = cells->starts[from];
    while (cells->slots[at] != slot)
        at++;
    if (from <= to)
        move_on(cells, at, from, to);
    else
        move_back(cells, at, from, to);
    sort_in(traffic, to, cells->starts[to + 1] - 1);
}

void crowd_enter(fw_traffic *traffic, uint32_t slot, const fw_box *box)
{
    crowd_cells *cells = &traffic->crowd.cells;
    fw_box *own = &traffic->crowd.marks[slot].box;
    const bool is_used = traffic->agents[slot].is_used;
    const bool stays = is_used && column_of(traffic, own) == column_of(traffic, box) &&
                       row_of(traffic, own) == row_of(traffic, box);
    const int32_t from = is_used ? strip_of(traffic, slot) : cells->strips;
    *own = *box;
    if (stays)
        return;
    if (!is_used)
        cells->slots[cells->starts[cells->strips + 1]++] = slot;
    move(traffic, slot, from, strip_of(traffic, slot));
}

void crowd_leave(fw_traffic *traffic, uint32_t slot)
{
    crowd_cells *cells = &traffic->crowd.cells;
    move(traffic, slot, strip_of(traffic, slot), cells->strips);
    cells->starts[cells->strips + 1]--;
}

static void cells_free(fw_traffic *traffic, crowd_cells *cells)
{
    memory_give_back(&traffic->memory, cells->slots, cells->slot_room, sizeof *cells->slots);
    memory_give_back(&traffic->memory, cells->starts, (size_t)cells->strips + 2, sizeof *cells->starts);
}

void crowd_free(fw_traffic *traffic)
{
    cells_free(traffic, &traffic->crowd.cells);
}

/// Divides the rows of cells into strips. Each strip is a cell, unless that makes too many strips.
static void divide_rows(const fw_traffic *traffic, crowd_cells *cells)
{
    const size_t most = cells->slot_room * STRIPS_TO_UNIT;
    const int32_t width = cells_along(map_width(traffic->map)), rows = cells_along(map_height(traffic->map));
    cells->strip_bits = 0;
    cells->strips_in_row = width;
    while (cells->strips_in_row > 1 && (size_t)cells->strips_in_row * (size_t)rows > most)
        cells->strips_in_row = ((width - 1) >> ++cells->strip_bits) + 1;
    cells->strips = cells->strips_in_row * rows;
}

fw_result crowd_reserve(fw_traffic *traffic, int32_t count)
{
    crowd_cells *cells = &traffic->crowd.cells;
    if (cells->starts && (size_t)count <= cells->slot_room)
        return FW_OK;
    crowd_cells made = { 0 };
    made.slot_room = LEAST_UNITS;
    while (made.slot_room < (size_t)count)
        made.slot_room *= 2;
    divide_rows(traffic, &made);
    made.slots = memory_get(&traffic->memory, made.slot_room, sizeof *made.slots);
    made.starts = memory_get(&traffic->memory, (size_t)made.strips + 2, sizeof *made.starts);
    if (!made.slots || !made.starts) {
        cells_free(traffic, &made);
        return FW_NO_MEMORY;
    }
    cells_free(traffic, cells);
    *cells = made;
    crowd_enter_all(traffic);
    return FW_OK;
}

void crowd_enter_all(fw_traffic *traffic)
{
    crowd_cells *cells = &traffic->crowd.cells;
    uint32_t *ends = cells->starts + 1; // of each strip: behind its last unit so far
    memset(cells->starts, 0, ((size_t)cells->strips + 2) * sizeof *cells->starts);
    for (int32_t i = 0; i < traffic->count; i++)
        ends[strip_of(traffic, traffic->by_id[i]) + 1]++;
    for (int32_t i = 0; i < cells->strips; i++)
        ends[i + 1] += ends[i];
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        cells->slots[ends[strip_of(traffic, slot)]++] = slot;
    }
    for (int32_t strip = 0; strip < cells->strips; strip++)
        for (uint32_t at = cells->starts[strip]; at < cells->starts[strip + 1]; at++)
            sort_in(traffic, strip, at);
}

int32_t crowd_near(const fw_traffic *traffic, const fw_box *box)
{
    const crowd_cells *cells = &traffic->crowd.cells;
    const double reach = traffic->crowd.most_half + traffic->crowd.most_radius;
    const int32_t width = map_width(traffic->map), height = map_height(traffic->map);
    const int32_t from_x = cell_at(box->min_x - reach, width), to_x = cell_at(box->max_x + reach, width);
    const int32_t from_y = cell_at(box->min_y - reach, height), to_y = cell_at(box->max_y + reach, height);
    int32_t count = 0;
    for (int32_t y = from_y; y <= to_y; y++) {
        const uint32_t end = cells->starts[strip_at(cells, to_x, y) + 1];
        for (uint32_t i = cells->starts[strip_at(cells, from_x, y)]; i < end; i++) {
            const uint32_t slot = cells->slots[i];
            const crowd_mark *mark = &traffic->crowd.marks[slot];
            traffic->crowd.found[count] =
                slot; // stays if the unit is near: a branch would often be predicted wrongly
            count += gap_between(box, &mark->box) <= mark->radius + PAIR_ROOM;
        }
    }
    return count;
}

int32_t crowd_on_layers(const fw_traffic *traffic, const fw_box *box, uint32_t layers)
{
    const int32_t near = crowd_near(traffic, box);
    int32_t count = 0;
    for (int32_t i = 0; i < near; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        traffic->crowd.found[count] = slot;
        count += (traffic->crowd.marks[slot].layers & layers) != 0;
    }
    return count;
}
