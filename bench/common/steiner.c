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

static void push(net *net, int32_t node, double cost)
{
    if (cost >= net->best[node])
        return;
    net->best[node] = cost;
    if (net->count == net->room)
        net->heap = realloc(net->heap, (net->room = 2 * net->room + 64) * sizeof *net->heap);
    size_t place = net->count++;
    for (; place && net->heap[(place - 1) / 2].cost > cost; place = (place - 1) / 2)
        net->heap[place] = net->heap[(place - 1) / 2];
    net->heap[place] = (entry){ cost, node };
}

static entry pop(net *net)
{
    const entry least = net->heap[0], last = net->heap[--net->count];
    size_t place = 0;
    for (size_t child; (child = 2 * place + 1) < net->count; place = child) {
        if (child + 1 < net->count && net->heap[child + 1].cost < net->heap[child].cost)
            child++;
        if (net->heap[child].cost >= last.cost)
            break;
        net->heap[place] = net->heap[child];
    }
    net->heap[place] = last;
    return least;
}

static int32_t node_at(const net *net, int32_t x, int32_t y, bool west, int32_t point)
{
    return ((y * (net->side + 1) + x) * 2 + west) * POINTS + point;
}

static void place_of(const net *net, int32_t node, double *x, double *y)
{
    const int32_t tile = node / (2 * POINTS), along = node % POINTS;
    const bool west = node / POINTS % 2;
    const int32_t left = tile % (net->side + 1), top = tile / (net->side + 1);
    *x = left + (west ? 0 : along / (double)POINTS);
    *y = top + (west ? along / (double)POINTS : 0);
}

/// Goes on from a place on or in a tile to all points around the tile.
static void cross_tile(net *net, int32_t x, int32_t y, double from_x, double from_y, double cost)
{
    if (x < 0 || y < 0 || x >= net->side || y >= net->side)
        return;
    const double here = net->costs[y * net->side + x];
    for (int side = 0; side < 4; side++)
        for (int32_t point = 0; point <= POINTS; point++) {
            const bool west = side & 1, corner = point == POINTS;
            const int32_t at_x = x + (side == 3) + (corner && !west),
                          at_y = y + (side == 2) + (corner && west);
            const int32_t node = node_at(net, at_x, at_y, west, corner ? 0 : point);
            double to_x, to_y;
            place_of(net, node, &to_x, &to_y);
            push(net, node, cost + here * hypot(to_x - from_x, to_y - from_y));
        }
}

double steiner_cost(const double *costs, int32_t side, int32_t from_x, int32_t from_y, int32_t to_x,
                    int32_t to_y)
{
    const size_t nodes = (size_t)(side + 2) * (size_t)(side + 2) * 2 * POINTS;
    net net = { .costs = costs, .side = side, .best = malloc(nodes * sizeof *net.best) };
    for (size_t i = 0; i < nodes; i++)
        net.best[i] = INFINITY;
    const double goal_x = to_x + 0.5, goal_y = to_y + 0.5;
    double best = INFINITY;
    if (from_x == to_x && from_y == to_y)
        best = 0;
    cross_tile(&net, from_x, from_y, from_x + 0.5, from_y + 0.5, 0);
    while (net.count && net.heap[0].cost < best) {
        const entry next = pop(&net);
        if (next.cost > net.best[next.node])
            continue;
        double x, y;
        place_of(&net, next.node, &x, &y);
        if (fabs(x - goal_x) <= 0.5 && fabs(y - goal_y) <= 0.5)
            best = fmin(best, next.cost + costs[to_y * side + to_x] * hypot(x - goal_x, y - goal_y));
        for (int dy = -1; dy <= 0; dy++)
            for (int dx = -1; dx <= 0; dx++) {
                const int32_t tile_x = (int32_t)floor(x) + dx * (x == floor(x)),
                              tile_y = (int32_t)floor(y) + dy * (y == floor(y));
                cross_tile(&net, tile_x, tile_y, x, y, next.cost);
            }
    }
    free(net.best);
    free(net.heap);
    return best;
}
