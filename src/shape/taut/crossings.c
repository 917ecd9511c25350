#include "shape/taut/crossings.h"

#include <math.h>

/// Columns beside a way that may matter to the string: one that the body may touch, and one because of rounding.
#define BESIDE 2

/// Items of the list besides the crossings: one before and one after them for the ends of the way, and one for the
/// crossing that is being added.
enum { EXTRA_ITEMS = 3 };

/// The limits of cached runs are multiples of 2^LIMIT_SHIFT tiles, so that most ways share the same limits.
enum { LIMIT_SHIFT = 10 };

/// Bits of a tile's coordinate or of a number of steps, which are less than FW_MAX_SIDE, and bits of both limits.
enum { COORDINATE_BITS = 14, LIMITS_BITS = 2 * (COORDINATE_BITS - LIMIT_SHIFT) };

_Static_assert(FW_MAX_SIDE <= 1 << COORDINATE_BITS, "the key of a run holds coordinates in this many bits");

/// A run: a line of a grid path, from the middle of one tile to that of another in one of the eight directions.
typedef struct tile_run {
    int32_t x, y;   ///< tile where the run begins
    int32_t dx, dy; ///< step: -1, 0 or 1 along each axis
    int32_t count;  ///< of steps
} tile_run;

/// True if a distance is a whole number of tiles.
static inline bool run_is_whole(double distance)
{
    return distance == (int32_t)distance;
}

/// True if a line is a run that crosses borders between rows.
static inline bool run_between(vector from, vector to, tile_run *run)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    const bool straight = (dx == 0) | (dx == dy) | (dx == -dy);
    if (dy == 0 || !straight || !run_is_whole(dy) || !run_is_whole(from.x - 0.5) ||
        !run_is_whole(from.y - 0.5))
        return false;
    *run = (tile_run){ .x = (int32_t)from.x,
                       .y = (int32_t)from.y,
                       .dx = (dx > 0) - (dx < 0),
                       .dy = dy > 0 ? 1 : -1,
                       .count = (int32_t)(dy > 0 ? dy : -dy) };
    return true;
}

/// Number of borders that a run crosses after a gate, from a tile on, before it reaches the gate's walls.
static inline int32_t borders_between_walls(const tile_run *run, const crossing *gate, int32_t tile)
{
    return run->dx > 0 ? gate->east - 1 - tile : run->dx < 0 ? tile - gate->west : run->count;
}

/// Finds the gates of a run that may bend a taut string, and the first and the last gate. For anchors without an
/// overlay and bodies that do not slip between corners.
///
/// @return number of gates; 0 if the run leaves the free anchors or comes to a corner
static int32_t run_gates(const free_anchors *anchors, gate_limits within, const tile_run *run,
                         crossing *gates, int32_t *scratch)
{
    // Diagonal steps cross at a corner of tiles; `first_tile` is the tile east of the corner.
    const int32_t first_tile = run->dx > 0 ? run->x + 1 : run->x;
    const int32_t first_border = run->dy > 0 ? run->y + 1 : run->y;
    int32_t count = 0;
    for (int32_t i = 0; i < run->count; i++) {
        const border at = border_at(anchors, first_border + i * run->dy);
        const int32_t tile = first_tile + i * run->dx, left = run->count - 2 - i;
        crossing *gate = &gates[count];
        if (!gate_find(&at, within, tile, gate) || (run->dx != 0 && gate->west == tile))
            return 0;
        gate->use = run->dy > 0 ? GATE_SOUTHWARD : GATE_NORTHWARD;
        if (!gate->corners && left > 0) {
            const int32_t most = borders_between_walls(run, gate, tile);
            i += gate_count_same(gate, anchors, within, run->dy, most < left ? most : left);
        }
        count += gate->corners || count == 0 || left < 0;
    }
    return gates_keep_hulls(gates, count, scratch);
}

/// True if a crossing cannot change the string: it has no corners, and its neighbours have the same use.
static inline bool is_redundant(const crossings *list, const crossing *crossing)
{
    return crossing > list->items + list->first && !crossing->corners && crossing->use == crossing[1].use &&
           crossing->use == crossing[-1].use;
}

/// True if the crossing at the end of the list crosses the gate of the previous crossing in the other direction.
static inline bool goes_back(const crossings *list)
{
    const crossing *gate = &list->items[list->end];
    return list->end > list->first && gate[-1].use != gate->use && gates_are_same(&gate[-1], gate);
}

