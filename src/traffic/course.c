#include "traffic/course.h"

/// Lengths below this count as rounding errors, in tiles.
#define LENGTH_NOISE 1e-9

/// What a change of gear ahead costs, in tiles: more than the least gain of a plan, see planning_least_gain(). Else, a
/// unit would stand for ever before a stretch that is shorter than this gain.
#define GEAR_CHANGE_AHEAD 0.02

double course_cost(const course *course, double place)
{
    double cost = course->length - place, end = 0;
    for (int32_t i = 0; i + 1 < course->count; i++) {
        end += course->segments[i].length;
        if (end - place > LENGTH_NOISE && course->segments[i].gear != course->segments[i + 1].gear)
            cost += GEAR_CHANGE_AHEAD;
    }
    return cost;
}

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
