#include <math.h>

#include "curve/path.h"
#include "curve/segment.h"
#include "pivot/pivot_write.h"

/// Adds a point, unless it is the last one.
static fw_result add_point(pivot_writing *writing, fw_pose at, fw_gear gear)
{
    const size_t count = writing->point_count;
    if (count > 0 && writing->points[count - 1].at.x == at.x && writing->points[count - 1].at.y == at.y)
        return FW_OK;
    if (MEMORY_RESERVE(writing->memory, writing->points, writing->point_capacity, count + 1) != FW_OK)
        return FW_NO_MEMORY;
    writing->points[writing->point_count++] = (pivot_point){ at, gear };
    return FW_OK;
}

static fw_pose pose_of(const pivot_side *side, uint32_t slot)
{
    const fw_node_id id = node_id_of(&side->search.nodes, slot);
    return pivot_pose_at(side->lattice, pivot_place_of(side->cells.poses[id].cell));
}

static fw_gear gear_of(const pivot_side *side, uint32_t slot)
{
    return node_of(&side->search.nodes, slot)->via == PIVOT_REVERSE ? FW_REVERSE : FW_FORWARD;
}

/// The link between the node of a slot and an end.
static const pivot_link *link_of(const pivot_side *side, uint32_t slot, const pivot_links *links)
{
    return pivot_links_find(links, side->cells.poses[node_id_of(&side->search.nodes, slot)].cell);
}

/// Adds the exits from the start up to one of them.
static fw_result add_exits_to(pivot_writing *writing, uint32_t last)
{
    const pivot_exit *exits = writing->exits[0].items;
    const size_t first = writing->point_count;
    fw_result added = FW_OK;
    for (uint32_t i = last; i > 0 && added == FW_OK; i = exits[i].parent)
        added = add_point(writing, exits[i].pose, exits[i].gear);
    for (size_t low = first, high = writing->point_count; added == FW_OK && low + 1 < high; low++) {
        const pivot_point point = writing->points[low];
        writing->points[low] = writing->points[--high];
        writing->points[high] = point;
    }
    return added;
}

/// Adds the exits of the goal from one of them on, and the goal.
///
/// @param gear  of the drive to the first of them
static fw_result add_exits_from(pivot_writing *writing, uint32_t first, fw_gear gear)
{
    const pivot_exit *exits = writing->exits[1].items;
    fw_result added = FW_OK;
    for (uint32_t i = first; i > 0 && added == FW_OK; i = exits[i].parent) {
        added = add_point(writing, exits[i].pose, gear);
        gear = exits[i].gear;
    }
    return added == FW_OK ? add_point(writing, writing->goal->pose, gear) : added;
}

/// Lists the points of a route of the search from the start.
///
/// @param count  slots of the route, from the last node back to the first one
static fw_result list_forward(pivot_writing *writing, const pivot_side *side, size_t count)
{
    const pivot_link *first = link_of(side, writing->route[count - 1], side->begin_links);
    fw_result added = add_exits_to(writing, first->exit);
    for (size_t i = count; i-- > 0 && added == FW_OK;)
        added = add_point(writing, pose_of(side, writing->route[i]), gear_of(side, writing->route[i]));
    if (added != FW_OK || !writing->to_goal)
        return added;
    const pivot_link *last = link_of(side, writing->route[0], side->end_links);
    return add_exits_from(writing, last->exit, last->gear);
}

/// Lists the points of a route of the search from the goal. The drive between two nodes is that of the node which the
/// search has reached later, and which the unit reaches earlier.
static fw_result list_backward(pivot_writing *writing, const pivot_side *side, size_t count)
{
    const pivot_link *first = link_of(side, writing->route[0], side->end_links);
    fw_gear gear = first->gear;
    fw_result added = add_exits_to(writing, first->exit);
    for (size_t i = 0; i < count && added == FW_OK; i++) {
        added = add_point(writing, pose_of(side, writing->route[i]), gear);
        gear = gear_of(side, writing->route[i]);
    }
    const pivot_link *last = link_of(side, writing->route[count - 1], side->begin_links);
    return added == FW_OK ? add_exits_from(writing, last->exit, gear) : added;
}

/// Lists the points of the path that a side has found.
static fw_result list_points(pivot_writing *writing, const pivot_side *side)
{
    const best_first *search = &side->search;
    const uint32_t slot = writing->to_goal ? search->goal_parent : best_first_best(search);
    if (slot == NO_SLOT && !writing->to_goal)
        return FW_NOT_FOUND;
    writing->point_count = 0;
    if (add_point(writing, writing->start->pose, FW_FORWARD) != FW_OK)
        return FW_NO_MEMORY;
    if (slot == NO_SLOT)
        return add_point(writing, writing->goal->pose, side->direct->gear);
    const size_t count =
        node_store_route(&search->nodes, writing->memory, slot, &writing->route, &writing->route_capacity);
    if (count == 0)
        return FW_NO_MEMORY;
    return side->is_backward ? list_backward(writing, side, count) : list_forward(writing, side, count);
}

/// How the unit turns at a point.
///
/// @param index  of the point: the first is the start, the last is the goal
static pivot_turn turn_at(const pivot_writing *writing, size_t index, double before, double after)
{
    fw_pose at = writing->points[index].at;
    at.heading = before;
    return pivot_turn_between(writing->ground, at, after);
}

