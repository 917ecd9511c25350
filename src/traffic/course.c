#include "traffic/course.h"

/// Lengths below this count as rounding errors, in tiles.
#define LENGTH_NOISE 1e-9

rail course_rail(const course *course, double place, fw_pose pose)
{
    rail made = rail_standing(pose);
    double begin = 0;
    for (int32_t i = 0; i < course->count; i++) {
        const fw_segment *segment = &course->segments[i];
        const double end = begin + segment->length, from = place > begin ? place : begin;
        begin = end;
        if (end - from <= LENGTH_NOISE)
            continue;
        const double curvature = segment->curvature;
        if (made.count == 0)
            made.gear = segment->gear;
        if (segment->gear != made.gear)
            break;
        if (made.count > 0 && made.parts[made.count - 1].curvature == curvature) {
            made.parts[made.count - 1].length += end - from;
            continue;
        }
        if (made.count == MOST_PARTS)
            break;
        made.parts[made.count++] = (rail_part){ curvature, end - from };
    }
    return made;
}
