#include "common/cluster_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/hierarchy.h"
#include "fairway/inspect.h"

enum { SIDE = 5, WIDE_SIDE = 8, MOST_NODES = 4096, MOST_LINES = 512 };

/// What units of the figures may enter.
enum { GROUND = 1 << FW_GROUND, WATER = 1 << FW_WATER };

/// What the units of figures 12 to 16 may enter, and how they are drawn.
static const struct {
    uint32_t terrains;
    io_pen pen;
    const char *name;
} capabilities[] = { { GROUND, IO_PEN_GREEN, "{ground}" },
                     { WATER, IO_PEN_BLUE, "{water}" },
                     { GROUND | WATER, IO_PEN_VIOLET, "{ground, water}" } };

enum { CAPABILITIES = sizeof capabilities / sizeof *capabilities };

static io_note *draw_rectangle(canvas *canvas, double x, double y, double width, double height, io_pen pen,
                               double boldness)
{
    const io_point corners[] = {
        { x, y }, { x + width, y }, { x + width, y + height }, { x, y + height }, { x, y }
    };
    io_note *side = NULL;
    for (int i = 0; i < 4; i++) {
        side = canvas_line(canvas, corners[i], corners[i + 1], 0, 0, "");
        side->pen = pen;
        side->boldness = boldness;
    }
    return side;
}

static void draw_borders(canvas *canvas, int32_t side)
{
    const int32_t width = fw_map_width(canvas->map), height = fw_map_height(canvas->map);
    for (int32_t x = side; x < width; x += side)
        canvas_line(canvas, (io_point){ x, 0 }, (io_point){ x, height }, 0, 0, "")->pen = IO_PEN_GREY;
    for (int32_t y = side; y < height; y += side)
        canvas_line(canvas, (io_point){ 0, y }, (io_point){ width, y }, 0, 0, "")->pen = IO_PEN_GREY;
    canvas->pens[IO_PEN_GREY] = "border of clusters";
}

/// Names the four clusters in their corners.
static void name_clusters(canvas *canvas)
{
    static const char *const names[] = { "C1", "C2", "C3", "C4" };
    for (int i = 0; i < 4; i++)
        canvas_text(canvas, i % 2 * (2 * SIDE - 1) + 0.5, i / 2 * (2 * SIDE - 2) + 0.5, names[i]);
}

/// A unit with a graph of clusters.
static fw_unit_id add_clustered(canvas *canvas, uint32_t terrains, int32_t size, int32_t side,
                                fw_dominance dominance)
{
    fw_unit_def def = unit_entering(size, terrains);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = side;
    def.dominance = dominance;
    def.placement = FW_PLACEMENT_CLEARANCE;
    return add_unit(canvas->map, def);
}

/// A transition or an edge of a graph.
typedef struct graph_line {
    io_point from, to;
    double cost;
    int32_t cluster;
} graph_line;

/// The graph of a unit, as the library shows it.
typedef struct graph_lines {
    graph_line transitions[MOST_LINES], edges[MOST_LINES];
    fw_tile_rect entrances[MOST_LINES];
    int32_t entrance_clusters[MOST_LINES];
    int transition_count, edge_count, entrance_count;
} graph_lines;

static bool note_mark(const fw_mark *mark, void *user)
{
    graph_lines *graph = user;
    assert_in_range(graph->transition_count + graph->edge_count + graph->entrance_count, 0, MOST_LINES - 1);
    if (mark->kind == FW_MARK_ENTRANCE) {
        graph->entrance_clusters[graph->entrance_count] = mark->group;
        graph->entrances[graph->entrance_count++] = mark->tiles;
    }
    if (mark->kind != FW_MARK_TRANSITION && mark->kind != FW_MARK_ABSTRACT_EDGE)
        return true;
    fw_pose end;
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &end), FW_OK);
    const graph_line line = {
        { mark->line.start.x, mark->line.start.y }, { end.x, end.y }, mark->numbers[0], mark->group
    };
    if (mark->kind == FW_MARK_TRANSITION)
        graph->transitions[graph->transition_count++] = line;
    else
        graph->edges[graph->edge_count++] = line;
    return true;
}

