#include "forest/enclosure.h"

#include <stdlib.h>
#include <string.h>

#include "forest/wall.h"

/// If two obstacles overlap by more, in tiles, and one of them is a wall, no body passes between them. Both may still
/// be grazed by one line.
#define WALL_OVERLAP (4 * FW_FOREST_TOUCH)

/// A flood over the obstacles of one cluster after another.
typedef struct flood {
    enclosure *room;
    const fw_forest *forest;
    double body;
    vector start, across; ///< start, and the vector from it to the goal
    size_t queued;        ///< obstacles of the present cluster
    uint32_t entry;       ///< the obstacle whose neighbours are visited
    capsule grown;        ///< that obstacle, grown by the body's radius
    uint64_t left;        ///< obstacles and cells that may still be visited
    bool parts;           ///< a cluster separates the places
} flood;

static size_t obstacle_count(const fw_forest *forest)
{
    return forest->slot_count + forest->tiles.wall_count;
}

fw_result enclosure_prepare(enclosure *room, const fw_forest *forest)
{
    const size_t before = room->mark_capacity, needed = obstacle_count(forest);
    if (MEMORY_RESERVE(room->memory, room->marks, room->mark_capacity, needed) != FW_OK ||
        MEMORY_RESERVE(room->memory, room->queue, room->queue_capacity, needed) != FW_OK)
        return FW_NO_MEMORY;
    if (room->mark_capacity > before)
        memset(room->marks + before, 0, (room->mark_capacity - before) * sizeof *room->marks);
    return FW_OK;
}

/// Begins a flood: it has reached no obstacle.
static void begin_flood(enclosure *room)
{
    if (++room->flood > UINT32_MAX / 2) {
        memset(room->marks, 0, room->mark_capacity * sizeof *room->marks);
        room->flood = 1;
    }
}

/// An obstacle, grown by the body's radius, in coordinates from the start.
static capsule obstacle_at(const flood *flood, uint32_t entry)
{
    const vector start = flood->start;
    if (entry & WALL_ENTRY) {
        const wall *segment = &flood->forest->tiles.walls[entry & ~WALL_ENTRY];
        return (capsule){ .ends = { { segment->x - start.x, segment->y - start.y },
                                    { segment->to_x - start.x, segment->to_y - start.y } },
                          .radius = flood->body - WALL_SHRINK };
    }
    const fw_tree *circle = &flood->forest->circles[entry];
    const vector centre = { circle->x - start.x, circle->y - start.y };
    return (capsule){ .ends = { centre, centre }, .radius = circle->radius + flood->body };
}

static uint32_t *mark_of(const flood *flood, uint32_t entry)
{
    const uint32_t index = entry & WALL_ENTRY ? flood->forest->slot_count + (entry & ~WALL_ENTRY) : entry;
    return &flood->room->marks[index];
}

/// True if the straight way from one place to another crosses the line from the start to the goal. A place on that line
/// counts as beside it, so that each passage from one side to the other is counted once.
static bool crosses(const flood *flood, vector begin, vector end)
{
    const vector across = flood->across;
    const double begin_side = vector_cross(across, begin), end_side = vector_cross(across, end);
    if ((begin_side >= 0) == (end_side >= 0))
        return false;
    const double part = begin_side / (begin_side - end_side);
    const double begin_along = vector_dot(across, begin), end_along = vector_dot(across, end);
    const double along = begin_along + part * (end_along - begin_along);
    return along >= 0 && along <= vector_dot(across, across);
}

static void come_to(flood *flood, uint32_t entry, bool parity)
{
    *mark_of(flood, entry) = 2 * flood->room->flood + parity;
    flood->room->queue[flood->queued++] = entry;
}

/// Reaches an obstacle from another one, if they leave no gap between them. Returns false if the cluster separates the
/// places.
static bool visit_neighbour(void *context, uint32_t entry)
{
    flood *flood = context;
    if (entry == flood->entry)
        return true;
    const capsule next = obstacle_at(flood, entry);
    const double most = (entry | flood->entry) & WALL_ENTRY ? -WALL_OVERLAP : FW_FOREST_TOUCH;
    vector here, there;
    if (capsules_nearest(&flood->grown, &next, &here, &there) - flood->grown.radius - next.radius > most)
        return true;
    const uint32_t mark = *mark_of(flood, entry);
    const bool parity = (*mark_of(flood, flood->entry) & 1) ^ crosses(flood, flood->grown.ends[0], here) ^
                        crosses(flood, here, there) ^ crosses(flood, there, next.ends[0]);
    if (mark / 2 != flood->room->flood)
        come_to(flood, entry, parity);
    else if ((mark & 1) != parity)
        flood->parts = true;
    return !flood->parts;
}

