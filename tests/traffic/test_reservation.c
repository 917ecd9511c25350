#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "traffic/braking.h"
#include "traffic/hull.h"
#include "traffic/outline.h"
#include "traffic/place.h"
#include "traffic/reservation.h"

enum { CASES = 20000 };

/// Limits of a unit, and its state at a knot.
typedef struct driver {
    motion_limits limits;
    knot from;
} driver;

static driver draw_driver(random_source *random)
{
    driver made = { .limits = { .top = random_within(random, 0.5, 4) } };
    made.limits.acceleration = random_within(random, 2, 8);
    made.limits.braking = random_within(random, 2, 8);
    made.limits.lateral = random_within(random, 2, 8);
    const double speed = made.limits.top * random_unit(random), angle = random_within(random, -3, 3);
    made.from = (knot){ random_within(random, 0, 500), random_within(random, 0, 500), speed * cos(angle),
                        speed * sin(angle) };
    return made;
}

/// Each knot follows from the one before it by even acceleration, and the unit stands at the last one.
static void expect_continuous(const reservation *plan, const driver *unit)
{
    const knot *at = plan->knots;
    assert_memory_equal(at, &unit->from, sizeof *at);
    for (int32_t i = 0; i < plan->count; i++, at++) {
        const double x = at->x + (at->vx + at[1].vx) / 2 * FW_TRAFFIC_KNOT;
        const double y = at->y + (at->vy + at[1].vy) / 2 * FW_TRAFFIC_KNOT;
        assert_true(fabs(x - at[1].x) < 1e-9 && fabs(y - at[1].y) < 1e-9);
        assert_true(hypot(at[1].vx, at[1].vy) <= unit->limits.top * (1 + 1e-9));
    }
    assert_true(at->vx == 0 && at->vy == 0);
}

static void expect_the_same_from_its_outline(const reservation *plan)
{
    const outline kept = reservation_outline(plan);
    assert_true(outline_end(&kept) == plan->first + plan->count);
    for (int64_t i = plan->first; i < plan->first + plan->count + 2; i++) {
        reservation unfolded;
        memset(&unfolded, 0x5a, sizeof unfolded);
        reservation_unfold(&kept, i, reservation_at(plan, i), &unfolded);
        assert_true(unfolded.first == plan->first && unfolded.count == plan->count);
        for (int64_t j = i; j < plan->first + plan->count + 2; j++)
            assert_memory_equal(reservation_at(&unfolded, j), reservation_at(plan, j), sizeof(knot));
        assert_true(unfolded.bend == 0 && unfolded.rail.count == 0);
        const outline again = reservation_outline(&unfolded);
        assert_true(again.from_vx == kept.from_vx && again.from_vy == kept.from_vy);
        assert_true(again.stop_x == kept.stop_x && again.stop_y == kept.stop_y);
        const knot next = outline_step(&kept, i, reservation_at(plan, i));
        assert_memory_equal(&next, reservation_at(plan, i + 1), sizeof next);
    }
}

TEST(a_reservation_is_exactly_what_its_outline_tells)
{
    random_source random = { 1 };
    int32_t reached = 0;
    for (int i = 0; i < CASES; i++) {
        const driver unit = draw_driver(&random);
        const rail none = rail_standing((fw_pose){ unit.from.x, unit.from.y, 0 });
        const double x = unit.from.x + random_within(&random, -8, 8),
                     y = unit.from.y + random_within(&random, -8, 8);
        reservation plan;
        assert_true(reservation_brake(&unit.limits, i, &unit.from, &none, &plan));
        expect_continuous(&plan, &unit);
        expect_the_same_from_its_outline(&plan);
        if (!reservation_reach(&unit.limits, i, &unit.from, x, y, MOST_KNOTS, &plan))
            continue;
        reached++;
        assert_true(reservation_stop(&plan)->x == x && reservation_stop(&plan)->y == y);
        expect_continuous(&plan, &unit);
        expect_the_same_from_its_outline(&plan);
    }
    assert_true(reached > CASES / 10);
    const reservation stands = reservation_standing(7, (fw_pose){ 3, 4, 1 });
    expect_the_same_from_its_outline(&stands);
}

