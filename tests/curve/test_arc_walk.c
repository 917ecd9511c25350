#include <math.h>

#include "base/random.h"
#include "common/near.h"
#include "common/unit.h"
#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"

static fw_segment random_arc(random_source *random)
{
    static const double flatness[] = { 3, 1, 0.3, 1e-2, 1e-4, 1e-8, 1e-12 };
    fw_segment arc = { .start = { random_within(random, 0, 20), random_within(random, 0, 20),
                                  random_within(random, -9, 9) },
                       .length = random_within(random, 0.01, 30),
                       .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE };
    arc.curvature = flatness[random_below(random, 7)] * random_within(random, -1, 1);
    if (random_below(random, 4) == 0)
        arc.start.heading = FW_PI / 2 * random_below(random, 4);
    if (random_below(random, 4) == 0)
        arc.start.x = floor(arc.start.x);
    if (random_below(random, 4) == 0)
        arc.start.y = floor(arc.start.y) + 0.5;
    return arc;
}

/// How far a coordinate lies outside of a tile.
static double outside(double at, int32_t tile)
{
    return fmax(fmax(tile - at, at - tile - 1), 0);
}

TEST(each_piece_of_an_arc_lies_on_its_tile)
{
    random_source random = { 1 };
    for (int i = 0; i < 20000; i++) {
        const fw_segment arc = random_arc(&random);
        arc_walk walk = arc_walk_along(&arc);
        double reached = 0;
        while (arc_walk_next(&walk)) {
            assert_true(walk.from == reached && walk.to >= walk.from);
            reached = walk.to;
            for (int share = 0; share <= 4; share++) {
                const fw_pose at = segment_pose_at(&arc, walk.from + (walk.to - walk.from) * share / 4);
                assert_near(outside(at.x, walk.x), 0, 1e-7);
                assert_near(outside(at.y, walk.y), 0, 1e-7);
            }
        }
        assert_true(reached == arc.length);
    }
}

/// The tile in the middle of a piece may be off by a rounding error only.
TEST(borders_are_exact_to_1e_9_away_from_tangents)
{
    random_source random = { 2 };
    for (int i = 0; i < 5000; i++) {
        const fw_segment arc = random_arc(&random);
        arc_walk walk = arc_walk_along(&arc);
        while (arc_walk_next(&walk)) {
            const fw_pose end = segment_pose_at(&arc, walk.to);
            const double off_x = fabs(end.x - rint(end.x)), off_y = fabs(end.y - rint(end.y));
            const double to_compass = fabs(remainder(end.heading, FW_PI / 2));
            assert_true(walk.to == arc.length || fmin(off_x, off_y) < 1e-9 || to_compass < 1e-9);
        }
    }
}

TEST(a_flat_arc_walks_the_tiles_of_its_chord)
{
    random_source random = { 3 };
    for (int i = 0; i < 2000; i++) {
        fw_segment arc = random_arc(&random);
        arc.curvature = 1e-13;
        const fw_pose end = segment_end(&arc);
        tile_walk line = tile_walk_along(arc.start.x, arc.start.y, end.x, end.y);
        if (line.on_column || line.on_row)
            continue;
        arc_walk walk = arc_walk_along(&arc);
        while (arc_walk_next(&walk)) {
            if (walk.to - walk.from < 1e-6)
                continue;
            const double middle = (walk.from + walk.to) / 2;
            while (line.done * arc.length < middle)
                assert_true(tile_walk_next(&line));
            assert_int_equal(walk.x, line.x);
            assert_int_equal(walk.y, line.y);
        }
    }
}
