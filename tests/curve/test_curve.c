#include <math.h>

#include "base/random.h"
#include "common/poses.h"
#include "common/unit.h"
#include "curve/dubins.h"
#include "fairway/curve.h"

static double random_radius(random_source *random)
{
    static const double radii[] = { 0.25, 1, 2, 3, 17 };
    return random_below(random, 2) ? radii[random_below(random, 5)] : random_within(random, 0.1, 6);
}

/// The curve starts at the start, each segment where the one before ends, none turns tighter than the radius, and the
/// length is their sum. Returns where it ends.
static fw_pose assert_drivable(const fw_curve *curve, fw_pose start, double radius)
{
    fw_pose at = start;
    double length = 0;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        if (!poses_are_near(segment->start, at, 1e-9))
            fail_msg("segment %d starts at %g %g %g, not at %g %g %g", (int)i, segment->start.x,
                     segment->start.y, segment->start.heading, at.x, at.y, at.heading);
        assert_true(segment->length > 0);
        assert_true(segment->curvature == 0 || fabs(fabs(segment->curvature) * radius - 1) < 1e-12);
        length += segment->length;
        at = segment_end(segment);
    }
    assert_true(fabs(length - curve->length) <= 1e-9 * (1 + length));
    return at;
}

static void assert_leads_to(const fw_curve *curve, fw_pose start, fw_pose goal, double radius)
{
    const fw_pose end = assert_drivable(curve, start, radius);
    if (!poses_are_near(end, goal, 1e-9))
        fail_msg("ends at %.12g %.12g %.12g, not at %.12g %.12g %.12g", end.x, end.y, end.heading, goal.x,
                 goal.y, goal.heading);
}

TEST(every_dubins_word_reaches_the_goal)
{
    random_source random = { 1 };
    int reached[FW_DUBINS_WORDS + 1] = { 0 };
    for (int i = 0; i < 5000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_radius(&random);
        for (int word = FW_DUBINS_SHORTEST; word <= FW_DUBINS_LRL; word++) {
            fw_curve curve;
            const fw_result result = fw_dubins(start, goal, radius, (fw_dubins_word)word, &curve);
            if (result == FW_NOT_FOUND && word > FW_DUBINS_RSR)
                continue;
            assert_int_equal(result, FW_OK);
            assert_leads_to(&curve, start, goal, radius);
            reached[word]++;
        }
    }
    for (int word = FW_DUBINS_SHORTEST; word <= FW_DUBINS_LRL; word++)
        assert_true(reached[word] > 500);
}

static int side_of(fw_dubins_word word, int part)
{
    static const char *const letters[] = { "", "LSL", "RSR", "LSR", "RSL", "RLR", "LRL" };
    return letters[word][part] == 'L' ? -1 : letters[word][part] == 'R' ? 1 : 0;
}

TEST(words_turn_as_they_are_spelled)
{
    random_source random = { 2 };
    for (int i = 0; i < 2000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++) {
            fw_curve curve;
            if (fw_dubins(start, goal, 2, (fw_dubins_word)word, &curve) != FW_OK)
                continue;
            int part = 0;
            for (int32_t k = 0; k < curve.count; k++, part++) {
                const double curvature = curve.segments[k].curvature;
                while (part < 3 && side_of((fw_dubins_word)word, part) != (curvature > 0) - (curvature < 0))
                    part++;
                assert_true(part < 3);
            }
        }
    }
}

/// The end of turn, straight or turn, turn in unit radius.
static fw_pose drive_word(fw_dubins_word word, const double parts[3])
{
    fw_pose at = { 0, 0, 0 };
    for (int i = 0; i < 3; i++) {
        const fw_segment segment = { at, side_of(word, i), parts[i], FW_FORWARD };
        at = segment_end(&segment);
    }
    return at;
}

TEST(no_random_drive_is_shorter_than_the_shortest)
{
    random_source random = { 3 };
    for (int i = 0; i < 20000; i++) {
        const fw_dubins_word word = (fw_dubins_word)(1 + random_below(&random, 6));
        double parts[3];
        for (int k = 0; k < 3; k++)
            parts[k] = random_below(&random, 6) ? random_within(&random, 0, 6.2) : 0;
        const fw_pose goal = drive_word(word, parts);
        double length;
        assert_int_equal(fw_dubins_length((fw_pose){ 0, 0, 0 }, goal, 1, &length), FW_OK);
        assert_true(length <= parts[0] + parts[1] + parts[2] + 1e-9);
    }
}

