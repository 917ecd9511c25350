#include <math.h>

#include "fairway/check.h"
#include "io/drawing.h"

/// Makes a path the one that is drawn next.
static void choose(io_drawing *drawing, const fw_unit_def *unit, const fw_path *path, io_color color)
{
    drawing->boldness = 1.0;
    drawing->unit = unit;
    drawing->path = path;
    drawing->color = color;
    drawing->segment_count = 0;
    drawing->segments = path ? fw_path_segments(path, &drawing->segment_count) : NULL;
}

static void choose_companion(io_drawing *drawing, int index)
{
    const io_companion *companion = &drawing->picture->companions[index];
    choose(drawing, &companion->unit, companion->path, companion_color(drawing->picture, index));
    if (companion->boldness > 0.0)
        drawing->boldness = companion->boldness;
}

static bool has_corners(const fw_footprint *body)
{
    return body->kind == FW_FOOTPRINT_RECTANGLE || body->kind == FW_FOOTPRINT_POLYGON;
}

static void draw_body(io_drawing *drawing, io_color color, double alpha)
{
    const fw_unit_def *unit = drawing->unit;
    const io_view *view = &drawing->layout->view;
    if (!unit || drawing->segment_count == 0)
        return;
    const fw_footprint *body = &unit->footprint;
    if (!has_corners(body)) {
        const double radius = body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : 0.5 * unit->size;
        svg_stroke(drawing->to, drawing->segments, drawing->segment_count, view, 2.0 * radius * view->scale,
                   color, alpha);
        return;
    }
    for (int32_t i = 0; i < drawing->segment_count; i++) {
        const fw_segment *segment = &drawing->segments[i];
        trail_body(&drawing->outline, segment, view, body);
        if (i + 1 < drawing->segment_count)
            trail_turn(&drawing->outline, trail_pose(segment, segment->length), segment[1].start.heading,
                       view, body);
    }
    drawing_fill(drawing, color, alpha);
}

bool picture_has_overlap(const io_picture *picture)
{
    fw_path_summary summary;
    fw_check_report report;
    if (!picture->unit || !picture->path || fw_path_summarise(picture->path, &summary) != FW_OK)
        return false;
    return fw_path_impossible(picture->path,
                              NULL) || // also of a unit that cuts corners, whose body is not checked
           (fw_path_check(picture->map, summary.unit, picture->path, NULL, &report) == FW_OK &&
            report.faults[FW_FAULT_BLOCKED] > 0);
}

/// Draws the parts of the body that lie on closed tiles.
static void draw_overlaps(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const io_view *view = &drawing->layout->view;
    if (!picture_has_overlap(picture))
        return;
    for (int32_t y = 0; y < fw_map_height(picture->map); y++)
        for (int32_t x = 0, end; x < fw_map_width(picture->map); x = end + 1) {
            for (end = x; end < fw_map_width(picture->map) && picture_is_closed(picture, end, y);)
                end++;
            const io_point corner = view_point(view, x, y);
            if (end > x)
                outline_rectangle(&drawing->outline, corner.x, corner.y, (end - x) * view->scale,
                                  view->scale);
        }
    fputs("<clipPath id=\"closed\">\n", drawing->to);
    drawing_fill(drawing, slow_color, 1.0);
    fputs("</clipPath>\n<g clip-path=\"url(#closed)\">\n", drawing->to);
    draw_body(drawing, slow_color, OVERLAP_ALPHA);
    fputs("</g>\n", drawing->to);
}

static double line_width(const io_layout *layout)
{
    const double width = 0.14 * layout->view.scale;
    return fmin(fmax(width, 2.6), 5.0);
}

/// Speed at a distance. The cursor makes calls with growing distances fast.
static double speed_at(const fw_speed_sample *samples, int32_t count, int32_t *cursor, double at)
{
    while (*cursor + 2 < count && samples[*cursor + 1].at < at)
        ++*cursor;
    const fw_speed_sample *from = &samples[*cursor];
    const fw_speed_sample *to = &samples[*cursor + 1 < count ? *cursor + 1 : *cursor];
    const double length = to->at - from->at;
    const double share = length > 0.0 ? fmin(fmax((at - from->at) / length, 0.0), 1.0) : 0.0;
    return sqrt(from->speed * from->speed * (1.0 - share) + to->speed * to->speed * share);
}

