#include "fairway/frame.h"

#include <math.h>
#include <stddef.h>

#include "base/def.h"
#include "base/trig.h"
#include "curve/path_parts.h"

enum { TALLEST = 16384 };

static fw_result judge(const fw_frame *frame)
{
    if (!frame)
        return FW_NULL_ARGUMENT;
    if (!isfinite(frame->resolution) || !isfinite(frame->origin_x) || !isfinite(frame->origin_y) ||
        !isfinite(frame->yaw))
        return FW_NOT_FINITE;
    const bool is_legal = frame->resolution >= 1e-6 && frame->resolution <= 1e6 &&
                          fabs(frame->origin_x) <= 1e9 && fabs(frame->origin_y) <= 1e9 &&
                          fabs(frame->yaw) <= 1e6 &&
                          (frame->y_axis == FW_Y_UP || frame->y_axis == FW_Y_DOWN) && frame->height >= 0 &&
                          frame->height <= TALLEST;
    return is_legal ? FW_OK : FW_BAD_VALUE;
}

/// One direction of a legal frame.
typedef struct conversion {
    const fw_frame *frame;
    bool is_to_metres;
    double sine, cosine; ///< of the yaw
} conversion;

static conversion conversion_of(const fw_frame *frame, bool is_to_metres)
{
    conversion conversion = { .frame = frame, .is_to_metres = is_to_metres };
    trig_sincos(frame->yaw, &conversion.sine, &conversion.cosine);
    return conversion;
}

static double converted_length(const conversion *conversion, double length)
{
    return conversion->is_to_metres ? length * conversion->frame->resolution
                                    : length / conversion->frame->resolution;
}

static fw_pose pose_to_metres(const conversion *conversion, const fw_pose *tiles)
{
    const fw_frame *frame = conversion->frame;
    const bool is_up = frame->y_axis == FW_Y_UP;
    const double u = converted_length(conversion, tiles->x);
    const double v = converted_length(conversion, is_up ? frame->height - tiles->y : tiles->y);
    return (fw_pose){ .x = frame->origin_x + (u * conversion->cosine - v * conversion->sine),
                      .y = frame->origin_y + (u * conversion->sine + v * conversion->cosine),
                      .heading =
                          trig_wrap(is_up ? frame->yaw - tiles->heading : frame->yaw + tiles->heading) };
}

static fw_pose pose_to_tiles(const conversion *conversion, const fw_pose *metres)
{
    const fw_frame *frame = conversion->frame;
    const bool is_up = frame->y_axis == FW_Y_UP;
    const double x = metres->x - frame->origin_x, y = metres->y - frame->origin_y;
    const double down = converted_length(conversion, y * conversion->cosine - x * conversion->sine);
    return (fw_pose){ .x = converted_length(conversion, x * conversion->cosine + y * conversion->sine),
                      .y = is_up ? frame->height - down : down,
                      .heading =
                          trig_wrap(is_up ? frame->yaw - metres->heading : metres->heading - frame->yaw) };
}

static fw_pose converted_pose(const conversion *conversion, const fw_pose *pose)
{
    return conversion->is_to_metres ? pose_to_metres(conversion, pose) : pose_to_tiles(conversion, pose);
}

static fw_result convert_pose(const fw_frame *frame, bool is_to_metres, const fw_pose *from, fw_pose *to)
{
    if (!from || !to)
        return FW_NULL_ARGUMENT;
    const fw_result legal = judge(frame);
    if (legal != FW_OK)
        return legal;
    const conversion conversion = conversion_of(frame, is_to_metres);
    const fw_pose pose = converted_pose(&conversion, from);
    if (!pose_is_finite(&pose))
        return FW_NOT_FINITE;
    *to = pose;
    return FW_OK;
}

fw_result fw_frame_pose_to_metres(const fw_frame *frame, const fw_pose *tiles, fw_pose *metres)
{
    return convert_pose(frame, true, tiles, metres);
}

fw_result fw_frame_pose_to_tiles(const fw_frame *frame, const fw_pose *metres, fw_pose *tiles)
{
    return convert_pose(frame, false, metres, tiles);
}

double fw_frame_to_metres(const fw_frame *frame, double tiles)
{
    return judge(frame) == FW_OK ? tiles * frame->resolution : NAN;
}

double fw_frame_to_tiles(const fw_frame *frame, double metres)
{
    return judge(frame) == FW_OK ? metres / frame->resolution : NAN;
}

