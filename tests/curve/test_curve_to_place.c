// The cheapest curve to a place without a heading, against the cheapest curves to the place with each of many headings.
#include <math.h>

#include "base/random.h"
#include "common/poses.h"
#include "common/unit.h"
#include "curve/reeds_shepp.h"
#include "fairway/curve.h"

enum { HEADINGS = 180 };

/// What a unit pays. Without a reverse gear, the penalty is infinite.
typedef struct prices {
    double penalty, gear_change;
} prices;

static double cost_to_pose(fw_pose start, fw_pose goal, double radius, prices prices)
{
    fw_curve curve;
    const fw_result drawn =
        prices.penalty < INFINITY
            ? fw_reeds_shepp(start, goal, radius, prices.penalty, prices.gear_change, &curve)
            : fw_dubins(start, goal, radius, FW_DUBINS_SHORTEST, &curve);
    assert_int_equal(drawn, FW_OK);
    return curve.cost;
}

/// The least cost to a place with one of many headings there; around the best heading they are finer.
static double least_over_headings(fw_pose start, fw_pose place, double radius, prices prices)
{
    double least = INFINITY, best = 0;
    for (double step = 2 * FW_PI / HEADINGS, from = 0; step > 1e-7; step /= 8) {
        const int count = from == 0 ? HEADINGS : 17;
        for (int i = 0; i < count; i++) {
            place.heading = from + i * step;
            const double cost = cost_to_pose(start, place, radius, prices);
            if (cost < least) {
                least = cost;
                best = place.heading;
            }
        }
        from = best - step;
    }
    return least;
}

static void assert_drives_to(const fw_curve *curve, fw_pose start, fw_pose place, prices prices)
{
    double cost = 0;
    fw_pose at = start;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        assert_true(poses_are_near(segment->start, at, 1e-9 * (1 + fabs(at.x) + fabs(at.y))));
        assert_true(segment->gear == FW_FORWARD || prices.penalty < INFINITY);
        cost += segment->length * (segment->gear == FW_REVERSE ? prices.penalty : 1);
        cost += i > 0 && segment->gear != segment[-1].gear ? prices.gear_change : 0;
        at = segment_end(segment);
    }
    assert_true(hypot(at.x - place.x, at.y - place.y) < 1e-7);
    assert_true(fabs(cost - curve->cost) < 1e-7 * (1 + cost));
}

TEST(no_heading_at_the_goal_makes_a_cheaper_curve)
{
    static const prices all[] = { { INFINITY, 0 }, { 1, 0 },   { 1, 0.5 }, { 1.5, 0 },
                                  { 2, 3 },        { 2.7, 0 }, { 4, 0.2 } };
    random_source random = { 38 };
    int reverse = 0, changes = 0;
    for (int i = 0; i < 700; i++) {
        const prices prices = all[i % 7];
        const double radius = 0.5 * pow(32, random_within(&random, 0, 1)); // 0.5 .. 16
        const double away = radius * (i % 3 ? random_within(&random, 0, 4) : random_within(&random, 0, 30));
        const double bearing = random_within(&random, 0, 2 * FW_PI);
        const fw_pose start = { random_within(&random, -9, 9), random_within(&random, -9, 9),
                                random_within(&random, -FW_PI, FW_PI) };
        const fw_pose place = { start.x + away * cos(bearing), start.y + away * sin(bearing), 0 };
        fw_curve curve;
        assert_int_equal(curve_to_place(start, place.x, place.y, radius, prices.penalty,
                                        prices.gear_change * radius, &curve),
                         FW_OK);
        const struct prices scaled = { prices.penalty, prices.gear_change * radius };
        assert_drives_to(&curve, start, place, scaled);
        const double least = least_over_headings(start, place, radius, scaled);
        if (fabs(curve.cost - least) > 1e-6 * (1 + least))
            fail_msg("case %d (radius %g, penalty %g, change %g): %.9g, with a heading %.9g", i, radius,
                     scaled.penalty, scaled.gear_change, curve.cost, least);
        reverse += curve.count > 0 && curve.segments[0].gear == FW_REVERSE;
        changes += curve.count > 1 && curve.segments[0].gear != curve.segments[curve.count - 1].gear;
    }
    assert_true(reverse > 100 && changes > 50);
}

TEST(a_place_where_the_unit_stands_needs_no_curve)
{
    fw_curve curve;
    assert_int_equal(curve_to_place((fw_pose){ 3, 4, 1 }, 3, 4, 2, INFINITY, 0, &curve), FW_OK);
    assert_true(curve.count == 0 && curve.cost == 0);
    assert_int_equal(curve_to_place((fw_pose){ 3, 4, 1 }, 3, 4, 2, 1, 0, &curve), FW_OK);
    assert_true(curve.count == 0 && curve.cost == 0);
}