TEST(the_shortest_is_the_least_of_the_words_and_they_come_in_order)
{
    random_source random = { 4 };
    for (int i = 0; i < 3000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_radius(&random);
        fw_curve curves[FW_DUBINS_WORDS];
        fw_dubins_word words[FW_DUBINS_WORDS];
        int32_t count;
        double length;
        assert_int_equal(fw_dubins_by_length(start, goal, radius, words, curves, &count), FW_OK);
        assert_int_equal(fw_dubins_length(start, goal, radius, &length), FW_OK);
        assert_true(fabs(curves[0].length - length) <= 1e-9 * (1 + length));
        int reaching = 0;
        for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++) {
            fw_curve curve;
            reaching += fw_dubins(start, goal, radius, (fw_dubins_word)word, &curve) == FW_OK;
        }
        assert_int_equal(count, reaching);
        for (int32_t k = 0; k < count; k++) {
            fw_curve alone;
            assert_int_equal(fw_dubins(start, goal, radius, words[k], &alone), FW_OK);
            assert_true(alone.length == curves[k].length && alone.count == curves[k].count);
            assert_leads_to(&curves[k], start, goal, radius);
            assert_true(k == 0 || curves[k - 1].length <= curves[k].length + 1e-9);
        }
    }
}

TEST(beyond_four_radii_the_shortest_is_one_of_pinters_four)
{
    random_source random = { 5 };
    for (int i = 0; i < 100000; i++) {
        const double radius = random_radius(&random), way = random_within(&random, 0, 2 * FW_PI);
        const double distance = radius * (4 + 1e-9 + 3 * random_unit(&random) * random_unit(&random));
        const fw_pose start = { 0, 0, random_within(&random, 0, 2 * FW_PI) };
        const fw_pose goal = { distance * cos(way), distance * sin(way),
                               random_within(&random, 0, 2 * FW_PI) };
        fw_curve curves[FW_DUBINS_WORDS];
        fw_dubins_word words[FW_DUBINS_WORDS];
        int32_t count;
        assert_int_equal(fw_dubins_by_length(start, goal, radius, words, curves, &count), FW_OK);
        assert_true(words[0] != FW_DUBINS_RLR && words[0] != FW_DUBINS_LRL);
    }
}

TEST(dubins_lengths_are_the_same_mirrored_and_driven_backward)
{
    random_source random = { 5 };
    for (int i = 0; i < 5000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_radius(&random);
        const fw_pose mirrored_start = { start.x, -start.y, -start.heading };
        const fw_pose mirrored_goal = { goal.x, -goal.y, -goal.heading };
        const fw_pose back_start = { goal.x, goal.y, goal.heading + FW_PI };
        const fw_pose back_goal = { start.x, start.y, start.heading + FW_PI };
        double length, mirrored, back;
        assert_int_equal(fw_dubins_length(start, goal, radius, &length), FW_OK);
        assert_int_equal(fw_dubins_length(mirrored_start, mirrored_goal, radius, &mirrored), FW_OK);
        assert_int_equal(fw_dubins_length(back_start, back_goal, radius, &back), FW_OK);
        assert_true(fabs(length - mirrored) <= 1e-9 * (1 + length) &&
                    fabs(length - back) <= 1e-9 * (1 + length));
    }
}

TEST(known_dubins_curves_have_their_known_lengths)
{
    static const struct {
        fw_pose goal;
        double length;
        int32_t segments;
    } known[] = {
        { { 0, 0, 0 }, 0, 0 },
        { { 5, 0, 0 }, 5, 1 },
        { { 1, 1, FW_PI / 2 }, FW_PI / 2, 1 },
        { { 0, 2, FW_PI }, FW_PI, 1 },
        { { 5, 2, FW_PI }, 4 + FW_PI + 1, 2 },
        { { 0, 0, FW_PI }, FW_PI * 7 / 3, 3 },
        { { -4, 0, 0 }, 2 * FW_PI + 4, 3 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fw_curve curve;
        assert_int_equal(fw_dubins((fw_pose){ 0, 0, 0 }, known[i].goal, 1, FW_DUBINS_SHORTEST, &curve),
                         FW_OK);
        if (fabs(curve.length - known[i].length) > 1e-9 || curve.count != known[i].segments)
            fail_msg("case %d: length %.12g in %d segments", (int)i, curve.length, (int)curve.count);
    }
}

TEST(from_a_pose_to_itself_nothing_is_driven_at_any_radius)
{
    random_source random = { 7 };
    for (double radius = 1e-3; radius < 1e9; radius *= 10)
        for (int i = 0; i < 200; i++) {
            const fw_pose pose = curve_end_at_random(&random);
            double length;
            assert_int_equal(fw_dubins_length(pose, pose, radius, &length), FW_OK);
            assert_true(length == 0);
        }
}

TEST(a_turn_then_a_straight_line_reach_the_point)
{
    random_source random = { 6 };
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
        const fw_pose start = curve_end_at_random(&random), goal = curve_end_at_random(&random);
        const double radius = random_radius(&random);
        fw_curve sides[3];
        fw_result results[3];
        for (int side = FW_SIDE_SHORTER; side <= FW_SIDE_RIGHT; side++) {
            results[side] = fw_turn_then_straight(start, goal.x, goal.y, radius, (fw_side)side, &sides[side]);
            if (results[side] != FW_OK)
                continue;
            const fw_pose end = assert_drivable(&sides[side], start, radius);
            assert_true(fabs(end.x - goal.x) <= 1e-9 && fabs(end.y - goal.y) <= 1e-9);
            assert_true(sides[side].count <= 2);
        }
        const int sign = side_of(FW_DUBINS_RSR, 0);
        const double centre_x = start.x - sign * radius * sin(start.heading);
        const double centre_y = start.y + sign * radius * cos(start.heading);
        const bool right_holds_it = hypot(goal.x - centre_x, goal.y - centre_y) < radius * (1 - 1e-9);
        if (right_holds_it)
            assert_int_equal(results[FW_SIDE_RIGHT], FW_NOT_FOUND);
        refused += right_holds_it;
        assert_int_equal(results[FW_SIDE_SHORTER], FW_OK);
        for (int side = FW_SIDE_LEFT; side <= FW_SIDE_RIGHT; side++)
            if (results[side] == FW_OK)
                assert_true(sides[FW_SIDE_SHORTER].length <= sides[side].length);
    }
    assert_true(refused > 50);
}

