#include "shape/violations.h"

#include <math.h>

#include "curve/path.h"
#include "curve/segment.h"
#include "map/overlay.h"

/// Arcs that are tighter by less, as a share of the radius, are not.
#define SAME_RADIUS 1e-9

static bool is_too_tight(const fw_segment *segment, double turn_radius)
{
    return fabs(segment->curvature) * turn_radius > 1 + SAME_RADIUS && segment->length > 0;
}

static int32_t count_jumps(const fw_segment *segments, int32_t count, const double *start, const double *goal)
{
    int32_t jumps = 0;
    double heading = start ? *start : segments[0].start.heading;
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *segment = &segments[i];
        jumps += !headings_meet(heading, segment->start.heading);
        heading = segment->start.heading + segment->curvature * segment_run(segment, segment->length);
    }
    return jumps + (goal && !headings_meet(heading, *goal));
}

void violations_count_turns(const map_unit *unit, const double *start, const double *goal, fw_path *path)
{
    const double turn_radius = unit->def.turn_radius;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    if (!count)
        return;
    fw_path_summarise(path, &summary);
    fw_violations broken = summary.violations;
    broken.too_tight = broken.heading_jumps = 0;
    for (int32_t i = 0; i < count; i++)
        broken.too_tight += is_too_tight(&segments[i], turn_radius);
    if (turn_radius > 0 && !summary.fixed_angles)
        broken.heading_jumps = count_jumps(segments, count, start, goal);
    path_set_violations(path, &broken);
}

void violations_count_blocked(const smooth_ground *on, fw_path *path)
{
    const fw_overlay *overlay = overlay_is_empty(on->overlay) ? NULL : on->overlay;
    const sweep_ground under = { on->unit->body, overlay };
    const sweep_body body = sweep_body_of(&on->unit->def.footprint);
    const bool lines_are_of_points = corners_are_cut(on->unit->def.corners);
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    summary.violations.blocked = 0;
    for (int32_t i = 0; i < count; i++)
        summary.violations.blocked += lines_are_of_points && segments[i].curvature == 0
                                          ? !sweep_point_is_free(&under, &segments[i])
                                          : !sweep_segment_is_free(&under, &body, &segments[i]);
    path_set_violations(path, &summary.violations);
}
