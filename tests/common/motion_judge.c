#include "common/motion_judge.h"

#include <math.h>
#include <stdlib.h>

#include "common/unit.h"

/// Bodies may overlap by this much, in tiles; times, speeds and places may differ by rounding errors.
#define DEEPEST  1e-6
#define ROUNDING 1e-7

/// Parts into which the time between two states is cut where bodies are near each other.
enum { PARTS = 16 };

typedef struct body {
    double radius, top, acceleration, turn_radius;
    double x, y, vx, vy;                 ///< now
    double was_x, was_y, was_vx, was_vy; ///< at the last state
    double heading, was_heading;
    double speed, was_speed; ///< negative in reverse
    bool is_excused;
} body;

struct motion_judge {
    const fw_map *map;
    int32_t count;
    bool has_seen;
    double gap, wall_gap, widest;
    body *bodies;
    int32_t *sorted; ///< by x
};

motion_judge *motion_judge_create(const fw_map *map, int32_t count)
{
    motion_judge *judge = calloc(1, sizeof *judge);
    assert_non_null(judge);
    judge->map = map;
    judge->count = count;
    judge->gap = judge->wall_gap = INFINITY;
    judge->bodies = calloc((size_t)count, sizeof *judge->bodies);
    judge->sorted = calloc((size_t)count, sizeof *judge->sorted);
    assert_non_null(judge->bodies);
    assert_non_null(judge->sorted);
    for (int32_t i = 0; i < count; i++)
        judge->sorted[i] = i;
    return judge;
}

void motion_judge_destroy(motion_judge *judge)
{
    free(judge->bodies);
    free(judge->sorted);
    free(judge);
}

void motion_judge_limit(motion_judge *judge, int32_t index, double radius, double top, double acceleration)
{
    judge->bodies[index] = (body){ .radius = radius, .top = top, .acceleration = acceleration };
    judge->widest = fmax(judge->widest, radius);
}

void motion_judge_drives(motion_judge *judge, int32_t index, double turn_radius)
{
    judge->bodies[index].turn_radius = turn_radius;
}

/// Distance from a point to a tile.
static double distance_to_tile(double x, double y, int32_t tile_x, int32_t tile_y)
{
    const double dx = fmax(fmax(tile_x - x, x - tile_x - 1), 0),
                 dy = fmax(fmax(tile_y - y, y - tile_y - 1), 0);
    return hypot(dx, dy);
}

static double wall_gap_at(const motion_judge *judge, const body *body, double x, double y)
{
    const double reach = body->radius + 1;
    double gap = INFINITY;
    for (int32_t ty = (int32_t)floor(y - reach); ty <= (int32_t)floor(y + reach); ty++)
        for (int32_t tx = (int32_t)floor(x - reach); tx <= (int32_t)floor(x + reach); tx++)
            if (fw_map_terrain(judge->map, tx, ty) == FW_BLOCKED)
                gap = fmin(gap, distance_to_tile(x, y, tx, ty) - body->radius);
    return gap;
}

static void judge_wall(motion_judge *judge, body *body, int32_t index)
{
    const double gap = wall_gap_at(judge, body, body->x, body->y);
    body->is_excused = body->is_excused && gap < 0;
    if (body->is_excused)
        return;
    if (gap < -DEEPEST)
        fail_msg("unit %d is %g tiles deep in a wall at %.9f, %.9f", index + 1, -gap, body->x, body->y);
    judge->wall_gap = fmin(judge->wall_gap, gap);
}

/// The acceleration along the velocity and across it; where the unit stands, as a whole.
static void judge_rate(const body *body, int32_t index, double ax, double ay, double vx, double vy)
{
    const double speed = hypot(vx, vy), most = body->acceleration * (1 + 1e-6) + 1e-6;
    const bool stands = speed < 1e-5;
    const double along = stands ? hypot(ax, ay) : (ax * vx + ay * vy) / speed;
    const double across = stands ? 0 : (ax * vy - ay * vx) / speed;
    if (fabs(along) > most || fabs(across) > most)
        fail_msg("unit %d accelerates at %.9g along and %.9g across, more than %.9g", index + 1, along,
                 across, body->acceleration);
}

/// A drive on lines and arcs of curvature up to 1 / R: over a length s the heading changes by at most s / R, and the
/// place differs from s tiles straight on by at most s^2 / 2R.
static void judge_drive(const body *body, int32_t index, double dt)
{
    const double length = (body->was_speed + body->speed) / 2 * dt, radius = body->turn_radius;
    const double turn = fabs(remainder(body->heading - body->was_heading, 2 * FW_PI));
    const double rate = fabs(body->speed - body->was_speed) / dt;
    if (rate > body->acceleration * (1 + 1e-6) + 1e-6)
        fail_msg("unit %d accelerates at %.9g, more than %.9g", index + 1, rate, body->acceleration);
    if (turn > fabs(length) / radius + ROUNDING)
        fail_msg("unit %d turns by %.9g over %.9g tiles, with a radius of %.9g", index + 1, turn, length,
                 radius);
    const double fastest = fmax(fabs(body->speed), fabs(body->was_speed));
    if (fastest * turn / dt > body->acceleration * (1 + 1e-6) + fastest * ROUNDING / dt)
        fail_msg("unit %d accelerates at %.9g across", index + 1, fastest * turn / dt);
    const double x = body->was_x + length * cos(body->was_heading),
                 y = body->was_y + length * sin(body->was_heading);
    if (hypot(x - body->x, y - body->y) > length * length / (2 * radius) + ROUNDING)
        fail_msg("unit %d leaves its curve by %g tiles at %g, %g", index + 1, hypot(x - body->x, y - body->y),
                 body->x, body->y);
}

