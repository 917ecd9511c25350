#include "traffic/rail.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "curve/sweep.h"

rail rail_standing(fw_pose pose)
{
    return (rail){ .start = { pose.x, pose.y, trig_wrap(pose.heading) }, .gear = FW_FORWARD };
}

rail rail_of(const fw_curve *curve, fw_gear gear)
{
    rail made = { .gear = gear, .count = curve->count };
    for (int32_t i = 0; i < curve->count; i++)
        made.parts[i] = (rail_part){ curve->segments[i].curvature, curve->segments[i].length };
    if (curve->count > 0)
        made.start = curve->segments[0].start;
    if (gear == FW_FORWARD)
        return made;
    made.start.heading += made.start.heading > 0 ? -FW_PI : FW_PI;
    for (int32_t i = 0; i < made.count; i++)
        made.parts[i].curvature = 0 - made.parts[i].curvature; // no negative zero
    return made;
}

double rail_length(const rail *rail)
{
    double length = 0;
    for (int32_t i = 0; i < rail->count; i++)
        length += rail->parts[i].length;
    return length;
}

double rail_bend(const rail *rail)
{
    double most = 0;
    for (int32_t i = 0; i < rail->count; i++)
        if (rail->parts[i].length > 0)
            most = fmax(most, fabs(rail->parts[i].curvature));
    return most;
}

double rail_straight(const rail *rail)
{
    double length = 0;
    for (int32_t i = 0; i < rail->count && rail->parts[i].curvature == 0; i++)
        length += rail->parts[i].length;
    return length;
}

/// A part that begins at a pose.
static fw_segment segment_of(const rail *rail, int32_t index, fw_pose start)
{
    return (fw_segment){ .start = start,
                         .curvature = rail->parts[index].curvature,
                         .length = rail->parts[index].length,
                         .gear = rail->gear };
}

/// The part at a distance along the rail, and the pose where it begins.
///
/// @param[in,out] distance  becomes the distance along this part
static int32_t find_part(const rail *rail, double *distance, fw_pose *start)
{
    int32_t index = 0;
    *start = rail->start;
    for (; index + 1 < rail->count && *distance >= rail->parts[index].length; index++) {
        const fw_segment passed = segment_of(rail, index, *start);
        *start = segment_end(&passed);
        *distance -= passed.length;
    }
    return index;
}

fw_pose rail_at(const rail *rail, double distance)
{
    fw_pose start;
    if (rail->count == 0)
        return rail->start;
    const int32_t index = find_part(rail, &distance, &start);
    const fw_segment part = segment_of(rail, index, start);
    return segment_pose_at(&part, distance);
}

rail rail_behind(const rail *whole, double distance)
{
    rail rest = *whole;
    fw_pose start;
    if (whole->count == 0)
        return rest;
    const int32_t index = find_part(whole, &distance, &start);
    const fw_segment part = segment_of(whole, index, start);
    rest.start = segment_pose_at(&part, distance);
    rest.start.heading = trig_wrap(rest.start.heading);
    rest.count = whole->count - index;
    for (int32_t i = 0; i < rest.count; i++)
        rest.parts[i] = whole->parts[index + i];
    rest.parts[0].length = fmax(part.length - distance, 0);
    return rest;
}

void rail_cut(rail *rail, double length)
{
    for (int32_t i = 0; i < rail->count; i++) {
        if (rail->parts[i].length >= length) {
            rail->parts[i].length = length;
            rail->count = i + 1;
        }
        length -= rail->parts[i].length;
    }
}

void rail_extend(rail *rail, double length)
{
    const double missing = length - rail_length(rail);
    if (rail->count > 0 && missing > 0)
        rail->parts[rail->count - 1].length += missing;
}

double rail_distance(const rail *rail, double x, double y)
{
    double least = INFINITY;
    fw_pose start = rail->start;
    for (int32_t i = 0; i < rail->count; i++) {
        const fw_segment part = segment_of(rail, i, start);
        double away;
        segment_nearest(&part, x, y, &away);
        least = fmin(least, away);
        start = segment_end(&part);
    }
    return least;
}

bool rail_is_free(const sweep_ground *ground, const sweep_body *body, const rail *rail)
{
    fw_pose start = rail->start;
    for (int32_t i = 0; i < rail->count; i++) {
        const fw_segment part = segment_of(rail, i, start);
        if (!sweep_segment_is_free(ground, body, &part))
            return false;
        start = segment_end(&part);
    }
    return true;
}
