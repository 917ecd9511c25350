#include "forest/trees.h"

#include <string.h>

#include "forest/tiles.h"

/// A circle is covered by another one if it reaches out of the other one by less than this, in tiles.
#define COVERED 1e-10

/// Side of a cell: at least so many mean distances between circles, and so many radii (root of the mean square).
#define CELL_SPACINGS 1.5
#define CELL_RADII    2.0

bool cells_visit(const cells *grid, cell_box box, entry_visit *visit, void *context)
{
    if (grid->width == 0)
        return true;
    for (int32_t row = box.top; row <= box.bottom; row++)
        for (int32_t column = box.left; column <= box.right; column++)
            for (uint32_t entry = grid->first[(size_t)row * (size_t)grid->width + (size_t)column], next;
                 entry != NO_TREE; entry = next) {
                next = grid->entries[entry].next;
                if (!visit(context, grid->entries[entry].slot))
                    return false;
            }
    return true;
}

/// A visit of circles or of walls in cells.
typedef struct visit_filter {
    const fw_forest *forest;
    tree_visit *visit_tree;
    wall_visit *visit_wall;
    void *context;
} visit_filter;

static bool pass_tree(void *context, uint32_t entry)
{
    const visit_filter *filter = context;
    return entry & WALL_ENTRY || filter->visit_tree(filter->context, entry);
}

static bool pass_wall(void *context, uint32_t entry)
{
    const visit_filter *filter = context;
    const wall *walls = filter->forest->tiles.walls;
    return !(entry & WALL_ENTRY) || filter->visit_wall(filter->context, &walls[entry & ~WALL_ENTRY]);
}

bool trees_near(const fw_forest *forest, double x, double y, double radius, tree_visit *visit, void *context)
{
    visit_filter filter = { .visit_tree = visit, .context = context };
    return cells_visit(&forest->grid, cells_around(&forest->grid, x, y, radius), pass_tree, &filter);
}

bool walls_near(const fw_forest *forest, double x, double y, double radius, wall_visit *visit, void *context)
{
    visit_filter filter = { .forest = forest, .visit_wall = visit, .context = context };
    return forest->tiles.wall_count == 0 ||
           cells_visit(&forest->grid, cells_around(&forest->grid, x, y, radius), pass_wall, &filter);
}

static cell_box box_of_circle(const cells *grid, const fw_tree *circle)
{
    return cells_around(grid, circle->x, circle->y, circle->radius);
}

static cell_box box_of_wall(const cells *grid, const wall *added)
{
    return cells_between(grid, added->x, added->y, added->to_x, added->to_y);
}

static size_t cells_in(cell_box box)
{
    return (size_t)(box.right - box.left + 1) * (size_t)(box.bottom - box.top + 1);
}

static size_t cells_of(const cells *grid, const fw_tree *circle)
{
    return cells_in(box_of_circle(grid, circle));
}

/// Adds a circle or a wall to its cells; the caller has reserved the entries.
static void cells_add(cells *grid, cell_box box, uint32_t slot)
{
    for (int32_t row = box.top; row <= box.bottom; row++)
        for (int32_t column = box.left; column <= box.right; column++) {
            uint32_t *first = &grid->first[(size_t)row * (size_t)grid->width + (size_t)column];
            uint32_t entry = grid->free_entry;
            if (entry != NO_TREE)
                grid->free_entry = grid->entries[entry].next;
            else
                entry = (uint32_t)grid->entry_count++;
            grid->entries[entry] = (cell_entry){ .slot = slot, .next = *first };
            *first = entry;
        }
}

static void cells_remove(cells *grid, const fw_tree *circle, uint32_t slot)
{
    const cell_box box = box_of_circle(grid, circle);
    for (int32_t row = box.top; row <= box.bottom; row++)
        for (int32_t column = box.left; column <= box.right; column++) {
            uint32_t *link = &grid->first[(size_t)row * (size_t)grid->width + (size_t)column];
            while (grid->entries[*link].slot != slot)
                link = &grid->entries[*link].next;
            const uint32_t freed = *link;
            *link = grid->entries[freed].next;
            grid->entries[freed].next = grid->free_entry;
            grid->free_entry = freed;
        }
}

