// The checker against dense samples: random worlds, bodies and paths, many of them exactly on the lattice, at headings
// that are multiples of 45 degrees, or of extreme size. Where the samples are sure, the checker says the same.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "common/dense.h"
#include "common/drawing.h"
#include "fairway/check.h"

enum { MOST_SIDE = 9, MOST_SEGMENTS = 4 };

/// What a test draws from.
typedef struct kind {
    bool rectangles;
    bool arcs;
    bool forbids;
    bool cuts;
    bool turns; ///< asked headings at the start and at the goal
} kind;

typedef struct trial {
    random_source random;
    kind drawn;
    char rows[MOST_SIDE][MOST_SIDE + 1];
    bool blocked[MOST_SIDE * MOST_SIDE];
    uint8_t moves[MOST_SIDE * MOST_SIDE];
    dense_world world;
    fw_unit_def unit;
    fw_overlay *overlay;
    fw_segment segments[MOST_SEGMENTS];
    int32_t count;
    fw_pose start, goal; ///< asked for
    fw_check_report report;
} trial;

/// How often verdicts were compared.
typedef struct tally {
    int legal, illegal;
} tally;

static bool one_in(trial *of, uint32_t many)
{
    return random_below(&of->random, many) == 0;
}

static double draw(trial *of, double low, double high)
{
    return random_within(&of->random, low, high);
}

static double pick(trial *of, const double *values, uint32_t count)
{
    return values[random_below(&of->random, count)];
}

#define PICK(of, ...)                                                                                        \
    pick((of), (const double[]){ __VA_ARGS__ }, sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

static void draw_world(trial *of)
{
    const int32_t width = 3 + (int32_t)random_below(&of->random, MOST_SIDE - 2);
    const int32_t height = 3 + (int32_t)random_below(&of->random, MOST_SIDE - 2);
    const uint32_t percent = (uint32_t)PICK(of, 0, 0, 4, 12, 30);
    assert_int_equal(fw_overlay_create(width, height, NULL, &of->overlay), FW_OK);
    memset(of->moves, 0, sizeof of->moves);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            bool *blocked = &of->blocked[y * width + x];
            *blocked = random_below(&of->random, 100) < percent;
            const bool is_overlaid = *blocked && one_in(of, 4);
            of->rows[y][x] = *blocked && !is_overlaid ? '#' : '.';
            if (is_overlaid)
                assert_int_equal(fw_overlay_block(of->overlay, x, y, 1, 1), FW_OK);
            uint8_t *moves = &of->moves[y * width + x];
            if (of->drawn.forbids && !one_in(of, 3))
                *moves = (uint8_t)(one_in(of, 2) ? 1u << random_below(&of->random, 8)
                                                 : random_below(&of->random, 256));
            assert_int_equal(fw_overlay_forbid(of->overlay, x, y, *moves), FW_OK);
        }
        of->rows[y][width] = '\0';
    }
    of->world = (dense_world){ width, height, of->blocked, of->moves, &of->unit };
}

static void draw_unit(trial *of)
{
    const int32_t size = 1 + (int32_t)(one_in(of, 2) ? random_below(&of->random, 4) : 0);
    of->unit = unit_of_size(size);
    const double extents[] = { 1e-7, 2e-6, 1e-3, 0.2, 0.5, 1, size, size, draw(of, 0, size), draw(of, 0, 3) };
    const double length = fmax(PICK(of, extents[0], extents[1], extents[2], extents[3], extents[4],
                                    extents[5], extents[6], extents[7], extents[8], extents[9]),
                               1e-7);
    const double width = one_in(of, 2) ? draw(of, 1e-3, 1) : PICK(of, 1e-6, 0.1, 0.5, 1, 2);
    of->unit.footprint = of->drawn.rectangles ? fw_rectangle(length, width) : fw_circle(length / 2);
    of->unit.corners = (fw_corner_rule)(of->drawn.cuts ? 1 + random_below(&of->random, 2)
                                                       : 3 * random_below(&of->random, 2));
    of->unit.reverse = true;
}

static double draw_heading(trial *of)
{
    const double eighth = (double)random_below(&of->random, 8) * FW_PI / 4;
    return one_in(of, 4) ? draw(of, -7, 7) : eighth;
}

