// Bitangents, lines of sight and blocked arcs, beside dense samples, and beside what forests compute.
#include <math.h>

#include "base/random.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SAMPLES = 4000, TREES = 14 };

/// Distances within this of a border are left out where samples judge.
#define UNDECIDED 2e-3

static fw_tree draw_circle(random_source *source)
{
    return (fw_tree){ random_unit(source) * 10, random_unit(source) * 10, random_unit(source) * 3 };
}

static double apart(double x, double y, double to_x, double to_y)
{
    return hypot(to_x - x, to_y - y);
}

/// On which side of a line a point lies: positive = on the right, as y grows downward.
static double beside(const fw_segment *line, double x, double y)
{
    return cos(line->start.heading) * (y - line->start.y) - sin(line->start.heading) * (x - line->start.x);
}

TEST(bitangents_touch_both_circles_at_right_angles_to_their_radii)
{
    random_source source = { 401 };
    int by_count[FW_BITANGENTS + 1] = { 0 };
    for (int round = 0; round < 3000; round++) {
        const fw_tree a = draw_circle(&source), b = draw_circle(&source);
        const double between = apart(a.x, a.y, b.x, b.y);
        fw_segment lines[FW_BITANGENTS];
        int32_t count;
        assert_int_equal(fw_bitangents(a, b, lines, &count), FW_OK);
        assert_int_equal(count, between <= fabs(a.radius - b.radius) ? 0
                                : between > a.radius + b.radius      ? 4
                                                                     : 2);
        by_count[count]++;
        for (int32_t i = 0; i < count; i++) {
            fw_pose end;
            const double side_a = i % 2 ? -1 : 1, side_b = i == 1 || i == 2 ? -1 : 1;
            assert_int_equal(fw_segment_pose_at(&lines[i], lines[i].length, &end), FW_OK);
            assert_true(fabs(apart(lines[i].start.x, lines[i].start.y, a.x, a.y) - a.radius) < 1e-12);
            assert_true(fabs(apart(end.x, end.y, b.x, b.y) - b.radius) < 1e-9);
            assert_true(fabs(beside(&lines[i], a.x, a.y) - side_a * a.radius) < 1e-9);
            assert_true(fabs(beside(&lines[i], b.x, b.y) - side_b * b.radius) < 1e-9);
        }
    }
    assert_true(by_count[0] > 50 && by_count[2] > 300 && by_count[4] > 300);
}

TEST(a_circle_blocks_a_line_if_a_sample_lies_inside)
{
    random_source source = { 402 };
    int clear = 0, decided = 0;
    for (int round = 0; round < 600; round++) {
        const fw_tree circle = draw_circle(&source);
        const double x = random_unit(&source) * 10, y = random_unit(&source) * 10;
        const double to_x = round % 20 ? random_unit(&source) * 10 : x,
                     to_y = round % 20 ? random_unit(&source) * 10 : y;
        double least = INFINITY, share = 0;
        for (int i = 0; i <= SAMPLES; i++) {
            const double u = (double)i / SAMPLES,
                         away = apart(x + u * (to_x - x), y + u * (to_y - y), circle.x, circle.y);
            share = away < least ? u : share;
            least = fmin(least, away);
        }
        fw_sight sight;
        assert_int_equal(fw_circle_sees(circle, x, y, to_x, to_y, &sight), FW_OK);
        assert_true(fabs(sight.distance - least) < UNDECIDED && sight.distance <= least + 1e-12);
        assert_true(fabs(sight.u - share) < 1.0 / SAMPLES || x == to_x);
        assert_true(apart(sight.x, sight.y, x + sight.u * (to_x - x), y + sight.u * (to_y - y)) < 1e-12);
        if (fabs(least - circle.radius) < UNDECIDED)
            continue;
        assert_int_equal(sight.is_clear, least > circle.radius);
        clear += sight.is_clear;
        decided++;
    }
    assert_true(clear > 100 && decided - clear > 100);
}

