// The checker on the anchor point: units that cut corners, and moves that an overlay forbids.

#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/check.h"

/// One map, one unit and an overlay under judgement.
typedef struct yard {
    fw_map *map;
    fw_unit_id unit;
    fw_overlay *overlay;
} yard;

static yard yard_for(const char *const *rows, int32_t height, fw_unit_def unit)
{
    yard made = { .map = map_from_drawing(rows, height) };
    made.unit = add_unit(made.map, unit);
    assert_int_equal(fw_overlay_create(fw_map_width(made.map), height, NULL, &made.overlay), FW_OK);
    return made;
}

#define YARD(rows, unit) yard_for((rows), (int32_t)(sizeof(rows) / sizeof *(rows)), (unit))

static void end_yard(yard *yard)
{
    fw_overlay_destroy(yard->overlay);
    fw_map_destroy(yard->map);
}

static fw_unit_def cutter(int32_t size, fw_corner_rule corners)
{
    fw_unit_def unit = unit_of_size(size);
    unit.corners = corners;
    return unit;
}

static fw_segment line(double x, double y, double degrees, double length)
{
    return (fw_segment){ .start = { x, y, degrees * FW_PI / 180 }, .length = length };
}

static fw_segment arc(double x, double y, double degrees, double curvature, double length)
{
    return (fw_segment){ .start = { x, y, degrees * FW_PI / 180 }, .curvature = curvature, .length = length };
}

static fw_segment backward(fw_segment segment)
{
    segment.gear = FW_REVERSE;
    segment.start.heading += FW_PI;
    return segment;
}

static fw_check_report judge(const yard *yard, const fw_segment *segments, int32_t count)
{
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    def.overlay = yard->overlay;
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
    assert_int_equal(fw_path_check(yard->map, yard->unit, path, &def, &report), FW_OK);
    fw_path_destroy(path);
    return report;
}

#define FIRST_FAULT(yard, ...)                                                                               \
    judge((yard), (fw_segment[]){ __VA_ARGS__ },                                                             \
          (int32_t)(sizeof((fw_segment[]){ __VA_ARGS__ }) / sizeof(fw_segment)))                             \
        .first

TEST(a_unit_that_cuts_corners_passes_a_gap_of_its_size_on_and_off_the_lattice)
{
    const char *walls[] = { "...#...", "...#...", ".......", "...#...", "...#...",
                            ".......", ".......", "...#...", "...#..." };
    for (int rule = FW_CORNERS_ONE; rule <= FW_CORNERS_ALWAYS; rule++) {
        yard y = YARD(walls, cutter(2, (fw_corner_rule)rule));
        for (int step = 0; step <= 100; step++) {
            const double at = 1 + step * 0.07; // the gaps are at y = 2 to 3 and at 5 to 7
            const bool passes = at >= 5.5 && at <= 6.5;
            const fw_fault first = FIRST_FAULT(&y, line(1.25, at, 0, 4.5));
            if ((first == FW_FAULT_NONE) != passes)
                fail_msg("at y = %g: %s", at, fw_fault_text(first));
        }
        end_yard(&y);
    }
}

TEST(the_point_of_an_anchor_gets_between_two_blocked_anchors_nowhere)
{
    const char *pair[] = { "......", "......", "..##..", "......", "......" };
    yard y = YARD(pair, cutter(1, FW_CORNERS_ALWAYS));
    assert_int_equal(FIRST_FAULT(&y, line(3, 0.5, 90, 4)), FW_FAULT_BLOCKED);
    assert_int_equal(FIRST_FAULT(&y, line(3, 0.5, 90, 1.5)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2, 0.5, 90, 4)), FW_FAULT_NONE); // free on the left
    assert_int_equal(FIRST_FAULT(&y, line(2 + 9e-7, 0.5, 90, 4)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2 + 2.1e-6, 0.5, 90, 4)), FW_FAULT_BLOCKED);
    end_yard(&y);
}

TEST(a_corner_between_two_blocked_anchors_is_passed_by_the_rule_however_the_path_is_split)
{
    const char *corner[] = { "....", "..#.", ".#..", "...." };
    for (int rule = FW_CORNERS_ONE; rule <= FW_CORNERS_ALWAYS; rule++) {
        yard y = YARD(corner, cutter(1, (fw_corner_rule)rule));
        const fw_fault expected = rule == FW_CORNERS_ONE ? FW_FAULT_CORNER : FW_FAULT_NONE;
        const double d = sqrt(0.5);
        assert_int_equal(FIRST_FAULT(&y, line(1.5, 1.5, 45, 2 * d)), expected);
        assert_int_equal(FIRST_FAULT(&y, line(1.5, 1.5, 45, d), line(2, 2, 45, d)), expected);
        assert_int_equal(FIRST_FAULT(&y, line(1.5, 1.5, 45, d), line(2, 2, 45, 0), line(2, 2, 60, d)),
                         expected);
        assert_int_equal(FIRST_FAULT(&y, line(1.9, 1.8, atan2(0.2, 0.1) * 180 / FW_PI, sqrt(0.2))), expected);
        assert_int_equal(FIRST_FAULT(&y, line(1.5, 1.5, 45, d), line(2, 2, 225, d)), FW_FAULT_NONE);
        assert_int_equal(FIRST_FAULT(&y, line(2, 2, 45, d)), FW_FAULT_NONE);
        assert_int_equal(FIRST_FAULT(&y, line(1.9, 1.5, 45, 2 * d)), FW_FAULT_BLOCKED);
        end_yard(&y);
    }
}

