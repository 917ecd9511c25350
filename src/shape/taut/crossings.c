#include "shape/taut/crossings.h"

#include <math.h>

#include "shape/taut/runs.h"

/// Tiles beside a way that a body may touch, and one that rounding may move.
#define BESIDE 2

/// Places in the list beside the crossings: one before and one after them for the ends, one to look at what comes next.
enum { ROOM_OF_ENDS = 3 };

/// Runs are known within limits that are multiples of 2^LIMIT_SHIFT tiles: few ways differ in that.
enum { LIMIT_SHIFT = 10 };

/// Bits of a tile's place or a number of steps, which are less than FW_MAX_SIDE, and of two limits.
enum { COORDINATE_BITS = 14, LIMITS_BITS = 2 * (COORDINATE_BITS - LIMIT_SHIFT) };

_Static_assert(FW_MAX_SIDE <= 1 << COORDINATE_BITS, "runs are told apart by so many bits");

/// Is a crossing one that a string does not notice: without corners, and between two of the same use?
static inline bool is_idle(const crossings *list, const crossing *crossing)
{
    return crossing > list->items + list->first && !crossing->corners && crossing->use == crossing[1].use &&
           crossing->use == crossing[-1].use;
}

/// Does the crossing that is there at the end of the list take back the one before?
static inline bool goes_back(const crossings *list)
{
    const crossing *gate = &list->items[list->end];
    return list->end > list->first && gate[-1].use != gate->use && gates_are_same(&gate[-1], gate);
}

/// Notes the crossing that is there at the end of the list, or takes back the one before.
static inline void note(crossing_walk *walk)
{
    crossings *list = walk->list;
    crossing *gate = &list->items[list->end], *before = gate - 1;
    if (goes_back(list)) {
        walk->goes_back = true;
        list->end--;
    } else if (!walk->keeps_all && list->end > list->first && is_idle(list, before)) {
        *before = *gate;
    } else {
        list->end++;
    }
}

/// How many borders a line crosses from a row on.
static int32_t borders_on_way(int32_t row, double to)
{
    const int32_t at = (int32_t)to; // the row, or on a border the one below it
    return at > row ? at - row - (at == to) : row - at;
}

/// A line from row to row.
typedef struct descent {
    double x, y, slope;
    int32_t step; ///< 1 southward, -1 northward
} descent;

static inline double crossed_at(const descent *line, double y)
{
    return line->x + (y - line->y) * line->slope;
}

/// How many borders, up to `most`, a line crosses from one on before it comes to one with a corner, as far as the gate
/// before tells it: between its walls the rows look the same.
static int32_t count_quiet(const crossing_walk *walk, const border *from, const descent *line, int32_t most)
{
    const crossing *gate = &walk->list->items[walk->list->end - 1];
    if (gate->corners || gate->border != from->y - line->step)
        return 0;
    const int32_t quiet = gate_count_same(gate, walk->rows, walk->within, line->step, most);
    if (quiet == 0)
        return 0;
    const double first = crossed_at(line, from->y),
                 last = crossed_at(line, from->y + (quiet - 1) * line->step);
    const bool stays = first >= gate->west && first < gate->east && last >= gate->west && last < gate->east;
    return stays ? quiet : 0;
}

static bool cross(crossing_walk *walk, const border *crossed, const descent *line)
{
    crossing *gate = &walk->list->items[walk->list->end];
    if (crossed->y < 1 || crossed->y >= walk->rows->layer->height ||
        !gate_find_at(crossed, walk->within, crossed_at(line, crossed->y), walk->rules->cuts_corners, gate))
        return false;
    gate->use = line->step > 0 ? GATE_SOUTHWARD : GATE_NORTHWARD;
    note(walk);
    return true;
}

/// May the way lead where its rows are blocked, or along a border of what they block? Only a body without any radius
/// left can come past the side of a blocked tile that near; and kerbs and cones may stand where a path leads.
static inline bool may_leave_rows(const crossing_walk *walk)
{
    return walk->rules->radius == 0 || walk->rows->overlay;
}