TEST(a_circle_blocks_an_arc_if_a_sample_lies_inside)
{
    random_source source = { 403 };
    int blocked = 0, decided = 0, crossings = 0;
    for (int round = 0; round < 1500; round++) {
        const fw_tree other = draw_circle(&source);
        const double radius = 0.2 + random_unit(&source) * 3;
        const fw_segment arc = { .start = { random_unit(&source) * 10, random_unit(&source) * 10,
                                            random_unit(&source) * 7 },
                                 .curvature = round % 2 ? 1 / radius : -1 / radius,
                                 .length = random_unit(&source) * 6 * radius,
                                 .gear = round % 3 ? FW_FORWARD : FW_REVERSE };
        double least = INFINITY;
        for (int i = 0; i <= SAMPLES; i++) {
            fw_pose pose;
            assert_int_equal(fw_segment_pose_at(&arc, arc.length * i / SAMPLES, &pose), FW_OK);
            least = fmin(least, apart(pose.x, pose.y, other.x, other.y));
        }
        fw_radical radical;
        assert_int_equal(fw_arc_is_blocked(&arc, other, &radical), FW_OK);
        const double x = arc.start.x - sin(arc.start.heading) / arc.curvature,
                     y = arc.start.y + cos(arc.start.heading) / arc.curvature;
        const double between = apart(x, y, other.x, other.y);
        assert_int_equal(radical.count,
                         between < radius + other.radius && between > fabs(radius - other.radius) ? 2 : 0);
        for (int32_t i = 0; i < radical.count; i++, crossings++) {
            const double ahead_x = (other.x - x) / between, ahead_y = (other.y - y) / between;
            assert_true(fabs(apart(radical.x[i], radical.y[i], x, y) - radius) < 1e-9);
            assert_true(fabs(apart(radical.x[i], radical.y[i], other.x, other.y) - other.radius) < 1e-6);
            assert_true(fabs((radical.x[i] - x) * ahead_x + (radical.y[i] - y) * ahead_y - radical.a) < 1e-9);
        }
        if (fabs(least - other.radius) < UNDECIDED)
            continue;
        assert_int_equal(radical.is_blocked, least < other.radius);
        blocked += radical.is_blocked;
        decided++;
    }
    assert_true(blocked > 200 && decided - blocked > 200 && crossings > 200);
}

/// Trees that have grown by the body's radius, and which lines of the forest are none of their bitangents.
typedef struct grown_trees {
    fw_tree trees[TREES + 2];
    int lines, arcs, blocked;
} grown_trees;

static bool is_bitangent(const grown_trees *grown, const fw_segment *line)
{
    for (int i = 0; i < TREES + 2; i++)
        for (int j = 0; j < TREES + 2; j++) {
            fw_segment lines[FW_BITANGENTS];
            int32_t count = 0;
            assert_int_equal(fw_bitangents(grown->trees[i], grown->trees[j], lines, &count), FW_OK);
            for (int32_t k = 0; k < count; k++)
                if (apart(lines[k].start.x, lines[k].start.y, line->start.x, line->start.y) < 1e-6 &&
                    fabs(lines[k].length - line->length) < 1e-6 &&
                    fabs(remainder(lines[k].start.heading - line->start.heading, 2 * FW_PI)) < 1e-6)
                    return true;
        }
    return false;
}

static void judge_edge(const fw_forest_edge *edge, void *user)
{
    grown_trees *grown = user;
    fw_pose end;
    int hidden = 0;
    assert_int_equal(fw_segment_pose_at(&edge->segment, edge->segment.length, &end), FW_OK);
    for (int i = 0; i < TREES; i++) {
        fw_sight sight = { .is_clear = true };
        fw_radical radical = { .is_blocked = false };
        fw_tree less = grown->trees[i];
        less.radius -= 1e-7; // rounding: arcs of 22.5 degrees begin and end where other circles touch
        if (edge->kind == FW_FOREST_LINE)
            assert_int_equal(
                fw_circle_sees(less, edge->segment.start.x, edge->segment.start.y, end.x, end.y, &sight),
                FW_OK);
        else if (apart(less.x, less.y, edge->segment.start.x, edge->segment.start.y) > 0)
            assert_int_equal(fw_arc_is_blocked(&edge->segment, less, &radical), FW_OK);
        const double x = edge->segment.start.x - sin(edge->segment.start.heading) / edge->segment.curvature;
        const bool is_own = edge->kind != FW_FOREST_LINE && fabs(x - less.x) < 1e-6;
        hidden += !is_own && (!sight.is_clear || radical.is_blocked);
    }
    assert_int_equal(hidden > 0, edge->kind == FW_FOREST_BLOCKED);
    if (edge->kind == FW_FOREST_LINE)
        assert_true(is_bitangent(grown, &edge->segment));
    grown->lines += edge->kind == FW_FOREST_LINE;
    grown->arcs += edge->kind == FW_FOREST_ARC;
    grown->blocked += edge->kind == FW_FOREST_BLOCKED;
}