TEST(a_cut_corner_names_a_tile_beside_it_whatever_the_body_touches_and_wherever_the_unit_goes)
{
    const char *diagonal[] = { "####", "#.##", "##.#", "####" };
    fw_unit_def large = cutter(1, FW_CORNERS_ONE);
    large.footprint = fw_circle(1.9);
    yard y = YARD(diagonal, large);
    for (int from = 1; from <= 2; from++) // the top left tile, and the bottom right one
        for (int eighth = 0; eighth <= 2; eighth++) {
            const double half = sqrt(0.5), turn = from == 1 ? 0 : 180;
            const fw_segment segments[] = { line(from + 0.5, from + 0.5, turn + 45, half),
                                            line(2, 2, turn + 45 * eighth, 0.5) };
            const fw_check_report report = judge(&y, segments, 2);
            assert_int_equal(report.first, FW_FAULT_CORNER);
            assert_near(report.first_at, half, 3e-6);
            assert_int_equal(report.first_tile_x + report.first_tile_y, 3);
            assert_int_equal(abs(report.first_tile_x - report.first_tile_y), 1);
        }
    end_yard(&y);
}

TEST(arcs_of_a_unit_that_cuts_corners_are_swept_with_its_body)
{
    const char *post[] = { "......", "......", "..#...", "......", "......" };
    yard y = YARD(post, cutter(1, FW_CORNERS_ALWAYS));
    assert_int_equal(FIRST_FAULT(&y, line(1.8, 1.8, 0, 1.5)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, arc(1.8, 1.8, 0, 1e-3, 1.5)), FW_FAULT_BLOCKED);
    assert_int_equal(FIRST_FAULT(&y, arc(1.8, 1.4, 0, -1e-3, 1.5)), FW_FAULT_NONE);
    end_yard(&y);
}

static const char *const ground[] = { "......", "......", "......", "......", "......", "......" };

/// Where a grid move leads, and its bit.
static const struct {
    int dx, dy;
    uint8_t bit;
} moves[8] = { { 1, 0, FW_MOVE_E },  { 1, 1, FW_MOVE_SE },   { 0, 1, FW_MOVE_S },  { -1, 1, FW_MOVE_SW },
               { -1, 0, FW_MOVE_W }, { -1, -1, FW_MOVE_NW }, { 0, -1, FW_MOVE_N }, { 1, -1, FW_MOVE_NE } };

TEST(each_move_is_forbidden_by_its_own_bit_whatever_the_gear_and_the_curve)
{
    for (int32_t size = 1; size <= 2; size++)
        for (int move = 0; move < 8; move++) {
            fw_unit_def unit = unit_of_size(size);
            unit.footprint = fw_circle(0.2);
            unit.reverse = true;
            const int dx = moves[move].dx, dy = moves[move].dy;
            const double x = 2 + size / 2.0, y = 2 + size / 2.0, length = hypot(dx, dy);
            const double degrees = atan2(dy, dx) * 180 / FW_PI, bend = 0.02;
            const fw_segment straight = line(x, y, degrees, length);
            const fw_segment bent = arc(x, y, degrees - bend * length / 2 * 180 / FW_PI, bend, length);
            for (int bit = 0; bit < 8; bit++) {
                yard yard = YARD(ground, unit);
                assert_int_equal(fw_overlay_forbid(yard.overlay, 2, 2, (uint8_t)(1u << bit)), FW_OK);
                const fw_fault expected = moves[move].bit == 1u << bit ? FW_FAULT_FORBIDDEN : FW_FAULT_NONE;
                assert_int_equal(FIRST_FAULT(&yard, straight), expected);
                assert_int_equal(FIRST_FAULT(&yard, backward(straight)), expected);
                if (!dx || !dy) // a bent way misses the corner
                    assert_int_equal(FIRST_FAULT(&yard, bent), expected);
                assert_int_equal(FIRST_FAULT(&yard, line(x + dx, y + dy, degrees + 180, length)),
                                 FW_FAULT_NONE);
                end_yard(&yard);
            }
        }
}