static double draw_curvature(trial *of)
{
    const double sign = one_in(of, 2) ? -1 : 1;
    if (!of->drawn.arcs || one_in(of, 5))
        return 0;
    return sign *
           (one_in(of, 3) ? draw(of, 0.01, 3) : PICK(of, 0.25, 0.5, 1, 1, 2, 100, 1e-3, 1e-5, 1.1e-7, 9e-8));
}

static double draw_length(trial *of, double curvature)
{
    const double longest = of->world.width / 2.0;
    if (curvature != 0 && one_in(of, 2))
        return fmin(FW_PI / 4 * (double)random_below(&of->random, 10) / fabs(curvature), longest);
    if (one_in(of, 3))
        return draw(of, 0, longest);
    const double steps = (double)random_below(&of->random, 8);
    return fmin(steps * PICK(of, 0.5, 0.70710678118654752, 1, 1.4142135623730951), 2 * longest);
}

static void draw_path(trial *of)
{
    const double step = one_in(of, 4) ? 1.0 / 64 : 0.5;
    fw_pose at = { step * rint(draw(of, 0.5, of->world.width - 0.5) / step),
                   step * rint(draw(of, 0.5, of->world.height - 0.5) / step), draw_heading(of) };
    if (one_in(of, 3)) { // on an anchor
        at.x = floor(at.x) + of->unit.size / 2.0;
        at.y = floor(at.y) + of->unit.size / 2.0;
    } else if (one_in(of, 2))
        at.x += PICK(of, 3e-7, -3e-7, 2.3e-6, -2.3e-6, 6e-6, -6e-6, 1e-3);
    of->count = one_in(of, 2) ? 1 : 1 + (int32_t)random_below(&of->random, MOST_SEGMENTS);
    of->start = (fw_pose){ at.x, at.y, draw_heading(of) };
    for (int32_t i = 0; i < of->count; i++) {
        const double curvature = draw_curvature(of);
        of->segments[i] = (fw_segment){ .start = at,
                                        .curvature = curvature,
                                        .length = draw_length(of, curvature),
                                        .gear = one_in(of, 3) ? FW_REVERSE : FW_FORWARD };
        at = dense_pose(&of->segments[i], of->segments[i].length);
        of->goal = (fw_pose){ at.x, at.y, draw_heading(of) };
        if (one_in(of, 2))
            at.heading = draw_heading(of);
    }
}

static void ask_checker(trial *of)
{
    const char *rows[MOST_SIDE];
    for (int32_t y = 0; y < of->world.height; y++)
        rows[y] = of->rows[y];
    fw_map *map = map_from_drawing(rows, of->world.height);
    const fw_unit_id unit = add_unit(map, of->unit);
    fw_path *path;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    assert_int_equal(fw_path_set(path, of->segments, of->count, NULL), FW_OK);
    fw_check_def def = fw_default_check_def();
    def.overlay = of->overlay;
    def.has_start = def.has_goal = of->drawn.turns;
    def.start = of->start;
    def.goal = fw_goal_pose(of->goal);
    assert_int_equal(fw_path_check(map, unit, path, &def, &of->report), FW_OK);
    fw_path_destroy(path);
    fw_map_destroy(map);
    fw_overlay_destroy(of->overlay);
}

static dense_verdict verdict_of_turn(const trial *of, fw_pose at, double to)
{
    const double turn = remainder(to - at.heading, 2 * FW_PI);
    if (!of->drawn.rectangles || of->drawn.cuts || fabs(turn) <= 1e-6)
        return DENSE_LEGAL;
    return dense_verdict_of(dense_depth_turning(&of->world, at, turn));
}

static dense_verdict verdict_of_contact(const trial *of)
{
    dense_verdict worst = DENSE_LEGAL;
    fw_pose at = of->drawn.turns ? of->start : of->segments[0].start;
    for (int32_t i = 0; i < of->count; i++) {
        const fw_segment *segment = &of->segments[i];
        worst = dense_worse(worst, verdict_of_turn(of, at, segment->start.heading));
        if (!of->drawn.cuts || segment->curvature != 0)
            worst = dense_worse(worst, dense_verdict_of(dense_depth_along(&of->world, segment)));
        at = dense_pose(segment, segment->length);
    }
    if (of->drawn.turns)
        worst = dense_worse(worst, verdict_of_turn(of, at, of->goal.heading));
    if (of->drawn.cuts && worst != DENSE_ILLEGAL)
        worst = dense_worse(worst, dense_corners_along(&of->world, of->segments, of->count));
    return worst;
}

