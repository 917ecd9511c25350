/// The figures of docs/figures.md and docs/roads.md: those of Pinter 2001 and what roads do, drawn by the library from
/// the maps beside them, so that the pages cannot go stale.
///
/// usage: test_figures          docs/figures must hold every figure as it is drawn here
///        test_figures write    draws them all anew

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/trig.h"
#include "common/canvas.h"
#include "common/lessons.h"
#include "common/search_figures.h"
#include "curve/segment.h"
#include "fairway/curve.h"
#include "fairway/shape.h"
#include "io/map_file.h"
#include "io/picture.h"
#include "map/overlay.h"
#include "shape/roads/roadside.h"

#define FOLDER FAIRWAY_SOURCE_DIR "/docs/figures/"

static void draw_curve(canvas *canvas, const char *name, const fw_curve *curve)
{
    char text[48];
    snprintf(text, sizeof text, "%s: %.2f", name, curve->length);
    fw_path_set(canvas_other(canvas, text, NULL), curve->segments, curve->count, NULL);
}

/// The two circles on which a unit can begin to turn, or come to a pose.
static void draw_circles(canvas *canvas, const char *name, fw_pose at, double radius)
{
    fw_segment circles[2];
    for (int i = 0; i < 2; i++)
        circles[i] = (fw_segment){ at, (i ? 1 : -1) / radius, 2 * FW_PI * radius, FW_FORWARD };
    fw_path_set(canvas_other(canvas, name, NULL), circles, 2, NULL);
    canvas->others[canvas->other_count - 1].boldness = 0.4;
}

static void draw_search(canvas *canvas, const char *text, double turn_radius, fw_smoothing smoothing)
{
    canvas->unit = canvas_unit(0.4, turn_radius);
    fw_request ask = canvas_request(canvas);
    ask.smoothing = smoothing;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, text);
}

static void as_the_grid_found_it(canvas *canvas)
{
    draw_search(canvas, "as the grid found it", 0, FW_SMOOTH_NONE);
}

static void simply_smoothed(canvas *canvas)
{
    draw_search(canvas, "simply smoothed", 0, FW_SMOOTH_SIMPLE);
}

static void three_turning_radii(canvas *canvas)
{
    static const char *const names[] = { "radius 1", "radius 2", "radius 4" };
    for (int i = 0; i < 3; i++) {
        fw_curve curve;
        assert_int_equal(fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, 1 << i,
                                               FW_SIDE_SHORTER, &curve),
                         FW_OK);
        draw_curve(canvas, names[i], &curve);
    }
    canvas_title(canvas, "the same way with three turning radii");
}

static void turn_to_both_sides(canvas *canvas)
{
    const double radius = 2;
    fw_curve left, right;
    if (fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, radius, FW_SIDE_LEFT, &left) ==
        FW_OK)
        draw_curve(canvas, "to the left", &left);
    if (fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, radius, FW_SIDE_RIGHT, &right) ==
        FW_OK)
        draw_curve(canvas, "to the right", &right);
    draw_circles(canvas, "turning circles", canvas->start, radius);
    canvas_title(canvas, "turn, then straight");
}

static void draw_words(canvas *canvas, fw_dubins_word first, fw_dubins_word last)
{
    static const char *const names[] = { "", "LSL", "RSR", "LSR", "RSL" };
    for (int word = (int)first; word <= (int)last; word++) {
        fw_curve curve;
        assert_int_equal(fw_dubins(canvas->start, canvas->goal, 1.5, (fw_dubins_word)word, &curve), FW_OK);
        draw_curve(canvas, names[word], &curve);
        if (last - first > 1)
            canvas->others[canvas->other_count - 1].boldness =
                1 + 0.9 * (word - (int)first); // those below look out
    }
}

static void four_curves(canvas *canvas)
{
    draw_words(canvas, FW_DUBINS_LSL, FW_DUBINS_RSL);
    canvas_title(canvas, "turn, straight, turn: four ways");
}