static fw_result convert_unit(const fw_frame *frame, bool is_to_metres, fw_unit_def *unit)
{
    const fw_result legal = judge(frame);
    if (!unit || legal != FW_OK)
        return unit ? legal : FW_NULL_ARGUMENT;
    if (unit->cookie != UNIT_DEF_COOKIE ||
        unit->bytes < offsetof(fw_unit_def, gear_change_cost) + sizeof unit->gear_change_cost)
        return FW_BAD_DEF;
    fw_footprint *body = &unit->footprint;
    double *const lengths[] = { &body->radius, &body->length,      &body->width,           &body->ahead,
                                &body->aside,  &unit->turn_radius, &unit->gear_change_cost };
    const conversion conversion = { .frame = frame, .is_to_metres = is_to_metres };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        *lengths[i] = converted_length(&conversion, *lengths[i]);
    if (unit->bytes >= offsetof(fw_unit_def, curvature_rate) + sizeof unit->curvature_rate)
        unit->curvature_rate /= converted_length(&conversion, 1) * converted_length(&conversion, 1);
    for (int32_t i = 0; i < body->corner_count && i < FW_MOST_CORNERS; i++) {
        body->corners[i].ahead = converted_length(&conversion, body->corners[i].ahead);
        body->corners[i].aside = converted_length(&conversion, body->corners[i].aside);
    }
    return FW_OK;
}

fw_result fw_frame_unit_to_tiles(const fw_frame *frame, fw_unit_def *unit)
{
    return convert_unit(frame, false, unit);
}

fw_result fw_frame_unit_to_metres(const fw_frame *frame, fw_unit_def *unit)
{
    return convert_unit(frame, true, unit);
}

fw_result fw_frame_speeds_to_tiles(const fw_frame *frame, fw_speed_def *speeds)
{
    const fw_result legal = judge(frame);
    if (!speeds || legal != FW_OK)
        return speeds ? legal : FW_NULL_ARGUMENT;
    if (speeds->cookie != SPEED_DEF_COOKIE || speeds->bytes < offsetof(fw_speed_def, radius_per_speed))
        return FW_BAD_DEF;
    double *const rates[] = { &speeds->top,   &speeds->acceleration, &speeds->braking,    &speeds->lateral,
                              &speeds->start, &speeds->end,          &speeds->turn_radius };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        *rates[i] /= frame->resolution;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        speeds->terrain_top[terrain] /= frame->resolution;
    return FW_OK;
}

static fw_segment converted_segment(const conversion *conversion, const fw_segment *segment)
{
    const bool turns_over = conversion->frame->y_axis == FW_Y_UP;
    const double curvature = conversion->is_to_metres ? segment->curvature / conversion->frame->resolution
                                                      : segment->curvature * conversion->frame->resolution;
    return (fw_segment){ .start = converted_pose(conversion, &segment->start),
                         .curvature = turns_over ? 0 - curvature : curvature, // no negative zero
                         .length = converted_length(conversion, segment->length),
                         .gear = segment->gear };
}

/// True if all of a path stays finite; numbers near the largest double would not.
static bool fits(const conversion *conversion, const track *track)
{
    double length = 0;
    for (int32_t i = 0; i < track->segment_count; i++) {
        const fw_segment segment = converted_segment(conversion, &track->segments[i]);
        length += segment.length;
        if (!pose_is_finite(&segment.start) || !isfinite(segment.curvature * segment.length) ||
            !isfinite(length + fabs(segment.start.x) + fabs(segment.start.y)))
            return false;
    }
    return isfinite(converted_length(conversion, track->summary.length)) &&
           isfinite(converted_length(conversion, track->summary.cost));
}

static void convert_summary(const conversion *conversion, fw_path_summary *summary)
{
    summary->length = converted_length(conversion, summary->length);
    summary->cost = converted_length(conversion, summary->cost);
    summary->asked_start = converted_pose(conversion, &summary->asked_start);
    summary->start_shift = converted_length(conversion, summary->start_shift);
}

static fw_result convert_path(const fw_frame *frame, bool is_to_metres, fw_path *path)
{
    const fw_result legal = judge(frame);
    if (!path || legal != FW_OK)
        return path ? legal : FW_NULL_ARGUMENT;
    const conversion conversion = conversion_of(frame, is_to_metres);
    track *track = path->front;
    if (!fits(&conversion, track))
        return FW_NOT_FINITE;
    const fw_pose finish = converted_pose(&conversion, &track->finish);
    for (int32_t i = 0; i < track->segment_count; i++)
        track->segments[i] = converted_segment(&conversion, &track->segments[i]);
    track_measure(track, 0);
    track->finish = finish;
    for (int32_t i = 0; i < track->impossible_count; i++)
        track->impossible[i] = converted_length(&conversion, track->impossible[i]);
    convert_summary(&conversion, &track->summary);
    for (int32_t i = 0; i < path->speeds.count; i++) {
        path->speeds.samples[i].at = converted_length(&conversion, path->speeds.samples[i].at);
        path->speeds.samples[i].speed = converted_length(&conversion, path->speeds.samples[i].speed);
    }
    return FW_OK;
}

fw_result fw_frame_path_to_metres(const fw_frame *frame, fw_path *path)
{
    return convert_path(frame, true, path);
}

fw_result fw_frame_path_to_tiles(const fw_frame *frame, fw_path *path)
{
    return convert_path(frame, false, path);
}
