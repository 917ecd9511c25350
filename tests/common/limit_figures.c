#include "common/limit_figures.h"

#include <math.h>
#include <stdio.h>

#include "base/trig.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/segment.h"

enum { MOST_POINTS = 512, PIECES = 24 };

static const double vehicle_radius = 2;

/// A spline as a chain of short lines.
typedef struct spline {
    io_point points[MOST_POINTS];
    int count;
} spline;

static io_point between(io_point a, io_point b)
{
    return (io_point){ 0.5 * (a.x + b.x), 0.5 * (a.y + b.y) };
}

/// The quadratic B-spline whose control points are the tiles of a path on the grid.
static spline spline_of(const fw_path *grid)
{
    io_point tiles[64];
    spline made = { .count = 0 };
    int count = 0;
    for (double at = 0; at < fw_path_length(grid) + 0.5; at += 1) { // straight steps alone
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(grid, at, &pose), FW_OK);
        assert_in_range(count, 0, 63);
        tiles[count++] = (io_point){ pose.x, pose.y };
    }
    made.points[made.count++] = tiles[0];
    for (int i = 1; i + 1 < count; i++) {
        const io_point from = between(tiles[i - 1], tiles[i]), to = between(tiles[i], tiles[i + 1]);
        for (int k = 0; k <= PIECES; k++) {
            const double t = k / (double)PIECES, a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
            made.points[made.count++] =
                (io_point){ a * from.x + b * tiles[i].x + c * to.x, a * from.y + b * tiles[i].y + c * to.y };
        }
    }
    made.points[made.count++] = tiles[count - 1];
    return made;
}

/// The radius of the circle through three points; infinite on a line.
static double radius_through(io_point a, io_point b, io_point c)
{
    const double area = fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
    const double product =
        hypot(b.x - a.x, b.y - a.y) * hypot(c.x - b.x, c.y - b.y) * hypot(a.x - c.x, a.y - c.y);
    return area > 1e-9 ? product / (4 * area) : INFINITY;
}

/// The tightest place of a spline, in the middle of three points.
static double tightest(const spline *curve, int *where)
{
    double least = INFINITY;
    for (int i = 1; i + 1 < curve->count; i++) {
        const double radius = radius_through(curve->points[i - 1], curve->points[i], curve->points[i + 1]);
        *where = radius < least ? i : *where;
        least = fmin(least, radius);
    }
    return least;
}

/// The path on the grid that the spline follows.
static void find_grid(canvas *canvas, fw_path *path)
{
    canvas->unit = canvas_unit(0.4, 0);
    canvas->unit.corners = FW_CORNERS_ORTHOGONAL;
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    ask.fewer_bends = true;
    canvas_find(canvas, ask, path);
}

void a_spline_and_a_turn(canvas *canvas)
{
    fw_segment pieces[MOST_POINTS];
    fw_path *curve = canvas_other(canvas, "spline", NULL), *grid = canvas_other(canvas, "on the grid", NULL);
    find_grid(canvas, grid);
    canvas->others[1].is_dashed = true;
    canvas->others[1].color = 3;
    const spline drawn = spline_of(grid);
    for (int i = 0; i + 1 < drawn.count; i++)
        segment_set_line(&pieces[i], drawn.points[i].x, drawn.points[i].y, drawn.points[i + 1].x,
                         drawn.points[i + 1].y);
    assert_int_equal(fw_path_set(curve, pieces, drawn.count - 1, NULL), FW_OK);
    int where = 0;
    const double radius = tightest(&drawn, &where);
    const fw_segment *lines = fw_path_segments(grid, NULL);
    const io_point apex = drawn.points[where], corner = { lines[1].start.x, lines[1].start.y };
    const double inward = atan2(apex.y - corner.y, apex.x - corner.x);
    const io_point centre = { apex.x + radius * cos(inward), apex.y + radius * sin(inward) };
    canvas_arc(canvas, centre, radius, 0, 2 * FW_PI, "");
    canvas->unit = canvas_unit(0.4, vehicle_radius);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    ask.turns = FW_TURNS_IGNORE;
    canvas_find(canvas, ask, canvas->path);
    canvas->name = "turn with a radius of 2";
    canvas->pens[IO_PEN_INK] = "circle of the spline's tightest place";
    snprintf(canvas->title, sizeof canvas->title,
             "the spline turns with a radius of %.2f, the vehicle needs %g", radius, vehicle_radius);
}

