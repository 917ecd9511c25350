#include "curve/free_place.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/box.h"
#include "base/trig.h"
#include "curve/contact_curve.h"
#include "fairway/path.h"
#include "map/overlay.h"

/// Distances and directions that differ by less count as equal: mirrored worlds round differently.
#define SAME_DISTANCE  1e-12
#define SAME_DIRECTION 1e-9

/// A body may overlap others by this much, as it may tiles.
#define SLIP (FW_TOUCH / 2)

/// Places beside a border between two anchors, so that it is clear which anchor they belong to, are so far from it, in
/// tiles.
#define BESIDE 1e-9

/// A square with more curves than fit into contact_curves is divided, down to this side.
#define LEAST_SQUARE (1.0 / 64)

/// Least half of a side of a rectangle, in tiles: sides without length have no direction.
#define LEAST_HALF 1e-9

/// So many tiles that are passed by are as much work as a square in which places are tried.
enum { PASSED_BY = 32 };

/// A body as it faces, about its pose: a disc, or a convex polygon.
typedef struct shape {
    bool is_round;
    double radius;                   ///< of a round body
    int32_t corner_count;            ///< of a polygon
    vector corners[FW_MOST_CORNERS]; ///< [corner * corner_count] clockwise on the screen
    fw_box around;                   ///< the box around it
    double inner;                    ///< radius of a circle around the pose within it
} shape;

/// The search for the nearest place. Positions are those of the point that is judged: the body's centre less `lift`.
typedef struct free_place {
    const free_place_query *query;
    shape shape, body;
    shape certain; ///< the part of `shape` that must overlap nothing: all of it if the body decides
    vector from;
    double best;       ///< distance of the best place so far, or the greatest that is allowed
    double best_angle; ///< its direction, clockwise from east; infinite: no place yet
    fw_pose place;     ///< the best place; its centre
    uint64_t looked; ///< tiles that were passed by, and PASSED_BY for each square in which places were tried
    uint64_t most;   ///< of `looked`
} free_place;

static shape disc_of(double radius)
{
    return (shape){ .is_round = true, .radius = radius, .around = { -radius, -radius, radius, radius } };
}

/// The side of a polygon that begins at a corner.
typedef struct side {
    vector from, along;
    double length;
    double across_x, across_y; ///< unit vector, outward
    double reach;              ///< distance of the side's line from the pose, along the unit vector
} side;

static side side_of(const shape *polygon, int32_t index)
{
    const vector from = polygon->corners[index], to = polygon->corners[(index + 1) % polygon->corner_count];
    side side = { .from = from, .along = vector_between(from, to), .length = vector_distance(from, to) };
    side.across_x = side.along.y / side.length;
    side.across_y = -side.along.x / side.length;
    side.reach = from.x * side.across_x + from.y * side.across_y;
    return side;
}

static int32_t corners_of(const fw_footprint *footprint, fw_corner corners[FW_MOST_CORNERS])
{
    if (footprint->kind == FW_FOOTPRINT_POLYGON) {
        memcpy(corners, footprint->corners, (size_t)footprint->corner_count * sizeof *corners);
        return footprint->corner_count;
    }
    const double half_length = fmax(footprint->length / 2, LEAST_HALF),
                 half_width = fmax(footprint->width / 2, LEAST_HALF);
    const double front = footprint->ahead + half_length, rear = footprint->ahead - half_length;
    const double right = footprint->aside + half_width, left = footprint->aside - half_width;
    corners[0] = (fw_corner){ front, right };
    corners[1] = (fw_corner){ rear, right };
    corners[2] = (fw_corner){ rear, left };
    corners[3] = (fw_corner){ front, left };
    return 4;
}

static shape shape_of(const fw_footprint *footprint, double heading)
{
    if (footprint->kind == FW_FOOTPRINT_CIRCLE)
        return disc_of(footprint->radius);
    fw_corner corners[FW_MOST_CORNERS];
    shape made = { .corner_count = corners_of(footprint, corners), .around = EMPTY_BOX, .inner = INFINITY };
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    for (int32_t i = 0; i < made.corner_count; i++) {
        const double x = corners[i].ahead * cosine - corners[i].aside * sine,
                     y = corners[i].ahead * sine + corners[i].aside * cosine;
        made.corners[i] = (vector){ x, y };
        box_take_in(&made.around, x, y);
    }
    for (int32_t i = 0; i < made.corner_count; i++)
        made.inner = fmin(made.inner, side_of(&made, i).reach);
    return made;
}

