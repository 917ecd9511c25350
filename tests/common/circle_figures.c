#include "common/circle_figures.h"

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/forest_way.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/circles.h"
#include "fairway/inspect.h"

static io_point centre_of(fw_tree circle)
{
    return (io_point){ circle.x, circle.y };
}

static io_point begin_of(const fw_segment *line)
{
    return (io_point){ line->start.x, line->start.y };
}

static io_point end_of(const fw_segment *line)
{
    const fw_pose end = segment_end(line);
    return (io_point){ end.x, end.y };
}

static double apart(io_point a, io_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static double angle_to(io_point from, io_point to)
{
    return atan2(to.y - from.y, to.x - from.x);
}

/// A line with a text beside its middle, `aside` to the right of it.
static io_note *named_line(canvas *canvas, io_point from, io_point to, double aside, const char *text)
{
    const double along = angle_to(from, to);
    return canvas_line(canvas, from, to, 0.5 * (from.x + to.x) - aside * sin(along),
                       0.5 * (from.y + to.y) + aside * cos(along), text);
}

static void draw_circle(canvas *canvas, fw_tree circle)
{
    canvas_arc(canvas, centre_of(circle), circle.radius, 0, 2 * FW_PI, "");
}

/// A note that shows a segment as it is.
static io_note *draw_segment(canvas *canvas, const fw_segment *segment, io_pen pen, double boldness)
{
    io_note *drawn = canvas_line(canvas, (io_point){ 0, 0 }, (io_point){ 1, 0 }, 0, 0, "");
    drawn->line = *segment;
    drawn->pen = pen;
    drawn->boldness = boldness;
    return drawn;
}

enum { MOST_DRAWN = 64 };

/// The segments that are drawn with a pen, in the order in which they were drawn. Points are none.
static int drawn_with(const canvas *canvas, io_pen pen, fw_segment *segments)
{
    int count = 0;
    for (int i = 0; i < canvas->note_count; i++)
        if (canvas->notes[i].pen == pen && canvas->notes[i].line.length > 0) {
            assert_in_range(count, 0, MOST_DRAWN - 1);
            segments[count++] = canvas->notes[i].line;
        }
    return count;
}

static void show_trees(canvas *canvas, const fw_tree *trees, int32_t count)
{
    canvas->trees = trees;
    canvas->tree_count = count;
    for (int32_t i = 0; i < count; i++)
        draw_circle(canvas, trees[i]);
}

/// The circles A and B of the first two figures.
static const fw_tree tangent_circles[] = { { 3.2, 4.2, 2.2 }, { 10.6, 3.4, 1.3 } };

enum { EXTERNAL = 0, INTERNAL = 2 };

static void lines_between(fw_segment *lines)
{
    int32_t count;
    assert_int_equal(fw_bitangents(tangent_circles[0], tangent_circles[1], lines, &count), FW_OK);
    assert_int_equal(count, FW_BITANGENTS);
}

/// Draws a pair of lines: `first` and the next one. The upper point on A is C, the lower one D; those on B are E and F.
static void draw_bitangents(canvas *canvas, int first)
{
    fw_segment lines[FW_BITANGENTS];
    const io_point a = centre_of(tangent_circles[0]), b = centre_of(tangent_circles[1]);
    lines_between(lines);
    show_trees(canvas, tangent_circles, 2);
    canvas_line(canvas, a, b, a.x + 0.4 * (b.x - a.x), a.y + 0.4 * (b.y - a.y) + 0.35, "d");
    canvas_dot(canvas, a.x, a.y, -0.35, 0.35, "A");
    canvas_dot(canvas, b.x, b.y, 0.45, 0.3, "B");
    for (int i = first; i < first + 2; i++) {
        const io_point on_a = begin_of(&lines[i]), on_b = end_of(&lines[i]);
        draw_segment(canvas, &lines[i], IO_PEN_BLUE, 2);
        named_line(canvas, a, on_a, -0.4, on_a.y < a.y ? "rA" : "");
        named_line(canvas, b, on_b, first == INTERNAL ? -0.4 : 0.4, on_b.y > b.y ? "rB" : "");
        canvas_dot(canvas, on_a.x, on_a.y, 0, on_a.y < a.y ? -0.45 : 0.45, on_a.y < a.y ? "C" : "D");
        canvas_dot(canvas, on_b.x, on_b.y, 0, on_b.y < b.y ? -0.45 : 0.45, on_b.y < b.y ? "E" : "F");
        if (on_a.y < a.y) { // theta, at A
            const double toward = angle_to(a, b), theta = trig_wrap(toward - angle_to(a, on_a));
            canvas_arc(canvas, a, 0.8, toward - theta, theta, "\u03b8");
        }
    }
    canvas->pens[IO_PEN_BLUE] = first == INTERNAL ? "internal bitangent" : "external bitangent";
    canvas->pens[IO_PEN_INK] = "circles, radii, and the line of the centres";
}

void internal_bitangents(canvas *canvas)
{
    draw_bitangents(canvas, INTERNAL);
    canvas_title(canvas, "\u03b8 = arccos((rA + rB) / d)");
}

void external_bitangents(canvas *canvas)
{
    draw_bitangents(canvas, EXTERNAL);
    const io_point b = centre_of(tangent_circles[1]), a = centre_of(tangent_circles[0]);
    fw_segment lines[FW_BITANGENTS];
    lines_between(lines);
    for (int i = 0; i < 2; i++) { // and at B, on the side that looks away from A
        const io_point on_b = end_of(&lines[i]);
        const double away = angle_to(a, b), theta = trig_wrap(away - angle_to(b, on_b));
        if (on_b.y < b.y)
            canvas_arc(canvas, b, 0.55, away - theta, theta, "\u03b8");
    }
    canvas_title(canvas, "\u03b8 = arccos(|rA - rB| / d)");
}

/// Checks that the pair of lines touches both circles, and leaves A at the angle theta.
static void assert_touching(const fw_segment *lines, double cosine)
{
    const io_point a = centre_of(tangent_circles[0]), b = centre_of(tangent_circles[1]);
    for (int i = 0; i < 2; i++) {
        const io_point c = begin_of(&lines[i]), f = end_of(&lines[i]);
        const double along = lines[i].start.heading;
        assert_true(fabs(apart(a, c) - tangent_circles[0].radius) < 1e-9);
        assert_true(fabs(apart(b, f) - tangent_circles[1].radius) < 1e-9);
        assert_true(fabs(cos(angle_to(a, c) - along)) < 1e-9 && fabs(cos(angle_to(b, f) - along)) < 1e-9);
        assert_true(fabs(cos(trig_wrap(angle_to(a, c) - angle_to(a, b))) - cosine) < 1e-9);
    }
}

/// On which side of a line a point lies: positive on the right on the screen.
static double side_of(const fw_segment *line, io_point at)
{
    const double c = cos(line->start.heading), s = sin(line->start.heading);
    return c * (at.y - line->start.y) - s * (at.x - line->start.x);
}

/// Checks the pair of lines that is drawn.
///
/// @param radii  difference or sum of the radii
/// @param side   1: both circles lie on the same side of a line, -1: on different ones
static void assert_pair(const canvas *canvas, double radii, double side)
{
    fw_segment lines[MOST_DRAWN];
    const io_point a = centre_of(tangent_circles[0]), b = centre_of(tangent_circles[1]);
    assert_int_equal(drawn_with(canvas, IO_PEN_BLUE, lines), 2);
    assert_touching(lines, radii / apart(a, b));
    for (int i = 0; i < 2; i++)
        assert_true(side * side_of(&lines[i], a) * side_of(&lines[i], b) > 0);
}

void internal_lines_cross_between_the_circles(canvas *canvas)
{
    assert_pair(canvas, tangent_circles[0].radius + tangent_circles[1].radius, -1);
}

void external_lines_keep_both_circles_on_one_side(canvas *canvas)
{
    assert_pair(canvas, fabs(tangent_circles[0].radius - tangent_circles[1].radius), 1);
}

/// Lines from A to B, and a circle for each of them: one that blocks, one that does not, one off the end.
static const struct {
    fw_tree circle;
    io_point a, b;
} sights[] = { { { 3, 2.2, 1.5 }, { 0.8, 4.9 }, { 5.2, 2.3 } },
               { { 8.6, 4.2, 1.1 }, { 6.3, 3.4 }, { 10.6, 1.3 } },
               { { 15.2, 2.1, 1.3 }, { 11.4, 4.6 }, { 14.5, 2.7 } } };

enum { SIGHTS = sizeof sights / sizeof *sights };

static fw_sight sight_of(int which)
{
    fw_sight sight;
    const io_point a = sights[which].a, b = sights[which].b;
    assert_int_equal(fw_circle_sees(sights[which].circle, a.x, a.y, b.x, b.y, &sight), FW_OK);
    return sight;
}

void lines_of_sight(canvas *canvas)
{
    static fw_tree circles[SIGHTS];
    for (int i = 0; i < SIGHTS; i++)
        circles[i] = sights[i].circle;
    show_trees(canvas, circles, SIGHTS);
    for (int i = 0; i < SIGHTS; i++) {
        const fw_sight sight = sight_of(i);
        const io_point a = sights[i].a, b = sights[i].b, c = centre_of(circles[i]), e = { sight.x, sight.y };
        char text[24];
        io_note *line = canvas_line(canvas, a, b, 0, 0, "");
        line->pen = sight.is_clear ? IO_PEN_GREEN : IO_PEN_RED;
        line->boldness = 2;
        snprintf(text, sizeof text, "u = %.2f", sight.u);
        line = named_line(canvas, a, e, i == 1 ? -0.6 : 0.6, text);
        line->pen = IO_PEN_BLUE;
        line->boldness = 4;
        named_line(canvas, c, e, i == 2 ? -0.4 : 0.35, "d");
        named_line(canvas, c, (io_point){ c.x + circles[i].radius, c.y }, -0.35, "r");
        canvas_dot(canvas, c.x, c.y, -0.2, -0.4, "C");
        canvas_dot(canvas, a.x, a.y, -0.35, -0.35, "A");
        canvas_dot(canvas, b.x, b.y, i == 2 ? -0.8 : 0.4, i == 2 ? -0.35 : -0.2, i == 2 ? "B = E" : "B");
        if (i < 2)
            canvas_dot(canvas, e.x, e.y, i ? 0.15 : 0.35, i ? -0.45 : 0.35, "E");
    }
    canvas->pens[IO_PEN_GREEN] = "d \u2265 r: B is in sight of A";
    canvas->pens[IO_PEN_RED] = "d < r: blocked";
    canvas->pens[IO_PEN_BLUE] = "from A to E, the share u of the line";
    canvas->pens[IO_PEN_INK] = "d, and the radius r";
    canvas_title(canvas, "u = (C - A)(B - A) / (B - A)\u00b2, clamped to 0 .. 1; E = A + u (B - A)");
}

void a_circle_blocks_a_line_that_comes_nearer_than_its_radius(canvas *canvas)
{
    fw_segment to_e[MOST_DRAWN];
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_RED), 2);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_GREEN), 1);
    assert_int_equal(drawn_with(canvas, IO_PEN_BLUE, to_e), SIGHTS);
    static const bool is_clear[SIGHTS] = { false, true, false };
    for (int i = 0; i < SIGHTS; i++) {
        const fw_sight sight = sight_of(i);
        const io_point a = sights[i].a, b = sights[i].b, c = centre_of(sights[i].circle);
        double nearest = INFINITY, at = 0;
        for (double u = 0; u <= 1; u += 1e-5) {
            const double distance = apart(c, (io_point){ a.x + u * (b.x - a.x), a.y + u * (b.y - a.y) });
            at = distance < nearest ? u : at;
            nearest = fmin(nearest, distance);
        }
        assert_true(fabs(nearest - sight.distance) < 1e-4 && fabs(at - sight.u) < 1e-2);
        assert_int_equal(sight.is_clear, is_clear[i]);
        assert_int_equal(sight.is_clear, nearest >= sights[i].circle.radius);
        assert_true(fabs(apart(end_of(&to_e[i]), c) - nearest) < 1e-4);
    }
    assert_true(sight_of(SIGHTS - 1).u == 1); // off the end, and yet it blocks
}