/// Keeps the crossing at the end of the list. If it undoes the previous crossing, removes both.
static inline void keep_crossing(crossing_walk *walk)
{
    crossings *list = walk->list;
    crossing *gate = &list->items[list->end], *before = gate - 1;
    if (goes_back(list)) {
        walk->goes_back = true;
        list->end--;
    } else if (!walk->keeps_all && list->end > list->first && is_redundant(list, before)) {
        *before = *gate;
    } else {
        list->end++;
    }
}

/// Number of borders that a line from a row to a y crosses.
static int32_t count_borders(int32_t row, double to)
{
    const int32_t at = (int32_t)to; // the row of the end; on a border, the row below
    return at > row ? at - row - (at == to) : row - at;
}

/// A line that crosses rows.
typedef struct row_line {
    double x, y;  ///< a point of the line
    double slope; ///< change of x per row
    int32_t step; ///< 1 southward, -1 northward
} row_line;

static inline double x_at(const row_line *line, double y)
{
    return line->x + (y - line->y) * line->slope;
}

static bool cross_border(crossing_walk *walk, const border *crossed, const row_line *line)
{
    crossing *gate = &walk->list->items[walk->list->end];
    if (crossed->y < 1 || crossed->y >= walk->anchors->layer->height ||
        !gate_find_at(crossed, walk->within, x_at(line, crossed->y), walk->rules->cuts_corners, gate))
        return false;
    gate->use = line->step > 0 ? GATE_SOUTHWARD : GATE_NORTHWARD;
    keep_crossing(walk);
    return true;
}

/// True if the way may lead over blocked anchors, or along their sides. Only a body of radius 0 can pass so near to the
/// side of a blocked tile; and an overlay may block tiles under the path.
static inline bool may_touch_blocked(const crossing_walk *walk)
{
    return walk->rules->radius == 0 || walk->anchors->overlay;
}

/// The blocked tiles of a word within [first, last].
static inline uint64_t blocked_of(const free_anchors *anchors, int32_t y, int32_t word, int32_t first,
                                  int32_t last)
{
    return ~free_anchors_word(anchors, y, word) & free_anchors_bits(word, first, last + 1);
}

/// The x that a point reaches along row y on its way from `from` to `to`, both on the map: `to`, or the side of the
/// first blocked tile. Tiles whose side the point only touches count as free.
static double reach_along_row(const free_anchors *anchors, int32_t y, double from, double to)
{
    const bool eastward = to > from;
    const int32_t first = (int32_t)((eastward ? from : to) + FW_TOUCH),
                  last = (int32_t)((eastward ? to : from) - FW_TOUCH);
    const int32_t step = eastward ? 1 : -1;
    int32_t word = (eastward ? first : last) >> WORD_SHIFT;
    for (; word >= first >> WORD_SHIFT && word <= last >> WORD_SHIFT; word += step) {
        const uint64_t blocked = blocked_of(anchors, y, word, first, last);
        if (blocked) {
            const double side =
                word * WORD_BITS + (eastward ? bits_lowest(blocked) : bits_highest(blocked) + 1);
            return eastward ? fmax(side, from) : fmin(side, from);
        }
    }
    return to;
}

/// True if the present row is free along the part of a line between two y.
static inline bool row_is_free(const crossing_walk *walk, const row_line *line, double from, double to)
{
    if (!may_touch_blocked(walk))
        return true;
    const double end = x_at(line, to);
    return reach_along_row(walk->anchors, walk->row, x_at(line, from), end) == end;
}

/// Follows a line across `count` borders.
static fw_result cross_borders(crossing_walk *walk, const row_line *line, int32_t count, double end)
{
    double y = line->y;
    for (int32_t done = 0; done < count; done++) {
        const border crossed = border_at(walk->anchors, line->step > 0 ? walk->row + 1 : walk->row);
        if (!row_is_free(walk, line, y, crossed.y) || !cross_border(walk, &crossed, line))
            return FW_BAD_VALUE;
        walk->row += line->step;
        y = line->step > 0 ? walk->row : walk->row + 1;
    }
    return row_is_free(walk, line, y, end) ? FW_OK : FW_BAD_VALUE;
}

