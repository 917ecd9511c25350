// Search on spaces of the caller's own, against a Dijkstra of the test's own.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "common/drawing.h"
#include "fairway/space.h"

enum { MOST_NODES = 1024, MOST_EDGES = 8, WIDE = 900, NOWHERE = -1 };

/// A graph with its goal, and what its functions shall do besides answering.
typedef struct graph {
    int32_t count;
    int32_t start, goal;
    int32_t edge_count[MOST_NODES];
    int32_t edge_to[MOST_NODES][MOST_EDGES];
    uint64_t edge_cost[MOST_NODES][MOST_EDGES];
    double x[MOST_NODES], y[MOST_NODES];
    uint64_t h[MOST_NODES];
    uint64_t ids[MOST_NODES];
    int pauses;             ///< times that begin, and expand for each node, answer "again" first
    int paused;             ///< times that they did since the last answer
    int32_t fails_at;       ///< node whose expansion fails; NOWHERE = none
    bool begin_fails;       ///< begin fails
    uint64_t estimated;     ///< nodes whose h was asked for
    int32_t largest_batch;  ///< of them
    uint64_t closing;       ///< cost of the step into the goal
    int32_t more_starts[3]; ///< pushed by begin with a cost of 5 each; NOWHERE = none
} graph;

static int32_t index_of(const graph *of, fw_node_id id)
{
    if (id < (uint64_t)of->count && of->ids[id] == id)
        return (int32_t)id;
    for (int32_t i = 0; i < of->count; i++)
        if (of->ids[i] == id)
            return i;
    fail_msg("a node that was never pushed");
    return NOWHERE;
}

/// Is it time to answer "again"?
static bool pauses(graph *of)
{
    if (of->paused < of->pauses) {
        of->paused++;
        return true;
    }
    of->paused = 0;
    return false;
}

static fw_result begin(void *space, fw_successors *out)
{
    graph *of = space;
    if (of->begin_fails)
        return FW_NO_MEMORY;
    if (pauses(of))
        return FW_PENDING;
    fw_successors_push(out, of->ids[of->start], 0, 7);
    for (size_t i = 0; i < 3; i++)
        if (of->more_starts[i] != NOWHERE)
            fw_successors_push(out, of->ids[of->more_starts[i]], 5, 8);
    return FW_OK;
}

static fw_result expand(void *space, const fw_node *from, fw_successors *out)
{
    graph *of = space;
    const int32_t at = index_of(of, from->id);
    if (pauses(of))
        return FW_PENDING;
    if (at == of->fails_at)
        return FW_BAD_VALUE;
    if (at == of->goal)
        fw_successors_push(out, FW_GOAL_NODE, of->closing, 0);
    for (int32_t i = 0; i < of->edge_count[at]; i++)
        fw_successors_push(out, of->ids[of->edge_to[at][i]], of->edge_cost[at][i], (uint16_t)i);
    return FW_OK;
}

static void estimate(void *space, fw_estimate *improved, int32_t count)
{
    graph *of = space;
    assert_true(count > 0);
    of->estimated += (uint64_t)count;
    of->largest_batch = count > of->largest_batch ? count : of->largest_batch;
    for (int32_t i = 0; i < count; i++)
        improved[i].h = of->h[index_of(of, improved[i].id)];
}

static fw_pose place(const void *space, fw_node_id id, uint16_t via)
{
    (void)via;
    const graph *of = space;
    const int32_t at = index_of(of, id);
    return (fw_pose){ of->x[at], of->y[at], 0.0 };
}

static void clear_graph(graph *of, int32_t count)
{
    memset(of, 0, sizeof *of);
    of->count = count;
    of->fails_at = of->more_starts[0] = of->more_starts[1] = of->more_starts[2] = NOWHERE;
    for (int32_t i = 0; i < count; i++)
        of->ids[i] = (uint64_t)i;
}

static void join(graph *of, int32_t from, int32_t to, uint64_t cost)
{
    const int32_t at = of->edge_count[from]++;
    assert_true(at < MOST_EDGES);
    of->edge_to[from][at] = to;
    of->edge_cost[from][at] = cost;
}

static double straight(const graph *of, int32_t a, int32_t b)
{
    const double dx = of->x[a] - of->x[b];
    const double dy = of->y[a] - of->y[b];
    return sqrt(dx * dx + dy * dy);
}