/// A forest of circles, and a way through it.
typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
} wood;

static wood wood_of(const fw_tree *trees, int32_t count)
{
    wood made = { NULL, NULL };
    assert_int_equal(fw_forest_create(NULL, &made.forest), FW_OK);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(fw_forest_add(made.forest, trees[i], NULL), FW_OK);
    assert_int_equal(fw_forest_planner_create(made.forest, NULL, &made.planner), FW_OK);
    return made;
}

static void wood_free(wood *freed)
{
    fw_forest_planner_destroy(freed->planner);
    fw_forest_destroy(freed->forest);
}

static const fw_tree graph_circles[] = { { 4.6, 3.4, 1.7 }, { 9.4, 2.8, 1.3 } };
static const io_point graph_ends[] = { { 0.8, 3.6 }, { 13.2, 2.6 } };

enum { MOST_EDGES = 256 };

/// All edges that a planner knows.
typedef struct edge_list {
    fw_segment lines[MOST_EDGES], arcs[MOST_EDGES];
    int line_count, arc_count;
} edge_list;

/// Keeps a line once, whichever way it leads.
static bool note_edge(const fw_mark *mark, void *user)
{
    edge_list *list = user;
    const bool is_line = mark->kind == FW_MARK_SURFING_EDGE;
    fw_segment *items = is_line ? list->lines : list->arcs;
    int *count = is_line ? &list->line_count : &list->arc_count;
    if ((!is_line && mark->kind != FW_MARK_HUGGING_EDGE) || *count == MOST_EDGES)
        return true;
    const io_point from = begin_of(&mark->line), to = end_of(&mark->line);
    for (int i = 0; i < *count && is_line; i++) {
        const io_point begin = begin_of(&items[i]), end = end_of(&items[i]);
        if (apart(begin, to) + apart(end, from) < 1e-6 || apart(begin, from) + apart(end, to) < 1e-6)
            return true;
    }
    items[(*count)++] = mark->line;
    return true;
}

