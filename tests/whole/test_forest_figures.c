/// The pictures of docs/forest.md and docs/inside/forest.md, drawn by the library from the scenes in docs/figures, so
/// that the page cannot go stale.
///
/// usage: test_forest_figures          docs/figures must hold every picture as it is drawn here
///        test_forest_figures write    draws them all anew

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/breakage.h"
#include "common/forest_way.h"
#include "common/unit.h"
#include "fairway/forest.h"
#include "io/forest_picture.h"

#define FOLDER FAIRWAY_SOURCE_DIR "/docs/figures/"

/// Queries begin and end so far around a scene, in tiles.
#define AROUND 4.0

/// What a planner has seen.
typedef struct edge_counts {
    int lines, reached_lines; ///< between two trees, in one direction each
    int arcs, blocked;
} edge_counts;

/// A scene whose query has been answered.
typedef struct wood {
    io_scene scene;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    edge_counts seen;
} wood;

static void count_edge(const fw_forest_edge *edge, void *user)
{
    wood *wood = user;
    const fw_pose start = edge->segment.start;
    const bool is_line = edge->kind == FW_FOREST_LINE;
    const bool is_first = is_line && start.x == wood->scene.start_x && start.y == wood->scene.start_y;
    wood->seen.lines += is_line && !is_first;
    wood->seen.reached_lines += is_line && !is_first && edge->is_reached;
    wood->seen.arcs += edge->kind == FW_FOREST_ARC;
    wood->seen.blocked += edge->kind == FW_FOREST_BLOCKED;
}

static fw_result find(const wood *wood, double sx, double sy, double gx, double gy)
{
    return forest_way_find(wood->planner, (forest_way){ wood->scene.radius, sx, sy, gx, gy }, wood->path);
}

/// Opens a scene, answers so many queries all over it, and then its own.
static wood wood_open(const char *name, int earlier)
{
    char file[512];
    io_fault fault;
    wood opened = { .path = NULL };
    random_source from = { 7 };
    snprintf(file, sizeof file, FOLDER "%s.txt", name);
    assert_true(io_scene_load(file, &opened.scene, &fault));
    const io_scene *scene = &opened.scene;
    assert_int_equal(fw_forest_create(NULL, &opened.forest), FW_OK);
    for (int32_t i = 0; i < scene->count; i++)
        assert_int_equal(fw_forest_add(opened.forest, scene->trees[i], NULL), FW_OK);
    assert_int_equal(fw_forest_planner_create(opened.forest, NULL, &opened.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &opened.path), FW_OK);
    const double width = fmax(scene->start_x, scene->goal_x), height = fmax(scene->start_y, scene->goal_y);
    for (int i = 0; i < earlier; i++) {
        const double x = random_within(&from, -AROUND, width + AROUND);
        const double y = random_within(&from, -AROUND, height + AROUND);
        const double to_x = random_within(&from, -AROUND, width + AROUND);
        const double to_y = random_within(&from, -AROUND, height + AROUND);
        find(&opened, x, y, to_x, to_y);
    }
    assert_int_equal(find(&opened, scene->start_x, scene->start_y, scene->goal_x, scene->goal_y), FW_OK);
    assert_int_equal(fw_forest_planner_edges(opened.planner, count_edge, &opened), FW_OK);
    return opened;
}

static void wood_close(wood *closed)
{
    fw_path_destroy(closed->path);
    fw_forest_planner_destroy(closed->planner);
    fw_forest_destroy(closed->forest);
    io_scene_free(&closed->scene);
}

/// Two circles that lie apart have four lines that touch both.
static void there_are_four_surfing_edges(const wood *wood)
{
    assert_int_equal(wood->seen.lines, 2 * 4);
    assert_int_equal(wood->seen.blocked, 0);
}

/// A path goes straight, round a tree, straight, ..., and turns to both sides.
static void lines_and_arcs_take_turns(const wood *wood)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(wood->path, &count);
    bool turns_left = false, turns_right = false;
    assert_int_equal(count, 7);
    for (int32_t i = 0; i < count; i++) {
        assert_true((segments[i].curvature != 0) == (i % 2 == 1));
        turns_left |= segments[i].curvature < 0;
        turns_right |= segments[i].curvature > 0;
    }
    assert_true(turns_left && turns_right);
}

/// True if the grown circle of a tree crosses that of another one.
static bool is_crossed(const io_scene *scene, int32_t tree)
{
    const fw_tree at = scene->trees[tree];
    for (int32_t i = 0; i < scene->count; i++) {
        const fw_tree other = scene->trees[i];
        const double distance = hypot(other.x - at.x, other.y - at.y);
        if (distance > 0 && distance < at.radius + other.radius + 2 * scene->radius)
            return true;
    }
    return false;
}

