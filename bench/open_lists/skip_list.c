/// Skip lists (Pugh 1990), one in four nodes a level higher: sorted by location, which answers membership, or
/// by f, which gives the best.

#include <stdlib.h>

#include "base/random.h"
#include "open_lists/entry_heap.h"
#include "open_lists/pool.h"
#include "open_lists/replay.h"

enum { LEVELS = 12 };

typedef struct link link;
struct link {
    queue_entry what;
    uint32_t levels;
    link *next[];
};

/// Where the pointers to a place are kept, level by level.
typedef struct trail {
    link **to[LEVELS];
} trail;

typedef struct skip_list {
    link *first[LEVELS];
    pool links[LEVELS]; ///< by height - 1
    random_source heights;
} skip_list;

static void clear(void *context)
{
    skip_list *list = context;
    for (size_t i = 0; i < LEVELS; i++) {
        list->first[i] = NULL;
        pool_clear(&list->links[i]);
    }
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    skip_list *list = study_memory(1, sizeof *list);
    for (size_t i = 0; i < LEVELS; i++)
        list->links[i] = pool_create(sizeof(link) + (i + 1) * sizeof(link *));
    return list;
}

static void destroy(void *context)
{
    skip_list *list = context;
    for (size_t i = 0; i < LEVELS; i++)
        pool_destroy(&list->links[i]);
    free(list);
}

HEAP_INLINE bool is_before(const queue_entry *a, const queue_entry *b, bool by_location)
{
    return by_location ? a->id < b->id : entry_before(a, b);
}

/// The way to the first link that does not come before `sought`.
HEAP_INLINE trail trail_to(skip_list *list, const queue_entry *sought, bool by_location)
{
    trail way;
    link **from = list->first;
    for (size_t level = LEVELS; level-- > 0;) {
        while (from[level] && is_before(&from[level]->what, sought, by_location))
            from = from[level]->next;
        way.to[level] = &from[level];
    }
    return way;
}

static uint32_t random_height(skip_list *list)
{
    const uint64_t bits = random_bits(&list->heights);
    uint32_t height = 1;
    while (height < LEVELS && (bits >> 2 * height & 3) == 0)
        height++;
    return height;
}

HEAP_INLINE void insert_by(skip_list *list, const queue_entry *added, bool by_location)
{
    const trail way = trail_to(list, added, by_location);
    const uint32_t height = random_height(list);
    link *now = pool_take(&list->links[height - 1]);
    now->what = *added;
    now->levels = height;
    for (uint32_t level = 0; level < height; level++) {
        now->next[level] = *way.to[level];
        *way.to[level] = now;
    }
}

/// Takes out the link that a trail leads to.
static queue_entry take_out(skip_list *list, const trail *way)
{
    link *taken = *way->to[0];
    const queue_entry what = taken->what;
    for (uint32_t level = 0; level < taken->levels; level++)
        *way->to[level] = taken->next[level];
    pool_give_back(&list->links[taken->levels - 1], taken);
    return what;
}

HEAP_INLINE bool contains_by(skip_list *list, const queue_entry *known, bool by_location)
{
    const link *at = *trail_to(list, known, by_location).to[0];
    return at && at->what.id == known->id;
}

static void insert_by_location(void *context, const queue_entry *added)
{
    insert_by(context, added, true);
}

static queue_entry remove_best_by_location(void *context)
{
    skip_list *list = context;
    const link *best = list->first[0];
    for (const link *at = best->next[0]; at; at = at->next[0])
        if (entry_before(&at->what, &best->what))
            best = at;
    const trail way = trail_to(list, &best->what, true);
    return take_out(list, &way);
}

static bool contains_by_location(void *context, const queue_entry *known)
{
    return contains_by(context, known, true);
}

static void increase_priority_by_location(void *context, const queue_entry *before, uint64_t f)
{
    (*trail_to(context, before, true).to[0])->what.f = f;
}

static void insert_by_f(void *context, const queue_entry *added)
{
    insert_by(context, added, false);
}

static queue_entry remove_best_by_f(void *context)
{
    skip_list *list = context;
    trail way;
    for (size_t level = 0; level < LEVELS; level++)
        way.to[level] = &list->first[level];
    return take_out(list, &way);
}

static bool contains_by_f(void *context, const queue_entry *known)
{
    return contains_by(context, known, false);
}

static void increase_priority_by_f(void *context, const queue_entry *before, uint64_t f)
{
    const trail way = trail_to(context, before, false);
    take_out(context, &way);
    insert_by(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id }, false);
}

DEFINE_REPLAY(replay_by_location, open_list_skip_list_by_location)
DEFINE_REPLAY(replay_by_f, open_list_skip_list_by_f)

const open_list_kind open_list_skip_list_by_location = {
    .name = "skip list by location",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_by_location,
    .remove_best = remove_best_by_location,
    .contains = contains_by_location,
    .increase_priority = increase_priority_by_location,
    .replay = replay_by_location,
};

const open_list_kind open_list_skip_list_by_f = {
    .name = "skip list by f",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_by_f,
    .remove_best = remove_best_by_f,
    .contains = contains_by_f,
    .increase_priority = increase_priority_by_f,
    .replay = replay_by_f,
};