/// The edges of the two circles and both ends. Queries from all sides make the planner compute the edges of both
/// circles; the last two add the lines at the ends.
static edge_list edges_of_graph(void)
{
    edge_list list = { .line_count = 0 };
    random_source random = { 3 };
    wood made = wood_of(graph_circles, 2);
    fw_path *path = canvas_path();
    for (int i = 0; i < 200; i++)
        forest_way_find(made.planner,
                        (forest_way){ 0, random_within(&random, 0, 14), random_within(&random, -3, 9),
                                      random_within(&random, 0, 14), random_within(&random, -3, 9) },
                        path);
    for (int i = 0; i < 2; i++) { // there and back: the lines that leave each end
        assert_int_equal(forest_way_find(made.planner,
                                         (forest_way){ 0, graph_ends[i].x, graph_ends[i].y,
                                                       graph_ends[1 - i].x, graph_ends[1 - i].y },
                                         path),
                         FW_OK);
        assert_int_equal(fw_inspect_forest(made.planner, note_edge, &list), FW_OK);
    }
    fw_path_destroy(path);
    wood_free(&made);
    return list;
}

/// The circle that a point lies on; -1 = none.
static int circle_at(io_point at)
{
    for (int i = 0; i < 2; i++)
        if (fabs(apart(at, centre_of(graph_circles[i])) - graph_circles[i].radius) < 1e-6)
            return i;
    return -1;
}