/// The colour of a share of the greatest speed: from that of a standing unit over a middle colour to that of paths.
static io_color speed_color(double share)
{
    return share < 0.5 ? io_mixed_color(slow_color, half_speed_color, 2.0 * share)
                       : io_mixed_color(half_speed_color, path_color, 2.0 * share - 1.0);
}

static double top_speed(const fw_path *path)
{
    int32_t count = 0;
    const fw_speed_sample *samples = path ? fw_path_speeds(path, &count) : NULL;
    double top = 0.0;
    for (int32_t i = 0; i < count; i++)
        top = fmax(top, samples[i].speed);
    return top;
}

double picture_top_speed(const io_picture *picture)
{
    double top = top_speed(picture->path);
    for (int i = 0; i < picture->companion_count; i++)
        top = fmax(top, top_speed(picture->companions[i].path));
    return top;
}

/// Draws the line in pieces a few pixels long, each in the colour of its speed.
static void draw_speeds(io_drawing *drawing, const fw_speed_sample *samples, int32_t count)
{
    const io_layout *layout = drawing->layout;
    const double top = picture_top_speed(drawing->picture);
    double passed = 0.0;
    int32_t cursor = 0;
    for (int32_t i = 0; i < drawing->segment_count; i++) {
        const fw_segment *segment = &drawing->segments[i];
        const int pieces = 1 + (int)fmin(segment->length * layout->view.scale / 4.0, 1000.0);
        const double length = segment->length / pieces;
        for (int j = 0; j < pieces; j++) {
            fw_segment piece = *segment;
            piece.start = trail_pose(segment, j * length);
            piece.length = length;
            const double speed = speed_at(samples, count, &cursor, passed + (j + 0.5) * length);
            const io_color color = speed_color(top > 0.0 ? speed / top : 1.0);
            svg_stroke(drawing->to, &piece, 1, &layout->view, line_width(layout), color, 1.0);
        }
        passed += segment->length;
    }
}

static void draw_line(io_drawing *drawing)
{
    const io_layout *layout = drawing->layout;
    const double width = line_width(layout) * drawing->boldness;
    int32_t speed_count = 0;
    const fw_speed_sample *speeds = drawing->path ? fw_path_speeds(drawing->path, &speed_count) : NULL;
    svg_stroke(drawing->to, drawing->segments, drawing->segment_count, &layout->view, width + 2.4,
               white_color, 0.85);
    if (speed_count > 0) {
        draw_speeds(drawing, speeds, speed_count);
        return;
    }
    for (int32_t i = 0, end; i < drawing->segment_count; i = end) {
        end = i + 1;
        while (end < drawing->segment_count && drawing->segments[end].gear == drawing->segments[i].gear)
            end++;
        const io_color color = drawing->segments[i].gear == FW_REVERSE ? reverse_color : drawing->color;
        svg_stroke(drawing->to, &drawing->segments[i], end - i, &layout->view, width, color, 1.0);
    }
}

/// Draws the impossible stretches of the path over its line.
static void draw_impossible(io_drawing *drawing)
{
    const io_layout *layout = drawing->layout;
    int32_t count = 0;
    const double *stretches = drawing->path ? fw_path_impossible(drawing->path, &count) : NULL;
    for (int32_t i = 0; i < count; i++) {
        double passed = 0.0;
        for (int32_t j = 0; j < drawing->segment_count; passed += drawing->segments[j++].length) {
            fw_segment part = drawing->segments[j];
            const double from = fmax(stretches[2 * i] - passed, 0.0);
            const double to = fmin(stretches[2 * i + 1] - passed, part.length);
            part.start = trail_pose(&part, from);
            part.length = to - from;
            if (to > from)
                svg_stroke(drawing->to, &part, 1, &layout->view, line_width(layout), slow_color, 1.0);
        }
    }
}

static void draw_disc(io_drawing *drawing, io_point at, double radius, io_color color)
{
    outline_disc(&drawing->outline, at, radius);
    drawing_fill(drawing, color, 1.0);
}

void drawing_gear_change(io_drawing *drawing, io_point at, double radius)
{
    draw_disc(drawing, at, radius, reverse_color);
    draw_disc(drawing, at, 0.5 * radius, white_color);
}