/// Makes room for `more` crossings, and for those of the ends.
static fw_result reserve(crossing_walk *walk, int32_t more)
{
    crossings *list = walk->list;
    return MEMORY_RESERVE(walk->memory, list->items, list->room, (size_t)(list->end + more) + EXTRA_ITEMS);
}

/// Follows a line that stays in one row. A line on a border between two rows is in both, and changes to the other row
/// where the present one is blocked.
static fw_result follow_row(crossing_walk *walk, vector from, vector to)
{
    double x = from.x;
    while ((x = reach_along_row(walk->anchors, walk->row, x, to.x)) != to.x) {
        const bool above = from.y == walk->row;
        const int32_t border_y = walk->row + !above, other = above ? walk->row - 1 : walk->row + 1;
        if (from.y != to.y || from.y != border_y || reach_along_row(walk->anchors, other, x, to.x) == x)
            return FW_BAD_VALUE;
        if (reserve(walk, 1) != FW_OK)
            return FW_NO_MEMORY;
        const border crossed = border_at(walk->anchors, border_y);
        const row_line line = { x, from.y, 0, other - walk->row };
        if (!cross_border(walk, &crossed, &line))
            return FW_BAD_VALUE;
        walk->row = other;
    }
    return FW_OK;
}

/// The part of the key that all runs of a way share.
static run_key key_of_runs(const crossing_walk *walk)
{
    const layer *layer = walk->anchors->layer;
    const uint64_t west = (uint64_t)(walk->run_limits.west >> LIMIT_SHIFT);
    const uint64_t east = (uint64_t)(walk->run_limits.east - 1) >> LIMIT_SHIFT;
    return (run_key){ .run = west << (COORDINATE_BITS - LIMIT_SHIFT) | east,
                      .layer = (uint64_t)layer->capability << 32 | (uint32_t)layer->size,
                      .version = map_version_number(walk->rules->ground.map) };
}

static inline run_key key_of(const crossing_walk *walk, const tile_run *run)
{
    const uint64_t tile = (uint64_t)run->y << COORDINATE_BITS | (uint64_t)run->x;
    const uint64_t step = (uint64_t)(run->dx + 1) << 1 | (run->dy > 0);
    run_key key = walk->runs;
    key.run |= ((tile << COORDINATE_BITS | (uint64_t)run->count) << 3 | step) << LIMITS_BITS;
    return key;
}

/// Writes the gates of a run at the end of the list, from the cache if it holds them; otherwise finds and caches them.
///
/// @param[out] count  number of gates; 0 if run_gates() finds none and the line must be followed row by row
static fw_result add_run(crossing_walk *walk, const tile_run *run, int32_t *count)
{
    crossings *list = walk->list;
    const run_key key = key_of(walk, run);
    crossing *gates = &list->items[list->end];
    const crossing *known = known_runs_find(walk->known, &key, count);
    if (known) {
        for (int32_t i = 0; i < *count; i++) // most runs have so few gates that memcpy() is slower
            gates[i] = known[i];
        return FW_OK;
    }
    if (MEMORY_RESERVE(walk->memory, list->hull, list->hull_room, (size_t)run->count))
        return FW_NO_MEMORY;
    *count = run_gates(walk->anchors, walk->run_limits, run, gates, list->hull);
    if (*count)
        known_runs_note(walk->known, &key, gates, *count);
    return FW_OK;
}

static fw_result walk_line(crossing_walk *walk, vector from, vector to)
{
    crossings *list = walk->list;
    const int32_t borders = count_borders(walk->row, to.y);
    if (borders == 0)
        return may_touch_blocked(walk) ? follow_row(walk, from, to) : FW_OK;
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
    const row_line line = { from.x, from.y, (to.x - from.x) / (to.y - from.y), to.y > walk->row ? 1 : -1 };
    return cross_borders(walk, &line, borders, to.y);
}

/// The row that a way starts in; on a border, the row that is free.
static int32_t first_row(const free_anchors *anchors, vector start)
{
    const double row = floor(start.y);
    return (int32_t)row -
           (start.y == row && !free_anchors_has(anchors, (int64_t)floor(start.x), (int64_t)row));
}