/// Moves lines from the middle of a body to that of its first tile.
static void move_to_anchors(graph_line *lines, int count, int32_t size)
{
    for (int i = 0; i < count; i++) {
        lines[i].from.x -= 0.5 * (size - 1), lines[i].from.y -= 0.5 * (size - 1);
        lines[i].to.x -= 0.5 * (size - 1), lines[i].to.y -= 0.5 * (size - 1);
    }
}

static graph_lines graph_of(canvas *canvas, uint32_t terrains, int32_t size, fw_dominance dominance)
{
    graph_lines graph = { .edge_count = 0 };
    const fw_unit_id unit = add_clustered(canvas, terrains, size, SIDE, dominance);
    assert_int_equal(fw_inspect_clusters(canvas->map, unit, note_mark, &graph), FW_OK);
    move_to_anchors(graph.transitions, graph.transition_count, size);
    move_to_anchors(graph.edges, graph.edge_count, size);
    return graph;
}

static io_point middle_of(const graph_line *line)
{
    return (io_point){ 0.5 * (line->from.x + line->to.x), 0.5 * (line->from.y + line->to.y) };
}

static bool are_same(io_point a, io_point b)
{
    return hypot(a.x - b.x, a.y - b.y) < 1e-6;
}

/// True if a transition leads from C1 to C3, which lies below it.
static bool is_between_1_and_3(const graph_line *line)
{
    return line->cluster == 0 && line->from.x == line->to.x;
}