/// Is the walker's row free where a line leads through it, from one y to another?
static inline bool leads_through(const crossing_walk *walk, const descent *line, double from, double to)
{
    if (!may_leave_rows(walk))
        return true;
    const double end = crossed_at(line, to);
    return free_rows_reach(walk->rows, walk->row, crossed_at(line, from), end) == end;
}

/// Goes along a line that crosses so many borders. Those that no string notices are passed over, but for the first and
/// the last one.
static fw_result cross_all(crossing_walk *walk, const descent *line, int32_t count, double end)
{
    const bool passes_over = !walk->keeps_all && !walk->rows->overlay;
    double y = line->y;
    for (int32_t done = 0; done < count; done++) {
        const border crossed = border_at(walk->rows, line->step > 0 ? walk->row + 1 : walk->row);
        const int32_t quiet = passes_over && done > 0 && done + 1 < count
                                  ? count_quiet(walk, &crossed, line, count - 1 - done)
                                  : 0;
        if (quiet == 0 && !(leads_through(walk, line, y, crossed.y) && cross(walk, &crossed, line)))
            return FW_BAD_VALUE;
        walk->row += line->step * (quiet ? quiet : 1);
        done += quiet ? quiet - 1 : 0;
        y = line->step > 0 ? walk->row : walk->row + 1;
    }
    return leads_through(walk, line, y, end) ? FW_OK : FW_BAD_VALUE;
}

/// Makes room for so many more crossings, and those of the ends.
static fw_result reserve(crossing_walk *walk, int32_t more)
{
    crossings *list = walk->list;
    return memory_reserve(walk->memory, &list->items, &list->room, (size_t)(list->end + more) + ROOM_OF_ENDS,
                          sizeof *list->items);
}

/// Goes along a row. A line on a border between two rows is in both, and crosses to the other one where one is blocked.
static fw_result go_along_row(crossing_walk *walk, shape_point from, shape_point to)
{
    double x = from.x;
    while ((x = free_rows_reach(walk->rows, walk->row, x, to.x)) != to.x) {
        const bool above = from.y == walk->row;
        const int32_t border_y = walk->row + !above, other = above ? walk->row - 1 : walk->row + 1;
        if (from.y != to.y || from.y != border_y || free_rows_reach(walk->rows, other, x, to.x) == x)
            return FW_BAD_VALUE;
        if (reserve(walk, 1) != FW_OK)
            return FW_NO_MEMORY;
        const border crossed = border_at(walk->rows, border_y);
        const descent line = { x, from.y, 0, other - walk->row };
        if (!cross(walk, &crossed, &line))
            return FW_BAD_VALUE;
        walk->row = other;
    }
    return FW_OK;
}

/// What all runs of a way have in common.
static run_key key_of_runs(const crossing_walk *walk)
{
    const layer *layer = walk->rows->layer;
    const uint64_t west = (uint64_t)(walk->for_all.west >> LIMIT_SHIFT);
    const uint64_t east = (uint64_t)(walk->for_all.east - 1) >> LIMIT_SHIFT;
    return (run_key){ .run = west << (COORDINATE_BITS - LIMIT_SHIFT) | east,
                      .rows = (uint64_t)layer->capability << 32 | (uint32_t)layer->size,
                      .version = fw_map_version(walk->rules->ground.map) };
}

static inline run_key key_of(const crossing_walk *walk, const tile_run *run)
{
    const uint64_t tile = (uint64_t)run->y << COORDINATE_BITS | (uint64_t)run->x;
    const uint64_t step = (uint64_t)(run->dx + 1) << 1 | (run->dy > 0);
    run_key key = walk->runs;
    key.run |= ((tile << COORDINATE_BITS | (uint64_t)run->count) << 3 | step) << LIMITS_BITS;
    return key;
}