void graph_of_two_circles(canvas *canvas)
{
    const edge_list list = edges_of_graph();
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    show_trees(canvas, graph_circles, 2);
    for (int i = 0; i < 2; i++) // hugging edges join all nodes of a circle
        canvas_arc(canvas, centre_of(graph_circles[i]), graph_circles[i].radius, 0, 2 * FW_PI, "")->pen =
            IO_PEN_VIOLET;
    for (int i = 0; i < canvas->note_count; i++)
        canvas->notes[i].boldness = canvas->notes[i].pen == IO_PEN_VIOLET ? 2 : 1;
    for (int i = 0; i < list.line_count; i++) {
        draw_segment(canvas, &list.lines[i], IO_PEN_BLUE, 1.5);
        const io_point ends[] = { begin_of(&list.lines[i]), end_of(&list.lines[i]) };
        for (int k = 0; k < 2; k++)
            if (circle_at(ends[k]) >= 0)
                canvas_dot(canvas, ends[k].x, ends[k].y, 0, 0, "")->boldness = 1.5;
    }
    canvas->pens[IO_PEN_BLUE] = "surfing edge";
    canvas->pens[IO_PEN_VIOLET] = "hugging edges, between the nodes of a circle";
    canvas->pens[IO_PEN_INK] = "node";
    snprintf(canvas->title, sizeof canvas->title, "the graph: %d surfing edges that are not blocked",
             list.line_count);
}

/// True if a node is drawn at a place.
static bool has_node(const canvas *canvas, io_point place)
{
    for (int i = 0; i < canvas->note_count; i++) {
        const io_note *note = &canvas->notes[i];
        if (note->kind == IO_NOTE_DOT && apart(begin_of(&note->line), place) < 1e-9)
            return true;
    }
    return false;
}

