#include "directional/escape.h"

#include <math.h>

#include "curve/segment.h"

enum { MOST_STEPS = 300, DEPTH = 10, SIDES = 3 };

/// Tiles of a step: ways that turn elsewhere are not followed exactly, so the body is smaller by MARGIN.
#define STEP   0.5
#define MARGIN 0.03

escape escape_of(const sweep_ground *ground, const sweep_body *body, double turn_radius)
{
    escape with = { .ground = *ground, .body = *body, .turn_radius = turn_radius };
    with.body.radius = fmax(0, body->radius - MARGIN);
    with.body.half_length = fmax(0, body->half_length - MARGIN);
    with.body.half_width = fmax(0, body->half_width - MARGIN);
    with.body.reach = fmax(0, body->reach - MARGIN);
    return with;
}

/// The step to one of three sides.
static fw_segment step_from(const escape *with, fw_pose from, int side)
{
    const double curvature[] = { 0, 1 / with->turn_radius, -1 / with->turn_radius };
    return (fw_segment){ .start = from, .curvature = curvature[side], .length = STEP };
}

bool escape_is_open(const escape *with, fw_pose pose, uint64_t *work)
{
    fw_pose way[DEPTH + 1] = { pose };
    int tried[DEPTH + 1] = { 0 }; // sides, at each pose of the way
    int depth = 0;
    for (int steps = 0; steps < MOST_STEPS && depth < DEPTH; steps++) {
        while (tried[depth] == SIDES)
            if (--depth < 0)
                return false;
        const fw_segment step = step_from(with, way[depth], tried[depth]++);
        (*work)++;
        if (sweep_segment_is_free(&with->ground, &with->body, &step)) {
            way[++depth] = segment_end(&step);
            tried[depth] = 0;
        }
    }
    return true;
}
