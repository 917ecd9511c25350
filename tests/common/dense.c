#include "common/dense.h"

#include <math.h>
#include <stdlib.h>

#include "common/body_depth.h"

/// Samples a tile of what moves fastest, and most samples of one motion.
enum { SAMPLES_A_TILE = 24, FEWEST_SAMPLES = 12, MOST_SAMPLES = 3000 };

/// A segment, or a turn on the spot.
typedef struct motion {
    const fw_segment *segment; ///< null: a turn
    fw_pose at;
    double turn;
} motion;

fw_pose dense_pose(const fw_segment *segment, double distance)
{
    const double run = segment->gear == FW_REVERSE ? -distance : distance;
    const double half = segment->curvature * run / 2;
    const double chord = half == 0 ? run : run * (sin(half) / half);
    const fw_pose start = segment->start;
    return (fw_pose){ start.x + chord * cos(start.heading + half),
                      start.y + chord * sin(start.heading + half), start.heading + 2 * half };
}

static fw_pose pose_of(const motion *moving, double share)
{
    if (moving->segment)
        return dense_pose(moving->segment, share * moving->segment->length);
    return (fw_pose){ moving->at.x, moving->at.y, moving->at.heading + share * moving->turn };
}

bool dense_is_blocked(const dense_world *world, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= world->width || y >= world->height || world->blocked[y * world->width + x];
}

/// A centre within the tile overlaps by its way out besides.
static double circle_depth(double radius, double x, double y)
{
    const double dx = fabs(x) - 0.5, dy = fabs(y) - 0.5;
    if (dx <= 0 && dy <= 0)
        return radius - fmax(dx, dy);
    return radius - hypot(fmax(dx, 0), fmax(dy, 0));
}

static double depth_in(const fw_footprint *body, fw_pose at, int64_t x, int64_t y)
{
    const double dx = at.x - (double)x - 0.5, dy = at.y - (double)y - 0.5;
    return body->kind == FW_FOOTPRINT_CIRCLE ? circle_depth(body->radius, dx, dy)
                                             : body_depth(body, at, (double)x, (double)y);
}

double dense_depth_at(const dense_world *world, fw_pose at)
{
    double depth = -INFINITY;
    for (int64_t y = -2; y < world->height + 2; y++)
        for (int64_t x = -2; x < world->width + 2; x++)
            if (dense_is_blocked(world, x, y))
                depth = fmax(depth, depth_in(&world->unit->footprint, at, x, y));
    return depth;
}

/// The greatest depth between two shares, by sections.
static double refined(const dense_world *world, const motion *moving, double low, double high, int64_t x,
                      int64_t y)
{
    const fw_footprint *body = &world->unit->footprint;
    double best = -INFINITY;
    for (int i = 0; i < 40; i++) {
        const double third = (high - low) / 3;
        const double a = depth_in(body, pose_of(moving, low + third), x, y);
        const double b = depth_in(body, pose_of(moving, high - third), x, y);
        best = fmax(best, fmax(a, b));
        if (a < b)
            low += third;
        else
            high -= third;
    }
    return best;
}

/// The best samples, and the best places between their neighbours.
static double deepest_in(const dense_world *world, const motion *moving, const fw_pose *samples, int count,
                         double stride, int64_t x, int64_t y)
{
    const fw_footprint *body = &world->unit->footprint;
    double best = -INFINITY, before = -INFINITY, now = depth_in(body, samples[0], x, y);
    for (int i = 0; i <= count; i++) {
        const double after = i < count ? depth_in(body, samples[i + 1], x, y) : -INFINITY;
        if (now >= before && now >= after && now + stride > fmax(best, -stride)) {
            best = fmax(best, now);
            best =
                fmax(best, refined(world, moving, fmax(i - 1, 0) / count, fmin(i + 1, count) / count, x, y));
        }
        before = now;
        now = after;
    }
    return best;
}

/// @param distance  that the fastest point of the body covers
static double deepest(const dense_world *world, const motion *moving, double distance)
{
    static fw_pose samples[MOST_SAMPLES + 1];
    const int count = (int)fmin(fmax(ceil(distance * SAMPLES_A_TILE), FEWEST_SAMPLES), MOST_SAMPLES);
    const double stride = distance / count, reach = body_farthest(&world->unit->footprint) + stride;
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY, depth = -INFINITY;
    for (int i = 0; i <= count; i++) {
        samples[i] = pose_of(moving, (double)i / count);
        left = fmin(left, samples[i].x - reach);
        right = fmax(right, samples[i].x + reach);
        top = fmin(top, samples[i].y - reach);
        bottom = fmax(bottom, samples[i].y + reach);
    }
    for (int64_t y = -2; y < world->height + 2; y++)
        for (int64_t x = -2; x < world->width + 2; x++)
            if (dense_is_blocked(world, x, y) && (double)x <= right && (double)x + 1 >= left &&
                (double)y <= bottom && (double)y + 1 >= top)
                depth = fmax(depth, deepest_in(world, moving, samples, count, stride, x, y));
    return depth;
}

/// Far outside of the map nothing is sampled.
static bool leaves_the_map(const dense_world *world, const fw_segment *segment)
{
    const fw_pose ends = dense_pose(segment, segment->length);
    return ends.x < -1 || ends.y < -1 || ends.x > world->width + 1 || ends.y > world->height + 1;
}

double dense_depth_along(const dense_world *world, const fw_segment *segment)
{
    const double curvature = fabs(segment->curvature);
    fw_segment once = *segment;
    if (leaves_the_map(world, segment))
        return INFINITY;
    once.length = fmin(once.length, 2 * FW_PI / curvature);
    return deepest(world, &(motion){ .segment = &once },
                   once.length * (1 + curvature * body_farthest(&world->unit->footprint)));
}

double dense_depth_turning(const dense_world *world, fw_pose at, double turn)
{
    return deepest(world, &(motion){ .at = at, .turn = turn },
                   fabs(turn) * body_farthest(&world->unit->footprint));
}

dense_verdict dense_verdict_of(double depth)
{
    if (depth > 2 * FW_TOUCH)
        return DENSE_ILLEGAL;
    return depth > 1e-9 ? DENSE_OPEN : DENSE_LEGAL; // sums of doubles: a millionth of a touch or less
}

dense_verdict dense_worse(dense_verdict a, dense_verdict b)
{
    return a > b ? a : b;
}
