#include "common/cluster_figures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "fairway/hierarchy.h"
#include "fairway/inspect.h"

enum { SIDE = 5, WIDE_SIDE = 8, MOST_NODES = 4096 };

/// What units of the figures may enter.
enum { GROUND = 1 << FW_GROUND, WATER = 1 << FW_WATER };

static void draw_borders(canvas *canvas, int32_t side)
{
    const int32_t width = fw_map_width(canvas->map), height = fw_map_height(canvas->map);
    for (int32_t x = side; x < width; x += side)
        canvas_line(canvas, (io_point){ x, 0 }, (io_point){ x, height }, 0, 0, "");
    for (int32_t y = side; y < height; y += side)
        canvas_line(canvas, (io_point){ 0, y }, (io_point){ width, y }, 0, 0, "");
}

/// A unit with a graph of clusters.
static fw_unit_id add_clustered(canvas *canvas, uint32_t terrains, int32_t size, int32_t side,
                                fw_dominance dominance)
{
    fw_unit_def def = unit_entering(size, terrains);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = side;
    def.dominance = dominance;
    return add_unit(canvas->map, def);
}

/// Marks that are drawn on a figure.
typedef struct mark_drawer {
    canvas *canvas;
    const char *text; ///< beside each transition; "" = none
    bool is_red;      ///< they stand out
    bool draws_edges; ///< and no transitions
} mark_drawer;

/// Draws each transition as a line from tile to tile, with dots at its ends, or each edge as a line between the
/// middles of its transitions.
static bool draw_mark(const fw_mark *mark, void *user)
{
    const mark_drawer *drawer = user;
    fw_pose end;
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &end), FW_OK);
    const io_point from = { mark->line.start.x, mark->line.start.y }, to = { end.x, end.y };
    if (mark->kind == FW_MARK_TRANSITION && !drawer->draws_edges) {
        canvas_dot(drawer->canvas, from.x, from.y, 0, 0, "")->is_red = drawer->is_red;
        canvas_dot(drawer->canvas, to.x, to.y, 0, 0, "")->is_red = drawer->is_red;
        canvas_line(drawer->canvas, from, to, 0.5 * (from.x + to.x) + 0.35, 0.5 * (from.y + to.y) - 0.3,
                    drawer->text)
            ->is_red = drawer->is_red;
    } else if (mark->kind == FW_MARK_ABSTRACT_EDGE && drawer->draws_edges) {
        canvas_line(drawer->canvas, from, to, 0, 0, "");
    }
    return true;
}

static void draw_transitions(canvas *canvas, fw_unit_id unit, const char *text, bool is_red)
{
    mark_drawer drawer = { canvas, text, is_red, false };
    assert_int_equal(fw_inspect_clusters(canvas->map, unit, draw_mark, &drawer), FW_OK);
}

static void draw_graph(canvas *canvas, uint32_t terrains, int32_t size, fw_dominance dominance,
                       const char *what)
{
    const fw_unit_id unit = add_clustered(canvas, terrains, size, SIDE, dominance);
    fw_cluster_summary summary;
    draw_borders(canvas, SIDE);
    mark_drawer edges = { .canvas = canvas, .draws_edges = true };
    assert_int_equal(fw_inspect_clusters(canvas->map, unit, draw_mark, &edges), FW_OK);
    draw_transitions(canvas, unit, "", true);
    assert_int_equal(fw_map_clusters(canvas->map, unit, &summary), FW_OK);
    snprintf(canvas->title, sizeof canvas->title, "%s: %zu transitions (red), %zu edges between them (dark)",
             what, summary.transitions, summary.edges);
}

void borders_of_clusters(canvas *canvas)
{
    draw_borders(canvas, SIDE);
    canvas_title(canvas, "clusters of 5 x 5 tiles; the last ones are smaller");
}