static void draw_inter_edge(canvas *canvas, const graph_line *line, io_pen pen, const char *text)
{
    const bool is_upright = line->from.x == line->to.x;
    const io_point middle = middle_of(line);
    io_note *drawn = canvas_line(canvas, line->from, line->to, middle.x + (is_upright ? 0.3 : 0),
                                 middle.y - (is_upright ? 0 : 0.25), text);
    drawn->pen = pen;
    drawn->boldness = 3;
    canvas_dot(canvas, line->from.x, line->from.y, 0, 0, "")->pen = pen;
    canvas_dot(canvas, line->to.x, line->to.y, 0, 0, "")->pen = pen;
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// The clearance of a step, of which both tiles must have it.
static int32_t clearance_of(const canvas *canvas, uint32_t terrains, const graph_line *line)
{
    return least(fw_map_clearance(canvas->map, terrains, (int32_t)line->from.x, (int32_t)line->from.y),
                 fw_map_clearance(canvas->map, terrains, (int32_t)line->to.x, (int32_t)line->to.y));
}

/// @param terrains  what the unit may enter
static void draw_graph(canvas *canvas, const graph_lines *graph, uint32_t terrains)
{
    for (int i = 0; i < graph->edge_count; i++)
        canvas_line(canvas, graph->edges[i].from, graph->edges[i].to, 0, 0, "");
    for (int i = 0; i < graph->transition_count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", (int)clearance_of(canvas, terrains, &graph->transitions[i]));
        draw_inter_edge(canvas, &graph->transitions[i], IO_PEN_RED, text);
    }
    canvas->pens[IO_PEN_RED] = "inter-edge between two clusters, with its clearance";
    canvas->pens[IO_PEN_INK] = "intra-edge, within a cluster";
}

void borders_of_clusters(canvas *canvas)
{
    draw_borders(canvas, SIDE);
    name_clusters(canvas);
    canvas_title(canvas, "four clusters of 5 x 5 tiles");
}

/// The library's graph has as many clusters, as large.
void four_clusters_make_the_map(canvas *canvas)
{
    fw_cluster_summary clusters;
    const fw_unit_id unit = add_clustered(canvas, GROUND, 1, SIDE, FW_DOMINANCE_STRONG);
    assert_int_equal(fw_map_clusters(canvas->map, unit, &clusters), FW_OK);
    assert_int_equal(clusters.side, SIDE);
    assert_int_equal(clusters.clusters, 4);
    double borders = 0;
    for (int i = 0; i < canvas->note_count; i++)
        borders += canvas->notes[i].pen == IO_PEN_GREY ? canvas->notes[i].line.length : 0;
    assert_true(borders == 2 * 2 * SIDE);
    assert_int_equal(canvas->note_count, 2 + 4); // and names
    bool is_met[3] = { false };
    for (int i = 0; i < 4 * SIDE * SIDE; i++) {
        const int32_t terrain = fw_map_terrain(canvas->map, i % (2 * SIDE), i / (2 * SIDE));
        is_met[0] |= terrain == FW_GROUND, is_met[1] |= terrain == FW_WATER,
            is_met[2] |= terrain == FW_BLOCKED;
    }
    assert_true(is_met[0] && is_met[1] && is_met[2]);
}

/// Figure 12a.
void entrances_for_each_capability(canvas *canvas)
{
    draw_borders(canvas, SIDE);
    name_clusters(canvas);
    for (int i = 0; i < CAPABILITIES; i++) {
        const graph_lines graph = graph_of(canvas, capabilities[i].terrains, 1, FW_DOMINANCE_WEAK);
        for (int k = 0; k < graph.entrance_count; k++) {
            const fw_tile_rect at = graph.entrances[k];
            const double inset = 0.06 + 0.09 * i;
            if (graph.entrance_clusters[k] == 0 && at.y < SIDE && at.y + at.height > SIDE)
                draw_rectangle(canvas, at.x + inset, at.y + inset, at.width - 2 * inset,
                               at.height - 2 * inset, capabilities[i].pen, 2);
        }
        canvas->pens[capabilities[i].pen] = capabilities[i].name;
        canvas->is_aside[capabilities[i].pen] = true;
    }
    canvas_title(canvas, "entrances between C1 and C3, for each capability");
}

/// All that a pen has drawn lies on some tiles.
static void assert_drawn_within(const canvas *canvas, io_pen pen, fw_tile_rect tiles)
{
    for (int i = 0; i < canvas->note_count; i++) {
        const fw_pose at = canvas->notes[i].line.start;
        if (canvas->notes[i].pen == pen)
            assert_true(at.x > tiles.x && at.x < tiles.x + tiles.width && at.y > tiles.y &&
                        at.y < tiles.y + tiles.height);
    }
}

/// The entrance of a unit that walks and swims is as wide as those of both.
void entrances_add_up(canvas *canvas)
{
    int32_t widths[CAPABILITIES] = { 0 };
    for (int i = 0; i < CAPABILITIES; i++) {
        const graph_lines graph = graph_of(canvas, capabilities[i].terrains, 1, FW_DOMINANCE_WEAK);
        for (int k = 0; k < graph.entrance_count; k++) {
            const fw_tile_rect at = graph.entrances[k];
            if (graph.entrance_clusters[k] == 0 && at.y < SIDE && at.y + at.height > SIDE) {
                widths[i] += at.width;
                assert_drawn_within(canvas, capabilities[i].pen, at);
            }
        }
        double around = 0; // the rectangle that is drawn
        for (int k = 0; k < canvas->note_count; k++)
            around += canvas->notes[k].pen == capabilities[i].pen ? canvas->notes[k].line.length : 0;
        assert_true(fabs(around - 2 * (widths[i] + 2)) < 3);
    }
    assert_true(widths[0] > 0 && widths[1] > 0);
    assert_int_equal(widths[2], widths[0] + widths[1]);
}

/// Figure 12b.
void transitions_for_each_capability(canvas *canvas)
{
    draw_borders(canvas, SIDE);
    name_clusters(canvas);
    for (int i = 0; i < CAPABILITIES; i++) {
        const graph_lines graph = graph_of(canvas, capabilities[i].terrains, 1, FW_DOMINANCE_WEAK);
        for (int k = 0; k < graph.transition_count; k++)
            if (is_between_1_and_3(&graph.transitions[k])) {
                char text[16];
                graph_line line = graph.transitions[k];
                snprintf(text, sizeof text, "%d", (int)clearance_of(canvas, capabilities[i].terrains, &line));
                line.from.x = line.to.x += i == 2 ? 0.3 : -0.25 * (i == 0); // beside each other
                draw_inter_edge(canvas, &line, capabilities[i].pen, text);
            }
        canvas->pens[capabilities[i].pen] = capabilities[i].name;
        canvas->is_aside[capabilities[i].pen] = true;
    }
    canvas_title(canvas, "transition points between C1 and C3, and their clearances");
}

/// All that a pen has drawn lies on a transition or beside it.
static void assert_drawn_beside(const canvas *canvas, io_pen pen, const graph_line *line)
{
    for (int i = 0; i < canvas->note_count; i++) {
        const fw_pose at = canvas->notes[i].line.start;
        if (canvas->notes[i].pen == pen)
            assert_true(fabs(at.x - line->from.x) < 0.31 && (at.y == line->from.y || at.y == line->to.y));
    }
}

/// Each transition of figure 12 has the largest clearance of its entrance.
void transitions_maximise_clearance(canvas *canvas)
{
    int found = 0;
    for (int i = 0; i < CAPABILITIES; i++) {
        const graph_lines graph = graph_of(canvas, capabilities[i].terrains, 1, FW_DOMINANCE_WEAK);
        for (int k = 0; k < graph.entrance_count; k++) {
            const fw_tile_rect at = graph.entrances[k];
            if (graph.entrance_clusters[k] != 0 || at.y >= SIDE || at.y + at.height <= SIDE)
                continue;
            int32_t most = 0, taken = 0;
            for (int32_t x = at.x; x < at.x + at.width; x++) {
                const graph_line step = { .from = { x, SIDE - 1 }, .to = { x, SIDE } };
                const int32_t here = clearance_of(canvas, capabilities[i].terrains, &step);
                most = here > most ? here : most;
            }
            for (int t = 0; t < graph.transition_count; t++) {
                const graph_line *line = &graph.transitions[t];
                if (!is_between_1_and_3(line) || line->from.x < at.x || line->from.x > at.x + at.width)
                    continue;
                taken = clearance_of(canvas, capabilities[i].terrains, line);
                assert_drawn_beside(canvas, capabilities[i].pen, line);
            }
            char text[16];
            bool is_told = false;
            snprintf(text, sizeof text, "%d", (int)most);
            for (int n = 0; n < canvas->note_count; n++)
                is_told |=
                    canvas->notes[n].pen == capabilities[i].pen && strcmp(canvas->notes[n].text, text) == 0;
            assert_int_equal(taken, most);
            assert_true(is_told);
            found++;
        }
    }
    assert_int_equal(found, CAPABILITIES);
}

static void title_of_graph(canvas *canvas, const char *what, const graph_lines *graph)
{
    snprintf(canvas->title, sizeof canvas->title, "%s: %d inter-edges, %d intra-edges", what,
             graph->transition_count, graph->edge_count);
}

/// Figure 13.
void graph_of_a_unit(canvas *canvas)
{
    const graph_lines graph = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    draw_borders(canvas, SIDE);
    draw_graph(canvas, &graph, GROUND | WATER);
    name_clusters(canvas);
    title_of_graph(canvas, "walks and swims, size 1", &graph);
}

/// A walk over the edges of figure 13 leads from each transition to each other one.
void the_graph_is_connected(canvas *canvas)
{
    const graph_lines graph = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    bool is_reached[MOST_LINES] = { true };
    for (int round = 0; round < graph.transition_count; round++)
        for (int i = 0; i < graph.edge_count; i++) {
            int from = -1, to = -1;
            for (int k = 0; k < graph.transition_count; k++) {
                const io_point middle = middle_of(&graph.transitions[k]);
                from = are_same(middle, graph.edges[i].from) ? k : from;
                to = are_same(middle, graph.edges[i].to) ? k : to;
            }
            assert_true(from >= 0 && to >= 0);
            is_reached[from] = is_reached[to] = is_reached[from] || is_reached[to];
        }
    for (int k = 0; k < graph.transition_count; k++)
        assert_true(is_reached[k]);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_RED), graph.transition_count);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_INK), graph.edge_count);
}

