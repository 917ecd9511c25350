// What a search knows of its nodes, forgotten by a stamp that begins anew after 32,767 queries.
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "search/node_store.h"

enum { PAGES = 40, QUERIES = 2 * NODE_STAMP_LAST };

static node *node_at(node_store *store, fw_node_id id)
{
    node_page *page = node_store_page(store, id >> store->page_shift);
    assert_non_null(page);
    return &page->nodes[node_offset(id, store->page_shift)];
}

static void close_node(node_store *store, fw_node_id id)
{
    *node_at(store, id) = (node){ .g = id, .stamp = (uint16_t)(store->stamp + 1) };
}

static void forget_and_find(int page_shift)
{
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, page_shift);
    node_store store;
    node_store_init(&store, &pool);
    for (int query = 0; query < QUERIES; query++) {
        const fw_node_id id = (fw_node_id)(query % PAGES) << page_shift | 5;
        for (int back = 0; back < 3; back++)
            assert_null(node_store_closed(&store, (fw_node_id)((query + back) % PAGES) << page_shift | 5));
        const uint16_t age = (uint16_t)(node_at(&store, id)->stamp - store.stamp);
        assert_true(age > 1);
        close_node(&store, id);
        assert_non_null(node_store_closed(&store, id));
        node_store_reset(&store);
    }
    node_store_free(&store);
    page_pool_trim(&pool);
    assert_int_equal(memory.bytes, 0);
}

TEST(nodes_of_earlier_queries_are_never_taken_for_those_of_this_one)
{
    forget_and_find(NODE_PAGE_SHIFT);
    forget_and_find(SMALL_NODE_PAGE_SHIFT);
}

/// Nodes of random ids against an array of all nodes, on pages of one size and then of the other.
TEST(each_id_has_one_node_whatever_the_size_of_pages)
{
    enum { IDS = 3 << NODE_PAGE_SHIFT, ROUNDS = 4, PICKS = 3000 };
    static uint64_t known[IDS];
    memory memory;
    memory_init(&memory, NULL);
    page_pool large = node_page_pool(&memory, NODE_PAGE_SHIFT);
    page_pool small = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
    node_store store;
    node_store_init(&store, &small);
    random_source source = { 3 };
    for (int round = 0; round < ROUNDS; round++) {
        node_store_use(&store, round % 2 ? &large : &small);
        node_store_reset(&store);
        memset(known, 0, sizeof known);
        for (uint64_t pick = 1; pick <= PICKS; pick++) {
            const fw_node_id id = random_below(&source, IDS);
            const uint32_t slot = node_store_slot(&store, id);
            assert_true(node_id_of(&store, slot) == id);
            node *found = node_of(&store, slot);
            assert_true(known[id] ? found->g == known[id] : found->stamp != store.stamp + 1);
            assert_ptr_equal(node_store_closed(&store, id), known[id] ? found : NULL);
            known[id] = pick;
            close_node(&store, id);
            found->g = pick;
        }
    }
    node_store_free(&store);
    page_pool_trim(&large);
    page_pool_trim(&small);
    assert_int_equal(memory.bytes, 0);
}

TEST(no_query_clears_what_it_does_not_touch)
{
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, NODE_PAGE_SHIFT);
    node_store store;
    node_store_init(&store, &pool);
    const node *seen[PAGES];
    for (fw_node_id page = 0; page < PAGES; page++) {
        close_node(&store, page << NODE_PAGE_SHIFT | 7);
        seen[page] = node_at(&store, page << NODE_PAGE_SHIFT | 7);
    }
    const uint64_t calls = memory.calls;
    for (int query = 0; query < QUERIES; query++)
        node_store_reset(&store);
    for (fw_node_id page = 0; page < PAGES; page++)
        assert_true(seen[page]->g == (page << NODE_PAGE_SHIFT | 7));
    for (fw_node_id page = 0; page < PAGES; page++)
        assert_int_equal(node_at(&store, page << NODE_PAGE_SHIFT | 7)->g, 0);
    assert_int_equal(memory.calls, calls);
    node_store_free(&store);
    page_pool_trim(&pool);
    assert_int_equal(memory.bytes, 0);
}