/// Each circle lies under another one, and the path hugs none of the arcs there.
static void arcs_under_other_trees_are_blocked(const wood *wood)
{
    assert_true(wood->seen.blocked >= 2);
    for (int32_t i = 0; i < wood->scene.count; i++)
        assert_true(is_crossed(&wood->scene, i));
    fw_pose pose;
    for (double at = 0; at < fw_path_length(wood->path); at += 0.01) {
        assert_int_equal(fw_path_pose_at(wood->path, at, &pose), FW_OK);
        for (int32_t i = 0; i < wood->scene.count; i++) {
            const fw_tree tree = wood->scene.trees[i];
            assert_true(hypot(pose.x - tree.x, pose.y - tree.y) >= tree.radius + wood->scene.radius - 2e-9);
        }
    }
}

/// All that a first query has considered was computed for it.
static void nearly_all_that_is_computed_is_reached(const wood *wood)
{
    assert_true(wood->seen.reached_lines > 0.9 * wood->seen.lines);
}

/// Of all lines that earlier queries have left behind, the last one reaches few.
static void a_query_reaches_a_fraction_of_the_graph(const wood *wood)
{
    assert_true(wood->seen.reached_lines > 10);
    assert_true(wood->seen.reached_lines < 0.35 * wood->seen.lines);
}

static const struct {
    const char *name, *scene;
    int earlier; ///< queries
    void (*lesson)(const wood *wood);
} figures[] = {
    { "forest-surfing", "two-trees", 300, there_are_four_surfing_edges },
    { "forest-hugging", "three-trees", 0, lines_and_arcs_take_turns },
    { "forest-blocked", "thicket", 300, arcs_under_other_trees_are_blocked },
    { "forest-first", "grove", 0, nearly_all_that_is_computed_is_reached },
    { "forest-later", "grove", 400, a_query_reaches_a_fraction_of_the_graph },
};

enum { FIGURES = sizeof figures / sizeof *figures };

/// A figure's file in docs/figures.
static FILE *open_figure(int figure, const char *mode)
{
    char file[512];
    snprintf(file, sizeof file, FOLDER "%s.svg", figures[figure].name);
    FILE *opened = fopen(file, mode);
    assert_non_null(opened);
    return opened;
}

static void write_figures(void **state)
{
    for (int i = 0; i < FIGURES; i++) {
        FILE *to = open_figure(i, "wb");
        wood wood = wood_open(figures[i].scene, figures[i].earlier);
        io_forest_svg(to, &wood.scene, wood.planner, wood.path);
        assert_int_equal(fclose(to), 0);
        wood_close(&wood);
    }
}

static void assert_same_text(FILE *kept, FILE *drawn, const char *name)
{
    int a, b;
    rewind(drawn);
    do {
        a = getc(kept);
        b = getc(drawn);
        if (a != b)
            fail_msg("docs/figures/%s.svg is not what the library draws: make figures", name);
    } while (a != EOF);
}

TEST(every_picture_of_a_forest_is_as_the_library_draws_it_and_shows_its_lesson)
{
    for (int i = 0; i < FIGURES; i++) {
        FILE *kept = open_figure(i, "rb"), *drawn = tmpfile();
        assert_non_null(drawn);
        wood wood = wood_open(figures[i].scene, figures[i].earlier);
        figures[i].lesson(&wood);
        io_forest_svg(drawn, &wood.scene, wood.planner, wood.path);
        assert_same_text(kept, drawn, figures[i].name);
        wood_close(&wood);
        fclose(kept);
        fclose(drawn);
    }
}

/// A scene, and the figure whose lesson it is to teach.
typedef struct broken_figure {
    const wood *wood;
    int figure;
} broken_figure;

static void check_lesson(void *user)
{
    const broken_figure *broken = user;
    figures[broken->figure].lesson(broken->wood);
}

TEST(a_picture_of_a_forest_that_shows_what_another_one_does_is_noticed)
{
    for (int i = 0; i < FIGURES; i++) {
        wood wood = wood_open(figures[i].scene, figures[i].earlier);
        for (int k = 0; k < FIGURES; k++) {
            broken_figure broken = { &wood, k };
            if (i != k && !breakage_is_noticed(check_lesson, &broken))
                fail_msg("%s teaches what %s does", figures[i].name, figures[k].name);
        }
        wood_close(&wood);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest write[] = { cmocka_unit_test(write_figures) };
    if (count > 1 && strcmp(arguments[1], "write") == 0)
        return cmocka_run_group_tests(write, NULL, NULL);
    return tests_run(NULL, NULL);
}
