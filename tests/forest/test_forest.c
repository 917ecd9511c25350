#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/bitangents.h"
#include "common/forest_way.h"
#include "common/near.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_TREES = 64 };

/// A forest, its planner, and what it is made of.
typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    fw_tree trees[MOST_TREES];
    fw_tree_id ids[MOST_TREES];
    int count;
} wood;

static wood wood_of(const fw_tree *trees, int count)
{
    wood made = { .count = 0 };
    assert_int_equal(fw_forest_create(NULL, &made.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(made.forest, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    for (int i = 0; i < count; i++) {
        made.trees[made.count] = trees[i];
        assert_int_equal(fw_forest_add(made.forest, trees[i], &made.ids[made.count++]), FW_OK);
    }
    return made;
}

static void wood_end(wood *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
}

static fw_result find(wood *wood, forest_way asked)
{
    return forest_way_find(wood->planner, asked, wood->path);
}

/// Finds a path, compares its length with that of brute force, and looks at all of it.
static void assert_shortest(wood *wood, forest_way asked, uint64_t seed)
{
    fw_tree grown[MOST_TREES];
    for (int i = 0; i < wood->count; i++) {
        grown[i] = wood->trees[i];
        grown[i].radius += asked.body;
    }
    const fw_result found = find(wood, asked);
    const double length = found == FW_OK ? fw_path_length(wood->path) : INFINITY;
    const double shortest =
        bitangents_shortest(grown, wood->count, asked.sx, asked.sy, asked.gx, asked.gy, NULL);
    const char *fault = found == FW_OK ? bitangents_fault(grown, wood->count, asked.sx, asked.sy, asked.gx,
                                                          asked.gy, wood->path)
                                       : NULL;
    if ((length != shortest && !(fabs(length - shortest) <= 1e-9)) || fault)
        fail_msg("seed %llu: %.12f, the shortest path has %.12f; %s", (unsigned long long)seed, length,
                 shortest, fault ? fault : "no other fault");
}

/// Scenes of one kind.
typedef enum scene_kind {
    SPARSE,
    DENSE,
    ON_INTEGERS,
    COLLINEAR,
    TOUCHING,
    NESTED,
    STUDDED, ///< one large circle, small ones around it
    SCENE_KINDS
} scene_kind;

static fw_tree draw_tree(random_source *from, scene_kind kind, const fw_tree *before)
{
    switch (kind) {
    case SPARSE:
        return (fw_tree){ random_within(from, 0, 10), random_within(from, 0, 10),
                          random_within(from, 0.1, 0.8) };
    case ON_INTEGERS:
        return (fw_tree){ random_below(from, 11), random_below(from, 11), random_below(from, 3) };
    case COLLINEAR:
        return (fw_tree){ random_within(from, 0, 10), 3 * random_below(from, 3) + 2, 1 };
    case TOUCHING:
        return (fw_tree){ 2 * random_below(from, 6), 2 * random_below(from, 6), 1 };
    case STUDDED: {
        if (!before)
            return (fw_tree){ 5, 5, 3 };
        const double angle = random_within(from, 0, 2 * FW_PI), away = random_within(from, 2.9, 3.3);
        return (fw_tree){ 5 + away * cos(angle), 5 + away * sin(angle), random_within(from, 0.01, 0.2) };
    }
    case NESTED:
        if (before && random_below(from, 3))
            return (fw_tree){ before->x + random_within(from, -0.5, 0.5), before->y,
                              before->radius * random_unit(from) };
        break;
    default:
        break;
    }
    return (fw_tree){ random_within(from, 0, 10), random_within(from, 0, 10), random_within(from, 0.5, 2) };
}

static forest_way draw_way(random_source *from)
{
    const double bodies[] = { 0, 0, 0.25, 0.5 };
    forest_way drawn = { .body = bodies[random_below(from, 4)] };
    double *numbers[] = { &drawn.sx, &drawn.sy, &drawn.gx, &drawn.gy };
    const bool is_on_integers = random_below(from, 2);
    for (int i = 0; i < 4; i++)
        *numbers[i] = is_on_integers ? (double)random_below(from, 14) - 1 : random_within(from, -2, 12);
    return drawn;
}

static wood draw_wood(random_source *from)
{
    const scene_kind kind = (scene_kind)random_below(from, SCENE_KINDS);
    fw_tree trees[MOST_TREES];
    const int count = 1 + (int)random_below(from, 14);
    for (int i = 0; i < count; i++)
        trees[i] = draw_tree(from, kind, i ? &trees[i - 1] : NULL);
    return wood_of(trees, count);
}

TEST(paths_in_random_forests_are_as_short_as_those_of_brute_force)
{
    for (uint64_t seed = 0; seed < 10000; seed++) {
        random_source from = { seed * 7919 };
        wood wood = draw_wood(&from);
        assert_shortest(&wood, draw_way(&from), seed);
        wood_end(&wood);
    }
}

/// Changes one tree of a forest.
static void edit(wood *wood, random_source *from, scene_kind kind)
{
    const int at = (int)random_below(from, (uint32_t)wood->count);
    const fw_tree drawn = draw_tree(from, kind, &wood->trees[at]);
    switch (random_below(from, 3)) {
    case 0:
        if (wood->count < MOST_TREES) {
            wood->trees[wood->count] = drawn;
            assert_int_equal(fw_forest_add(wood->forest, drawn, &wood->ids[wood->count++]), FW_OK);
        }
        break;
    case 1:
        if (wood->count > 1) {
            assert_int_equal(fw_forest_remove(wood->forest, wood->ids[at]), FW_OK);
            assert_int_equal(fw_forest_remove(wood->forest, wood->ids[at]), FW_UNKNOWN_TREE);
            wood->trees[at] = wood->trees[--wood->count];
            wood->ids[at] = wood->ids[wood->count];
        }
        break;
    default:
        wood->trees[at] = drawn;
        assert_int_equal(fw_forest_move(wood->forest, wood->ids[at], drawn), FW_OK);
    }
}

TEST(after_edits_a_planner_answers_as_if_the_forest_were_new)
{
    for (uint64_t seed = 0; seed < 150; seed++) {
        random_source from = { seed };
        wood wood = draw_wood(&from);
        for (int i = 0; i < 30; i++) {
            const int edits = (int)random_below(&from, 4);
            for (int j = 0; j < edits; j++)
                edit(&wood, &from, (scene_kind)random_below(&from, SCENE_KINDS));
            assert_shortest(&wood, draw_way(&from), seed);
        }
        wood_end(&wood);
    }
}

/// Trees on a lattice: most places are joined by many paths of equal length.
static wood lattice_of(int across, double radius)
{
    fw_tree trees[MOST_TREES];
    for (int i = 0; i < across * across; i++)
        trees[i] = (fw_tree){ i % across, i / across, radius };
    return wood_of(trees, across * across);
}

static void assert_same_segments(const fw_path *path, const fw_path *other)
{
    int32_t count, other_count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_segment *others = fw_path_segments(other, &other_count);
    assert_int_equal(count, other_count);
    for (int32_t i = 0; i < count; i++) {
        assert_true(segments[i].start.x == others[i].start.x && segments[i].start.y == others[i].start.y);
        assert_true(segments[i].curvature == others[i].curvature && segments[i].length == others[i].length);
    }
}

TEST(of_paths_of_equal_length_earlier_queries_do_not_choose)
{
    const double radii[] = { 0.25, 0.375, 0.45, 0.5 };
    for (uint64_t seed = 0; seed < 400; seed++) {
        random_source from = { seed };
        const double radius = radii[random_below(&from, 4)];
        wood used = lattice_of(6, radius), fresh = lattice_of(6, radius);
        for (int i = 0; i < 20; i++) {
            const forest_way asked = { 0, (double)random_below(&from, 15) / 2 - 1,
                                       (double)random_below(&from, 15) / 2 - 1,
                                       (double)random_below(&from, 15) / 2 - 1,
                                       (double)random_below(&from, 15) / 2 - 1 };
            find(&used, asked);
        }
        const double aside = (double)random_below(&from, 3) / 2;
        const forest_way corners = { 0, -1, -1 + aside, 6, 6 - aside };
        assert_int_equal(find(&used, corners), find(&fresh, corners));
        assert_same_segments(used.path, fresh.path);
        wood_end(&used);
        wood_end(&fresh);
    }
}

TEST(a_tree_on_the_way_is_hugged)
{
    wood wood = wood_of((fw_tree[]){ { 5, 0, 1 } }, 1);
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_OK);
    int32_t count;
    const fw_segment *segments = fw_path_segments(wood.path, &count);
    assert_int_equal(count, 3);
    const double line = sqrt(24), arc = 2 * asin(1.0 / 5);
    assert_near(segments[0].length, line, 1e-12);
    assert_near(fabs(segments[1].curvature), 1, 1e-12);
    assert_near(segments[1].length, arc, 1e-12);
    assert_near(fw_path_length(wood.path), 2 * line + arc, 1e-12);
    wood_end(&wood);
}

TEST(a_path_among_trees_is_driven_slower_round_a_tree)
{
    wood wood = wood_of((fw_tree[]){ { 5, 0, 1 } }, 1);
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_OK);
    const double line = sqrt(24), arc = 2 * asin(1.0 / 5);
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(wood.path, line + arc / 2, &pose), FW_OK);
    assert_near(pose.x, 5, 1e-12);
    assert_near(fabs(pose.y), 1, 1e-12);
    assert_near(pose.heading, 0, 1e-12);
    assert_int_equal(fw_path_pose_at(wood.path, line, &pose), FW_OK);
    assert_near(hypot(pose.x - 5, pose.y), 1, 1e-12);

    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 2;
    assert_int_equal(fw_path_profile(NULL, &speeds, wood.path, NULL), FW_OK);
    // 2 a = v^2: up to 2 in 2 tiles and down to the arc's 1 in 1.5; the arc at 1; the same in reverse.
    const double steady = line - 2 - 1.5;
    assert_near(fw_path_duration(wood.path), 2 * (2 + steady / 2 + 1) + arc, 1e-9);
    double speed;
    assert_int_equal(fw_path_pose_at_time(wood.path, fw_path_duration(wood.path) / 2, &pose, &speed), FW_OK);
    assert_near(speed, 1, 1e-9);
    assert_near(pose.x, 5, 1e-9);

    speeds.terrain_top[FW_GROUND] = 1;
    assert_int_equal(fw_path_profile(NULL, &speeds, wood.path, NULL), FW_NULL_ARGUMENT);
    wood_end(&wood);
}