/// Costs from the start by Dijkstra, without a heap; UINT64_MAX = no way.
static void dijkstra(const graph *of, uint64_t *costs)
{
    bool closed[MOST_NODES] = { false };
    for (int32_t i = 0; i < of->count; i++)
        costs[i] = UINT64_MAX;
    costs[of->start] = 0;
    for (int i = 0; i < 3; i++)
        if (of->more_starts[i] != NOWHERE && costs[of->more_starts[i]] > 5)
            costs[of->more_starts[i]] = 5;
    for (;;) {
        int32_t least = NOWHERE;
        for (int32_t i = 0; i < of->count; i++)
            if (!closed[i] && costs[i] != UINT64_MAX && (least == NOWHERE || costs[i] < costs[least]))
                least = i;
        if (least == NOWHERE)
            return;
        closed[least] = true;
        for (int32_t i = 0; i < of->edge_count[least]; i++) {
            const uint64_t cost = costs[least] + of->edge_cost[least][i];
            if (cost < costs[of->edge_to[least][i]])
                costs[of->edge_to[least][i]] = cost;
        }
    }
}

/// A mesh of triangles: a grid of points, shaken, each of its squares cut in two. Neighbours share an edge; costs
/// are distances of centroids, in thousandths.
static void make_mesh(graph *of, random_source *source, int32_t side)
{
    double at_x[16][16];
    double at_y[16][16];
    assert_true(side < 16);
    clear_graph(of, 2 * side * side);
    for (int32_t y = 0; y <= side; y++)
        for (int32_t x = 0; x <= side; x++) {
            at_x[y][x] = x + 0.6 * random_unit(source) - 0.3;
            at_y[y][x] = y + 0.6 * random_unit(source) - 0.3;
        }
    bool blocked[MOST_NODES] = { false };
    for (int32_t i = 0; i < of->count; i++) {
        const int32_t x = i / 2 % side;
        const int32_t y = i / 2 / side;
        const int32_t third = i % 2; // north-east corner with the others of either half
        of->x[i] = (at_x[y][x] + at_x[y + 1][x + 1] + at_x[y + third][x + 1 - third]) / 3.0;
        of->y[i] = (at_y[y][x] + at_y[y + 1][x + 1] + at_y[y + third][x + 1 - third]) / 3.0;
        blocked[i] = random_below(source, 100) < 15;
    }
    for (int32_t i = 0; i < of->count; i++) {
        const int32_t x = i / 2 % side;
        const int32_t y = i / 2 / side;
        const int32_t neighbours[3] = {
            i ^ 1, i % 2 ? (y + 1 < side ? i + 2 * side - 1 : NOWHERE) : (y > 0 ? i - 2 * side + 1 : NOWHERE),
            i % 2 ? (x > 0 ? i - 3 : NOWHERE) : (x + 1 < side ? i + 3 : NOWHERE)
        };
        for (int k = 0; k < 3; k++)
            if (neighbours[k] != NOWHERE && !blocked[i] && !blocked[neighbours[k]])
                join(of, i, neighbours[k], (uint64_t)ceil(1000.0 * straight(of, i, neighbours[k])));
    }
    of->start = (int32_t)random_below(source, (uint32_t)of->count);
    of->goal = (int32_t)random_below(source, (uint32_t)of->count);
    for (int32_t i = 0; i < of->count; i++)
        of->h[i] = (uint64_t)floor(1000.0 * straight(of, i, of->goal));
}

enum { ACROSS = 10, STOREYS = 6 };

/// A grid in three dimensions: four directions on each storey, and up and down at twice the cost.
static void make_storeys(graph *of, random_source *source)
{
    static const int32_t steps[6] = { 1, -1, ACROSS, -ACROSS, ACROSS * ACROSS, -ACROSS * ACROSS };
    bool blocked[MOST_NODES] = { false };
    clear_graph(of, ACROSS * ACROSS * STOREYS);
    for (int32_t i = 0; i < of->count; i++)
        blocked[i] = random_below(source, 100) < 30;
    of->start = (int32_t)random_below(source, (uint32_t)of->count);
    of->goal = (int32_t)random_below(source, (uint32_t)of->count);
    for (int32_t i = 0; i < of->count; i++) {
        const int32_t x = i % ACROSS;
        const int32_t y = i / ACROSS % ACROSS;
        const int32_t z = i / (ACROSS * ACROSS);
        const bool leads_on[6] = { x + 1 < ACROSS, x > 0, y + 1 < ACROSS, y > 0, z + 1 < STOREYS, z > 0 };
        of->x[i] = x;
        of->y[i] = y;
        of->h[i] = (uint64_t)(abs(x - of->goal % ACROSS) + abs(y - of->goal / ACROSS % ACROSS) +
                              2 * abs(z - of->goal / (ACROSS * ACROSS)));
        for (int k = 0; k < 6; k++)
            if (leads_on[k] && !blocked[i] && !blocked[i + steps[k]])
                join(of, i, i + steps[k], k < 4 ? 1 : 2);
    }
}