TEST(a_forbidden_move_names_the_tile_that_it_leaves_and_where)
{
    yard y = YARD(ground, unit_of_size(1));
    assert_int_equal(fw_overlay_forbid(y.overlay, 3, 1, FW_MOVE_E), FW_OK);
    const fw_segment segments[] = { line(0.5, 1.5, 0, 1), line(1.5, 1.5, 0, 4) };
    const fw_check_report report = judge(&y, segments, 2);
    assert_int_equal(report.first, FW_FAULT_FORBIDDEN);
    assert_int_equal(report.faults[FW_FAULT_FORBIDDEN], 1);
    assert_false(report.legal);
    assert_int_equal(report.first_segment, 1);
    assert_int_equal(report.first_tile_x, 3);
    assert_int_equal(report.first_tile_y, 1);
    assert_near(report.first_at, 3.5, 3e-6);
    assert_near(report.first_x, 4, 3e-6);
    end_yard(&y);
}

/// A circle begins on the side between two tiles, so its unit may be counted in either. From its second turn on, the
/// unit comes from the left tile, which it may not leave to the east.
TEST(a_move_that_only_the_second_turn_of_a_circle_makes_is_noticed)
{
    fw_unit_def unit = unit_of_size(1);
    unit.footprint = fw_circle(0.1);
    static const double turns[] = { 0.5, 1, 1.25, 2, 2.5, 3, 1000 };
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        yard y = YARD(ground, unit);
        assert_int_equal(fw_overlay_forbid(y.overlay, 2, 1, FW_MOVE_E), FW_OK);
        const fw_segment circle = arc(3, 1.5, 0, 2, turns[i] * FW_PI);
        const fw_check_report report = judge(&y, &circle, 1);
        assert_int_equal(report.faults[FW_FAULT_FORBIDDEN], turns[i] > 1);
        if (turns[i] > 1) {
            assert_near(report.first_at, FW_PI, 2e-6);
            assert_near(report.first_x, 3, 2e-6);
            assert_int_equal(report.first_tile_x, 2);
            assert_int_equal(report.first_tile_y, 1);
        }
        end_yard(&y);
    }
}

TEST(a_path_that_begins_in_a_closed_tile_names_this_tile)
{
    yard y = YARD(ground, unit_of_size(1));
    static const uint8_t closed = 254;
    assert_int_equal(fw_overlay_set_costs(y.overlay, 2, 3, 1, 1, &closed, 1, 0), FW_OK);
    const fw_segment leaves = line(2.5, 3.5, 0, 2);
    const fw_check_report report = judge(&y, &leaves, 1);
    assert_int_equal(report.first, FW_FAULT_FORBIDDEN);
    assert_true(report.first_at == 0);
    assert_int_equal(report.first_tile_x, 2);
    assert_int_equal(report.first_tile_y, 3);
    end_yard(&y);
}

TEST(a_path_that_touches_a_side_or_runs_along_one_has_not_crossed_it)
{
    fw_unit_def unit = unit_of_size(1);
    unit.footprint = fw_circle(0.1);
    yard y = YARD(ground, unit);
    for (int32_t row = 0; row < 6; row++)
        assert_int_equal(fw_overlay_forbid(y.overlay, 2, row, FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE), FW_OK);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5 + 9e-7)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5 + 2e-6)), FW_FAULT_FORBIDDEN);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5), line(3, 1.5, 180, 0.5)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5), line(3, 1.5, 90, 3), line(3, 4.5, 180, 1)),
                     FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5), line(3, 1.5, 90, 3), line(3, 4.5, 0, 1)),
                     FW_FAULT_FORBIDDEN);
    assert_int_equal(FIRST_FAULT(&y, line(3, 1.5, 90, 3), line(3, 4.5, 0, 1)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, arc(3, 1.5, 90, 1, FW_PI)), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, arc(2.5, 2, 0, 2, 4 * FW_PI)), FW_FAULT_NONE); // touches it four times
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 0, 0.5), line(3, 1.5, 0, 1e-7), line(3, 1.5, 0, 0.5)),
                     FW_FAULT_FORBIDDEN);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 1.5, 45, sqrt(0.5)), line(3, 2, 45, sqrt(0.5))),
                     FW_FAULT_FORBIDDEN);
    end_yard(&y);
}

TEST(a_way_through_a_corner_is_a_diagonal_move_and_no_other)
{
    yard y = YARD(ground, unit_of_size(1));
    assert_int_equal(fw_overlay_forbid(y.overlay, 2, 2, FW_MOVE_E | FW_MOVE_S), FW_OK);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 2.5, 45, sqrt(2))), FW_FAULT_NONE);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 2.50001, 45, sqrt(2))), FW_FAULT_FORBIDDEN);
    fw_overlay_clear(y.overlay);
    assert_int_equal(fw_overlay_forbid(y.overlay, 2, 2, FW_MOVE_SE), FW_OK);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 2.5, 45, sqrt(2))), FW_FAULT_FORBIDDEN);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 2.5, 45, sqrt(0.5)), line(3, 3, 45, sqrt(0.5))),
                     FW_FAULT_FORBIDDEN);
    assert_int_equal(FIRST_FAULT(&y, line(2.5, 2.50001, 45, sqrt(2))), FW_FAULT_NONE);
    end_yard(&y);
}
