#include "search/near_nodes.h"

double search_aims_square(const search_aims *aims, double x, double y)
{
    double least = INFINITY;
    for (int32_t i = 0; i < aims->count; i++) {
        const double dx = x - aims->items[i].x, dy = y - aims->items[i].y;
        least = fmin(least, dx * dx + dy * dy);
    }
    return least;
}

/// An expanded node.
typedef struct near_node {
    fw_node_id id;
    uint32_t slot;
    cost g;
    fw_pose place;
    double square;
} near_node;

static bool is_better(const near_node *a, const near_node *b)
{
    if (a->g != b->g)
        return a->g < b->g;
    if (a->square != b->square)
        return a->square < b->square;
    if (a->place.y != b->place.y)
        return a->place.y < b->place.y;
    return a->place.x != b->place.x ? a->place.x < b->place.x : a->id < b->id;
}

/// A look at all expanded nodes.
typedef struct look {
    const node_store *nodes;
    const search_aims *aims;
    node_place_fn *place;
    const void *context;
    uint32_t page, offset; ///< of the next node
} look;

/// Finds the next expanded node. False if there are no more.
static bool find_next(look *at, near_node *found)
{
    const node_store *nodes = at->nodes;
    for (; at->page < nodes->page_count; at->page++, at->offset = 0)
        while (at->offset < UINT32_C(1) << nodes->page_shift) {
            const uint32_t slot = at->page << nodes->page_shift | at->offset;
            const node *node = &nodes->pages[at->page]->nodes[at->offset++];
            if (node->stamp != nodes->stamp + 1)
                continue;
            *found = (near_node){ .id = node_id_of(nodes, slot), .slot = slot, .g = node->g };
            found->place = at->place(at->context, found->id, node->via);
            found->square = search_aims_square(at->aims, found->place.x, found->place.y);
            return true;
        }
    return false;
}

uint32_t near_nodes_cheapest(const node_store *nodes, const search_aims *aims, node_place_fn *place,
                             const void *context, double *square)
{
    const look begin = { .nodes = nodes, .aims = aims, .place = place, .context = context };
    near_node best = { .slot = NO_SLOT }, next;
    *square = INFINITY;
    for (look at = begin; find_next(&at, &next);)
        *square = fmin(*square, next.square);
    const double limit = search_aims_limit(*square, aims->tolerance);
    for (look at = begin; find_next(&at, &next);)
        if (next.square <= limit && (best.slot == NO_SLOT || is_better(&next, &best)))
            best = next;
    return best.slot;
}