TEST(edges_of_forests_are_bitangents_and_arcs_by_the_same_rules)
{
    random_source source = { 404 };
    grown_trees grown = { .lines = 0 };
    fw_path *path = new_path();
    for (int round = 0; round < 30; round++) {
        fw_forest *forest;
        fw_forest_planner *planner;
        fw_forest_request ask = fw_default_forest_request();
        ask.radius = 0.3;
        ask.start_y = 5;
        ask.goal_x = 20;
        ask.goal_y = 6;
        assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
        for (int i = 0; i < TREES; i++) {
            fw_tree *tree = &grown.trees[i];
            *tree = (fw_tree){ 3 + random_unit(&source) * 14, random_unit(&source) * 11,
                               0.2 + random_unit(&source) * 1.4 };
            assert_int_equal(fw_forest_add(forest, *tree, NULL), FW_OK);
            tree->radius += ask.radius;
        }
        grown.trees[TREES] = (fw_tree){ ask.start_x, ask.start_y, 0 };
        grown.trees[TREES + 1] = (fw_tree){ ask.goal_x, ask.goal_y, 0 };
        assert_int_equal(fw_forest_planner_create(forest, NULL, &planner), FW_OK);
        const fw_result found = fw_forest_find_path(planner, &ask, path);
        if (found == FW_OK)
            assert_int_equal(fw_forest_planner_edges(planner, judge_edge, &grown), FW_OK);
        fw_forest_planner_destroy(planner);
        fw_forest_destroy(forest);
    }
    assert_true(grown.lines > 400 && grown.arcs > 400 && grown.blocked > 40);
    fw_path_destroy(path);
}

TEST(circles_that_touch_leave_no_way_between_them)
{
    fw_segment lines[FW_BITANGENTS];
    int32_t count;
    fw_radical radical;
    const fw_segment over = { .start = { 2, 2, FW_PI / 2 }, .curvature = 0.5, .length = 0.1 };
    const fw_segment past = { .start = { 0, 0, 0 }, .curvature = 0.5, .length = 2 * FW_PI };
    assert_int_equal(fw_bitangents((fw_tree){ 0, 0, 2 }, (fw_tree){ 5, 0, 3 }, lines, &count), FW_OK);
    assert_int_equal(count, 2);
    assert_int_equal(fw_arc_is_blocked(&past, (fw_tree){ 5, 2, 3 }, &radical), FW_OK); // touches at (2, 2)
    assert_true(radical.is_blocked && radical.count == 1 && fabs(radical.a - 2) < 1e-12);
    assert_int_equal(fw_arc_is_blocked(&over, (fw_tree){ 5, 2, 3 }, &radical), FW_OK); // begins there
    assert_false(radical.is_blocked);
    assert_int_equal(fw_arc_is_blocked(&past, (fw_tree){ 1, 2, 1 }, &radical), FW_OK); // touches from inside
    assert_false(radical.is_blocked);
    assert_int_equal(fw_arc_is_blocked(&past, (fw_tree){ 0, 2, 9 }, &radical), FW_OK); // lies inside
    assert_true(radical.is_blocked && radical.count == 0);
}

TEST(values_that_are_no_circles_are_refused)
{
    fw_segment lines[FW_BITANGENTS], line = { .length = 1 };
    int32_t count;
    fw_sight sight;
    fw_radical radical;
    const fw_tree good = { 1, 1, 1 }, negative = { 1, 1, -1 }, nowhere = { NAN, 1, 1 },
                  far = { 1e300, -1e300, 1 };
    assert_int_equal(fw_bitangents(good, negative, lines, &count), FW_BAD_VALUE);
    assert_int_equal(fw_bitangents(nowhere, good, lines, &count), FW_NOT_FINITE);
    assert_int_equal(fw_bitangents(far, good, lines, &count), FW_NOT_FINITE);
    assert_int_equal(fw_bitangents(good, good, NULL, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_circle_sees(negative, 0, 0, 1, 1, &sight), FW_BAD_VALUE);
    assert_int_equal(fw_circle_sees(good, 0, INFINITY, 1, 1, &sight), FW_NOT_FINITE);
    assert_int_equal(fw_circle_sees(good, 0, 0, 1, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_arc_is_blocked(&line, good, &radical), FW_BAD_VALUE);
    assert_int_equal(fw_arc_is_blocked(NULL, good, &radical), FW_NULL_ARGUMENT);
    line.curvature = 1;
    assert_int_equal(fw_arc_is_blocked(&line, nowhere, &radical), FW_NOT_FINITE);
    line.length = -1;
    assert_int_equal(fw_arc_is_blocked(&line, good, &radical), FW_BAD_VALUE);
}
