#include <math.h>
#include <stdbool.h>

#include "base/random.h"
#include "common/poses.h"
#include "common/unit.h"
#include "fairway/curve.h"

static double cost_of(const fw_segment *segments, int32_t count, double penalty, double gear_change)
{
    double cost = 0;
    for (int32_t i = 0; i < count; i++) {
        cost += segments[i].length * (segments[i].gear == FW_REVERSE ? penalty : 1);
        cost += i > 0 && segments[i].gear != segments[i - 1].gear ? gear_change : 0;
    }
    return cost;
}

static fw_curve cheapest(fw_pose start, fw_pose goal, double radius, double penalty, double gear_change)
{
    fw_curve curve;
    assert_int_equal(fw_reeds_shepp(start, goal, radius, penalty, gear_change, &curve), FW_OK);
    return curve;
}

TEST(the_curve_reaches_the_goal_and_costs_what_it_claims)
{
    static const double penalties[] = { 1, 1.5, 4 }, changes[] = { 0, 0.5, 10 };
    random_source random = { 1 };
    int reverse = 0, five = 0;
    for (int i = 0; i < 6000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_within(&random, 0.2, 5);
        const double penalty = penalties[random_below(&random, 3)],
                     change = changes[random_below(&random, 3)];
        const fw_curve curve = cheapest(start, goal, radius, penalty, change);
        fw_pose at = start;
        double length = 0;
        for (int32_t k = 0; k < curve.count; k++) {
            const fw_segment *segment = &curve.segments[k];
            assert_true(poses_are_near(segment->start, at, 1e-9));
            assert_true(segment->length > 0);
            assert_true(segment->curvature == 0 || fabs(fabs(segment->curvature) * radius - 1) < 1e-12);
            reverse += segment->gear == FW_REVERSE;
            length += segment->length;
            at = segment_end(segment);
        }
        five += curve.count == 5;
        if (!poses_are_near(at, goal, 1e-9))
            fail_msg("case %d ends at %.12g %.12g %.12g, not at %.12g %.12g %.12g", i, at.x, at.y, at.heading,
                     goal.x, goal.y, goal.heading);
        assert_true(fabs(curve.length - length) <= 1e-9 * (1 + length));
        assert_true(fabs(curve.cost - cost_of(curve.segments, curve.count, penalty, change)) <=
                    1e-8 * (1 + length));
    }
    assert_true(reverse > 2000 && five > 5);
}

/// A turn that moves nothing by more than rounding does may be missing: of tiny circles it may be much of the heading.
TEST(the_tightest_and_the_widest_turns_reach_the_goal)
{
    random_source random = { 7 };
    for (int power = -12; power <= 9; power++)
        for (int i = 0; i < 200; i++) {
            const double radius = pow(10, power), near = 1e-9 * fmax(1, radius / 100);
            const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
            const fw_curve curve = cheapest(start, goal, radius, 1, 0);
            const fw_pose end = curve.count ? segment_end(&curve.segments[curve.count - 1]) : start;
            const double off = fabs(remainder(end.heading - goal.heading, 2 * FW_PI));
            if (!(hypot(end.x - goal.x, end.y - goal.y) <= near) || !(off * fmin(1, radius) <= near))
                fail_msg("radius 1e%d, case %d ends at %.12g %.12g %.12g, not at %.12g %.12g %.12g", power, i,
                         end.x, end.y, end.heading, goal.x, goal.y, goal.heading);
        }
}

/// A drive of up to five random parts around the unit circle, and where it ends.
static fw_pose drive_at_random(random_source *random, fw_segment parts[5], int32_t count)
{
    fw_pose at = { 0, 0, 0 };
    for (int32_t i = 0; i < count; i++) {
        parts[i] = (fw_segment){ .start = at,
                                 .curvature = (double)random_below(random, 3) - 1,
                                 .length = random_below(random, 5) ? random_within(random, 0, 3) : FW_PI / 2,
                                 .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE };
        at = segment_end(&parts[i]);
    }
    return at;
}