static void draw_gear_changes(io_drawing *drawing)
{
    const io_layout *layout = drawing->layout;
    const double radius = 0.9 * line_width(layout);
    for (int32_t i = 1; i < drawing->segment_count; i++) {
        const fw_pose at = drawing->segments[i].start;
        const io_point place = view_point(&layout->view, at.x, at.y);
        if (drawing->segments[i].gear != drawing->segments[i - 1].gear)
            drawing_gear_change(drawing, place, radius);
    }
}

void drawing_start(io_drawing *drawing, io_point at, double radius)
{
    draw_disc(drawing, at, radius + 1.6, white_color);
    draw_disc(drawing, at, radius, start_color);
}

void drawing_goal(io_drawing *drawing, io_point at, double radius)
{
    draw_disc(drawing, at, radius + 1.6, white_color);
    draw_disc(drawing, at, radius, goal_color);
    draw_disc(drawing, at, 0.6 * radius, white_color);
    draw_disc(drawing, at, 0.3 * radius, goal_color);
}

/// True if the heading of the picture's unit matters.
static bool unit_faces(const io_picture *picture)
{
    const fw_unit_def *unit = picture->unit;
    return unit && (unit->turn_radius > 0.0 || has_corners(&unit->footprint));
}

/// An arrow head that begins and ends at distances from a place.
static void draw_head(io_drawing *drawing, io_point at, double heading, double base, double tip, double half,
                      io_color color)
{
    const double c = cos(heading);
    const double s = sin(heading);
    const io_point corners[] = {
        { at.x + tip * c, at.y + tip * s },
        { at.x + base * c - half * s, at.y + base * s + half * c },
        { at.x + base * c + half * s, at.y + base * s - half * c },
    };
    outline_loop(&drawing->outline, corners, 3);
    drawing_fill(drawing, color, 1.0);
}

/// Draws an arrow head in front of a mark.
static void draw_heading(io_drawing *drawing, io_point at, double heading, double radius, io_color color)
{
    draw_head(drawing, at, heading, 0.9 * radius, 3.4 * radius, 1.3 * radius, white_color);
    draw_head(drawing, at, heading, 1.1 * radius, 2.9 * radius, 0.95 * radius, color);
}

void drawing_marks(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const io_view *view = &drawing->layout->view;
    const double radius = fmin(fmax(0.26 * view->scale, 5.0), 9.0);
    const io_point start = view_point(view, picture->start.x, picture->start.y);
    const io_point goal = view_point(view, picture->goal.x, picture->goal.y);
    const bool faces = unit_faces(picture);
    if (picture->faces_goal) {
        draw_heading(drawing, goal, picture->goal.heading, radius, goal_color);
    } else if (faces && picture->has_goal && drawing->segment_count > 0) {
        const fw_segment *last = &drawing->segments[drawing->segment_count - 1];
        const fw_pose end = trail_pose(last, last->length);
        draw_heading(drawing, view_point(view, end.x, end.y), end.heading, radius, goal_color);
    }
    if (picture->has_goal)
        drawing_goal(drawing, goal, radius);
    if (picture->has_start) {
        if (faces || picture->faces_start)
            draw_heading(drawing, start, picture->start.heading, radius, start_color);
        drawing_start(drawing, start, radius);
    }
}

void drawing_paths(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    for (int i = picture->companion_count - 1; i >= 0; i--) {
        choose_companion(drawing, i);
        draw_body(drawing, drawing->color, BODY_ALPHA);
    }
    choose(drawing, picture->unit, picture->path, path_color);
    draw_body(drawing, drawing->color, BODY_ALPHA);
    draw_overlaps(drawing);
    for (int i = picture->companion_count - 1; i >= 0; i--) {
        choose_companion(drawing, i);
        if (picture->companions[i].is_dashed)
            fputs("<g stroke-dasharray=\"12 9\">\n", drawing->to);
        draw_line(drawing);
        if (picture->companions[i].is_dashed)
            fputs("</g>\n", drawing->to);
    }
    choose(drawing, picture->unit, picture->path, path_color);
    draw_line(drawing);
    draw_impossible(drawing);
    draw_gear_changes(drawing);
}