/// Figure 16.
void graph_under_weak_dominance(canvas *canvas)
{
    const graph_lines graph = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK);
    draw_borders(canvas, SIDE);
    draw_graph(canvas, &graph, GROUND | WATER);
    name_clusters(canvas);
    title_of_graph(canvas, "weak dominance", &graph);
}

enum { MOST_NODES_OF_14 = 8, LARGEST_OF_14 = 2, NODES_SHOWN = 3 };

/// What annotated A* finds between the transition points of C1 within this cluster.
typedef struct ways_of_14 {
    io_point nodes[MOST_NODES_OF_14];
    int count;
    double lengths[LARGEST_OF_14][MOST_NODES_OF_14][MOST_NODES_OF_14]; ///< infinite: there is none
} ways_of_14;

/// The length of the way of a unit from tile to tile within C1; infinite if there is none.
static double way_within(const fw_planner *planner, fw_unit_id unit, const fw_overlay *cluster, io_point from,
                         io_point to, int32_t size)
{
    fw_request ask = fw_default_request();
    fw_path *path = canvas_path();
    const double middle = 0.5 * (size - 1);
    ask.unit = unit;
    ask.method = FW_ASTAR;
    ask.overlay = cluster;
    ask.start = (fw_pose){ from.x + middle, from.y + middle, 0 };
    ask.goal = fw_goal_at(to.x + middle, to.y + middle);
    const fw_result found = fw_find_path((fw_planner *)planner, &ask, path);
    const double length = found == FW_OK ? fw_path_length(path) : INFINITY;
    fw_path_destroy(path);
    return length;
}