void transitions_for_each_capability(canvas *canvas)
{
    draw_borders(canvas, SIDE);
    draw_transitions(canvas, add_clustered(canvas, GROUND, 1, SIDE, FW_DOMINANCE_STRONG), "g", false);
    draw_transitions(canvas, add_clustered(canvas, WATER, 1, SIDE, FW_DOMINANCE_STRONG), "w", true);
    canvas_title(canvas, "transitions of a walker (g) and of a swimmer (w)");
}

void graph_of_a_unit(canvas *canvas)
{
    draw_graph(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG, "walks and swims, size 1");
}

void graph_of_a_larger_unit(canvas *canvas)
{
    draw_graph(canvas, GROUND | WATER, 2, FW_DOMINANCE_STRONG, "walks and swims, size 2");
}

void graph_under_weak_dominance(canvas *canvas)
{
    draw_graph(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK, "the same as 13 with weak dominance");
}

static fw_cluster_summary summary_of(canvas *canvas, int32_t size, fw_dominance dominance)
{
    fw_cluster_summary summary;
    const fw_unit_id unit = add_clustered(canvas, GROUND | WATER, size, SIDE, dominance);
    assert_int_equal(fw_map_clusters(canvas->map, unit, &summary), FW_OK);
    return summary;
}

void a_larger_unit_has_fewer_transitions(canvas *canvas)
{
    const fw_cluster_summary small = summary_of(canvas, 1, FW_DOMINANCE_STRONG);
    const fw_cluster_summary large = summary_of(canvas, 2, FW_DOMINANCE_STRONG);
    assert_true(large.transitions < small.transitions && large.edges < small.edges);
}

void weak_dominance_halves_the_graph(canvas *canvas)
{
    const fw_cluster_summary strong = summary_of(canvas, 1, FW_DOMINANCE_STRONG);
    const fw_cluster_summary weak = summary_of(canvas, 1, FW_DOMINANCE_WEAK);
    assert_true(3 * weak.transitions < 2 * strong.transitions && 2 * weak.edges < strong.edges);
}

/// The nodes of a search, by the places that its trace tells.
typedef struct traced {
    uint64_t ids[MOST_NODES], parents[MOST_NODES];
    io_point places[MOST_NODES];
    int count;
    uint64_t last; ///< from which the goal was reached
} traced;

static void note_node(const fw_trace_event *event, void *user)
{
    traced *seen = user;
    if (event->kind == FW_TRACE_GOAL)
        seen->last = event->parent;
    if (event->kind != FW_TRACE_EXPAND || seen->count == MOST_NODES)
        return;
    seen->ids[seen->count] = event->id;
    seen->parents[seen->count] = event->parent;
    seen->places[seen->count++] = (io_point){ event->x, event->y };
}

static int index_of(const traced *seen, uint64_t id)
{
    for (int i = 0; i < seen->count; i++)
        if (seen->ids[i] == id)
            return i;
    return -1;
}

void way_on_the_graph_and_path(canvas *canvas)
{
    static traced seen;
    seen.count = 0;
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    canvas->unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    canvas->unit.cluster = WIDE_SIDE;
    canvas->unit.terrain_cost[FW_GROUND] = 2;
    fw_request ask = canvas_request(canvas);
    ask.method = FW_HIERARCHY;
    ask.trace = note_node;
    ask.trace_user = &seen;
    canvas_find(canvas, ask, canvas->path);
    draw_borders(canvas, WIDE_SIDE);
    const fw_unit_id unit = add_unit(canvas->map, canvas->unit);
    draw_transitions(canvas, unit, "", false);
    io_point to = { canvas->goal.x, canvas->goal.y };
    for (int at = index_of(&seen, seen.last); at >= 0;) {
        canvas_line(canvas, seen.places[at], to, 0, 0, "")->is_red = true;
        to = seen.places[at];
        const uint64_t parent = seen.parents[at];
        at = parent == seen.ids[at] ? -1 : index_of(&seen, parent);
    }
    canvas_line(canvas, (io_point){ canvas->start.x, canvas->start.y }, to, 0, 0, "")->is_red = true;
    canvas_title(canvas, "the way on the graph (red), and the path");
}
