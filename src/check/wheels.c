#include "check/wheels.h"

#include <math.h>

/// The unit's curvature may differ from the path's by this share of 1 / turn_radius; with rounding errors.
#define SLACK (1.000001 / 16)

/// A speed that is lower (tiles per second) is none, and places whose relative difference is smaller are the same.
#define NO_SPEED   1e-6
#define SAME_PLACE 1e-9

wheels_walk wheels_walk_along(const fw_unit_def *unit, const fw_path *path, int32_t first)
{
    wheels_walk walk = { .unit = unit, .index = first, .stood = first };
    walk.segments = fw_path_segments(path, &walk.count);
    walk.gear = walk.segments[first].gear;
    walk.sharpest = fabs(walk.segments[first].curvature);
    for (int32_t i = 0; i < first; i++)
        walk.at += walk.segments[i].length;
    return walk;
}

/// True if a unit can turn its wheels on the way from each segment that it has driven since it stood to the present
/// one. Segments so far away that any curvatures are possible need not be looked at.
static bool can_turn_wheels(const wheels_walk *walk)
{
    const double slack = 2 * SLACK / walk->unit->turn_radius;
    const double curvature = walk->segments[walk->index].curvature;
    double possible = slack; // greatest difference of both curvatures
    for (int32_t i = walk->index - 1; i >= walk->stood && possible < walk->sharpest + fabs(curvature); i--) {
        const fw_segment *segment = &walk->segments[i];
        if (segment->length > 0 && fabs(segment->curvature - curvature) > possible)
            return false;
        possible += walk->unit->curvature_rate * segment->length;
    }
    return true;
}

bool wheels_walk_next(wheels_walk *walk)
{
    while (walk->index + 1 < walk->count) {
        walk->at += walk->segments[walk->index++].length;
        const fw_segment *segment = &walk->segments[walk->index];
        if (segment->length == 0)
            continue;
        walk->sharpest = fmax(walk->sharpest, fabs(segment->curvature));
        if (segment->gear != walk->gear)
            walk->stood = walk->index;
        walk->gear = segment->gear;
        if (can_turn_wheels(walk))
            continue;
        walk->stood = walk->index;
        return true;
    }
    return false;
}

bool wheels_are_too_slow(const fw_path *path, double at)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (samples[i].speed <= NO_SPEED && fabs(samples[i].at - at) <= SAME_PLACE * (1 + at))
            return false;
    return count > 0;
}
