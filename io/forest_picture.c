#include "io/forest_picture.h"

#include <math.h>
#include <stdbool.h>

#include "io/svg.h"

/// The longer side of a picture, in pixels, and the margin around the drawing, as a share of the longer side.
#define PICTURE_SIDE 960.0
#define PICTURE_ROOM 0.04

/// Height of capitals in the legend and of a row of it, and the width of a sample, in pixels.
#define CAPITALS 11.0
#define ROW      26.0
#define SAMPLE   26.0

#define START        "#2a8f5b"
#define GOAL         "#c7374a"
#define TREE         "#7f9f78"
#define GROWN        "#dbe6d4"
#define SURFING      "#1f5fbf"
#define HUGGING      "#8a3ffc"
#define NODE         "#22304a"
#define REACHED_LINE "#e3a42b"
#define REACHED_ARC  "#d97b1c"
#define KNOWN_LINE   "#9ea2b5"
#define KNOWN_ARC    "#858a9c"
#define COVERED      "#c7374a"

/// The pose at the end of a segment.
static fw_pose end_of(const fw_segment *segment)
{
    const double heading = segment->start.heading, curvature = segment->curvature;
    const double x = segment->start.x, y = segment->start.y;
    if (curvature == 0)
        return (fw_pose){ x + segment->length * cos(heading), y + segment->length * sin(heading), heading };
    const double last = heading + curvature * segment->length;
    return (fw_pose){ x + (sin(last) - sin(heading)) / curvature, y - (cos(last) - cos(heading)) / curvature,
                      last };
}

/// Writes a segment as a part of an SVG path. Each arc becomes two halves, which need no large-arc flag.
static void write_segment(FILE *to, const fw_segment *segment, bool moves)
{
    if (moves)
        fprintf(to, "M%.4f %.4f", segment->start.x, segment->start.y);
    fw_segment half = *segment;
    half.length /= 2;
    const fw_pose middle = end_of(&half), end = end_of(segment);
    const double radius = segment->curvature == 0 ? 0 : fabs(1 / segment->curvature);
    const int sweep = segment->curvature > 0;
    if (segment->curvature == 0)
        fprintf(to, "L%.4f %.4f", end.x, end.y);
    else
        fprintf(to, "A%.4f %.4f 0 0 %d %.4f %.4fA%.4f %.4f 0 0 %d %.4f %.4f", radius, radius, sweep, middle.x,
                middle.y, radius, radius, sweep, end.x, end.y);
}

/// Writes the edges of one kind.
typedef struct edge_writer {
    FILE *to;
    fw_forest_edge_kind kind;
    bool is_reached;
} edge_writer;

static void write_edge(const fw_forest_edge *edge, void *user)
{
    const edge_writer *writer = user;
    if (edge->kind == writer->kind && edge->is_reached == writer->is_reached)
        write_segment(writer->to, &edge->segment, true);
}

static void write_edges(FILE *to, const fw_forest_planner *planner, fw_forest_edge_kind kind, bool is_reached,
                        const char *color, double width)
{
    edge_writer writer = { to, kind, is_reached };
    fprintf(to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.4f\" d=\"", color, width);
    fw_forest_planner_edges(planner, write_edge, &writer);
    fputs("\"/>\n", to);
}

static void write_circles(FILE *to, const io_scene *scene, double more, const char *color)
{
    fprintf(to, "<g fill=\"%s\">\n", color);
    for (int32_t i = 0; i < scene->count; i++)
        fprintf(to, "<circle cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\"/>\n", scene->trees[i].x, scene->trees[i].y,
                scene->trees[i].radius + more);
    fputs("</g>\n", to);
}

static void write_dot(FILE *to, double x, double y, double radius, const char *color)
{
    fprintf(to, "<circle cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\" fill=\"%s\"/>\n", x, y, radius, color);
}

/// True if the grown circles of two trees cross.
static bool overlap(const io_scene *scene, const fw_tree *tree, const fw_tree *other)
{
    const double distance = hypot(other->x - tree->x, other->y - tree->y);
    return distance < tree->radius + other->radius + 2 * scene->radius &&
           distance > fabs(tree->radius - other->radius);
}