TEST(no_place_lies_farther_in_a_direction_than_its_bound)
{
    random_source random = { 2 };
    double nearest = INFINITY;
    for (int i = 0; i < CASES; i++) {
        const driver unit = draw_driver(&random);
        const double angle = random_within(&random, -3, 3), direction = random_within(&random, -3, 3);
        const double dx = cos(direction), dy = sin(direction);
        const int32_t count = 3 + (int32_t)random_below(&random, MOST_KNOTS - 2);
        const int32_t brake = reservation_braking(&unit.limits);
        const double bound = reservation_most_gain(&unit.limits, unit.from.vx * dx + unit.from.vy * dy,
                                                   cos(angle - direction), brake, count);
        for (int32_t ramp = 1; ramp <= MOST_KNOTS; ramp++) {
            double x, y;
            const heading motion = reservation_heading(&unit.limits, ramp, brake, count);
            heading_stop(&motion, &unit.from, cos(angle), sin(angle), &x, &y);
            const double gain = (x - unit.from.x) * dx + (y - unit.from.y) * dy;
            assert_true(gain <= bound);
            nearest = fmin(nearest, bound - gain);
        }
    }
    assert_true(nearest < 1e-5);
}

/// The least distance between any place of one motion and any place of the other, whenever the bodies are there; of
/// samples, from a knot on.
static double least_distance(const reservation *a, int64_t from_a, const reservation *b, int64_t from_b)
{
    enum { PARTS = 4, MOST = MOST_KNOTS * PARTS + 1 };
    knot places[2][MOST];
    int32_t counts[2];
    for (int i = 0; i < 2; i++) {
        const reservation *plan = i ? b : a;
        const int64_t from = i ? from_b : from_a;
        counts[i] = 0;
        for (int64_t k = from; k < plan->first + plan->count; k++)
            for (int part = 0; part < PARTS; part++)
                places[i][counts[i]++] =
                    knot_between(reservation_at(plan, k), reservation_at(plan, k + 1), (double)part / PARTS);
        places[i][counts[i]++] = *reservation_stop(plan);
    }
    double least = INFINITY;
    for (int32_t i = 0; i < counts[0]; i++)
        for (int32_t j = 0; j < counts[1]; j++)
            least = fmin(least, hypot(places[0][i].x - places[1][j].x, places[0][i].y - places[1][j].y));
    return least;
}

static hull hull_at(const reservation *plan, int64_t index)
{
    const knot *stop = reservation_stop(plan);
    return hull_of(reservation_at(plan, index), plan->first + plan->share.ramp - index, stop->x, stop->y);
}

TEST(motions_are_apart_if_their_hulls_are)
{
    random_source random = { 3 };
    int32_t apart = 0, far = 0;
    for (int i = 0; i < CASES / 4; i++) {
        reservation plans[2];
        int64_t from[2];
        hull hulls[2];
        for (int j = 0; j < 2; j++) {
            driver unit = draw_driver(&random);
            unit.from.x = random_within(&random, 0, 6);
            unit.from.y = random_within(&random, 0, 6);
            const double x = random_within(&random, 0, 6), y = random_within(&random, 0, 6);
            if (!reservation_reach(&unit.limits, 5, &unit.from, x, y, MOST_KNOTS, &plans[j]))
                reservation_brake(&unit.limits, 5, &unit.from, &(rail){ 0 }, &plans[j]);
            from[j] = 5 + random_below(&random, 6);
            hulls[j] = hull_at(&plans[j], from[j]);
        }
        const double distance = random_within(&random, 0.1, 2);
        const double least = least_distance(&plans[0], from[0], &plans[1], from[1]);
        far += least > distance;
        if (!hulls_are_apart(&hulls[0], &hulls[1], distance))
            continue;
        apart++;
        assert_true(least > distance);
    }
    assert_true(apart > far / 2);
}

/// The greatest share of a limit that an even change of velocity uses, at a moment.
static double use_of_limits(const driver *unit, double wx, double wy, double time, double share)
{
    const double ax = (wx - unit->from.vx) / time, ay = (wy - unit->from.vy) / time;
    const double vx = unit->from.vx + ax * time * share, vy = unit->from.vy + ay * time * share;
    const double speed = hypot(vx, vy), along = (ax * vx + ay * vy) / speed,
                 across = fabs(ax * vy - ay * vx) / speed;
    return fmax(along > 0 ? along / unit->limits.acceleration : -along / unit->limits.braking,
                across / unit->limits.lateral);
}