static ways_of_14 find_ways(canvas *canvas)
{
    const graph_lines graph = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    ways_of_14 ways = { .count = 0 };
    fw_overlay *cluster = NULL;
    for (int i = 0; i < graph.transition_count; i++)
        if (graph.transitions[i].cluster == 0)
            ways.nodes[ways.count++] = graph.transitions[i].from;
    assert_int_equal(fw_overlay_create(fw_map_width(canvas->map), fw_map_height(canvas->map), NULL, &cluster),
                     FW_OK);
    assert_int_equal(fw_overlay_corridor(cluster, 0, 0, SIDE, SIDE), FW_OK);
    for (int32_t size = 1; size <= LARGEST_OF_14; size++) {
        const fw_unit_id unit = add_unit(canvas->map, unit_entering(size, GROUND | WATER));
        fw_planner *planner = new_planner(canvas->map);
        for (int a = 0; a < ways.count; a++)
            for (int b = 0; b < ways.count; b++)
                ways.lengths[size - 1][a][b] =
                    way_within(planner, unit, cluster, ways.nodes[a], ways.nodes[b], size);
        fw_planner_destroy(planner);
    }
    fw_overlay_destroy(cluster);
    return ways;
}

/// True if the edge of size 1 is no longer than that of size 2.
static bool is_dominated(const ways_of_14 *ways, int a, int b)
{
    return fabs(ways->lengths[1][a][b] - ways->lengths[0][a][b]) < 1e-9;
}

/// Draws an edge beside the line between its nodes.
static void draw_edge(canvas *canvas, io_point from, io_point to, double aside, io_pen pen, const char *text)
{
    const double along = atan2(to.y - from.y, to.x - from.x);
    const double dx = -aside * sin(along), dy = aside * cos(along);
    io_note *line =
        canvas_line(canvas, (io_point){ from.x + dx, from.y + dy }, (io_point){ to.x + dx, to.y + dy },
                    0.5 * (from.x + to.x) + 3.2 * dx, 0.5 * (from.y + to.y) + 3.2 * dy, text);
    line->pen = pen;
    line->boldness = 2;
}

/// The part of C1 that figure 14 shows: both transition points to C2, and the one in the water, in the order in which
/// edges are named.
static void choose_nodes(const ways_of_14 *ways, int chosen[NODES_SHOWN])
{
    chosen[0] = chosen[1] = chosen[2] = -1;
    for (int i = 0; i < ways->count; i++) {
        const io_point at = ways->nodes[i];
        if (at.x > SIDE - 1)
            chosen[at.y < 1] = i; // the lower one, the upper one
        else if (at.x > 1)
            chosen[2] = i;
    }
    for (int i = 0; i < NODES_SHOWN; i++)
        assert_true(chosen[i] >= 0);
}

