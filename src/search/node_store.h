#pragma once

/// The nodes that a search has reached, in pages of neighbouring ids. Pages are attached on demand, from a pool that
/// all searches of a planner share. Nothing is cleared between queries: a node is valid only if it carries the stamp of
/// the current query. So memory and the time of a reset depend on the attached pages, never on the size of the space.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "base/compiler.h"
#include "base/hash.h"
#include "base/memory.h"
#include "fairway/space.h"
#include "search/cost.h"
#include "search/page_pool.h"

enum {
    NODE_PAGE_SHIFT = 12,      ///< log2 of the nodes of a page
    JUMP_NODE_PAGE_SHIFT = 11, ///< the same for searches on jump points: most reach no more nodes than that
    CLUSTER_NODE_PAGE_SHIFT =
        9,                     ///< the same for searches on clusters: the nodes of a cluster lie on one page
    SMALL_NODE_PAGE_SHIFT = 6, ///< the same for searches on tiles
    NODE_PAGES_AT_HAND = 8,    ///< pages that are found without the table
    NODE_TABLE_FIRST = 64,     ///< entries of the smallest table
    NODES_KEPT_SHIFT = 22,     ///< a store with more nodes returns all pages to the pool at a reset
    NODE_STAMP_LAST = 0xfffe   ///< largest stamp; stamps are even, and stamp + 1 marks a closed node
};

/// A slot's value for "no node".
#define NO_SLOT UINT32_MAX

/// A page number's value for "no page".
#define NO_PAGE UINT64_MAX

typedef struct node {
    cost g;          ///< cost from the start
    uint32_t parent; ///< slot of the node that this one was reached from; NO_SLOT at the start
    uint16_t via;    ///< how the node was reached; each space defines the meaning
    uint16_t stamp;  ///< of the query, + 1 if the node is closed; other values: not reached in this query
} node;

typedef struct node_page {
    uint64_t number; ///< id >> page_shift of the page's nodes
    uint32_t index;  ///< the page's nodes have slots from index << page_shift on
    node nodes[];    ///< 1 << page_shift
} node_page;

typedef struct page_entry {
    uint64_t number;
    node_page *page; ///< null: empty entry
} page_entry;

typedef struct node_store {
    page_pool *pool;
    int page_shift;    ///< of the pool
    page_entry *table; ///< open-addressing hash from page number to page
    size_t table_size; ///< a power of two, or 0
    int table_shift;   ///< 64 - log2(table_size)
    node_page **pages; ///< [page * page_count] pages by index
    size_t page_capacity;
    uint32_t page_count;
    uint16_t stamp; ///< of the current query
    /// The page used last of those with the same number modulo NODE_PAGES_AT_HAND; NO_PAGE: there is none
    page_entry at_hand[NODE_PAGES_AT_HAND];
} node_store;

/// A pool of pages with 1 << page_shift nodes. Sources with narrow costs may use its pages, but not create it.
static inline page_pool node_page_pool(memory *memory, int page_shift)
{
    return (page_pool){ .memory = memory,
                        .page_bytes = sizeof(node_page) + (sizeof(node) << page_shift),
                        .page_shift = page_shift };
}

/// Index in the table at which the search for a page number starts.
static inline size_t node_store_home(const node_store *store, uint64_t number)
{
    return (size_t)(hash_64(number) >> store->table_shift);
}

/// The entry of a page number, or the empty entry that is to hold it. The table must have an empty entry.
static inline page_entry *node_store_entry(const node_store *store, uint64_t number)
{
    size_t entry = node_store_home(store, number);
    while (store->table[entry].page && store->table[entry].number != number)
        entry = (entry + 1) & (store->table_size - 1);
    return &store->table[entry];
}

/// No page is at hand.
static inline void node_store_clear_hand(node_store *store)
{
    for (size_t i = 0; i < NODE_PAGES_AT_HAND; i++)
        store->at_hand[i].number = NO_PAGE;
}

/// Returns all pages to the pool.
static inline void node_store_detach(node_store *store)
{
    if (store->table)
        memset(store->table, 0, store->table_size * sizeof *store->table);
    for (uint32_t i = store->page_count; i-- > 0;)
        page_pool_put(store->pool, store->pages[i]);
    store->page_count = 0;
    node_store_clear_hand(store);
}

/// Makes all nodes unreached.
static inline void node_store_reset(node_store *store)
{
    const bool is_last = store->stamp == NODE_STAMP_LAST; // pages are cleared when they are attached again
    const size_t most_kept = store->pool->most_kept;
    if (is_last || store->page_count >> (NODES_KEPT_SHIFT - store->page_shift) != 0 ||
        (most_kept > 0 && store->page_count > most_kept))
        node_store_detach(store);
    store->stamp = is_last ? 2 : (uint16_t)(store->stamp + 2);
}

/// Starts empty; allocates nothing.
static inline void node_store_init(node_store *store, page_pool *pool)
{
    *store = (node_store){ .pool = pool, .page_shift = pool->page_shift, .table_shift = 63, .stamp = 2 };
    node_store_clear_hand(store);
}

