#include "common/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

int32_t graph_index_of(const graph *graph, fw_node_id id)
{
    if (id < (uint64_t)graph->count && graph->ids[id] == id)
        return (int32_t)id;
    for (int32_t i = 0; i < graph->count; i++)
        if (graph->ids[i] == id)
            return i;
    fail_msg("a node that was never pushed");
    return NOWHERE;
}

/// True if this call is one that answers FW_PENDING.
static bool pauses(graph *graph)
{
    if (graph->paused < graph->pauses) {
        graph->paused++;
        return true;
    }
    graph->paused = 0;
    return false;
}

static fw_result graph_begin(void *space, fw_successors *successors)
{
    graph *graph = space;
    if (graph->begin_fails)
        return FW_NO_MEMORY;
    if (pauses(graph))
        return FW_PENDING;
    if (graph->starts_pushed == 0)
        fw_successors_push(successors, graph->ids[graph->start], 0, 7);
    while (graph->starts_pushed < 3) {
        const int32_t next = graph->more_starts[graph->starts_pushed++];
        if (next != NOWHERE)
            fw_successors_push(successors, graph->ids[next], 5, 8);
        if (graph->starts_apart && graph->starts_pushed < 3)
            return FW_PENDING;
    }
    graph->starts_pushed = 0;
    return FW_OK;
}

static fw_result graph_expand(void *space, const fw_node *from, fw_successors *successors)
{
    graph *graph = space;
    const int32_t at = graph_index_of(graph, from->id);
    if (pauses(graph))
        return FW_PENDING;
    if (at == graph->fails_at)
        return FW_BAD_VALUE;
    if (at == graph->goal)
        fw_successors_push(successors, FW_GOAL_NODE, graph->closing, 0);
    for (int32_t i = 0; i < graph->edge_count[at]; i++)
        fw_successors_push(successors, graph->ids[graph->edge_to[at][i]], graph->edge_cost[at][i],
                           (uint16_t)i);
    return FW_OK;
}

static void graph_estimate(void *space, fw_estimate *improved, int32_t count)
{
    graph *graph = space;
    assert_true(count > 0);
    graph->estimated += (uint64_t)count;
    graph->largest_batch = count > graph->largest_batch ? count : graph->largest_batch;
    for (int32_t i = 0; i < count; i++)
        improved[i].h = graph->h[graph_index_of(graph, improved[i].id)];
}

static fw_pose graph_place(const void *space, fw_node_id id, uint16_t via)
{
    const graph *graph = space;
    const int32_t at = graph_index_of(graph, id);
    return (fw_pose){ graph->x[at], graph->y[at], 0.0 };
}

void graph_clear(graph *graph, int32_t count)
{
    memset(graph, 0, sizeof *graph);
    graph->count = count;
    graph->fails_at = graph->more_starts[0] = graph->more_starts[1] = graph->more_starts[2] = NOWHERE;
    for (int32_t i = 0; i < count; i++)
        graph->ids[i] = (uint64_t)i;
}

void graph_join(graph *graph, int32_t from, int32_t to, uint64_t cost)
{
    const int32_t at = graph->edge_count[from]++;
    assert_true(at < MOST_EDGES);
    graph->edge_to[from][at] = to;
    graph->edge_cost[from][at] = cost;
}

static double straight(const graph *graph, int32_t a, int32_t b)
{
    const double dx = graph->x[a] - graph->x[b];
    const double dy = graph->y[a] - graph->y[b];
    return sqrt(dx * dx + dy * dy);
}

void graph_dijkstra(const graph *graph, uint64_t *costs)
{
    bool closed[MOST_NODES] = { false };
    for (int32_t i = 0; i < graph->count; i++)
        costs[i] = UINT64_MAX;
    costs[graph->start] = 0;
    for (int i = 0; i < 3; i++)
        if (graph->more_starts[i] != NOWHERE && costs[graph->more_starts[i]] > 5)
            costs[graph->more_starts[i]] = 5;
    for (;;) {
        int32_t least = NOWHERE;
        for (int32_t i = 0; i < graph->count; i++)
            if (!closed[i] && costs[i] != UINT64_MAX && (least == NOWHERE || costs[i] < costs[least]))
                least = i;
        if (least == NOWHERE)
            return;
        closed[least] = true;
        for (int32_t i = 0; i < graph->edge_count[least]; i++) {
            const uint64_t cost = costs[least] + graph->edge_cost[least][i];
            if (cost < costs[graph->edge_to[least][i]])
                costs[graph->edge_to[least][i]] = cost;
        }
    }
}

