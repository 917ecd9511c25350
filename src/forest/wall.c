#include "forest/wall.h"

#include "forest/gate.h"

/// The place of a line segment that is nearest to a point, as a part of its length.
static double nearest_part(vector begin, vector end, vector from)
{
    const vector along = vector_between(begin, end);
    const double part = vector_dot(vector_between(begin, from), along), whole = vector_dot(along, along);
    return part <= 0 ? 0 : part >= whole ? 1 : part / whole;
}

static vector place_on(vector begin, vector end, double part)
{
    return (vector){ begin.x + part * (end.x - begin.x), begin.y + part * (end.y - begin.y) };
}

static double segment_distance(vector begin, vector end, vector from)
{
    const vector away = vector_between(place_on(begin, end, nearest_part(begin, end, from)), from);
    return vector_length(away);
}

double capsule_distance(const capsule *wall, vector from)
{
    return segment_distance(wall->ends[0], wall->ends[1], from);
}

/// Finds the place where two line segments cross. False if they do not, or only at an end.
static bool find_crossing(const vector a[2], const vector b[2], vector *crossing)
{
    const vector along_a = vector_between(a[0], a[1]), along_b = vector_between(b[0], b[1]);
    const double begin = vector_cross(along_b, vector_between(b[0], a[0])),
                 end = vector_cross(along_b, vector_between(b[0], a[1]));
    const double other_begin = vector_cross(along_a, vector_between(a[0], b[0]));
    const double other_end = vector_cross(along_a, vector_between(a[0], b[1]));
    if (begin * end >= 0 || other_begin * other_end >= 0)
        return false;
    *crossing = place_on(a[0], a[1], begin / (begin - end));
    return true;
}

static bool is_point(const capsule *wall)
{
    return wall->ends[0].x == wall->ends[1].x && wall->ends[0].y == wall->ends[1].y;
}

/// Keeps a place and the nearest place of a capsule, if their squared distance is less than `least`.
static void try_place(vector place, const capsule *other, double *least, vector *place_on_one,
                      vector *place_on_other)
{
    const vector *ends = other->ends;
    const vector nearest = place_on(ends[0], ends[1], nearest_part(ends[0], ends[1], place));
    const vector away = vector_between(place, nearest);
    if (vector_dot(away, away) >= *least)
        return;
    *least = vector_dot(away, away);
    *place_on_one = place;
    *place_on_other = nearest;
}

double capsules_nearest(const capsule *a, const capsule *b, vector *on_a, vector *on_b)
{
    double least = INFINITY;
    if (is_point(a)) {
        try_place(a->ends[0], b, &least, on_a, on_b);
    } else if (is_point(b)) {
        try_place(b->ends[0], a, &least, on_b, on_a);
    } else if (find_crossing(a->ends, b->ends, on_a)) {
        *on_b = *on_a;
        least = 0;
    } else {
        for (int i = 0; i < 2; i++) {
            try_place(a->ends[i], b, &least, on_a, on_b);
            try_place(b->ends[i], a, &least, on_b, on_a);
        }
    }
    return sqrt(least);
}

bool capsule_is_met(const sector_table *table, const capsule *wall, double own, double margin)
{
    const double radius = wall->radius + margin;
    double most_sum = -INFINITY, least_difference = INFINITY;
    for (int i = 0; i < 2; i++) {
        const double along = table->half_sine * wall->ends[i].x;
        const double across = table->half_cosine * wall->ends[i].y + own;
        most_sum = fmax(most_sum, along + across);
        least_difference = fmin(least_difference, across - along);
    }
    return most_sum >= -radius && least_difference <= radius + own * table->bulge;
}

heading_range capsule_hides(const capsule *wall, double own)
{
    tangent low[2], high[2];
    for (int i = 0; i < 2; i++) {
        low[i] = tangent_to(wall->ends[i].x, wall->ends[i].y, wall->radius - own);
        high[i] = tangent_to(wall->ends[i].x, wall->ends[i].y, -wall->radius - own);
    }
    const int first = vector_cross(low[0].along, low[1].along) < 0;
    const int last = vector_cross(high[0].along, high[1].along) > 0;
    return (heading_range){ .low = low[first].along,
                            .high = high[last].along,
                            .length = fmax(low[first].length, high[last].length) };
}

/// One half of a wall: from the place nearest to the circle's centre to one end.
typedef struct half_wall {
    double near, far; ///< distances along the wall from the circle's centre; near >= 0 except for rounding
    double aside;     ///< signed distance of the wall's line from the circle's centre
    double radius;    ///< of the capsule
    double own;       ///< radius of the circle
} half_wall;

