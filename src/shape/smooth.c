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

/// Begins to draw the part of the way between two waypoints as a taut string.
///
/// @return FW_OK, FW_BAD_VALUE (there is none) or FW_NO_MEMORY
static fw_result begin_string(smoother *by, int32_t first, int32_t last)
{
    by->is_drawing = false;
    return taut_begin(&by->taut, by->from, by->known, &by->rules, by->way.items + first, last - first + 1);
}

/// Goes on with it.
static fw_result draw_string(smoother *by)
{
    if (!by->is_drawing) {
        const fw_result pulled = taut_step(&by->taut);
        if (pulled != FW_OK)
            return pulled;
        if (outline_begin_string(&by->drawn, by->from, &by->taut.pulled) != FW_OK)
            return FW_NO_MEMORY;
        by->is_drawing = true;
    }
    return outline_add_string(&by->drawn, by->from, &by->rules, &by->taut.pulled,
                              by->kind == FW_SMOOTH_TAUT_LINES);
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
static fw_result draw_part(smoother *by)
{
    const int32_t first = by->first, last = by->ends[by->end_count - 1];
    if (last - first == 1) {
        shaping_charge(by->rules.on.work, 0);
        by->first = by->ends[--by->end_count];
        return draw_lines(by, &by->rules, first, last);
    }
    if (!by->has_string) {
        by->before = by->drawn.count;
        const fw_result begun = begin_string(by, first, last);
        by->has_string = begun == FW_OK;
        if (begun != FW_OK && begun != FW_BAD_VALUE)
            return begun;
    }
    const fw_result drawn = by->has_string ? draw_string(by) : FW_BAD_VALUE;
    if (drawn != FW_OK && drawn != FW_BAD_VALUE)
        return drawn;
    by->has_string = false;
    if (drawn == FW_OK && string_is_good(by, &by->rules, by->before, first, last)) {
        by->first = by->ends[--by->end_count];
        return FW_OK;
    }
    by->drawn.count = by->before;
    by->ends[by->end_count++] = first + (last - first) / 2;
    return FW_OK;
}

/// Begins to draw the way as a string.
static void begin_to_draw(smoother *by)
{
    by->phase = SMOOTH_DRAW;
    by->drawn.count = 0;
    by->first = 0;
    by->ends[0] = by->way.count - 1;
    by->end_count = 1;
    by->has_string = false;
}

static fw_result draw_parts(smoother *by)
{
    fw_result drawn = FW_OK;
    while (by->end_count > 0 && drawn == FW_OK)
        drawn = shaping_pauses(by->rules.on.work) ? FW_PENDING : draw_part(by);
    return drawn;
}

/// Makes the way simpler, or where terrains differ cheaper, before it is drawn.
static fw_result change_way(smoother *by)
{
    if (is_taut(by->kind))
        return chain_go_on(&by->chain, by->from, &by->rules, &by->way);
    return simple_step(&by->simple, by->from, &by->rules, by->kind == FW_SMOOTH_SIMPLE_SAMPLED, &by->way);
}

/// Is the new path a gain?
static bool is_gain(const smoother *by)
{
    const extent *before = &by->old, *after = &by->new;
    return after->cost < before->cost ||
           (after->cost == before->cost && after->length <= before->length - NO_GAIN);
}

/// Must it be judged whether the body can go the new path? Points run along borders of tiles, where a string that is
/// pulled again does not know of which side it was.
static bool is_doubtful(const smoother *by)
{
    return is_taut(by->kind) && (!taut_fits(&by->rules) || by->rules.cuts_corners);
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

/// May a path be smoothed, by other kinds than curves?
static bool is_smoothable(const map_unit *unit, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    return count >= 2 && !summary.fixed_angles && segments_are_forward_lines(segments, count) &&
           !is_driven_straight(unit, segments, count);
}

fw_result smooth_begin(smoother *by, const smooth_ground *ground, fw_smoothing kind, const bend_ends *ends,
                       fw_path *path)
{
    by->kind = kind;
    by->path = path;
    by->phase = SMOOTH_CURVES;
    if (kind == FW_SMOOTH_CURVED)
        return curved_begin(&by->curved, by->from, ground, ends, false, path);
    by->phase = SMOOTH_DONE;
    if (kind == FW_SMOOTH_NONE || !is_smoothable(ground->unit, path))
        return FW_OK;
    by->rules = way_rules_of(ground);
    const fw_result read = read_way(by, &by->rules, path);
    if (read != FW_OK)
        return read == FW_BAD_VALUE ? FW_OK : read;
    by->phase = SMOOTH_CHANGE;
    if (!is_taut(kind))
        return simple_begin(&by->simple, by->from, &by->way);
    if (!by->rules.is_even)
        return chain_begin(&by->chain, by->from, &by->way);
    begin_to_draw(by);
    return FW_OK;
}

/// Compares the new path with the old one.
static void compare(smoother *by)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(by->path, &count);
    by->old = outline_extent(&by->rules, segments, count);
    by->new = outline_extent(&by->rules, by->drawn.segments, by->drawn.count);
    by->drawn.next = is_doubtful(by) ? 0 : by->drawn.count;
    by->phase = is_gain(by) ? SMOOTH_JUDGE : SMOOTH_DONE;
}

/// Goes on to judge the new path, which becomes the path.
static fw_result judge(smoother *by)
{
    bool is_free;
    const fw_result judged = outline_judge(&by->drawn, &by->rules, &is_free);
    if (judged != FW_OK)
        return judged;
    by->phase = SMOOTH_DONE;
    return is_free ? outline_write(&by->drawn, by->new.cost, by->path) : FW_OK;
}

/// Goes on with the present phase, and over to the next one.
static fw_result step_phase(smoother *by)
{
    fw_result stepped = FW_OK;
    switch (by->phase) {
    case SMOOTH_CURVES:
        stepped = curved_step(&by->curved);
        by->phase = stepped == FW_OK ? SMOOTH_DONE : by->phase;
        return stepped;
    case SMOOTH_CHANGE:
        stepped = change_way(by);
        if (stepped == FW_OK)
            begin_to_draw(by);
        return stepped;
    case SMOOTH_DRAW:
        stepped = is_taut(by->kind) ? draw_parts(by) : draw_lines(by, &by->rules, 0, by->way.count - 1);
        if (stepped == FW_OK)
            compare(by);
        return stepped;
    case SMOOTH_JUDGE:
        return judge(by);
    case SMOOTH_DONE:
        break;
    }
    return stepped;
}

fw_result smooth_step(smoother *by)
{
    fw_result stepped = FW_OK;
    while (by->phase != SMOOTH_DONE && stepped == FW_OK)
        stepped = step_phase(by);
    return stepped;
}

fw_result smooth_path(smoother *by, const smooth_ground *ground, fw_smoothing kind, const bend_ends *ends,
                      fw_path *path)
{
    const fw_result begun = smooth_begin(by, ground, kind, ends, path);
    return begun == FW_OK ? smooth_step(by) : begun;
}

void smoother_free(smoother *by)
{
    memory *from = by->from;
    memory_give_back(from, by->way.items, by->way.room, sizeof *by->way.items);
    memory_give_back(from, by->simple.tiles.items, by->simple.tiles.room, sizeof *by->simple.tiles.items);
    memory_give_back(from, by->drawn.segments, by->drawn.room, sizeof *by->drawn.segments);
    chain_free(&by->chain, from);
    taut_free(&by->taut, from);
    curved_free(&by->curved, from);
    *by = (smoother){ .from = from, .known = by->known };
}
