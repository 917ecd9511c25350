#include <math.h>

#include "base/random.h"
#include "check/contact.h"
#include "check/motion.h"
#include "common/body_depth.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/unit.h"

// The oracle places the body at many poses along a segment and looks at each of them, with geometry of its own: libm's
// trigonometry, the separation of two resting shapes, and a search for the deepest overlap between two samples.

enum { SAMPLES = 400 };

/// Where the oracle finds the body after a run along a segment.
static fw_pose oracle_pose(const fw_segment *segment, double distance)
{
    const double run = segment->gear == FW_REVERSE ? -distance : distance, k = segment->curvature;
    const double h = segment->start.heading;
    if (k == 0)
        return (fw_pose){ segment->start.x + run * cos(h), segment->start.y + run * sin(h), h };
    return (fw_pose){ segment->start.x + (sin(h + k * run) - sin(h)) / k,
                      segment->start.y - (cos(h + k * run) - cos(h)) / k, h + k * run };
}

/// By how much a circle at rest overlaps the tile (0, 0); negative: the gap between them. A centre within the tile
/// counts as at its border.
static double circle_depth(const fw_footprint *footprint, fw_pose at)
{
    const double dx = fmax(fmax(-at.x, at.x - 1), 0), dy = fmax(fmax(-at.y, at.y - 1), 0);
    return footprint->radius - hypot(dx, dy);
}

static double depth_at(const fw_footprint *footprint, const fw_segment *segment, double distance)
{
    const fw_pose at = oracle_pose(segment, distance);
    return footprint->kind == FW_FOOTPRINT_CIRCLE ? circle_depth(footprint, at)
                                                  : body_depth(footprint, at, 0, 0);
}

/// The deepest overlap along a segment: the best sample, then a ternary search between its neighbours.
static double deepest(const fw_footprint *footprint, const fw_segment *segment)
{
    const double step = segment->length / SAMPLES;
    double best = -INFINITY, at = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        const double depth = depth_at(footprint, segment, step * i);
        if (depth > best) {
            best = depth;
            at = step * i;
        }
    }
    double low = fmax(at - step, 0), high = fmin(at + step, segment->length);
    for (int i = 0; i < 80; i++) {
        const double third = (high - low) / 3, a = low + third, b = high - third;
        const double depth_a = depth_at(footprint, segment, a), depth_b = depth_at(footprint, segment, b);
        best = fmax(best, fmax(depth_a, depth_b));
        if (depth_a < depth_b)
            low = a;
        else
            high = b;
    }
    return best;
}

/// The same for each of many parts of the segment: one deepest place may be hidden by another one that is nearly as
/// deep.
static double deepest_of_parts(const fw_footprint *footprint, const fw_segment *segment)
{
    enum { PARTS = 64 };
    double best = -INFINITY;
    for (int i = 0; i < PARTS; i++) {
        fw_segment part = *segment;
        part.length = segment->length / PARTS;
        part.start = oracle_pose(segment, i * part.length);
        best = fmax(best, deepest(footprint, &part));
    }
    return best;
}

static bool exact_contact(const fw_footprint *footprint, const fw_segment *segment)
{
    const body body = body_of(footprint);
    const double longest = 4;
    for (int64_t i = 0; i < motion_piece_count(segment, longest); i++) {
        const piece along = motion_piece(segment, longest, i);
        if (contact_along(&body, &along, 0, 0))
            return true;
    }
    return false;
}

static fw_segment random_segment(random_source *random, bool curved)
{
    return (fw_segment){ .start = { random_within(random, -2, 3), random_within(random, -2, 3),
                                    random_below(random, 4) ? random_within(random, -7, 7)
                                                            : (double)random_below(random, 8) * FW_PI / 4 },
                         .curvature = curved ? random_within(random, -1.5, 1.5) : 0,
                         .length = random_within(random, 0, 6),
                         .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE };
}

static fw_footprint random_polygon(random_source *random)
{
    const double length = random_within(random, 0.3, 3);
    return body_cut(random, length, random_within(random, 0.3, 1.5));
}

static fw_footprint random_circle(random_source *random)
{
    return fw_circle(random_within(random, 0.01, 1.5));
}

static fw_footprint random_rectangle(random_source *random)
{
    const double length = random_within(random, 0.05, 3); // compilers draw arguments in different orders
    return body_moved(random, fw_rectangle(length, random_within(random, 0.05, 1.5)));
}

