/// Splay tree (Sleator & Tarjan 1985, top-down), ordered by f.

#include "open_lists/splay_tree.h"

#include <stdlib.h>

#include "open_lists/pool.h"
#include "open_lists/replay.h"
#include "open_lists/study_memory.h"

typedef struct branch branch;
struct branch {
    branch *less, *more;
    queue_entry what;
};

typedef struct splay_tree {
    branch *root;
    pool branches;
} splay_tree;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    splay_tree *list = study_memory(1, sizeof *list);
    list->branches = pool_create(sizeof(branch));
    return list;
}

static void destroy(void *context)
{
    splay_tree *list = context;
    pool_destroy(&list->branches);
    free(list);
}

static void clear(void *context)
{
    splay_tree *list = context;
    list->root = NULL;
    pool_clear(&list->branches);
}

static branch *rotate_up_less(branch *root)
{
    branch *up = root->less;
    root->less = up->more;
    up->more = root;
    return up;
}

static branch *rotate_up_more(branch *root)
{
    branch *up = root->more;
    root->more = up->less;
    up->less = root;
    return up;
}

/// Brings `sought`, or the last on the way to it, to the root of a tree that is not empty.
static branch *splay(branch *root, const queue_entry *sought)
{
    branch sides = { 0 }; // its `more` gathers what is less than sought, its `less` what is more
    branch *lesser = &sides, *greater = &sides;
    for (;;) {
        if (entry_before(sought, &root->what)) {
            if (root->less && entry_before(sought, &root->less->what))
                root = rotate_up_less(root);
            if (!root->less)
                break;
            greater = greater->less = root;
            root = root->less;
        } else if (entry_before(&root->what, sought)) {
            if (root->more && entry_before(&root->more->what, sought))
                root = rotate_up_more(root);
            if (!root->more)
                break;
            lesser = lesser->more = root;
            root = root->more;
        } else {
            break;
        }
    }
    lesser->more = root->less;
    greater->less = root->more;
    root->less = sides.more;
    root->more = sides.less;
    return root;
}

static void insert(void *context, const queue_entry *added)
{
    splay_tree *list = context;
    branch *now = pool_take(&list->branches);
    *now = (branch){ .what = *added };
    if (list->root) {
        branch *root = splay(list->root, added);
        if (entry_before(added, &root->what)) {
            now->less = root->less;
            now->more = root;
            root->less = NULL;
        } else {
            now->more = root->more;
            now->less = root;
            root->more = NULL;
        }
    }
    list->root = now;
}

static queue_entry remove_best(void *context)
{
    splay_tree *list = context;
    branch *best = splay(list->root, &(queue_entry){ 0 });
    const queue_entry what = best->what;
    list->root = best->more;
    pool_give_back(&list->branches, best);
    return what;
}

static bool contains(void *context, const queue_entry *known)
{
    splay_tree *list = context;
    if (!list->root)
        return false;
    list->root = splay(list->root, known);
    return list->root->what.id == known->id;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    splay_tree *list = context;
    branch *taken = splay(list->root, before);
    if (taken->less) {
        list->root = splay(taken->less, before);
        list->root->more = taken->more;
    } else {
        list->root = taken->more;
    }
    pool_give_back(&list->branches, taken);
    insert(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

static void add_shape(const branch *at, size_t depth, splay_tree_shape *shape)
{
    for (; at; at = at->more, depth++) {
        shape->count++;
        shape->mean += (double)depth;
        if (depth > shape->deepest)
            shape->deepest = depth;
        add_shape(at->less, depth + 1, shape);
    }
}

splay_tree_shape splay_tree_look(const void *list)
{
    splay_tree_shape shape = { 0 };
    add_shape(((const splay_tree *)list)->root, 0, &shape);
    if (shape.count > 0)
        shape.mean /= (double)shape.count;
    return shape;
}

DEFINE_REPLAY(replay, open_list_splay_tree)

const open_list_kind open_list_splay_tree = {
    .name = "splay tree",
    .source = "Patel",
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
