#include <math.h>

#include "base/random.h"
#include "common/forest_way.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { TREES = 120, SAMPLES = 4000 };

/// Fails if a place lies in a tree that has grown by the body's radius.
static void assert_outside(const fw_tree *trees, double body, const fw_pose *pose)
{
    for (int i = 0; i < TREES; i++) {
        const double away = hypot(pose->x - trees[i].x, pose->y - trees[i].y);
        assert_true(away >= trees[i].radius + body - 1e-8);
    }
}

/// Samples the path densely: from each pose the body moves the way that it faces, as far as the distance grows, and
/// turns by no more than the tightest arc.
///
/// @param tightest  radius of the smallest circle that a path may hug
static void assert_driven_without_jumps(const fw_path *path, forest_way asked, const fw_tree *trees,
                                        double tightest)
{
    const double length = fw_path_length(path), step = length / SAMPLES;
    double driven = 0;
    fw_pose before, at;
    assert_int_equal(fw_path_pose_at(path, 0, &before), FW_OK);
    assert_near(hypot(before.x - asked.sx, before.y - asked.sy), 0, 1e-12);
    for (int i = 1; i <= SAMPLES; i++) {
        assert_int_equal(fw_path_pose_at(path, i * step, &at), FW_OK);
        const double x = at.x - before.x, y = at.y - before.y, moved = hypot(x, y);
        const double turn = fabs(remainder(at.heading - before.heading, 2 * FW_PI));
        const double most = step / tightest;
        assert_true(moved <= step * (1 + 1e-9) && moved >= step * (1 - most * most / 24 - 1e-9));
        assert_true(turn <= most + 1e-7);
        assert_near(remainder(atan2(y, x) - before.heading, 2 * FW_PI), 0, most + 1e-7);
        assert_outside(trees, asked.body, &at);
        driven += moved;
        before = at;
    }
    assert_near(hypot(at.x - asked.gx, at.y - asked.gy), 0, 1e-8);
    assert_near(driven, length, length * step * step / (tightest * tightest));
}

TEST(a_body_faces_the_way_that_it_moves_all_along_a_path_among_trees)
{
    int paths = 0;
    for (uint64_t seed = 0; seed < 25; seed++) {
        random_source from = { seed * 7919 };
        const double side = sqrt(TREES), body = 0.05 + 0.05 * (double)(seed % 4);
        fw_forest *forest;
        fw_forest_planner *planner;
        fw_tree trees[TREES];
        fw_path *path = new_path();
        assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
        assert_int_equal(fw_forest_planner_create(forest, NULL, &planner), FW_OK);
        for (int i = 0; i < TREES; i++) {
            trees[i] = (fw_tree){ random_within(&from, 0, side), random_within(&from, 0, side),
                                  random_within(&from, 0.1, 0.4) };
            assert_int_equal(fw_forest_add(forest, trees[i], NULL), FW_OK);
        }
        const forest_way asked = { body, -1, random_within(&from, 0, side), side + 1,
                                   random_within(&from, 0, side) };
        if (forest_way_find(planner, asked, path) == FW_OK) {
            assert_driven_without_jumps(path, asked, trees, 0.1 + body);
            paths++;
        }
        fw_path_destroy(path);
        fw_forest_planner_destroy(planner);
        fw_forest_destroy(forest);
    }
    assert_true(paths >= 20);
}
