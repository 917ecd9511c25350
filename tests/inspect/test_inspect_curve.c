// What an inspection of a curve shows, beside what Pinter's constructions say.
#include <math.h>

#include "base/random.h"
#include "common/marks.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static marks seen;

/// All samples of an arc lie around its centre, and the angle is that between the headings at its ends.
static void judge_arc(const fw_segment *arc, const fw_mark *part, const fw_mark *centre, double radius)
{
    double turned = 0, before = arc->start.heading;
    assert_true(centre->kind == FW_MARK_CENTRE && fabs(centre->numbers[0] - radius) < 1e-9);
    for (int i = 0; i <= 50; i++) {
        fw_pose pose;
        assert_int_equal(fw_segment_pose_at(arc, arc->length * i / 50, &pose), FW_OK);
        assert_true(fabs(hypot(pose.x - centre->line.start.x, pose.y - centre->line.start.y) - radius) <
                    1e-9);
        turned += fabs(remainder(pose.heading - before, 2 * FW_PI));
        before = pose.heading;
    }
    assert_true(fabs(turned - part->numbers[1]) < 1e-9);
}

TEST(arcs_lie_around_their_centres_and_lines_follow_from_their_distance)
{
    random_source source = { 701 };
    int same_side = 0, crossed = 0;
    for (int round = 0; round < 400; round++) {
        const double radius = 0.5 + random_unit(&source) * 2;
        const fw_pose start = { random_unit(&source) * 12, random_unit(&source) * 12,
                                random_unit(&source) * 6 };
        const fw_pose goal = { random_unit(&source) * 12, random_unit(&source) * 12,
                               random_unit(&source) * 6 };
        const fw_dubins_word word = (fw_dubins_word)(FW_DUBINS_LSL + random_below(&source, 4));
        fw_curve curve;
        marks_begin(&seen, 16);
        if (fw_dubins(start, goal, radius, word, &curve) != FW_OK || curve.count != 3)
            continue;
        assert_int_equal(fw_inspect_curve(curve.segments, curve.count, marks_keep, &seen), FW_OK);
        assert_int_equal(seen.count, 6); // arc and centre, line, arc, centre and the line of centres
        judge_arc(&curve.segments[0], &seen.items[0], &seen.items[1], radius);
        judge_arc(&curve.segments[2], &seen.items[3], &seen.items[4], radius);
        const double distance = seen.items[5].numbers[0], line = seen.items[2].numbers[0];
        const bool turns_alike = curve.segments[0].curvature * curve.segments[2].curvature > 0;
        assert_true(seen.items[5].kind == FW_MARK_CENTRE_LINE && seen.items[2].numbers[1] == 0);
        assert_true(fabs(line - (turns_alike ? distance : sqrt(distance * distance - 4 * radius * radius))) <
                    1e-7);
        same_side += turns_alike;
        crossed += !turns_alike;
    }
    assert_true(same_side > 100 && crossed > 50);
}

TEST(an_inspection_ends_and_refuses_as_it_should)
{
    const fw_segment two[] = { { .start = { 1, 1, 0 }, .curvature = 1, .length = 1 }, { .length = NAN } };
    marks_begin(&seen, 1);
    assert_int_equal(fw_inspect_curve(two, 2, marks_keep, &seen), FW_OK);
    assert_int_equal(seen.count, 1);
    marks_begin(&seen, MOST_MARKS);
    assert_int_not_equal(fw_inspect_curve(two, 2, marks_keep, &seen), FW_OK);
    assert_int_equal(seen.count, 2);
    assert_int_equal(fw_inspect_curve(NULL, 0, marks_keep, &seen), FW_OK);
    assert_int_equal(fw_inspect_curve(NULL, 1, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_curve(two, 1, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_curve(two, -1, marks_keep, &seen), FW_BAD_SIZE);
    assert_int_equal(seen.count, 2);
}
