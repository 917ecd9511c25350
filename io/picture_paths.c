#include <math.h>

#include "io/drawing.h"

/// Goes over to another path.
static void choose(drawing *of, const fw_unit_def *unit, const fw_path *path, io_color color)
{
    of->boldness = 1.0;
    of->unit = unit;
    of->path = path;
    of->color = color;
    of->segment_count = 0;
    of->segments = path ? fw_path_segments(path, &of->segment_count) : NULL;
}

static void choose_companion(drawing *of, int index)
{
    const io_companion *companion = &of->picture->companions[index];
    choose(of, &companion->unit, companion->path, companion_colors[index % IO_MOST_COMPANIONS]);
    if (companion->boldness > 0.0)
        of->boldness = companion->boldness;
}

static bool draw_body(drawing *of)
{
    const fw_unit_def *unit = of->unit;
    const io_view *view = &of->layout->view;
    if (!unit || of->segment_count == 0)
        return true;
    const fw_footprint *body = &unit->footprint;
    if (body->kind != FW_FOOTPRINT_RECTANGLE) {
        const double radius = body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : 0.5 * unit->size;
        return of->on->stroke(of->on, of->segments, of->segment_count, view, 2.0 * radius * view->scale,
                              of->color, BODY_ALPHA);
    }
    for (int32_t i = 0; i < of->segment_count; i++) {
        const fw_segment *segment = &of->segments[i];
        trail_body(&of->outline, segment, view, body);
        if (i + 1 < of->segment_count)
            trail_turn(&of->outline, trail_pose(segment, segment->length), segment[1].start.heading, view,
                       body);
    }
    return drawing_fill(of, of->color, BODY_ALPHA);
}

static double line_width(const io_layout *layout)
{
    const double width = 0.14 * layout->view.scale;
    return fmin(fmax(width, 2.6), 5.0);
}

/// Speed at a distance; the cursor goes along with growing distances.
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

/// From the colour of standing over that of half the greatest speed to that of the line.
static io_color speed_color(double share, io_color fastest)
{
    return share < 0.5 ? io_mixed_color(slow_color, half_speed_color, 2.0 * share)
                       : io_mixed_color(half_speed_color, fastest, 2.0 * share - 1.0);
}

/// The line in pieces a few pixels long.
static bool draw_speeds(drawing *of, const fw_speed_sample *samples, int32_t count)
{
    const io_layout *layout = of->layout;
    double top = 0.0;
    double passed = 0.0;
    int32_t cursor = 0;
    for (int32_t i = 0; i < count; i++)
        top = fmax(top, samples[i].speed);
    for (int32_t i = 0; i < of->segment_count; i++) {
        const fw_segment *segment = &of->segments[i];
        const int pieces = 1 + (int)fmin(segment->length * layout->view.scale / 4.0, 1000.0);
        const double length = segment->length / pieces;
        for (int j = 0; j < pieces; j++) {
            fw_segment piece = *segment;
            piece.start = trail_pose(segment, j * length);
            piece.length = length;
            const double speed = speed_at(samples, count, &cursor, passed + (j + 0.5) * length);
            const io_color color = speed_color(top > 0.0 ? speed / top : 1.0, of->color);
            if (!of->on->stroke(of->on, &piece, 1, &layout->view, line_width(layout), color, 1.0))
                return false;
        }
        passed += segment->length;
    }
    return true;
}

static bool draw_line(drawing *of)
{
    const io_layout *layout = of->layout;
    const double width = line_width(layout) * of->boldness;
    int32_t speed_count = 0;
    const fw_speed_sample *speeds = of->path ? fw_path_speeds(of->path, &speed_count) : NULL;
    if (of->segment_count > 0 && !of->on->stroke(of->on, of->segments, of->segment_count, &layout->view,
                                                 width + 2.4, white_color, 0.85))
        return false;
    if (speed_count > 0)
        return draw_speeds(of, speeds, speed_count);
    for (int32_t i = 0, end; i < of->segment_count; i = end) {
        end = i + 1;
        while (end < of->segment_count && of->segments[end].gear == of->segments[i].gear)
            end++;
        const io_color color = of->segments[i].gear == FW_REVERSE ? reverse_color : of->color;
        if (!of->on->stroke(of->on, &of->segments[i], end - i, &layout->view, width, color, 1.0))
            return false;
    }
    return true;
}