static bool overlaps_any(const io_scene *scene)
{
    for (int32_t i = 0; i < scene->count; i++)
        for (int32_t j = 0; j < i; j++)
            if (overlap(scene, &scene->trees[i], &scene->trees[j]))
                return true;
    return false;
}

/// Writes the part of a tree's grown circle that lies within another one, and one of the two points where they cross.
static void write_covered(FILE *to, const io_scene *scene, const fw_tree *tree, const fw_tree *other,
                          double pixel)
{
    const double radius = tree->radius + scene->radius, reach = other->radius + scene->radius;
    const double dx = other->x - tree->x, dy = other->y - tree->y, distance = hypot(dx, dy);
    const double to_radical_line = (radius * radius + distance * distance - reach * reach) / (2 * distance);
    const double half = acos(to_radical_line / radius), from = atan2(dy, dx) - half;
    const double x = tree->x + radius * cos(from), y = tree->y + radius * sin(from);
    const fw_segment covered = { .start = { x, y, from + FW_PI / 2 },
                                 .curvature = 1 / radius,
                                 .length = 2 * half * radius };
    fprintf(to, "<path fill=\"none\" stroke=\"" COVERED "\" stroke-width=\"%.4f\" d=\"", 2.5 * pixel);
    write_segment(to, &covered, true);
    fputs("\"/>\n", to);
    write_dot(to, x, y, 4.5 * pixel, COVERED);
}

/// Writes what trees cover of each other's grown circles.
static void write_overlaps(FILE *to, const io_scene *scene, double pixel)
{
    for (int32_t i = 0; i < scene->count; i++)
        for (int32_t j = 0; j < scene->count; j++)
            if (j != i && overlap(scene, &scene->trees[i], &scene->trees[j]))
                write_covered(to, scene, &scene->trees[i], &scene->trees[j], pixel);
}

/// Writes the path: surfing edges are blue, hugging edges violet, and nodes lie where they meet.
static void write_path(FILE *to, const fw_path *path, double pixel)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        fprintf(to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.4f\" d=\"",
                segments[i].curvature == 0 ? SURFING : HUGGING, 3.5 * pixel);
        write_segment(to, &segments[i], true);
        fputs("\"/>\n", to);
    }
    for (int32_t i = 1; i < count; i++)
        write_dot(to, segments[i].start.x, segments[i].start.y, 4.5 * pixel, NODE);
}

/// The bounding box of everything that the picture shows.
static fw_box box_of(const io_scene *scene)
{
    fw_box box = { fmin(scene->start_x, scene->goal_x), fmin(scene->start_y, scene->goal_y),
                   fmax(scene->start_x, scene->goal_x), fmax(scene->start_y, scene->goal_y) };
    for (int32_t i = 0; i < scene->count; i++) {
        const fw_tree *tree = &scene->trees[i];
        const double reach = tree->radius + scene->radius;
        box.min_x = fmin(box.min_x, tree->x - reach);
        box.min_y = fmin(box.min_y, tree->y - reach);
        box.max_x = fmax(box.max_x, tree->x + reach);
        box.max_y = fmax(box.max_y, tree->y + reach);
    }
    return box;
}

/// What a picture shows besides trees, ends and the path.
typedef struct shown {
    bool lines, reached_lines, arcs, reached_arcs, overlaps;
} shown;

static void note_edge(const fw_forest_edge *edge, void *user)
{
    shown *seen = user;
    const bool is_line = edge->kind == FW_FOREST_LINE, is_arc = edge->kind == FW_FOREST_ARC;
    seen->lines |= is_line && !edge->is_reached;
    seen->reached_lines |= is_line && edge->is_reached;
    seen->arcs |= is_arc && !edge->is_reached;
    seen->reached_arcs |= is_arc && edge->is_reached;
}

/// An item of the legend: a line, or else a dot.
typedef struct legend_item {
    bool is_there, is_line;
    const char *color, *text;
} legend_item;

enum { LEGEND_ITEMS = 12 };