/// Contact is decided as the oracle's depth says, wherever the oracle is sure.
static void compare_with_oracle(fw_footprint (*draw)(random_source *random), bool curved, uint64_t seed)
{
    random_source random = { seed };
    int touching = 0, sure = 0;
    const int cases = rounds(2500);
    for (int i = 0; i < cases; i++) {
        const fw_segment segment = random_segment(&random, curved);
        const fw_footprint footprint = draw(&random);
        const double depth = deepest(&footprint, &segment) - FW_TOUCH;
        const double doubt = 1e-4;
        if (fabs(depth) < doubt)
            continue;
        sure++;
        touching += depth > 0;
        if (exact_contact(&footprint, &segment) != (depth > 0))
            fail_msg("seed %d case %d: depth %g", (int)seed, i, depth);
    }
    assert_true(sure > cases * 98 / 100 && touching > cases / 10 && touching < cases * 9 / 10);
}

TEST(a_circle_along_lines_touches_what_samples_touch)
{
    compare_with_oracle(random_circle, false, 1);
}

TEST(a_circle_along_arcs_touches_what_samples_touch)
{
    compare_with_oracle(random_circle, true, 2);
}

TEST(a_rectangle_along_lines_touches_what_samples_touch)
{
    compare_with_oracle(random_rectangle, false, 3);
}

TEST(a_rectangle_along_arcs_touches_what_samples_touch)
{
    compare_with_oracle(random_rectangle, true, 4);
}

TEST(a_polygon_along_lines_touches_what_samples_touch)
{
    compare_with_oracle(random_polygon, false, 9);
}

TEST(a_polygon_along_arcs_touches_what_samples_touch)
{
    compare_with_oracle(random_polygon, true, 10);
}

/// Bodies whose depth differs by a share of FW_TOUCH. The checker makes the body smaller by FW_TOUCH on all sides, so
/// the corner of a rectangle may be deeper by the square root of 2.
static void compare_at_the_edge(bool round, bool curved, uint64_t seed)
{
    const double certain = round ? FW_TOUCH : FW_TOUCH * sqrt(2);
    random_source random = { seed };
    int compared = 0;
    for (int i = 0; i < rounds(600); i++) {
        fw_segment segment = random_segment(&random, curved);
        fw_footprint footprint = round ? random_circle(&random) : random_rectangle(&random);
        double *extent = round ? &footprint.radius : &footprint.width;
        double low = 1e-3, high = 4; // the extent at which the body overlaps by FW_TOUCH
        *extent = low;
        if (deepest(&footprint, &segment) > FW_TOUCH)
            continue;
        *extent = high;
        if (deepest(&footprint, &segment) < FW_TOUCH)
            continue;
        for (int k = 0; k < 50; k++) {
            *extent = (low + high) / 2;
            if (deepest(&footprint, &segment) > FW_TOUCH)
                high = *extent;
            else
                low = *extent;
        }
        compared++;
        for (int k = -6; k <= 6; k++) {
            *extent = high + k * 4e-7;
            const bool touches = exact_contact(&footprint, &segment);
            double depth = deepest(&footprint, &segment);
            if (touches && depth < FW_TOUCH - 1e-8)
                depth = deepest_of_parts(&footprint, &segment);
            if (touches ? depth < FW_TOUCH - 1e-8 : depth > certain + 1e-8)
                fail_msg("seed %d case %d: %d at depth %g", (int)seed, i, touches, depth);
        }
    }
    assert_true(compared > at_least(100));
}

TEST(contact_of_a_circle_begins_at_the_depth_of_a_touch)
{
    compare_at_the_edge(true, false, 5);
    compare_at_the_edge(true, true, 6);
}

TEST(contact_of_a_rectangle_begins_at_the_depth_of_a_touch)
{
    compare_at_the_edge(false, false, 7);
    compare_at_the_edge(false, true, 8);
}

