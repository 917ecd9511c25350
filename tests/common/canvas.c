#include "common/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/segment.h"

fw_path *canvas_path(void)
{
    return new_path();
}

fw_unit_def canvas_unit(double radius, double turn_radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 1;
    unit.footprint = fw_circle(radius);
    unit.turn_radius = turn_radius;
    unit.terrain_cost[FW_ROAD] = 1;
    unit.methods = turn_radius > 0 ? FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_DIRECTIONAL_24) : 0;
    return unit;
}

fw_request canvas_request(const canvas *canvas)
{
    fw_request ask = fw_default_request();
    ask.allow_violations = true; // some lessons are about those
    ask.start = canvas->start;
    ask.goal = fw_goal_at(canvas->goal.x, canvas->goal.y);
    return ask;
}

void canvas_find(canvas *canvas, fw_request ask, fw_path *path)
{
    assert_int_equal(fw_map_add_unit(canvas->map, &canvas->unit, &ask.unit), FW_OK);
    if (!canvas->planner)
        assert_int_equal(fw_planner_create(canvas->map, NULL, &canvas->planner), FW_OK);
    assert_int_equal(fw_find_path(canvas->planner, &ask, path), FW_OK);
}

fw_path *canvas_other(canvas *canvas, const char *name, const fw_unit_def *unit)
{
    io_companion *other = &canvas->others[canvas->other_count++];
    *other = (io_companion){ .unit = unit ? *unit : canvas_unit(CANVAS_POINT, 0), .path = canvas_path() };
    snprintf(other->name, sizeof other->name, "%s", name);
    return other->path;
}

static io_note *add_note(canvas *canvas, io_note note, const char *text)
{
    assert_in_range(canvas->note_count, 0, CANVAS_MOST_NOTES - 1);
    snprintf(note.text, sizeof note.text, "%s", text);
    canvas->notes[canvas->note_count] = note;
    return &canvas->notes[canvas->note_count++];
}

io_note *canvas_dot(canvas *canvas, double x, double y, double dx, double dy, const char *text)
{
    return add_note(
        canvas,
        (io_note){ .kind = IO_NOTE_DOT, .line.start = { x, y, 0 }, .text_x = x + dx, .text_y = y + dy },
        text);
}

void canvas_text(canvas *canvas, double x, double y, const char *text)
{
    add_note(canvas, (io_note){ .kind = IO_NOTE_TEXT, .text_x = x, .text_y = y }, text);
}

io_note *canvas_line(canvas *canvas, io_point from, io_point to, double text_x, double text_y,
                     const char *text)
{
    io_note note = { .text_x = text_x, .text_y = text_y };
    segment_set_line(&note.line, from.x, from.y, to.x, to.y);
    return add_note(canvas, note, text);
}

io_note *canvas_arc(canvas *canvas, io_point centre, double radius, double from, double turn,
                    const char *text)
{
    const double middle = from + turn / 2;
    return add_note(canvas,
                    (io_note){ .line = { { centre.x + radius * cos(from), centre.y + radius * sin(from),
                                           from + FW_PI / 2 },
                                         1 / radius,
                                         radius * turn,
                                         FW_FORWARD },
                               .text_x = centre.x + (radius + 0.4) * cos(middle),
                               .text_y = centre.y + (radius + 0.4) * sin(middle) },
                    text);
}

int canvas_count_lines(const canvas *canvas, io_pen pen)
{
    int count = 0;
    for (int i = 0; i < canvas->note_count; i++)
        count += canvas->notes[i].pen == pen && canvas->notes[i].line.length > 0;
    return count;
}

int canvas_count_texts(const canvas *canvas, const char *text)
{
    int count = 0;
    for (int i = 0; i < canvas->note_count; i++)
        count += strcmp(canvas->notes[i].text, text) == 0;
    return count;
}

void canvas_title(canvas *canvas, const char *text)
{
    const double length = fw_path_length(canvas->path);
    if (length > 0)
        snprintf(canvas->title, sizeof canvas->title, "%s: %.2f tiles", text, length);
    else
        snprintf(canvas->title, sizeof canvas->title, "%s", text);
}

void canvas_end(canvas *canvas)
{
    for (int i = 0; i < canvas->other_count; i++)
        fw_path_destroy(canvas->others[i].path);
    fw_path_destroy(canvas->path);
    fw_planner_destroy(canvas->planner);
    fw_map_destroy(canvas->map);
}

fw_pose canvas_next_tile(const fw_path *path, fw_pose at)
{
    double along, distance;
    fw_pose next;
    assert_int_equal(fw_path_nearest(path, at.x, at.y, &along, &distance), FW_OK);
    assert_true(distance < 1e-9);
    assert_int_equal(fw_path_pose_at(path, along + 0.01, &next), FW_OK);
    const double step = fmax(fabs(cos(next.heading)), fabs(sin(next.heading)));
    assert_int_equal(fw_path_pose_at(path, along + 1 / step, &next), FW_OK);
    return next;
}
