#include "shape/violations.h"

#include <math.h>

#include "base/trig.h"
#include "curve/mover.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"

/// An arc is too tight if its radius is smaller than the turning radius by more than this share.
#define SAME_RADIUS 1e-9

static bool is_too_tight(const fw_segment *segment, double turn_radius)
{
    return fabs(segment->curvature) * turn_radius > 1 + SAME_RADIUS && segment->length > 0;
}

static double heading_at_end(const fw_segment *segment)
{
    return segment->start.heading + segment->curvature * segment_signed(segment, segment->length);
}

/// Number of jumps of the heading between the segments of a path.
static int32_t count_jumps_between(const fw_segment *segments, int32_t count)
{
    int32_t jumps = 0;
    for (int32_t i = 1; i < count; i++)
        jumps += !headings_meet(heading_at_end(&segments[i - 1]), segments[i].start.heading);
    return jumps;
}

/// Number of ends (0 .. 2) at which the heading is not the requested one. A path with fixed angles has one of the two
/// angles beside the requested heading.
static int32_t count_jumps_at_ends(const fw_segment *segments, int32_t count, int32_t fixed_angles,
                                   const double *start, const double *goal)
{
    const double most = HEADINGS_MEET + (fixed_angles ? 2 * FW_PI / fixed_angles : 0);
    const double first = segments[0].start.heading, last = heading_at_end(&segments[count - 1]);
    return (start && fabs(trig_wrap(first - *start)) > most) + (goal && fabs(trig_wrap(last - *goal)) > most);
}

void violations_count_turns(const map_unit *unit, const double *start, const double *goal, fw_path *path)
{
    const double turn_radius = unit->def.turn_radius;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    if (!count)
        return;
    const int32_t fixed_angles = path_shown(path)->fixed_angles;
    fw_violations counted = path_shown(path)->violations;
    counted.too_tight = counted.heading_jumps = 0;
    for (int32_t i = 0; i < count; i++)
        counted.too_tight += is_too_tight(&segments[i], turn_radius);
    if (turn_radius > 0)
        counted.heading_jumps = (fixed_angles ? 0 : count_jumps_between(segments, count)) +
                                count_jumps_at_ends(segments, count, fixed_angles, start, goal);
    path_set_violations(path, &counted);
}

/// True if the unit touches something when it turns on the spot from one heading to another.
static bool is_turn_blocked(const mover *mover, fw_pose at, double from, double to)
{
    at.heading = from;
    return !headings_meet(from, to) && !mover_may_turn(mover, at, trig_wrap(to - from));
}

void violations_count_blocked(const smooth_ground *ground, const double *start, const double *goal,
                              fw_path *path)
{
    mover mover = mover_unbound(mover_of(ground->map, ground->unit, ground->overlay));
    mover.body = sweep_core_of(&ground->unit->def.footprint);
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    if (!count)
        return;
    const bool turns = ground->unit->def.turn_radius <= 0 && !path_shown(path)->fixed_angles;
    fw_pose at = segments[0].start;
    at.heading = start ? *start : at.heading;
    int32_t blocked = 0;
    bool drove = false; // the unit may drive the previous segment
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *segment = &segments[i];
        blocked += turns && is_turn_blocked(&mover, segment->start, at.heading, segment->start.heading);
        const bool may_drive = mover_may_drive(&mover, segment);
        blocked += !may_drive || (drove && !mover_may_go_on(&mover, &segments[i - 1], segment));
        drove = may_drive;
        at = segment_end(segment);
    }
    fw_violations counted = path_shown(path)->violations;
    counted.blocked = blocked + (turns && goal && is_turn_blocked(&mover, at, at.heading, *goal));
    path_set_violations(path, &counted);
}
