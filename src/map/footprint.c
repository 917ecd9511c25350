#include "map/footprint.h"

#include <math.h>
#include <string.h>

#include "base/vector.h"

enum { LEAST_CORNERS = 3 };

/// Least distance of a pose from the sides of its body, in tiles, unless it lies in the middle.
#define LEAST_INSIDE (1.0 / 256)

/// Least length of a side of a polygon, in tiles.
#define LEAST_SIDE (1.0 / 256)

/// The sine of 1 degree, the least angle of a polygon, and the least turn at a corner.
#define LEAST_SINE 0.017452406437283512

/// Most tiles from the pose to a corner along either axis.
#define MOST_AWAY 128.0

fw_footprint fw_circle(double radius)
{
    return (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = radius };
}

fw_footprint fw_rectangle(double length, double width)
{
    return (fw_footprint){ .kind = FW_FOOTPRINT_RECTANGLE, .length = length, .width = width };
}

fw_footprint fw_rectangle_at(double length, double width, double ahead, double aside)
{
    return (fw_footprint){
        .kind = FW_FOOTPRINT_RECTANGLE, .length = length, .width = width, .ahead = ahead, .aside = aside
    };
}

/// A side of a polygon as a vector.
static fw_corner side_of(const fw_footprint *polygon, int32_t index)
{
    const fw_corner from = polygon->corners[index],
                    to = polygon->corners[(index + 1) % polygon->corner_count];
    return (fw_corner){ to.ahead - from.ahead, to.aside - from.aside };
}

static double cross(fw_corner a, fw_corner b)
{
    return a.ahead * b.aside - a.aside * b.ahead;
}

static double length_of(fw_corner vector)
{
    return sqrt(vector.ahead * vector.ahead + vector.aside * vector.aside);
}

static double twice_area(const fw_footprint *polygon)
{
    double area = 0;
    for (int32_t i = 0; i < polygon->corner_count; i++)
        area += cross(polygon->corners[i], polygon->corners[(i + 1) % polygon->corner_count]);
    return area;
}

/// Puts the corners of a polygon in the order in which headings grow, and fills in the rectangle around it.
static void complete_polygon(fw_footprint *polygon)
{
    fw_corner least = { INFINITY, INFINITY }, most = { -INFINITY, -INFINITY };
    fw_corner *corners = polygon->corners;
    const int32_t last = polygon->corner_count - 1;
    if (twice_area(polygon) < 0)
        for (int32_t i = 0; 2 * i < last; i++) {
            const fw_corner kept = corners[i];
            corners[i] = corners[last - i];
            corners[last - i] = kept;
        }
    for (int32_t i = 0; i <= last; i++) {
        least = (fw_corner){ fmin(least.ahead, corners[i].ahead), fmin(least.aside, corners[i].aside) };
        most = (fw_corner){ fmax(most.ahead, corners[i].ahead), fmax(most.aside, corners[i].aside) };
    }
    polygon->length = most.ahead - least.ahead;
    polygon->width = most.aside - least.aside;
    polygon->ahead = (most.ahead + least.ahead) / 2;
    polygon->aside = (most.aside + least.aside) / 2;
}

fw_footprint fw_polygon(const fw_corner *corners, int32_t count)
{
    fw_footprint made = { .kind = FW_FOOTPRINT_POLYGON };
    if (!corners || count < LEAST_CORNERS || count > FW_MOST_CORNERS)
        return made;
    made.corner_count = count;
    memcpy(made.corners, corners, (size_t)count * sizeof *corners);
    complete_polygon(&made);
    return made;
}

static bool polygons_are_equal(const fw_footprint *a, const fw_footprint *b)
{
    for (int32_t i = 0; i < a->corner_count; i++)
        if (a->corners[i].ahead != b->corners[i].ahead || a->corners[i].aside != b->corners[i].aside)
            return false;
    return true;
}

bool footprints_are_equal(const fw_footprint *a, const fw_footprint *b)
{
    if (a->kind != b->kind || a->corner_count != b->corner_count)
        return false;
    if (a->kind == FW_FOOTPRINT_CIRCLE)
        return a->radius == b->radius;
    return a->length == b->length && a->width == b->width && a->ahead == b->ahead && a->aside == b->aside &&
           polygons_are_equal(a, b);
}

double footprint_half_width(const fw_footprint *footprint)
{
    return footprint->kind == FW_FOOTPRINT_CIRCLE ? footprint->radius
                                                  : footprint->width / 2 + fabs(footprint->aside);
}

static double polygon_reach(const fw_footprint *polygon)
{
    double reach = 0;
    for (int32_t i = 0; i < polygon->corner_count; i++)
        reach = fmax(reach, length_of(polygon->corners[i]));
    return reach;
}

