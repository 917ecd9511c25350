#include "forest/enclosure.h"

#include "base/trig.h"

/// Rays lead along this direction, in which no scene on integers has its circles in line.
#define RAY_X (-0.95533648912560601964)
#define RAY_Y (-0.29552020666133957511)

#define FULL_TURN (2 * FW_PI)

/// Position angles on a circle that differ by less are the same.
#define SAME_ANGLE 1e-9

/// From places that are nearer to a circle no ray is cast, in tiles.
#define CLEAR_OF_CIRCLES 1e-6

/// A circle that a ray enters.
typedef struct ray_hit {
    const fw_forest *forest;
    double body;
    vector from;
    double after; ///< circles that are entered nearer do not count
    double along; ///< where it is entered; infinite: no circle is
    uint32_t slot;
} ray_hit;

static bool consider_hit(void *context, uint32_t slot)
{
    ray_hit *hit = context;
    const fw_tree *circle = &hit->forest->circles[slot];
    const double radius = circle->radius + hit->body;
    const double x = circle->x - hit->from.x, y = circle->y - hit->from.y;
    const double aside = x * RAY_Y - y * RAY_X, depth = radius * radius - aside * aside;
    if (depth <= 0)
        return true;
    const double along = x * RAY_X + y * RAY_Y - sqrt(depth);
    if (along > hit->after && along < hit->along) {
        hit->along = along;
        hit->slot = slot;
    }
    return true;
}

/// Looks for the next circle that the ray enters, in steps of a cell.
static void cast_ray(ray_hit *hit)
{
    const cells *grid = &hit->forest->grid;
    const double step = grid->side, reach = 0.5 * step + hit->body + FW_FOREST_TOUCH;
    const double to_right = (hit->from.x - grid->most_x - reach) / -RAY_X;
    const double to_bottom = (hit->from.y - grid->most_y - reach) / -RAY_Y;
    hit->along = INFINITY;
    for (double at = fmax(hit->after, fmax(to_right, to_bottom));; at += step) {
        const vector middle = { hit->from.x + (at + 0.5 * step) * RAY_X,
                                hit->from.y + (at + 0.5 * step) * RAY_Y };
        trees_near(hit->forest, middle.x, middle.y, reach, consider_hit, hit);
        const bool is_beyond = middle.x + reach < grid->left || middle.y + reach < grid->top;
        if (hit->along <= at + step || is_beyond)
            return;
    }
}

/// A walk along the outline of a cluster, with the cluster at one hand: position angles grow.
typedef struct outline_walk {
    const fw_forest *forest;
    double body;
    uint32_t slot;     ///< of the circle that is walked along
    uint32_t previous; ///< of the one before; NO_TREE at first
    double angle;      ///< where it was come to
    double turn;       ///< to where the next circle begins
    uint32_t next;     ///< of that; NO_TREE: none
    double far_angle;  ///< position angle on the next circle there
} outline_walk;

static double turned(double angle)
{
    const double turn = fmod(angle, FULL_TURN);
    return turn < 0 ? turn + FULL_TURN : turn;
}

/// Angle between the line to another circle's centre and to where the circles meet.
static double half_angle(double own, double other, double distance)
{
    return trig_acos((distance * distance + own * own - other * other) / (2 * distance * own));
}

static bool consider_neighbour(void *context, uint32_t slot)
{
    outline_walk *walk = context;
    const fw_tree *at = &walk->forest->circles[walk->slot], *other = &walk->forest->circles[slot];
    const double own = at->radius + walk->body, radius = other->radius + walk->body;
    const double x = other->x - at->x, y = other->y - at->y, distance = sqrt(x * x + y * y);
    if (slot == walk->slot || distance > own + radius + FW_FOREST_TOUCH || own == 0 || radius == 0)
        return true;
    const double toward = trig_atan2(y, x);
    double turn = turned(toward - half_angle(own, radius, distance) - walk->angle);
    if (slot == walk->previous)
        turn += turn < SAME_ANGLE ? FULL_TURN : 0;
    else if (turn > FULL_TURN - SAME_ANGLE)
        turn = 0;
    if (turn < walk->turn) {
        walk->turn = turn;
        walk->next = slot;
        walk->far_angle = toward + FW_PI + half_angle(radius, own, distance);
    }
    return true;
}