/// Appends the gates of a run: those that are known, or else those that are found, which are known from then on.
///
/// @param[out] count  how many there are; 0 where the run cannot be told apart from other lines
static fw_result add_run(crossing_walk *walk, const tile_run *run, int32_t *count)
{
    crossings *list = walk->list;
    const run_key key = key_of(walk, run);
    crossing *gates = &list->items[list->end];
    const crossing *known = known_runs_find(walk->known, &key, count);
    if (known) {
        for (int32_t i = 0; i < *count; i++) // so few that memcpy() takes longer
            gates[i] = known[i];
        return FW_OK;
    }
    if (memory_reserve(walk->memory, &list->hull, &list->hull_room, (size_t)run->count, sizeof *list->hull))
        return FW_NO_MEMORY;
    *count = run_gates(walk->rows, walk->for_all, run, gates, list->hull);
    if (*count)
        known_runs_note(walk->known, &key, gates, *count);
    return FW_OK;
}

static fw_result walk_line(crossing_walk *walk, shape_point from, shape_point to)
{
    crossings *list = walk->list;
    const int32_t borders = borders_on_way(walk->row, to.y);
    if (borders == 0)
        return may_leave_rows(walk) ? go_along_row(walk, from, to) : FW_OK;
    if (reserve(walk, borders) != FW_OK)
        return FW_NO_MEMORY;
    tile_run run;
    int32_t count = 0;
    if (walk->knows_runs && run_between(from, to, &run) && add_run(walk, &run, &count) != FW_OK)
        return FW_NO_MEMORY;
    if (count) {
        walk->goes_back |= goes_back(list);
        walk->row += run.dy * run.count;
        list->end += count;
        return FW_OK;
    }
    const descent line = { from.x, from.y, (to.x - from.x) / (to.y - from.y), to.y > walk->row ? 1 : -1 };
    return cross_all(walk, &line, borders, to.y);
}

/// The row that a way starts in: on a border the one that is free.
static int32_t first_row(const free_rows *rows, shape_point start)
{
    const double row = floor(start.y);
    return (int32_t)row - (start.y == row && !free_rows_has(rows, (int64_t)floor(start.x), (int64_t)row));
}

/// The gate that a body in a row overlaps without having crossed it.
static bool find_overlapped_gate(const crossing_walk *walk, int32_t row, shape_point at, double radius,
                                 crossing *gate)
{
    const bool above = at.y - row < radius, below = row + 1 - at.y < radius;
    const int32_t y = above ? row : row + 1;
    if ((!above && !below) || y < 1 || y >= walk->rows->layer->height)
        return false;
    const border near = border_at(walk->rows, y);
    if (!gate_find(&near, walk->within, (int32_t)at.x, gate))
        return false;
    gate->use = above ? GATE_NORTHWARD : GATE_SOUTHWARD;
    return true;
}

/// A body that overlaps one gate at its start and at its end, and stays on its side of the border: one end of the gate
/// may be in its way.
static void pass_along_gate(crossings *list, shape_point start, shape_point end, double radius)
{
    crossing *gate = &list->items[list->first];
    gate->corners = 0;
    if (way_comes_near(gate->west, gate->border, radius, start, end))
        gate->corners = CORNER_WEST;
    else if (way_comes_near(gate->east, gate->border, radius, start, end))
        gate->corners = CORNER_EAST;
    const bool is_north = gate->use == GATE_SOUTHWARD, eastward = end.x > start.x;
    gate->use = is_north == eastward ? GATE_ON_LEFT : GATE_ON_RIGHT;
}

