/// The figures of docs/figures.md and docs/roads.md: those of Pinter 2001 and what roads do, drawn by the library from
/// the maps beside them, so that the pages cannot go stale.
///
/// usage: test_figures          docs/figures must hold every figure as it is drawn here
///        test_figures write    draws them all anew

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/area_figures.h"
#include "common/breakage.h"
#include "common/canvas.h"
#include "common/circle_figures.h"
#include "common/cluster_figures.h"
#include "common/drawing.h"
#include "common/figure_frame.h"
#include "common/geometry_figures.h"
#include "common/lessons.h"
#include "common/limit_figures.h"
#include "common/road_figures.h"
#include "common/search_figures.h"
#include "common/unit.h"
#include "io/map_file.h"
#include "io/picture.h"

#define FOLDER FAIRWAY_SOURCE_DIR "/docs/figures/"

/// Names the bends of the simple path, the waypoint that q cannot see, and the last bend of the taut path, as the
/// article does.
static void name_bends(canvas *canvas, const fw_path *grid, const fw_path *taut)
{
    int32_t count = 0;
    const fw_segment *simple = fw_path_segments(canvas->path, NULL);
    const fw_segment *string = fw_path_segments(taut, &count);
    const fw_pose p = string[count - 1].start;
    canvas_dot(canvas, p.x, p.y, 0.2, -0.7, "p");
    canvas_dot(canvas, simple[1].start.x, simple[1].start.y, -0.8, -0.1, "q");
    canvas_dot(canvas, simple[2].start.x, simple[2].start.y, 0, -0.8, "r");
    const fw_pose s = canvas_next_tile(grid, simple[2].start);
    canvas_dot(canvas, s.x, s.y, 0.8, 0.2, "s");
}

static void weak_and_taut(canvas *canvas)
{
    canvas->unit = canvas_unit(0.4, 0);
    fw_request ask = canvas_request(canvas);
    ask.smoothing = FW_SMOOTH_SIMPLE;
    canvas_find(canvas, ask, canvas->path);
    canvas->name = "simple";
    fw_path *taut = canvas_other(canvas, "taut", NULL), *grid = canvas_path();
    canvas->others[0].is_dashed = true;
    ask.smoothing = FW_SMOOTH_TAUT;
    canvas_find(canvas, ask, taut);
    snprintf(canvas->title, sizeof canvas->title, "simple %.2f tiles, taut %.2f",
             fw_path_length(canvas->path), fw_path_length(taut));
    ask.smoothing = FW_SMOOTH_NONE;
    canvas_find(canvas, ask, grid);
    name_bends(canvas, grid, taut);
    fw_path_destroy(grid);
}

/// The shortest path and the fastest one, of a unit that must be slow in turns.
static void shortest_and_fastest(canvas *canvas)
{
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 5;
    speeds.acceleration = speeds.braking = 3;
    speeds.lateral = 0.5;
    canvas->unit = canvas_unit(0.4, 1);
    canvas->unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL;
    ask.smoothing = FW_SMOOTH_AUTO;
    fw_path *shortest = canvas_other(canvas, "shortest", NULL);
    canvas_find(canvas, ask, shortest);
    assert_int_equal(fw_path_profile(canvas->map, &speeds, shortest, NULL), FW_OK);
    ask.fastest = &speeds;
    ask.heuristic = FW_HEURISTIC_MOTIONS;
    canvas_find(canvas, ask, canvas->path);
    canvas_text(canvas, 17.5, 1.5, "fastest");
    canvas_text(canvas, 17.5, 12.5, "shortest");
    canvas->name = NULL;
    snprintf(canvas->title, sizeof canvas->title,
             "shortest %.1f tiles in %.1f s, fastest %.1f tiles in %.1f s", fw_path_length(shortest),
             fw_path_duration(shortest), fw_path_length(canvas->path), fw_path_duration(canvas->path));
}

typedef struct figure {
    const char *name, *map; ///< a file's name, or the size of free ground
    fw_pose start, goal;
    void (*draw)(canvas *canvas);
} figure;