/// The edges that figure 14 shows: nodes by their place in the choice, a size, and the article's name. E5 and E6 are
/// the edges that E3 and E4 dominate.
static const struct {
    int from, to;
    int32_t size;
    const char *name;
} edges_of_14[] = { { 0, 2, 1, "E1" }, { 0, 2, 2, "E2" }, { 0, 1, 2, "E3" },
                    { 1, 2, 2, "E4" }, { 0, 1, 1, "E5" }, { 1, 2, 1, "E6" } };

enum { EDGES_OF_14 = sizeof edges_of_14 / sizeof *edges_of_14 };

/// A part of the edges of a cluster for sizes 1 and 2.
///
/// @param drops  leaves out those of size 1 that one of size 2 dominates
static void draw_dominance(canvas *canvas, bool drops)
{
    const ways_of_14 ways = find_ways(canvas);
    int chosen[NODES_SHOWN];
    draw_borders(canvas, SIDE);
    name_clusters(canvas);
    choose_nodes(&ways, chosen);
    for (int i = 0; i < EDGES_OF_14; i++) {
        const int a = chosen[edges_of_14[i].from], b = chosen[edges_of_14[i].to];
        const bool is_small = edges_of_14[i].size == 1;
        if (!drops || !is_small || !is_dominated(&ways, a, b))
            draw_edge(canvas, ways.nodes[a], ways.nodes[b], is_small ? 0.1 : -0.1,
                      is_small ? IO_PEN_GREEN : IO_PEN_VIOLET, edges_of_14[i].name);
    }
    for (int i = 0; i < NODES_SHOWN; i++)
        canvas_dot(canvas, ways.nodes[chosen[i]].x, ways.nodes[chosen[i]].y, 0, 0, "")->boldness = 2;
    canvas->pens[IO_PEN_INK] = "node";
    canvas->pens[IO_PEN_GREEN] = "edge for size 1";
    canvas->pens[IO_PEN_VIOLET] = "edge for size 2";
    canvas->is_aside[IO_PEN_GREEN] = canvas->is_aside[IO_PEN_VIOLET] = true;
    canvas_title(canvas, drops ? "strong dominance has removed E5 and E6"
                               : "three nodes of C1: E3 dominates E5, E4 dominates E6");
}

/// Figure 14a.
void edges_of_two_sizes(canvas *canvas)
{
    draw_dominance(canvas, false);
}

/// Figure 14b.
void edges_that_strong_dominance_keeps(canvas *canvas)
{
    draw_dominance(canvas, true);
}

/// The edge is drawn beside the line between two nodes of the library's graph, and there are dots on both.
static void assert_edge_joins(const canvas *canvas, const char *name, io_point from, io_point to)
{
    int dots = 0;
    bool is_drawn = false;
    for (int i = 0; i < canvas->note_count; i++) {
        const io_note *note = &canvas->notes[i];
        const io_point at = { note->line.start.x, note->line.start.y };
        dots += note->kind == IO_NOTE_DOT && (are_same(at, from) || are_same(at, to));
        is_drawn |= strcmp(note->text, name) == 0 && fabs(hypot(at.x - from.x, at.y - from.y) - 0.1) < 1e-6;
    }
    assert_true(is_drawn);
    assert_int_equal(dots, 2);
}

void an_edge_joins_each_pair_for_each_size(canvas *canvas)
{
    const ways_of_14 ways = find_ways(canvas);
    int chosen[NODES_SHOWN];
    choose_nodes(&ways, chosen);
    for (int i = 0; i < EDGES_OF_14; i++)
        assert_edge_joins(canvas, edges_of_14[i].name, ways.nodes[chosen[edges_of_14[i].from]],
                          ways.nodes[chosen[edges_of_14[i].to]]);
}

/// Of figure 14a, 14b lacks each edge of size 1 for which one of size 2 is there that joins the same nodes and is as
/// long, and no other.
void strong_dominance_keeps_every_way(canvas *canvas)
{
    const ways_of_14 ways = find_ways(canvas);
    int chosen[NODES_SHOWN], dropped = 0;
    choose_nodes(&ways, chosen);
    for (int i = 0; i < EDGES_OF_14; i++) {
        const int a = chosen[edges_of_14[i].from], b = chosen[edges_of_14[i].to];
        const double small = ways.lengths[0][a][b], large = ways.lengths[1][a][b];
        const bool is_less = edges_of_14[i].size == 1 && fabs(small - large) < 1e-9;
        assert_true(large >= small - 1e-9);
        if (is_less)
            assert_int_equal(canvas_count_texts(canvas, edges_of_14[i].name), 0);
        else
            assert_edge_joins(canvas, edges_of_14[i].name, ways.nodes[a], ways.nodes[b]);
        dropped += is_less;
    }
    assert_int_equal(dropped, 2);
}

