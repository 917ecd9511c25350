#pragma once

/// The open list of a best-first search as a table of functions: one table a data structure.
///
/// A search inserts a node when it is first reached, asks whether a node is open, raises its priority (lowers
/// its f) when it is reached more cheaply, and removes the best. f never falls from one removal to the next:
/// the studied searches have consistent heuristics.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A node on the open list.
typedef struct queue_entry {
    uint64_t f;
    uint32_t h;  ///< depends on the node only
    uint32_t id; ///< tile: y * side + x
} queue_entry;

/// The order of removal: f, then smaller h, then smaller id. Without a branch: which is less cannot be
/// foreseen.
static inline bool entry_before(const queue_entry *a, const queue_entry *b)
{
    const uint64_t tie_a = (uint64_t)a->h << 32 | a->id, tie_b = (uint64_t)b->h << 32 | b->id;
    return (a->f < b->f) | ((a->f == b->f) & (tie_a < tie_b));
}

/// How exactly a structure keeps the order of removal.
typedef enum open_list_order {
    ORDER_FULL, ///< f, h, id
    ORDER_F     ///< f only; ties come out as they like
} open_list_order;

/// What a structure must be able to hold.
typedef struct open_list_bounds {
    uint32_t side;      ///< width of the map: ids are y * side + x
    uint32_t ids;       ///< ids are below this
    uint64_t cost_step; ///< cost of the cheapest straight step
    uint64_t f_rise;    ///< an entry's f exceeds the f of the last one removed by at most this
} open_list_bounds;

typedef struct seen seen;
typedef struct replay_part replay_part;

/// A data structure.
typedef struct open_list_kind {
    const char *name;
    const char *source; ///< who describes it
    open_list_order order;
    uint32_t only_side;  ///< works only on maps of this width and height; 0 = on any
    bool looks_at_nodes; ///< it needs to be lent `nodes`
    /// `nodes` is the search's own array, always up to date; it has a place in each node for the structure's
    /// use. It may be null unless looks_at_nodes.
    void *(*create)(const open_list_bounds *bounds, seen *nodes);
    void (*destroy)(void *list);
    /// Forgets all entries: the next search begins.
    void (*clear)(void *list);
    /// Adds a node that is not on the list.
    void (*insert)(void *list, const queue_entry *added);
    /// Takes the best entry; the list is not empty.
    queue_entry (*remove_best)(void *list);
    /// Is the node on the list? `known` is the entry that it has if it is. May rearrange the list.
    bool (*contains)(void *list, const queue_entry *known);
    /// Gives a node that is on the list, as `before`, a smaller f.
    void (*increase_priority)(void *list, const queue_entry *before, uint64_t f);
    /// Performs recorded operations on these very functions, without an indirect call. See replay.h.
    uint64_t (*replay)(void *list, const replay_part *part);
} open_list_kind;

/// Can a structure hold this?
static inline bool open_list_fits(const open_list_kind *kind, const open_list_bounds *bounds)
{
    return kind->only_side == 0 ||
           (kind->only_side == bounds->side && bounds->ids <= bounds->side * bounds->side);
}