static const figure figures[] = {
    { "01a", "strait", { 1.5, 16.5, 0 }, { 1.5, 3.5, 0 }, as_the_grid_found_it },
    { "01b", "strait", { 1.5, 16.5, 0 }, { 1.5, 3.5, 0 }, simply_smoothed },
    { "01c", "strait", { 1.5, 16.5, 0 }, { 1.5, 3.5, 0 }, ignoring_obstacles },
    { "01d", "strait", { 1.5, 16.5, 0 }, { 1.5, 3.5, 0 }, by_directional_search },
    { "02a", "rocks", { 20.5, 10.5, 0 }, { 1.5, 1.5, 0 }, zigzag },
    { "02b", "rocks", { 20.5, 10.5, 0 }, { 1.5, 1.5, 0 }, with_fewer_bends },
    { "02c", "rocks", { 20.5, 10.5, 0 }, { 1.5, 1.5, 0 }, straightened },
    { "turning-radii", "11 x 8", { 1.5, 1.5, 0 }, { 9.5, 6.5, 0 }, three_turning_radii },
    { "03", "hedge", { 1.5, 6.5, 0 }, { 14.5, 4.5, 0 }, points_of_walkable },
    { "04", "rift", { 3.5, 2.5, 0 }, { 18.5, 9.5, 0 }, an_impossible_diagonal },
    { "05", "14 x 8", { 4.5, 3.5, -FW_PI / 3 }, { 12.5, 6.5, 0 }, turn_to_both_sides },
    { "06", "14 x 8", { 1, 2, -FW_PI / 3 }, { 12.5, 7, 0 }, a_turn_and_its_triangle },
    { "07a", "driveway", { 1.5, 4.5, 0 }, { 5.5, 0.5, 0 }, a_tighter_turn },
    { "07b", "driveway", { 1.5, 4.5, 0 }, { 5.5, 0.5, 0 }, a_three_point_turn },
    { "08", "junction", { 3.5, 13.5, -FW_PI / 2 }, { 11.5, 3.5, 0 }, three_quarters_to_the_right },
    { "09", "16 x 6", { 3.5, 3.5, -FW_PI / 2 }, { 12, 2, FW_PI / 2 }, four_curves },
    { "10", "13 x 6", { 1, 2.5, -0.4 * FW_PI }, { 11.5, 1.5, FW_PI / 3 }, around_both_circles_the_same_way },
    { "11", "14 x 9", { 1, 6, -FW_PI / 3 }, { 12.5, 3.5, -FW_PI / 3 }, around_the_circles_in_opposite_ways },
    { "12", "bend", { 0.5, 5.5, 0 }, { 6.5, 1.5, 0 }, around_a_bend_of_two_tiles },
    { "motions-8", "9 x 9", { 4.5, 4.5, 0 }, { 4.5, 4.5, 0 }, motions_to_8_tiles },
    { "motions-24", "9 x 9", { 4.5, 4.5, 0 }, { 4.5, 4.5, 0 }, motions_to_24_tiles },
    { "motions-48", "9 x 9", { 4.5, 4.5, 0 }, { 4.5, 4.5, 0 }, motions_to_48_tiles },
    { "motions-directional", "9 x 9", { 4.5, 4.5, 0 }, { 4.5, 4.5, 0 }, motions_that_suffice },
    { "13", "window", { 5.5, 5.5, 0 }, { 8.5, 6.5, FW_PI / 4 }, a_motion_and_what_it_touches },
    { "14", "13 x 12", { 1, 6.2, 0 }, { 0, 0, 0 }, arcs_at_fixed_angles },
    { "14-sliding", "13 x 10", { 1, 6.4, 0 }, { 0, 0, 0 }, rounded_art_that_slides },
    { "15", "20 x 9", { 0, 0, 0 }, { 0, 0, 0 }, triangles_of_fixed_angles },
    { "16a", "roads", { 0.5, 4, 0 }, { 30.5, 21.5, 0 }, standard_cornering },
    { "16b", "roads", { 0.5, 3.5, 0 }, { 30.5, 21.5, 0 }, tight_cornering },
    { "16-none", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_as_they_come },
    { "16-cones", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_with_cones },
    { "16-follow", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_followed },
    { "16-lanes", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_with_lanes },
    { "16-right", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_on_the_right },
    { "16-wide", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_with_wide_turns },
    { "17", "walls", { 1.5, 9.5, 0 }, { 24.5, 7.5, 0 }, weak_and_taut },
    { "18", "harbour", { 10.5, 12.5, -FW_PI / 2 }, { 22.5, 9.5, -FW_PI / 2 }, along_the_grid },
    { "19", "strait", { 3.5, 16.5, -FW_PI / 2 }, { 3.5, 1.5, -FW_PI / 2 }, another_way },
    { "20a", "canal", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, by_four_neighbours },
    { "20b", "canal", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, by_smoothing_48_and_repair },
    { "20c", "canal", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, repaired },
    { "21a", "narrows", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, a_simpler_repair },
    { "21b", "narrows-closed", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, with_a_tile_more },
    { "22", "chicane", { 1.5, 6.5, 0 }, { 34.5, 6.5, 0 }, shortest_and_fastest },
    { "clusters-11", "pond", { 0, 0, 0 }, { 0, 0, 0 }, borders_of_clusters },
    { "clusters-12a", "pond", { 0, 0, 0 }, { 0, 0, 0 }, entrances_for_each_capability },
    { "clusters-12b", "pond", { 0, 0, 0 }, { 0, 0, 0 }, transitions_for_each_capability },
    { "clusters-13", "pond", { 0, 0, 0 }, { 0, 0, 0 }, graph_of_a_unit },
    { "clusters-14a", "pond", { 0, 0, 0 }, { 0, 0, 0 }, edges_of_two_sizes },
    { "clusters-14b", "pond", { 0, 0, 0 }, { 0, 0, 0 }, edges_that_strong_dominance_keeps },
    { "clusters-15a", "pond", { 0, 0, 0 }, { 0, 0, 0 }, two_inter_edges },
    { "clusters-15b", "pond", { 0, 0, 0 }, { 0, 0, 0 }, the_inter_edge_that_stays },
    { "clusters-16", "pond", { 0, 0, 0 }, { 0, 0, 0 }, graph_under_weak_dominance },
    { "clusters-path", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, way_on_the_graph_and_path },
    { "circles-internal", "13 x 7", { 0, 0, 0 }, { 0, 0, 0 }, internal_bitangents },
    { "circles-external", "13 x 7", { 0, 0, 0 }, { 0, 0, 0 }, external_bitangents },
    { "circles-sight", "17 x 6", { 0, 0, 0 }, { 0, 0, 0 }, lines_of_sight },
    { "circles-graph", "14 x 6", { 0.8, 3.6, 0 }, { 13.2, 2.6, 0 }, graph_of_two_circles },
    { "circles-radical", "11 x 7", { 0, 0, 0 }, { 0, 0, 0 }, a_blocked_arc },
    { "circles-minkowski", "16 x 6", { 0.6, 4.4, 0 }, { 7.4, 2.2, 0 }, a_body_and_a_point },
    { "circles-cusp", "13 x 7", { 0.8, 1.2, 0 }, { 0.8, 1.2, 0 }, a_cusp },
    { "circles-crossing", "10 x 6", { 0.8, 1.6, 0 }, { 2.6, 5.3, 0 }, a_crossing },
    { "areas", "court", { 5.5, 5.5, 0 }, { 21.5, 10.5, 0 }, areas_and_a_walk },
    { "areas-quadtree", "court", { 5.5, 5.5, 0 }, { 21.5, 10.5, 0 }, areas_of_a_quadtree },
    { "spline", "driveway", { 1.5, 4.5, 0 }, { 5.5, 0.5, 0 }, a_spline_and_a_turn },
    { "early-exit", "court", { 6.5, 6.5, 0 }, { 19.5, 7.5, 0 }, searches_that_end_early },
};

