#include "common/search_figures.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "directional/motions/motion_set.h"
#include "directional/motions/motion_table.h"
#include "directional/motions/motions.h"
#include "fairway/hybrid.h"

/// Makes the unit a ship.
static void launch(canvas *canvas, double turn_radius, fw_corner_rule corners)
{
    canvas->unit = canvas_unit(0.4, turn_radius);
    canvas->unit.corners = corners;
    canvas->unit.methods =
        FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT) | FW_METHOD_BIT(FW_DIRECTIONAL_48);
}

/// Finds the way of the ship.
static void sail(canvas *canvas, const char *text, fw_method method, fw_pre_smooth pre_smooth,
                 fw_smoothing smoothing)
{
    fw_request ask = canvas_request(canvas);
    ask.goal = fw_goal_pose(canvas->goal);
    ask.method = method;
    ask.pre_smooth = pre_smooth;
    ask.smoothing = smoothing;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, text);
}

/// A ship that turns along the grid's path, whatever is in its way.
void ignoring_obstacles(canvas *canvas)
{
    canvas->unit = canvas_unit(0.4, 2.5);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_GRID;
    ask.turns = FW_TURNS_IGNORE;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, "turning radius 2.5, obstacles are ignored");
}

void by_directional_search(canvas *canvas)
{
    launch(canvas, 2.5, FW_CORNERS_NEVER);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL_48;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, "Directional-48, turning radius 2.5");
}

/// A* for a unit that turns on the spot.
static void walk(canvas *canvas, const char *text, bool fewer_bends, fw_smoothing smoothing)
{
    canvas->unit = canvas_unit(0.4, 0);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    ask.fewer_bends = fewer_bends;
    ask.smoothing = smoothing;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, text);
}

void zigzag(canvas *canvas)
{
    fw_path *smooth = canvas_path();
    double along, distance;
    walk(canvas, "", false, FW_SMOOTH_SIMPLE);
    assert_int_equal(fw_path_copy(canvas->path, smooth), FW_OK);
    walk(canvas, "A*", false, FW_SMOOTH_NONE);
    int32_t count = 0;
    const fw_segment *lines = fw_path_segments(canvas->path, &count);
    for (int32_t i = 1; i < count; i++) {
        assert_int_equal(fw_path_nearest(smooth, lines[i].start.x, lines[i].start.y, &along, &distance),
                         FW_OK);
        io_note *dot = canvas_dot(canvas, lines[i].start.x, lines[i].start.y, 0, 0, "");
        dot->pen = distance > 1e-9 ? IO_PEN_RED : IO_PEN_INK;
        dot->boldness = 2;
    }
    canvas->pens[IO_PEN_RED] = "waypoint that smoothing drops";
    canvas->pens[IO_PEN_INK] = "waypoint that stays";
    fw_path_destroy(smooth);
}

void with_fewer_bends(canvas *canvas)
{
    walk(canvas, "A* with the fewest bends", true, FW_SMOOTH_NONE);
}

void as_the_grid_found_it(canvas *canvas)
{
    walk(canvas, "as the grid found it", false, FW_SMOOTH_NONE);
}

void simply_smoothed(canvas *canvas)
{
    walk(canvas, "simply smoothed", false, FW_SMOOTH_SIMPLE);
}

/// An end of the diamond around the body, where Walkable() looks.
static bool sample(canvas *canvas, double x, double y)
{
    const bool is_hit = fw_map_terrain(canvas->map, (int32_t)floor(x), (int32_t)floor(y)) == FW_BLOCKED;
    io_note *dot = canvas_dot(canvas, x, y, 0, 0, "");
    dot->pen = is_hit ? IO_PEN_RED : IO_PEN_INK;
    dot->boldness = is_hit ? 1 : 0.6;
    return is_hit;
}

/// Draws the diamond whose ends Walkable() looks at.
static void draw_diamond(canvas *canvas, double x, double y)
{
    const double radius = canvas->unit.footprint.radius;
    const io_point ends[] = {
        { x - radius, y }, { x, y - radius }, { x + radius, y }, { x, y + radius }, { x - radius, y }
    };
    for (int i = 0; i < 4; i++)
        canvas_line(canvas, ends[i], ends[i + 1], 0, 0, "");
}