TEST(no_random_drive_is_shorter)
{
    random_source random = { 2 };
    for (int i = 0; i < 20000; i++) {
        fw_segment parts[5];
        const int32_t count = 1 + (int32_t)random_below(&random, 5);
        const fw_pose goal = drive_at_random(&random, parts, count);
        const fw_curve curve = cheapest((fw_pose){ 0, 0, 0 }, goal, 1, 1, 0);
        const double length = cost_of(parts, count, 1, 0);
        if (curve.length > length + 1e-9)
            fail_msg("case %d: %.12g instead of %.12g in %d parts", i, curve.length, length, (int)count);
    }
}

/// Turn, straight, turn, and three turns, in any gears: all of them are words, whatever gears cost.
TEST(no_random_drive_of_three_parts_is_cheaper)
{
    random_source random = { 3 };
    for (int i = 0; i < 20000; i++) {
        const double penalty = random_within(&random, 1, 4), change = random_within(&random, 0, 2);
        fw_segment parts[5];
        fw_pose at = { 0, 0, 0 };
        const bool straight = random_below(&random, 2);
        const double side = random_below(&random, 2) ? 1 : -1;
        for (int32_t k = 0; k < 3; k++) {
            const double turn = k == 1                                 ? (straight ? 0 : -side)
                                : straight && random_below(&random, 2) ? -side
                                                                       : side;
            parts[k] = (fw_segment){ at, turn, random_within(&random, 0, 6),
                                     random_below(&random, 2) ? FW_FORWARD : FW_REVERSE };
            at = segment_end(&parts[k]);
        }
        const fw_curve curve = cheapest((fw_pose){ 0, 0, 0 }, at, 1, penalty, change);
        assert_true(curve.cost <= cost_of(parts, 3, penalty, change) + 1e-9);
    }
}

/// Bellman's condition: no first part, with the cheapest curve after it, is cheaper than the curve itself.
TEST(no_detour_over_a_first_part_is_cheaper)
{
    static const double penalties[] = { 1, 1.3, 1.7, 2, 2.9, 5 }, changes[] = { 0, 0.1, 0.5, 2 };
    random_source random = { 40 };
    for (int i = 0; i < 2400; i++) {
        const double penalty = penalties[i % 6], change = changes[i / 6 % 4];
        const fw_pose start = { 0, 0, 0 };
        const fw_pose goal = { random_within(&random, -4, 4), random_within(&random, -4, 4),
                               random_within(&random, -FW_PI, FW_PI) };
        const double cost = cheapest(start, goal, 1, penalty, change).cost;
        const double slack = penalty > 2 && change < 0.2 ? 0.003 * cost : 1e-7;
        for (int k = 0; k < 60; k++) {
            fw_segment first = { .start = start,
                                 .curvature = (double)random_below(&random, 3) - 1,
                                 .length = random_within(&random, 0, k % 2 ? 6 : 0.5),
                                 .gear = random_below(&random, 2) ? FW_FORWARD : FW_REVERSE };
            const fw_curve rest = cheapest(segment_end(&first), goal, 1, penalty, change);
            const bool shifts = rest.count > 0 && rest.segments[0].gear != first.gear;
            const double detour = cost_of(&first, 1, penalty, change) + (shifts ? change : 0) + rest.cost;
            if (cost > detour + slack)
                fail_msg("case %d (penalty %g, change %g): %.9g instead of %.9g", i, penalty, change, cost,
                         detour);
        }
    }
}

TEST(costs_are_the_same_mirrored_and_driven_the_other_way)
{
    random_source random = { 4 };
    for (int i = 0; i < 5000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_within(&random, 0.3, 4), penalty = random_within(&random, 1, 3);
        const double change = random_within(&random, 0, 2);
        const double cost = cheapest(start, goal, radius, penalty, change).cost;
        const fw_pose mirrored_start = { start.x, -start.y, -start.heading };
        const fw_pose mirrored_goal = { goal.x, -goal.y, -goal.heading };
        const fw_pose turned_start = { start.x, start.y, start.heading + FW_PI };
        const fw_pose turned_goal = { goal.x, goal.y, goal.heading + FW_PI };
        const double mirrored = cheapest(mirrored_start, mirrored_goal, radius, penalty, change).cost;
        const double back = cheapest(turned_goal, turned_start, radius, penalty, change).cost;
        assert_true(fabs(cost - mirrored) <= 1e-8 * (1 + cost) && fabs(cost - back) <= 1e-8 * (1 + cost));
    }
}