void each_node_joins_a_surfing_edge_and_a_circle(canvas *canvas)
{
    fw_segment lines[MOST_DRAWN];
    assert_int_equal(drawn_with(canvas, IO_PEN_BLUE, lines), edges_of_graph().line_count);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_VIOLET), 2);
    int between = 0, from_ends = 0;
    for (int i = 0; i < edges_of_graph().line_count; i++) {
        const io_point ends[] = { begin_of(&lines[i]), end_of(&lines[i]) };
        int on_circles = 0;
        for (int k = 0; k < 2; k++) {
            const int circle = circle_at(ends[k]);
            if (circle < 0)
                continue;
            on_circles++;
            assert_true(has_node(canvas, ends[k]));
            assert_true(fabs(cos(angle_to(centre_of(graph_circles[circle]), ends[k]) -
                                 lines[i].start.heading)) < 1e-6); // it touches the circle there
        }
        assert_true(on_circles > 0);
        between += on_circles == 2;
        from_ends += on_circles == 1;
    }
    assert_int_equal(between, 4);
    assert_int_equal(from_ends, 4); // two tangents from each end
}

/// The arc of figure "radical line", on the first circle, and the circle that blocks it.
static const fw_tree radical_circles[] = { { 4.4, 3.7, 2.6 }, { 8.2, 3, 1.9 } };

static fw_segment radical_arc(void)
{
    const fw_tree a = radical_circles[0];
    const double from = -0.4 * FW_PI, turn = 0.75 * FW_PI;
    return (fw_segment){ { a.x + a.radius * cos(from), a.y + a.radius * sin(from), from + FW_PI / 2 },
                         1 / a.radius,
                         turn * a.radius,
                         FW_FORWARD };
}

static fw_radical radical_of(fw_tree other)
{
    fw_radical radical;
    const fw_segment arc = radical_arc();
    assert_int_equal(fw_arc_is_blocked(&arc, other, &radical), FW_OK);
    return radical;
}

void a_blocked_arc(canvas *canvas)
{
    const fw_radical radical = radical_of(radical_circles[1]);
    const io_point a = centre_of(radical_circles[0]), b = centre_of(radical_circles[1]);
    const double along = angle_to(a, b);
    const io_point c = { a.x + radical.a * cos(along), a.y + radical.a * sin(along) };
    const io_point crossings[] = { { radical.x[0], radical.y[0] }, { radical.x[1], radical.y[1] } };
    const fw_segment arc = radical_arc();
    show_trees(canvas, radical_circles, 2);
    draw_segment(canvas, &arc, IO_PEN_VIOLET, 3);
    canvas_line(canvas, crossings[0], crossings[1], 0, 0, "")->pen = IO_PEN_RED;
    named_line(canvas, a, c, 0.35, "a");
    canvas_line(canvas, c, b, 0, 0, "");
    const int upper = crossings[0].y < crossings[1].y ? 0 : 1;
    named_line(canvas, a, crossings[upper], -0.4, "rA");
    named_line(canvas, b, crossings[upper], 0.4, "rB");
    canvas_arc(canvas, a, 0.8, along - radical.theta, radical.theta, "\u03b8");
    for (int i = 0; i < 2; i++) {
        io_note *dot = canvas_dot(canvas, crossings[i].x, crossings[i].y, 0, 0, "");
        dot->pen = IO_PEN_RED;
        dot->boldness = 1.7;
    }
    canvas_dot(canvas, a.x, a.y, -0.4, 0, "A");
    canvas_dot(canvas, b.x, b.y, 0.4, 0.1, "B");
    canvas_dot(canvas, c.x, c.y, 0.3, 0.35, "C");
    canvas_dot(canvas, arc.start.x, arc.start.y, 0, -0.4, "start");
    const io_point end = end_of(&arc);
    canvas_dot(canvas, end.x, end.y, -0.2, 0.45, "end");
    canvas->pens[IO_PEN_VIOLET] = "hugging edge, which B blocks";
    canvas->pens[IO_PEN_RED] = "radical line, and the crossings";
    canvas->pens[IO_PEN_INK] = "circles, and the triangle at A";
    canvas_title(canvas, "a = (rA\u00b2 - rB\u00b2 + d\u00b2) / 2d, \u03b8 = arccos(a / rA)");
}

