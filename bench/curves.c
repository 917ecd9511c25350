#define _POSIX_C_SOURCE 199309L
/// Times of curves, sweeps and paths, in one run with the atan2 of libm as the yardstick.

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/random.h"
#include "base/trig.h"
#include "curve/path.h"
#include "curve/sweep.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"
#include "fairway/check.h"
#include "fairway/curve.h"
#include "map/map.h"

enum { CASES = 1024, REPEATS = 30 };

/// Keeps results alive.
static volatile double sink;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/// Nanoseconds a call, the least of several repeats.
static double time_of(void (*calls)(const void *), const void *cases)
{
    double least = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        const double start = now_ns();
        calls(cases);
        least = fmin(least, now_ns() - start);
    }
    return least / CASES;
}

static double atan2_ns;

static void print_row(const char *what, double ns, const char *target)
{
    printf("%-44s %8.1f ns %7.1f atan2   %s\n", what, ns, ns / atan2_ns, target);
}

typedef struct point {
    double x, y;
} point;

static void libm_atan2(const void *cases)
{
    const point *p = cases;
    double sum = 0;
    for (int i = 0; i < CASES; i++)
        sum += atan2(p[i].y, p[i].x);
    sink = sum;
}

static void own_atan2(const void *cases)
{
    const point *p = cases;
    double sum = 0;
    for (int i = 0; i < CASES; i++)
        sum += trig_atan2(p[i].y, p[i].x);
    sink = sum;
}

static void own_sincos(const void *cases)
{
    const point *p = cases;
    double sum = 0;
    for (int i = 0; i < CASES; i++) {
        double sine, cosine;
        trig_sincos(p[i].x, &sine, &cosine);
        sum += sine + cosine;
    }
    sink = sum;
}

static void time_trigonometry(random_source *random)
{
    static point points[CASES];
    for (int i = 0; i < CASES; i++)
        points[i] = (point){ 6 * random_unit(random) - 3, 6 * random_unit(random) - 3 };
    atan2_ns = time_of(libm_atan2, points);
    print_row("libm atan2", atan2_ns, "");
    print_row("own atan2", time_of(own_atan2, points), "");
    print_row("own sine and cosine", time_of(own_sincos, points), "");
}

typedef struct written {
    fw_path *path;
    const point *corners; ///< [corner * CASES + 1]
    int lines;            ///< lines in a path
} written;

