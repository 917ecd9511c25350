/// Pinter's fixed matrix (2001): a place of 16 bytes for each tile of a small window, the open list threaded
/// through it, and a bit a tile that says whether the place was touched, so that only the bits are cleared.
///
/// As a list in no order over 60 x 60 and 120 x 120 tiles; and his variant where the two links of a place
/// make a binary tree, sorted by f and never balanced.

#include <stdlib.h>
#include <string.h>

#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

enum { WINDOW_SIDE = 60, LARGE_SIDE = 120, MARGIN = (LARGE_SIDE - WINDOW_SIDE) / 2, WORD = 64 };

static const uint16_t nowhere = UINT16_MAX;

typedef struct place {
    uint32_t f, h;
    uint16_t previous, next; ///< in the list; in the tree: what is less, what is more
    bool open;
} place;

_Static_assert(sizeof(place) == 16, "a place is 16 bytes");

typedef struct matrix {
    uint32_t places_count;
    uint16_t first; ///< of the list, or root of the tree
    uint64_t touched[(LARGE_SIDE * LARGE_SIDE + WORD - 1) / WORD];
    place places[LARGE_SIDE * LARGE_SIDE]; ///< only the first places_count are used
} matrix;

static void clear(void *context)
{
    matrix *list = context;
    list->first = nowhere;
    memset(list->touched, 0, (list->places_count + WORD - 1) / WORD * sizeof *list->touched);
}

static matrix *create_with(uint32_t side)
{
    matrix *list = study_memory(1, sizeof *list);
    list->places_count = side * side;
    clear(list);
    return list;
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    return create_with(WINDOW_SIDE);
}

static void *create_large(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    return create_with(LARGE_SIDE);
}

static void destroy(void *context)
{
    free(context);
}

/// Tiles and places are in the same order, so ties by place are ties by id.
HEAP_INLINE uint16_t place_of(uint32_t id, bool large)
{
    return (uint16_t)(large ? (id / WINDOW_SIDE + MARGIN) * LARGE_SIDE + id % WINDOW_SIDE + MARGIN : id);
}

HEAP_INLINE uint32_t id_of(uint16_t at, bool large)
{
    return large ? (uint32_t)((at / LARGE_SIDE - MARGIN) * WINDOW_SIDE + at % LARGE_SIDE - MARGIN) : at;
}

HEAP_INLINE queue_entry entry_at(const matrix *list, uint16_t at)
{
    return (queue_entry){ .f = list->places[at].f, .h = list->places[at].h, .id = at };
}

HEAP_INLINE place *touch(matrix *list, uint16_t at, const queue_entry *added)
{
    list->touched[at / WORD] |= UINT64_C(1) << at % WORD;
    list->places[at] = (place){ .f = (uint32_t)added->f, .h = added->h, .open = true };
    return &list->places[at];
}

HEAP_INLINE bool contains_at(const matrix *list, uint16_t at)
{
    return (list->touched[at / WORD] >> at % WORD & 1) && list->places[at].open;
}

HEAP_INLINE void insert_in(matrix *list, bool large, const queue_entry *added)
{
    const uint16_t at = place_of(added->id, large);
    place *now = touch(list, at, added);
    now->previous = nowhere;
    now->next = list->first;
    if (list->first != nowhere)
        list->places[list->first].previous = at;
    list->first = at;
}

HEAP_INLINE queue_entry remove_best_in(matrix *list, bool large)
{
    queue_entry best = entry_at(list, list->first);
    for (uint16_t at = list->places[list->first].next; at != nowhere; at = list->places[at].next) {
        const queue_entry other = entry_at(list, at);
        if (entry_before(&other, &best))
            best = other;
    }
    place *taken = &list->places[best.id];
    taken->open = false;
    if (taken->previous != nowhere)
        list->places[taken->previous].next = taken->next;
    else
        list->first = taken->next;
    if (taken->next != nowhere)
        list->places[taken->next].previous = taken->previous;
    best.id = id_of((uint16_t)best.id, large);
    return best;
}

