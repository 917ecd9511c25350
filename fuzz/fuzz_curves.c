// Bytes become two poses and a turning radius: curves start and end where they should, the shortest are the shortest,
// and what a sweep calls free the checker does not call blocked.
#include <math.h>
#include <stdlib.h>

#include "common/poses.h"
#include "common/trial.h"

/// Poses and lengths that differ by less, as a share of the radius and of how far poses are apart, are equal.
#define SAME 1e-6

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static fw_pose draw_pose(choices *source, double far)
{
    return (fw_pose){ choose_within(source, -far, far), choose_within(source, -far, far),
                      choose_one_in(source, 2) ? choose_from_to(source, -8, 8) * FW_PI / 4
                                               : choose_within(source, -9, 9) };
}

static bool count_mark(const fw_mark *mark, void *user)
{
    ++*(int *)user;
    return fw_mark_kind_name(mark->kind)[0] != 'u';
}

/// A curve hangs together, is as long as it says, and ends there.
static void judge_curve(const fw_curve *curve, fw_pose start, double x, double y, const double *heading,
                        double tolerance)
{
    double length = 0;
    fw_pose at = start;
    expect(curve->count >= 0 && curve->count <= FW_CURVE_SEGMENTS);
    for (int32_t i = 0; i < curve->count; i++) {
        expect(poses_are_near(at, curve->segments[i].start, tolerance) && curve->segments[i].length >= 0);
        length += curve->segments[i].length;
        at = segment_end(&curve->segments[i]);
    }
    expect(fabs(length - curve->length) <= tolerance && curve->cost >= curve->length - tolerance);
    expect(poses_are_near(at, (fw_pose){ x, y, heading ? *heading : at.heading }, tolerance));
}

static void judge_dubins(choices *source, fw_pose start, fw_pose goal, double radius, double tolerance)
{
    fw_dubins_word words[FW_DUBINS_WORDS];
    fw_curve curves[FW_DUBINS_WORDS], one;
    int32_t count;
    double least;
    expect(fw_dubins_by_length(start, goal, radius, words, curves, &count) == FW_OK && count >= 2);
    expect(fw_dubins_length(start, goal, radius, &least) == FW_OK &&
           fabs(least - curves[0].length) <= tolerance);
    for (int32_t i = 0; i < count; i++) {
        judge_curve(&curves[i], start, goal.x, goal.y, &goal.heading, tolerance);
        expect(i == 0 || curves[i].length >= curves[i - 1].length - tolerance);
        expect(fw_dubins(start, goal, radius, words[i], &one) == FW_OK && one.length == curves[i].length);
    }
    int marks = 0;
    expect(fw_inspect_curve(curves[0].segments, curves[0].count, count_mark, &marks) == FW_OK &&
           marks >= curves[0].count);
    const double penalty = choose_within(source, 1, 5), change = choose_within(source, 0, 5);
    expect(fw_reeds_shepp(start, goal, radius, penalty, change, &one) == FW_OK &&
           one.cost <= least + tolerance);
    judge_curve(&one, start, goal.x, goal.y, &goal.heading, tolerance);
}

static void judge_turns(fw_pose start, fw_pose goal, double radius, double tolerance)
{
    fw_curve curve;
    int reached = 0;
    for (fw_side side = FW_SIDE_SHORTER; side <= FW_SIDE_RIGHT; side++)
        if (fw_turn_then_straight(start, goal.x, goal.y, radius, side, &curve) == FW_OK) {
            if (radius == 0 && curve.count > 0) // turns on the spot first
                start.heading = curve.segments[0].start.heading;
            judge_curve(&curve, start, goal.x, goal.y, NULL, tolerance);
            reached++;
        }
    expect(reached >= 2); // the shorter of both, and one side at least
}

static void judge_sweep(choices *source, const fw_segment *segment)
{
    static trial drawn;
    site made;
    bool is_free;
    fw_check_report report;
    trial_draw_tiles(source, &drawn);
    drawn.unit = trial_draw_unit(source);
    drawn.unit.methods = FW_METHOD_BIT(FW_GRID); // motions take longer to build than all else here
    drawn.unit.corners = FW_CORNERS_NEVER;
    drawn.edit_count = choose_from_to(source, 0, 1);
    drawn.edits[0] = trial_draw_edit(source, drawn.width, drawn.height);
    expect(site_open(&drawn, UNIT_FIRST, &made) == FW_OK);
    expect(fw_sweep(made.map, made.unit, made.overlay, segment, &is_free) == FW_OK);
    fw_check_def def = fw_default_check_def();
    def.overlay = made.overlay;
    expect(fw_path_set(made.path, segment, 1, NULL) == FW_OK);
    expect(fw_path_check(made.map, made.unit, made.path, &def, &report) == FW_OK);
    expect(!is_free || !report.faults[FW_FAULT_BLOCKED]);
    site_close(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    choices source = choices_of_bytes(bytes, size);
    const double far = choose_magnitude(&source, 0.01, 1e4),
                 radius = choose_magnitude(&source, 1.0 / 64, 1024);
    const fw_pose start = draw_pose(&source, far), goal = draw_pose(&source, far);
    const double tolerance = SAME * (1 + far + radius);
    judge_dubins(&source, start, goal, radius, tolerance);
    judge_turns(start, goal, choose_one_in(&source, 4) ? 0 : radius, tolerance);
    const fw_segment segment = { .start = { choose_within(&source, 0, 24), choose_within(&source, 0, 24),
                                            start.heading },
                                 .curvature = choose_one_in(&source, 2) ? 0 : choose_within(&source, -3, 3),
                                 .length = choose_within(&source, 0, 12),
                                 .gear = choose_one_in(&source, 3) ? FW_REVERSE : FW_FORWARD };
    judge_sweep(&source, &segment);
    const int32_t angles = choose_from_to(&source, 1, 32);
    expect(fabs(remainder(fw_round_heading(start.heading, angles) - start.heading, 2 * FW_PI)) <=
           FW_PI / angles + SAME);
    return 0;
}