static void write_lines(const void *cases)
{
    const written *w = cases;
    for (int i = 0; i < CASES; i += w->lines) {
        path_begin(w->path);
        for (int k = i; k < i + w->lines; k++)
            path_push_line(w->path, w->corners[k].x, w->corners[k].y, w->corners[k + 1].x,
                           w->corners[k + 1].y);
        path_end(w->path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    }
}

static void time_writing(random_source *random)
{
    static point corners[CASES + 1];
    for (int i = 0; i < CASES; i++) {
        const double steps = 1 + random_below(random, 9);
        const double dx = (double)random_below(random, 3) - 1, dy = (double)random_below(random, 3) - 1;
        corners[i + 1] =
            (point){ corners[i].x + steps * dx, corners[i].y + (dx == 0 && dy == 0 ? 1 : steps * dy) };
    }
    written w = { .corners = corners, .lines = CASES };
    if (fw_path_create(NULL, &w.path) != FW_OK)
        return;
    print_row("write a grid line, of a path of 1,024", time_of(write_lines, &w), "");
    w.lines = 4;
    print_row("write a whole path of 4 grid lines", 4 * time_of(write_lines, &w), "");
    fw_path_destroy(w.path);
}

typedef struct query {
    fw_pose start, goal;
} query;

static void dubins_segments_of(const void *cases)
{
    const query *q = cases;
    double sum = 0;
    fw_curve curve;
    for (int i = 0; i < CASES; i++) {
        fw_dubins(q[i].start, q[i].goal, 1, FW_DUBINS_SHORTEST, &curve);
        sum += curve.length;
    }
    sink = sum;
}

static void dubins_length_of(const void *cases)
{
    const query *q = cases;
    double sum = 0, length;
    for (int i = 0; i < CASES; i++) {
        fw_dubins_length(q[i].start, q[i].goal, 1, &length);
        sum += length;
    }
    sink = sum;
}

static void reeds_shepp_of(const void *cases)
{
    const query *q = cases;
    double sum = 0;
    fw_curve curve;
    for (int i = 0; i < CASES; i++) {
        fw_reeds_shepp(q[i].start, q[i].goal, 1, 1, 0, &curve);
        sum += curve.length;
    }
    sink = sum;
}

static void reeds_shepp_with_charges_of(const void *cases)
{
    const query *q = cases;
    double sum = 0;
    fw_curve curve;
    for (int i = 0; i < CASES; i++) {
        fw_reeds_shepp(q[i].start, q[i].goal, 1, 2, 1, &curve);
        sum += curve.length;
    }
    sink = sum;
}

static fw_pose random_pose(random_source *random, double span)
{
    return (fw_pose){ span * random_unit(random), span * random_unit(random),
                      6.28 * random_unit(random) - 3.14 };
}

static void time_curves(random_source *random)
{
    static query queries[CASES];
    for (int i = 0; i < CASES; i++)
        queries[i] = (query){ random_pose(random, 8), random_pose(random, 8) };
    print_row("Dubins, shortest word with its segments", time_of(dubins_segments_of, queries), "<= 10 atan2");
    print_row("Dubins, length only", time_of(dubins_length_of, queries), "<= 7 atan2");
    print_row("Reeds-Shepp", time_of(reeds_shepp_of, queries), "<= 42 atan2");
    print_row("Reeds-Shepp, reverse twice as dear", time_of(reeds_shepp_with_charges_of, queries), "");
}

/// A map of 512 x 512 tiles with some blocked, and random ways on it.
typedef struct course {
    sweep_ground ground;
    sweep_body body;
    fw_segment segments[CASES];
    fw_pose ends[CASES];
    sweep_arc arcs[CASES];
} course;

enum { COURSE_SIDE = 512 };

static fw_map *course_map(random_source *random, uint32_t blocked_percent, const layer **open)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = COURSE_SIDE;
    def.fill = FW_GROUND;
    fw_map *map = NULL;
    if (fw_map_create(&def, &map) != FW_OK)
        return NULL;
    for (uint32_t i = 0; i < COURSE_SIDE * COURSE_SIDE * blocked_percent / 100; i++)
        fw_map_set_tile(map, (int32_t)random_below(random, COURSE_SIDE),
                        (int32_t)random_below(random, COURSE_SIDE), FW_BLOCKED);
    const fw_unit_def unit = fw_default_unit_def();
    fw_unit_id id;
    if (fw_map_commit(map) != FW_OK || fw_map_add_unit(map, &unit, &id) != FW_OK) {
        fw_map_destroy(map);
        return NULL;
    }
    *open = map_find_unit(map_version_of(map), id)->body;
    return map;
}

static void fill_course(random_source *random, course *course, double length, double radius)
{
    for (int i = 0; i < CASES; i++) {
        const double heading = 6.28 * random_unit(random);
        const fw_pose start = { 120 + 270 * random_unit(random), 120 + 270 * random_unit(random), heading };
        fw_segment *segment = &course->segments[i];
        *segment = (fw_segment){ start, 0, length, FW_FORWARD };
        course->ends[i] =
            (fw_pose){ start.x + length * trig_cos(heading), start.y + length * trig_sin(heading), heading };
        if (radius <= 0)
            continue;
        segment->curvature = (i % 2 ? 1 : -1) / radius;
        segment->length = length * random_unit(random);
        course->arcs[i] = sweep_arc_of(segment);
    }
}

static void sweep_lines(const void *cases)
{
    const course *c = cases;
    int free = 0;
    for (int i = 0; i < CASES; i++)
        free += sweep_line_is_free(&c->ground, &c->body, c->segments[i].start.x, c->segments[i].start.y,
                                   c->ends[i].x, c->ends[i].y);
    sink = free;
}