/// The extent of the forest, from which the size of cells is chosen.
typedef struct extent {
    double left, top, right, bottom;
    double squares; ///< sum of the squared radii
    size_t count;
} extent;

static void extent_widen(extent *all, const fw_tree *circle)
{
    all->left = fmin(all->left, circle->x - circle->radius);
    all->top = fmin(all->top, circle->y - circle->radius);
    all->right = fmax(all->right, circle->x + circle->radius);
    all->bottom = fmax(all->bottom, circle->y + circle->radius);
    all->squares += circle->radius * circle->radius;
    all->count++;
}

/// The extent of all circles and of the map.
static extent extent_of(const fw_forest *forest)
{
    extent all = { .left = INFINITY, .top = INFINITY, .right = -INFINITY, .bottom = -INFINITY };
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (forest->trees[slot].generation)
            extent_widen(&all, &forest->circles[slot]);
    if (forest->tiles.width > 0) {
        extent_widen(&all, &(fw_tree){ .x = 0, .y = 0 });
        extent_widen(&all, &(fw_tree){ .x = forest->tiles.width, .y = forest->tiles.height });
    }
    return all;
}

/// Chooses cells, with a margin around the circles for some that are added later.
static cells choose_cells(extent all)
{
    const double width = all.right - all.left, height = all.bottom - all.top;
    const double longer = fmax(width, height), count = (double)all.count;
    const double spacing = fmax(sqrt(width * height / count), longer / count);
    const double side = fmax(fmax(CELL_SPACINGS * spacing, CELL_RADII * sqrt(all.squares / count)),
                             fmax(longer * 0x1p-20, 1e-6));
    const double room = 0.25 * longer + side;
    return (cells){ .left = all.left - room,
                    .top = all.top - room,
                    .side = side,
                    .most_x = all.right + room,
                    .most_y = all.bottom + room,
                    .width = (int32_t)((width + 2 * room) / side) + 1,
                    .height = (int32_t)((height + 2 * room) / side) + 1,
                    .free_entry = NO_TREE,
                    .built_for = all.count };
}

static void cells_free(memory *memory, cells *grid)
{
    memory_give_back(memory, grid->first, (size_t)grid->width * (size_t)grid->height, sizeof *grid->first);
    memory_give_back(memory, grid->entries, grid->entry_capacity, sizeof *grid->entries);
}

/// Entries that walls and all circles need. Covered circles are counted as well, so that they can return to the cells
/// without more memory.
static size_t entries_for_all(const fw_forest *forest, const cells *grid)
{
    size_t needed = 0;
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (forest->trees[slot].generation)
            needed += cells_of(grid, &forest->circles[slot]);
    for (size_t i = 0; i < forest->tiles.wall_count; i++)
        needed += cells_in(box_of_wall(grid, &forest->tiles.walls[i]));
    return needed;
}

/// Puts all uncovered circles and walls into new cells.
///
/// @param more  entries to reserve in addition
static fw_result deal_out(fw_forest *forest, cells grid, size_t more)
{
    const size_t count = (size_t)grid.width * (size_t)grid.height;
    grid.needed = entries_for_all(forest, &grid);
    grid.entry_capacity = 2 * (grid.needed + more) + 1;
    grid.first = memory_get(&forest->memory, count, sizeof *grid.first);
    grid.entries = memory_get(&forest->memory, grid.entry_capacity, sizeof *grid.entries);
    if (!grid.first || !grid.entries) {
        memory_give_back(&forest->memory, grid.first, count, sizeof *grid.first);
        memory_give_back(&forest->memory, grid.entries, grid.entry_capacity, sizeof *grid.entries);
        return FW_NO_MEMORY;
    }
    memset(grid.first, 0xff, count * sizeof *grid.first);
    cells_free(&forest->memory, &forest->grid);
    forest->grid = grid;
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (forest->trees[slot].generation && forest->trees[slot].cover == NO_TREE)
            cells_add(&forest->grid, box_of_circle(&grid, &forest->circles[slot]), slot);
    for (size_t i = 0; i < forest->tiles.wall_count; i++)
        cells_add(&forest->grid, box_of_wall(&grid, &forest->tiles.walls[i]), WALL_ENTRY | (uint32_t)i);
    return FW_OK;
}