static void curves_to_one_side(canvas *canvas)
{
    draw_words(canvas, FW_DUBINS_LSL, FW_DUBINS_RSR);
    draw_circles(canvas, "circles at the start", canvas->start, 1.5);
    draw_circles(canvas, "circles at the goal", canvas->goal, 1.5);
    canvas_title(canvas, "both turns to one side");
}

static void curves_to_different_sides(canvas *canvas)
{
    draw_words(canvas, FW_DUBINS_LSR, FW_DUBINS_RSL);
    draw_circles(canvas, "circles at the start", canvas->start, 1.5);
    draw_circles(canvas, "circles at the goal", canvas->goal, 1.5);
    canvas_title(canvas, "turns to different sides");
}

/// Makes a path of segments one of the figure's unit, on the map as it is.
static void set_drive(const canvas *canvas, fw_unit_id unit, const fw_segment *segments, int32_t count,
                      fw_path *path)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND,
                                .unit = unit,
                                .map_version = fw_map_version(canvas->map) };
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
    claimed.length = claimed.cost = fw_path_length(path);
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
}

static fw_unit_id add_unit(canvas *canvas)
{
    fw_unit_id unit = 0;
    canvas->unit = canvas_unit(0.4, 0);
    assert_int_equal(fw_map_add_unit(canvas->map, &canvas->unit, &unit), FW_OK);
    assert_int_equal(fw_planner_create(canvas->map, NULL, &canvas->planner), FW_OK);
    return unit;
}

/// A thin line beside the main path, with its length.
static void draw_thin(canvas *canvas, const char *name, const fw_path *path, double boldness)
{
    char text[48];
    snprintf(text, sizeof text, "%s: %.2f", name, fw_path_length(path));
    fw_path *drawn = canvas_other(canvas, text, NULL);
    canvas->others[canvas->other_count - 1].boldness = boldness;
    assert_int_equal(fw_path_copy(path, drawn), FW_OK);
}

static void draw_bent(canvas *canvas, const char *name, const fw_path *smooth, int32_t angles,
                      double boldness)
{
    fw_path *bent = canvas_path();
    assert_int_equal(fw_path_copy(smooth, bent), FW_OK);
    assert_int_equal(fw_path_fix_angles(canvas->planner, NULL, angles, bent), FW_OK);
    draw_thin(canvas, name, bent, boldness);
    fw_path_destroy(bent);
}

/// Around a wide circle, by the tangents at 16 and at 8 angles.
static void arcs_at_fixed_angles(canvas *canvas)
{
    const double radius = 4.5, turn = 0.95 * FW_PI;
    const fw_unit_id unit = add_unit(canvas);
    fw_segment drive[3] = { { .start = canvas->start, .length = 8 },
                            { .curvature = -1 / radius, .length = turn * radius },
                            { .length = 6.5 } };
    for (int i = 1; i < 3; i++)
        drive[i].start = segment_end(&drive[i - 1]);
    set_drive(canvas, unit, drive, 3, canvas->path);
    assert_int_equal(fw_path_pose_at(canvas->path, fw_path_length(canvas->path), &canvas->goal), FW_OK);
    draw_thin(canvas, "smooth", canvas->path, 0.4);
    draw_bent(canvas, "16 angles", canvas->path, 16, 0.4);
    assert_int_equal(fw_path_fix_angles(canvas->planner, NULL, 8, canvas->path), FW_OK);
    canvas->name = "8 angles";
    canvas_title(canvas, "on the outside of the circle, at 8 angles");
}