/// The same at the worst of many moments.
static double most_use_of_limits(const driver *unit, double wx, double wy, int32_t intervals)
{
    double most = 0;
    for (int i = 1; i < 2000; i++)
        most = fmax(most, use_of_limits(unit, wx, wy, intervals * FW_TRAFFIC_KNOT, i / 2000.0));
    return most;
}

TEST(ramps_are_as_short_as_the_limits_allow)
{
    random_source random = { 7 };
    int32_t longer = 0;
    for (int i = 0; i < 2000; i++) {
        driver unit = draw_driver(&random);
        if (i % 4 == 0)
            unit.limits.braking = unit.limits.lateral = unit.limits.acceleration;
        const double angle = random_within(&random, -3, 3), dx = cos(angle), dy = sin(angle);
        const double wx = unit.limits.top * dx, wy = unit.limits.top * dy;
        const int32_t ramp = reservation_ramp(&unit.limits, &unit.from, dx, dy);
        assert_true(ramp == MOST_KNOTS || most_use_of_limits(&unit, wx, wy, ramp) < 1.001);
        if (ramp == 1)
            continue;
        longer++;
        assert_true(most_use_of_limits(&unit, wx, wy, ramp - 1) > 0.999);
    }
    assert_true(longer > 1000);
}

/// A rail of up to three lines and arcs.
static rail draw_rail(random_source *random)
{
    rail made = { .gear = random_unit(random) < 0.5 ? FW_FORWARD : FW_REVERSE,
                  .count = 1 + (int32_t)random_below(random, MOST_PARTS) };
    made.start.x = random_within(random, 0, 50);
    made.start.y = random_within(random, 0, 50);
    made.start.heading = random_within(random, -3, 3);
    for (int32_t i = 0; i < made.count; i++) {
        made.parts[i].curvature = random_unit(random) < 0.3 ? 0 : random_within(random, -0.5, 0.5);
        made.parts[i].length = random_within(random, 0, 12);
    }
    return made;
}

TEST(the_distance_to_a_rail_is_that_to_its_nearest_place)
{
    random_source random = { 5 };
    for (int i = 0; i < 200; i++) {
        const rail drawn = draw_rail(&random);
        const double x = random_within(&random, -10, 60), length = rail_length(&drawn);
        const double y = random_within(&random, -10, 60);
        double least = INFINITY;
        for (int place = 0; place <= 4000; place++) {
            const fw_pose at = rail_at(&drawn, length * place / 4000);
            least = fmin(least, hypot(at.x - x, at.y - y));
        }
        const double found = rail_distance(&drawn, x, y);
        assert_true(found <= least + 1e-9 && found >= least - length / 4000);
    }
    const rail standing = rail_standing((fw_pose){ 1, 1, 0 });
    assert_true(isinf(rail_distance(&standing, 1, 1)));
}

TEST(the_box_of_a_drive_holds_all_places_of_its_arcs)
{
    random_source random = { 11 };
    int32_t drives = 0;
    for (int i = 0; i < 4000; i++) {
        const driver unit = draw_driver(&random);
        const rail drawn = draw_rail(&random);
        const double speed = random_unit(&random) < 0.5 ? 0 : hypot(unit.from.vx, unit.from.vy) / 2;
        reservation made;
        if (!reservation_drive(&unit.limits, 3, &drawn, speed, MOST_KNOTS, &made))
            continue;
        drives++;
        const fw_box box = reservation_box(&made, 3);
        const double length = rail_length(&made.rail);
        for (int place = 0; place <= 200; place++) {
            const fw_pose at = rail_at(&made.rail, length * place / 200);
            assert_true(at.x >= box.min_x - 1e-9 && at.x <= box.max_x + 1e-9);
            assert_true(at.y >= box.min_y - 1e-9 && at.y <= box.max_y + 1e-9);
        }
    }
    assert_true(drives > 500);
}