/// Finds where the outline goes over to the next circle.
static void find_corner(outline_walk *walk)
{
    const fw_tree *at = &walk->forest->circles[walk->slot];
    walk->turn = INFINITY;
    walk->next = NO_TREE;
    trees_near(walk->forest, at->x, at->y, at->radius + 2 * walk->body + FW_FOREST_TOUCH, consider_neighbour,
               walk);
}

/// Twice the area that an arc sweeps, seen from a place.
static double swept(const outline_walk *walk, vector from)
{
    const fw_tree *at = &walk->forest->circles[walk->slot];
    const double radius = at->radius + walk->body;
    double sine, cosine, end_sine, end_cosine;
    trig_sincos(walk->angle, &sine, &cosine);
    trig_sincos(walk->angle + walk->turn, &end_sine, &end_cosine);
    return radius * (radius * walk->turn + (at->x - from.x) * (end_sine - sine) -
                     (at->y - from.y) * (end_cosine - cosine));
}

/// How far along the ray a circle reaches.
static double ray_exit(const ray_hit *hit, uint32_t slot)
{
    const fw_tree *circle = &hit->forest->circles[slot];
    const double radius = circle->radius + hit->body;
    const double x = circle->x - hit->from.x, y = circle->y - hit->from.y;
    const double aside = x * RAY_Y - y * RAY_X, depth = radius * radius - aside * aside;
    return depth > 0 ? x * RAY_X + y * RAY_Y + sqrt(depth) : -INFINITY;
}

/// Walks around the outline that a ray has come to.
///
/// @param[in,out] hit  of a cluster that the place lies beside: the ray goes on behind it
/// @return the hollow that the outline encloses, or NO_HOLLOW
static hollow walk_around(ray_hit *hit)
{
    const fw_tree *first = &hit->forest->circles[hit->slot];
    const double x = hit->from.x + hit->along * RAY_X - first->x;
    const double y = hit->from.y + hit->along * RAY_Y - first->y;
    outline_walk walk = { .forest = hit->forest,
                          .body = hit->body,
                          .slot = hit->slot,
                          .previous = NO_TREE,
                          .angle = trig_atan2(y, x) };
    hollow begin = NO_HOLLOW, least = NO_HOLLOW;
    double area = 0;
    for (uint64_t left = 8 * (uint64_t)hit->forest->count + 8; left > 0; left--) {
        find_corner(&walk);
        area += begin == NO_HOLLOW ? 0 : swept(&walk, hit->from); // the first arc comes up whole at the end
        hit->after = fmax(hit->after, ray_exit(hit, walk.slot));
        if (walk.next == NO_TREE)
            return NO_HOLLOW; // a circle by itself
        const hollow corner = (uint64_t)walk.slot << 32 | walk.next;
        if (corner == begin)
            return area < 0 ? least : NO_HOLLOW;
        begin = begin == NO_HOLLOW ? corner : begin;
        least = corner < least ? corner : least;
        walk.previous = walk.slot;
        walk.slot = walk.next;
        walk.angle = walk.far_angle;
    }
    return UNKNOWN_HOLLOW;
}

/// True if a place keeps away from a circle so far that rounding does not matter to rays.
static bool keeps_away(void *context, uint32_t slot)
{
    const ray_hit *hit = context;
    const fw_tree *circle = &hit->forest->circles[slot];
    const double x = circle->x - hit->from.x, y = circle->y - hit->from.y;
    const double least = circle->radius + hit->body + CLEAR_OF_CIRCLES;
    return x * x + y * y >= least * least;
}

hollow enclosure_of(const fw_forest *forest, double body, vector place)
{
    ray_hit hit = { .forest = forest, .body = body, .from = place, .after = -FW_FOREST_TOUCH };
    if (forest->grid.width == 0)
        return NO_HOLLOW;
    if (!trees_near(forest, place.x, place.y, body + CLEAR_OF_CIRCLES, keeps_away, &hit))
        return UNKNOWN_HOLLOW;
    for (uint32_t clusters = 0; clusters <= forest->count; clusters++) {
        cast_ray(&hit);
        if (hit.along == INFINITY)
            return NO_HOLLOW;
        const hollow found = walk_around(&hit);
        if (found != NO_HOLLOW)
            return found;
    }
    return UNKNOWN_HOLLOW;
}
