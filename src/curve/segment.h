#ifndef CURVE_SEGMENT_H
#define CURVE_SEGMENT_H

/// @file
/// Closed forms for one line or arc: where it leads, what it spans, what of it is nearest.
///
/// A segment is followed by its run: the distance with the sign of the gear, length forward and -length in
/// reverse. After a run v the heading is h + curvature * v, in either gear.

#include "base/trig.h"
#include "fairway/path.h"

/// The distance as a run: negative in reverse gear.
static inline double segment_run(const fw_segment *segment, double distance)
{
    return segment->gear == FW_REVERSE ? -distance : distance;
}

/// Pose after a distance along the segment, within its length or beyond; the heading is not wrapped.
fw_pose segment_pose_at(const fw_segment *segment, double distance);

/// Pose at the segment's end; the heading is not wrapped.
static inline fw_pose segment_end(const fw_segment *segment)
{
    return segment_pose_at(segment, segment->length);
}

/// The line between two points, driven forward. Headings of the eight compass directions are exact.
fw_segment segment_line(double from_x, double from_y, double to_x, double to_y);

/// Widens a box so that it holds the segment.
void segment_widen_box(const fw_segment *segment, fw_box *box);

/// The distance along the segment, within its length, that is nearest to a point; the first of equals.
///
/// @param[out] away  straight distance from the point there
double segment_nearest(const fw_segment *segment, double x, double y, double *away);

#endif
