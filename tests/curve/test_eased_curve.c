/// Curves with transition curves: their ends, their curvature, and how near they are to clothoids.

#include <math.h>

#include "base/random.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/eased_curve.h"
#include "fairway/pose.h"

enum { CURVES = 4000 };

/// Drives by many small steps of the rear axle, with sines and cosines of libm.
static fw_pose driven(fw_pose from, const fw_segment *segments, int32_t count)
{
    enum { STEPS = 100 };
    for (int32_t i = 0; i < count; i++) {
        const double step = segments[i].length / STEPS, turn = segments[i].curvature * step;
        for (int j = 0; j < STEPS; j++) {
            from.x += step * cos(from.heading + turn / 2);
            from.y += step * sin(from.heading + turn / 2);
            from.heading += turn;
        }
    }
    return from;
}

static void assert_same_pose(fw_pose a, fw_pose b, double place, double heading)
{
    assert_near(a.x, b.x, place);
    assert_near(a.y, b.y, place);
    assert_near(remainder(a.heading - b.heading, 2 * FW_PI), 0, heading);
}

static eased_end end_at_random(random_source *random, double side, int wheels)
{
    const double heading = FW_PI * (2 * random_unit(random) - 1);
    return (eased_end){ { side * random_unit(random), side * random_unit(random), heading },
                        sin(heading),
                        cos(heading),
                        (enum wheels)wheels };
}

/// The curvature on each segment, and that of lines at both ends with straight wheels, or arcs.
static void assert_steers_slowly(const eased_curve *curve, const eased_end *from, const eased_end *to,
                                 double rate, double radius)
{
    fw_segment path[EASED_SEGMENTS + 2];
    const fw_unit_def unit = { .turn_radius = radius, .curvature_rate = rate };
    path[0] = (fw_segment){ .curvature = (int)from->wheels / radius, .length = radius };
    path[curve->count + 1] = (fw_segment){ .curvature = (int)to->wheels / radius, .length = radius };
    for (int32_t i = 0; i < curve->count; i++) {
        path[i + 1] = curve->segments[i];
        assert_true(fabs(curve->segments[i].curvature) * radius <= 1 + 1e-9);
    }
    const double slack = 1.00001 / (8 * radius); // twice a sixteenth
    for (int32_t i = 0; i < curve->count + 2; i++) {
        double way = 0;
        for (int32_t j = i + 1; j < curve->count + 2; way += path[j++].length)
            assert_true(fabs(path[i].curvature - path[j].curvature) <= slack + rate * way);
    }
    assert_int_equal(steering_stops(&unit, path, curve->count + 2), 0);
}

TEST(curves_lead_to_their_end_and_turn_the_wheels_no_faster_than_they_may)
{
    random_source random = { 20 };
    int drawn[EASED_FORM_COUNT] = { 0 };
    for (int round = 0; round < rounds(CURVES); round++) {
        const double radius = 1 + 5 * random_unit(&random);
        const double rate = (0.4 + 8 * random_unit(&random)) / (radius * radius);
        const easement easement = easement_of(rate, radius);
        const eased_form form = (eased_form)random_below(&random, EASED_FORM_COUNT);
        const bool reaches = easement.radius == radius && form != EASED_CORNER;
        const int wheels[2] = { (int)random_below(&random, 3) - 1, (int)random_below(&random, 3) - 1 };
        const eased_end from = end_at_random(&random, 12 * radius, reaches ? wheels[0] : 0),
                        to = end_at_random(&random, 12 * radius, reaches ? wheels[1] : 0);
        const double length = eased_length(&easement, &from, &to, form);
        if (length == INFINITY)
            continue;
        eased_curve curve;
        eased_draw(&easement, &from, &to, form, &curve);
        assert_in_range(curve.count, 1, EASED_SEGMENTS);
        double sum = 0;
        for (int32_t i = 0; i < curve.count; i++)
            sum += curve.segments[i].length;
        assert_near(sum, length, 1e-9 * length);
        assert_same_pose(curve.end, to.at, 1e-9 * length, 1e-9);
        assert_same_pose(driven(from.at, curve.segments, curve.count), to.at, 2e-3 * radius, 1e-9);
        assert_steers_slowly(&curve, &from, &to, rate, radius);
        drawn[form]++;
    }
    for (int form = 0; form < EASED_FORM_COUNT; form++)
        assert_true(drawn[form] >= at_least(CURVES / 50));
}