void crossings_lie_on_both_circles(canvas *canvas)
{
    fw_segment line[MOST_DRAWN];
    const fw_tree a = radical_circles[0], b = radical_circles[1];
    const fw_radical radical = radical_of(b);
    assert_true(radical.is_blocked);
    assert_int_equal(radical.count, 2);
    assert_int_equal(drawn_with(canvas, IO_PEN_RED, line), 1);
    for (int i = 0; i < 2; i++) {
        const io_point at = i ? end_of(line) : begin_of(line);
        const double toward = angle_to(centre_of(a), centre_of(b)),
                     theta = angle_to(centre_of(a), at) - toward;
        assert_true(fabs(apart(at, centre_of(a)) - a.radius) < 1e-9);
        assert_true(fabs(apart(at, centre_of(b)) - b.radius) < 1e-9);
        assert_true(fabs(fabs(trig_wrap(theta)) - radical.theta) < 1e-9);
        assert_true(fabs(a.radius * cos(theta) - radical.a) < 1e-9);
    }
    assert_false(radical_of((fw_tree){ a.x - 3.8, a.y, b.radius }).is_blocked); // on the other side of A
    assert_false(radical_of((fw_tree){ b.x + 3, b.y, b.radius }).is_blocked);   // apart
}

/// Where the circles of figure "Minkowski" lie, and again beside them for the point.
static const fw_tree body_circles[] = { { 2.6, 2.5, 1 }, { 5.4, 4.2, 0.8 } };
static const io_point body_ends[] = { { 0.6, 4.4 }, { 7.4, 2.2 } };
static const double body_radius = 0.45, point_shift = 8;

/// The shortest way of a body among the circles, or, to the right of it, of a point among grown ones.
static void find_body(double radius, double shift, fw_path *path)
{
    fw_tree trees[2];
    for (int i = 0; i < 2; i++)
        trees[i] = (fw_tree){ body_circles[i].x + shift, body_circles[i].y,
                              body_circles[i].radius + body_radius - radius };
    wood made = wood_of(trees, 2);
    const forest_way way = { radius, body_ends[0].x + shift, body_ends[0].y, body_ends[1].x + shift,
                             body_ends[1].y };
    assert_int_equal(forest_way_find(made.planner, way, path), FW_OK);
    wood_free(&made);
}

void a_body_and_a_point(canvas *canvas)
{
    static fw_tree trees[4];
    for (int i = 0; i < 2; i++) {
        trees[i] = body_circles[i];
        trees[2 + i] = body_circles[i];
        trees[2 + i].x += point_shift;
        draw_circle(canvas, (fw_tree){ trees[2 + i].x, trees[2 + i].y, trees[2 + i].radius + body_radius });
        const io_point at = centre_of(trees[2 + i]);
        named_line(canvas, (io_point){ at.x, at.y + trees[2 + i].radius },
                   (io_point){ at.x, at.y + trees[2 + i].radius + body_radius }, -0.3, "r");
    }
    canvas->trees = trees;
    canvas->tree_count = 4;
    canvas->unit = canvas_unit(body_radius, 0);
    find_body(body_radius, 0, canvas->path);
    find_body(0, point_shift, canvas_other(canvas, "path of a point among grown circles", NULL));
    named_line(canvas, body_ends[0], (io_point){ body_ends[0].x, body_ends[0].y + body_radius }, -0.3, "r");
    for (int i = 0; i < 2; i++) // where the point's path begins and ends
        canvas_dot(canvas, body_ends[i].x + point_shift, body_ends[i].y, 0, 0, "")->boldness = 2;
    canvas->name = "path of a body of radius r";
    canvas->goal = (fw_pose){ body_ends[1].x, body_ends[1].y, 0 };
    canvas->pens[IO_PEN_INK] = "circles that have grown by r";
    canvas_title(canvas, "both paths");
}

void both_ways_are_the_same(canvas *canvas)
{
    const fw_path *point = canvas->others[0].path;
    assert_true(fabs(fw_path_length(canvas->path) - fw_path_length(point)) < 1e-9);
    for (double at = 0; at < fw_path_length(point); at += 0.05) {
        fw_pose a, b;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &a), FW_OK);
        assert_int_equal(fw_path_pose_at(point, at, &b), FW_OK);
        assert_true(hypot(a.x + point_shift - b.x, a.y - b.y) < 1e-9);
    }
}

/// The circle of figure "cusps", where a path comes from, and where it may go.
static const fw_tree cusp_circle = { 6, 3.6, 1.9 };
static const io_point cusp_from = { 0.8, 1.2 }, cusp_to[] = { { 12.2, 5.4 }, { 0.9, 6.3 }, { 8.2, 6.6 } };

enum { CUSP = 1, LEAVING = sizeof cusp_to / sizeof *cusp_to };