double footprint_reach(const fw_footprint *footprint)
{
    if (footprint->kind == FW_FOOTPRINT_CIRCLE)
        return footprint->radius;
    if (footprint->kind == FW_FOOTPRINT_POLYGON)
        return polygon_reach(footprint);
    const double along = footprint->length / 2 + fabs(footprint->ahead),
                 across = footprint->width / 2 + fabs(footprint->aside);
    return hypotenuse(along, across);
}

static fw_result check_extent(double extent, double highest, const char *field, const char *reason,
                              fw_refusal *why)
{
    const bool is_within = extent > 0 && extent <= highest;
    return is_within ? FW_OK : refuse_number(why, extent, FW_BAD_SIZE, field, reason);
}

/// @param offset  of the middle of a side of a rectangle from the pose
static fw_result check_offset(double offset, double side, const char *field, fw_refusal *why)
{
    const bool is_inside = offset == 0 || fabs(offset) <= side / 2 - LEAST_INSIDE;
    return is_inside ? FW_OK
                     : refuse_number(why, offset, FW_BAD_VALUE, field,
                                     "the pose must lie within the body, at least 1/256 tile from its sides");
}

static fw_result check_rectangle(const fw_footprint *footprint, fw_refusal *why)
{
    static const char *const side = "the side must be above 0 and at most 128 tiles";
    fw_result result = check_extent(footprint->length, 128, "footprint.length", side, why);
    if (!result)
        result = check_extent(footprint->width, 128, "footprint.width", side, why);
    if (!result)
        result = check_offset(footprint->ahead, footprint->length, "footprint.ahead", why);
    return result ? result : check_offset(footprint->aside, footprint->width, "footprint.aside", why);
}

/// True if all corners of a polygon but its own ones, and the pose, lie on the inner side of a side.
static bool side_is_outer(const fw_footprint *polygon, int32_t index)
{
    const fw_corner from = polygon->corners[index], side = side_of(polygon, index);
    for (int32_t i = 2; i < polygon->corner_count; i++) {
        const fw_corner at = polygon->corners[(index + i) % polygon->corner_count];
        if (!(cross(side, (fw_corner){ at.ahead - from.ahead, at.aside - from.aside }) > 0))
            return false;
    }
    return cross(side, (fw_corner){ -from.ahead, -from.aside }) >= LEAST_INSIDE * length_of(side);
}

/// True if a side of a polygon is long enough, and turns enough, but not too much, to the next one.
static bool side_is_sound(const fw_footprint *polygon, int32_t index)
{
    const fw_corner side = side_of(polygon, index),
                    next = side_of(polygon, (index + 1) % polygon->corner_count);
    return length_of(side) >= LEAST_SIDE &&
           cross(side, next) >= LEAST_SINE * length_of(side) * length_of(next);
}

/// @param polygon  its corners are put in order
static fw_result check_polygon(fw_footprint *polygon, fw_refusal *why)
{
    static const char *const far = "a corner must be at most 128 tiles from the pose along either axis";
    if (polygon->corner_count < LEAST_CORNERS || polygon->corner_count > FW_MOST_CORNERS)
        return refuse_number(why, polygon->corner_count, FW_BAD_SIZE, "footprint.corner_count",
                             "a polygon must have 3 to 8 corners");
    for (int32_t i = 0; i < polygon->corner_count; i++) {
        const double away[] = { polygon->corners[i].ahead, polygon->corners[i].aside };
        for (int axis = 0; axis < 2; axis++)
            if (!(fabs(away[axis]) <= MOST_AWAY)) {
                refuse_number(why, away[axis], FW_BAD_VALUE, "footprint.corners", far);
                return refuse_item(why, isfinite(away[axis]) ? FW_BAD_VALUE : FW_NOT_FINITE, i);
            }
    }
    complete_polygon(polygon);
    for (int32_t i = 0; i < polygon->corner_count; i++)
        if (!side_is_sound(polygon, i) || !side_is_outer(polygon, i))
            return refuse(
                why, FW_BAD_VALUE, "footprint.corners",
                "the polygon must be convex with angles from 1 to 179 degrees, sides of at least 1/256 tile, "
                "and the pose at least 1/256 tile within");
    return FW_OK;
}

fw_result footprint_complete(fw_footprint *footprint, fw_refusal *why)
{
    if (footprint->kind != FW_FOOTPRINT_POLYGON)
        footprint->corner_count = 0;
    switch (footprint->kind) {
    case FW_FOOTPRINT_BY_SIZE:
        return FW_OK;
    case FW_FOOTPRINT_CIRCLE:
        return check_extent(footprint->radius, 64, "footprint.radius",
                            "the radius must be above 0 and at most 64 tiles", why);
    case FW_FOOTPRINT_RECTANGLE:
        return check_rectangle(footprint, why);
    case FW_FOOTPRINT_POLYGON:
        return check_polygon(footprint, why);
    default:
        return refuse(why, FW_BAD_VALUE, "footprint.kind", "there is no such kind of footprint");
    }
}
