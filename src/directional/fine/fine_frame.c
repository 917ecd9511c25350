#include "directional/fine/fine_frame.h"

#include <math.h>

#include "base/trig.h"

/// Numbers up to this count as 0, because mirroring a position rounds it.
#define NONE 1e-9

/// True if the first number that is not 0 is negative.
static bool is_negative(const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (fabs(numbers[i]) > NONE)
            return numbers[i] < 0;
    return false;
}

/// The goal, or the middle of several.
static fw_pose goal_of(const fine_view *view)
{
    const int32_t count = view->goals->count;
    if (count == 1)
        return view->goals->items[0].pose;
    fw_pose middle = { 0 };
    for (int32_t i = 0; i < count; i++) {
        middle.x += view->goals->items[i].pose.x / count;
        middle.y += view->goals->items[i].pose.y / count;
    }
    return middle;
}

fine_frame fine_frame_for(const fine_view *view, double width, double height)
{
    fine_frame frame = { .width = width, .height = height };
    double start_sine, start_cosine, goal_sine = 0, goal_cosine = 0;
    trig_sincos(view->start.heading, &start_sine, &start_cosine);
    const fw_pose goal = goal_of(view);
    if (!view->goals->any_heading && view->goals->count == 1)
        trig_sincos(goal.heading, &goal_sine, &goal_cosine);
    const double x[] = { goal.x - view->start.x, start_cosine, goal_cosine, width / 2 - view->start.x };
    const double y[] = { goal.y - view->start.y, start_sine, goal_sine, height / 2 - view->start.y };
    enum { COUNT = sizeof x / sizeof *x };
    frame.flips_x = is_negative(x, COUNT);
    frame.flips_y = is_negative(y, COUNT);
    double wider[COUNT];
    for (int i = 0; i < COUNT; i++)
        wider[i] = (frame.flips_x ? -x[i] : x[i]) - (frame.flips_y ? -y[i] : y[i]);
    frame.swaps = is_negative(wider, COUNT);
    return frame;
}

fw_pose fine_frame_enter(const fine_frame *frame, fw_pose world)
{
    fw_pose pose = world;
    if (frame->flips_x) {
        pose.x = frame->width - pose.x;
        pose.heading = FW_PI - pose.heading;
    }
    if (frame->flips_y) {
        pose.y = frame->height - pose.y;
        pose.heading = -pose.heading;
    }
    if (frame->swaps)
        pose = (fw_pose){ pose.y, pose.x, FW_PI / 2 - pose.heading };
    pose.heading = trig_wrap(pose.heading);
    return pose;
}

fw_pose fine_frame_leave(const fine_frame *frame, fw_pose framed)
{
    fw_pose pose = framed;
    if (frame->swaps)
        pose = (fw_pose){ pose.y, pose.x, FW_PI / 2 - pose.heading };
    if (frame->flips_y) {
        pose.y = frame->height - pose.y;
        pose.heading = -pose.heading;
    }
    if (frame->flips_x) {
        pose.x = frame->width - pose.x;
        pose.heading = FW_PI - pose.heading;
    }
    pose.heading = trig_wrap(pose.heading);
    return pose;
}

fw_curve fine_frame_leave_curve(const fine_frame *frame, const fw_curve *framed)
{
    fw_curve curve = *framed;
    const bool is_mirrored = frame->flips_x ^ frame->flips_y ^ frame->swaps;
    for (int32_t i = 0; i < curve.count; i++) {
        fw_segment *segment = &curve.segments[i];
        segment->start = fine_frame_leave(frame, segment->start);
        segment->curvature = is_mirrored ? 0 - segment->curvature : segment->curvature; // no negative zero
    }
    return curve;
}

fine_tile fine_frame_tile(const fine_frame *frame, double x, double y, double offset)
{
    const double first = 2 * offset; // the near side of a mirrored tile is the far side of the tile
    double column = floor(x + 0.5 - offset), row = floor(y + 0.5 - offset);
    if (frame->swaps) {
        const double swapped = column;
        column = row;
        row = swapped;
    }
    if (frame->flips_y)
        row = frame->height - first - row;
    if (frame->flips_x)
        column = frame->width - first - column;
    return (fine_tile){ (int32_t)column, (int32_t)row };
}