/// A random directed graph whose h are admissible and no more: anything up to the true distance.
static void make_tangle(graph *of, random_source *source, int32_t count)
{
    clear_graph(of, count);
    of->start = 0;
    of->goal = count - 1;
    for (int32_t i = 0; i < count; i++)
        for (uint32_t edges = random_below(source, 5); edges > 0; edges--)
            join(of, i, (int32_t)random_below(source, (uint32_t)count), random_below(source, 50));
    graph *backward = test_malloc(sizeof *backward);
    uint64_t remaining[MOST_NODES];
    clear_graph(backward, count);
    backward->start = of->goal;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < of->edge_count[i]; k++)
            if (backward->edge_count[of->edge_to[i][k]] < MOST_EDGES)
                join(backward, of->edge_to[i][k], i, of->edge_cost[i][k]);
            else
                of->edge_cost[i][k] = 1000; // dear enough for h to hold without this edge
    dijkstra(backward, remaining);
    for (int32_t i = 0; i < count; i++)
        of->h[i] = random_below(source, 3) ? (remaining[i] < 900 ? remaining[i] : 900)
                                           : random_below(source, 900) %
                                                 (1 + (remaining[i] < 900 ? (uint32_t)remaining[i] : 900));
    of->h[of->goal] = 0;
    test_free(backward);
}

/// A planner; user spaces need none of its map.
typedef struct bench {
    fw_map *map;
    fw_planner *planner;
} bench;

static bench begin_bench(void)
{
    const char *tile[] = { "." };
    bench made = { .map = DRAWN(tile) };
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    return made;
}

static void end_bench(bench *made)
{
    fw_planner_destroy(made->planner);
    fw_map_destroy(made->map);
}

static fw_space_request request_on(graph *of, bool consistent)
{
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ begin, expand, estimate, place, of, consistent };
    return ask;
}

/// Steps to the end; "again" is no end.
static fw_result run(fw_search *search, uint64_t slice)
{
    fw_result result = FW_PENDING;
    while (result == FW_PENDING)
        result = fw_search_step(search, slice);
    return result;
}

/// Follows the nodes of the answer edge by edge; returns what they cost.
static uint64_t walk(const graph *of, const fw_node *nodes, int32_t count)
{
    uint64_t cost = nodes[0].cost;
    assert_true(cost == 0 || cost == 5);
    for (int32_t i = 0; i + 1 < count; i++) {
        const int32_t from = index_of(of, nodes[i].id);
        const int32_t edge = nodes[i + 1].via;
        assert_true(edge < of->edge_count[from]);
        assert_int_equal(of->ids[of->edge_to[from][edge]], nodes[i + 1].id);
        cost += of->edge_cost[from][edge];
        assert_int_equal(nodes[i + 1].cost, cost);
    }
    return cost;
}

/// Searches a graph and compares with Dijkstra; `weight` times the optimum is allowed.
static fw_statistics assert_as_dijkstra(const bench *on, graph *of, const fw_space_request *ask,
                                        uint64_t slice)
{
    uint64_t costs[MOST_NODES];
    fw_node nodes[MOST_NODES];
    int32_t count;
    uint64_t cost;
    fw_search *search;
    fw_statistics statistics;
    dijkstra(of, costs);
    const uint64_t least = costs[of->goal];
    assert_int_equal(fw_search_begin_space(on->planner, ask, &search), FW_OK);
    assert_int_equal(run(search, slice), least == UINT64_MAX ? FW_NOT_FOUND : FW_OK);
    if (least != UINT64_MAX) {
        assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_OK);
        assert_int_equal(walk(of, nodes, count) + of->closing, cost);
        assert_true(nodes[count - 1].id == of->ids[of->goal]);
        assert_true((double)cost <= ask->weight * (double)(least + of->closing));
        if (ask->weight == 1.0)
            assert_int_equal(cost, least + of->closing);
    }
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    fw_search_end(search);
    return statistics;
}

