// The checker against dense samples: random worlds, bodies and paths, many of them exactly on the lattice, at headings
// that are multiples of 45 degrees, or of extreme size. Where the samples are sure, the checker says the same.

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/body_depth.h"
#include "common/dense.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/check.h"

enum { MOST_SIDE = 9, MOST_SEGMENTS = 4 };

/// What a test draws from.
typedef struct kind {
    bool rectangles;
    bool arcs;
    bool circles; ///< quarters of small circles, of up to four full turns each
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

static bool one_in(trial *trial, uint32_t many)
{
    return random_below(&trial->random, many) == 0;
}

static double draw(trial *trial, double low, double high)
{
    return random_within(&trial->random, low, high);
}

static double pick(trial *trial, const double *values, uint32_t count)
{
    return values[random_below(&trial->random, count)];
}

#define PICK(trial, ...)                                                                                     \
    pick((trial), (const double[]){ __VA_ARGS__ }, sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

static void draw_world(trial *trial)
{
    const int32_t width = 3 + (int32_t)random_below(&trial->random, MOST_SIDE - 2);
    const int32_t height = 3 + (int32_t)random_below(&trial->random, MOST_SIDE - 2);
    const uint32_t percent = (uint32_t)PICK(trial, 0, 0, 4, 12, 30);
    assert_int_equal(fw_overlay_create(width, height, NULL, &trial->overlay), FW_OK);
    memset(trial->moves, 0, sizeof trial->moves);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            bool *blocked = &trial->blocked[y * width + x];
            *blocked = random_below(&trial->random, 100) < percent;
            const bool is_overlaid = *blocked && one_in(trial, 4);
            trial->rows[y][x] = *blocked && !is_overlaid ? '#' : '.';
            if (is_overlaid)
                assert_int_equal(fw_overlay_block(trial->overlay, x, y, 1, 1), FW_OK);
            uint8_t *moves = &trial->moves[y * width + x];
            if (trial->drawn.forbids && !one_in(trial, 3))
                *moves = (uint8_t)(one_in(trial, 2) ? 1u << random_below(&trial->random, 8)
                                                    : random_below(&trial->random, 256));
            assert_int_equal(fw_overlay_forbid(trial->overlay, x, y, *moves), FW_OK);
        }
        trial->rows[y][width] = '\0';
    }
    trial->world = (dense_world){ width, height, trial->blocked, trial->moves, &trial->unit };
}

static void draw_unit(trial *trial)
{
    const int32_t size = 1 + (int32_t)(one_in(trial, 2) ? random_below(&trial->random, 4) : 0);
    trial->unit = unit_of_size(size);
    const double extents[] = {
        1e-7, 2e-6, 1e-3, 0.2, 0.5, 1, size, size, draw(trial, 0, size), draw(trial, 0, 3)
    };
    const double length = fmax(PICK(trial, extents[0], extents[1], extents[2], extents[3], extents[4],
                                    extents[5], extents[6], extents[7], extents[8], extents[9]),
                               1e-7);
    const double width = one_in(trial, 2) ? draw(trial, 1e-3, 1) : PICK(trial, 1e-6, 0.1, 0.5, 1, 2);
    trial->unit.footprint = trial->drawn.rectangles ? fw_rectangle(length, width) : fw_circle(length / 2);
    if (trial->drawn.rectangles && fmin(length, width) > 0.1)
        trial->unit.footprint = one_in(trial, 3) ? body_cut(&trial->random, length, width)
                                                 : body_moved(&trial->random, trial->unit.footprint);
    trial->unit.corners = (fw_corner_rule)(trial->drawn.cuts ? 1 + random_below(&trial->random, 2)
                                                             : 3 * random_below(&trial->random, 2));
    trial->unit.reverse = true;
}

static double draw_heading(trial *trial)
{
    const double eighth = (double)random_below(&trial->random, 8) * FW_PI / 4;
    return one_in(trial, 4) ? draw(trial, -7, 7) : eighth;
}

static double draw_curvature(trial *trial)
{
    const double sign = one_in(trial, 2) ? -1 : 1;
    if (trial->drawn.circles)
        return sign * PICK(trial, 1.5, 2, 3, 4, 10);
    if (!trial->drawn.arcs || one_in(trial, 5))
        return 0;
    return sign * (one_in(trial, 3) ? draw(trial, 0.01, 3)
                                    : PICK(trial, 0.25, 0.5, 1, 1, 2, 100, 1e-3, 1e-5, 1.1e-7, 9e-8));
}