TEST(trees_that_touch_close_the_way_and_a_gap_of_2e_9_opens_it)
{
    const double gaps[] = { -0.5, 0, 0.5e-9, 2e-9, 1e-3 };
    for (int i = 0; i < 5; i++) {
        wood wood = wood_of((fw_tree[]){ { 0, 0, 1 }, { 2 + gaps[i], 0, 1 } }, 2);
        assert_int_equal(find(&wood, (forest_way){ 0, 1 + gaps[i] / 2, -3, 1 + gaps[i] / 2, 3 }), FW_OK);
        if (gaps[i] > 1e-9)
            assert_near(fw_path_length(wood.path), 6, 1e-8);
        else
            assert_true(fw_path_length(wood.path) > 6.5);
        wood_end(&wood);
    }
}

TEST(points_close_the_way_between_trees_if_all_gaps_are_narrow)
{
    for (int points = 1; points <= 3; points++)
        for (int is_open = 0; is_open < 2; is_open++) {
            fw_tree trees[5] = { { 0, 0, 1 } };
            const double gap = is_open ? 2e-9 : 0.9e-9;
            for (int i = 1; i <= points; i++)
                trees[i] = (fw_tree){ 1 + i * gap, 0, 0 };
            trees[points + 1] = (fw_tree){ 2 + (points + 1) * gap, 0, 1 };
            wood wood = wood_of(trees, points + 2);
            const double middle = 1 + (points + 1) / 2 * gap - gap / 2;
            assert_int_equal(find(&wood, (forest_way){ 0, middle, -3, middle, 3 }), FW_OK);
            if (is_open)
                assert_near(fw_path_length(wood.path), 6, 1e-8);
            else
                assert_true(fw_path_length(wood.path) > 6.5);
            wood_end(&wood);
        }
}