static void insert(void *context, const queue_entry *added)
{
    insert_in(context, false, added);
}

static queue_entry remove_best(void *context)
{
    return remove_best_in(context, false);
}

static bool contains(void *context, const queue_entry *known)
{
    return contains_at(context, place_of(known->id, false));
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    ((matrix *)context)->places[place_of(before->id, false)].f = (uint32_t)f;
}

static void insert_large(void *context, const queue_entry *added)
{
    insert_in(context, true, added);
}

static queue_entry remove_best_large(void *context)
{
    return remove_best_in(context, true);
}

static bool contains_large(void *context, const queue_entry *known)
{
    return contains_at(context, place_of(known->id, true));
}

static void increase_priority_large(void *context, const queue_entry *before, uint64_t f)
{
    ((matrix *)context)->places[place_of(before->id, true)].f = (uint32_t)f;
}

/// Where in the tree the link to an entry is, or would be.
static uint16_t *link_to(matrix *list, const queue_entry *sought)
{
    uint16_t *link = &list->first;
    while (*link != nowhere && *link != sought->id) {
        const queue_entry here = entry_at(list, *link);
        link = entry_before(sought, &here) ? &list->places[*link].previous : &list->places[*link].next;
    }
    return link;
}

static void insert_tree(void *context, const queue_entry *added)
{
    matrix *list = context;
    *link_to(list, added) = (uint16_t)added->id;
    place *now = touch(list, (uint16_t)added->id, added);
    now->previous = now->next = nowhere;
}

static queue_entry remove_best_tree(void *context)
{
    matrix *list = context;
    uint16_t *link = &list->first;
    while (list->places[*link].previous != nowhere)
        link = &list->places[*link].previous;
    const queue_entry best = entry_at(list, *link);
    *link = list->places[best.id].next;
    list->places[best.id].open = false;
    return best;
}

/// Takes an entry out of the tree: the least of what is more takes its place.
static void take_out(matrix *list, const queue_entry *taken)
{
    uint16_t *link = link_to(list, taken);
    const place *at = &list->places[*link];
    if (at->next == nowhere) {
        *link = at->previous;
        return;
    }
    uint16_t *least = &list->places[*link].next;
    while (list->places[*least].previous != nowhere)
        least = &list->places[*least].previous;
    const uint16_t heir = *least;
    *least = list->places[heir].next;
    list->places[heir].previous = at->previous;
    list->places[heir].next = at->next;
    *link = heir;
}

static void increase_priority_tree(void *context, const queue_entry *before, uint64_t f)
{
    take_out(context, before);
    insert_tree(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

DEFINE_REPLAY(replay, open_list_matrix_60)
DEFINE_REPLAY(replay_large, open_list_matrix_120)
DEFINE_REPLAY(replay_tree, open_list_matrix_tree)

const open_list_kind open_list_matrix_60 = {
    .name = "60x60 matrix, list in no order",
    .source = "Pinter",
    .order = ORDER_FULL,
    .only_side = WINDOW_SIDE,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};

const open_list_kind open_list_matrix_120 = {
    .name = "120x120 matrix, list in no order",
    .source = "Pinter",
    .order = ORDER_FULL,
    .only_side = WINDOW_SIDE,
    .create = create_large,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_large,
    .remove_best = remove_best_large,
    .contains = contains_large,
    .increase_priority = increase_priority_large,
    .replay = replay_large,
};

const open_list_kind open_list_matrix_tree = {
    .name = "60x60 matrix, binary tree",
    .source = "Pinter",
    .order = ORDER_FULL,
    .only_side = WINDOW_SIDE,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_tree,
    .remove_best = remove_best_tree,
    .contains = contains,
    .increase_priority = increase_priority_tree,
    .replay = replay_tree,
};