static bool draw_disc(drawing *of, io_point at, double radius, io_color color)
{
    outline_disc(&of->outline, at, radius);
    return drawing_fill(of, color, 1.0);
}

bool drawing_gear_change(drawing *of, io_point at, double radius)
{
    return draw_disc(of, at, radius, reverse_color) && draw_disc(of, at, 0.5 * radius, white_color);
}

static bool draw_gear_changes(drawing *of)
{
    const io_layout *layout = of->layout;
    const double radius = 0.9 * line_width(layout);
    for (int32_t i = 1; i < of->segment_count; i++) {
        const fw_pose at = of->segments[i].start;
        const io_point place = view_point(&layout->view, at.x, at.y);
        if (of->segments[i].gear != of->segments[i - 1].gear && !drawing_gear_change(of, place, radius))
            return false;
    }
    return true;
}

bool drawing_start(drawing *of, io_point at, double radius)
{
    return draw_disc(of, at, radius + 1.6, white_color) && draw_disc(of, at, radius, start_color);
}

bool drawing_goal(drawing *of, io_point at, double radius)
{
    return draw_disc(of, at, radius + 1.6, white_color) && draw_disc(of, at, radius, goal_color) &&
           draw_disc(of, at, 0.6 * radius, white_color) && draw_disc(of, at, 0.3 * radius, goal_color);
}

/// An arrow head in front of a mark, for units whose heading matters.
static bool draw_heading(drawing *of, io_point at, double heading, double radius, io_color color)
{
    const fw_unit_def *unit = of->picture->unit;
    if (!unit || (unit->turn_radius <= 0.0 && unit->footprint.kind != FW_FOOTPRINT_RECTANGLE))
        return true;
    const double c = cos(heading);
    const double s = sin(heading);
    const double tip = 2.3 * radius;
    const double base = 1.35 * radius;
    const double half = 0.75 * radius;
    const io_point corners[] = {
        { at.x + tip * c, at.y + tip * s },
        { at.x + base * c - half * s, at.y + base * s + half * c },
        { at.x + base * c + half * s, at.y + base * s - half * c },
    };
    outline_loop(&of->outline, corners, 3);
    return drawing_fill(of, color, 1.0);
}

bool drawing_marks(drawing *of)
{
    const io_picture *picture = of->picture;
    const io_view *view = &of->layout->view;
    const double radius = fmin(fmax(0.26 * view->scale, 5.0), 9.0);
    const io_point start = view_point(view, picture->start.x, picture->start.y);
    const io_point goal = view_point(view, picture->goal.x, picture->goal.y);
    if (picture->has_goal && of->segment_count > 0) {
        const fw_segment *last = &of->segments[of->segment_count - 1];
        const fw_pose end = trail_pose(last, last->length);
        if (!draw_heading(of, view_point(view, end.x, end.y), end.heading, radius, goal_color))
            return false;
    }
    if (picture->has_goal && !drawing_goal(of, goal, radius))
        return false;
    return !picture->has_start || (draw_heading(of, start, picture->start.heading, radius, start_color) &&
                                   drawing_start(of, start, radius));
}

bool drawing_paths(drawing *of)
{
    const io_picture *picture = of->picture;
    bool drawn = true;
    for (int i = picture->companion_count - 1; i >= 0 && drawn; i--) {
        choose_companion(of, i);
        drawn = draw_body(of);
    }
    choose(of, picture->unit, picture->path, path_color);
    drawn = drawn && draw_body(of);
    for (int i = picture->companion_count - 1; i >= 0 && drawn; i--) {
        choose_companion(of, i);
        drawn = draw_line(of);
    }
    choose(of, picture->unit, picture->path, path_color);
    return drawn && draw_line(of) && draw_gear_changes(of);
}