enum { FIGURES = sizeof figures / sizeof *figures };

/// What figures teach, and the names that the texts use and that the figure writes, apart by spaces.
static const struct lesson {
    const char *figure;
    void (*check)(canvas *canvas);
    const char *letters;
} lessons[] = {
    { "01a", the_grid_has_eight_directions, "" },
    { "01b", waypoints_are_left_out, "" },
    { "01c", both_turns_overlap, "" },
    { "01d", another_way_is_legal_and_longer, "" },
    { "02a", bends_become_fewer, "" },
    { "02b", bends_are_fewer_at_equal_length, "" },
    { "02c", the_way_is_direct, "" },
    { "turning-radii", the_tightest_turn_is_shortest, "" },
    { "03", walkable_is_refused_at_the_first_hit, "A B C" },
    { "04", the_body_overlaps_where_it_is_impossible, "" },
    { "05", the_right_turn_is_shorter, "origin destination" },
    { "06", the_triangle_has_a_right_angle_at_q, "P Q r h d \u03c6 \u03b8" },
    { "07a", one_turn_is_tighter, "" },
    { "07b", it_backs_up_once, "" },
    { "08", a_loop_to_the_right_leads_to_the_left, "a b c" },
    { "09", all_four_lead_there, "" },
    { "10", the_line_is_the_line_of_centres_moved, "P1 P2 r" },
    { "11", the_line_is_that_to_the_third_centre_moved, "P1 P2 P3 \u03b8" },
    { "12", directional_8_finds_no_way, "a b c d" },
    { "motions-8", motions_end_on_8_tiles, "" },
    { "motions-24", motions_end_on_24_tiles, "" },
    { "motions-48", motions_end_on_48_tiles, "" },
    { "motions-directional", fewer_motions_suffice, "" },
    { "13", the_mask_holds_what_the_body_touches, "" },
    { "14", the_path_stays_outside_of_the_circle, "" },
    { "14-sliding", the_art_moves_sideways, "" },
    { "15", bases_are_as_long_as_the_triangle_says, "r \u03b8" },
    { "16a", it_turns_too_far_and_comes_back, "p q" },
    { "16b", it_turns_within_the_road, "" },
    { "16-none", cones_keep_it_on_the_road, "" },
    { "16-cones", the_body_passes_between_cones, "" },
    { "16-follow", it_follows_the_tiles, "" },
    { "16-lanes", the_body_stays_on_the_road, "" },
    { "16-right", it_drives_on_the_right, "" },
    { "16-wide", it_keeps_its_lane, "" },
    { "17", the_direction_changes_before_the_corner, "p q r s" },
    { "18", the_same_way_is_legal_from_the_side, "p q" },
    { "19", no_way_is_near_the_grids, "" },
    { "20a", the_grid_leads_through_the_jog, "" },
    { "20b", the_repair_joins_both_ends, "a b" },
    { "20c", another_gap_is_legal, "" },
    { "21a", the_repair_takes_less, "a b" },
    { "21b", no_repair_is_needed, "" },
    { "22", the_longer_way_is_faster, "fastest shortest" },
    { "clusters-11", four_clusters_make_the_map, "C1 C2 C3 C4" },
    { "clusters-12a", entrances_add_up, "C1 C2 C3 C4" },
    { "clusters-12b", transitions_maximise_clearance, "C1 C2 C3 C4" },
    { "clusters-13", the_graph_is_connected, "C1 C2 C3 C4" },
    { "clusters-14a", an_edge_joins_each_pair_for_each_size, "E1 E2 E3 E4 E5 E6" },
    { "clusters-14b", strong_dominance_keeps_every_way, "E1 E2 E3 E4" },
    { "clusters-15a", one_inter_edge_is_enough, "u x E2 E5" },
    { "clusters-15b", who_walks_gets_from_u_to_x, "u x E5" },
    { "clusters-16", weak_dominance_halves_the_graph, "" },
    { "clusters-path", the_path_need_not_touch_transitions, "" },
    { "circles-internal", internal_lines_cross_between_the_circles, "A B C D E F d rA rB \u03b8" },
    { "circles-external", external_lines_keep_both_circles_on_one_side, "A B C D E F d rA rB \u03b8" },
    { "circles-sight", a_circle_blocks_a_line_that_comes_nearer_than_its_radius, "A B C E d" },
    { "circles-graph", each_node_joins_a_surfing_edge_and_a_circle, "" },
    { "circles-radical", crossings_lie_on_both_circles, "A B C a \u03b8 start end" },
    { "circles-minkowski", both_ways_are_the_same, "r" },
    { "circles-cusp", only_the_cusp_turns_back, "" },
    { "circles-crossing", a_shorter_way_leads_there, "" },
    { "areas", the_walk_is_longer_than_the_path, "" },
    { "areas-quadtree", a_quadtree_has_fewer_areas, "" },
    { "spline", the_spline_turns_too_tightly, "" },
    { "early-exit", each_leads_a_part_of_the_way, "nodes distance time" },
};

