#include <math.h>

#include "base/trig.h"
#include "inspect/mark.h"

/// The centre of an arc.
static fw_pose centre_of(const fw_segment *arc)
{
    double sine, cosine;
    trig_sincos(arc->start.heading, &sine, &cosine);
    return (fw_pose){ arc->start.x - sine / arc->curvature, arc->start.y + cosine / arc->curvature, 0 };
}

static bool send_part(const marker *to, int32_t index, const fw_segment *part)
{
    const fw_mark mark = { .kind = FW_MARK_CURVE_PART,
                           .shape = FW_MARK_LINE,
                           .group = index,
                           .line = *part,
                           .numbers = { part->length, fabs(part->length * part->curvature) } };
    return mark_send(to, &mark);
}

static bool send_centre(const marker *to, int32_t index, const fw_segment *arc, fw_pose centre)
{
    const fw_mark mark = { .kind = FW_MARK_CENTRE,
                           .shape = FW_MARK_POINT,
                           .group = index,
                           .line = { .start = centre },
                           .numbers = { fabs(1 / arc->curvature) } };
    return mark_send(to, &mark);
}

/// Sends the line between the centres of two arcs that follow each other, with at most a line between them.
static bool send_distance(const marker *to, int32_t index, fw_pose from, fw_pose centre)
{
    const fw_segment line = mark_between(from, centre);
    const fw_mark mark = { .kind = FW_MARK_CENTRE_LINE,
                           .shape = FW_MARK_LINE,
                           .group = index,
                           .line = line,
                           .numbers = { line.length } };
    return mark_send(to, &mark);
}

fw_result fw_inspect_curve(const fw_segment *segments, int32_t count, fw_mark_fn receive, void *user)
{
    if (!receive || (!segments && count > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0)
        return FW_BAD_SIZE;
    const marker to = { receive, user };
    fw_pose before = { 0 };
    int32_t arcs = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *part = &segments[i];
        fw_pose end;
        const fw_result result = fw_segment_pose_at(part, part->length, &end);
        if (result != FW_OK)
            return result;
        if (!send_part(&to, i, part))
            return FW_OK;
        if (part->curvature == 0)
            continue;
        const fw_pose centre = centre_of(part);
        if (!isfinite(centre.x) || !isfinite(centre.y))
            return FW_NOT_FINITE;
        if (!send_centre(&to, i, part, centre) || (arcs++ > 0 && !send_distance(&to, i, before, centre)))
            return FW_OK;
        before = centre;
    }
    return FW_OK;
}