/// Releases all memory; pages go to the pool.
static inline void node_store_free(node_store *store)
{
    node_store_detach(store);
    memory_give_back(store->pool->memory, store->table, store->table_size, sizeof *store->table);
    memory_give_back(store->pool->memory, (void *)store->pages, store->page_capacity, sizeof *store->pages);
}

/// Takes pages from another pool from now on; makes all nodes unreached.
static inline void node_store_use(node_store *store, page_pool *pool)
{
    if (pool == store->pool)
        return;
    node_store_detach(store);
    store->pool = pool;
    store->page_shift = pool->page_shift;
}

/// Doubles the table, so that it is at most half full with one more page.
static inline fw_result node_store_grow(node_store *store)
{
    const size_t size = store->table_size ? 2 * store->table_size : NODE_TABLE_FIRST;
    page_entry *table = memory_get_zeroed(store->pool->memory, size, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    memory_give_back(store->pool->memory, store->table, store->table_size, sizeof *table);
    store->table = table;
    store->table_size = size;
    store->table_shift = 64 - bits_highest(size);
    for (uint32_t i = 0; i < store->page_count; i++)
        *node_store_entry(store, store->pages[i]->number) =
            (page_entry){ store->pages[i]->number, store->pages[i] };
    return FW_OK;
}

/// Attaches a page for a number that the table does not hold; null if there is no memory.
static NEVER_INLINE node_page *node_store_attach(node_store *store, uint64_t number)
{
    const size_t count = (size_t)store->page_count + 1;
    if (count >> (32 - store->page_shift) != 0 ||
        (2 * count > store->table_size && node_store_grow(store) != FW_OK) ||
        MEMORY_RESERVE(store->pool->memory, store->pages, store->page_capacity, count) != FW_OK)
        return NULL;
    node_page *page = page_pool_take(store->pool);
    if (!page)
        return NULL;
    memset(page->nodes, 0, sizeof *page->nodes << store->page_shift);
    page->number = number;
    page->index = store->page_count;
    store->pages[store->page_count++] = page;
    *node_store_entry(store, number) = (page_entry){ number, page };
    return page;
}

/// The page with a number. A new page is attached if necessary; null if there is no memory.
static inline node_page *node_store_page(node_store *store, uint64_t number)
{
    page_entry *at_hand = &store->at_hand[number % NODE_PAGES_AT_HAND];
    if (at_hand->number == number)
        return at_hand->page;
    node_page *page = store->table_size ? node_store_entry(store, number)->page : NULL;
    if (!page && !(page = node_store_attach(store, number)))
        return NULL;
    *at_hand = (page_entry){ number, page };
    return page;
}

/// Index of a node on its page, by its id or slot.
static inline uint32_t node_offset(uint64_t id, int page_shift)
{
    return (uint32_t)id & ((1u << page_shift) - 1);
}

/// The node of an id, else null. Attaches no page.
static inline const node *node_store_look(const node_store *store, fw_node_id id)
{
    const node_page *page = store->table_size ? node_store_entry(store, id >> store->page_shift)->page : NULL;
    return page ? &page->nodes[node_offset(id, store->page_shift)] : NULL;
}

/// The node of an id if it is closed, else null. Attaches no page.
static inline const node *node_store_closed(const node_store *store, fw_node_id id)
{
    const node *node = node_store_look(store, id);
    return node && node->stamp == store->stamp + 1 ? node : NULL;
}

/// The node of an id if it is open or closed, else null. Attaches no page.
static inline const node *node_store_reached(const node_store *store, fw_node_id id)
{
    const node *node = node_store_look(store, id);
    return node && (uint16_t)(node->stamp - store->stamp) <= 1 ? node : NULL;
}

/// The node of a slot, for callers that know the size of pages as a constant.
static inline node *node_on_page(const node_store *store, uint32_t slot, int page_shift)
{
    return &store->pages[slot >> page_shift]->nodes[node_offset(slot, page_shift)];
}

/// The node of a slot.
static inline node *node_of(const node_store *store, uint32_t slot)
{
    return node_on_page(store, slot, store->page_shift);
}

/// The id of the node of a slot.
static inline fw_node_id node_id_of(const node_store *store, uint32_t slot)
{
    return store->pages[slot >> store->page_shift]->number << store->page_shift |
           node_offset(slot, store->page_shift);
}

/// The slot of the node of an id. Its page is attached if necessary; NO_SLOT if there is no memory.
static inline uint32_t node_store_slot(node_store *store, fw_node_id id)
{
    const node_page *page = node_store_page(store, id >> store->page_shift);
    return page ? page->index << store->page_shift | node_offset(id, store->page_shift) : NO_SLOT;
}

/// Lists the slots from a node back to the first node of its path.
///
/// @param[in,out] route     address of the list, which is grown by memory_reserve()
/// @param[in,out] capacity  of the list
/// @return number of slots; 0 if there is no memory
static inline size_t node_store_route(const node_store *store, memory *memory, uint32_t slot,
                                      uint32_t **route, size_t *capacity)
{
    size_t count = 0;
    for (; slot != NO_SLOT; slot = node_of(store, slot)->parent) {
        if (MEMORY_RESERVE(memory, *route, *capacity, count + 1) != FW_OK)
            return 0;
        (*route)[count++] = slot;
    }
    return count;
}