/// Draws what Walkable() looks at between two points, and the diamond at every fifth of them.
///
/// @return how many of its points are blocked
static int sample_line(canvas *canvas, fw_pose from, fw_pose to)
{
    const double radius = canvas->unit.footprint.radius;
    const double count = ceil(hypot(to.x - from.x, to.y - from.y) / 0.2);
    int hits = 0;
    for (double i = 0; i <= count; i++) {
        const double x = from.x + i / count * (to.x - from.x), y = from.y + i / count * (to.y - from.y);
        hits += sample(canvas, x - radius, y) + sample(canvas, x + radius, y);
        hits += sample(canvas, x, y - radius) + sample(canvas, x, y + radius);
        if (fmod(i, 5) == 0)
            draw_diamond(canvas, x, y);
    }
    return hits;
}

void points_of_walkable(canvas *canvas)
{
    fw_path *grid = canvas_other(canvas, "on the grid", NULL);
    walk(canvas, "", false, FW_SMOOTH_NONE);
    assert_int_equal(fw_path_copy(canvas->path, grid), FW_OK);
    walk(canvas, "", false, FW_SMOOTH_SIMPLE_SAMPLED);
    canvas->others[0].color = 3;
    const fw_pose kept = fw_path_segments(canvas->path, NULL)[1].start, next = canvas_next_tile(grid, kept);
    const int blocked = sample_line(canvas, canvas->start, next);
    canvas_dot(canvas, canvas->start.x, canvas->start.y, -0.75, 0, "A");
    canvas_dot(canvas, kept.x, kept.y, -0.3, -0.75, "B");
    canvas_dot(canvas, next.x, next.y, 0.2, -0.75, "C");
    canvas->name = "smoothed";
    snprintf(canvas->title, sizeof canvas->title,
             "Walkable() from the start to C: %d of its points are blocked, so the path bends at B", blocked);
    canvas->pens[IO_PEN_INK] = "diamond, and its ends each fifth of a tile";
    canvas->pens[IO_PEN_RED] = "blocked end";
}

void an_impossible_diagonal(canvas *canvas)
{
    canvas->unit = canvas_unit(0.4, 0);
    canvas->unit.corners = FW_CORNERS_ALWAYS;
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    ask.smoothing = FW_SMOOTH_NONE;
    canvas_find(canvas, ask, canvas_other(canvas, "on the grid", NULL));
    ask.smoothing = FW_SMOOTH_SIMPLE_SAMPLED;
    canvas_find(canvas, ask, canvas->path);
    canvas->others[0].color = 3;
    canvas->name = "smoothed";
    canvas_title(canvas, "the rest is smoothed");
}

void straightened(canvas *canvas)
{
    walk(canvas, "simply smoothed", false, FW_SMOOTH_SIMPLE);
}

/// A vehicle in front of a driveway that its turning radius of 2.5 does not fit into.
static void turn_into_driveway(canvas *canvas, fw_turns turns)
{
    canvas->unit = canvas_unit(0.4, 2.5);
    canvas->unit.reverse = turns == FW_TURNS_BACK_UP;
    canvas->unit.reverse_penalty = 1;
    fw_request ask = canvas_request(canvas);
    ask.method = FW_GRID;
    ask.turns = turns;
    ask.smoothing = FW_SMOOTH_CURVED;
    canvas_find(canvas, ask, canvas->path);
}

/// Draws a segment on both sides of the path, which is drawn over it.
static void mark_arc(canvas *canvas, const fw_segment *arc)
{
    io_note *mark = canvas_line(canvas, (io_point){ 0, 0 }, (io_point){ 1, 0 }, 0, 0, "");
    mark->line = *arc;
    mark->pen = IO_PEN_RED;
    mark->boldness = 6;
}

void turn_as_wide_as_it_can(canvas *canvas)
{
    turn_into_driveway(canvas, FW_TURNS_IGNORE);
}

