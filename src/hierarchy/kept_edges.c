#include "hierarchy/kept_edges.h"

#include <stdlib.h>

enum { MOST_CHANGED = 64 }; ///< anchors; if there are more, nothing is kept

/// The part of a cluster that has changed; it may be empty.
static cluster_box clip(const cluster_box *box, const tile_box *changed)
{
    const int32_t left = changed->left > box->x ? changed->left : box->x;
    const int32_t top = changed->top > box->y ? changed->top : box->y;
    const int32_t right = changed->right < box->x + box->width ? changed->right + 1 : box->x + box->width;
    const int32_t bottom =
        changed->bottom < box->y + box->height ? changed->bottom + 1 : box->y + box->height;
    return (cluster_box){ left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0 };
}

/// The place of a transition in the list of before; -1: it was not there.
static int32_t place_before(const cluster_record *before, const transition *now)
{
    for (int32_t i = 0; i < cluster_record_count(before); i++)
        if (before->transitions[i].tile == now->tile && before->transitions[i].move == now->move)
            return i;
    return -1;
}

kept_edges kept_edges_of(const hierarchy *table, const cluster_record *before, const cluster_record *now,
                         uint32_t cheapest, const staged_cluster *staged)
{
    const ground *ground = &table->ground;
    const cluster_box changed = clip(&ground->box, &staged->changed);
    const uint64_t least = 2 * (uint64_t)(cheapest < table->staged_least ? cheapest : table->staged_least);
    kept_edges kept = { .before = changed.width * changed.height <= MOST_CHANGED ? before : NULL,
                        .now = now,
                        .ground = ground,
                        .changed = changed,
                        .straight = least * GROUND_STRAIGHT,
                        .diagonal = least * GROUND_DIAGONAL,
                        .may_cost_more = table->staged_raises_costs,
                        .may_cost_less = table->staged_makes_cheaper };
    for (int32_t i = 0; kept.before && now && i < cluster_record_count(now); i++)
        kept.place[i] = place_before(before, &now->transitions[i]);
    return kept;
}

/// A tile of the cluster.
typedef struct spot {
    int32_t x, y;
} spot;

static spot spot_of(const ground *ground, const transition *at)
{
    return (spot){ ground->box.x + at->tile % ground->stride - 1,
                   ground->box.y + at->tile / ground->stride - 1 };
}

/// A lower bound of the cost from tile to tile.
static inline uint64_t least_between(const kept_edges *kept, spot a, spot b)
{
    const uint64_t across = (uint64_t)abs(a.x - b.x), down = (uint64_t)abs(a.y - b.y);
    const uint64_t both = across < down ? across : down;
    return (across + down - 2 * both) * kept->straight + both * kept->diagonal;
}

/// A lower bound of the cost of a way through a changed anchor.
static uint64_t least_through(const kept_edges *kept, spot from, spot to)
{
    const cluster_box *box = &kept->changed;
    uint64_t least = UINT64_MAX;
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            const spot at = { x, y };
            const uint64_t through = least_between(kept, from, at) + least_between(kept, at, to);
            least = through < least ? through : least;
        }
    return least;
}

bool kept_edges_hold(const kept_edges *kept, int32_t from, int32_t to, uint32_t *cost)
{
    if (!kept->before)
        return false;
    const int32_t a = kept->place[from], b = kept->place[to];
    if (a < 0 || b < 0)
        return false;
    *cost = cluster_record_edge(kept->before, a, b);
    if (kept->changed.width == 0 || kept->changed.height == 0 || (*cost == EDGE_NONE && !kept->may_cost_less))
        return true;
    const ground *ground = kept->ground;
    const transition *first = &kept->now->transitions[from], *last = &kept->now->transitions[to];
    const spot start = spot_of(ground, first), end = spot_of(ground, last);
    if (cluster_box_holds(&kept->changed, start.x, start.y) ||
        cluster_box_holds(&kept->changed, end.x, end.y))
        return false; // their own steps may have changed
    const uint64_t through =
        least_through(kept, start, end) + transition_half(ground, first) + transition_half(ground, last);
    return through > *cost || (through == *cost && !kept->may_cost_more);
}
