/// The textbook of 2001 that Pinter compares with: nodes allocated one by one, in two linked lists sorted by
/// f, open and closed. Whether a tile was reached before is answered by looking through the one list and then
/// through the other.

#include <assert.h>
#include <stdlib.h>

#include "open_lists/replay.h"
#include "open_lists/study_memory.h"

typedef struct link link;
struct link {
    link *next;
    queue_entry what;
};

typedef struct two_lists {
    link *open, *closed;
} two_lists;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    return study_memory(1, sizeof(two_lists));
}

static void free_all(link **list)
{
    while (*list) {
        link *first = *list;
        *list = first->next;
        free(first);
    }
}

static void clear(void *context)
{
    two_lists *lists = context;
    free_all(&lists->open);
    free_all(&lists->closed);
}

static void destroy(void *context)
{
    clear(context);
    free(context);
}

static void put_sorted(link **list, link *added)
{
    while (*list && entry_before(&(*list)->what, &added->what))
        list = &(*list)->next;
    added->next = *list;
    *list = added;
}

/// Where the pointer to a node is kept; it points to null when the node is not on the list.
static link **find(link **list, uint32_t id)
{
    while (*list && (*list)->what.id != id)
        list = &(*list)->next;
    return list;
}

static void insert(void *context, const queue_entry *added)
{
    link *now = study_memory(1, sizeof *now);
    now->what = *added;
    put_sorted(&((two_lists *)context)->open, now);
}

static queue_entry remove_best(void *context)
{
    two_lists *lists = context;
    link *best = lists->open;
    lists->open = best->next;
    put_sorted(&lists->closed, best);
    return best->what;
}

static bool contains(void *context, const queue_entry *known)
{
    two_lists lists = *(const two_lists *)context;
    if (*find(&lists.open, known->id))
        return true;
    link *const volatile closed = *find(&lists.closed, known->id); // asked by the search, not by the study
    (void)closed;
    return false;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    two_lists *lists = context;
    link **at = find(&lists->open, before->id), *raised = *at;
    assert(raised);
    *at = raised->next;
    raised->what.f = f;
    put_sorted(&lists->open, raised);
}

DEFINE_REPLAY(replay, open_list_two_linked_lists)

const open_list_kind open_list_two_linked_lists = {
    .name = "open and closed as sorted linked lists",
    .source = "baseline of Pinter",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};