static bool is_open(const free_place *search, int64_t x, int64_t y)
{
    const free_place_query *query = search->query;
    return layer_fits_anywhere(query->open, x, y) &&
           (!query->overlay || (overlay_free(query->overlay, query->open->size, (int32_t)x, (int32_t)y) & 1));
}

/// Distance of a point from a body whose pose lies at the origin; 0 inside.
static double distance_from_body(const shape *body, double x, double y)
{
    if (body->is_round)
        return fmax(hypotenuse(x, y) - body->radius, 0);
    double nearest = INFINITY;
    bool is_inside = true;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const side side = side_of(body, i);
        const double dx = x - side.from.x, dy = y - side.from.y;
        const double along = (dx * side.along.x + dy * side.along.y) / side.length;
        const double beyond = along - fmin(fmax(along, 0), side.length);
        const double across = dx * side.across_x + dy * side.across_y;
        is_inside = is_inside && across <= 0;
        nearest = fmin(nearest, hypotenuse(beyond, across));
    }
    return is_inside ? 0 : nearest;
}

static bool is_taken(const free_place *search, fw_pose centre)
{
    const free_place_query *query = search->query;
    for (int32_t i = 0; i < query->taken_count; i++) {
        const fw_tree *disc = &query->taken[i];
        if (distance_from_body(&search->body, disc->x - centre.x, disc->y - centre.y) < disc->radius - SLIP)
            return true;
    }
    return false;
}

/// The direction of a vector, clockwise on the screen from east; 0 .. 2 pi.
static double direction_of(double dx, double dy)
{
    const double angle = trig_atan2(dy, dx);
    return angle < -SAME_DIRECTION ? angle + 2 * FW_PI : angle;
}

/// Takes a place if it is nearer than the best one, or as near and earlier clockwise from east.
static void offer(free_place *search, double x, double y)
{
    const double dx = x - search->from.x, dy = y - search->from.y, away = hypotenuse(dx, dy);
    if (!(away <= search->best + SAME_DISTANCE))
        return;
    const double angle = direction_of(dx, dy);
    if (away >= search->best - SAME_DISTANCE && angle >= search->best_angle - SAME_DIRECTION)
        return;
    const double lift = search->query->lift;
    const fw_pose centre = { x + lift, y + lift, search->query->from.heading };
    if (is_taken(search, centre) || !search->query->may_stand(search->query->context, centre))
        return;
    search->best = away;
    search->best_angle = angle;
    search->place = centre;
}

/// Adds the lines on which the point lies when the body touches a side of a tile, or lies as far left or up as it may.
static void add_sides(const free_place *search, contact_curves *curves)
{
    const shape *shape = &search->shape;
    const double least = search->query->least - search->query->lift;
    contact_curves_add_line(curves, 1, 0, least);
    contact_curves_add_line(curves, 0, 1, least);
    const double ends_x[] = { shape->around.min_x, shape->around.max_x },
                 ends_y[] = { shape->around.min_y, shape->around.max_y };
    for (int end = 0; end < 2; end++) {
        const double across = ends_x[end], down = ends_y[end];
        for (double line = ceil(curves->x + across); line <= curves->x + curves->side + across; line++)
            contact_curves_add_line(curves, 1, 0, line - across);
        for (double line = ceil(curves->y + down); line <= curves->y + curves->side + down; line++)
            contact_curves_add_line(curves, 0, 1, line - down);
    }
}

/// Adds the lines on both sides of the borders between anchors: a corridor ends at some of them.
static void add_anchor_borders(const free_place *search, contact_curves *curves)
{
    const double first = search->query->least - search->query->lift, side = curves->side;
    for (int beside = -1; beside <= 1; beside += 2) {
        const double off = first + beside * BESIDE;
        for (double line = ceil(curves->x - off); line <= curves->x + side - off; line++)
            contact_curves_add_line(curves, 1, 0, line + off);
        for (double line = ceil(curves->y - off); line <= curves->y + side - off; line++)
            contact_curves_add_line(curves, 0, 1, line + off);
    }
}

/// Adds the curves on which the point lies when the body touches a disc; a disc of radius 0 is a corner of tiles.
static void add_disc(const shape *body, double x, double y, double radius, contact_curves *curves)
{
    if (body->is_round)
        contact_curves_add_circle(curves, x, y, body->radius + radius);
    for (int32_t i = 0; i < body->corner_count; i++) {
        const side side = side_of(body, i);
        contact_curves_add_line(curves, side.across_x, side.across_y,
                                x * side.across_x + y * side.across_y - side.reach - radius);
        if (radius > 0)
            contact_curves_add_circle(curves, x - side.from.x, y - side.from.y, radius);
    }
}

