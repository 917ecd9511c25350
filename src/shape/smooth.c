#include "shape/smooth.h"

#include "curve/segment.h"
#include "shape/taut/simple.h"

/// A new path must be shorter by at least this (tiles) if it costs the same; a smaller gain may be a rounding error.
#define NO_GAIN 1e-12

/// Because of rounding, a string may be more expensive by this than the lines that it replaces.
#define SAME_COST 1e-9

struct way_style {
    /// Begins the first phase: SMOOTH_CHANGE, or SMOOTH_DRAW if the way needs no change.
    fw_result (*begin)(smoother *smoother);
    /// Continues to make the way simpler, or cheaper if terrains differ, before it is drawn.
    fw_result (*change)(smoother *smoother);
    /// Continues to draw the way.
    fw_result (*draw)(smoother *smoother);
    int32_t least_lines; ///< a path of fewer lines stays as it is
    bool samples_body;   ///< the body is judged at sample points, so a single line is judged, too
    bool is_pulled;      ///< the way is drawn as a taut string, which may lie along borders of tiles
    bool is_polygonal;   ///< arcs around corners become lines
};

fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind)
{
    if (kind != FW_SMOOTH_AUTO && kind != FW_SMOOTH_CURVED)
        return kind;
    return unit->def.turn_radius > 0 ? FW_SMOOTH_CURVED : FW_SMOOTH_TAUT;
}

static bool is_on_map(const free_anchors *anchors, vector at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= anchors->layer->width && at.y <= anchors->layer->height;
}

/// Reads the path's waypoints. FW_OK, FW_BAD_VALUE (a waypoint is off the map) or FW_NO_MEMORY.
static fw_result read_way(smoother *smoother, const way_rules *rules, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    if (MEMORY_RESERVE(smoother->memory, smoother->way.items, smoother->way.room, (size_t)count + 1))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i <= count; i++) {
        const fw_pose at = i < count ? segments[i].start : end;
        smoother->way.items[i] = (vector){ at.x - rules->lift, at.y - rules->lift };
        if (!is_on_map(&rules->anchors, smoother->way.items[i]))
            return FW_BAD_VALUE;
    }
    smoother->way.count = count + 1;
    return FW_OK;
}