fw_result trees_deal_out(fw_forest *forest)
{
    if (forest->count > 0 || forest->tiles.width > 0)
        return deal_out(forest, choose_cells(extent_of(forest)), 0);
    cells_free(&forest->memory, &forest->grid);
    forest->grid = (cells){ 0 };
    return FW_OK;
}

/// Puts all circles and walls into new cells, with room for one more circle.
static fw_result rebuild(fw_forest *forest, const fw_tree *more)
{
    extent all = extent_of(forest);
    extent_widen(&all, more);
    const cells grid = choose_cells(all);
    return deal_out(forest, grid, cells_of(&grid, more));
}

static bool cells_hold(const cells *grid, const fw_tree *circle)
{
    return grid->width > 0 && circle->x - circle->radius >= grid->left &&
           circle->y - circle->radius >= grid->top && circle->x + circle->radius <= grid->most_x &&
           circle->y + circle->radius <= grid->most_y;
}

fw_result trees_reserve(fw_forest *forest, const fw_tree *circle)
{
    cells *grid = &forest->grid;
    if (!cells_hold(grid, circle) || forest->count + 1 > 2 * grid->built_for)
        return rebuild(forest, circle);
    return memory_reserve(&forest->memory, &grid->entries, &grid->entry_capacity,
                          grid->needed + cells_of(grid, circle), sizeof *grid->entries);
}

/// True if a circle is a corner of walls. Corners cover nothing: they grow by less than other circles.
static bool is_corner(const fw_tree *circle)
{
    return circle->radius < 0;
}

/// True if one circle lies in another one.
static bool is_within(const fw_tree *inner, const fw_tree *outer)
{
    const double room = outer->radius - inner->radius + COVERED;
    const double dx = inner->x - outer->x, dy = inner->y - outer->y;
    return room >= 0 && dx * dx + dy * dy <= room * room;
}

/// A circle that is being added.
typedef struct entrant {
    fw_forest *forest;
    uint32_t slot;
    uint32_t cover; ///< slot of a circle that covers it, or NO_TREE
} entrant;

/// Visit of a circle: ends if it covers the entrant.
static bool find_cover(void *context, uint32_t slot)
{
    entrant *entering = context;
    const fw_tree *circles = entering->forest->circles;
    if (is_corner(&circles[slot]) || !is_within(&circles[entering->slot], &circles[slot]))
        return true;
    entering->cover = slot;
    return false;
}

/// Notes that a circle covers another one.
static void cover(tree *trees, uint32_t covering, uint32_t slot)
{
    tree *covered = &trees[slot];
    covered->cover = covering;
    covered->previous = NO_TREE;
    covered->next = trees[covering].first_covered;
    if (covered->next != NO_TREE)
        trees[covered->next].previous = slot;
    trees[covering].first_covered = slot;
}

static void uncover(tree *trees, uint32_t slot)
{
    tree *covered = &trees[slot];
    uint32_t *link =
        covered->previous == NO_TREE ? &trees[covered->cover].first_covered : &trees[covered->previous].next;
    *link = covered->next;
    if (covered->next != NO_TREE)
        trees[covered->next].previous = covered->previous;
    covered->cover = NO_TREE;
}

/// Moves all circles under one cover to another one.
static void hand_covered_over(tree *trees, uint32_t from, uint32_t to)
{
    while (trees[from].first_covered != NO_TREE) {
        const uint32_t slot = trees[from].first_covered;
        uncover(trees, slot);
        cover(trees, to, slot);
    }
}

/// Visit of a circle: if the entrant covers it, takes it out of the cells and ends.
static bool cover_if_within(void *context, uint32_t slot)
{
    entrant *entering = context;
    fw_forest *forest = entering->forest;
    if (!is_within(&forest->circles[slot], &forest->circles[entering->slot]))
        return true;
    cells_remove(&forest->grid, &forest->circles[slot], slot);
    cover(forest->trees, entering->slot, slot);
    return false; // the cells have changed during the visit
}