static void visit_neighbours(flood *flood, uint32_t entry)
{
    flood->entry = entry;
    flood->grown = obstacle_at(flood, entry);
    const cells *grid = &flood->forest->grid;
    const vector start = flood->start, a = flood->grown.ends[0], b = flood->grown.ends[1];
    const double reach = flood->grown.radius + flood->body + FW_FOREST_TOUCH;
    const fw_box around = { start.x + fmin(a.x, b.x) - reach, start.y + fmin(a.y, b.y) - reach,
                            start.x + fmax(a.x, b.x) + reach, start.y + fmax(a.y, b.y) + reach };
    cells_visit(grid, cells_between(grid, around), visit_neighbour, flood);
}

/// Floods the cluster of an obstacle on the line between the places. Returns false if the flood has an answer or no
/// work left.
static bool visit_cluster(void *context, uint32_t entry)
{
    flood *flood = context;
    const capsule line = { .ends = { { 0, 0 }, flood->across } }, met = obstacle_at(flood, entry);
    vector here, there;
    if (*mark_of(flood, entry) / 2 == flood->room->flood ||
        capsules_nearest(&line, &met, &here, &there) > met.radius)
        return true;
    flood->queued = 0;
    come_to(flood, entry, false);
    for (size_t i = 0; i < flood->queued && flood->left > 0 && !flood->parts; i++) {
        flood->left--;
        visit_neighbours(flood, flood->room->queue[i]);
    }
    return flood->left > 0 && !flood->parts;
}

/// The part of the line from the start to the goal, as numbers 0 .. 1, whose coordinate lies between two bounds.
static void clip(double begin, double across, double low, double high, double *first, double *last)
{
    const double a = (low - begin) / across,
                 b = (high - begin) / across; // infinite or NaN if across is 0: fmin and fmax ignore a NaN
    *first = fmax(0, fmin(a, b));
    *last = fmin(1, fmax(a, b));
}

/// The cells of a column, or of a row, that the line from the start to the goal meets.
static tile_box cells_on_line(const flood *flood, bool is_column, int32_t at)
{
    const cells *grid = &flood->forest->grid;
    const vector from = flood->start, across = flood->across;
    const double *lines = is_column ? grid->lines : cells_rows(grid);
    const double pad = flood->body + FW_FOREST_TOUCH, low = lines[at] - pad, high = lines[at + 1] + pad;
    double first, last;
    if (is_column)
        clip(from.x, across.x, low, high, &first, &last);
    else
        clip(from.y, across.y, low, high, &first, &last);
    const vector a = vector_beyond(from, across, first), b = vector_beyond(from, across, last);
    tile_box box = cells_between(grid, (fw_box){ fmin(a.x, b.x) - pad, fmin(a.y, b.y) - pad,
                                                 fmax(a.x, b.x) + pad, fmax(a.y, b.y) + pad });
    if (is_column)
        box.left = box.right = at;
    else
        box.top = box.bottom = at;
    return box;
}

bool enclosure_parts(enclosure *room, const fw_forest *forest, double body, vector from, vector goal,
                     uint64_t most)
{
    const cells *grid = &forest->grid;
    flood flood = { .room = room,
                    .forest = forest,
                    .body = body,
                    .start = from,
                    .across = vector_between(from, goal),
                    .left = most };
    if (grid->width == 0)
        return false;
    begin_flood(room);
    const tile_box begin = cells_around(grid, from.x, from.y, 0), end = cells_around(grid, goal.x, goal.y, 0);
    const bool is_column = abs(end.left - begin.left) > abs(end.top - begin.top);
    const int32_t to = is_column ? begin.left : begin.top;
    int32_t at = is_column ? end.left : end.top;
    for (;; at += at < to ? 1 : -1, flood.left--)
        if (!cells_visit(grid, cells_on_line(&flood, is_column, at), visit_cluster, &flood) || at == to ||
            flood.left == 0)
            return flood.parts;
}