/// The line from a point to the circle, or from the circle to a point, that goes round the circle clockwise on the
/// screen, or the other way.
static fw_segment touching(io_point place, bool arrives, bool is_clockwise)
{
    fw_segment lines[FW_BITANGENTS];
    int32_t count;
    const fw_tree point = { place.x, place.y, 0 };
    assert_int_equal(arrives ? fw_bitangents(point, cusp_circle, lines, &count)
                             : fw_bitangents(cusp_circle, point, lines, &count),
                     FW_OK);
    for (int i = 0; i < count; i++)
        if ((side_of(&lines[i], centre_of(cusp_circle)) > 0) == is_clockwise)
            return lines[i];
    fail();
    return lines[0];
}

/// The hugging edge from where a path arrives to where it leaves, clockwise on the screen.
static fw_segment hugging(const fw_segment *arriving, const fw_segment *leaving)
{
    const io_point centre = centre_of(cusp_circle);
    const double from = angle_to(centre, end_of(arriving)), to = angle_to(centre, begin_of(leaving));
    const double turn = fmod(to - from + 4 * FW_PI, 2 * FW_PI);
    return (fw_segment){ segment_end(arriving), 1 / cusp_circle.radius, turn * cusp_circle.radius,
                         FW_FORWARD };
}

void a_cusp(canvas *canvas)
{
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    static const char *const names[] = { "B", "C", "D" };
    const fw_segment arriving = touching(cusp_from, true, true);
    canvas->trees = &cusp_circle;
    canvas->tree_count = 1;
    draw_circle(canvas, cusp_circle);
    for (int i = LEAVING - 1; i >= 0; i--) {
        const fw_segment leaving = touching(cusp_to[i], false, i != CUSP), arc = hugging(&arriving, &leaving);
        const io_pen pen = i == CUSP ? IO_PEN_RED : IO_PEN_BLUE;
        draw_segment(canvas, &leaving, pen, 2);
        if (i != CUSP)
            draw_segment(canvas, &arc, IO_PEN_VIOLET, 3);
        const io_point at = begin_of(&leaving), centre = centre_of(cusp_circle);
        const double out = angle_to(centre, at);
        io_note *dot = canvas_dot(canvas, at.x, at.y, 0.45 * cos(out), 0.45 * sin(out), names[i]);
        dot->boldness = 1.7;
        canvas_dot(canvas, cusp_to[i].x, cusp_to[i].y, 0, 0, "");
    }
    draw_segment(canvas, &arriving, IO_PEN_GREEN, 2);
    const io_point at = end_of(&arriving);
    canvas_dot(canvas, at.x, at.y, 0.1, -0.45, "A")->boldness = 1.7;
    canvas->pens[IO_PEN_GREEN] = "arrives at A, clockwise";
    canvas->pens[IO_PEN_BLUE] = "leaves clockwise";
    canvas->pens[IO_PEN_VIOLET] = "hugging edge";
    canvas->pens[IO_PEN_RED] = "leaves the other way: a cusp at C";
    canvas->pens[IO_PEN_INK] = "node";
    canvas_title(canvas, "from A on to B or D, but not to C");
}

/// Headings go on without a jump at B and D, and turn back at C.
void only_the_cusp_turns_back(canvas *canvas)
{
    fw_segment drawn[MOST_DRAWN];
    const fw_segment arriving = touching(cusp_from, true, true), cusp = touching(cusp_to[CUSP], false, false);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_VIOLET), LEAVING - 1);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_BLUE), LEAVING - 1);
    assert_int_equal(drawn_with(canvas, IO_PEN_RED, drawn), 1);
    assert_true(apart(begin_of(drawn), begin_of(&cusp)) < 1e-9);
    for (int i = 0; i < LEAVING; i++) {
        const fw_segment leaving = touching(cusp_to[i], false, i != CUSP), arc = hugging(&arriving, &leaving);
        assert_true(fabs(trig_wrap(arriving.start.heading - arc.start.heading)) < 1e-9);
        const double jump = fabs(trig_wrap(segment_end(&arc).heading - leaving.start.heading));
        assert_true(i == CUSP ? fabs(jump - FW_PI) < 1e-9 : jump < 1e-9);
        assert_true(apart(end_of(&arc), begin_of(&leaving)) < 1e-9);
    }
}

/// The circle that the partial path goes round, nearly once, and where its last line leads.
static const fw_tree crossing_circle = { 6.4, 3.4, 1.4 };
static const io_point crossing_start = { 0.8, 1.6 }, crossing_end = { 2.6, 5.3 };

