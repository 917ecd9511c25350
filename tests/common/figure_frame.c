#include "common/figure_frame.h"

#include <math.h>

#include "common/unit.h"

#define NEAR 1e-3

/// Points of a line or of an arc to which something else may be fixed: both ends, and the centre of the arc.
typedef struct joints {
    io_point points[3];
    int count;
} joints;

static joints joints_of(const fw_segment *line)
{
    fw_pose end = line->start;
    joints found = { .points = { { line->start.x, line->start.y } }, .count = 1 };
    if (line->length > 0)
        assert_int_equal(fw_segment_pose_at(line, line->length, &end), FW_OK);
    found.points[found.count++] = (io_point){ end.x, end.y };
    if (line->curvature != 0)
        found.points[found.count++] =
            (io_point){ line->start.x - sin(line->start.heading) / line->curvature,
                        line->start.y + cos(line->start.heading) / line->curvature };
    return found;
}

static bool are_near(double a, double b)
{
    return fabs(a - b) < NEAR;
}

static bool is_joint_of(const fw_segment *line, io_point point)
{
    const joints found = joints_of(line);
    for (int i = 0; i < found.count; i++)
        if (hypot(point.x - found.points[i].x, point.y - found.points[i].y) < NEAR)
            return true;
    return false;
}

/// True if a point lies on a path, or is the centre of one of its arcs.
static bool is_fixed_to_path(const fw_path *path, io_point point)
{
    int32_t count = 0;
    double along, distance;
    const fw_segment *segments = fw_path_segments(path, &count);
    if (count == 0)
        return false;
    assert_int_equal(fw_path_nearest(path, point.x, point.y, &along, &distance), FW_OK);
    bool is_fixed = distance < NEAR;
    for (int32_t i = 0; i < count && !is_fixed; i++)
        is_fixed = is_joint_of(&segments[i], point);
    return is_fixed;
}

static bool is_fixed_to_trees(const canvas *canvas, io_point point)
{
    for (int i = 0; i < canvas->tree_count; i++) {
        const fw_tree tree = canvas->trees[i];
        const double distance = hypot(tree.x - point.x, tree.y - point.y);
        if (distance < NEAR || are_near(distance, tree.radius))
            return true;
    }
    return false;
}

/// True if a point is fixed to something but one path and what one pen has drawn.
static bool is_fixed(const canvas *canvas, const fw_path *path, int pen, io_point point)
{
    if (are_near(2 * point.x, round(2 * point.x)) && are_near(2 * point.y, round(2 * point.y)))
        return true; // a corner or the middle of a tile
    if ((path != canvas->path && is_fixed_to_path(canvas->path, point)) || is_fixed_to_trees(canvas, point))
        return true;
    for (int i = 0; i < canvas->other_count; i++)
        if (path != canvas->others[i].path && is_fixed_to_path(canvas->others[i].path, point))
            return true;
    for (int i = 0; i < canvas->note_count; i++)
        if (canvas->notes[i].kind != IO_NOTE_TEXT && (int)canvas->notes[i].pen != pen &&
            is_joint_of(&canvas->notes[i].line, point))
            return true;
    return false;
}

/// True if a circle touches a path, as one that shows its curvature does.
static bool is_touching(const fw_path *path, const fw_segment *circle)
{
    double along, distance;
    const io_point centre = joints_of(circle).points[2];
    assert_int_equal(fw_path_nearest(path, centre.x, centre.y, &along, &distance), FW_OK);
    return fabs(distance - 1 / fabs(circle->curvature)) < NEAR;
}

static bool is_note_fixed(const canvas *canvas, const io_note *note)
{
    const joints found = joints_of(&note->line);
    for (int i = 0; i < found.count; i++)
        if (is_fixed(canvas, NULL, (int)note->pen, found.points[i]))
            return true;
    for (int i = 0; i < canvas->other_count && note->line.curvature != 0; i++)
        if (is_touching(canvas->others[i].path, &note->line))
            return true;
    return false;
}

/// True if a path begins or ends where the figure does, or at something else that it shows.
static bool is_path_fixed(const canvas *canvas, const fw_path *path)
{
    fw_pose begin, end;
    const double length = fw_path_length(path);
    if (length == 0)
        return true;
    assert_int_equal(fw_path_pose_at(path, 0, &begin), FW_OK);
    assert_int_equal(fw_path_pose_at(path, length, &end), FW_OK);
    return are_near(begin.x, canvas->start.x) || // rows begin below each other
           is_fixed(canvas, path, IO_PENS, (io_point){ begin.x, begin.y }) ||
           is_fixed(canvas, path, IO_PENS, (io_point){ end.x, end.y });
}

/// True if the path is no longer than steps on free ground are, or if there is a wall or a road on the straight line
/// from start to goal.
static bool is_detour_needed(const canvas *canvas)
{
    const fw_pose from = canvas->start, to = canvas->goal;
    const double across = fabs(to.x - from.x), along = fabs(to.y - from.y);
    const double steps = fmax(across, along) + (sqrt(2) - 1) * fmin(across, along);
    bool is_needed = fw_path_length(canvas->path) < steps + 0.01;
    for (double at = 0; at < 1 && !is_needed; at += 0.001) {
        const int met = fw_map_terrain(canvas->map, (int32_t)(from.x + at * (to.x - from.x)),
                                       (int32_t)(from.y + at * (to.y - from.y)));
        is_needed = met == FW_BLOCKED || met == FW_ROAD;
    }
    return is_needed;
}

/// One note in thirty is enough: bodies are drawn at many places of a path.
static void assert_notes_are_fixed(const canvas *canvas)
{
    int drawn[IO_PENS] = { 0 }, fixed[IO_PENS] = { 0 };
    for (int i = 0; i < canvas->note_count; i++) {
        const io_note *note = &canvas->notes[i];
        drawn[note->pen] += note->kind != IO_NOTE_TEXT;
        fixed[note->pen] += note->kind != IO_NOTE_TEXT && is_note_fixed(canvas, note);
    }
    for (int pen = 0; pen < IO_PENS; pen++)
        assert_true(canvas->is_aside[pen] || 30 * fixed[pen] >= drawn[pen]);
}

void figure_holds_together(canvas *canvas)
{
    assert_true(is_path_fixed(canvas, canvas->path));
    for (int i = 0; i < canvas->other_count; i++)
        assert_true(is_path_fixed(canvas, canvas->others[i].path));
    assert_true(canvas->is_open || is_detour_needed(canvas));
    assert_notes_are_fixed(canvas);
}
