#include "common/steiner.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/// Points a side of a tile, one of its corners included.
enum { POINTS = 6 };

typedef struct entry {
    double cost;
    int32_t node;
} entry;

/// Nodes 0 .. last are points on sides; from each tile those of its north and west side.
typedef struct net {
    const double *costs;
    int32_t side;
    double *best;
    entry *heap;
    size_t count, room;
} net;

static void push(net *in, int32_t node, double cost)
{
    if (cost >= in->best[node])
        return;
    in->best[node] = cost;
    if (in->count == in->room)
        in->heap = realloc(in->heap, (in->room = 2 * in->room + 64) * sizeof *in->heap);
    size_t place = in->count++;
    for (; place && in->heap[(place - 1) / 2].cost > cost; place = (place - 1) / 2)
        in->heap[place] = in->heap[(place - 1) / 2];
    in->heap[place] = (entry){ cost, node };
}

static entry pop(net *in)
{
    const entry least = in->heap[0], last = in->heap[--in->count];
    size_t place = 0;
    for (size_t child; (child = 2 * place + 1) < in->count; place = child) {
        if (child + 1 < in->count && in->heap[child + 1].cost < in->heap[child].cost)
            child++;
        if (in->heap[child].cost >= last.cost)
            break;
        in->heap[place] = in->heap[child];
    }
    in->heap[place] = last;
    return least;
}

static int32_t node_at(const net *in, int32_t x, int32_t y, bool west, int32_t point)
{
    return ((y * (in->side + 1) + x) * 2 + west) * POINTS + point;
}

static void place_of(const net *in, int32_t node, double *x, double *y)
{
    const int32_t tile = node / (2 * POINTS), along = node % POINTS;
    const bool west = node / POINTS % 2;
    const int32_t left = tile % (in->side + 1), top = tile / (in->side + 1);
    *x = left + (west ? 0 : along / (double)POINTS);
    *y = top + (west ? along / (double)POINTS : 0);
}

/// Goes on from a place on or in a tile to all points around the tile.
static void cross_tile(net *in, int32_t x, int32_t y, double from_x, double from_y, double cost)
{
    if (x < 0 || y < 0 || x >= in->side || y >= in->side)
        return;
    const double here = in->costs[y * in->side + x];
    for (int side = 0; side < 4; side++)
        for (int32_t point = 0; point <= POINTS; point++) {
            const bool west = side & 1, corner = point == POINTS;
            const int32_t at_x = x + (side == 3) + (corner && !west),
                          at_y = y + (side == 2) + (corner && west);
            const int32_t node = node_at(in, at_x, at_y, west, corner ? 0 : point);
            double to_x, to_y;
            place_of(in, node, &to_x, &to_y);
            push(in, node, cost + here * hypot(to_x - from_x, to_y - from_y));
        }
}

double steiner_cost(const double *costs, int32_t side, int32_t from_x, int32_t from_y, int32_t to_x,
                    int32_t to_y)
{
    const size_t nodes = (size_t)(side + 2) * (size_t)(side + 2) * 2 * POINTS;
    net in = { .costs = costs, .side = side, .best = malloc(nodes * sizeof *in.best) };
    for (size_t i = 0; i < nodes; i++)
        in.best[i] = INFINITY;
    const double goal_x = to_x + 0.5, goal_y = to_y + 0.5;
    double best = INFINITY;
    if (from_x == to_x && from_y == to_y)
        best = 0;
    cross_tile(&in, from_x, from_y, from_x + 0.5, from_y + 0.5, 0);
    while (in.count && in.heap[0].cost < best) {
        const entry next = pop(&in);
        if (next.cost > in.best[next.node])
            continue;
        double x, y;
        place_of(&in, next.node, &x, &y);
        if (fabs(x - goal_x) <= 0.5 && fabs(y - goal_y) <= 0.5)
            best = fmin(best, next.cost + costs[to_y * side + to_x] * hypot(x - goal_x, y - goal_y));
        for (int dy = -1; dy <= 0; dy++)
            for (int dx = -1; dx <= 0; dx++) {
                const int32_t tile_x = (int32_t)floor(x) + dx * (x == floor(x)),
                              tile_y = (int32_t)floor(y) + dy * (y == floor(y));
                cross_tile(&in, tile_x, tile_y, x, y, next.cost);
            }
    }
    free(in.best);
    free(in.heap);
    return best;
}
