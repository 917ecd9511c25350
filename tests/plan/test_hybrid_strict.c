// The six steps of Pinter's hybrid: what each does, which one fails, and where.
// FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 40, GAP = 12 }; ///< GAP: tiles between the ends of a repair, at most

/// The nearer gap has a jog that a unit with a turning radius of a tile cannot drive; the other gap is wide.
static const char *const strait[] = { "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "########.#####...#######", //
                                      "########..####...#######", //
                                      "#########.####...#######", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................", //
                                      "........................" };

static fw_unit_def ship(void)
{
    return vehicle(fw_circle(0.4), 1, 1, FW_HYBRID_STRICT);
}

static fw_hybrid_report report_of(const road_test *test)
{
    fw_hybrid_report report;
    assert_int_equal(fw_planner_hybrid_report(test->planner, &report), FW_OK);
    return report;
}

static double length_of(const road_test *test, fw_hybrid_step step)
{
    fw_path *way = new_path();
    const fw_result given = fw_planner_hybrid_way(test->planner, step, way);
    const double length = fw_path_length(way);
    fw_path_destroy(way);
    assert_true(given == FW_OK || given == FW_NOT_FOUND);
    return given == FW_OK ? length : 0;
}

TEST(a_way_that_cannot_be_driven_is_repaired_between_both_failures)
{
    road_test test = road_on(DRAWN(strait), ship());
    fw_request ask =
        request_on(&test, FW_HYBRID_STRICT, (lattice_pose){ 8, 15, 6 }, (lattice_pose){ 8, 1, 6 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    const fw_hybrid_report report = report_of(&test);
    static const fw_result results[] = { FW_PENDING, FW_OK, FW_NOT_FOUND, FW_NOT_FOUND,
                                         FW_OK,      FW_OK, FW_PENDING };
    for (int step = 1; step <= FW_HYBRID_STEPS; step++)
        assert_int_equal(report.steps[step].result, results[step]);
    assert_int_equal(report.failed, 0);
    assert_true(report.a.x == 9.5 && report.a.y == 7.5);
    assert_true(report.b.x == 8.5 && report.b.y == 7.5);
    const double parts = length_of(&test, FW_HYBRID_FORWARD) + length_of(&test, FW_HYBRID_BACKWARD);
    assert_true(length_of(&test, FW_HYBRID_GRID) == 16 && parts > 12 && parts < 17);
    assert_true(length_of(&test, FW_HYBRID_REPAIR) > 16);
    const double rough = fw_path_length(test.path);
    ask.smoothing = FW_SMOOTH_AUTO; // the sixth step
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    assert_int_equal(report_of(&test).steps[FW_HYBRID_SMOOTH].result, FW_OK);
    assert_true(fw_path_length(test.path) < rough - 1);
    road_end(&test);
}

/// Asserts that a step fails, and gives what the steps did.
static fw_hybrid_report report_of_failure(fw_map *map, fw_unit_def def, lattice_pose start, lattice_pose goal,
                                          fw_hybrid_step failed)
{
    road_test test = road_on(map, def);
    const fw_request ask = request_on(&test, FW_HYBRID_STRICT, start, goal);
    fw_path_summary summary;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GAVE_UP);
    fw_path_summarise(test.path, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_GAVE_UP);
    const fw_hybrid_report report = report_of(&test);
    assert_int_equal(report.failed, failed);
    assert_int_equal(report.steps[failed].result, FW_NOT_FOUND);
    for (int step = (int)failed + 1; step <= FW_HYBRID_STEPS; step++)
        assert_int_equal(report.steps[step].result, FW_PENDING);
    road_end(&test);
    return report;
}

TEST(step_1_fails_if_the_square_of_the_unit_does_not_pass)
{
    static const char *const door[] = { "....#....", //
                                        ".........", //
                                        "....#....", //
                                        "....#...." };
    fw_unit_def wide = vehicle(fw_circle(0.9), 2, 1, FW_HYBRID_STRICT);
    const fw_hybrid_report report = report_of_failure(DRAWN(door), wide, (lattice_pose){ 1, 1, 0 },
                                                      (lattice_pose){ 7, 1, 0 }, FW_HYBRID_GRID);
    assert_false(report.has_a || report.has_b);
}

TEST(step_4_gives_up_if_the_failures_are_more_than_12_tiles_apart)
{
    static const char *const two_jogs[] = { "......#########################", //
                                            "#####...................#######", //
                                            "#######################........" };
    const fw_hybrid_report report = report_of_failure(DRAWN(two_jogs), ship(), (lattice_pose){ 0, 0, 0 },
                                                      (lattice_pose){ 30, 2, 0 }, FW_HYBRID_GAP);
    assert_true(report.has_a && report.has_b && !report.has_gap);
    assert_true(report.a.x == 5.5 && report.a.y == 0.5);
    assert_true(report.b.x == 23.5 && report.b.y == 2.5);
}

TEST(step_5_gives_up_if_nothing_leads_around_the_failure)
{
    static const char *const jog[] = { "...............############", //
                                       "##############............." };
    const fw_hybrid_report report = report_of_failure(DRAWN(jog), ship(), (lattice_pose){ 0, 0, 0 },
                                                      (lattice_pose){ 26, 1, 0 }, FW_HYBRID_REPAIR);
    assert_true(report.has_gap);
    assert_true(report.a.x == 14.5 && report.b.x == 14.5);
    assert_true(report.to.x - report.from.x > GAP - 3 &&
                report.to.x - report.from.x <= GAP); // by hops of 1 to 3
    assert_true(report.from.x < report.a.x && report.to.x > report.b.x);
}

static void write_down_steps(const fw_trace_event *event, void *user)
{
    int *told = user;
    if (event->kind == FW_TRACE_STEP)
        *told = 10 * *told + (int)event->id;
}

TEST(a_trace_tells_the_steps_in_order)
{
    int told = 0;
    road_test test = road_on(DRAWN(strait), ship());
    fw_request ask =
        request_on(&test, FW_HYBRID_STRICT, (lattice_pose){ 8, 15, 6 }, (lattice_pose){ 8, 1, 6 });
    ask.trace = write_down_steps;
    ask.trace_user = &told;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_int_equal(told, 2356);
    road_end(&test);
}

static bool is_within(fw_pose a, fw_pose b, double distance)
{
    return fabs(a.x - b.x) <= distance && fabs(a.y - b.y) <= distance;
}

TEST(reports_of_random_queries_agree_with_their_answers)
{
    random_source source = { 91 };
    int found = 0, repaired = 0, failed = 0, reachable = 0;
    const int maps = rounds(20);
    for (int i = 0; i < maps; i++) {
        fw_unit_def def = ship();
        def.turn_radius = i % 2 ? 0.5 : 1;
        def.methods |= FW_METHOD_BIT(FW_HYBRID);
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, (uint32_t)(i % 5) * 4, 1), def);
        for (int k = 0; k < 10; k++) {
            const lattice_pose start = pose_at_random(&source, SIDE);
            lattice_pose goal = pose_at_random(&source, SIDE);
            goal.heading = k % 2 ? goal.heading : -1;
            fw_request ask = request_on(&test, FW_HYBRID, start, goal);
            reachable += fw_find_path(test.planner, &ask, test.path) == FW_OK;
            ask.method = FW_HYBRID_STRICT;
            ask.smoothing = k % 3 ? FW_SMOOTH_NONE : FW_SMOOTH_AUTO;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            const fw_hybrid_report report = report_of(&test);
            assert_true((result == FW_GAVE_UP) == (report.failed != 0));
            assert_true(result != FW_NOT_FOUND);
            if (report.failed == FW_HYBRID_GAP)
                assert_false(is_within(report.a, report.b, GAP));
            if (report.has_gap)
                assert_true(is_within(report.from, report.to, GAP + 1)); // ends off the lattice: their tiles
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
            found += result == FW_OK;
            repaired += result == FW_OK && report.has_gap;
            failed += result == FW_GAVE_UP;
        }
        road_end(&test);
    }
    assert_true(found > reachable * 3 / 4 && repaired > found / 10 && failed > 0);
}