/// Between two of the angles, where the cheaper way is free and where a rock stands on it.
static void lines_at_fixed_angles(canvas *canvas)
{
    const fw_unit_id unit = add_unit(canvas);
    const double x = canvas->goal.x - canvas->start.x, y = canvas->goal.y - canvas->start.y;
    const fw_segment line = { .start = { canvas->start.x, canvas->start.y, trig_atan2(y, x) },
                              .length = sqrt(x * x + y * y) };
    set_drive(canvas, unit, &line, 1, canvas->path);
    draw_bent(canvas, "below", canvas->path, 8, 0.7);
    for (int i = 0; i < 4; i++)
        assert_int_equal(fw_map_set_tile(canvas->map, 11 + i % 2, 9 + i / 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
    set_drive(canvas, unit, &line, 1, canvas->path);
    draw_bent(canvas, "above", canvas->path, 8, 0.7);
    canvas->name = "straight";
    canvas_title(canvas, "8 angles, without and with a rock below");
}

/// A vehicle for which the country costs more than the road; for the wide one hardly more.
static void draw_roads(canvas *canvas, const char *text, double turn_radius, fw_roads roads, bool keep_right)
{
    canvas->unit = canvas_unit(0.45, turn_radius);
    canvas->unit.terrain_cost[FW_GROUND] = turn_radius < 3 ? 2 : 1.25f;
    fw_request ask = canvas_request(canvas);
    ask.smoothing = FW_SMOOTH_AUTO;
    ask.roads = roads;
    ask.keep_right = keep_right;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, text);
}

static void roads_as_they_come(canvas *canvas)
{
    draw_roads(canvas, "smoothed as anywhere", 3, FW_ROADS_NONE, false);
}

/// Puts the cones that stand for a path on the grid on the map, as trees.
static void draw_cones(canvas *canvas)
{
    fw_request ask = canvas_request(canvas);
    ask.roads = FW_ROADS_CONES;
    fw_path *lines = canvas_path();
    canvas_find(canvas, ask, lines);
    memory memory;
    memory_init(&memory, NULL);
    roadside side = { .blocked = NULL };
    road_way way = { .items = NULL };
    const road_rules roads = { canvas->map, 1u << FW_ROAD };
    const smooth_ground ground = { .map = canvas->map };
    const int32_t free = 1 + (int32_t)canvas->unit.turn_radius;
    assert_int_equal(road_read(&way, &memory, &roads, lines), FW_OK);
    assert_int_equal(roadside_begin(&side, &memory, &ground), FW_OK);
    assert_int_equal(roadside_put_cones(&side, &memory, &roads, &way, canvas->unit.size, free), FW_OK);
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++)
            if (overlay_blocked(side.blocked, x, y) & 1)
                assert_int_equal(fw_map_set_tile(canvas->map, x, y, FW_TREE), FW_OK);
    assert_int_equal(fw_map_set_terrain_name(canvas->map, FW_TREE, "cone"), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
    roadside_free(&side, &memory);
    road_way_free(&way, &memory);
    fw_path_destroy(lines);
}

static void roads_with_cones(canvas *canvas)
{
    draw_roads(canvas, "cones", 3, FW_ROADS_CONES, false);
    draw_cones(canvas);
}

static void roads_followed(canvas *canvas)
{
    draw_roads(canvas, "follow", 0, FW_ROADS_FOLLOW, false);
}

static void roads_with_lanes(canvas *canvas)
{
    draw_roads(canvas, "lanes", 0.5, FW_ROADS_LANES, false);
}

static void roads_on_the_right(canvas *canvas)
{
    draw_roads(canvas, "keep right", 1, FW_ROADS_LANES, true);
}

static void roads_with_wide_turns(canvas *canvas)
{
    canvas->unit = canvas_unit(0.45, 3);
    canvas->unit.terrain_cost[FW_GROUND] = 4;
    canvas->unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    fw_request ask = canvas_request(canvas);
    ask.roads = FW_ROADS_WIDE;
    ask.smoothing = FW_SMOOTH_AUTO;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, "wide");
}

static void weak_and_taut(canvas *canvas)
{
    draw_search(canvas, "", 0, FW_SMOOTH_SIMPLE);
    canvas->name = "simple";
    fw_path *taut = canvas_other(canvas, "taut", NULL);
    fw_request ask = canvas_request(canvas);
    ask.smoothing = FW_SMOOTH_TAUT;
    canvas_find(canvas, ask, taut);
    snprintf(canvas->title, sizeof canvas->title, "simple %.2f tiles, taut %.2f",
             fw_path_length(canvas->path), fw_path_length(taut));
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
    canvas->name = "fastest";
    canvas_find(canvas, ask, canvas->path);
    snprintf(canvas->title, sizeof canvas->title,
             "shortest %.1f tiles in %.1f s, fastest %.1f tiles in %.1f s", fw_path_length(shortest),
             fw_path_duration(shortest), fw_path_length(canvas->path), fw_path_duration(canvas->path));
}

