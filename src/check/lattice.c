#include "check/lattice.h"

#include <math.h>
#include <stdlib.h>

/// Steps from anchor to anchor.
typedef struct steps {
    int64_t x, y;   ///< first anchor
    int64_t dx, dy; ///< of one step, each -1, 0 or 1
    int64_t count;
} steps;

static bool is_on_lattice(double centre, double half_size, int64_t *anchor)
{
    if (!(fabs(centre) <= 2.0 * FW_MAX_SIDE))
        return false;
    const double nearest = rint(centre - half_size);
    *anchor = (int64_t)nearest;
    return fabs(centre - half_size - nearest) <= FW_TOUCH;
}

static int64_t sign_of(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool find_steps(const fw_segment *line, fw_pose ends, double half_size, steps *found)
{
    int64_t to_x, to_y;
    if (!is_on_lattice(line->start.x, half_size, &found->x) ||
        !is_on_lattice(line->start.y, half_size, &found->y) || !is_on_lattice(ends.x, half_size, &to_x) ||
        !is_on_lattice(ends.y, half_size, &to_y))
        return false;
    const int64_t dx = to_x - found->x, dy = to_y - found->y;
    found->dx = sign_of(dx);
    found->dy = sign_of(dy);
    found->count = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    return dx == 0 || dy == 0 || llabs(dx) == llabs(dy);
}

/// May the unit not go from an anchor diagonally? Both anchors are free; those beside the step decide.
static bool corner_is_forbidden(const ground *under, const steps *along, int64_t x, int64_t y,
                                lattice_fault *fault)
{
    if (along->dx == 0 || along->dy == 0 || under->unit->def.corners == FW_CORNERS_ALWAYS)
        return false;
    return ground_square_is_blocked(under, x + along->dx, y, &fault->tile_x, &fault->tile_y) &&
           ground_square_is_blocked(under, x, y + along->dy, &fault->tile_x, &fault->tile_y);
}

lattice_fault lattice_first_fault(const ground *under, const fw_segment *line, fw_pose ends)
{
    lattice_fault fault = { .fault = FW_FAULT_NONE };
    steps along;
    if (!find_steps(line, ends, under->unit->def.size / 2.0, &along))
        return fault;
    const double step = along.count ? line->length / (double)along.count : 0;
    for (int64_t i = 0; i <= along.count; i++) {
        const int64_t x = along.x + i * along.dx, y = along.y + i * along.dy;
        fault.at = step * (double)i;
        if (ground_square_is_blocked(under, x, y, &fault.tile_x, &fault.tile_y)) {
            fault.fault = FW_FAULT_BLOCKED;
            return fault;
        }
        if (i < along.count && corner_is_forbidden(under, &along, x, y, &fault)) {
            fault.fault = FW_FAULT_CORNER;
            return fault;
        }
    }
    return fault;
}