static void a_mesh_of_polygons_is_searched_as_dijkstra_does(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 61 };
    for (int i = 0; i < 120; i++) {
        make_mesh(&of, &source, 2 + (int32_t)random_below(&source, 13));
        of.closing = random_below(&source, 2) ? 250 : 0;
        fw_space_request ask = request_on(&of, true);
        if (i % 4 == 0)
            ask.weight = 1.0 + random_unit(&source);
        assert_int_equal(assert_as_dijkstra(&on, &of, &ask, (uint64_t)i % 3).reopened, 0);
    }
    end_bench(&on);
}

static void a_grid_of_three_dimensions_is_searched_as_dijkstra_does(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 62 };
    for (int i = 0; i < 60; i++) {
        make_storeys(&of, &source);
        fw_space_request ask = request_on(&of, true);
        if (i % 3 == 0)
            ask.space.estimate = NULL; // Dijkstra
        if (i % 5 == 0)
            of.more_starts[1] = (int32_t)random_below(&source, (uint32_t)of.count);
        assert_as_dijkstra(&on, &of, &ask, 0);
    }
    end_bench(&on);
}

static void where_h_is_not_consistent_closed_nodes_are_opened_again(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 63 };
    uint64_t reopened = 0;
    for (int i = 0; i < 400; i++) {
        make_tangle(&of, &source, 5 + (int32_t)random_below(&source, 60));
        fw_space_request ask = request_on(&of, false);
        if (i % 4 == 0)
            ask.weight = 1.0 + 3.0 * random_unit(&source);
        reopened += assert_as_dijkstra(&on, &of, &ask, 0).reopened;
    }
    assert_true(reopened > 50);
    end_bench(&on);
}

static void again_is_no_answer_and_changes_none(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 64 };
    for (int i = 0; i < 40; i++) {
        make_mesh(&of, &source, 8);
        const fw_space_request ask = request_on(&of, i % 2);
        const fw_statistics straight_on = assert_as_dijkstra(&on, &of, &ask, 0);
        of.pauses = 1 + i % 3;
        const fw_statistics with_pauses = assert_as_dijkstra(&on, &of, &ask, i % 2 ? 0 : 5);
        assert_int_equal(with_pauses.expanded, straight_on.expanded);
        assert_int_equal(with_pauses.work, straight_on.work);
    }
    end_bench(&on);
}

/// A space that waits for something outside the search: a bool that `space` points to.
static fw_result expand_when_ready(void *space, const fw_node *from, fw_successors *out)
{
    (void)from;
    if (!*(const bool *)space)
        return FW_PENDING;
    fw_successors_push(out, FW_GOAL_NODE, 3, 0);
    return FW_OK;
}

static fw_result begin_at_one(void *space, fw_successors *out)
{
    (void)space;
    fw_successors_push(out, 1, 0, 0);
    return FW_OK;
}

static void a_step_without_end_still_returns_from_a_space_that_waits(void **state)
{
    (void)state;
    bench on = begin_bench();
    bool is_ready = false;
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ .begin = begin_at_one, .expand = expand_when_ready, .space = &is_ready };
    fw_search *search;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(fw_search_step(search, 0), FW_PENDING);
    is_ready = true;
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    fw_search_end(search);
    end_bench(&on);
}

static void an_error_of_the_space_ends_the_search(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 65 };
    make_storeys(&of, &source);
    for (int32_t i = 0; i < of.count && of.start == of.goal; i++)
        of.start = i;
    const fw_space_request ask = request_on(&of, true);
    for (int in_begin = 0; in_begin < 2; in_begin++) {
        fw_search *search;
        of.begin_fails = in_begin;
        of.fails_at = of.start;
        assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_SPACE_FAILED);
        assert_int_equal(fw_search_step(search, 0), FW_SPACE_FAILED);
        assert_true(fw_search_progress(search) == 1.0);
        fw_search_end(search);
    }
    of.begin_fails = false;
    of.fails_at = NOWHERE;
    assert_as_dijkstra(&on, &of, &ask, 0);
    end_bench(&on);
}

static void ids_may_be_any_number_of_64_bits(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 66 };
    for (int i = 0; i < 6; i++) {
        make_mesh(&of, &source, 5);
        for (int32_t at = 0; at < of.count; at++)
            of.ids[at] = i % 2 ? random_bits(&source) : UINT64_MAX - 1 - (uint64_t)at;
        const fw_space_request ask = request_on(&of, true);
        assert_as_dijkstra(&on, &of, &ask, 0);
    }
    end_bench(&on);
}

