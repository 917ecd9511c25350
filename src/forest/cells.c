#include "forest/cells.h"

#include <stdlib.h>
#include <string.h>

/// Side of a cell: at least so many mean distances between circles, and so many radii (root of the mean square).
#define CELL_SPACINGS 1.2
#define CELL_RADII    2.0

/// Gaps between circles are taken together in parts of this number. The lower quartile of the lengths of these parts
/// counts, so that gaps between groups of circles do not. For random places the quartile is such a part of the mean.
enum { PART = 8 };
#define QUARTILE 0.75

/// If a circle shares its cell with more others than this, in the mean, there are more lines; but at most so many cells
/// for each circle.
enum { CROWD = 9, MOST_FOR_EACH = 8 };

/// One circle in so many may be far larger than the others without making cells larger.
enum { RADIUS_PARTS = 16 };

/// Most lines in a gap between others.
enum { GAP_LINES = 128 };

/// Margin around the circles for some that are added later, as a part of the extent of the circles.
#define ROOM 0.25

/// Least width of a column, as a part of the side of a cell.
#define LEAST_WIDTH (1.0 / 64)

bool cells_visit(const cells *grid, tile_box box, entry_visit *visit, void *context)
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

static int compare_numbers(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void sort_numbers(double *numbers, int32_t count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

/// The length along an axis that the circles would take if they were spread evenly.
///
/// @param sorted   [count] coordinates
/// @param lengths  [count] scratch memory
static double even_length(const double *sorted, int32_t count, double *lengths)
{
    const int32_t parts = (count - 1 + PART - 1) / PART;
    for (int32_t i = 0; i < parts; i++) {
        const int64_t most = count - 1;
        lengths[i] = sorted[(i + 1) * most / parts] - sorted[i * most / parts];
    }
    sort_numbers(lengths, parts);
    return parts > 0 ? parts * lengths[parts / 4] / QUARTILE : 0;
}

/// Root of the mean square of the radii, without the largest ones.
static double usual_radius(const double *sorted, int32_t count)
{
    const int32_t usual = count - count / RADIUS_PARTS > 1 ? count - 1 - count / RADIUS_PARTS : 1;
    double squares = 0;
    for (int32_t i = 0; i < usual; i++)
        squares += sorted[i] * sorted[i];
    return sqrt(squares / usual);
}

/// What the lines along one axis are chosen for.
typedef struct axis {
    const double *sorted; ///< [count] coordinates of circles
    int32_t count;
    double length;     ///< that even_length() gives
    double least;      ///< least length of an interval
    double begin, end; ///< the outermost lines
} axis;

/// Most intervals of equal numbers of circles.
static int32_t most_intervals(const axis *along, double side)
{
    return (int32_t)(along->length / side) + 1;
}

/// Most lines along an axis.
static int32_t most_lines(const axis *along, double side)
{
    return 3 * most_intervals(along, side) + 2 * GAP_LINES + 1;
}

/// Chooses lines in a gap between two lines, at distances from both that double.
static int32_t split_gap(double low, double high, double step, double *lines)
{
    double upper[GAP_LINES / 2];
    int32_t count = 0, upper_count = 0;
    for (; high - low > 3 * step && upper_count < GAP_LINES / 2; step *= 2) {
        lines[count++] = low += step;
        upper[upper_count++] = high -= step;
    }
    while (upper_count > 0)
        lines[count++] = upper[--upper_count];
    return count;
}

/// Chooses the lines along an axis, with equal numbers of circles between them, and more lines where these are far
/// apart.
static int32_t choose_lines(const axis *along, double side, double *lines)
{
    const int32_t intervals = most_intervals(along, side);
    int32_t last = 0;
    lines[0] = along->begin;
    for (int32_t i = 1; i <= intervals; i++) {
        const bool is_end = i == intervals;
        const double next = is_end ? along->end : along->sorted[(int64_t)i * along->count / intervals];
        if (!is_end && (next < lines[last] + along->least || next + along->least > along->end))
            continue;
        if (last + GAP_LINES + intervals - i + 1 < most_lines(along, side))
            last += split_gap(lines[last], next, side, lines + last + 1);
        lines[++last] = next;
    }
    return last;
}

/// Makes a grid whose cells have usually a certain side. FW_OK or FW_NO_MEMORY.
static fw_result make_grid(memory *memory, const cell_sample *sample, const axis axes[2], double side,
                           cells *grid)
{
    *grid = (cells){ .line_capacity = (size_t)most_lines(&axes[0], side) + (size_t)most_lines(&axes[1], side),
                     .free_entry = NO_TREE,
                     .built_for = sample->circles,
                     .side = side };
    grid->lines = memory_get(memory, grid->line_capacity, sizeof *grid->lines);
    if (!grid->lines)
        return FW_NO_MEMORY;
    grid->width = choose_lines(&axes[0], side, grid->lines);
    grid->height = choose_lines(&axes[1], side, grid->lines + grid->width + 1);
    return FW_OK;
}

static bool is_crowded(const cell_sample *sample, const cells *grid)
{
    double *numbers = sample->numbers, shared = 0; // pairs of drawn circles in the same cell
    for (int32_t i = 0; i < sample->count; i++) {
        const tile_box at = cells_around(grid, sample->x[i], sample->y[i], 0);
        numbers[i] = (double)at.top * grid->width + at.left;
    }
    sort_numbers(numbers, sample->count);
    for (int32_t i = 1, first = 0; i < sample->count; i++) {
        first = numbers[i] == numbers[first] ? first : i;
        shared += 2 * (i - first);
    }
    return shared * (double)sample->circles > (double)CROWD * sample->count * sample->count;
}

static double *sorted_copy(const double *numbers, int32_t count, double *copy)
{
    memcpy(copy, numbers, (size_t)count * sizeof *copy);
    sort_numbers(copy, count);
    return copy;
}

fw_result cells_choose(memory *memory, const cell_sample *sample, cells *grid)
{
    const int32_t count = sample->count;
    const fw_box *all = &sample->all;
    double *scratch = sample->numbers;
    const double radius = usual_radius(sorted_copy(sample->radius, count, scratch), count);
    const double *x = sorted_copy(sample->x, count, scratch + count);
    const double *y = sorted_copy(sample->y, count, scratch + 2 * (size_t)count);
    const double width = even_length(x, count, scratch), height = even_length(y, count, scratch);
    const double longer = fmax(width, height), number = (double)sample->circles;
    const double spacing = fmax(sqrt(width * height / number), longer / number);
    double side = fmax(fmax(CELL_SPACINGS * spacing, CELL_RADII * radius), fmax(longer * 0x1p-20, 1e-6));
    const double room = ROOM * fmax(all->max_x - all->min_x, all->max_y - all->min_y) + side;
    const double least = fmax(LEAST_WIDTH * side, radius);
    const axis axes[2] = { { x, count, width, least, all->min_x - room, all->max_x + room },
                           { y, count, height, least, all->min_y - room, all->max_y + room } };
    fw_result made = make_grid(memory, sample, axes, side, grid);
    while (made == FW_OK && side > least && is_crowded(sample, grid) &&
           (double)grid->width * grid->height < MOST_FOR_EACH / 4.0 * number) {
        side /= 2;
        cells_free(memory, grid);
        made = make_grid(memory, sample, axes, side, grid);
    }
    return made;
}

/// Copies every other line, and the last one. Returns the number of intervals.
static int32_t thin_out(const double *lines, int32_t count, double *kept)
{
    int32_t intervals = 0;
    for (int32_t i = 0; i < count; i += 2)
        kept[intervals++] = lines[i];
    kept[intervals] = lines[count];
    return intervals;
}

void cells_coarsen(cells *grid)
{
    const double *rows = cells_rows(grid);
    grid->width = thin_out(grid->lines, grid->width, grid->lines);
    grid->height = thin_out(rows, grid->height, grid->lines + grid->width + 1);
}

fw_result cells_open(memory *memory, cells *grid, size_t entries)
{
    const size_t count = (size_t)grid->width * (size_t)grid->height;
    grid->entry_capacity = entries;
    grid->first = memory_get(memory, count, sizeof *grid->first);
    grid->entries = memory_get(memory, entries, sizeof *grid->entries);
    if (!grid->first || !grid->entries)
        return FW_NO_MEMORY;
    memset(grid->first, 0xff, count * sizeof *grid->first);
    return FW_OK;
}

void cells_add(cells *grid, tile_box box, uint32_t slot)
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

void cells_remove(cells *grid, tile_box box, uint32_t slot)
{
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

void cells_free(memory *memory, cells *grid)
{
    memory_give_back(memory, grid->lines, grid->line_capacity, sizeof *grid->lines);
    memory_give_back(memory, grid->first, (size_t)grid->width * (size_t)grid->height, sizeof *grid->first);
    memory_give_back(memory, grid->entries, grid->entry_capacity, sizeof *grid->entries);
}
