#include "forest/covers.h"

/// Rectangles are passed over if they are farther away by this part.
#define ROUNDING 1e-12

/// The rectangle of a node.
typedef struct plot {
    double left, top, right, bottom;
} plot;

static plot whole_plot(const cells *grid)
{
    return (plot){ grid->left, grid->top, grid->most_x, grid->most_y };
}

/// Where a rectangle is cut: across its longer sides.
static bool is_wide(plot whole)
{
    return whole.right - whole.left >= whole.bottom - whole.top;
}

/// The half in which a circle's centre lies: 0 or 1.
static int half_at(plot whole, const fw_tree *circle)
{
    return is_wide(whole) ? circle->x >= (whole.left + whole.right) / 2
                          : circle->y >= (whole.top + whole.bottom) / 2;
}

static plot half_of(plot whole, int half)
{
    const double x = (whole.left + whole.right) / 2, y = (whole.top + whole.bottom) / 2;
    plot cut = whole;
    *(is_wide(whole) ? half ? &cut.left : &cut.right
      : half         ? &cut.top
                     : &cut.bottom) = is_wide(whole) ? x : y;
    return cut;
}

static void note_radii(fw_forest *forest, uint32_t slot)
{
    tree *node = &forest->trees[slot];
    node->most = node->least = forest->circles[slot].radius;
    for (int i = 0; i < 2; i++) {
        if (node->halves[i] == NO_TREE)
            continue;
        node->most = fmax(node->most, forest->trees[node->halves[i]].most);
        node->least = fmin(node->least, forest->trees[node->halves[i]].least);
    }
}

void covers_add(fw_forest *forest, uint32_t slot)
{
    tree *added = &forest->trees[slot];
    const fw_tree *circle = &forest->circles[slot];
    added->halves[0] = added->halves[1] = NO_TREE;
    added->most = added->least = circle->radius;
    uint32_t *link = &forest->grid.root;
    plot at = whole_plot(&forest->grid);
    while (*link != NO_TREE) {
        tree *node = &forest->trees[*link];
        const int half = half_at(at, circle);
        node->most = circle->radius > node->most ? circle->radius : node->most;
        node->least = circle->radius < node->least ? circle->radius : node->least;
        at = half_of(at, half);
        link = &node->halves[half];
    }
    *link = slot;
}

/// Takes a node without children out from below a link.
static uint32_t take_leaf(fw_forest *forest, uint32_t *link)
{
    const uint32_t slot = *link;
    tree *node = &forest->trees[slot];
    if (node->halves[0] == NO_TREE && node->halves[1] == NO_TREE) {
        *link = NO_TREE;
        return slot;
    }
    const uint32_t leaf = take_leaf(forest, &node->halves[node->halves[0] == NO_TREE]);
    note_radii(forest, slot);
    return leaf;
}

/// Takes a circle out from below a link; a leaf takes its place.
static void take_out(fw_forest *forest, uint32_t *link, plot at, uint32_t slot)
{
    if (*link != slot) {
        const int half = half_at(at, &forest->circles[slot]);
        take_out(forest, &forest->trees[*link].halves[half], half_of(at, half), slot);
        note_radii(forest, *link);
        return;
    }
    const uint32_t leaf = take_leaf(forest, link);
    if (leaf == slot)
        return;
    for (int i = 0; i < 2; i++)
        forest->trees[leaf].halves[i] = forest->trees[slot].halves[i];
    *link = leaf;
    note_radii(forest, leaf);
}

void covers_remove(fw_forest *forest, uint32_t slot)
{
    take_out(forest, &forest->grid.root, whole_plot(&forest->grid), slot);
}

bool covers_hold(const fw_tree *outer, const fw_tree *inner)
{
    const double room = outer->radius - inner->radius + COVERED;
    const double dx = inner->x - outer->x, dy = inner->y - outer->y;
    return room >= 0 && dx * dx + dy * dy <= room * room;
}

/// What is looked for.
typedef struct cover_search {
    fw_forest *forest;
    const fw_tree *circle;
    bool is_outer; ///< a circle around it, not one within
} cover_search;

/// Corners of walls cover nothing: they grow by less than other circles.
static bool is_found(const cover_search *search, const fw_tree *other)
{
    if (search->is_outer)
        return other->radius >= 0 && covers_hold(other, search->circle);
    return covers_hold(search->circle, other);
}

/// How far a coordinate is from an interval.
static double beyond(double at, double low, double high)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

/// Looks for a circle below a node.
static uint32_t find(const cover_search *search, uint32_t slot, plot at)
{
    if (slot == NO_TREE)
        return NO_TREE;
    const fw_tree *circle = search->circle;
    const tree *node = &search->forest->trees[slot];
    const double room = search->is_outer ? node->most - circle->radius : circle->radius - node->least;
    const double most = (room + COVERED) * (1 + ROUNDING);
    const double dx = beyond(circle->x, at.left, at.right), dy = beyond(circle->y, at.top, at.bottom);
    search->forest->grid.compared++;
    if (most < 0 || dx * dx + dy * dy > most * most)
        return NO_TREE;
    if (is_found(search, &search->forest->circles[slot]))
        return slot;
    const int near = half_at(at, circle);
    const uint32_t found = find(search, node->halves[near], half_of(at, near));
    return found != NO_TREE ? found : find(search, node->halves[!near], half_of(at, !near));
}

uint32_t covers_outer(fw_forest *forest, uint32_t slot)
{
    const cover_search search = { .forest = forest, .circle = &forest->circles[slot], .is_outer = true };
    return find(&search, forest->grid.root, whole_plot(&forest->grid));
}

uint32_t covers_inner(fw_forest *forest, uint32_t slot)
{
    const cover_search search = { .forest = forest, .circle = &forest->circles[slot] };
    return find(&search, forest->grid.root, whole_plot(&forest->grid));
}
