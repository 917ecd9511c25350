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
                        .least_before = table->staged_least,
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

/// Finds an edge as it was before the commit. Returns false if one of its transitions was not there.
static bool find_before(const kept_edges *kept, int32_t from, int32_t to, cluster_edge *edge)
{
    const int32_t a = kept->place[from], b = kept->place[to];
    if (a < 0 || b < 0)
        return false;
    *edge = cluster_record_edge(kept->before, a, b);
    return true;
}

/// True if the step of a transition may have changed.
static bool is_changed(const kept_edges *kept, int32_t number)
{
    const spot at = spot_of(kept->ground, &kept->now->transitions[number]);
    return cluster_box_holds(&kept->changed, at.x, at.y);
}

/// True if ways that cost at least `through` and lead through changed anchors leave an edge as it was, which has a
/// cost. If the cost is rounded up, the cheapest way costs a little less, so that what holds for the cost holds for it.
static bool is_kept(const kept_edges *kept, uint64_t through, cluster_edge edge)
{
    const uint64_t cost = cluster_edge_cost(edge);
    return through > cost || (through == cost && !kept->may_cost_more);
}

bool kept_edges_hold(const kept_edges *kept, int32_t from, int32_t to, cluster_edge *edge)
{
    if (!kept->before || !find_before(kept, from, to, edge))
        return false;
    if (kept->changed.width == 0 || kept->changed.height == 0)
        return true;
    if (cluster_edge_is_none(*edge))
        return !kept->may_cost_less;
    if (is_changed(kept, from) || is_changed(kept, to))
        return false;
    const ground *ground = kept->ground;
    const transition *first = &kept->now->transitions[from], *last = &kept->now->transitions[to];
    const uint64_t through = least_through(kept, spot_of(ground, first), spot_of(ground, last)) +
                             transition_half(ground, first) + transition_half(ground, last);
    return is_kept(kept, through, *edge);
}

bool kept_edges_may_hold(const kept_edges *kept, int32_t from, int32_t to)
{
    return kept->before && kept->place[from] >= 0 && kept->place[to] >= 0 && !is_changed(kept, from) &&
           !is_changed(kept, to);
}

/// The least cost of a tile under the changed anchors, before or after the commit.
static uint64_t least_changed(const kept_edges *kept)
{
    const cluster_box *box = &kept->changed;
    uint64_t least = kept->least_before;
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            const uint32_t cost = kept->ground->costs[ground_tile(kept->ground, x, y)];
            least = cost && cost < least ? cost : least;
        }
    return least;
}

/// True if a coordinate is the first or the last one of a range.
static bool is_end(int32_t at, int32_t first, int32_t count)
{
    return at == first || at == first + count - 1;
}

/// A lower bound of the half of a way's changed part that begins at an anchor on the border of the changed ones. Such
/// an anchor and its cost are as before the commit; only its steps to anchors inside, and those diagonally past one,
/// may have changed, and each end of a step pays one half. At a corner, only the step inside may have. For even sizes,
/// steps pay tiles beside the anchors: half of any step.
///
/// @param inner  least_changed()
/// @param x, y   of the anchor
static uint64_t least_half(const kept_edges *kept, uint64_t inner, int32_t x, int32_t y)
{
    const ground *ground = kept->ground;
    const cluster_box *box = &ground->box, *changed = &kept->changed;
    const uint64_t cost = ground->costs[ground_tile(ground, x, y)];
    const uint64_t past = GROUND_DIAGONAL * cost, into = GROUND_STRAIGHT * (cost + inner);
    const bool is_corner = is_end(x, changed->x, changed->width) && is_end(y, changed->y, changed->height);
    const bool is_cut = is_end(x, box->x, box->width) || is_end(y, box->y, box->height);
    if (!ground->is_odd)
        return kept->straight / 2;
    if (is_corner && !is_cut) // else more may have changed beyond the cluster's border
        return GROUND_DIAGONAL * (cost + inner);
    return past < into ? past : into;
}

uint64_t kept_edges_run(const kept_edges *kept, wave *wave, ground *ground)
{
    const cluster_box *box = &kept->changed;
    const uint64_t inner = least_changed(kept);
    wave_begin(wave, ground);
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++)
            if (is_end(x, box->x, box->width) || is_end(y, box->y, box->height))
                wave_add_seed(
                    wave, (wave_seed){ least_half(kept, inner, x, y), ground_tile(ground, x, y), NO_MOVE });
    for (int32_t i = 0; i < cluster_record_count(kept->now); i++)
        wave_want(wave, kept->now->transitions[i].tile);
    return wave_run(wave);
}

/// A way that has changed enters the changed anchors from outside and leaves them again. The parts before and behind
/// are legal before and after the commit, at the same costs. So the wave finds lower bounds of both halves of the way.
bool kept_edges_hold_by_wave(const kept_edges *kept, const wave *wave, int32_t from, int32_t to,
                             cluster_edge *edge)
{
    if (!kept_edges_may_hold(kept, from, to) || !find_before(kept, from, to, edge))
        return false;
    const transition *first = &kept->now->transitions[from], *last = &kept->now->transitions[to];
    const uint64_t start = wave_distance(wave, first->tile), end = wave_distance(wave, last->tile);
    if (start == WAVE_UNKNOWN || end == WAVE_UNKNOWN)
        return true; // no way leads through a changed anchor
    if (cluster_edge_is_none(*edge))
        return false; // a way through one may be new
    const uint64_t through =
        start + end + transition_half(kept->ground, first) + transition_half(kept->ground, last);
    return is_kept(kept, through, *edge);
}