static double draw_length(trial *trial, double curvature)
{
    const double longest = trial->world.width / 2.0;
    if (trial->drawn.circles)
        return FW_PI / 2 * (double)random_below(&trial->random, 17) / fabs(curvature);
    if (curvature != 0 && one_in(trial, 2))
        return fmin(FW_PI / 4 * (double)random_below(&trial->random, 10) / fabs(curvature), longest);
    if (one_in(trial, 3))
        return draw(trial, 0, longest);
    const double steps = (double)random_below(&trial->random, 8);
    return fmin(steps * PICK(trial, 0.5, 0.70710678118654752, 1, 1.4142135623730951), 2 * longest);
}

static void draw_path(trial *trial)
{
    const double step = one_in(trial, 4) ? 1.0 / 64 : 0.5;
    fw_pose at = { step * rint(draw(trial, 0.5, trial->world.width - 0.5) / step),
                   step * rint(draw(trial, 0.5, trial->world.height - 0.5) / step), draw_heading(trial) };
    if (one_in(trial, 3)) { // on an anchor
        at.x = floor(at.x) + trial->unit.size / 2.0;
        at.y = floor(at.y) + trial->unit.size / 2.0;
    } else if (one_in(trial, 2))
        at.x += PICK(trial, 3e-7, -3e-7, 2.3e-6, -2.3e-6, 6e-6, -6e-6, 1e-3);
    trial->count = one_in(trial, 2) ? 1 : 1 + (int32_t)random_below(&trial->random, MOST_SEGMENTS);
    trial->start = (fw_pose){ at.x, at.y, draw_heading(trial) };
    for (int32_t i = 0; i < trial->count; i++) {
        const double curvature = draw_curvature(trial);
        trial->segments[i] = (fw_segment){ .start = at,
                                           .curvature = curvature,
                                           .length = draw_length(trial, curvature),
                                           .gear = one_in(trial, 3) ? FW_REVERSE : FW_FORWARD };
        at = dense_pose(&trial->segments[i], trial->segments[i].length);
        trial->goal = (fw_pose){ at.x, at.y, draw_heading(trial) };
        if (one_in(trial, 2))
            at.heading = draw_heading(trial);
    }
}

static void ask_checker(trial *trial)
{
    const char *rows[MOST_SIDE];
    for (int32_t y = 0; y < trial->world.height; y++)
        rows[y] = trial->rows[y];
    fw_map *map = map_from_drawing(rows, trial->world.height);
    const fw_unit_id unit = add_unit(map, trial->unit);
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, trial->segments, trial->count, NULL), FW_OK);
    fw_check_def def = fw_default_check_def();
    def.overlay = trial->overlay;
    def.has_start = def.has_goal = trial->drawn.turns;
    def.start = trial->start;
    def.goal = fw_goal_pose(trial->goal);
    assert_int_equal(fw_path_check(map, unit, path, &def, &trial->report), FW_OK);
    fw_path_destroy(path);
    fw_map_destroy(map);
    fw_overlay_destroy(trial->overlay);
}

static dense_verdict verdict_of_turn(const trial *trial, fw_pose at, double to)
{
    const double turn = remainder(to - at.heading, 2 * FW_PI);
    if (!trial->drawn.rectangles || trial->drawn.cuts || fabs(turn) <= 1e-6)
        return DENSE_LEGAL;
    double depth = dense_depth_turning(&trial->world, at, turn);
    if (FW_PI - fabs(turn) <= 1e-6) // half a turn may be made to either side
        depth = fmin(depth, dense_depth_turning(&trial->world, at, -turn));
    return dense_verdict_of(depth);
}

static dense_verdict verdict_of_contact(const trial *trial)
{
    dense_verdict worst = DENSE_LEGAL;
    fw_pose at = trial->drawn.turns ? trial->start : trial->segments[0].start;
    for (int32_t i = 0; i < trial->count; i++) {
        const fw_segment *segment = &trial->segments[i];
        worst = dense_worse(worst, verdict_of_turn(trial, at, segment->start.heading));
        if (!trial->drawn.cuts || segment->curvature != 0)
            worst = dense_worse(worst, dense_verdict_of(dense_depth_along(&trial->world, segment)));
        at = dense_pose(segment, segment->length);
    }
    if (trial->drawn.turns)
        worst = dense_worse(worst, verdict_of_turn(trial, at, trial->goal.heading));
    if (trial->drawn.cuts && worst != DENSE_ILLEGAL)
        worst = dense_worse(worst, dense_corners_along(&trial->world, trial->segments, trial->count));
    return worst;
}