static const struct lesson *lesson_of(const figure *what)
{
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        if (strcmp(lessons[i].figure, what->name) == 0)
            return &lessons[i];
    fail_msg("figure %s has no lesson", what->name);
    return NULL;
}

static canvas drawn_canvas(const figure *what)
{
    char file[512];
    io_fault fault;
    canvas canvas = {
        .path = canvas_path(), .unit = canvas_unit(0.01, 1), .start = what->start, .goal = what->goal
    };
    int width, height;
    if (sscanf(what->map, "%d x %d", &width, &height) != 2) {
        snprintf(file, sizeof file, FOLDER "%s.map", what->map);
        assert_true(io_map_load(file, NULL, &canvas.map, &fault));
    } else {
        canvas.map = open_map(width, height);
        canvas.is_open = true;
    }
    what->draw(&canvas);
    return canvas;
}

static void write_picture(FILE *to, const figure *what, const canvas *canvas)
{
    io_fault fault;
    const bool has_body = canvas->unit.footprint.radius > CANVAS_POINT;
    const bool has_start = what->start.x > 0;
    io_picture picture = { .map = canvas->map,
                           .unit = has_body ? &canvas->unit : NULL,
                           .path = canvas->path,
                           .name = canvas->name,
                           .has_start = has_start,
                           .has_goal = canvas->goal.x != canvas->start.x || canvas->goal.y != canvas->start.y,
                           .faces_start = !has_body && canvas->unit.turn_radius > 0 && has_start,
                           .faces_goal = !has_body && what->goal.heading != 0,
                           .start = canvas->start,
                           .goal = canvas->goal,
                           .title = canvas->title,
                           .companions = canvas->others,
                           .companion_count = canvas->other_count,
                           .notes = canvas->notes,
                           .note_count = canvas->note_count,
                           .trees = canvas->trees,
                           .tree_count = canvas->tree_count };
    memcpy(picture.pen_names, canvas->pens, sizeof picture.pen_names);
    assert_true(io_picture_svg(to, &picture, &fault));
}

