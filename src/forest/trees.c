#include "forest/trees.h"

/// A circle is covered by another one if it reaches out of the other one by less than this, in tiles.
#define COVERED 1e-10

/// The lines of the grid are chosen from so many times the root of the number of circles: some for each line.
enum { SAMPLES = 16 };

/// Most cells in which a circle or wall lies, in the mean. A grid of which more are needed becomes coarser.
enum { MOST_CELLS = 32 };

/// The lines of the grid are chosen again after so large a part of the circles was added to long columns or rows, which
/// are longer than the usual ones by a factor.
enum { STRAY_PARTS = 4, FEW_STRAYS = 16, LONG = 4 };

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

static tile_box cells_under(const cells *grid, const fw_tree *circle)
{
    return cells_between(grid, box_of_circle(circle));
}

static fw_box box_of_wall(const wall *added)
{
    return (fw_box){ added->x, added->y, added->to_x, added->to_y };
}

static size_t cells_of(const cells *grid, const fw_tree *circle)
{
    return cells_in(cells_under(grid, circle));
}

static bool is_used(const fw_forest *forest, uint32_t slot)
{
    return forest->trees[slot].generation;
}

static void sample_add(cell_sample *sample, const fw_tree *circle)
{
    sample->x[sample->count] = circle->x;
    sample->y[sample->count] = circle->y;
    sample->radius[sample->count++] = circle->radius;
    box_join(&sample->all, box_of_circle(circle));
}

/// Draws a sample of the circles, with the corners of the map.
///
/// @param stride  one of so many circles is drawn
/// @param more    one more circle; may be null
static void draw_sample(const fw_forest *forest, uint32_t stride, const fw_tree *more, cell_sample *sample)
{
    const blocked_tiles *tiles = &forest->tiles;
    sample->all = EMPTY_BOX;
    for (uint32_t slot = 0, left = 0; slot < forest->slot_count; slot++) {
        if (!is_used(forest, slot))
            continue;
        box_join(&sample->all, box_of_circle(&forest->circles[slot]));
        if (left-- == 0) {
            sample_add(sample, &forest->circles[slot]);
            left = stride - 1;
        }
    }
    if (more)
        sample_add(sample, more);
    if (tiles->width > 0) {
        sample_add(sample, &(fw_tree){ .x = 0, .y = 0 });
        sample_add(sample, &(fw_tree){ .x = tiles->width, .y = tiles->height });
    }
}

/// Chooses the lines of a new grid.
///
/// @param more  one more circle for which there must be room; may be null
/// @return FW_OK or FW_NO_MEMORY
static fw_result choose_lines(fw_forest *forest, const fw_tree *more, cells *grid)
{
    const uint32_t stride = 1 + (uint32_t)(sqrt(forest->count) / SAMPLES);
    const size_t most = forest->count / stride + 4;
    double *numbers = memory_get(&forest->memory, 6 * most, sizeof *numbers);
    if (!numbers)
        return FW_NO_MEMORY;
    cell_sample sample = { .x = numbers,
                           .y = numbers + most,
                           .radius = numbers + 2 * most,
                           .numbers = numbers + 3 * most,
                           .circles = forest->count + (more != NULL) + (forest->tiles.width > 0 ? 2 : 0) };
    draw_sample(forest, stride, more, &sample);
    const fw_result chosen = cells_choose(&forest->memory, &sample, grid);
    memory_give_back(&forest->memory, numbers, 6 * most, sizeof *numbers);
    return chosen;
}

/// Entries that walls and all circles need. Covered circles are counted as well, so that they can return to the cells
/// without more memory.
static size_t entries_for_all(const fw_forest *forest, const cells *grid)
{
    size_t needed = 0;
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (is_used(forest, slot))
            needed += cells_of(grid, &forest->circles[slot]);
    for (size_t i = 0; i < forest->tiles.wall_count; i++)
        needed += cells_in(cells_between(grid, box_of_wall(&forest->tiles.walls[i])));
    return needed;
}