typedef struct figure {
    const char *name, *map;
    fw_pose start, goal;
    void (*draw)(canvas *canvas);
} figure;

static const figure figures[] = {
    { "01a", "strait", { 1.5, 15.5, 0 }, { 2.5, 2.5, 0 }, as_the_grid_found_it },
    { "01b", "strait", { 1.5, 15.5, 0 }, { 2.5, 2.5, 0 }, simply_smoothed },
    { "01c", "strait", { 1.5, 15.5, 0 }, { 2.5, 2.5, 0 }, ignoring_obstacles },
    { "01d", "strait", { 1.5, 15.5, 0 }, { 2.5, 2.5, 0 }, by_directional_search },
    { "02a", "walls", { 17.5, 9.5, 0 }, { 5.5, 1.5, 0 }, zigzag },
    { "02b", "walls", { 17.5, 9.5, 0 }, { 5.5, 1.5, 0 }, with_fewer_bends },
    { "02c", "walls", { 17.5, 9.5, 0 }, { 5.5, 1.5, 0 }, straightened },
    { "turning-radii", "meadow", { 2.5, 2.5, 0 }, { 8.5, 11.0, 0 }, three_turning_radii },
    { "03", "court", { 7.5, 6.5, 0 }, { 19.5, 7.5, 0 }, as_the_grid_found_it },
    { "04", "court", { 7.5, 6.5, 0 }, { 19.5, 7.5, 0 }, simply_smoothed },
    { "05", "meadow", { 8, 6, -FW_PI / 3 }, { 16, 9, 0 }, turn_to_both_sides },
    { "06", "meadow", { 8, 6, -FW_PI / 3 }, { 9.5, 7.5, 0 }, turn_to_both_sides },
    { "07a", "driveway", { 2.5, 8.5, 0 }, { 14.5, 0.5, 0 }, a_tighter_turn },
    { "07b", "driveway", { 2.5, 8.5, 0 }, { 14.5, 0.5, 0 }, a_three_point_turn },
    { "08", "junction", { 0.5, 5.5, 0 }, { 6.5, 0.5, -FW_PI / 2 }, three_quarters_to_the_right },
    { "09", "meadow", { 5, 7.5, -FW_PI / 6 }, { 14, 5, FW_PI / 3 }, four_curves },
    { "10", "meadow", { 5, 7.5, -FW_PI / 6 }, { 14, 5, FW_PI / 3 }, curves_to_one_side },
    { "11", "meadow", { 5, 7.5, -FW_PI / 6 }, { 14, 5, FW_PI / 3 }, curves_to_different_sides },
    { "12", "bend", { 0.5, 5.5, 0 }, { 6.5, 1.5, 0 }, around_a_bend_of_two_tiles },
    { "motions-8", "window", { 5.5, 5.5, 0 }, { 5.5, 5.5, 0 }, motions_to_8_tiles },
    { "motions-24", "window", { 5.5, 5.5, 0 }, { 5.5, 5.5, 0 }, motions_to_24_tiles },
    { "motions-48", "window", { 5.5, 5.5, 0 }, { 5.5, 5.5, 0 }, motions_to_48_tiles },
    { "motions-directional", "window", { 5.5, 5.5, 0 }, { 5.5, 5.5, 0 }, motions_that_suffice },
    { "13", "window", { 3.5, 4.5, 0 }, { 6.5, 5.5, FW_PI / 4 }, a_motion_and_what_it_touches },
    { "14", "meadow", { 1.5, 10.75, 0 }, { 0, 0, 0 }, arcs_at_fixed_angles },
    { "15", "meadow", { 2.5, 9.5, 0 }, { 17.5, 3.5, 0 }, lines_at_fixed_angles },
    { "16a", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_as_they_come },
    { "16b", "roads", { 0.5, 3.5, 0 }, { 30.5, 22.5, 0 }, roads_with_cones },
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
    { "21b", "narrows", { 8.5, 15.5, -FW_PI / 2 }, { 8.5, 1.5, -FW_PI / 2 }, with_a_tile_more },
    { "22", "chicane", { 1.5, 6.5, 0 }, { 34.5, 6.5, 0 }, shortest_and_fastest },
};