/// Both ends lie on a line, but for rounding errors.
TEST(a_straight_way_has_no_curvature)
{
    random_source random = { 21 };
    const easement easement = easement_of(0.6, 3.7);
    int drawn = 0;
    for (int round = 0; round < 2000; round++) {
        const eased_end from = end_at_random(&random, 40, 0);
        const double away = 3 + 20 * random_unit(&random);
        eased_end to = from;
        to.at.x += away * cos(from.at.heading);
        to.at.y += away * sin(from.at.heading);
        const eased_form form = (eased_form)random_below(&random, EASED_FORM_COUNT);
        if (!(eased_length(&easement, &from, &to, form) < away + 1e-6))
            continue;
        eased_curve curve;
        eased_draw(&easement, &from, &to, form, &curve);
        for (int32_t i = 0; i < curve.count; i++)
            assert_true(curve.segments[i].curvature == 0 || fabs(curve.segments[i].curvature) > 1e-13);
        drawn++;
    }
    assert_true(drawn > 100);
}

/// Drives a clothoid from curvature 0 at a rate, for a length.
static fw_pose end_of_clothoid(double rate, double length)
{
    enum { STEPS = 20000 };
    fw_pose at = { 0 };
    const double step = length / STEPS;
    for (int i = 0; i < STEPS; i++) {
        const double heading = rate * (i + 0.5) * (i + 0.5) * step * step / 2;
        at.x += step * cos(heading);
        at.y += step * sin(heading);
    }
    at.heading = rate * length * length / 2;
    return at;
}

TEST(a_transition_curve_ends_near_the_end_of_the_clothoid)
{
    for (double share = 0.125; share <= 3; share *= 2) { // length of the transition curve, in radii
        const double radius = 10, rate = 1 / (share * radius * radius);
        const easement easement = easement_of(rate, radius);
        const fw_pose end = end_of_clothoid(easement.rate, easement.length);
        assert_near(easement.turn, end.heading, 1e-9);
        const double ahead = end.x - radius * sin(end.heading), aside = end.y + radius * cos(end.heading);
        assert_near(easement.ahead, ahead, share * share * radius / 700);
        assert_near(easement.aside, aside, share * share * radius / 700);
    }
}

TEST(wheels_that_turn_too_slowly_for_the_radius_get_larger_circles)
{
    const easement easement = easement_of(0.001, 3);
    assert_true(easement.radius > 3);
    assert_near(easement.turn, FW_PI / 2, 1e-12);
    assert_near(easement.length * easement.rate, 1 / easement.radius, 1e-12);
}

/// Integrates the set of curvatures that a unit may have, sampled finely, along a path.
static int32_t count_stops(const fw_unit_def *unit, const fw_segment *segments, int32_t count, double slack)
{
    enum { VALUES = 512 };
    bool may[VALUES], next[VALUES];
    const double widest = 1.2 / unit->turn_radius, step = 2 * widest / (VALUES - 1),
                 way = step / unit->curvature_rate;
    int32_t stops = 0;
    for (int i = 0; i < VALUES; i++)
        may[i] = true;
    double left = 0; // tiles since the curvature changed by a step
    for (int32_t s = 0; s < count; s++) {
        bool any = false;
        for (int i = 0; i < VALUES; i++) {
            next[i] = fabs(-widest + i * step - segments[s].curvature) <= slack;
            any = any || (may[i] && next[i]);
        }
        stops += !any;
        for (int i = 0; i < VALUES; i++)
            may[i] = next[i] && (may[i] || !any);
        for (left += segments[s].length; left >= way; left -= way) {
            bool grown[VALUES];
            for (int i = 0; i < VALUES; i++)
                grown[i] = next[i] && (may[i] || (i > 0 && may[i - 1]) || (i + 1 < VALUES && may[i + 1]));
            for (int i = 0; i < VALUES; i++)
                may[i] = grown[i];
        }
    }
    return stops;
}

TEST(stops_are_those_of_a_search_over_sampled_curvatures)
{
    enum { SEGMENTS = 12 };
    random_source random = { 21 };
    int with_stops = 0, without = 0;
    for (int round = 0; round < rounds(300); round++) {
        const fw_unit_def unit = { .turn_radius = 2, .curvature_rate = 0.1 + 0.3 * random_unit(&random) };
        const double most = random_within(&random, 0.03, 0.2); // change of the curvature
        fw_segment segments[SEGMENTS];
        for (int i = 0; i < SEGMENTS; i++) {
            const double before = i ? segments[i - 1].curvature : 0;
            const double change = random_within(&random, -most, most);
            segments[i] = (fw_segment){ .curvature = fmin(fmax(before + change, -0.5), 0.5),
                                        .length = 0.2 + random_unit(&random) };
        }
        const int32_t stops = steering_stops(&unit, segments, SEGMENTS);
        const double slack = 1.0 / 32;
        assert_true(count_stops(&unit, segments, SEGMENTS, slack + 0.006) <= stops);
        assert_true(count_stops(&unit, segments, SEGMENTS, slack - 0.006) >= stops);
        with_stops += stops > 0;
        without += stops == 0;
    }
    assert_true(with_stops >= at_least(50));
    assert_true(without >= at_least(50));
}