void graph_make_mesh(graph *graph, random_source *source, int32_t side)
{
    double at_x[16][16];
    double at_y[16][16];
    assert_true(side < 16);
    graph_clear(graph, 2 * side * side);
    for (int32_t y = 0; y <= side; y++)
        for (int32_t x = 0; x <= side; x++) {
            at_x[y][x] = x + 0.6 * random_unit(source) - 0.3;
            at_y[y][x] = y + 0.6 * random_unit(source) - 0.3;
        }
    bool blocked[MOST_NODES] = { false };
    for (int32_t i = 0; i < graph->count; i++) {
        const int32_t x = i / 2 % side;
        const int32_t y = i / 2 / side;
        const int32_t third = i % 2; // north-east corner with the others of either half
        graph->x[i] = (at_x[y][x] + at_x[y + 1][x + 1] + at_x[y + third][x + 1 - third]) / 3.0;
        graph->y[i] = (at_y[y][x] + at_y[y + 1][x + 1] + at_y[y + third][x + 1 - third]) / 3.0;
        blocked[i] = random_below(source, 100) < 15;
    }
    for (int32_t i = 0; i < graph->count; i++) {
        const int32_t x = i / 2 % side;
        const int32_t y = i / 2 / side;
        const int32_t neighbours[3] = {
            i ^ 1, i % 2 ? (y + 1 < side ? i + 2 * side - 1 : NOWHERE) : (y > 0 ? i - 2 * side + 1 : NOWHERE),
            i % 2 ? (x > 0 ? i - 3 : NOWHERE) : (x + 1 < side ? i + 3 : NOWHERE)
        };
        for (int k = 0; k < 3; k++)
            if (neighbours[k] != NOWHERE && !blocked[i] && !blocked[neighbours[k]])
                graph_join(graph, i, neighbours[k],
                           (uint64_t)ceil(1000.0 * straight(graph, i, neighbours[k])));
    }
    graph->start = (int32_t)random_below(source, (uint32_t)graph->count);
    graph->goal = (int32_t)random_below(source, (uint32_t)graph->count);
    for (int32_t i = 0; i < graph->count; i++)
        graph->h[i] = (uint64_t)floor(1000.0 * straight(graph, i, graph->goal));
}

enum { ACROSS = 10, STOREYS = 6 };

void graph_make_storeys(graph *graph, random_source *source)
{
    static const int32_t steps[6] = { 1, -1, ACROSS, -ACROSS, ACROSS * ACROSS, -ACROSS * ACROSS };
    bool blocked[MOST_NODES] = { false };
    graph_clear(graph, ACROSS * ACROSS * STOREYS);
    for (int32_t i = 0; i < graph->count; i++)
        blocked[i] = random_below(source, 100) < 30;
    graph->start = (int32_t)random_below(source, (uint32_t)graph->count);
    graph->goal = (int32_t)random_below(source, (uint32_t)graph->count);
    for (int32_t i = 0; i < graph->count; i++) {
        const int32_t x = i % ACROSS;
        const int32_t y = i / ACROSS % ACROSS;
        const int32_t z = i / (ACROSS * ACROSS);
        const bool leads_on[6] = { x + 1 < ACROSS, x > 0, y + 1 < ACROSS, y > 0, z + 1 < STOREYS, z > 0 };
        graph->x[i] = x;
        graph->y[i] = y;
        graph->h[i] = (uint64_t)(abs(x - graph->goal % ACROSS) + abs(y - graph->goal / ACROSS % ACROSS) +
                                 2 * abs(z - graph->goal / (ACROSS * ACROSS)));
        for (int k = 0; k < 6; k++)
            if (leads_on[k] && !blocked[i] && !blocked[i + steps[k]])
                graph_join(graph, i, i + steps[k], k < 4 ? 1 : 2);
    }
}

void graph_make_tangle(graph *made, random_source *source, int32_t count)
{
    graph_clear(made, count);
    made->start = 0;
    made->goal = count - 1;
    for (int32_t i = 0; i < count; i++)
        for (uint32_t edges = random_below(source, 5); edges > 0; edges--)
            graph_join(made, i, (int32_t)random_below(source, (uint32_t)count), random_below(source, 50));
    graph *backward = test_malloc(sizeof *backward);
    uint64_t remaining[MOST_NODES];
    graph_clear(backward, count);
    backward->start = made->goal;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < made->edge_count[i]; k++)
            if (backward->edge_count[made->edge_to[i][k]] < MOST_EDGES)
                graph_join(backward, made->edge_to[i][k], i, made->edge_cost[i][k]);
            else
                made->edge_cost[i][k] = 1000; // so expensive that h stays a lower bound without this edge
    graph_dijkstra(backward, remaining);
    for (int32_t i = 0; i < count; i++)
        made->h[i] = random_below(source, 3) ? (remaining[i] < 900 ? remaining[i] : 900)
                                             : random_below(source, 900) %
                                                   (1 + (remaining[i] < 900 ? (uint32_t)remaining[i] : 900));
    made->h[made->goal] = 0;
    test_free(backward);
}

fw_space graph_space(graph *graph, bool consistent)
{
    return (fw_space){ graph_begin, graph_expand, graph_estimate, graph_place, graph, consistent };
}
