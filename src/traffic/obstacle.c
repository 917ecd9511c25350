#include "traffic/obstacle.h"

#include <math.h>

#include "traffic/place.h"
#include "traffic/reservation.h"

/// How much nearer than now a unit may come to an obstacle that it overlaps: less than a rounding error matters, in
/// tiles.
#define NEARER 1e-6

double obstacle_speed(const obstacle *body)
{
    return sqrt(body->vx * body->vx + body->vy * body->vy);
}

double obstacle_range(const obstacle *body)
{
    return OBSTACLE_AHEAD * obstacle_speed(body);
}

/// The motion that is expected of an obstacle from a knot on.
static reservation expected(const obstacle *body, int64_t first)
{
    reservation plan = { .first = first };
    for (;; plan.count++) {
        const double passed = (double)(first + plan.count) * FW_TRAFFIC_KNOT - body->time;
        const double time = fmin(fmax(passed, 0), OBSTACLE_AHEAD);
        const bool stands = passed >= OBSTACLE_AHEAD || plan.count == MOST_KNOTS;
        plan.knots[plan.count] = (knot){ .x = body->x + body->vx * time,
                                         .y = body->y + body->vy * time,
                                         .vx = stands ? 0 : body->vx,
                                         .vy = stands ? 0 : body->vy };
        if (stands)
            break;
    }
    return plan;
}

/// True if a body at a place overlaps where one obstacle is expected to stop.
static bool stops_at(const obstacle *body, double x, double y, double radius)
{
    const double to_x = body->x + OBSTACLE_AHEAD * body->vx, to_y = body->y + OBSTACLE_AHEAD * body->vy;
    return apart(x, y, to_x, to_y) < radius + body->radius - NEARER;
}

bool obstacle_meets(const obstacle *body, double radius, double top, const reservation *made,
                    const fw_box *box, int64_t first)
{
    const double radii = radius + body->radius, reach = radii + PAIR_ROOM, ahead = obstacle_range(body);
    const double most = ahead + reach;
    if (body->x < box->min_x - most || body->x > box->max_x + most || body->y < box->min_y - most ||
        body->y > box->max_y + most)
        return false;
    const knot *at = reservation_at(made, first), *stop = reservation_stop(made);
    if (stops_at(body, stop->x, stop->y, radius))
        return true;
    const reservation plan = expected(body, first);
    const double now = apart(at->x, at->y, plan.knots[0].x, plan.knots[0].y);
    const double kept = fmin(radii, fmax(now - PAIR_ROOM - NEARER, 0));
    return !reservations_are_apart(made, &plan, kept, top + obstacle_speed(body), first);
}

bool obstacles_meet(const obstacles *all, double radius, double top, const reservation *made, int64_t first)
{
    if (all->count == 0)
        return false;
    const fw_box box = reservation_box(made, first);
    for (int32_t i = 0; i < all->count; i++)
        if (obstacle_meets(&all->all[i], radius, top, made, &box, first))
            return true;
    return false;
}

bool obstacles_stand_at(const obstacles *all, double x, double y, double radius)
{
    for (int32_t i = 0; i < all->count; i++) {
        const obstacle *body = &all->all[i];
        if (obstacle_stands(body) && apart(x, y, body->x, body->y) < radius + body->radius - FW_TOUCH)
            return true;
    }
    return false;
}

fw_result obstacle_block_disc(fw_overlay *overlay, double x, double y, double radius)
{
    radius -= FW_TOUCH;
    for (int32_t row = (int32_t)floor(y - radius); row <= (int32_t)floor(y + radius); row++) {
        const double away = fmax(fmax(row - y, y - row - 1), 0), half = sqrt(radius * radius - away * away);
        const int32_t from = (int32_t)floor(x - half), to = (int32_t)floor(x + half);
        if (fw_overlay_block(overlay, from, row, to - from + 1, 1) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result obstacles_block(const obstacles *all, fw_overlay *overlay)
{
    for (int32_t i = 0; i < all->count; i++) {
        const obstacle *body = &all->all[i];
        if (obstacle_stands(body) && obstacle_block_disc(overlay, body->x, body->y, body->radius) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

void obstacles_free(memory *memory, obstacles *all)
{
    memory_give_back(memory, all->all, all->room, sizeof *all->all);
}