void a_tighter_turn(canvas *canvas)
{
    turn_as_wide_as_it_can(canvas);
    fw_path *wide = canvas_other(canvas, "turning radius 2.5, which does not fit", NULL);
    canvas->others[0].is_dashed = true;
    assert_int_equal(fw_path_copy(canvas->path, wide), FW_OK);
    turn_into_driveway(canvas, FW_TURNS_TIGHTEN);
    int32_t count = 0;
    const fw_segment *drive = fw_path_segments(canvas->path, &count);
    double tightest = 2.5;
    for (int32_t i = 0; i < count; i++)
        if (fabs(drive[i].curvature) > 1 / tightest + 1e-9) {
            tightest = 1 / fabs(drive[i].curvature);
            mark_arc(canvas, &drive[i]);
        }
    canvas->pens[IO_PEN_RED] = "the tighter turn";
    snprintf(canvas->title, sizeof canvas->title, "the turn has a radius of %.2f: %.2f tiles", tightest,
             fw_path_length(canvas->path));
}

void a_three_point_turn(canvas *canvas)
{
    turn_into_driveway(canvas, FW_TURNS_BACK_UP);
    canvas_title(canvas, "a three-point turn, turning radius 2.5");
}

void around_a_bend_of_two_tiles(canvas *canvas)
{
    canvas->unit = canvas_unit(0.3, 1.5);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL_24;
    canvas_find(canvas, ask, canvas->path);
    canvas_dot(canvas, 4.5, 5.5, -0.1, -0.7, "a");
    canvas_dot(canvas, 5.5, 5.5, 0.4, 0.7, "b");
    canvas_dot(canvas, 6.5, 4.5, 0.75, 0.1, "c");
    canvas_dot(canvas, 6.5, 3.5, 0.75, 0, "d");
    canvas_title(canvas, "Directional-24, turning radius 1.5");
}

/// Adds the path on the grid as a thin line.
static void add_grid_path(canvas *canvas, const char *name)
{
    fw_path *grid = canvas_other(canvas, name, NULL);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_GRID;
    canvas_find(canvas, ask, grid);
    canvas->others[canvas->other_count - 1].color = 3;
}

void along_the_grid(canvas *canvas)
{
    launch(canvas, 1, FW_CORNERS_NEVER);
    sail(canvas, "Smoothing-48 along the grid's path", FW_GRID, FW_PRE_SMOOTH_48_STRICT, FW_SMOOTH_NONE);
    canvas->name = "driven";
    add_grid_path(canvas, "on the grid");
    const fw_segment *lines = fw_path_segments(canvas->others[0].path, NULL);
    canvas_dot(canvas, lines[1].start.x, lines[1].start.y, 0.6, -0.6, "p");
    canvas_dot(canvas, lines[2].start.x, lines[2].start.y, -0.6, -0.6, "q");
}

void another_way(canvas *canvas)
{
    launch(canvas, 2.5, FW_CORNERS_NEVER);
    sail(canvas, "directional search", FW_DIRECTIONAL_48, FW_PRE_SMOOTH_NONE, FW_SMOOTH_AUTO);
    canvas->name = "the only legal way";
    add_grid_path(canvas, "on the grid");
}

/// Finds the way of a ship by the article's hybrid.
static void sail_by_steps(canvas *canvas, const char *text)
{
    launch(canvas, 1, FW_CORNERS_NEVER);
    sail(canvas, text, FW_HYBRID_STRICT, FW_PRE_SMOOTH_NONE, FW_SMOOTH_AUTO);
}

/// Draws the way of a step.
static void draw_way(canvas *canvas, fw_hybrid_step step, const char *name)
{
    assert_int_equal(fw_planner_hybrid_way(canvas->planner, step, canvas_other(canvas, name, &canvas->unit)),
                     FW_OK);
}

void by_four_neighbours(canvas *canvas)
{
    sail_by_steps(canvas, "");
    assert_int_equal(fw_planner_hybrid_way(canvas->planner, FW_HYBRID_GRID, canvas->path), FW_OK);
    canvas_title(canvas, "step 1, A* with four neighbours");
}

void by_smoothing_48_and_repair(canvas *canvas)
{
    sail_by_steps(canvas, "");
    draw_way(canvas, FW_HYBRID_FORWARD, "step 2, forward");
    draw_way(canvas, FW_HYBRID_BACKWARD, "step 3, backward");
    canvas->others[0].color = 2;
    canvas->others[1].color = 3;
    fw_hybrid_report report;
    assert_int_equal(fw_planner_hybrid_report(canvas->planner, &report), FW_OK);
    canvas_dot(canvas, report.a.x, report.a.y, 1.0, 0.1, "a");
    canvas_dot(canvas, report.b.x, report.b.y, -1.0, -0.1, "b");
    assert_int_equal(fw_planner_hybrid_way(canvas->planner, FW_HYBRID_REPAIR, canvas->path), FW_OK);
    const fw_pose begin = fw_path_segments(canvas->path, NULL)[0].start;
    canvas_dot(canvas, begin.x, begin.y, 1.0, 0.1, "a'");
    canvas->name = "step 5, repair";
    canvas_title(canvas, "step 5, Directional-8");
}