static bool is_below(const graph_line *edge)
{
    return edge->from.x == edge->to.x;
}

static bool swims(const canvas *canvas, const graph_line *edge)
{
    return fw_map_terrain(canvas->map, (int32_t)edge->from.x, (int32_t)edge->from.y) == FW_WATER;
}

/// True if an inter-edge of a graph is one of another graph, too.
static bool has_transition(const graph_lines *graph, const graph_line *edge)
{
    for (int i = 0; i < graph->transition_count; i++)
        if (are_same(graph->transitions[i].from, edge->from) && are_same(graph->transitions[i].to, edge->to))
            return true;
    return false;
}

/// True if an edge ends at an inter-edge between C1 and C3 that weak dominance removes.
static bool is_lost(const graph_lines *all, const graph_lines *weak, const graph_line *edge)
{
    for (int i = 0; i < all->transition_count; i++) {
        const io_point middle = middle_of(&all->transitions[i]);
        if (is_between_1_and_3(&all->transitions[i]) && !has_transition(weak, &all->transitions[i]) &&
            (are_same(edge->from, middle) || are_same(edge->to, middle)))
            return true;
    }
    return false;
}

/// The inter-edges between C1 and C3 of a unit that walks and swims, and where they lead from and to.
///
/// @param is_weak  leaves out the one that weak dominance removes, and the edges at its ends
static void draw_two_inter_edges(canvas *canvas, bool is_weak)
{
    const graph_lines all = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    const graph_lines weak = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK);
    draw_borders(canvas, SIDE);
    name_clusters(canvas);
    for (int i = 0; i < all.transition_count; i++) { // u in C1, x in C3
        const graph_line *edge = &all.transitions[i];
        const io_point middle = middle_of(edge);
        const bool is_wet = swims(canvas, edge);
        if (is_between_1_and_3(edge) && (!is_weak || has_transition(&weak, edge)))
            draw_inter_edge(canvas, edge, is_wet ? IO_PEN_BLUE : IO_PEN_GREEN, is_wet ? "E2" : "E5");
        if (!is_below(edge) &&
            (edge->cluster == 0 ? edge->from.y < 2 : edge->cluster == 2 && edge->from.y > 7))
            canvas_dot(canvas, middle.x, middle.y, 0.35, 0, edge->cluster == 0 ? "u" : "x");
    }
    for (int i = 0; i < all.edge_count; i++)
        if ((all.edges[i].cluster == 0 || all.edges[i].cluster == 2) &&
            !(is_weak && is_lost(&all, &weak, &all.edges[i])))
            canvas_line(canvas, all.edges[i].from, all.edges[i].to, 0, 0, "");
    canvas->pens[IO_PEN_INK] = "intra-edge";
    canvas->pens[IO_PEN_BLUE] = is_weak ? NULL : "inter-edge through water";
    canvas->pens[IO_PEN_GREEN] = "inter-edge on the ground";
    canvas_title(canvas, is_weak ? "E2 and its ends are removed" : "two inter-edges between C1 and C3");
}

/// Figure 15a.
void two_inter_edges(canvas *canvas)
{
    draw_two_inter_edges(canvas, false);
}

/// Figure 15b.
void the_inter_edge_that_stays(canvas *canvas)
{
    draw_two_inter_edges(canvas, true);
}

static int count_between_1_and_3(const graph_lines *graph)
{
    int count = 0;
    for (int i = 0; i < graph->transition_count; i++)
        count += is_between_1_and_3(&graph->transitions[i]);
    return count;
}