/// A unit that cuts corners may touch something off its anchors for so short a while that no sample sees it: the place
/// that the checker names shows it.
static bool shows_its_fault(const trial *trial)
{
    const fw_check_report *report = &trial->report;
    if (!trial->drawn.cuts || report->first != FW_FAULT_BLOCKED ||
        trial->segments[report->first_segment].curvature != 0)
        return false;
    const fw_pose at = { report->first_x, report->first_y,
                         trial->segments[report->first_segment].start.heading };
    return dense_depth_at(&trial->world, at) > 0.3 * FW_TOUCH &&
           dense_is_off_anchors(&trial->world, at.x, at.y);
}

static void compare(const trial *trial, dense_verdict sampled, bool is_faulty, const char *what,
                    uint64_t seed, tally *count)
{
    if (sampled == DENSE_OPEN || (sampled == DENSE_LEGAL && is_faulty && shows_its_fault(trial)))
        return;
    count->legal += !is_faulty;
    count->illegal += is_faulty;
    if (is_faulty != (sampled == DENSE_ILLEGAL))
        fail_msg(
            "seed %llu: %s: samples say %s, the checker '%s' in segment %d after %.9g tiles, at %.9g,%.9g",
            (unsigned long long)seed, what, is_faulty ? "legal" : "illegal",
            fw_fault_text(trial->report.first), (int)trial->report.first_segment, trial->report.first_at,
            trial->report.first_x, trial->report.first_y);
}

static void compare_many(kind drawn, int trials, uint64_t first_seed)
{
    tally contacts = { 0 }, forbidden = { 0 };
    for (int i = 0; i < trials; i++) {
        const uint64_t seed = first_seed + (uint64_t)i;
        trial trial = { .random = { seed }, .drawn = drawn };
        draw_world(&trial);
        draw_unit(&trial);
        draw_path(&trial);
        ask_checker(&trial);
        const int32_t *faults = trial.report.faults;
        if (drawn.forbids)
            compare(&trial, dense_moves_along(&trial.world, trial.segments, trial.count),
                    faults[FW_FAULT_FORBIDDEN] > 0, "moves", seed, &forbidden);
        else
            compare(&trial, verdict_of_contact(&trial),
                    faults[FW_FAULT_BLOCKED] + faults[FW_FAULT_CORNER] > 0, "contact", seed, &contacts);
    }
    const tally both = { contacts.legal + forbidden.legal, contacts.illegal + forbidden.illegal };
    if (both.legal < trials / 10 || both.illegal < trials / 10)
        fail_msg("of %d trials %d were legal, %d illegal", trials, both.legal, both.illegal);
}

TEST(circles_along_lines_and_arcs_touch_what_samples_touch)
{
    compare_many((kind){ .arcs = false }, rounds(1500), 10000);
    compare_many((kind){ .arcs = true }, rounds(1500), 20000);
}

TEST(rectangles_along_lines_and_arcs_touch_what_samples_touch)
{
    compare_many((kind){ .rectangles = true }, rounds(1000), 30000);
    compare_many((kind){ .rectangles = true, .arcs = true }, rounds(1000), 40000);
}

TEST(turns_on_the_spot_to_asked_headings_touch_what_samples_touch)
{
    compare_many((kind){ .rectangles = true, .turns = true }, rounds(1000), 50000);
}

TEST(units_that_cut_corners_pass_where_samples_of_their_anchor_point_pass)
{
    compare_many((kind){ .cuts = true }, rounds(2500), 60000);
    compare_many((kind){ .cuts = true, .rectangles = true, .arcs = true }, rounds(1000), 70000);
}

TEST(forbidden_moves_are_those_that_samples_of_the_anchor_point_make)
{
    compare_many((kind){ .forbids = true }, rounds(2000), 80000);
    compare_many((kind){ .forbids = true, .arcs = true }, rounds(2000), 90000);
    compare_many((kind){ .forbids = true, .circles = true }, rounds(1000), 100000);
}
