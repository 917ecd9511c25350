#include "fairway/circles.h"

#include "base/trig.h"
#include "forest/sector.h"

/// FW_OK, FW_NOT_FINITE or FW_BAD_VALUE.
static fw_result judge_circle(const fw_tree *circle)
{
    if (!isfinite(circle->x) || !isfinite(circle->y) || !isfinite(circle->radius))
        return FW_NOT_FINITE;
    return circle->radius < 0 ? FW_BAD_VALUE : FW_OK;
}

/// The line that leaves circle a as a side of this sense does, and touches circle b.
///
/// @param difference  as for tangent_to()
static fw_segment line_from(const fw_tree *a, const fw_tree *b, turn_sense sense, double difference)
{
    const double sign = sense == TURN_LEFTWARD ? -1 : 1;
    const tangent found = tangent_to(b->x - a->x, sign * (b->y - a->y), difference);
    const double heading = sign * trig_atan2(found.along.y, found.along.x);
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    return (
        fw_segment){ .start = { a->x + sign * a->radius * sine, a->y - sign * a->radius * cosine, heading },
                     .length = found.length };
}

fw_result fw_bitangents(fw_tree a, fw_tree b, fw_segment *lines, int32_t *count)
{
    if (!lines || !count)
        return FW_NULL_ARGUMENT;
    const fw_result result = judge_circle(&a) != FW_OK ? judge_circle(&a) : judge_circle(&b);
    if (result != FW_OK)
        return result;
    const double apart = hypotenuse(b.x - a.x, b.y - a.y);
    *count = 0;
    if (!isfinite(apart))
        return FW_NOT_FINITE;
    for (int sense = TURN_RIGHTWARD; sense <= TURN_LEFTWARD && apart > fabs(a.radius - b.radius); sense++)
        lines[(*count)++] = line_from(&a, &b, (turn_sense)sense, b.radius - a.radius);
    for (int sense = TURN_RIGHTWARD; sense <= TURN_LEFTWARD && apart > a.radius + b.radius + FW_FOREST_TOUCH;
         sense++)
        lines[(*count)++] = line_from(&a, &b, (turn_sense)sense, -a.radius - b.radius);
    return FW_OK;
}

fw_result fw_circle_sees(fw_tree circle, double x, double y, double to_x, double to_y, fw_sight *sight)
{
    if (!sight)
        return FW_NULL_ARGUMENT;
    const double dx = to_x - x, dy = to_y - y, square = dx * dx + dy * dy;
    const double along = (circle.x - x) * dx + (circle.y - y) * dy;
    if (judge_circle(&circle) != FW_OK)
        return judge_circle(&circle);
    if (!isfinite(square) || !isfinite(along))
        return FW_NOT_FINITE;
    const double u = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
    *sight = (fw_sight){ .u = u, .x = x + u * dx, .y = y + u * dy };
    sight->distance = hypotenuse(circle.x - sight->x, circle.y - sight->y);
    sight->is_clear = sight->distance >= circle.radius - FW_FOREST_TOUCH;
    return FW_OK;
}

/// The circle on which an arc lies.
static fw_tree circle_of(const fw_segment *arc)
{
    double sine, cosine;
    trig_sincos(arc->start.heading, &sine, &cosine);
    return (fw_tree){ arc->start.x - sine / arc->curvature, arc->start.y + cosine / arc->curvature,
                      fabs(1 / arc->curvature) };
}

/// Radians from the beginning of an arc, the way that it is driven, to a direction from its centre, 0 .. 2 pi.
static double turn_to(const fw_segment *arc, double direction)
{
    const double sign = (arc->curvature > 0) == (arc->gear == FW_FORWARD) ? 1 : -1;
    const double first = arc->start.heading + (arc->curvature > 0 ? -FW_PI / 2 : FW_PI / 2);
    const double turn = trig_wrap(sign * (direction - first));
    return turn < 0 ? turn + 2 * FW_PI : turn;
}

/// Finds the crossings of two circles that are `apart` apart, and those of the radical line.
static void find_crossings(const fw_tree *own, const fw_tree *other, double apart, fw_radical *radical)
{
    if (apart == 0 || apart > own->radius + other->radius + FW_FOREST_TOUCH ||
        apart < fabs(own->radius - other->radius) - FW_FOREST_TOUCH)
        return;
    const double square = own->radius * own->radius - other->radius * other->radius + apart * apart;
    radical->a = square / (2 * apart);
    radical->theta = trig_acos(radical->a / own->radius);
    radical->count = radical->theta * own->radius > FW_FOREST_TOUCH ? 2 : 1;
    const double toward = trig_atan2(other->y - own->y, other->x - own->x);
    for (int i = 0; i < radical->count; i++) {
        double sine, cosine;
        trig_sincos(i == 0 ? toward - radical->theta : toward + radical->theta, &sine, &cosine);
        radical->x[i] = own->x + own->radius * cosine;
        radical->y[i] = own->y + own->radius * sine;
    }
}

fw_result fw_arc_is_blocked(const fw_segment *arc, fw_tree other, fw_radical *radical)
{
    if (!arc || !radical)
        return FW_NULL_ARGUMENT;
    fw_pose end;
    if (judge_circle(&other) != FW_OK)
        return judge_circle(&other);
    if (!isfinite(arc->curvature) || !isfinite(arc->length))
        return FW_NOT_FINITE;
    if (arc->curvature == 0 || arc->length < 0)
        return FW_BAD_VALUE;
    const fw_result result = fw_segment_pose_at(arc, arc->length, &end);
    const fw_tree own = circle_of(arc);
    const double apart = hypotenuse(other.x - own.x, other.y - own.y);
    if (result != FW_OK || !isfinite(apart) || !isfinite(own.radius))
        return result != FW_OK ? result : FW_NOT_FINITE;
    *radical = (fw_radical){ .is_blocked = false };
    find_crossings(&own, &other, apart, radical);
    const double least = other.radius - FW_FOREST_TOUCH, touch = other.radius + FW_FOREST_TOUCH;
    const double turn = turn_to(arc, trig_atan2(other.y - own.y, other.x - own.x));
    const bool passes = turn > 0 && turn * own.radius < arc->length; // the place that is nearest to the other
    radical->is_blocked =
        (passes && (apart > own.radius ? apart - own.radius <= touch : own.radius - apart < least)) ||
        hypotenuse(other.x - arc->start.x, other.y - arc->start.y) < least ||
        hypotenuse(other.x - end.x, other.y - end.y) < least;
    return FW_OK;
}
