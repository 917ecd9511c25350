// What inspections of forests and circles show, beside the edges of the planner, and beside trigonometry.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/marks.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static marks seen;

/// The next mark is that of an edge.
static void compare_edge(const fw_forest_edge *edge, void *user)
{
    static const char *const names[] = { "surfing edge", "hugging edge", "blocked arc" };
    int *next = user;
    const fw_mark *mark = &seen.items[(*next)++];
    assert_string_equal(fw_mark_kind_name(mark->kind), names[edge->kind]);
    assert_memory_equal(&mark->line, &edge->segment, offsetof(fw_segment, gear)); // padding follows
    assert_int_equal(mark->line.gear, edge->segment.gear);
    assert_true(mark->shape == FW_MARK_LINE && mark->numbers[0] == edge->is_reached);
}

TEST(a_forest_shows_the_edges_of_its_planner)
{
    random_source source = { 601 };
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path = new_path();
    fw_forest_request ask = fw_default_forest_request();
    int compared = 0;
    ask.radius = 0.2;
    ask.goal_x = 20;
    assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(forest, NULL, &planner), FW_OK);
    for (int i = 0; i < 30; i++) {
        const fw_tree tree = { 2 + random_unit(&source) * 16, random_unit(&source) * 8 - 4,
                               random_unit(&source) };
        assert_int_equal(fw_forest_add(forest, tree, NULL), FW_OK);
    }
    assert_int_equal(fw_inspect_forest(planner, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_NOT_FOUND);
    assert_int_equal(fw_forest_find_path(planner, &ask, path), FW_OK);
    assert_int_equal(fw_inspect_forest(planner, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
    const int all = seen.count;
    assert_int_equal(fw_forest_planner_edges(planner, compare_edge, &compared), FW_OK);
    assert_true(compared == all && all > 100);
    assert_int_equal(fw_inspect_forest(planner, marks_keep, marks_begin(&seen, all / 2)), FW_OK);
    assert_int_equal(seen.count, all / 2);
    assert_int_equal(fw_inspect_forest(planner, NULL, NULL), FW_NULL_ARGUMENT);
    fw_forest_planner_destroy(planner);
    fw_forest_destroy(forest);
    fw_path_destroy(path);
}

/// A circle is drawn once round: half of it leads to the opposite point, and all of it back, with a full turn.
static void judge_circle(const fw_mark *mark, const fw_tree *circle)
{
    fw_pose half, end;
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length / 2, &half), FW_OK);
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &end), FW_OK);
    assert_true(fabs(half.x - circle->x) < 1e-9 && fabs(half.y - circle->y - circle->radius) < 1e-9);
    assert_true(fabs(end.x - circle->x) < 1e-9 && fabs(end.y - circle->y + circle->radius) < 1e-9);
    assert_true(fabs(mark->line.length * mark->line.curvature - 2 * FW_PI) < 1e-9);
}

TEST(theta_is_that_of_the_article)
{
    random_source source = { 602 };
    int bitangents = 0;
    for (int round = 0; round < 500; round++) {
        const fw_tree a = { random_unit(&source) * 9, random_unit(&source) * 9, random_unit(&source) * 2 },
                      b = { random_unit(&source) * 9, random_unit(&source) * 9, random_unit(&source) * 2 };
        const double d = hypot(a.x - b.x, a.y - b.y);
        assert_int_equal(fw_inspect_bitangents(a, b, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
        assert_true(seen.items[0].kind == FW_MARK_CIRCLE && seen.items[0].numbers[0] == a.radius);
        assert_true(seen.items[1].kind == FW_MARK_CIRCLE && seen.items[1].numbers[0] == b.radius);
        assert_true(fabs(seen.items[1].line.start.y + b.radius - b.y) < 1e-12);
        judge_circle(&seen.items[0], &a);
        for (int i = 2; i < seen.count; i++, bitangents++) {
            const fw_mark *mark = &seen.items[i];
            const double sum = mark->numbers[1] > 0 ? a.radius + b.radius : a.radius - b.radius;
            assert_true(mark->kind == FW_MARK_BITANGENT && mark->numbers[1] == (i >= 4));
            assert_true(fabs(cos(mark->numbers[0]) - sum / d) < 1e-9);
        }
    }
    assert_true(bitangents > 1000);
}

TEST(a_line_of_sight_shows_u_d_and_r)
{
    assert_int_equal(
        fw_inspect_sight((fw_tree){ 3, 2, 1.5 }, 0, 0, 4, 0, marks_keep, marks_begin(&seen, MOST_MARKS)),
        FW_OK);
    assert_int_equal(seen.count, 2);
    const fw_mark *sight = &seen.items[1];
    assert_true(sight->kind == FW_MARK_SIGHT && sight->line.start.x == 3 && sight->line.start.y == 2);
    assert_true(sight->numbers[0] == 0.75 && sight->numbers[1] == 2 && sight->numbers[2] == 1.5 &&
                sight->numbers[3] == 1);
    assert_true(fabs(sight->line.length - 2) < 1e-12 && fabs(sight->line.start.heading + FW_PI / 2) < 1e-12);
    assert_int_equal(fw_inspect_sight((fw_tree){ 3, 2, 2.5 }, 0, 0, 4, 0, marks_keep, marks_begin(&seen, 1)),
                     FW_OK);
    assert_int_equal(seen.count, 1);
    assert_int_equal(fw_inspect_sight((fw_tree){ 3, 2, -1 }, 0, 0, 4, 0, marks_keep, marks_begin(&seen, 1)),
                     FW_BAD_VALUE);
    assert_int_equal(fw_inspect_sight((fw_tree){ 3, 2, 1 }, 0, 0, 4, 0, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_bitangents((fw_tree){ 0 }, (fw_tree){ 0 }, NULL, NULL), FW_NULL_ARGUMENT);
}