static fw_result draw_lines(smoother *smoother, const way_rules *rules, int32_t first, int32_t last)
{
    for (int32_t i = first; i < last; i++)
        if (outline_add_line(&smoother->drawn, smoother->memory, rules, smoother->way.items[i],
                             smoother->way.items[i + 1]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Begins to draw the part of the way between two waypoints as a taut string. FW_OK, FW_BAD_VALUE (this part cannot be
/// pulled taut) or FW_NO_MEMORY.
static fw_result begin_string(smoother *smoother, int32_t first, int32_t last)
{
    smoother->is_drawing = false;
    return taut_begin(&smoother->taut, smoother->memory, smoother->known, &smoother->rules,
                      smoother->way.items + first, last - first + 1);
}

static fw_result draw_string(smoother *smoother)
{
    if (!smoother->is_drawing) {
        const fw_result pulled = taut_step(&smoother->taut);
        if (pulled != FW_OK)
            return pulled;
        if (outline_begin_string(&smoother->drawn, smoother->memory, &smoother->taut.pulled) != FW_OK)
            return FW_NO_MEMORY;
        smoother->is_drawing = true;
    }
    return outline_add_string(&smoother->drawn, smoother->memory, &smoother->rules, &smoother->taut.pulled,
                              smoother->style->is_polygonal);
}

static double cost_of_lines(const smoother *smoother, const way_rules *rules, int32_t first, int32_t last)
{
    double cost = 0;
    for (int32_t i = first; i < last; i++)
        cost += way_cost(rules, smoother->way.items[i], smoother->way.items[i + 1]);
    return cost;
}

/// True if the string that was drawn last may replace a part of the way: it makes no forbidden move and is not more
/// expensive. A string is never longer than the lines that it replaces.
static bool string_is_good(const smoother *smoother, const way_rules *rules, int32_t before, int32_t first,
                           int32_t last)
{
    const fw_segment *drawn = smoother->drawn.segments + before;
    const int32_t count = smoother->drawn.count - before;
    return (rules->is_even || outline_total(rules, drawn, count).cost <=
                                  cost_of_lines(smoother, rules, first, last) + SAME_COST) &&
           way_passes(rules, drawn, count);
}

/// Draws a part of the way as a taut string. If string_is_good() refuses the string, both halves of the part are drawn
/// next.
static fw_result draw_part(smoother *smoother)
{
    const int32_t first = smoother->first, last = smoother->ends[smoother->end_count - 1];
    if (last - first == 1) {
        shaping_charge(smoother->rules.ground.work, 0);
        smoother->first = smoother->ends[--smoother->end_count];
        return draw_lines(smoother, &smoother->rules, first, last);
    }
    if (!smoother->has_string) {
        smoother->before = smoother->drawn.count;
        const fw_result begun = begin_string(smoother, first, last);
        smoother->has_string = begun == FW_OK;
        if (begun != FW_OK && begun != FW_BAD_VALUE)
            return begun;
    }
    const fw_result drawn = smoother->has_string ? draw_string(smoother) : FW_BAD_VALUE;
    if (drawn != FW_OK && drawn != FW_BAD_VALUE)
        return drawn;
    smoother->has_string = false;
    if (drawn == FW_OK && string_is_good(smoother, &smoother->rules, smoother->before, first, last)) {
        smoother->first = smoother->ends[--smoother->end_count];
        return FW_OK;
    }
    smoother->drawn.count = smoother->before;
    smoother->ends[smoother->end_count++] = first + (last - first) / 2;
    return FW_OK;
}

static void begin_to_draw(smoother *smoother)
{
    smoother->phase = SMOOTH_DRAW;
    smoother->drawn.count = 0;
    smoother->first = 0;
    smoother->ends[0] = smoother->way.count - 1;
    smoother->end_count = 1;
    smoother->has_string = false;
}

static fw_result draw_parts(smoother *smoother)
{
    fw_result drawn = FW_OK;
    while (smoother->end_count > 0 && drawn == FW_OK)
        drawn = shaping_pauses(smoother->rules.ground.work) ? FW_PENDING : draw_part(smoother);
    return drawn;
}

static fw_result begin_simple(smoother *smoother)
{
    smoother->phase = SMOOTH_CHANGE;
    if (smoother->style->samples_body)
        way_rules_judge_body(&smoother->rules);
    return simple_begin(&smoother->simple, smoother->memory, &smoother->way);
}

static fw_result leave_out_points(smoother *smoother)
{
    return simple_step(&smoother->simple, smoother->memory, &smoother->rules, smoother->style->samples_body,
                       &smoother->way);
}

static fw_result draw_all_lines(smoother *smoother)
{
    return draw_lines(smoother, &smoother->rules, 0, smoother->way.count - 1);
}

/// Begins to pull the way taut. If all terrains cost the same, the way is not changed first.
static fw_result begin_taut(smoother *smoother)
{
    if (smoother->rules.is_even) {
        begin_to_draw(smoother);
        return FW_OK;
    }
    smoother->phase = SMOOTH_CHANGE;
    return chain_begin(&smoother->chain, smoother->memory, &smoother->way);
}

static fw_result choose_links(smoother *smoother)
{
    return chain_continue(&smoother->chain, smoother->memory, &smoother->rules, &smoother->way);
}

/// The kinds that smooth a way of lines; FW_SMOOTH_NONE and FW_SMOOTH_CURVED have no row.
static const way_style styles[FW_SMOOTHING_COUNT] = {
    [FW_SMOOTH_SIMPLE] = { .begin = begin_simple,
                           .change = leave_out_points,
                           .draw = draw_all_lines,
                           .least_lines = 2 },
    [FW_SMOOTH_SIMPLE_SAMPLED] = { .begin = begin_simple,
                                   .change = leave_out_points,
                                   .draw = draw_all_lines,
                                   .least_lines = 1,
                                   .samples_body = true },
    [FW_SMOOTH_TAUT] = { .begin = begin_taut,
                         .change = choose_links,
                         .draw = draw_parts,
                         .least_lines = 2,
                         .is_pulled = true },
    [FW_SMOOTH_TAUT_LINES] = { .begin = begin_taut,
                               .change = choose_links,
                               .draw = draw_parts,
                               .least_lines = 2,
                               .is_pulled = true,
                               .is_polygonal = true },
};

bool smooth_is_prepared(const map_unit *unit, fw_smoothing kind)
{
    return unit->layer || !styles[kind].begin;
}

/// True if the new path is cheaper than the old one, or costs the same and is shorter.
static bool is_gain(const smoother *smoother)
{
    const path_total *before = &smoother->old, *after = &smoother->new;
    return after->cost < before->cost ||
           (after->cost == before->cost && after->length <= before->length - NO_GAIN);
}

/// True if the body may touch something on the new path, so that the path must be checked. (A body of radius 0 may
/// follow a border between tiles; the taut string of such a way does not know on which side of the border the way was.)
static bool must_be_checked(const smoother *smoother)
{
    return smoother->style->is_pulled && (!taut_fits(&smoother->rules) || smoother->rules.cuts_corners);
}

/// True if the unit has a turning radius and all lines have one heading. Such a unit cannot drive lines that bend, so
/// this path stays as it is.
static bool is_driven_straight(const map_unit *unit, const fw_segment *lines, int32_t count)
{
    if (unit->def.turn_radius <= 0)
        return false;
    while (count > 1 && headings_meet(lines[count - 2].start.heading, lines[count - 1].start.heading))
        count--;
    return count == 1;
}

static bool is_smoothable(const map_unit *unit, const way_style *style, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    return count >= style->least_lines && !path_shown(path)->fixed_angles &&
           segments_are_forward_lines(segments, count) && !is_driven_straight(unit, segments, count);
}

/// True if a unit with a turning radius drives arcs, or in reverse.
static bool is_drive(const map_unit *unit, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    return unit->def.turn_radius > 0 && !segments_are_forward_lines(segments, count);
}

fw_result smooth_begin(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                       const bend_ends *ends, fw_path *path)
{
    smoother->kind = kind;
    smoother->style = &styles[kind];
    smoother->path = path;
    smoother->simple.impossible.count = 0;
    smoother->phase = SMOOTH_CURVES;
    if (kind == FW_SMOOTH_CURVED)
        return curved_begin(&smoother->curved, smoother->memory, ground, ends, CURVED_ALL, path);
    if (kind == FW_SMOOTH_SIMPLE && is_drive(ground->unit, path))
        return curved_begin(&smoother->curved, smoother->memory, ground, ends, CURVED_SIMPLE, path);
    smoother->phase = SMOOTH_DONE;
    if (!smoother->style->begin || !is_smoothable(ground->unit, smoother->style, path))
        return FW_OK;
    smoother->rules = way_rules_of(ground);
    const fw_result read = read_way(smoother, &smoother->rules, path);
    return read == FW_OK ? smoother->style->begin(smoother) : read == FW_BAD_VALUE ? FW_OK : read;
}

static void smooth_compare(smoother *smoother)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(smoother->path, &count);
    smoother->old = outline_total(&smoother->rules, segments, count);
    smoother->new = outline_total(&smoother->rules, smoother->drawn.segments, smoother->drawn.count);
    smoother->drawn.next = must_be_checked(smoother) ? 0 : smoother->drawn.count;
    smoother->phase = is_gain(smoother) || smoother->simple.impossible.count > 0 ? SMOOTH_JUDGE : SMOOTH_DONE;
}

/// Continues to check the new path; if it is free, it replaces the old one.
static fw_result smooth_judge(smoother *smoother)
{
    bool is_free;
    const fw_result judged = outline_judge(&smoother->drawn, &smoother->rules, &is_free);
    if (judged != FW_OK)
        return judged;
    smoother->phase = SMOOTH_DONE;
    return is_free ? outline_write(&smoother->drawn, smoother->new.cost, &smoother->simple.impossible,
                                   smoother->path)
                   : FW_OK;
}

/// Continues the present phase; begins the next one at its end.
static fw_result smooth_step_phase(smoother *smoother)
{
    fw_result stepped = FW_OK;
    switch (smoother->phase) {
    case SMOOTH_CURVES:
        stepped = curved_step(&smoother->curved);
        smoother->phase = stepped == FW_OK ? SMOOTH_DONE : smoother->phase;
        return stepped;
    case SMOOTH_CHANGE:
        stepped = smoother->style->change(smoother);
        if (stepped == FW_OK)
            begin_to_draw(smoother);
        return stepped;
    case SMOOTH_DRAW:
        stepped = smoother->style->draw(smoother);
        if (stepped == FW_OK)
            smooth_compare(smoother);
        return stepped;
    case SMOOTH_JUDGE:
        return smooth_judge(smoother);
    case SMOOTH_DONE:
        break;
    }
    return stepped;
}

fw_result smooth_step(smoother *smoother)
{
    fw_result stepped = FW_OK;
    while (smoother->phase != SMOOTH_DONE && stepped == FW_OK)
        stepped = smooth_step_phase(smoother);
    return stepped;
}

fw_result smooth_path(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                      const bend_ends *ends, fw_path *path)
{
    const fw_result begun = smooth_begin(smoother, ground, kind, ends, path);
    return begun == FW_OK ? smooth_step(smoother) : begun;
}
