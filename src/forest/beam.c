#include "forest/beam.h"

/// A beam is so much wider than its rays, in sides of cells, because of rounding.
#define MARGIN 1e-6

/// Sets one of the rays that bound the beam.
static void set_border(beam *cast, int border, const viewpoint *from, vector along)
{
    const double down = from->sense == TURN_LEFTWARD ? -1 : 1;
    const vector heading = { along.x, down * along.y };
    const vector contact = { from->x + from->radius * along.y, from->y - down * from->radius * along.x };
    cast->slopes[border] = cast->is_upright ? heading.x / heading.y : heading.y / heading.x;
    cast->contacts[border][0] = cast->is_upright ? contact.y : contact.x;
    cast->contacts[border][1] = cast->is_upright ? contact.x : contact.y;
}

bool beam_begin(beam *cast, const cells *grid, const sector_table *table, const viewpoint *from, int sector,
                double pad)
{
    if (grid->width == 0)
        return false;
    vector axis = table->axis[sector];
    axis.y = from->sense == TURN_LEFTWARD ? -axis.y : axis.y;
    *cast = (beam){ .grid = grid, .is_upright = fabs(axis.y) > fabs(axis.x), .pad = pad };
    const bool is_upright = cast->is_upright;
    cast->step = (is_upright ? axis.y : axis.x) > 0 ? 1 : -1;
    cast->columns = is_upright ? grid->height : grid->width;
    cast->rows = is_upright ? grid->width : grid->height;
    cast->origin = is_upright ? grid->top : grid->left;
    cast->across = is_upright ? grid->left : grid->top;
    cast->centre = is_upright ? from->y : from->x;
    set_border(cast, 0, from, table->border[sector]);
    set_border(cast, 1, from, table->border[sector + 1]);
    const double a = cast->contacts[0][0], b = cast->contacts[1][0];
    cast->first = cast->step > 0 ? fmin(a, b) : fmax(a, b);
    const double at =
        floor((cast->first - cast->step * pad - cast->origin) / grid->side - cast->step * MARGIN);
    if (cast->step > 0 ? at >= cast->columns : at < 0)
        return false;
    cast->column = at < 0 ? 0 : at >= cast->columns ? cast->columns - 1 : (int32_t)at;
    return true;
}

void beam_rows(const beam *cast, int32_t *first, int32_t *last)
{
    const double side = cast->grid->side, near_edge = cast->origin + cast->column * side;
    const double ends[2] = { near_edge - cast->pad, near_edge + side + cast->pad };
    double least = INFINITY, most = -INFINITY;
    for (int border = 0; border < 2; border++)
        for (int end = 0; end < 2; end++) {
            const double begins = cast->first, at = ends[end];
            const double clamped = cast->step > 0 ? fmax(at, begins) : fmin(at, begins);
            const double across =
                cast->contacts[border][1] + cast->slopes[border] * (clamped - cast->contacts[border][0]);
            least = fmin(least, across);
            most = fmax(most, across);
        }
    const double(*contacts)[2] = cast->contacts;
    const bool is_forward = cast->step > 0;
    const double farther =
        is_forward ? fmax(contacts[0][0], contacts[1][0]) : fmin(contacts[0][0], contacts[1][0]);
    if (is_forward ? ends[0] < farther
                   : ends[1] > farther) { // beside the arc, which bulges beyond its tangents
        least = fmin(least, fmin(contacts[0][1], contacts[1][1]));
        most = fmax(most, fmax(contacts[0][1], contacts[1][1]));
    }
    const double low = (least - cast->pad - cast->across) / side - MARGIN;
    const double high = (most + cast->pad - cast->across) / side + MARGIN;
    *first = low < 0 ? 0 : low < cast->rows ? (int32_t)low : cast->rows;
    *last = high < 0 ? -1 : high < cast->rows ? (int32_t)high : cast->rows - 1;
}
