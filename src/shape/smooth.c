#include "shape/smooth.h"

#include "curve/segment.h"
#include "shape/simple.h"

/// Saved lengths below this are rounding.
#define NO_GAIN 1e-12

/// How far a string may seem dearer than the lines that it replaces, by rounding.
#define SAME_COST 1e-9

fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind)
{
    if (kind != FW_SMOOTH_AUTO && kind != FW_SMOOTH_CURVED)
        return kind;
    return unit->def.turn_radius > 0 ? FW_SMOOTH_CURVED : FW_SMOOTH_TAUT;
}

bool smooth_is_prepared(const map_unit *unit, fw_smoothing kind)
{
    return unit->layer || kind == FW_SMOOTH_NONE || kind == FW_SMOOTH_CURVED;
}

static bool is_taut(fw_smoothing kind)
{
    return kind == FW_SMOOTH_TAUT || kind == FW_SMOOTH_TAUT_LINES;
}

static bool is_on_rows(const free_rows *on, shape_point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= on->on->width && at.y <= on->on->height;
}

/// Takes up the path's waypoints.
///
/// @return FW_OK, FW_BAD_VALUE where one is off the map, or FW_NO_MEMORY
static fw_result read_way(smoother *by, const way_rules *rules, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    if (memory_reserve(by->from, &by->way.items, &by->way.room, (size_t)count + 1, sizeof *by->way.items))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i <= count; i++) {
        const fw_pose at = i < count ? segments[i].start : end;
        by->way.items[i] = (shape_point){ at.x - rules->lift, at.y - rules->lift };
        if (!is_on_rows(&rules->rows, by->way.items[i]))
            return FW_BAD_VALUE;
    }
    by->way.count = count + 1;
    return FW_OK;
}

static fw_result draw_lines(smoother *by, const way_rules *rules, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i++)
        if (outline_add_line(&by->drawn, by->from, rules, by->way.items[i], by->way.items[i + 1]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Draws the part of the way between two waypoints as a taut string.
static fw_result draw_string(smoother *by, const way_rules *rules, bool only_lines, int32_t first,
                             int32_t last)
{
    const fw_result pulled = taut_pull(&by->taut, by->from, rules, by->way.items + first, last - first + 1);
    return pulled == FW_OK ? outline_add_string(&by->drawn, by->from, rules, &by->taut.pulled, only_lines)
                           : pulled;
}

static double cost_of_lines(const smoother *by, const way_rules *rules, int32_t first, int32_t last)
{
    double cost = 0;
    for (int32_t i = first; i < last; i++)
        cost += way_cost(rules, by->way.items[i], by->way.items[i + 1]);
    return cost;
}

/// May what was drawn last take the place of a part of the way? A string is no longer than the lines.
static bool string_is_good(const smoother *by, const way_rules *rules, int32_t before, int32_t first,
                           int32_t last)
{
    const fw_segment *drawn = by->drawn.segments + before;
    const int32_t count = by->drawn.count - before;
    return (rules->is_even ||
            outline_extent(rules, drawn, count).cost <= cost_of_lines(by, rules, first, last) + SAME_COST) &&
           way_passes(rules, drawn, count);
}

/// Draws a part of the way: as a taut string where that is not dearer and makes no forbidden move, else as two halves.
static fw_result draw_cheap_strings(smoother *by, const way_rules *rules, bool only_lines, int32_t first,
                                    int32_t last)
{
    if (last - first == 1)
        return draw_lines(by, rules, first, last);
    const int32_t before = by->drawn.count;
    const fw_result drawn = draw_string(by, rules, only_lines, first, last);
    if (drawn != FW_OK && drawn != FW_BAD_VALUE)
        return drawn;
    if (drawn == FW_OK && string_is_good(by, rules, before, first, last))
        return FW_OK;
    by->drawn.count = before;
    const int32_t middle = first + (last - first) / 2;
    const fw_result half = draw_cheap_strings(by, rules, only_lines, first, middle);
    return half == FW_OK ? draw_cheap_strings(by, rules, only_lines, middle, last) : half;
}

/// Draws the way as a string, or where terrains differ as strings along the cheapest chain of lines.
static fw_result draw_taut(smoother *by, const way_rules *rules, bool only_lines)
{
    if (!rules->is_even && chain_cheapen(&by->chain, by->from, rules, &by->way) != FW_OK)
        return FW_NO_MEMORY;
    return draw_cheap_strings(by, rules, only_lines, 0, by->way.count - 1);
}

static fw_result draw_simple(smoother *by, const way_rules *rules, bool sampled)
{
    if (simple_smooth(&by->tiles, by->from, rules, sampled, &by->way) != FW_OK)
        return FW_NO_MEMORY;
    return draw_lines(by, rules, 0, by->way.count - 1);
}

static fw_result draw(smoother *by, const way_rules *rules, fw_smoothing kind)
{
    by->drawn.count = 0;
    return is_taut(kind) ? draw_taut(by, rules, kind == FW_SMOOTH_TAUT_LINES)
                         : draw_simple(by, rules, kind == FW_SMOOTH_SIMPLE_SAMPLED);
}

/// Is the new path a gain, and one that the body can go? Points run along borders of tiles, where a string that is
/// pulled again does not know of which side it was.
static bool is_gain(const smoother *by, const way_rules *rules, fw_smoothing kind, extent before,
                    extent after)
{
    if (after.cost > before.cost || (after.cost == before.cost && after.length > before.length - NO_GAIN))
        return false;
    return !is_taut(kind) || (taut_fits(rules) && !rules->cuts_corners) || outline_is_free(&by->drawn, rules);
}

/// Are the lines a straight way of a unit with a turning radius? It can drive no way of lines that bends.
static bool is_driven_straight(const map_unit *unit, const fw_segment *lines, int32_t count)
{
    if (unit->def.turn_radius <= 0)
        return false;
    while (count > 1 && headings_meet(lines[count - 2].start.heading, lines[count - 1].start.heading))
        count--;
    return count == 1;
}

fw_result smooth_path(smoother *by, const smooth_ground *ground, fw_smoothing kind, const bend_ends *ends,
                      fw_path *path)
{
    if (kind == FW_SMOOTH_CURVED)
        return curved_smooth(&by->curved, by->from, ground, ends, path);
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    if (kind == FW_SMOOTH_NONE || count < 2 || summary.fixed_angles ||
        !segments_are_forward_lines(segments, count) || is_driven_straight(ground->unit, segments, count))
        return FW_OK;
    const way_rules rules = way_rules_of(ground);
    fw_result result = read_way(by, &rules, path);
    if (result == FW_OK)
        result = draw(by, &rules, kind);
    if (result != FW_OK)
        return result == FW_BAD_VALUE ? FW_OK : result;
    const extent before = outline_extent(&rules, segments, count),
                 after = outline_extent(&rules, by->drawn.segments, by->drawn.count);
    return is_gain(by, &rules, kind, before, after) ? outline_write(&by->drawn, after.cost, path) : FW_OK;
}

void smoother_free(smoother *by)
{
    memory *from = by->from;
    memory_give_back(from, by->way.items, by->way.room, sizeof *by->way.items);
    memory_give_back(from, by->tiles.items, by->tiles.room, sizeof *by->tiles.items);
    memory_give_back(from, by->drawn.segments, by->drawn.room, sizeof *by->drawn.segments);
    chain_free(&by->chain, from);
    taut_free(&by->taut, from);
    curved_free(&by->curved, from);
    *by = (smoother){ .from = from };
}