static void sweep_arcs(const void *cases)
{
    const course *c = cases;
    int free = 0;
    for (int i = 0; i < CASES; i++)
        free += sweep_arc_is_free(&c->ground, &c->body, &c->arcs[i]);
    sink = free;
}

static void sweep_arc_segments(const void *cases)
{
    const course *c = cases;
    int free = 0;
    for (int i = 0; i < CASES; i++)
        free += sweep_segment_is_free(&c->ground, &c->body, &c->segments[i]);
    sink = free;
}

static void time_body(random_source *random, course *course, const char *name, const char *const targets[3])
{
    static const double lengths[] = { 3, 10, 30, 100 };
    char row[64];
    for (int i = 0; i < 4; i++) {
        fill_course(random, course, lengths[i], 0);
        snprintf(row, sizeof row, "%s, line of %g", name, lengths[i]);
        print_row(row, time_of(sweep_lines, course), i == 0 ? targets[0] : i == 3 ? targets[1] : "");
    }
    fill_course(random, course, 5, 3);
    snprintf(row, sizeof row, "%s, arc of up to 5, R = 3", name);
    print_row(row, time_of(sweep_arcs, course), targets[2]);
    snprintf(row, sizeof row, "%s, the same from a heading", name);
    print_row(row, time_of(sweep_arc_segments, course), "");
}

typedef struct judged {
    const fw_map *map;
    fw_unit_id unit;
    const fw_path *path;
} judged;

static void check_path(const void *cases)
{
    const judged *j = cases;
    fw_check_report report;
    fw_path_check(j->map, j->unit, j->path, NULL, &report);
    sink = report.length;
}

/// Lines of 5 tiles and arcs of 2, one after the other, within 100 tiles.
static void time_checker(random_source *random)
{
    const layer *open;
    static fw_segment segments[CASES];
    fw_map *map = course_map(random, 2, &open);
    judged j = { .map = map };
    fw_unit_def unit = fw_default_unit_def();
    unit.turn_radius = 1;
    fw_path *path = NULL;
    if (!map || fw_map_add_unit(map, &unit, &j.unit) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        return;
    for (int i = 0; i < CASES; i++)
        segments[i] = (fw_segment){ random_pose(random, 400), i % 2 ? 0.5 : 0, i % 2 ? 2 : 5, FW_FORWARD };
    fw_path_set(path, segments, CASES, NULL);
    j.path = path;
    print_row("checker, a segment of lines and arcs", time_of(check_path, &j), "");
    fw_path_destroy(path);
    fw_map_destroy(map);
}

static void time_sweeps(random_source *random)
{
    static course course;
    static const uint32_t percents[] = { 0, 2, 5, 15 };
    static const char *const free_circle[3] = { "<= 10 ns", "<= 150 ns", "<= 60 ns" };
    static const char *const blocked_circle[3] = { "", "", "<= 60 ns" };
    static const char *const rectangle[3] = { "", "", "<= 200 ns" };
    const fw_footprint circle = fw_circle(0.45), car = fw_rectangle(1.2, 0.6);
    for (int i = 0; i < 4; i++) {
        fw_map *map = course_map(random, percents[i], &course.ground.open);
        if (!map)
            return;
        char name[32];
        snprintf(name, sizeof name, "%u %%: circle", percents[i]);
        course.body = sweep_body_of(&circle);
        time_body(random, &course, name, i == 0 ? free_circle : blocked_circle);
        snprintf(name, sizeof name, "%u %%: rectangle", percents[i]);
        course.body = sweep_body_of(&car);
        time_body(random, &course, name, rectangle);
        fw_map_destroy(map);
    }
}

int main(void)
{
    random_source random = { 1 };
    time_trigonometry(&random);
    time_writing(&random);
    time_curves(&random);
    time_checker(&random);
    time_sweeps(&random);
    return 0;
}