static void write_figures(void **state)
{
    for (int i = 0; i < FIGURES; i++) {
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", figures[i].name);
        FILE *to = fopen(file, "wb");
        assert_non_null(to);
        canvas canvas = drawn_canvas(&figures[i]);
        write_picture(to, &figures[i], &canvas);
        canvas_end(&canvas);
        assert_int_equal(fclose(to), 0);
    }
}

/// What a stream holds, up to a zero.
static char *text_of(FILE *from)
{
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    rewind(from);
    assert_true(fread(text, 1, (1 << 20) - 1, from) > 0);
    fclose(from);
    return text;
}

static void assert_letters_are_written(const struct lesson *lesson, const canvas *canvas)
{
    char letter[24];
    int length = 0;
    for (const char *at = lesson->letters; sscanf(at, "%23s%n", letter, &length) == 1; at += length)
        if (canvas_count_texts(canvas, letter) == 0)
            fail_msg("%s is not written in figure %s", letter, lesson->figure);
}

static void check_figure(const struct lesson *lesson, canvas *canvas)
{
    assert_letters_are_written(lesson, canvas);
    figure_holds_together(canvas);
    lesson->check(canvas);
}

TEST(every_figure_is_as_the_library_draws_it_and_shows_its_lesson)
{
    for (int i = 0; i < FIGURES; i++) {
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", figures[i].name);
        FILE *kept = fopen(file, "rb"), *drawn = tmpfile();
        assert_non_null(kept);
        assert_non_null(drawn);
        canvas canvas = drawn_canvas(&figures[i]);
        write_picture(drawn, &figures[i], &canvas);
        check_figure(lesson_of(&figures[i]), &canvas);
        canvas_end(&canvas);
        char *before = text_of(kept), *now = text_of(drawn);
        if (strcmp(before, now) != 0)
            fail_msg("docs/figures/%s.svg is not what the library draws: make figures", figures[i].name);
        free(before);
        free(now);
    }
}