/// Of the two inter-edges, the library's weak dominance keeps one.
void one_inter_edge_is_enough(canvas *canvas)
{
    const graph_lines strong = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    const graph_lines weak = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK);
    int edges = 0; // of C1 and C3
    for (int i = 0; i < strong.edge_count; i++)
        edges += strong.edges[i].cluster % 2 == 0;
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_INK), edges);
    assert_int_equal(count_between_1_and_3(&strong), 2);
    assert_int_equal(count_between_1_and_3(&weak), 1);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_BLUE), 1);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_GREEN), 1);
}

/// Whoever walks gets from u to x without E2.
void who_walks_gets_from_u_to_x(canvas *canvas)
{
    const graph_lines walker = graph_of(canvas, GROUND, 1, FW_DOMINANCE_STRONG);
    bool is_there = false;
    for (int i = 0; i < walker.transition_count; i++)
        is_there |= is_between_1_and_3(&walker.transitions[i]);
    assert_true(is_there);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_BLUE), 0);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_GREEN), 1);
    int at_e5 = 0;
    for (int i = 0; i < canvas->note_count; i++) {
        const io_note *note = &canvas->notes[i];
        fw_pose end;
        assert_int_equal(fw_segment_pose_at(&note->line, note->line.length, &end), FW_OK);
        at_e5 += note->pen == IO_PEN_INK && note->line.length > 0 && (note->line.start.x < 1 || end.x < 1);
        assert_false(swims(canvas, &(graph_line){ .from = { end.x, end.y - 1 } }) &&
                     note->pen == IO_PEN_INK && end.y == SIDE); // nothing leads to where E2 was
    }
    assert_true(at_e5 >= 2);
    const graph_lines all = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    const graph_lines weak = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK);
    int kept = 0;
    assert_int_equal(count_between_1_and_3(&all) - count_between_1_and_3(&weak), 1);
    for (int i = 0; i < all.edge_count; i++)
        kept += all.edges[i].cluster % 2 == 0 && !is_lost(&all, &weak, &all.edges[i]); // C1 and C3
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_INK), kept);
}

void weak_dominance_halves_the_graph(canvas *canvas)
{
    const graph_lines strong = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_STRONG);
    const graph_lines weak = graph_of(canvas, GROUND | WATER, 1, FW_DOMINANCE_WEAK);
    assert_true(weak.transition_count < strong.transition_count);
    assert_true(2 * weak.edge_count < strong.edge_count);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_RED), weak.transition_count);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_INK), weak.edge_count);
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

static void draw_step(canvas *canvas, io_point from, io_point to)
{
    io_note *line = canvas_line(canvas, from, to, 0, 0, "");
    line->pen = IO_PEN_RED;
    line->boldness = 2;
}

/// The way on the graph leads beside the path, which touches only some of its places.
void the_path_need_not_touch_transitions(canvas *canvas)
{
    double most = 0;
    for (int i = 0; i < canvas->note_count; i++)
        if (canvas->notes[i].pen == IO_PEN_RED) {
            double along, distance;
            const fw_pose at = canvas->notes[i].line.start;
            assert_int_equal(fw_path_nearest(canvas->path, at.x, at.y, &along, &distance), FW_OK);
            most = fmax(most, distance);
        }
    assert_true(most > 0.5 && most < WIDE_SIDE);
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
    graph_lines graph = { .edge_count = 0 };
    const fw_unit_id unit = add_unit(canvas->map, canvas->unit);
    assert_int_equal(fw_inspect_clusters(canvas->map, unit, note_mark, &graph), FW_OK);
    for (int i = 0; i < graph.transition_count; i++)
        draw_inter_edge(canvas, &graph.transitions[i], IO_PEN_INK, "");
    canvas->pens[IO_PEN_INK] = "inter-edge";
    canvas->pens[IO_PEN_RED] = "way on the graph";
    io_point to = { canvas->goal.x, canvas->goal.y };
    for (int at = index_of(&seen, seen.last); at >= 0;) {
        draw_step(canvas, seen.places[at], to);
        to = seen.places[at];
        const uint64_t parent = seen.parents[at];
        at = parent == seen.ids[at] ? -1 : index_of(&seen, parent);
    }
    draw_step(canvas, (io_point){ canvas->start.x, canvas->start.y }, to);
    canvas_title(canvas, "the way on the graph, and the path");
}