/// The point at which the circle enters the disc around one end of a half wall, as a direction.
///
/// @param along  position of the disc's centre along the wall
/// @param side   1 or -1: the side of the line between the centres
static vector disc_crossing(const half_wall *half, double along, int side)
{
    const double square = along * along + half->aside * half->aside, own = half->own;
    const double distance = fmax(sqrt(square), 1e-300);
    double cosine = (square + own * own - half->radius * half->radius) / (2 * distance * own);
    cosine = fmin(fmax(cosine, -1), 1);
    double sine = sqrt(1 - cosine * cosine);
    if (cosine > 0 && sine * own < GATE) {
        sine = fmin(GATE / own, 1);
        cosine = sqrt(1 - sine * sine);
    }
    const double x = along / distance, y = half->aside / distance;
    return (vector){ x * cosine - side * y * sine, y * cosine + side * x * sine };
}

/// The point at which the circle enters a half wall on one side, as a direction from its centre, along and across the
/// wall.
static vector half_crossing(const half_wall *half, int side)
{
    const double edge = half->aside + side * half->radius, own = half->own;
    if (fabs(edge) > own)
        return disc_crossing(half, half->near, side);
    const double along = sqrt(own * own - edge * edge);
    if (along > half->far)
        return disc_crossing(half, half->far, side);
    if (along < half->near)
        return disc_crossing(half, half->near, side);
    return (vector){ along / own, edge / own };
}

/// The heading at which a side leaves the circle at a point, which is given as a direction along and across a wall.
static vector heading_at(vector axis, vector place)
{
    return (vector){ -(place.x * axis.y + place.y * axis.x), place.x * axis.x - place.y * axis.y };
}

/// Adds the headings between the tangent to one end of the wall and the end of the arc: they are hidden as well.
static void add_hidden(covered_arc *arc, vector end, double difference)
{
    if (vector_dot(end, end) <= difference * difference)
        return;
    const tangent low = tangent_to(end.x, end.y, difference);
    arc->hides[arc->count++] = (heading_range){ .low = low.along,
                                                .high = arc->end,
                                                .is_wide = vector_cross(low.along, arc->end) < 0,
                                                .length = low.length };
}

/// The arc that one half of a wall covers. Returns false if that half lies within the circle.
static bool half_covers(vector near, vector far, double radius, double own, covered_arc *arc)
{
    const vector along = vector_between(near, far);
    const double length = sqrt(vector_dot(along, along)), end_distance = sqrt(vector_dot(far, far));
    if (length == 0 || end_distance + radius <= own)
        return false;
    const vector axis = { along.x / length, along.y / length };
    const half_wall half = { .near = vector_dot(near, axis),
                             .far = vector_dot(far, axis),
                             .aside = vector_cross(axis, near),
                             .radius = radius,
                             .own = own };
    *arc = (covered_arc){ .begin = heading_at(axis, half_crossing(&half, -1)),
                          .end = heading_at(axis, half_crossing(&half, 1)) };
    add_hidden(arc, far, radius - own);
    add_hidden(arc, near, radius - own);
    return true;
}

int capsule_covers(const capsule *wall, double own, covered_arc arcs[2])
{
    const vector nowhere = { 0, 0 };
    const double part = nearest_part(wall->ends[0], wall->ends[1], nowhere);
    const vector near = place_on(wall->ends[0], wall->ends[1], part);
    int count = 0;
    count += part > 0 && half_covers(near, wall->ends[0], wall->radius, own, &arcs[count]);
    count += part < 1 && half_covers(near, wall->ends[1], wall->radius, own, &arcs[count]);
    return count;
}

bool capsule_blocks(const capsule *wall, double own, double slope, double length)
{
    const double scale = 1 / sqrt(1 + slope * slope);
    vector ends[2];
    for (int i = 0; i < 2; i++) {
        const vector end = wall->ends[i];
        ends[i] = (vector){ (end.x + slope * end.y) * scale, (end.y - slope * end.x) * scale + own };
    }
    const vector begin = { 0, 0 }, stop = { length, 0 };
    if ((ends[0].y > 0) != (ends[1].y > 0)) {
        const double crossing = (ends[0].x * ends[1].y - ends[1].x * ends[0].y) / (ends[1].y - ends[0].y);
        if (crossing >= 0 && crossing <= length)
            return true;
    }
    return segment_distance(begin, stop, ends[0]) < wall->radius ||
           segment_distance(begin, stop, ends[1]) < wall->radius ||
           segment_distance(ends[0], ends[1], begin) < wall->radius ||
           segment_distance(ends[0], ends[1], stop) < wall->radius;
}
