#include "io/forest_picture.h"

#include <math.h>

/// The longer side of a picture, in pixels, and the margin around the drawing, as a share of the longer side.
#define PICTURE_SIDE 960.0
#define PICTURE_ROOM 0.04

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

static void write_circles(FILE *to, const io_scene *scene, double more, const char *paint)
{
    fprintf(to, "<g %s>\n", paint);
    for (int32_t i = 0; i < scene->count; i++)
        fprintf(to, "<circle cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\"/>\n", scene->trees[i].x, scene->trees[i].y,
                scene->trees[i].radius + more);
    fputs("</g>\n", to);
}

static void write_path(FILE *to, const fw_path *path, double width)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    fprintf(to, "<path fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"%.4f\" d=\"", width);
    for (int32_t i = 0; i < count; i++)
        write_segment(to, &segments[i], i == 0);
    fputs("\"/>\n", to);
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

void io_forest_svg(FILE *to, const io_scene *scene, const fw_forest_planner *planner, const fw_path *path)
{
    const fw_box box = box_of(scene);
    const double longer = fmax(fmax(box.max_x - box.min_x, box.max_y - box.min_y), 1),
                 room = PICTURE_ROOM * longer;
    const double width = box.max_x - box.min_x + 2 * room, height = box.max_y - box.min_y + 2 * room;
    const double pixel = longer / PICTURE_SIDE, mark = fmax(scene->radius, 4 * pixel);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.4f %.4f %.4f %.4f\">\n",
            width / pixel, height / pixel, box.min_x - room, box.min_y - room, width, height);
    fprintf(to, "<rect x=\"%.4f\" y=\"%.4f\" width=\"%.4f\" height=\"%.4f\" fill=\"#fcfbf9\"/>\n",
            box.min_x - room, box.min_y - room, width, height);
    write_circles(to, scene, scene->radius, "fill=\"#e4ebdf\"");
    write_circles(to, scene, 0, "fill=\"#7f9f78\"");
    write_edges(to, planner, FW_FOREST_LINE, false, "#b3b5c3", pixel);
    write_edges(to, planner, FW_FOREST_LINE, true, "#e3a42b", pixel);
    write_edges(to, planner, FW_FOREST_ARC, false, "#a9adb8", 1.5 * pixel);
    write_edges(to, planner, FW_FOREST_ARC, true, "#d97b1c", 1.5 * pixel);
    write_edges(to, planner, FW_FOREST_BLOCKED, false, "#c7374a", 2 * pixel);
    write_path(to, path, 3 * pixel);
    fprintf(to, "<circle cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\" fill=\"#2a8f5b\"/>\n", scene->start_x,
            scene->start_y, mark);
    fprintf(to, "<circle cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\" fill=\"#c7374a\"/>\n</svg>\n", scene->goal_x,
            scene->goal_y, mark);
}
