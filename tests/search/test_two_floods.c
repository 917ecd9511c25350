// Two floods on random directed graphs, against the closure of the graph.

#include <string.h>

#include "base/keeper.h"
#include "base/memory.h"
#include "base/random.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "search/two_floods.h"

enum { MOST_NODES = 40 };

typedef struct digraph {
    two_floods floods;
    int32_t count;
    bool leads[MOST_NODES][MOST_NODES]; ///< [from][to]
    bool is_expanded[2][MOST_NODES]; ///< [backward][node] in the present series; backward: for this question
    bool is_reached[MOST_NODES];     ///< by the oracle
} digraph;

static fw_result expand(void *context, fw_node_id id, bool backward)
{
    digraph *graph = context;
    assert_false(graph->is_expanded[backward][id]);
    graph->is_expanded[backward][id] = true;
    for (int32_t to = 0; to < graph->count; to++)
        if ((backward ? graph->leads[to][id] : graph->leads[id][to]) &&
            two_floods_visit(&graph->floods, (fw_node_id)to) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

static uint32_t distance(const void *context, fw_node_id from, fw_node_id to)
{
    return (uint32_t)(from > to ? from - to : to - from);
}

static const flood_graph kind = { .expand = expand, .distance = distance };

/// Draws edges, most of them short ones, and finds out what the first node leads to.
static void draw(digraph *graph, random_source *source)
{
    memset(graph->leads, 0, sizeof graph->leads);
    memset(graph->is_expanded, 0, sizeof graph->is_expanded);
    memset(graph->is_reached, 0, sizeof graph->is_reached);
    graph->count = 2 + (int32_t)random_below(source, MOST_NODES - 1);
    const uint32_t edges = random_below(source, 3 * (uint32_t)graph->count);
    for (uint32_t i = 0; i < edges; i++) {
        const uint32_t from = random_below(source, (uint32_t)graph->count);
        const uint32_t to = random_below(source, 4) ? (from + random_below(source, 7) + 37) % 40
                                                    : random_below(source, (uint32_t)graph->count);
        if (to < (uint32_t)graph->count)
            graph->leads[from][to] = true;
    }
    graph->is_reached[0] = true;
    for (int32_t round = 0; round < graph->count; round++)
        for (int32_t from = 0; from < graph->count; from++)
            for (int32_t to = 0; graph->is_reached[from] && to < graph->count; to++)
                graph->is_reached[to] |= graph->leads[from][to];
}

TEST(what_the_first_node_leads_to_is_found_out_in_any_order_and_with_pauses)
{
    static digraph graph;
    random_source source = { 7 };
    memory memory;
    int reached = 0, cut_off = 0, left = 0;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    page_pool pool = node_page_pool(&kept.memory, SMALL_NODE_PAGE_SHIFT);
    two_floods_init(&graph.floods, &pool, &kind, &graph);
    for (int i = 0; i < rounds(4000); i++) {
        draw(&graph, &source);
        assert_int_equal(two_floods_begin(&graph.floods, 0), FW_OK);
        for (int question = 0; question < 30; question++) {
            const uint32_t node = random_below(&source, (uint32_t)graph.count);
            bool is_reached;
            fw_result asked;
            memset(graph.is_expanded[true], 0, sizeof graph.is_expanded[true]);
            do {
                uint64_t work = random_below(&source, 4);
                asked = two_floods_ask(&graph.floods, node, &work, &is_reached);
                assert_true(work < 4 && (asked == FW_OK || work == 0));
            } while (asked == FW_PENDING && random_below(&source, 8));
            left += asked == FW_PENDING;
            if (asked == FW_PENDING)
                continue;
            assert_int_equal(asked, FW_OK);
            assert_int_equal(is_reached, graph.is_reached[node]);
            reached += is_reached;
            cut_off += !is_reached;
        }
    }
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
    assert_true(reached > at_least(10000) && cut_off > at_least(10000) && left > at_least(1000));
}