TEST(a_ring_of_trees_lets_nobody_in_or_out)
{
    fw_tree ring[12];
    for (int i = 0; i < 12; i++)
        ring[i] = (fw_tree){ 4 * cos(i * FW_PI / 6), 4 * sin(i * FW_PI / 6), 1.1 };
    wood wood = wood_of(ring, 12);
    fw_path_summary summary;
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_UNREACHABLE);
    assert_int_equal(find(&wood, (forest_way){ 0, 10, 0, 0, 0 }), FW_UNREACHABLE);
    assert_int_equal(fw_path_summarise(wood.path, &summary), FW_OK);
    assert_int_equal(summary.outcome, FW_OUTCOME_UNREACHABLE);
    assert_int_equal(fw_forest_remove(wood.forest, wood.ids[3]), FW_OK);
    assert_int_equal(find(&wood, (forest_way){ 0, 10, 0, 0, 0 }), FW_OK);
    wood_end(&wood);
}

TEST(start_and_goal_may_touch_a_tree_and_not_lie_in_it)
{
    wood wood = wood_of((fw_tree[]){ { 0, 0, 1 } }, 1);
    assert_int_equal(find(&wood, (forest_way){ 0.5, -1.5, 0, 1.5, 0 }), FW_OK);
    assert_near(fw_path_length(wood.path), 1.5 * FW_PI, 1e-12);
    assert_int_equal(find(&wood, (forest_way){ 0.5, 1.4, 0, 3, 0 }), FW_START_BLOCKED);
    assert_int_equal(find(&wood, (forest_way){ 0.5, 3, 0, 1.4, 0 }), FW_GOAL_BLOCKED);
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(wood.path, &summary), FW_OK);
    assert_int_equal(summary.outcome, FW_OUTCOME_BLOCKED);
    assert_int_equal(summary.segment_count, 0);
    assert_int_equal(find(&wood, (forest_way){ 0, 3, 3, 3, 3 }), FW_OK);
    assert_true(fw_path_length(wood.path) == 0);
    wood_end(&wood);
}