/// The drive from one point to another one.
static fw_segment drive_to(const pivot_writing *writing, size_t from, size_t to)
{
    return pivot_line(writing->points[from].at, writing->points[to].at, writing->points[to].gear);
}

/// The heading with which the unit leaves a point; at the goal that of the goal, or `heading` if any will do.
static double heading_after(const pivot_writing *writing, size_t index, double heading)
{
    const pivot_end *goal = writing->goal;
    if (index + 1 < writing->point_count)
        return drive_to(writing, index, index + 1).start.heading;
    const bool keeps = !writing->to_goal || goal->any_heading ||
                       fabs(trig_wrap(heading - goal->pose.heading)) <= goal->tolerance;
    return keeps ? heading : goal->pose.heading;
}

/// True if one drive may replace those between two points.
///
/// @param heading  with which the unit reaches the first one
static bool may_shorten(const pivot_writing *writing, size_t from, size_t to, double heading)
{
    const pivot_ground *ground = writing->ground;
    const fw_segment line = drive_to(writing, from, to);
    double cost = 0;
    for (size_t i = from + 1; i <= to; i++) {
        const fw_segment drive = drive_to(writing, i - 1, i);
        cost += pivot_line_cost(ground, &drive);
        if (writing->points[i].gear != line.gear)
            return false;
    }
    const double after = heading_after(writing, to, line.start.heading);
    return pivot_line_cost(ground, &line) <= cost + FW_TOUCH &&
           turn_at(writing, from, heading, line.start.heading) != PIVOT_NO_TURN &&
           turn_at(writing, to, line.start.heading, after) != PIVOT_NO_TURN && pivot_drives(ground, &line);
}

/// The farthest point to which one drive may lead from a point, among those that doubling and halving the number of
/// points try.
static size_t farthest(const pivot_writing *writing, size_t from, double heading)
{
    const size_t last = writing->point_count - 1;
    size_t good = from + 1, bad = last + 1;
    for (size_t step = 2; good < last; step *= 2) {
        const size_t to = from + step < last ? from + step : last;
        if (!may_shorten(writing, from, to, heading)) {
            bad = to;
            break;
        }
        good = to;
    }
    while (bad - good > 1) {
        const size_t middle = (good + bad) / 2;
        if (may_shorten(writing, from, middle, heading))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/// Drops points between which one drive may replace several.
static void shorten(pivot_writing *writing)
{
    size_t kept = 0;
    double heading = writing->start->pose.heading;
    for (size_t from = 0; from + 1 < writing->point_count;) {
        const size_t to = farthest(writing, from, heading);
        heading = drive_to(writing, from, to).start.heading;
        writing->points[kept++] = writing->points[from];
        from = to;
    }
    writing->points[kept++] = writing->points[writing->point_count - 1];
    writing->point_count = kept;
}

/// True if the unit turns the long way round at a point. Where the heading of a path jumps, the unit makes the smaller
/// turn, so that the path needs a stop halfway: a line of length 0.
static bool needs_stop(const pivot_writing *writing, size_t index, double before, double after,
                       fw_segment *stop)
{
    *stop = (fw_segment){ .start = writing->points[index].at };
    stop->start.heading = trig_wrap(before + trig_wrap(after - before) / 2 + FW_PI);
    return turn_at(writing, index, before, after) == PIVOT_LONG_TURN;
}

/// Pushes the drive to a point, and the stop before it.
///
/// @param[in,out] heading  before and after the drive
static fw_result push_drive(const pivot_writing *writing, size_t to, double *heading, fw_path *path)
{
    fw_segment segments[2];
    const fw_segment drive = drive_to(writing, to - 1, to);
    const int32_t stops = needs_stop(writing, to - 1, *heading, drive.start.heading, &segments[0]);
    segments[stops] = drive;
    *heading = drive.start.heading;
    return path_push_all(path, segments, stops + 1);
}

/// Pushes what the unit does from point to point.
static fw_result push_drives(const pivot_writing *writing, fw_path *path)
{
    const size_t last = writing->point_count - 1;
    double heading = writing->start->pose.heading;
    fw_result pushed = last == 0 ? path_push(path, &(fw_segment){ .start = writing->start->pose }) : FW_OK;
    for (size_t i = 1; i <= last && pushed == FW_OK; i++)
        pushed = push_drive(writing, i, &heading, path);
    fw_segment stop;
    return pushed == FW_OK && needs_stop(writing, last, heading, heading_after(writing, last, heading), &stop)
               ? path_push_all(path, &stop, 1)
               : pushed;
}

/// Cost of the drives between the points, in tiles.
static double cost_of_drives(const pivot_writing *writing)
{
    double cost = 0;
    for (size_t i = 1; i < writing->point_count; i++) {
        const fw_segment drive = drive_to(writing, i - 1, i);
        const bool shifts = i > 1 && writing->points[i].gear != writing->points[i - 1].gear;
        cost += pivot_line_cost(writing->ground, &drive) +
                (shifts ? writing->ground->unit->def.gear_change_cost : 0);
    }
    return cost;
}

fw_result pivot_write(pivot_writing *writing, const pivot_side *side, fw_path *path, double *total)
{
    const fw_result listed = list_points(writing, side);
    if (listed != FW_OK)
        return listed;
    shorten(writing);
    *total = cost_of_drives(writing);
    return push_drives(writing, path);
}