/// Puts a circle under a cover. If the circle that was covered last lies in the new one, that circle goes under the new
/// one: equal circles make a chain, from which each is removed in constant time.
static void put_under(fw_forest *forest, uint32_t covering, uint32_t slot)
{
    tree *trees = forest->trees;
    const uint32_t last = trees[covering].first_covered;
    if (last != NO_TREE && is_within(&forest->circles[last], &forest->circles[slot])) {
        uncover(trees, last);
        cover(trees, slot, last);
    }
    cover(trees, covering, slot);
}

/// Puts a circle into the cells, or under its cover. Circles that it covers stay under it.
static void place(fw_forest *forest, uint32_t slot)
{
    entrant entering = { .forest = forest, .slot = slot, .cover = NO_TREE };
    const fw_tree *circle = &forest->circles[slot];
    trees_near(forest, circle->x, circle->y, 0, find_cover, &entering);
    if (entering.cover != NO_TREE) {
        put_under(forest, entering.cover, slot);
        return;
    }
    while (!is_corner(circle) &&
           !trees_near(forest, circle->x, circle->y, circle->radius, cover_if_within, &entering))
        continue;
    cells_add(&forest->grid, box_of_circle(&forest->grid, circle), slot);
}

void trees_enter(fw_forest *forest, uint32_t slot)
{
    tree *entering = &forest->trees[slot];
    entering->cover = entering->first_covered = NO_TREE;
    forest->grid.needed += cells_of(&forest->grid, &forest->circles[slot]);
    place(forest, slot);
}

void trees_leave(fw_forest *forest, uint32_t slot)
{
    tree *trees = forest->trees;
    forest->grid.needed -= cells_of(&forest->grid, &forest->circles[slot]);
    if (trees[slot].cover != NO_TREE) {
        hand_covered_over(trees, slot, trees[slot].cover);
        uncover(trees, slot);
        return;
    }
    cells_remove(&forest->grid, &forest->circles[slot], slot);
    while (trees[slot].first_covered != NO_TREE) {
        const uint32_t freed = trees[slot].first_covered;
        uncover(trees, freed);
        place(forest, freed);
    }
}

/// Makes room for one more slot.
static fw_result reserve_slot(fw_forest *forest)
{
    if (forest->free_slot != NO_TREE)
        return FW_OK;
    const size_t needed = (size_t)forest->slot_count + 1;
    if (memory_reserve(&forest->memory, &forest->circles, &forest->circle_capacity, needed,
                       sizeof *forest->circles) != FW_OK)
        return FW_NO_MEMORY;
    return memory_reserve(&forest->memory, &forest->trees, &forest->tree_capacity, needed,
                          sizeof *forest->trees);
}

static uint32_t take_slot(fw_forest *forest)
{
    const uint32_t slot = forest->free_slot;
    if (slot == NO_TREE)
        return forest->slot_count++;
    forest->free_slot = forest->trees[slot].next;
    return slot;
}

fw_result trees_add(fw_forest *forest, const fw_tree *circle, uint32_t *slot)
{
    if (reserve_slot(forest) != FW_OK || trees_reserve(forest, circle) != FW_OK)
        return FW_NO_MEMORY;
    *slot = take_slot(forest);
    forest->circles[*slot] = *circle;
    forest->trees[*slot].generation = ++forest->last_generation;
    forest->count++;
    trees_enter(forest, *slot);
    return FW_OK;
}

void trees_drop(fw_forest *forest, uint32_t slot)
{
    trees_leave(forest, slot);
    forest->trees[slot] = (tree){ .next = forest->free_slot };
    forest->free_slot = slot;
    forest->count--;
}

void trees_free(fw_forest *forest)
{
    memory *memory = &forest->memory;
    cells_free(memory, &forest->grid);
    memory_give_back(memory, forest->circles, forest->circle_capacity, sizeof *forest->circles);
    memory_give_back(memory, forest->trees, forest->tree_capacity, sizeof *forest->trees);
    blocked_tiles_free(memory, &forest->tiles);
}