/// The partial path: a line, an arc, a line.
static void find_partial(fw_segment *parts)
{
    fw_segment lines[FW_BITANGENTS];
    int32_t count;
    const fw_tree start = { crossing_start.x, crossing_start.y, 0 },
                  end = { crossing_end.x, crossing_end.y, 0 };
    const io_point centre = centre_of(crossing_circle);
    assert_int_equal(fw_bitangents(start, crossing_circle, lines, &count), FW_OK);
    for (int i = 0; i < count; i++)
        if (side_of(&lines[i], centre) < 0)
            parts[0] = lines[i];
    assert_int_equal(fw_bitangents(crossing_circle, end, lines, &count), FW_OK);
    for (int i = 0; i < count; i++)
        if (side_of(&lines[i], centre) < 0)
            parts[2] = lines[i];
    const double from = angle_to(centre, end_of(&parts[0])), to = angle_to(centre, begin_of(&parts[2]));
    const double turn = fmod(from - to + 4 * FW_PI, 2 * FW_PI);
    parts[1] = (fw_segment){ segment_end(&parts[0]), -1 / crossing_circle.radius,
                             turn * crossing_circle.radius, FW_FORWARD };
}

static void find_shortest(fw_path *path)
{
    wood made = wood_of(&crossing_circle, 1);
    assert_int_equal(
        forest_way_find(made.planner,
                        (forest_way){ 0, crossing_start.x, crossing_start.y, crossing_end.x, crossing_end.y },
                        path),
        FW_OK);
    wood_free(&made);
}

static double length_of(const fw_segment *parts)
{
    return parts[0].length + parts[1].length + parts[2].length;
}

/// Where two lines cross: shares of their lengths.
static void cross(const fw_segment *a, const fw_segment *b, double *on_a, double *on_b)
{
    const io_point p = begin_of(a), q = end_of(a), r = begin_of(b), s = end_of(b);
    const double area = (q.x - p.x) * (s.y - r.y) - (q.y - p.y) * (s.x - r.x);
    *on_a = ((r.x - p.x) * (s.y - r.y) - (r.y - p.y) * (s.x - r.x)) / area;
    *on_b = ((r.x - p.x) * (q.y - p.y) - (r.y - p.y) * (q.x - p.x)) / area;
}

void a_crossing(canvas *canvas)
{
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    fw_segment parts[3];
    double on_first, on_last;
    find_partial(parts);
    find_shortest(canvas->path);
    cross(&parts[0], &parts[2], &on_first, &on_last);
    canvas->trees = &crossing_circle;
    canvas->tree_count = 1;
    draw_circle(canvas, crossing_circle);
    draw_segment(canvas, &parts[0], IO_PEN_ORANGE, 2);
    draw_segment(canvas, &parts[1], IO_PEN_VIOLET, 3);
    draw_segment(canvas, &parts[2], IO_PEN_RED, 2);
    const fw_pose at = segment_pose_at(&parts[0], on_first * parts[0].length);
    canvas_dot(canvas, at.x, at.y, 0, 0, "")->boldness = 1.7;
    canvas->pens[IO_PEN_INK] = "circle, and where the edges cross";
    canvas->goal = (fw_pose){ crossing_end.x, crossing_end.y, 0 };
    canvas->name = "shortest path";
    canvas->pens[IO_PEN_ORANGE] = "penultimate surfing edge";
    canvas->pens[IO_PEN_VIOLET] = "hugging edge";
    canvas->pens[IO_PEN_RED] = "final surfing edge: culled";
    snprintf(canvas->title, sizeof canvas->title, "partial path %.2f tiles, shortest path there %.2f",
             length_of(parts), fw_path_length(canvas->path));
}

void a_shorter_way_leads_there(canvas *canvas)
{
    static const io_pen pens[] = { IO_PEN_ORANGE, IO_PEN_VIOLET, IO_PEN_RED };
    fw_segment parts[3], drawn[MOST_DRAWN];
    double on_first, on_last;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(drawn_with(canvas, pens[i], drawn), 1);
        parts[i] = drawn[0];
    }
    cross(&parts[0], &parts[2], &on_first, &on_last);
    assert_true(on_first > 0 && on_first < 1 && on_last > 0 && on_last < 1);
    assert_true(fw_path_length(canvas->path) < length_of(parts) - 1);
    assert_true(apart(end_of(&parts[2]), crossing_end) < 1e-9);
}