void repaired(canvas *canvas)
{
    sail_by_steps(canvas, "repaired and smoothed");
}

/// Draws the ways of steps 2, 3 and 5, and where the first two end.
static void draw_parts(canvas *canvas)
{
    static const struct {
        fw_hybrid_step step;
        const char *name;
    } parts[] = { { FW_HYBRID_FORWARD, "step 2, forward" },
                  { FW_HYBRID_BACKWARD, "step 3, backward" },
                  { FW_HYBRID_REPAIR, "step 5, repair" } };
    static const int colors[] = { 2, 3, 1 };
    for (int i = 0; i < 3; i++) {
        fw_path *way = canvas_other(canvas, parts[i].name, NULL);
        assert_int_equal(fw_planner_hybrid_way(canvas->planner, parts[i].step, way), FW_OK);
        canvas->others[i].color = colors[i];
        canvas->others[i].boldness = 2.2;
    }
    fw_hybrid_report report;
    assert_int_equal(fw_planner_hybrid_report(canvas->planner, &report), FW_OK);
    canvas_dot(canvas, report.a.x, report.a.y, 0.7, 0.5, "a");
    canvas_dot(canvas, report.b.x, report.b.y, -0.7, -0.5, "b");
}

void a_simpler_repair(canvas *canvas)
{
    sail_by_steps(canvas, "with a repair, smoothed");
    draw_parts(canvas);
    canvas->name = "step 6, smoothed";
}

/// Outlines a tile in red.
static void outline_tile(canvas *canvas, double x, double y)
{
    const io_point corners[] = { { x, y }, { x + 1, y }, { x + 1, y + 1 }, { x, y + 1 }, { x, y } };
    for (int i = 0; i < 4; i++) {
        io_note *side = canvas_line(canvas, corners[i], corners[i + 1], 0, 0, "");
        side->pen = IO_PEN_RED;
        side->boldness = 2;
    }
}

void with_a_tile_more(canvas *canvas)
{
    sail_by_steps(canvas, "one blocked tile more, no repair");
    outline_tile(canvas, 8, 8);
    canvas->pens[IO_PEN_RED] = "the tile that figure 21a does not block";
}

void three_quarters_to_the_right(canvas *canvas)
{
    launch(canvas, 2, FW_CORNERS_NEVER);
    canvas->name = "legal";
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL_48;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, "Directional-48, turning radius 2");
    add_grid_path(canvas, "A* on the grid");
    canvas_dot(canvas, canvas->start.x, canvas->start.y, -0.8, 0, "a");
    canvas_dot(canvas, 14.5, 11.5, -0.9, -0.9, "b");
    canvas_dot(canvas, 3.5, 2.5, -0.9, -0.9, "c");
}

/// The motions of a method, and where their memory comes from, which must not move.
typedef struct motions_of {
    memory memory;
    motion_table *table;
} motions_of;

static void motions_begin(const canvas *canvas, fw_method method, motions_of *made)
{
    memory_init(&made->memory, NULL);
    assert_int_equal(motion_table_build(&made->memory, &canvas->unit, method, &made->table), FW_OK);
}

static void motions_end(motions_of *made)
{
    motion_table_destroy(&made->memory, made->table);
}

/// The way back over a segment, as a drawing without a gap needs it.
static fw_segment way_back(const fw_segment *there)
{
    fw_segment back = { segment_end(there), -there->curvature, there->length, FW_FORWARD };
    back.start.heading += FW_PI;
    return back;
}