static fw_pose pose_mirrored(fw_pose pose)
{
    return (fw_pose){ 23 - pose.x, pose.y, FW_PI - pose.heading };
}

static fw_pose pose_turned(fw_pose pose)
{
    return (fw_pose){ 23 - pose.y, pose.x, pose.heading + FW_PI / 2 };
}

/// Are parts equal, but for the side of turns?
static void assert_same_parts(const fw_curve *curve, const fw_curve *other, double side)
{
    assert_int_equal(curve->count, other->count);
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i], *image = &other->segments[i];
        assert_int_equal(segment->gear, image->gear);
        assert_true(fabs(segment->curvature - side * image->curvature) < 1e-12);
        assert_true(fabs(segment->length - image->length) < 1e-6);
    }
}

/// With wide turns many chains of circles cost the same.
TEST(a_mirrored_or_turned_curve_has_the_same_parts)
{
    random_source random = { 8 };
    for (int i = 0; i < 6000; i++) {
        const double radius = ldexp(random_within(&random, 1, 2), (int)random_below(&random, 12) - 3);
        const double penalty = random_below(&random, 2) ? 1 : 2, change = random_below(&random, 2);
        const fw_pose from = { random_within(&random, 0, 20), random_within(&random, 0, 20),
                               random_within(&random, -4, 4) };
        const fw_pose to = { random_within(&random, 0, 20), random_within(&random, 0, 20),
                             random_within(&random, -4, 4) };
        const fw_curve curve = cheapest(from, to, radius, penalty, change);
        const fw_curve mirrored = cheapest(pose_mirrored(from), pose_mirrored(to), radius, penalty, change);
        const fw_curve turned = cheapest(pose_turned(from), pose_turned(to), radius, penalty, change);
        assert_same_parts(&curve, &mirrored, -1);
        assert_same_parts(&curve, &turned, 1);
    }
}

TEST(with_dear_reverse_the_curve_is_that_of_dubins)
{
    random_source random = { 5 };
    for (int i = 0; i < 3000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        double forward;
        assert_int_equal(fw_dubins_length(start, goal, 2, &forward), FW_OK);
        assert_true(cheapest(start, goal, 2, 1, 0).cost <= forward + 1e-9);
        assert_true(fabs(cheapest(start, goal, 2, 200, 1e6).cost - forward) <= 1e-8 * (1 + forward));
    }
}

TEST(known_curves_have_their_known_lengths)
{
    static const struct {
        fw_pose goal;
        double length;
        int32_t segments;
    } known[] = {
        { { 0, 0, 0 }, 0, 0 },
        { { -4, 0, 0 }, 4, 1 },
        { { 0, 0, FW_PI }, FW_PI, 3 },
        { { 0, 2, FW_PI }, FW_PI, 1 },
        { { -1, 1, -FW_PI / 2 }, FW_PI / 2, 1 },
        { { 5, 0, 0 }, 5, 1 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const fw_curve curve = cheapest((fw_pose){ 0, 0, 0 }, known[i].goal, 1, 1, 0);
        if (fabs(curve.length - known[i].length) > 1e-9 || curve.count != known[i].segments)
            fail_msg("case %d: length %.12g in %d segments", (int)i, curve.length, (int)curve.count);
    }
}

TEST(bad_input_is_named_and_changes_nothing)
{
    const fw_pose start = { 0, 0, 0 }, goal = { 1, 2, 3 };
    fw_curve curve = { .count = 77 };
    assert_int_equal(fw_reeds_shepp(start, goal, 1, 1, 0, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_reeds_shepp((fw_pose){ 0, NAN, 0 }, goal, 1, 1, 0, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_reeds_shepp(start, goal, 0, 1, 0, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1, 0.9, 0, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1, 1, -1, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1, NAN, 0, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1, 1, INFINITY, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1e-320, 1, 0, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_reeds_shepp(start, goal, 1e308, 1, 0, &curve), FW_BAD_VALUE);
    assert_int_equal(curve.count, 77);
}