/// As tight as 0.5 / sqrt(2), far less than the vehicle's circle, and close enough to the path on the grid.
void the_spline_turns_too_tightly(canvas *canvas)
{
    int where = 0, count = 0;
    const spline drawn = spline_of(canvas->others[1].path);
    const double radius = tightest(&drawn, &where);
    assert_true(fabs(radius - 0.5 / sqrt(2)) < 1e-3);
    assert_true(radius < vehicle_radius / 2);
    const fw_segment *drive = fw_path_segments(canvas->path, &count);
    for (int32_t i = 0; i < count; i++)
        assert_true(fabs(drive[i].curvature) <= 1 / vehicle_radius + 1e-9);
}

/// What ends a search.
enum { NODES = 60, DISTANCE = 12, SLICES = 4, WORK_OF_A_SLICE = 25, EXITS = 3 };

static fw_request exit_request(const canvas *canvas)
{
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    ask.partial = true;
    return ask;
}

/// A search that is advanced slice by slice, as long as there is time.
static void stop_after_slices(canvas *canvas, fw_request ask, fw_path *path)
{
    fw_search *search = new_search(canvas->planner, &ask);
    for (int slice = 0; slice < SLICES; slice++)
        assert_int_equal(fw_search_step(search, WORK_OF_A_SLICE), FW_PENDING);
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    fw_search_end(search);
}

void searches_that_end_early(canvas *canvas)
{
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    canvas_find(canvas, exit_request(canvas), canvas->path);
    fw_request ask = exit_request(canvas);
    assert_int_equal(fw_map_add_unit(canvas->map, &canvas->unit, &ask.unit), FW_OK);
    char text[48];
    snprintf(text, sizeof text, "after %d nodes", NODES);
    ask.max_work = NODES;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas_other(canvas, text, NULL)), FW_OK);
    ask.max_work = 0;
    snprintf(text, sizeof text, "within %d tiles", DISTANCE);
    ask.max_distance = DISTANCE;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas_other(canvas, text, NULL)), FW_OK);
    ask.max_distance = 0;
    snprintf(text, sizeof text, "when time is up after %d slices", SLICES);
    stop_after_slices(canvas, ask, canvas_other(canvas, text, NULL));
    for (int i = 0; i < EXITS; i++) {
        fw_pose end;
        const fw_path *path = canvas->others[i].path;
        static const char *const names[EXITS] = { "nodes", "distance", "time" };
        canvas->others[i].boldness = i == 1 ? 3.4 : 2.6;
        assert_int_equal(fw_path_pose_at(path, fw_path_length(path), &end), FW_OK);
        canvas_dot(canvas, end.x, end.y, i == 1 ? -1.3 : 1, i ? 0.1 : -0.6, names[i]);
    }
    canvas->name = "the whole path";
    canvas->pens[IO_PEN_INK] = "end of a path so far";
    canvas_title(canvas, "the whole path");
}

/// Each path so far begins at the start, ends short of the goal, and is legal as far as it goes.
void each_leads_a_part_of_the_way(canvas *canvas)
{
    for (int i = 0; i < EXITS; i++) {
        const fw_path *path = canvas->others[i].path;
        fw_path_summary summary;
        fw_pose begin, end;
        assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
        assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
        assert_int_equal(fw_path_pose_at(path, 0, &begin), FW_OK);
        assert_int_equal(fw_path_pose_at(path, fw_path_length(path), &end), FW_OK);
        assert_true(hypot(begin.x - canvas->start.x, begin.y - canvas->start.y) < 1e-9);
        assert_true(hypot(end.x - canvas->goal.x, end.y - canvas->goal.y) > 1);
        assert_true(fw_path_length(path) > 1);
        assert_int_equal(summary.violations.blocked, 0);
    }
    assert_true(fw_path_length(canvas->others[1].path) <= DISTANCE + 1e-6);
}