/// Draws all motions out of the start that turn by no more than a part of a full turn.
static void draw_motions(canvas *canvas, const motion_table *table, double most_turn, fw_path *path)
{
    const motion_set *set = &table->sets[BASE_MOTIONS];
    const control_set *controls = &set->control_sets[lround(canvas->start.heading / (FW_PI / 4))];
    fw_segment segments[512];
    int32_t count = 0;
    int last_way_back = 0;
    for (int32_t i = 0; i < controls->count; i++) {
        const motion *motion = &controls->motions[i];
        if (motion->turn > most_turn * MOTION_FULL_TURN)
            continue;
        const int32_t parts = motion_segment_count(set, motion);
        for (int32_t part = 0; part < parts; part++) {
            segments[count + part] =
                motion_segment(set, motion, part, canvas->start.x, canvas->start.y, FW_FORWARD);
            segments[count + 2 * parts - 1 - part] = way_back(&segments[count + part]);
        }
        count += 2 * parts;
        last_way_back = parts;
    }
    assert_int_equal(fw_path_set(path, segments, count - last_way_back, NULL), FW_OK);
}

static void draw_neighbourhood(canvas *canvas, fw_method method, double radius)
{
    canvas->unit = canvas_unit(CANVAS_POINT, radius);
    motions_of made;
    motions_begin(canvas, method, &made);
    draw_motions(canvas, made.table, 0.5, canvas->path);
    snprintf(canvas->title, sizeof canvas->title,
             "%s, turning radius %g: motions that turn by half a turn at most", fw_method_name(method),
             radius);
    canvas->name = "motion";
    motions_end(&made);
}

/// Marks the tiles around the start, ring by ring.
static void mark_neighbours(canvas *canvas, int32_t rings)
{
    const int32_t x = (int32_t)canvas->start.x, y = (int32_t)canvas->start.y;
    for (int32_t dy = -rings; dy <= rings; dy++)
        for (int32_t dx = -rings; dx <= rings; dx++)
            assert_int_equal(fw_map_set_tile(canvas->map, x + dx, y + dy, dx || dy ? FW_SAND : FW_GROUND),
                             FW_OK);
    char text[32];
    const int32_t side = 2 * rings + 1;
    snprintf(text, sizeof text, "the %d tiles around", (int)(side * side - 1));
    assert_int_equal(fw_map_set_terrain_name(canvas->map, FW_SAND, text), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
}

void motions_to_8_tiles(canvas *canvas)
{
    draw_neighbourhood(canvas, FW_DIRECTIONAL_8, 1);
    mark_neighbours(canvas, 1);
}

void motions_to_24_tiles(canvas *canvas)
{
    draw_neighbourhood(canvas, FW_DIRECTIONAL_24, 1);
    mark_neighbours(canvas, 2);
}

void motions_to_48_tiles(canvas *canvas)
{
    draw_neighbourhood(canvas, FW_DIRECTIONAL_48, 1);
    mark_neighbours(canvas, 3);
}

void motions_that_suffice(canvas *canvas)
{
    draw_neighbourhood(canvas, FW_DIRECTIONAL, 1);
}

enum { MOST_ENDS = 512 };

/// Where the motions of a figure end.
static int ends_of_motions(const canvas *canvas, io_point *ends)
{
    int32_t count = 0;
    int found = 0;
    const fw_segment *drive = fw_path_segments(canvas->path, &count);
    for (int32_t i = 0; i < count; i++) {
        const fw_pose end = segment_end(&drive[i]);
        const bool is_last = i + 1 == count;
        if (!is_last && fabs(remainder(drive[i + 1].start.heading - end.heading, 2 * FW_PI)) < 3)
            continue; // the motion goes on; where it turns back, it ends
        if (hypot(end.x - canvas->start.x, end.y - canvas->start.y) < 1e-6)
            continue; // back at the start
        assert_in_range(found, 0, MOST_ENDS - 1);
        ends[found++] = (io_point){ end.x, end.y };
    }
    return found;
}

/// Motions end in the middle of tiles around, some of them on the outer ring; and these tiles are marked.
static void assert_motions_end_within(const canvas *canvas, int rings)
{
    io_point ends[MOST_ENDS];
    const int count = ends_of_motions(canvas, ends);
    int tiles = 0;
    double farthest = 0;
    assert_true(count >= 3);
    for (int i = 0; i < count; i++) {
        const double dx = fabs(ends[i].x - canvas->start.x), dy = fabs(ends[i].y - canvas->start.y);
        assert_int_equal(fw_map_terrain(canvas->map, (int32_t)ends[i].x, (int32_t)ends[i].y), FW_SAND);
        assert_true(fabs(remainder(dx, 1)) < 1e-6 && fabs(remainder(dy, 1)) < 1e-6);
        farthest = fmax(farthest, fmax(dx, dy));
    }
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++)
            tiles += fw_map_terrain(canvas->map, x, y) == FW_SAND;
    assert_int_equal(tiles, (2 * rings + 1) * (2 * rings + 1) - 1);
    assert_true(fabs(farthest - rings) < 1e-6);
}