/// True if blocked tiles stick out at a corner of tiles: one of the four around it is blocked, or two that meet only
/// there.
static bool sticks_out(const free_place *search, int64_t x, int64_t y)
{
    const bool nw = !is_open(search, x - 1, y - 1), ne = !is_open(search, x, y - 1);
    const bool sw = !is_open(search, x - 1, y), se = !is_open(search, x, y);
    const int blocked = nw + ne + sw + se;
    return blocked == 1 || (blocked == 2 && nw == se);
}

/// Adds the curves of the corners around the square that blocked tiles have.
static void add_corners(const free_place *search, contact_curves *curves)
{
    const shape *shape = &search->shape;
    const int64_t left = (int64_t)floor(curves->x + shape->around.min_x);
    const int64_t right = (int64_t)ceil(curves->x + curves->side + shape->around.max_x);
    const int64_t top = (int64_t)floor(curves->y + shape->around.min_y);
    const int64_t bottom = (int64_t)ceil(curves->y + curves->side + shape->around.max_y);
    for (int64_t y = top; y <= bottom; y++)
        for (int64_t x = left; x <= right; x++)
            if (sticks_out(search, x, y))
                add_disc(shape, (double)x, (double)y, 0, curves);
}

static void add_taken(const free_place *search, contact_curves *curves)
{
    const free_place_query *query = search->query;
    for (int32_t i = 0; i < query->taken_count; i++)
        add_disc(&search->body, query->taken[i].x - query->lift, query->taken[i].y - query->lift,
                 query->taken[i].radius, curves);
}

/// Offers the place on the grid in a tile, or the nearest of those in its corners.
static void offer_grid(free_place *search, int32_t x, int32_t y)
{
    const double grid = search->query->grid;
    if (grid == 0.5)
        offer(search, x + 0.5, y + 0.5);
    else if (grid == 1)
        offer(search, search->from.x < x + 0.5 ? x : x + 1, search->from.y < y + 0.5 ? y : y + 1);
}

/// The distance of a position from an interval.
static double gap(double position, double low, double length)
{
    return fmax(fmax(low - position, position - low - length), 0);
}

/// True if a place at this distance along each axis may be as near as the best one.
static bool is_near(const free_place *search, double across, double down)
{
    return across * across + down * down <= (search->best + SAME_DISTANCE) * (search->best + SAME_DISTANCE);
}

/// Offers the points of the curves nearest to the body, and the points where two curves meet.
static void offer_contacts(free_place *search, const contact_curves *curves)
{
    for (int32_t i = 0; i < curves->count; i++) {
        const vector near = contact_curve_nearest(&curves->items[i], search->from);
        offer(search, near.x, near.y);
    }
    for (int32_t i = 0; i < curves->count; i++)
        for (int32_t k = i + 1; k < curves->count; k++) {
            vector meet[2];
            for (int n = contact_curves_meet(&curves->items[i], &curves->items[k], meet); n > 0; n--)
                offer(search, meet[n - 1].x, meet[n - 1].y);
        }
}

/// Tries the places in a square where the body touches something. A square with too many curves is divided.
static void search_square(free_place *search, double x, double y, double side)
{
    if (search->looked >= search->most ||
        !is_near(search, gap(search->from.x, x, side), gap(search->from.y, y, side)))
        return;
    search->looked += PASSED_BY;
    contact_curves curves;
    curves.x = x;
    curves.y = y;
    curves.side = side;
    curves.near = search->from;
    curves.most = search->best;
    curves.is_full = false;
    curves.count = 0;
    add_sides(search, &curves);
    add_corners(search, &curves);
    if (overlay_has_corridor(search->query->overlay))
        add_anchor_borders(search, &curves);
    add_taken(search, &curves);
    if (!curves.is_full || side <= LEAST_SQUARE) {
        offer_contacts(search, &curves);
        return;
    }
    for (int quarter = 0; quarter < 4; quarter++)
        search_square(search, x + side / 2 * (quarter & 1), y + side / 2 * (quarter >> 1), side / 2);
}

/// The part of a row, relative to the pose, that lies within a shape by more than FW_TOUCH.
///
/// @param[out] left, right  the part, without its ends; left >= right if there is none
static void row_within(const shape *shape, double down, double *left, double *right)
{
    if (shape->is_round) {
        const double inner = fmax(shape->radius - FW_TOUCH, 0), square = inner * inner - down * down;
        *right = sqrt(fmax(square, 0));
        *left = -*right;
        return;
    }
    *left = shape->around.min_x;
    *right = shape->around.max_x;
    for (int32_t i = 0; i < shape->corner_count; i++) {
        const side side = side_of(shape, i);
        const double rest = side.reach - FW_TOUCH - side.across_y * down;
        if (side.across_x > 0)
            *right = fmin(*right, rest / side.across_x);
        else if (side.across_x < 0)
            *left = fmax(*left, rest / side.across_x);
        else if (rest <= 0)
            *right = *left;
    }
}