enum { FIGURES = sizeof figures / sizeof *figures };

/// Draws a figure, and checks what it teaches.
///
/// @param lesson  or null
static void draw(const figure *what, FILE *to, void (*lesson)(canvas *canvas))
{
    char file[512];
    io_fault fault;
    canvas canvas = {
        .path = canvas_path(), .unit = canvas_unit(0.01, 1), .start = what->start, .goal = what->goal
    };
    snprintf(file, sizeof file, FOLDER "%s.map", what->map);
    assert_true(io_map_load(file, NULL, &canvas.map, &fault));
    what->draw(&canvas);
    const io_picture picture = { .map = canvas.map,
                                 .unit = &canvas.unit,
                                 .path = canvas.path,
                                 .name = canvas.name,
                                 .has_start = true,
                                 .has_goal =
                                     canvas.goal.x != canvas.start.x || canvas.goal.y != canvas.start.y,
                                 .start = canvas.start,
                                 .goal = canvas.goal,
                                 .title = canvas.title,
                                 .companions = canvas.others,
                                 .companion_count = canvas.other_count };
    assert_true(io_picture_svg(to, &picture, &fault));
    if (lesson)
        lesson(&canvas);
    canvas_end(&canvas);
}

static void write_figures(void **state)
{
    (void)state;
    for (int i = 0; i < FIGURES; i++) {
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", figures[i].name);
        FILE *to = fopen(file, "wb");
        assert_non_null(to);
        draw(&figures[i], to, NULL);
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

/// What figures teach.
static const struct {
    const char *figure;
    void (*check)(canvas *canvas);
} lessons[] = {
    { "02a", bends_become_fewer },
    { "01c", both_turns_overlap },
    { "01d", another_way_is_legal_and_longer },
    { "07a", one_turn_is_tighter },
    { "07b", it_backs_up_once },
    { "12", directional_8_finds_no_way },
    { "17", the_direction_changes_before_the_corner },
    { "18", the_same_way_is_legal_from_the_side },
    { "22", the_longer_way_is_faster },
    { "19", no_way_is_near_the_grids },
    { "20a", the_grid_leads_through_the_jog },
    { "20b", the_repair_joins_both_ends },
    { "20c", another_gap_is_legal },
    { "21a", the_repair_takes_less },
    { "21b", no_repair_is_needed },
};

static void (*lesson_of(const char *figure))(canvas *canvas)
{
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        if (strcmp(lessons[i].figure, figure) == 0)
            return lessons[i].check;
    return NULL;
}

static void every_figure_is_as_the_library_draws_it_and_shows_its_lesson(void **state)
{
    (void)state;
    for (int i = 0; i < FIGURES; i++) {
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", figures[i].name);
        FILE *kept = fopen(file, "rb"), *drawn = tmpfile();
        assert_non_null(kept);
        assert_non_null(drawn);
        draw(&figures[i], drawn, lesson_of(figures[i].name));
        char *before = text_of(kept), *now = text_of(drawn);
        if (strcmp(before, now) != 0)
            fail_msg("docs/figures/%s.svg is not what the library draws: make figures", figures[i].name);
        free(before);
        free(now);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest check[] = { cmocka_unit_test(
        every_figure_is_as_the_library_draws_it_and_shows_its_lesson) };
    const struct CMUnitTest write[] = { cmocka_unit_test(write_figures) };
    if (count > 1 && strcmp(arguments[1], "write") == 0)
        return cmocka_run_group_tests(write, NULL, NULL);
    return cmocka_run_group_tests(check, NULL, NULL);
}
