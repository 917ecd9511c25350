#include "curve/steering.h"

#include <math.h>

/// Rounding errors of curvatures, as a share of the slack.
#define ROUNDING 1e-6

steering steering_of(const fw_unit_def *unit)
{
    steering steering = { .rate = unit->curvature_rate,
                          .slack = (1 + ROUNDING) / (2 * STEERING_STEPS * unit->turn_radius) };
    steering_stand(&steering);
    return steering;
}

void steering_stand(steering *steering)
{
    steering->low = -INFINITY;
    steering->high = INFINITY;
}

bool steering_drive(steering *steering, const fw_segment *segment)
{
    const double least = segment->curvature - steering->slack, most = segment->curvature + steering->slack;
    const bool follows = steering->low <= most && steering->high >= least;
    if (!follows)
        steering_stand(steering);
    const double change = steering->rate * segment->length;
    steering->low = fmax(fmax(steering->low, least) - change, least);
    steering->high = fmin(fmin(steering->high, most) + change, most);
    return follows;
}

int32_t steering_stops(const fw_unit_def *unit, const fw_segment *segments, int32_t count)
{
    steering steering = steering_of(unit);
    const fw_segment *before = NULL;
    int32_t stops = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *segment = &segments[i];
        if (segment->length == 0)
            continue;
        if (before && before->gear != segment->gear)
            steering_stand(&steering);
        stops += !steering_drive(&steering, segment);
        before = segment;
    }
    return stops;
}