/// A unit that cuts corners may touch something off its anchors for so short a while that no sample sees it: the place
/// that the checker names shows it.
static bool shows_its_fault(const trial *of)
{
    const fw_check_report *report = &of->report;
    if (!of->drawn.cuts || report->first != FW_FAULT_BLOCKED ||
        of->segments[report->first_segment].curvature != 0)
        return false;
    const fw_pose at = { report->first_x, report->first_y,
                         of->segments[report->first_segment].start.heading };
    return dense_depth_at(&of->world, at) > 0.3 * FW_TOUCH && dense_is_off_anchors(&of->world, at.x, at.y);
}

static void compare(const trial *of, dense_verdict sampled, bool is_faulty, const char *what, uint64_t seed,
                    tally *count)
{
    if (sampled == DENSE_OPEN || (sampled == DENSE_LEGAL && is_faulty && shows_its_fault(of)))
        return;
    count->legal += !is_faulty;
    count->illegal += is_faulty;
    if (is_faulty != (sampled == DENSE_ILLEGAL))
        fail_msg(
            "seed %llu: %s: samples say %s, the checker '%s' in segment %d after %.9g tiles, at %.9g,%.9g",
            (unsigned long long)seed, what, is_faulty ? "legal" : "illegal", fw_fault_text(of->report.first),
            (int)of->report.first_segment, of->report.first_at, of->report.first_x, of->report.first_y);
}

static void compare_many(kind drawn, int trials, uint64_t first_seed)
{
    tally contacts = { 0 }, forbidden = { 0 };
    for (int i = 0; i < trials; i++) {
        const uint64_t seed = first_seed + (uint64_t)i;
        trial of = { .random = { seed }, .drawn = drawn };
        draw_world(&of);
        draw_unit(&of);
        draw_path(&of);
        ask_checker(&of);
        const int32_t *faults = of.report.faults;
        if (drawn.forbids)
            compare(&of, dense_moves_along(&of.world, of.segments, of.count), faults[FW_FAULT_FORBIDDEN] > 0,
                    "moves", seed, &forbidden);
        else
            compare(&of, verdict_of_contact(&of), faults[FW_FAULT_BLOCKED] + faults[FW_FAULT_CORNER] > 0,
                    "contact", seed, &contacts);
    }
    const tally both = { contacts.legal + forbidden.legal, contacts.illegal + forbidden.illegal };
    if (both.legal < trials / 10 || both.illegal < trials / 10)
        fail_msg("of %d trials %d were legal, %d illegal", trials, both.legal, both.illegal);
}

static void circles_along_lines_and_arcs_touch_what_samples_touch(void **state)
{
    (void)state;
    compare_many((kind){ .arcs = false }, 1500, 10000);
    compare_many((kind){ .arcs = true }, 1500, 20000);
}

static void rectangles_along_lines_and_arcs_touch_what_samples_touch(void **state)
{
    (void)state;
    compare_many((kind){ .rectangles = true }, 1000, 30000);
    compare_many((kind){ .rectangles = true, .arcs = true }, 1000, 40000);
}

static void turns_on_the_spot_to_asked_headings_touch_what_samples_touch(void **state)
{
    (void)state;
    compare_many((kind){ .rectangles = true, .turns = true }, 1000, 50000);
}

static void units_that_cut_corners_pass_where_samples_of_their_anchor_point_pass(void **state)
{
    (void)state;
    compare_many((kind){ .cuts = true }, 2500, 60000);
    compare_many((kind){ .cuts = true, .rectangles = true, .arcs = true }, 1000, 70000);
}

static void forbidden_moves_are_those_that_samples_of_the_anchor_point_make(void **state)
{
    (void)state;
    compare_many((kind){ .forbids = true }, 2000, 80000);
    compare_many((kind){ .forbids = true, .arcs = true }, 2000, 90000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_along_lines_and_arcs_touch_what_samples_touch),
        cmocka_unit_test(rectangles_along_lines_and_arcs_touch_what_samples_touch),
        cmocka_unit_test(turns_on_the_spot_to_asked_headings_touch_what_samples_touch),
        cmocka_unit_test(units_that_cut_corners_pass_where_samples_of_their_anchor_point_pass),
        cmocka_unit_test(forbidden_moves_are_those_that_samples_of_the_anchor_point_make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
