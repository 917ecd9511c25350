/// Pairing heap (Fredman, Sedgewick, Sleator & Tarjan 1986), two-pass, with an array that tells each tile's
/// node.

#include <stdlib.h>

#include "open_lists/pool.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

typedef struct member member;
struct member {
    member *child;    ///< first of its children
    member *next;     ///< its next sibling
    member *previous; ///< its previous sibling, or its parent when it is the first
    queue_entry what;
};

typedef struct pairing_heap {
    member *root;
    member **members; ///< [id] of open nodes
    pool pool;
    seen *nodes;
} pairing_heap;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    pairing_heap *list = study_memory(1, sizeof *list);
    list->members = study_memory(bounds->ids, sizeof *list->members);
    list->pool = pool_create(sizeof(member));
    list->nodes = nodes;
    return list;
}

static void destroy(void *context)
{
    pairing_heap *list = context;
    pool_destroy(&list->pool);
    free(list->members);
    free(list);
}

static void clear(void *context)
{
    pairing_heap *list = context;
    list->root = NULL;
    pool_clear(&list->pool);
}

/// Joins two trees, each without siblings.
static member *meld(member *a, member *b)
{
    if (!a || !b)
        return a ? a : b;
    if (entry_before(&b->what, &a->what)) {
        member *swapped = a;
        a = b;
        b = swapped;
    }
    b->previous = a;
    b->next = a->child;
    if (a->child)
        a->child->previous = b;
    a->child = b;
    return a;
}

/// Melds siblings: in pairs from the first on, then the pairs from the last back.
static member *meld_siblings(member *first)
{
    member *pairs = NULL;
    while (first) {
        member *second = first->next, *rest = second ? second->next : NULL;
        first->next = NULL;
        if (second)
            second->next = NULL;
        member *pair = meld(first, second);
        pair->next = pairs;
        pairs = pair;
        first = rest;
    }
    member *all = NULL;
    while (pairs) {
        member *rest = pairs->next;
        pairs->next = NULL;
        all = meld(all, pairs);
        pairs = rest;
    }
    return all;
}

static void insert(void *context, const queue_entry *added)
{
    pairing_heap *list = context;
    member *now = pool_take(&list->pool);
    *now = (member){ .what = *added };
    list->members[added->id] = now;
    list->root = meld(list->root, now);
}

static queue_entry remove_best(void *context)
{
    pairing_heap *list = context;
    member *best = list->root;
    const queue_entry what = best->what;
    list->root = meld_siblings(best->child);
    pool_give_back(&list->pool, best);
    return what;
}

static bool contains(void *context, const queue_entry *known)
{
    return seen_is_open(((const pairing_heap *)context)->nodes, known->id);
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    pairing_heap *list = context;
    member *raised = list->members[before->id];
    raised->what.f = f;
    if (raised == list->root)
        return;
    if (raised->previous->child == raised)
        raised->previous->child = raised->next;
    else
        raised->previous->next = raised->next;
    if (raised->next)
        raised->next->previous = raised->previous;
    raised->next = NULL;
    list->root = meld(list->root, raised);
}

DEFINE_REPLAY(replay, open_list_pairing_heap)

const open_list_kind open_list_pairing_heap = {
    .name = "pairing heap",
    .source = "Fredman et al. 1986",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};
