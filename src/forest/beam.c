#include "forest/beam.h"

/// Margin on both sides of a beam: more than the width of a gate, and than rounding errors at a coordinate.
static double margin_at(double coordinate)
{
    return 1e-6 + 1e-12 * fabs(coordinate);
}

beam_ray beam_ray_at(const beam *cast, vector heading)
{
    const viewpoint *from = cast->from;
    const double side = from->sense == TURN_LEFTWARD ? -from->radius : from->radius;
    const double x = from->x + side * heading.y, y = from->y - side * heading.x;
    return cast->is_upright ? (beam_ray){ heading.x / heading.y, y, x }
                            : (beam_ray){ heading.y / heading.x, x, y };
}

/// A direction of the table in the viewpoint's turning sense: mirrored for a left side.
static vector seen_along(const viewpoint *from, vector direction)
{
    return (vector){ direction.x, from->sense == TURN_LEFTWARD ? -direction.y : direction.y };
}

bool beam_begin(beam *cast, const cells *grid, const sector_table *table, const viewpoint *from, int sector,
                double pad)
{
    if (grid->width == 0)
        return false;
    const vector axis = seen_along(from, table->axis[sector]);
    *cast = (beam){ .grid = grid, .from = from, .is_upright = fabs(axis.y) > fabs(axis.x), .pad = pad };
    const bool is_upright = cast->is_upright;
    cast->step = (is_upright ? axis.y : axis.x) > 0 ? 1 : -1;
    cast->columns = is_upright ? grid->height : grid->width;
    cast->rows = is_upright ? grid->width : grid->height;
    const double *rows = cells_rows(grid);
    cast->lines = is_upright ? rows : grid->lines;
    cast->across = is_upright ? grid->lines : rows;
    cast->centre = is_upright ? from->y : from->x;
    const double a = beam_ray_at(cast, seen_along(from, table->border[sector])).along;
    const double b = beam_ray_at(cast, seen_along(from, table->border[sector + 1])).along;
    const double nearest = cast->step > 0 ? fmin(a, b) : fmax(a, b);
    const double begin = nearest - cast->step * (pad + margin_at(nearest));
    if (cast->step > 0 ? begin >= cast->lines[cast->columns] : begin < cast->lines[0])
        return false;
    cast->column = interval_at(cast->lines, cast->columns, begin);
    const int32_t row = interval_at(cast->across, cast->rows, is_upright ? from->x : from->y);
    cast->found = (row_range){ row, row };
    return true;
}

/// The row that holds a coordinate, or the outermost row.
static int32_t row_at(const beam *cast, double across, int32_t row)
{
    while (row > 0 && across < cast->across[row])
        row--;
    while (row + 1 < cast->rows && across >= cast->across[row + 1])
        row++;
    return row;
}

row_range beam_rows(beam *cast, const beam_ray rays[2])
{
    const bool is_forward = cast->step > 0;
    const double low_end = cast->lines[cast->column] - cast->pad;
    const double high_end = cast->lines[cast->column + 1] + cast->pad;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 2; i++) { // the part of each ray within the column, from the ray's beginning on
        const double begin = rays[i].along;
        const double low = is_forward ? fmax(low_end, begin) : fmin(low_end, begin);
        const double high = is_forward ? fmax(high_end, begin) : fmin(high_end, begin);
        const double at_low = rays[i].across + rays[i].slope * (low - begin);
        const double at_high = rays[i].across + rays[i].slope * (high - begin);
        least = fmin(least, fmin(at_low, at_high));
        most = fmax(most, fmax(at_low, at_high));
    }
    least -= cast->pad + margin_at(least);
    most += cast->pad + margin_at(most);
    if (most < cast->across[0] || least > cast->across[cast->rows])
        return NO_ROWS;
    cast->found = (row_range){ row_at(cast, least, cast->found.first), row_at(cast, most, cast->found.last) };
    return cast->found;
}