/// Puts all uncovered circles and walls into new cells, with room for one more circle.
///
/// @param more  may be null
/// @return FW_OK, or FW_NO_MEMORY if nothing has changed
static fw_result deal_out(fw_forest *forest, const fw_tree *more)
{
    cells grid;
    if (choose_lines(forest, more, &grid) != FW_OK)
        return FW_NO_MEMORY;
    const size_t most = MOST_CELLS * (grid.built_for + forest->tiles.wall_count);
    while ((grid.needed = entries_for_all(forest, &grid)) > most && (grid.width > 1 || grid.height > 1))
        cells_coarsen(&grid);
    if (cells_open(&forest->memory, &grid, 2 * (grid.needed + (more ? cells_of(&grid, more) : 0)) + 1) !=
        FW_OK) {
        cells_free(&forest->memory, &grid);
        return FW_NO_MEMORY;
    }
    for (uint32_t slot = 0; slot < forest->slot_count; slot++)
        if (is_used(forest, slot) && forest->trees[slot].cover == NO_TREE)
            cells_add(&grid, cells_under(&grid, &forest->circles[slot]), slot);
    for (size_t i = 0; i < forest->tiles.wall_count; i++)
        cells_add(&grid, cells_between(&grid, box_of_wall(&forest->tiles.walls[i])),
                  WALL_ENTRY | (uint32_t)i);
    cells_free(&forest->memory, &forest->grid);
    forest->grid = grid;
    return FW_OK;
}

fw_result trees_deal_out(fw_forest *forest)
{
    if (forest->count > 0 || forest->tiles.width > 0)
        return deal_out(forest, NULL);
    cells_free(&forest->memory, &forest->grid);
    forest->grid = (cells){ 0 };
    return FW_OK;
}

/// True if a cell is made for few circles.
static bool is_long(const cells *grid, int32_t column, int32_t row)
{
    const double *rows = cells_rows(grid);
    return grid->lines[column + 1] - grid->lines[column] > LONG * grid->side ||
           rows[row + 1] - rows[row] > LONG * grid->side;
}

static bool cells_hold(const cells *grid, const fw_tree *circle)
{
    if (grid->width == 0)
        return false;
    const fw_box within = cells_bounds(grid), added = box_of_circle(circle);
    return added.min_x >= within.min_x && added.min_y >= within.min_y && added.max_x <= within.max_x &&
           added.max_y <= within.max_y;
}

fw_result trees_reserve(fw_forest *forest, const fw_tree *circle)
{
    cells *grid = &forest->grid;
    if (!cells_hold(grid, circle) || forest->count + 1 > 2 * grid->built_for ||
        grid->strays > FEW_STRAYS + grid->built_for / STRAY_PARTS)
        return deal_out(forest, circle);
    const tile_box box = cells_under(grid, circle);
    grid->strays += is_long(grid, box.left, box.top);
    return MEMORY_RESERVE(&forest->memory, grid->entries, grid->entry_capacity, grid->needed + cells_in(box));
}

/// True if a circle is a corner of walls. Corners cover nothing: they grow by less than other circles.
static bool is_corner(const fw_tree *circle)
{
    return circle->radius < 0;
}

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
    cells_remove(&forest->grid, cells_under(&forest->grid, &forest->circles[slot]), slot);
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
    cells_add(&forest->grid, cells_under(&forest->grid, circle), slot);
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
    cells_remove(&forest->grid, cells_under(&forest->grid, &forest->circles[slot]), slot);
    while (trees[slot].first_covered != NO_TREE) {
        const uint32_t freed = trees[slot].first_covered;
        uncover(trees, freed);
        place(forest, freed);
    }
}

static fw_result reserve_slot(fw_forest *forest)
{
    if (forest->free_slot != NO_TREE)
        return FW_OK;
    const size_t needed = (size_t)forest->slot_count + 1;
    if (MEMORY_RESERVE(&forest->memory, forest->circles, forest->circle_capacity, needed) != FW_OK)
        return FW_NO_MEMORY;
    return MEMORY_RESERVE(&forest->memory, forest->trees, forest->tree_capacity, needed);
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