static void sums_that_pass_the_limit_end_the_search(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    const uint64_t steps[] = { (UINT64_C(1) << 62) - 1, UINT64_C(1) << 62, UINT64_MAX };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        clear_graph(&of, 3);
        of.goal = 2;
        join(&of, 0, 1, 1);
        join(&of, 1, 2, steps[i]);
        const fw_space_request ask = request_on(&of, true);
        fw_search *search;
        assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_TOO_MANY);
        fw_search_end(search);
        of.edge_cost[1][0] = 1;
        of.closing = steps[i];
        assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_TOO_MANY);
        fw_search_end(search);
    }
    end_bench(&on);
}

static fw_result begin_in_the_goal(void *space, fw_successors *out)
{
    (void)space;
    fw_successors_push(out, FW_GOAL_NODE, 42, 0);
    return FW_OK;
}

static void count_event(const fw_trace_event *event, void *user)
{
    assert_int_equal(event->kind, FW_TRACE_GOAL);
    assert_true(event->id == FW_GOAL_NODE && event->g == 42.0);
    ++*(int *)user;
}

static void a_space_may_begin_in_its_goal(void **state)
{
    (void)state;
    bench on = begin_bench();
    fw_space_request ask = fw_default_space_request();
    int events = 0;
    ask.space = (fw_space){ .begin = begin_in_the_goal, .expand = expand };
    ask.trace = count_event;
    ask.trace_user = &events;
    fw_search *search;
    int32_t count;
    uint64_t cost;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, &count, &cost), FW_OK);
    assert_int_equal(count, 0);
    assert_int_equal(cost, 42);
    assert_int_equal(events, 1);
    fw_search_end(search);
    end_bench(&on);
}

/// A hub with many rays, of which only the last leads on.
static fw_result expand_wide(void *space, const fw_node *from, fw_successors *out)
{
    (void)space;
    if (from->id == WIDE)
        fw_successors_push(out, FW_GOAL_NODE, 1, 0);
    for (uint64_t ray = 1; from->id == 0 && ray <= WIDE; ray++)
        fw_successors_push(out, ray, 10, (uint16_t)ray);
    return FW_OK;
}

static fw_result begin_at_zero(void *space, fw_successors *out)
{
    (void)space;
    fw_successors_push(out, 0, 0, 0);
    return FW_OK;
}

static void a_node_may_have_any_number_of_successors(void **state)
{
    (void)state;
    bench on = begin_bench();
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ .begin = begin_at_zero, .expand = expand_wide, .consistent = true };
    fw_search *search;
    fw_node nodes[2];
    int32_t count;
    uint64_t cost;
    fw_statistics statistics;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_nodes(search, nodes, 2, &count, &cost), FW_OK);
    assert_true(count == 2 && nodes[1].id == WIDE && nodes[1].via == WIDE && cost == 11);
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_int_equal(statistics.generated, WIDE + 1 + 1);
    fw_search_end(search);
    end_bench(&on);
}

static void h_is_asked_for_improved_nodes_only(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 67 };
    uint64_t repeated = 0;
    for (int i = 0; i < 10; i++) {
        make_storeys(&of, &source);
        const fw_space_request ask = request_on(&of, true);
        const fw_statistics statistics = assert_as_dijkstra(&on, &of, &ask, 0);
        assert_true(of.estimated <=
                    statistics.improved + 1); // the start's, to measure by, and again in its turn
        repeated += statistics.generated - statistics.improved;
    }
    assert_true(repeated > 100);
    end_bench(&on);
}

static void the_nodes_of_a_search_under_way_lead_to_its_best(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    random_source source = { 68 };
    int seen = 0;
    for (int i = 0; i < 20; i++) {
        make_mesh(&of, &source, 12);
        const fw_space_request ask = request_on(&of, true);
        fw_node nodes[MOST_NODES];
        fw_node first[3];
        int32_t count;
        int32_t again;
        uint64_t cost;
        fw_search *search;
        fw_path *path;
        assert_int_equal(fw_path_create(NULL, &path), FW_OK);
        assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_NOT_FOUND);
        while (fw_search_step(search, 3) == FW_PENDING) {
            assert_int_equal(fw_search_best_so_far(search, path), FW_METHOD_DOES_NOT_FIT);
            assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_OK);
            assert_int_equal(walk(&of, nodes, count), cost);
            assert_int_equal(fw_search_nodes(search, first, 3, &again, NULL),
                             count > 3 ? FW_BUFFER_TOO_SMALL : FW_OK);
            assert_int_equal(again, count);
            for (int32_t k = 0; k < 3 && k < count; k++)
                assert_int_equal(first[k].id, nodes[k].id);
            seen++;
        }
        fw_search_end(search);
        fw_path_destroy(path);
    }
    assert_true(seen > 50);
    end_bench(&on);
}