static void judge_motion(const body *body, int32_t index, double dt)
{
    const double speed = hypot(body->vx, body->vy);
    if (speed > body->top * (1 + 1e-9))
        fail_msg("unit %d drives %.12g, more than its top speed %.12g", index + 1, speed, body->top);
    if (body->turn_radius > 0) {
        judge_drive(body, index, dt);
        return;
    }
    const double x = body->was_x + (body->was_vx + body->vx) / 2 * dt,
                 y = body->was_y + (body->was_vy + body->vy) / 2 * dt;
    if (hypot(x - body->x, y - body->y) > ROUNDING)
        fail_msg("unit %d jumps by %g tiles at %g, %g", index + 1, hypot(x - body->x, y - body->y), body->x,
                 body->y);
    const double ax = (body->vx - body->was_vx) / dt, ay = (body->vy - body->was_vy) / dt;
    judge_rate(body, index, ax, ay, body->was_vx, body->was_vy);
    judge_rate(body, index, ax, ay, body->vx, body->vy);
}

/// Place of a body at a share of the time since the last state.
static double place_at(double was, double was_v, double v, double share, double dt)
{
    return was + share * dt * (was_v + (v - was_v) * share / 2);
}

/// Least distance of two bodies' centres since the last state.
static double least_distance(const body *a, const body *b, double dt)
{
    double least = INFINITY;
    for (int part = 0; part <= PARTS; part++) {
        const double share = (double)part / PARTS;
        const double dx =
            place_at(a->was_x, a->was_vx, a->vx, share, dt) - place_at(b->was_x, b->was_vx, b->vx, share, dt);
        const double dy =
            place_at(a->was_y, a->was_vy, a->vy, share, dt) - place_at(b->was_y, b->was_vy, b->vy, share, dt);
        least = fmin(least, hypot(dx, dy));
    }
    return least;
}

static void judge_pair(motion_judge *judge, int32_t i, int32_t j, double dt)
{
    const body *a = &judge->bodies[i], *b = &judge->bodies[j];
    const double now = hypot(a->x - b->x, a->y - b->y) - a->radius - b->radius;
    const double gap = judge->has_seen && now < 2 * dt * (a->top + b->top)
                           ? least_distance(a, b, dt) - a->radius - b->radius
                           : now;
    if (gap < -DEEPEST)
        fail_msg("units %d and %d overlap by %g tiles at %.9f, %.9f", i + 1, j + 1, -gap, a->x, a->y);
    judge->gap = fmin(judge->gap, gap);
}

/// Sorts by x, beginning with the last order.
static void sort(motion_judge *judge)
{
    for (int32_t i = 1; i < judge->count; i++) {
        const int32_t moved = judge->sorted[i];
        int32_t at = i;
        for (; at > 0 && judge->bodies[judge->sorted[at - 1]].x > judge->bodies[moved].x; at--)
            judge->sorted[at] = judge->sorted[at - 1];
        judge->sorted[at] = moved;
    }
}

void motion_judge_see(motion_judge *judge, const fw_agent_state *states, double dt)
{
    for (int32_t i = 0; i < judge->count; i++) {
        body *body = &judge->bodies[i];
        body->was_x = body->x;
        body->was_y = body->y;
        body->was_vx = body->vx;
        body->was_vy = body->vy;
        body->x = states[i].pose.x;
        body->y = states[i].pose.y;
        body->was_heading = body->heading;
        body->was_speed = body->speed;
        body->heading = states[i].pose.heading;
        body->speed = states[i].gear == FW_REVERSE ? -states[i].speed : states[i].speed;
        body->vx = body->speed * cos(body->heading);
        body->vy = body->speed * sin(body->heading);
        if (judge->has_seen)
            judge_motion(body, i, dt);
        judge_wall(judge, body, i);
    }
    sort(judge);
    for (int32_t i = 0; i < judge->count; i++) {
        const body *first = &judge->bodies[judge->sorted[i]];
        for (int32_t j = i + 1; j < judge->count; j++) {
            const body *second = &judge->bodies[judge->sorted[j]];
            if (second->x - first->x > first->radius + judge->widest + 1)
                break;
            judge_pair(judge, judge->sorted[i], judge->sorted[j], dt);
        }
    }
    judge->has_seen = true;
}

void motion_judge_excuse(motion_judge *judge)
{
    for (int32_t i = 0; i < judge->count; i++)
        judge->bodies[i].is_excused = true;
}

double motion_judge_gap(const motion_judge *judge)
{
    return judge->gap;
}

double motion_judge_wall_gap(const motion_judge *judge)
{
    return judge->wall_gap;
}
