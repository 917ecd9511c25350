/// Doubly linked lists, unsorted and sorted (best first).

#include <stdlib.h>

#include "open_lists/pool.h"
#include "open_lists/replay.h"
#include "open_lists/study_memory.h"

typedef struct link link;
struct link {
    link *next, *previous;
    queue_entry what;
};

typedef struct linked_list {
    link ends; ///< before the first and behind the last
    pool links;
} linked_list;

static void clear(void *context)
{
    linked_list *list = context;
    list->ends.next = list->ends.previous = &list->ends;
    pool_clear(&list->links);
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    linked_list *list = study_memory(1, sizeof *list);
    list->links = pool_create(sizeof(link));
    clear(list);
    return list;
}

static void destroy(void *context)
{
    linked_list *list = context;
    pool_destroy(&list->links);
    free(list);
}

static void put_before(link *next, link *added)
{
    added->next = next;
    added->previous = next->previous;
    next->previous->next = added;
    next->previous = added;
}

static queue_entry unlink_entry(linked_list *list, link *taken)
{
    const queue_entry what = taken->what;
    taken->previous->next = taken->next;
    taken->next->previous = taken->previous;
    pool_give_back(&list->links, taken);
    return what;
}

static link *link_of(const linked_list *list, uint32_t id)
{
    link *at = list->ends.next;
    while (at != &list->ends && at->what.id != id)
        at = at->next;
    return at == &list->ends ? NULL : at;
}

static void insert_unsorted(void *context, const queue_entry *added)
{
    linked_list *list = context;
    link *now = pool_take(&list->links);
    now->what = *added;
    put_before(list->ends.next, now);
}

static queue_entry remove_best_unsorted(void *context)
{
    linked_list *list = context;
    link *best = list->ends.next;
    for (link *at = best->next; at != &list->ends; at = at->next)
        if (entry_before(&at->what, &best->what))
            best = at;
    return unlink_entry(list, best);
}

static bool contains_unsorted(void *context, const queue_entry *known)
{
    return link_of(context, known->id) != NULL;
}

static void increase_priority_unsorted(void *context, const queue_entry *before, uint64_t f)
{
    link_of(context, before->id)->what.f = f;
}

/// First link that does not come before an entry, or the end.
static link *first_not_before(const linked_list *list, const queue_entry *sought)
{
    link *at = list->ends.next;
    while (at != &list->ends && entry_before(&at->what, sought))
        at = at->next;
    return at;
}

static void insert_sorted(void *context, const queue_entry *added)
{
    linked_list *list = context;
    link *next = first_not_before(list, added);
    link *now = pool_take(&list->links);
    now->what = *added;
    put_before(next, now);
}

static queue_entry remove_best_sorted(void *context)
{
    linked_list *list = context;
    return unlink_entry(list, list->ends.next);
}

static bool contains_sorted(void *context, const queue_entry *known)
{
    const linked_list *list = context;
    const link *at = first_not_before(list, known);
    return at != &list->ends && at->what.id == known->id;
}

static void increase_priority_sorted(void *context, const queue_entry *before, uint64_t f)
{
    linked_list *list = context;
    link *moved = first_not_before(list, before), *next = moved;
    moved->what.f = f;
    while (next->previous != &list->ends && entry_before(&moved->what, &next->previous->what))
        next = next->previous;
    if (next == moved)
        return;
    moved->previous->next = moved->next;
    moved->next->previous = moved->previous;
    put_before(next, moved);
}

DEFINE_REPLAY(replay_unsorted, open_list_unsorted_linked_list)
DEFINE_REPLAY(replay_sorted, open_list_sorted_linked_list)

const open_list_kind open_list_unsorted_linked_list = {
    .name = "unsorted linked list",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_unsorted,
    .remove_best = remove_best_unsorted,
    .contains = contains_unsorted,
    .increase_priority = increase_priority_unsorted,
    .replay = replay_unsorted,
};

const open_list_kind open_list_sorted_linked_list = {
    .name = "sorted linked list",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_sorted,
    .remove_best = remove_best_sorted,
    .contains = contains_sorted,
    .increase_priority = increase_priority_sorted,
    .replay = replay_sorted,
};