/// A figure of which a part is to be broken, or one that is to teach the lesson of another one.
typedef struct broken_figure {
    canvas *canvas;
    const struct lesson *lesson;
    int part; ///< BREAKAGES = none
} broken_figure;

static void check_broken_figure(void *user)
{
    const broken_figure *broken = user;
    if (broken->part < BREAKAGES)
        breakage_apply(broken->canvas, broken->part);
    check_figure(broken->lesson, broken->canvas);
}

static void check_broken_lesson(void *user)
{
    const broken_figure *broken = user;
    if (broken->part < BREAKAGES)
        breakage_apply(broken->canvas, broken->part);
    broken->lesson->check(broken->canvas);
}

TEST(a_figure_of_which_a_part_is_broken_is_noticed)
{
    (void)state;
    for (int i = 0; i < FIGURES; i++) {
        canvas canvas = drawn_canvas(&figures[i]);
        broken_figure broken = { .canvas = &canvas, .lesson = lesson_of(&figures[i]) };
        for (; broken.part < BREAKAGES; broken.part++)
            if (breakage_is_possible(&canvas, broken.part) &&
                !breakage_is_noticed(check_broken_figure, &broken))
                fail_msg("figure %s teaches its lesson with part %d broken", figures[i].name, broken.part);
        canvas_end(&canvas);
    }
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return a.x == b.x && a.y == b.y && a.heading == b.heading;
}

/// True if figures are drawn on the same map, from the same start to the same goal.
static bool are_alike(const figure *a, const figure *b)
{
    return a != b && strcmp(a->map, b->map) == 0 && is_same_pose(a->start, b->start) &&
           is_same_pose(a->goal, b->goal);
}

TEST(a_figure_that_shows_what_another_one_does_is_noticed)
{
    (void)state;
    for (int i = 0; i < FIGURES; i++) {
        canvas canvas = drawn_canvas(&figures[i]);
        for (int k = 0; k < FIGURES; k++) {
            broken_figure broken = { &canvas, lesson_of(&figures[k]), BREAKAGES };
            if (are_alike(&figures[i], &figures[k]) && !breakage_is_noticed(check_broken_lesson, &broken))
                fail_msg("figure %s teaches what figure %s does", figures[i].name, figures[k].name);
        }
        canvas_end(&canvas);
    }
}

/// True if a lesson by itself notices that a part of its figure is broken.
static bool is_noticed_by_lesson(const figure *what)
{
    bool is_noticed = false;
    canvas canvas = drawn_canvas(what);
    broken_figure broken = { .canvas = &canvas, .lesson = lesson_of(what) };
    for (; broken.part < BREAKAGES && !is_noticed; broken.part++)
        is_noticed =
            breakage_is_possible(&canvas, broken.part) && breakage_is_noticed(check_broken_lesson, &broken);
    canvas_end(&canvas);
    return is_noticed;
}

TEST(each_lesson_alone_notices_a_broken_part_or_another_figure)
{
    (void)state;
    for (int i = 0; i < FIGURES; i++) {
        bool has_alike = false; // which the test before this one has tried
        for (int k = 0; k < FIGURES; k++)
            has_alike |= are_alike(&figures[i], &figures[k]);
        if (!has_alike && !is_noticed_by_lesson(&figures[i]))
            fail_msg("the lesson of figure %s notices nothing", figures[i].name);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest write[] = { cmocka_unit_test(write_figures) };
    if (count > 1 && strcmp(arguments[1], "write") == 0)
        return cmocka_run_group_tests(write, NULL, NULL);
    return tests_run(NULL, NULL);
}