TEST(arcs_of_any_radius_are_followed_exactly)
{
    random_source random = { 8 };
    for (int i = 0; i < 2000; i++) {
        const double radius = pow(10, random_within(&random, -1, 9));
        const double heading = random_within(&random, -3, 3), length = random_within(&random, 0, 50);
        const fw_segment segment = { { 3, 4, heading }, (i % 2 ? 1 : -1) / radius, length, FW_FORWARD };
        const fw_pose end = motion_at(&segment, length);
        // In long doubles, because the textbook's differences of sines lose digits.
        const long double k = segment.curvature, h = heading;
        assert_true(fabs((double)(3 + (sinl(h + k * length) - sinl(h)) / k) - end.x) < 1e-8);
        assert_true(fabs((double)(4 - (cosl(h + k * length) - cosl(h)) / k) - end.y) < 1e-8);
        const int64_t count = motion_piece_count(&segment, 4);
        const piece last = motion_piece(&segment, 4, count - 1);
        if (length < 2 * FW_PI * radius)
            assert_true(fabs(last.to_x - end.x) < 1e-8 && fabs(last.to_y - end.y) < 1e-8);
    }
}

static void assert_pose_near(fw_pose a, fw_pose b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.heading, b.heading, tolerance);
}

/// A box around samples of a piece.
static fw_box sampled_box(const fw_segment *segment, const piece *along)
{
    enum { SAMPLES_ALONG = 40 };
    fw_box box = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int i = 0; i <= SAMPLES_ALONG; i++) {
        const fw_pose at = motion_at(segment, along->from + along->length * i / SAMPLES_ALONG);
        box = (fw_box){ fmin(box.min_x, at.x), fmin(box.min_y, at.y), fmax(box.max_x, at.x),
                        fmax(box.max_y, at.y) };
    }
    return box;
}

static void assert_holds(const fw_box *outer, const fw_box *inner, double tolerance)
{
    assert_true(outer->min_x <= inner->min_x + tolerance && outer->min_y <= inner->min_y + tolerance &&
                outer->max_x >= inner->max_x - tolerance && outer->max_y >= inner->max_y - tolerance);
}

/// A piece, and a part of it drawn at random, are where the segment is, and the piece's box is wider than the piece by
/// no more than an arc is high.
static void assert_piece(random_source *random, const fw_segment *segment, const piece *along)
{
    const double from = random_unit(random), to = random_within(random, from, 1);
    const piece part = motion_part(along, from, to);
    assert_pose_near(motion_at(segment, part.from), (fw_pose){ part.x, part.y, part.heading }, 1e-8);
    assert_pose_near(motion_at(segment, part.from + part.length),
                     (fw_pose){ part.to_x, part.to_y, part.heading + part.sweep }, 1e-8);
    const double height = along->length * along->length * fabs(segment->curvature) / 8;
    const fw_box box = motion_box(along), exact = sampled_box(segment, along);
    const fw_box widest = { exact.min_x - height, exact.min_y - height, exact.max_x + height,
                            exact.max_y + height };
    assert_holds(&box, &exact, 1e-8);
    assert_holds(&widest, &box, 1e-3 * height + 1e-8);
}

static fw_segment segment_at_random(random_source *random)
{
    return (fw_segment){
        .start = { random_within(random, -9, 9), random_within(random, -9, 9), random_within(random, -4, 4) },
        .curvature = random_below(random, 8)
                         ? random_within(random, -1, 1) * pow(10, random_within(random, -11, 1))
                         : 0,
        .length = random_within(random, 0, 60),
        .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE,
    };
}

/// Pieces join, cover a segment up to a full turn, and turn by a quarter turn at most.
TEST(the_pieces_of_a_segment_join_and_are_short)
{
    random_source random = { 11 };
    for (int i = 0; i < 3000; i++) {
        const double longest = random_below(&random, 2) ? 4 : random_within(&random, 4, 200);
        const fw_segment segment = segment_at_random(&random);
        const double curvature = fabs(segment.curvature), straight = motion_straight_length(&segment);
        const int64_t count = motion_piece_count(&segment, longest);
        double end = 0;
        fw_pose at = segment.start;
        for (int64_t k = 0; k < count; k++) {
            const piece along = motion_piece(&segment, longest, k);
            assert_near(along.from, end, 1e-9);
            assert_pose_near((fw_pose){ along.x, along.y, along.heading }, at, 1e-8);
            assert_true(along.length <= longest + 1e-9 && curvature * along.length <= FW_PI / 2 + 1e-9);
            assert_piece(&random, &segment, &along);
            end += along.length;
            at = (fw_pose){ along.to_x, along.to_y, along.heading + along.sweep };
        }
        assert_near(end, fmin(segment.length, 2 * FW_PI / curvature), 1e-9);
        assert_true(curvature == 0 || curvature > 1e-7 || curvature * straight * straight / 8 < 1.1e-9);
    }
}