/// Puts the gates that the body overlaps at its start and at its end around the crossings, which begin at place 1.
static void add_ends(const crossing_walk *walk, shape_point start, int32_t first, shape_point end,
                     double radius)
{
    crossings *list = walk->list;
    crossing gate;
    const bool crosses = list->end > 1;
    if (find_overlapped_gate(walk, first, start, radius, &gate) &&
        !(crosses && gates_are_same(&gate, &list->items[1]))) {
        gate.use = gate.use == GATE_NORTHWARD ? GATE_SOUTHWARD : GATE_NORTHWARD; // it comes from there
        list->items[--list->first] = gate;
    }
    if (!find_overlapped_gate(walk, walk->row, end, radius, &gate))
        return;
    crossing *before = &list->items[list->end - 1];
    list->ends_in_gate = true;
    list->stops_short = list->end == list->first || !gates_are_same(&gate, before);
    if (list->stops_short)
        list->items[list->end++] = gate;
    else if (!crosses)
        pass_along_gate(list, start, end, radius);
}

/// The tiles that a string along the way may come near to.
static void find_limits(crossing_walk *walk)
{
    const shape_point *points = walk->points;
    double west = points[0].x, east = west;
    for (int32_t i = 1; i < walk->count; i++) {
        west = points[i].x < west ? points[i].x : west;
        east = points[i].x > east ? points[i].x : east;
    }
    const int32_t width = walk->rows->layer->width, step = 1 << LIMIT_SHIFT;
    walk->within.west = west > BESIDE ? (int32_t)west - BESIDE : 0;
    walk->within.east = (int32_t)east < width - BESIDE - 1 ? (int32_t)east + BESIDE + 1 : width;
    const int32_t farthest = (walk->within.east + step - 1) & -step;
    walk->for_all.west = walk->within.west & -step;
    walk->for_all.east = farthest < width ? farthest : width;
}

/// Begins at the first point again.
static void set_out(crossing_walk *walk, bool keeps_all)
{
    crossings *list = walk->list;
    walk->keeps_all = keeps_all;
    walk->knows_runs = !keeps_all && !walk->rows->overlay && !walk->rules->cuts_corners;
    walk->goes_back = false;
    walk->row = first_row(walk->rows, walk->points[0]);
    walk->next = 1;
    list->first = list->end = 1;
    list->ends_in_gate = list->stops_short = false;
}

fw_result crossings_begin(crossings *list, memory *memory, known_runs *known, const way_rules *rules,
                          const shape_point *points, int32_t count)
{
    crossing_walk *walk = &list->walk;
    *walk = (crossing_walk){ .rules = rules,
                             .rows = &rules->rows,
                             .list = list,
                             .memory = memory,
                             .known = known,
                             .points = points,
                             .count = count };
    find_limits(walk);
    walk->runs = key_of_runs(walk);
    set_out(walk, false);
    if (known_runs_begin(known, memory) != FW_OK)
        return FW_NO_MEMORY;
    return memory_reserve(memory, &list->items, &list->room, ROOM_OF_ENDS, sizeof *list->items);
}

static fw_result walk_on(crossing_walk *walk)
{
    for (; walk->next < walk->count; walk->next++) {
        if (shaping_pauses(walk->rules->ground.work))
            return FW_PENDING;
        const shape_point *to = &walk->points[walk->next];
        shaping_charge(walk->rules->ground.work, way_length(to[-1], *to));
        const fw_result walked = walk_line(walk, to[-1], *to);
        if (walked != FW_OK)
            return walked;
    }
    return FW_OK;
}

fw_result crossings_step(crossings *list, double radius)
{
    crossing_walk *walk = &list->walk;
    fw_result walked = walk_on(walk);
    if (walked == FW_OK && walk->goes_back && !walk->keeps_all) {
        set_out(walk, true); // a way that goes back takes crossings back, of which none may be missing
        walked = walk_on(walk);
    }
    if (walked == FW_OK)
        add_ends(walk, walk->points[0], first_row(walk->rows, walk->points[0]), walk->points[walk->count - 1],
                 radius);
    return walked;
}

void crossings_free(crossings *list, memory *memory)
{
    memory_give_back(memory, list->items, list->room, sizeof *list->items);
    memory_give_back(memory, list->hull, list->hull_room, sizeof *list->hull);
}