/// Finds the gate that a body in a row overlaps although it has not crossed it; false if there is none.
static bool find_overlapped_gate(const crossing_walk *walk, int32_t row, vector at, double radius,
                                 crossing *gate)
{
    const bool above = at.y - row < radius, below = row + 1 - at.y < radius;
    const int32_t y = above ? row : row + 1;
    if ((!above && !below) || y < 1 || y >= walk->anchors->layer->height)
        return false;
    const border near = border_at(walk->anchors, y);
    if (!gate_find(&near, walk->within, (int32_t)at.x, gate))
        return false;
    gate->use = above ? GATE_NORTHWARD : GATE_SOUTHWARD;
    return true;
}

/// Adapts the only gate of a way that stays on one side of the gate's border, while the body overlaps the gate at the
/// start and at the end: one end of the gate may be in the body's way.
static void pass_along_gate(crossings *list, vector start, vector end, double radius)
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

/// Adds the gates that the body overlaps at its start and at its end before and after the crossings, which begin at
/// index 1.
static void add_ends(const crossing_walk *walk, vector start, int32_t first, vector end, double radius)
{
    crossings *list = walk->list;
    crossing gate;
    const bool crosses = list->end > 1;
    if (find_overlapped_gate(walk, first, start, radius, &gate) &&
        !(crosses && gates_are_same(&gate, &list->items[1]))) {
        gate.use = gate.use == GATE_NORTHWARD ? GATE_SOUTHWARD : GATE_NORTHWARD; // the body leaves the gate
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

/// Finds the columns that a string along the way may come near to.
static void find_limits(crossing_walk *walk)
{
    const vector *points = walk->points;
    double west = points[0].x, east = west;
    for (int32_t i = 1; i < walk->count; i++) {
        west = points[i].x < west ? points[i].x : west;
        east = points[i].x > east ? points[i].x : east;
    }
    const int32_t width = walk->anchors->layer->width, step = 1 << LIMIT_SHIFT;
    walk->within.west = west > BESIDE ? (int32_t)west - BESIDE : 0;
    walk->within.east = (int32_t)east < width - BESIDE - 1 ? (int32_t)east + BESIDE + 1 : width;
    const int32_t farthest = (walk->within.east + step - 1) & -step;
    walk->run_limits.west = walk->within.west & -step;
    walk->run_limits.east = farthest < width ? farthest : width;
}

/// Begins at the first point.
static void begin_walk(crossing_walk *walk, bool keeps_all)
{
    crossings *list = walk->list;
    walk->keeps_all = keeps_all;
    walk->knows_runs = !keeps_all && !walk->anchors->overlay && !walk->rules->cuts_corners;
    walk->goes_back = false;
    walk->row = first_row(walk->anchors, walk->points[0]);
    walk->next = 1;
    list->first = list->end = 1;
    list->ends_in_gate = list->stops_short = false;
}

fw_result crossings_begin(crossings *list, memory *memory, known_runs *known, const way_rules *rules,
                          const vector *points, int32_t count)
{
    crossing_walk *walk = &list->walk;
    *walk = (crossing_walk){ .rules = rules,
                             .anchors = &rules->anchors,
                             .list = list,
                             .memory = memory,
                             .known = known,
                             .points = points,
                             .count = count };
    find_limits(walk);
    walk->runs = key_of_runs(walk);
    begin_walk(walk, false);
    if (known_runs_begin(known) != FW_OK)
        return FW_NO_MEMORY;
    return MEMORY_RESERVE(memory, list->items, list->room, EXTRA_ITEMS);
}

static fw_result walk_lines(crossing_walk *walk)
{
    for (; walk->next < walk->count; walk->next++) {
        if (shaping_pauses(walk->rules->ground.work))
            return FW_PENDING;
        const vector *to = &walk->points[walk->next];
        shaping_charge(walk->rules->ground.work, vector_distance(to[-1], *to));
        const fw_result walked = walk_line(walk, to[-1], *to);
        if (walked != FW_OK)
            return walked;
    }
    return FW_OK;
}

fw_result crossings_step(crossings *list, double radius)
{
    crossing_walk *walk = &list->walk;
    fw_result walked = walk_lines(walk);
    if (walked == FW_OK && walk->goes_back && !walk->keeps_all) {
        begin_walk(walk, true); // the first walk may have skipped a crossing that a later one undoes
        walked = walk_lines(walk);
    }
    if (walked == FW_OK)
        add_ends(walk, walk->points[0], first_row(walk->anchors, walk->points[0]),
                 walk->points[walk->count - 1], radius);
    return walked;
}