TEST(nobody_stands_where_two_trees_touch)
{
    const double gaps[] = { -1e-9, 0, 0.9e-9, 2e-9 };
    for (int i = 0; i < 4; i++) {
        wood grove = wood_of((fw_tree[]){ { 0, 0, 1 }, { 2.5 + gaps[i], 0, 1 } }, 2);
        const forest_way out = { 0.25, 1.25 + gaps[i] / 2, 0, 1, 3 };
        const bool is_open = i == 3;
        assert_int_equal(find(&grove, out), is_open ? FW_OK : FW_START_BLOCKED);
        assert_int_equal(find(&grove, (forest_way){ 0.25, 1, 3, out.sx, 0 }),
                         is_open ? FW_OK : FW_GOAL_BLOCKED);
        assert_int_equal(find(&grove, (forest_way){ 0.25, 1.25, 1e-3, 1, 3 }), FW_OK);
        wood_end(&grove);
    }
    wood corner = wood_of((fw_tree[]){ { 0, 0, 5 }, { 8, 0, 5 } },
                          2); // where they overlap there is a corner to stand in
    assert_int_equal(find(&corner, (forest_way){ 0, 4, 3, 4, 9 }), FW_OK);
    assert_near(fw_path_length(corner.path), 6, 1e-9);
    wood_end(&corner);
}

TEST(an_empty_forest_has_straight_paths)
{
    wood wood = wood_of(NULL, 0);
    assert_int_equal(find(&wood, (forest_way){ 1, 0, 0, 3, 4 }), FW_OK);
    assert_near(fw_path_length(wood.path), 5, 1e-12);
    wood_end(&wood);
}

TEST(arcs_that_are_too_tight_for_a_vehicle_are_counted)
{
    wood wood = wood_of((fw_tree[]){ { 5, 0, 1 } }, 1);
    fw_forest_request ask = fw_default_forest_request();
    fw_path_summary summary;
    ask.radius = 0.5;
    ask.goal_x = 10;
    for (int i = 0; i < 2; i++) {
        ask.turn_radius = i ? 1.6 : 1.5;
        assert_int_equal(fw_forest_find_path(wood.planner, &ask, wood.path), FW_OK);
        assert_int_equal(fw_path_summarise(wood.path, &summary), FW_OK);
        assert_int_equal(summary.violations.too_tight, i);
    }
    wood_end(&wood);
}

TEST(a_limit_on_work_ends_a_search)
{
    fw_tree row[20];
    for (int i = 0; i < 20; i++)
        row[i] = (fw_tree){ 2 * i, i % 2, 1.2 };
    wood wood = wood_of(row, 20);
    fw_forest_request ask = fw_default_forest_request();
    fw_statistics spent;
    ask.start_y = -3;
    ask.goal_x = 30;
    ask.goal_y = 5;
    ask.max_work = 3;
    assert_int_equal(fw_forest_find_path(wood.planner, &ask, wood.path), FW_LIMIT);
    assert_int_equal(fw_forest_planner_statistics(wood.planner, &spent), FW_OK);
    assert_true(spent.work <= 3);
    ask.max_work = 0;
    assert_int_equal(fw_forest_find_path(wood.planner, &ask, wood.path), FW_OK);
    wood_end(&wood);
}