/// Writes the items row by row, in pixels from the legend's upper left corner.
///
/// @param to  or null: only counts
/// @return number of rows
static int flow_legend(FILE *to, const legend_item *items, double width)
{
    static const io_color ink = { 0x2b, 0x2d, 0x33 };
    double x = 0;
    int rows = 1;
    for (int i = 0; i < LEGEND_ITEMS; i++) {
        if (!items[i].is_there)
            continue;
        const double needed = SAMPLE + 8 + svg_text_width(items[i].text, CAPITALS) + 20;
        if (x > 0 && x + needed > width) {
            x = 0;
            rows++;
        }
        const double y = ROW * rows - 0.5 * CAPITALS;
        if (to && items[i].is_line)
            fprintf(to, "<path stroke=\"%s\" stroke-width=\"3.5\" d=\"M%.1f %.1fh%.1f\"/>\n", items[i].color,
                    x, y, SAMPLE);
        else if (to)
            fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" fill=\"%s\"/>\n", x + 0.5 * SAMPLE, y,
                    items[i].color);
        if (to)
            svg_text(to, x + SAMPLE + 8, ROW * rows, CAPITALS, ink, items[i].text);
        x += needed;
    }
    return rows;
}

void io_forest_svg(FILE *to, const io_scene *scene, const fw_forest_planner *planner, const fw_path *path)
{
    const fw_box box = box_of(scene);
    const double longer = fmax(fmax(box.max_x - box.min_x, box.max_y - box.min_y), 1),
                 room = PICTURE_ROOM * longer;
    const double width = box.max_x - box.min_x + 2 * room, height = box.max_y - box.min_y + 2 * room;
    const double pixel = longer / PICTURE_SIDE, mark = fmax(scene->radius, 4 * pixel);
    shown seen = { .overlaps = overlaps_any(scene) };
    fw_forest_planner_edges(planner, note_edge, &seen);
    const legend_item items[LEGEND_ITEMS] = {
        { true, false, START, "start" },
        { true, false, GOAL, "goal" },
        { true, false, TREE, "circle" },
        { scene->radius > 0, false, GROWN, "grown by the body's radius" },
        { fw_path_length(path) > 0, true, SURFING, "path: surfing edge" },
        { fw_path_length(path) > 0, true, HUGGING, "path: hugging edge" },
        { fw_path_length(path) > 0, false, NODE, "node of the path" },
        { seen.reached_lines, true, REACHED_LINE, "surfing edge, reached" },
        { seen.reached_arcs, true, REACHED_ARC, "hugging edge, reached" },
        { seen.lines, true, KNOWN_LINE, "surfing edge, not reached" },
        { seen.arcs, true, KNOWN_ARC, "hugging edge, not reached" },
        { seen.overlaps, true, COVERED, "arc under another circle, and where they cross" },
    };
    const double legend = ROW * (flow_legend(NULL, items, (width - 2 * room) / pixel) + 0.5) * pixel;
    const double left = box.min_x - room, top = box.min_y - room;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.4f %.4f %.4f %.4f\">\n",
            width / pixel, (height + legend) / pixel, left, top, width, height + legend);
    fprintf(to, "<rect x=\"%.4f\" y=\"%.4f\" width=\"%.4f\" height=\"%.4f\" fill=\"#fcfbf9\"/>\n", left, top,
            width, height + legend);
    write_circles(to, scene, scene->radius, GROWN);
    write_circles(to, scene, 0, TREE);
    write_edges(to, planner, FW_FOREST_LINE, false, KNOWN_LINE, 1.2 * pixel);
    write_edges(to, planner, FW_FOREST_LINE, true, REACHED_LINE, 1.5 * pixel);
    write_edges(to, planner, FW_FOREST_ARC, false, KNOWN_ARC, 2 * pixel);
    write_edges(to, planner, FW_FOREST_ARC, true, REACHED_ARC, 2 * pixel);
    write_overlaps(to, scene, pixel);
    write_path(to, path, pixel);
    write_dot(to, scene->start_x, scene->start_y, mark, START);
    write_dot(to, scene->goal_x, scene->goal_y, mark, GOAL);
    fprintf(to, "<g transform=\"translate(%.4f %.4f) scale(%.6f)\">\n", box.min_x, top + height, pixel);
    flow_legend(to, items, (width - 2 * room) / pixel);
    fputs("</g>\n</svg>\n", to);
}