TEST(without_a_radius_a_unit_faces_the_point_at_once)
{
    fw_curve curve;
    assert_int_equal(fw_turn_then_straight((fw_pose){ 1, 1, 0 }, 1, 4, 0, FW_SIDE_SHORTER, &curve), FW_OK);
    assert_int_equal(curve.count, 1);
    assert_true(curve.segments[0].start.heading == FW_PI / 2 && curve.length == 3);
    assert_int_equal(fw_turn_then_straight((fw_pose){ 1, 1, 2 }, 1, 1, 0, FW_SIDE_SHORTER, &curve), FW_OK);
    assert_int_equal(curve.count, 0);
    assert_int_equal(fw_turn_then_straight((fw_pose){ 1, 1, 2 }, 1, 1, 3, FW_SIDE_LEFT, &curve), FW_OK);
    assert_int_equal(curve.count, 0);
}

TEST(bad_input_is_named_and_changes_nothing)
{
    const fw_pose start = { 0, 0, 0 }, goal = { 1, 2, 3 };
    fw_curve curve = { .count = 77 };
    double length = 77;
    assert_int_equal(fw_dubins(start, goal, 1, FW_DUBINS_SHORTEST, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_dubins((fw_pose){ NAN, 0, 0 }, goal, 1, FW_DUBINS_SHORTEST, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_dubins(start, (fw_pose){ 0, 0, INFINITY }, 1, FW_DUBINS_LSL, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_dubins(start, goal, 0, FW_DUBINS_SHORTEST, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_dubins(start, goal, -1, FW_DUBINS_SHORTEST, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_dubins(start, goal, 1e-320, FW_DUBINS_SHORTEST, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_dubins(start, goal, 1e308, FW_DUBINS_SHORTEST, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_dubins(start, goal, 1, (fw_dubins_word)7, &curve), FW_BAD_VALUE);
    int32_t count = 77;
    assert_int_equal(fw_dubins_by_length(start, goal, 1, NULL, NULL, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_dubins_by_length(start, goal, 1, NULL, &curve, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_dubins_by_length(start, goal, 0, NULL, &curve, &count), FW_BAD_VALUE);
    assert_int_equal(fw_dubins_by_length(start, goal, INFINITY, NULL, &curve, &count), FW_NOT_FINITE);
    assert_int_equal(count, 77);
    assert_int_equal(fw_dubins_length(start, goal, NAN, &length), FW_NOT_FINITE);
    assert_int_equal(fw_dubins_length(start, goal, 0, &length), FW_BAD_VALUE);
    assert_int_equal(fw_dubins_length(start, goal, 1e308, &length), FW_BAD_VALUE);
    assert_int_equal(fw_turn_then_straight(start, NAN, 0, 1, FW_SIDE_LEFT, &curve), FW_NOT_FINITE);
    assert_int_equal(fw_turn_then_straight(start, 1, 0, -1, FW_SIDE_LEFT, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_turn_then_straight(start, 1e300, 0, 0, FW_SIDE_LEFT, &curve), FW_BAD_VALUE);
    assert_int_equal(fw_turn_then_straight(start, 1, 0, 1, (fw_side)3, &curve), FW_BAD_VALUE);
    assert_int_equal(curve.count, 77);
    assert_true(length == 77);
}