TEST(bad_numbers_are_refused_and_change_nothing)
{
    wood wood = wood_of((fw_tree[]){ { 5, 0, 1 } }, 1);
    const uint64_t version = fw_forest_version(wood.forest);
    assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ NAN, 0, 1 }, NULL), FW_NOT_FINITE);
    assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 0, INFINITY, 1 }, NULL), FW_NOT_FINITE);
    assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 0, 0, -1 }, NULL), FW_BAD_VALUE);
    assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 2e9, 0, 1 }, NULL), FW_BAD_VALUE);
    assert_int_equal(fw_forest_move(wood.forest, wood.ids[0], (fw_tree){ 0, 0, NAN }), FW_NOT_FINITE);
    assert_int_equal(fw_forest_move(wood.forest, 0, (fw_tree){ 0, 0, 1 }), FW_UNKNOWN_TREE);
    assert_int_equal(fw_forest_remove(wood.forest, wood.ids[0] + 1), FW_UNKNOWN_TREE);
    assert_int_equal(find(&wood, (forest_way){ NAN, 0, 0, 1, 1 }), FW_NOT_FINITE);
    assert_int_equal(find(&wood, (forest_way){ -1, 0, 0, 1, 1 }), FW_BAD_VALUE);
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 1e10, 1 }), FW_BAD_VALUE);
    assert_int_equal(fw_forest_find_path(wood.planner, &(fw_forest_request){ 0 }, wood.path), FW_BAD_DEF);
    assert_int_equal(fw_forest_create(NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_forest_planner_create(NULL, NULL, &wood.planner), FW_NULL_ARGUMENT);
    assert_true(fw_forest_version(wood.forest) == version);
    fw_tree tree;
    assert_int_equal(fw_forest_tree(wood.forest, wood.ids[0], &tree), FW_OK);
    assert_true(tree.x == 5 && tree.radius == 1 && fw_forest_count(wood.forest) == 1);
    wood_end(&wood);
}

TEST(far_from_the_origin_lengths_are_as_exact_as_coordinates)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_source from = { seed };
        wood near = draw_wood(&from);
        const double far = 1 << 30;
        fw_tree moved[MOST_TREES];
        for (int i = 0; i < near.count; i++) {
            near.trees[i] = (fw_tree){ round(near.trees[i].x), round(near.trees[i].y), near.trees[i].radius };
            moved[i] = (fw_tree){ near.trees[i].x - far, near.trees[i].y + far - 16, near.trees[i].radius };
            assert_int_equal(fw_forest_move(near.forest, near.ids[i], near.trees[i]), FW_OK);
        }
        wood distant = wood_of(moved, near.count);
        const fw_result here = find(&near, (forest_way){ 0.25, 0, 0, 9, 8 });
        const fw_result there = find(&distant, (forest_way){ 0.25, -far, far - 16, 9 - far, far - 8 });
        assert_int_equal(here, there);
        if (here == FW_OK)
            assert_near(fw_path_length(near.path), fw_path_length(distant.path), 1e-9);
        wood_end(&near);
        wood_end(&distant);
    }
}

TEST(a_hundred_thousand_trees_in_one_place_are_one_tree)
{
    wood wood = wood_of(NULL, 0);
    fw_tree_id first = 0;
    for (int i = 0; i < 100000; i++)
        assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 5, 0, 1 }, i ? NULL : &first), FW_OK);
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_OK);
    const double length = fw_path_length(wood.path);
    assert_near(length, 2 * sqrt(24) + 2 * asin(1.0 / 5), 1e-12);
    assert_int_equal(fw_forest_remove(wood.forest, first), FW_OK);
    assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_OK);
    assert_true(fw_path_length(wood.path) == length);
    wood_end(&wood);
}

TEST(a_hundred_thousand_nested_trees_come_and_go_in_any_order)
{
    enum { COUNT = 100000 };
    static fw_tree_id ids[COUNT];
    for (int order = 0; order < 4; order++) {
        wood wood = wood_of(NULL, 0);
        const double growth = order % 2 ? 1.0 / COUNT : 0;
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 5, 0, 1 + i * growth }, &ids[i]), FW_OK);
        for (int i = 0; i < COUNT - 1; i++) { // from both ends, or from the outside to the inside
            const int at = order < 2 ? COUNT - 1 - i : i % 2 ? i / 2 : COUNT - 1 - i / 2;
            assert_int_equal(fw_forest_remove(wood.forest, ids[at]), FW_OK);
        }
        const double radius = order < 2 ? 1 : 1 + (COUNT / 2 - 1) * growth;
        assert_int_equal(find(&wood, (forest_way){ 0, 0, 0, 10, 0 }), FW_OK);
        assert_near(fw_path_length(wood.path), 2 * sqrt(25 - radius * radius) + 2 * radius * asin(radius / 5),
                    1e-9);
        wood_end(&wood);
    }
}