void motions_end_on_8_tiles(canvas *canvas)
{
    assert_motions_end_within(canvas, 1);
}

void motions_end_on_24_tiles(canvas *canvas)
{
    assert_motions_end_within(canvas, 2);
}

void motions_end_on_48_tiles(canvas *canvas)
{
    assert_motions_end_within(canvas, 3);
}

/// There are fewer of them than motions to 24 tiles, and some lead farther than to the next tile.
void fewer_motions_suffice(canvas *canvas)
{
    io_point ends[MOST_ENDS], all[MOST_ENDS];
    const int few = ends_of_motions(canvas, ends);
    double farthest = 0;
    for (int i = 0; i < few; i++)
        farthest = fmax(farthest, hypot(ends[i].x - canvas->start.x, ends[i].y - canvas->start.y));
    assert_true(farthest > 1.9);
    draw_neighbourhood(canvas, FW_DIRECTIONAL_24, 1);
    const int many = ends_of_motions(canvas, all);
    assert_true(few >= 3 && few < many);
}

enum { FRAME_TILES = 11 };

/// The square of 11 x 11 tiles around the start that the article's masks tell of, with a bit in the corner of each
/// tile: 1 where the tile is of sand.
static void draw_frame(canvas *canvas)
{
    const double half = 0.5 * FRAME_TILES, left = canvas->start.x - half, top = canvas->start.y - half;
    for (int i = 0; i <= FRAME_TILES; i++) {
        canvas_line(canvas, (io_point){ left + i, top }, (io_point){ left + i, top + FRAME_TILES }, 0, 0, "");
        canvas_line(canvas, (io_point){ left, top + i }, (io_point){ left + FRAME_TILES, top + i }, 0, 0, "");
    }
    for (int32_t y = (int32_t)top; y < (int32_t)top + FRAME_TILES; y++)
        for (int32_t x = (int32_t)left; x < (int32_t)left + FRAME_TILES; x++)
            canvas_text(canvas, x + 0.82, y + 0.24, fw_map_terrain(canvas->map, x, y) == FW_SAND ? "1" : "0");
}

void a_motion_and_what_it_touches(canvas *canvas)
{
    const int32_t x = (int32_t)canvas->start.x, y = (int32_t)canvas->start.y;
    canvas->unit = canvas_unit(0.33, 3);
    motions_of made;
    motions_begin(canvas, FW_DIRECTIONAL_48, &made);
    const motion_set *set = &made.table->sets[BASE_MOTIONS];
    const control_set *controls = &set->control_sets[0];
    int32_t which = 0;
    while (controls->motions[which].dx != 3 || controls->motions[which].dy != 1 ||
           controls->motions[which].end != 1)
        which++;
    int tiles = 0;
    for (int32_t row = 0; row < controls->height; row++)
        for (int32_t column = 0; column < controls->width; column++)
            if (control_mask(controls, which, row / controls->rows_a_word) >>
                    (row % controls->rows_a_word * controls->width + column) &
                1) {
                assert_int_equal(fw_map_set_tile(canvas->map, x + controls->left + column,
                                                 y + controls->top + row, FW_SAND),
                                 FW_OK);
                tiles++;
            }
    fw_segment segments[3];
    const int32_t count = motion_segment_count(set, &controls->motions[which]);
    for (int32_t part = 0; part < count; part++)
        segments[part] = motion_segment(set, &controls->motions[which], part, canvas->start.x,
                                        canvas->start.y, FW_FORWARD);
    assert_int_equal(fw_path_set(canvas->path, segments, count, NULL), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
    fw_map_set_terrain_name(canvas->map, FW_SAND, "touched");
    draw_frame(canvas);
    snprintf(canvas->title, sizeof canvas->title,
             "a motion of %.2f tiles, and its mask: 1 for the %d tiles that it touches",
             fw_path_length(canvas->path), tiles);
    motions_end(&made);
}
