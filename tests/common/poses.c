#include "common/poses.h"

#include <math.h>

fw_pose curve_end_at_random(random_source *random)
{
    static const double spans[] = { 1, 4, 16, 200 };
    const double span = spans[random_below(random, 4)];
    fw_pose pose;
    pose.x = random_within(random, -span, span);
    pose.y = random_within(random, -span, span);
    pose.heading = random_within(random, -9, 9);
    if (random_below(random, 3) == 0)
        pose = (fw_pose){ rint(pose.x), rint(pose.y), (double)random_below(random, 16) * FW_PI / 4 };
    return pose;
}

fw_pose segment_end(const fw_segment *segment)
{
    const double run = segment->gear == FW_REVERSE ? -segment->length : segment->length;
    const double h = segment->start.heading, k = segment->curvature;
    if (k == 0)
        return (fw_pose){ segment->start.x + run * cos(h), segment->start.y + run * sin(h), h };
    return (fw_pose){ segment->start.x + (sin(h + k * run) - sin(h)) / k,
                      segment->start.y - (cos(h + k * run) - cos(h)) / k, h + k * run };
}

bool poses_are_near(fw_pose a, fw_pose b, double tolerance)
{
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance &&
           fabs(remainder(a.heading - b.heading, 2 * FW_PI)) <= tolerance;
}