/// True if a tile that is not open overlaps the shape wherever in another tile that stands. Both tiles have the same
/// offset of their corners, and a shape that holds this offset reaches into the one from each place in the other.
static bool is_hopeless(const free_place *search, int32_t x, int32_t y)
{
    const shape *shape = &search->certain;
    for (int32_t dy = (int32_t)ceil(shape->around.min_y); dy <= shape->around.max_y; dy++) {
        double left, right;
        row_within(shape, dy, &left, &right);
        for (int32_t dx = (int32_t)floor(left) + 1; dx < right; dx++)
            if (!is_open(search, x + dx, y + dy))
                return true;
    }
    return false;
}

static void search_tile(free_place *search, int32_t x, int32_t y)
{
    offer_grid(search, x, y);
    if (is_hopeless(search, x, y))
        search->looked++;
    else
        search_square(search, x, y, 1);
}

/// The next open tile of a row from a tile on, in a direction; -1 or the width if there is none.
static int32_t next_open(const layer *open, int32_t x, int32_t y, int step)
{
    const uint64_t *row = layer_row(open, y);
    while (x >= 0 && x < open->width) {
        const int32_t word = x >> WORD_SHIFT, bit = x & (WORD_BITS - 1);
        const uint64_t rest = step > 0 ? row[word] >> bit << bit : row[word] & bits_below(bit + 1);
        if (rest)
            return (word << WORD_SHIFT) + (step > 0 ? bits_lowest(rest) : bits_highest(rest));
        x = step > 0 ? (word + 1) << WORD_SHIFT : (word << WORD_SHIFT) - 1;
    }
    return step > 0 ? open->width : -1;
}

static int32_t tile_near(double position, int32_t side)
{
    return (int32_t)fmin(fmax(floor(position), 0), side - 1.0);
}

/// How far to each side the tiles of a row are nearer than all places.
static double hopeless_length(const free_place *search, int32_t y)
{
    const double closest = search->query->closest, down = fmax(y + 1 - search->from.y, search->from.y - y);
    return closest > down ? sqrt(closest * closest - down * down) : 0;
}

/// Tries the places in the open tiles of a row, from the middle outward.
static void search_row(free_place *search, int32_t middle, int32_t y)
{
    const layer *open = search->query->open;
    const double down = gap(search->from.y, y, 1), off = hopeless_length(search, y);
    const int32_t left = tile_near(search->from.x - off, middle + 1),
                  right = (int32_t)fmin(fmax(middle + 1, floor(search->from.x + off)), open->width);
    for (int step = -1; step <= 1; step += 2)
        for (int32_t x = next_open(open, step < 0 ? left : right, y, step);
             x >= 0 && x < open->width && search->looked < search->most &&
             is_near(search, gap(search->from.x, x, 1), down);
             x = next_open(open, x + step, y, step))
            search_tile(search, x, y);
}

bool free_place_find(const free_place_query *query, fw_pose *place, uint64_t *work)
{
    free_place search = { .query = query,
                          .shape = shape_of(&query->shape, query->from.heading),
                          .body = shape_of(&query->body, query->from.heading),
                          .from = { query->from.x - query->lift, query->from.y - query->lift },
                          .best = query->most,
                          .best_angle = INFINITY,
                          .most = query->most_work ? query->most_work * PASSED_BY : UINT64_MAX };
    search.certain = query->grid == 0 ? search.shape : disc_of(fmax(search.shape.inner, 0));
    const layer *open = query->open;
    const int32_t column = tile_near(search.from.x, open->width),
                  row = tile_near(search.from.y, open->height);
    offer(&search, search.from.x, search.from.y);
    bool goes_on = true;
    for (int32_t off = 0; goes_on && search.looked < search.most; off++) {
        goes_on = false;
        for (int side = off ? -1 : 1; side <= 1; side += 2) {
            const int32_t y = row + side * off;
            if (y < 0 || y >= open->height || !is_near(&search, 0, gap(search.from.y, y, 1)))
                continue;
            search_row(&search, column, y);
            goes_on = true;
        }
    }
    const bool is_found = search.best_angle < INFINITY && search.looked < search.most;
    if (work)
        *work = search.looked / PASSED_BY;
    if (is_found)
        *place = search.place;
    return is_found;
}
