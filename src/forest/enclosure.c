#include "forest/enclosure.h"

#include <string.h>

#include "forest/wall.h"

/// Obstacles of which one is a wall leave no way between them if they overlap by more, in tiles: a line may graze both.
#define WALL_OVERLAP (4 * FW_FOREST_TOUCH)

/// A look for a cluster that parts two places.
typedef struct flood {
    enclosure *room;
    const fw_forest *forest;
    double body;
    vector start, across; ///< from the start to the goal
    size_t queued;        ///< obstacles of the present cluster
    uint32_t entry;       ///< the obstacle whose neighbours come up
    capsule at;           ///< it, as it has grown
    size_t left;          ///< what may still be looked at
    bool parts;
} flood;

void enclosure_free(enclosure *room)
{
    memory_give_back(room->memory, room->marks, room->mark_capacity, sizeof *room->marks);
    memory_give_back(room->memory, room->queue, room->queue_capacity, sizeof *room->queue);
}

size_t enclosure_bytes(const enclosure *room)
{
    return (room->mark_capacity + room->queue_capacity) * sizeof(uint32_t);
}

static size_t obstacle_count(const fw_forest *forest)
{
    return forest->slot_count + forest->tiles.wall_count;
}

fw_result enclosure_prepare(enclosure *room, const fw_forest *forest)
{
    const size_t before = room->mark_capacity, needed = obstacle_count(forest);
    if (memory_reserve(room->memory, &room->marks, &room->mark_capacity, needed, sizeof *room->marks) !=
            FW_OK ||
        memory_reserve(room->memory, &room->queue, &room->queue_capacity, needed, sizeof *room->queue) !=
            FW_OK)
        return FW_NO_MEMORY;
    if (room->mark_capacity > before)
        memset(room->marks + before, 0, (room->mark_capacity - before) * sizeof *room->marks);
    return FW_OK;
}

/// Begins a look: it has come to no obstacle.
static void begin_look(enclosure *room)
{
    if (++room->look > UINT32_MAX / 2) {
        memset(room->marks, 0, room->mark_capacity * sizeof *room->marks);
        room->look = 1;
    }
}

/// An obstacle as it has grown, seen from the start.
static capsule obstacle_at(const flood *flood, uint32_t entry)
{
    const vector start = flood->start;
    if (entry & WALL_ENTRY) {
        const wall *it = &flood->forest->tiles.walls[entry & ~WALL_ENTRY];
        return (capsule){ .ends = { { it->x - start.x, it->y - start.y },
                                    { it->to_x - start.x, it->to_y - start.y } },
                          .radius = flood->body - WALL_SHRINK };
    }
    const fw_tree *it = &flood->forest->circles[entry];
    const vector centre = { it->x - start.x, it->y - start.y };
    return (capsule){ .ends = { centre, centre }, .radius = it->radius + flood->body };
}

static uint32_t *mark_of(const flood *flood, uint32_t entry)
{
    const uint32_t index = entry & WALL_ENTRY ? flood->forest->slot_count + (entry & ~WALL_ENTRY) : entry;
    return &flood->room->marks[index];
}

/// True if a straight way crosses the line from the start to the goal. Of ways that share an end on that line an odd
/// number crosses if they lead from one side to the other.
static bool crosses(const flood *flood, vector begin, vector end)
{
    const vector across = flood->across;
    const double begin_side = across.x * begin.y - across.y * begin.x;
    const double end_side = across.x * end.y - across.y * end.x;
    if ((begin_side >= 0) == (end_side >= 0))
        return false;
    const double part = begin_side / (begin_side - end_side);
    const double begin_along = across.x * begin.x + across.y * begin.y;
    const double end_along = across.x * end.x + across.y * end.y;
    const double along = begin_along + part * (end_along - begin_along);
    return along >= 0 && along <= across.x * across.x + across.y * across.y;
}

static void come_to(flood *flood, uint32_t entry, bool parity)
{
    *mark_of(flood, entry) = 2 * flood->room->look + parity;
    flood->room->queue[flood->queued++] = entry;
}

/// Comes to an obstacle from another one, if they leave no way between them. False: a cluster parts the places.
static bool visit_neighbour(void *context, uint32_t entry)
{
    flood *flood = context;
    if (entry == flood->entry)
        return true;
    const capsule next = obstacle_at(flood, entry);
    const double most = (entry | flood->entry) & WALL_ENTRY ? -WALL_OVERLAP : FW_FOREST_TOUCH;
    vector here, there;
    if (capsules_nearest(&flood->at, &next, &here, &there) - flood->at.radius - next.radius > most)
        return true;
    const uint32_t mark = *mark_of(flood, entry);
    const bool parity = (*mark_of(flood, flood->entry) & 1) ^ crosses(flood, flood->at.ends[0], here) ^
                        crosses(flood, here, there) ^ crosses(flood, there, next.ends[0]);
    if (mark / 2 != flood->room->look)
        come_to(flood, entry, parity);
    else if ((mark & 1) != parity)
        flood->parts = true;
    return !flood->parts;
}

static void visit_neighbours(flood *flood, uint32_t entry)
{
    flood->entry = entry;
    flood->at = obstacle_at(flood, entry);
    const cells *grid = &flood->forest->grid;
    const vector start = flood->start, a = flood->at.ends[0], b = flood->at.ends[1];
    const double reach = flood->at.radius + flood->body + FW_FOREST_TOUCH;
    const cell_box box =
        cells_between(grid, start.x + fmin(a.x, b.x) - reach, start.y + fmin(a.y, b.y) - reach,
                      start.x + fmax(a.x, b.x) + reach, start.y + fmax(a.y, b.y) + reach);
    cells_visit(grid, box, visit_neighbour, flood);
}

/// Looks at the whole cluster of an obstacle, if it lies on the line between the places. False: that was the end.
static bool visit_cluster(void *context, uint32_t entry)
{
    flood *flood = context;
    const capsule line = { .ends = { { 0, 0 }, flood->across } }, met = obstacle_at(flood, entry);
    vector here, there;
    if (*mark_of(flood, entry) / 2 == flood->room->look ||
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

/// Clips a part of the line to where one of its coordinates lies between two bounds.
static void clip(double begin, double across, double low, double high, double *first, double *last)
{
    const double a = (low - begin) / across,
                 b = (high - begin) / across; // infinite, or no number: fmin passes it over
    *first = fmax(*first, fmin(a, b));
    *last = fmin(*last, fmax(a, b));
}

bool enclosure_parts(enclosure *room, const fw_forest *forest, double body, vector from, vector goal,
                     size_t most)
{
    const cells *grid = &forest->grid;
    const vector across = { goal.x - from.x, goal.y - from.y };
    flood flood = {
        .room = room, .forest = forest, .body = body, .start = from, .across = across, .left = most
    };
    const double length = sqrt(across.x * across.x + across.y * across.y), step = grid->side / length;
    const double pad = body + FW_FOREST_TOUCH;
    double first = 0, last = 1;
    if (grid->width == 0)
        return false;
    clip(from.x, across.x, grid->left - pad, grid->most_x + pad, &first, &last);
    clip(from.y, across.y, grid->top - pad, grid->most_y + pad, &first, &last);
    begin_look(room);
    for (double at = last; at + step > first && flood.left > 0; at -= step, flood.left--) {
        const double x = from.x + (at - 0.5 * step) * across.x, y = from.y + (at - 0.5 * step) * across.y;
        if (!cells_visit(grid, cells_around(grid, x, y, 0.5 * grid->side + pad), visit_cluster, &flood))
            break;
    }
    return flood.parts;
}