static void limits_end_a_search_where_they_say(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    clear_graph(&of, 500);
    of.goal = 499;
    for (int32_t i = 0; i < 499; i++)
        join(&of, i, i + 1, 1);
    fw_space_request ask = request_on(&of, true);
    fw_search *search;
    fw_statistics statistics;
    fw_node nodes[MOST_NODES];
    int32_t count;
    ask.max_work = 100;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
    assert_int_equal(run(search, 7), FW_LIMIT);
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_true(statistics.work == 100 && statistics.bound == 0.0);
    assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, NULL), FW_OK);
    assert_true(count >= 1 && count <= 100);
    fw_search_end(search);
    end_bench(&on);
}

static void an_edit_of_the_map_does_not_concern_a_space_of_ones_own(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    clear_graph(&of, 3);
    of.goal = 2;
    join(&of, 0, 1, 1);
    join(&of, 1, 2, 1);
    const fw_space_request ask = request_on(&of, true);
    fw_search *search;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 1), FW_PENDING);
    assert_int_equal(fw_map_set_tile(on.map, 0, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(on.map), FW_OK);
    assert_int_equal(run(search, 1), FW_OK);
    fw_search_end(search);
    end_bench(&on);
}

static void requests_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static graph of;
    bench on = begin_bench();
    clear_graph(&of, 1);
    const fw_space_request sound = request_on(&of, true);
    fw_search *search = NULL;
    fw_space_request ask = sound;
    assert_int_equal(fw_search_begin_space(NULL, &sound, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(on.planner, NULL, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(on.planner, &sound, NULL), FW_NULL_ARGUMENT);
    ask.space.begin = NULL;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_NULL_ARGUMENT);
    ask = sound;
    ask.space.expand = NULL;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_NULL_ARGUMENT);
    ask = sound;
    ask.cookie = 0;
    assert_int_equal(fw_search_begin_space(on.planner, &ask, &search), FW_BAD_DEF);
    ask = sound;
    const double weights[] = { 0.0, 0.99, 1000.1, NAN, INFINITY };
    for (int i = 0; i < 5; i++) {
        ask.weight = weights[i];
        assert_int_equal(fw_search_begin_space(on.planner, &ask, &search),
                         i < 3 ? FW_BAD_VALUE : FW_NOT_FINITE);
    }
    assert_null(search);
    int32_t count;
    assert_int_equal(fw_search_nodes(NULL, NULL, 0, &count, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(on.planner, &sound, &search), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_nodes(search, NULL, 1, &count, NULL), FW_NULL_ARGUMENT);
    fw_search_end(search);
    fw_request grid = fw_default_request();
    grid.unit = add_unit(on.map, unit_of_size(1));
    grid.start = (fw_pose){ 0.5, 0.5, 0.0 };
    grid.goal = fw_goal_at(0.5, 0.5);
    assert_int_equal(fw_search_begin(on.planner, &grid, &search), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, &count, NULL), FW_METHOD_DOES_NOT_FIT);
    fw_search_end(search);
    end_bench(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_of_polygons_is_searched_as_dijkstra_does),
        cmocka_unit_test(a_grid_of_three_dimensions_is_searched_as_dijkstra_does),
        cmocka_unit_test(where_h_is_not_consistent_closed_nodes_are_opened_again),
        cmocka_unit_test(again_is_no_answer_and_changes_none),
        cmocka_unit_test(a_step_without_end_still_returns_from_a_space_that_waits),
        cmocka_unit_test(an_error_of_the_space_ends_the_search),
        cmocka_unit_test(ids_may_be_any_number_of_64_bits),
        cmocka_unit_test(sums_that_pass_the_limit_end_the_search),
        cmocka_unit_test(a_space_may_begin_in_its_goal),
        cmocka_unit_test(a_node_may_have_any_number_of_successors),
        cmocka_unit_test(h_is_asked_for_improved_nodes_only),
        cmocka_unit_test(the_nodes_of_a_search_under_way_lead_to_its_best),
        cmocka_unit_test(limits_end_a_search_where_they_say),
        cmocka_unit_test(an_edit_of_the_map_does_not_concern_a_space_of_ones_own),
        cmocka_unit_test(requests_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
