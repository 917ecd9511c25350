// The cheapest of the expanded nodes that lie equally near to some poses, against a look at all nodes.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "search/near_nodes.h"

enum { SIDE = 8, IDS = 2 * SIDE * SIDE, MOST_AIMS = 3 };

/// Two nodes share each place.
static fw_pose place_of(const void *context, fw_node_id id, uint16_t via)
{
    return (fw_pose){ (double)(id / 2 % SIDE), (double)(id / 2 / SIDE), 0 };
}

/// Draws a node: few values, so that many are equal. Nodes that are open or of an earlier query do not count.
static void draw_node(node_store *store, fw_node_id id, random_source *source)
{
    const uint16_t stamps[] = { store->stamp, (uint16_t)(store->stamp - 1), (uint16_t)(store->stamp + 1) };
    node *drawn = node_of(store, node_store_slot(store, id));
    drawn->g = random_below(source, 3);
    drawn->stamp = stamps[random_below(source, 3)];
}

static double square_of(const search_aims *aims, fw_node_id id)
{
    const fw_pose place = place_of(NULL, id, 0);
    double least = INFINITY;
    for (int32_t i = 0; i < aims->count; i++)
        least = fmin(least, pow(aims->items[i].x - place.x, 2) + pow(aims->items[i].y - place.y, 2));
    return least;
}

/// Ids are in order of y, then x: the first of several that are equal is the right one.
static fw_node_id cheapest_of(const node_store *store, const search_aims *aims, double *square)
{
    fw_node_id best = IDS;
    double reach = INFINITY;
    for (fw_node_id id = 0; id < IDS; id++)
        if (node_store_closed(store, id))
            reach = fmin(reach, square_of(aims, id));
    *square = reach;
    reach = pow(sqrt(reach) + aims->tolerance, 2);
    for (fw_node_id id = 0; id < IDS; id++) {
        const node *node = node_store_closed(store, id);
        if (!node || square_of(aims, id) > reach + 1e-12)
            continue;
        const struct node *last = best < IDS ? node_store_closed(store, best) : NULL;
        if (!last || node->g < last->g || (node->g == last->g && square_of(aims, id) < square_of(aims, best)))
            best = id;
    }
    return best;
}

TEST(the_cheapest_of_the_nearest_expanded_nodes_is_found)
{
    random_source source = { 5 };
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
    node_store store;
    node_store_init(&store, &pool);
    for (int i = 0; i < rounds(20000); i++) {
        fw_pose poses[MOST_AIMS];
        for (int k = 0; k < MOST_AIMS; k++)
            poses[k] = (fw_pose){ random_below(&source, 2 * SIDE) / 2.0, random_below(&source, SIDE), 0 };
        const search_aims aims = { poses, 1 + (int32_t)random_below(&source, MOST_AIMS),
                                   random_below(&source, 4) };
        node_store_reset(&store);
        for (uint32_t count = random_below(&source, 30); count > 0; count--)
            draw_node(&store, random_below(&source, IDS), &source);
        double square, expected;
        const fw_node_id best = cheapest_of(&store, &aims, &expected);
        const uint32_t slot = near_nodes_cheapest(&store, &aims, place_of, NULL, &square);
        assert_true(square == expected);
        assert_int_equal(slot == NO_SLOT ? IDS : node_id_of(&store, slot), best);
    }
    node_store_free(&store);
    page_pool_trim(&pool);
    assert_int_equal(memory.bytes, 0);
}
