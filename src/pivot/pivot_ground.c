#include "pivot/pivot_ground.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "curve/sweep_line.h"
#include "map/overlay.h"

pivot_ground pivot_ground_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay)
{
    const sweep_body body = sweep_body_of(&unit->def.footprint);
    return (pivot_ground){ .map = map,
                           .unit = unit,
                           .overlay = overlay_is_empty(overlay) ? NULL : overlay,
                           .swept = sweep_ground_of(unit, overlay),
                           .body = body,
                           .is_flat = unit->uniform && !overlay_has_costs(overlay),
                           .disc = { .is_round = true,
                                     .radius = body.reach,
                                     .half_length = body.reach,
                                     .half_width = body.reach,
                                     .reach = body.reach } };
}

/// True if the corridor of the overlay admits the unit at a place.
static bool is_admitted(const pivot_ground *ground, double x, double y)
{
    const int32_t size = ground->unit->def.size;
    const double offset = ground->unit->centre_offset;
    return !ground->swept.overlay || overlay_admits(ground->swept.overlay, size, (int32_t)floor(x - offset),
                                                    (int32_t)floor(y - offset));
}

bool pivot_may_stand(const pivot_ground *ground, double x, double y)
{
    const layer *open = ground->swept.open;
    const int32_t column = (int32_t)floor(x), row = (int32_t)floor(y);
    return layer_fits_anywhere(open, column, row) &&
           (!ground->swept.overlay || overlay_free(ground->swept.overlay, 1, column, row) & 1) &&
           is_admitted(ground, x, y);
}

bool pivot_spins(const pivot_ground *ground, double x, double y)
{
    const sweep_ground alone = sweep_ground_alone(&ground->swept);
    if (!is_admitted(ground, x, y))
        return false;
    return (ground->distances && distance_map_at(ground->distances, x, y) >= ground->disc.reach) ||
           sweep_straight_is_free(&alone, &ground->disc, x, y, 1, 0, 0);
}

bool pivot_turns(const pivot_ground *ground, fw_pose from, double to)
{
    return sweep_turn_is_free(&ground->swept, &ground->body, from, trig_wrap(to - from.heading));
}

pivot_turn pivot_turn_between(const pivot_ground *ground, fw_pose from, double to)
{
    const double turn = trig_wrap(to - from.heading);
    if (headings_meet(from.heading, to) || pivot_turns(ground, from, to))
        return PIVOT_SHORT_TURN;
    const bool helps = sweep_body_has_front(&ground->body);
    const double other = turn > 0 ? turn - 2 * FW_PI : turn + 2 * FW_PI;
    return helps && sweep_turn_is_free(&ground->swept, &ground->body, from, other) ? PIVOT_LONG_TURN
                                                                                   : PIVOT_NO_TURN;
}

fw_segment pivot_line(fw_pose from, fw_pose to, fw_gear gear)
{
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    if (gear == FW_REVERSE) {
        line.start.heading = trig_wrap(line.start.heading + FW_PI);
        line.gear = FW_REVERSE;
    }
    return line;
}

bool pivot_drives(const pivot_ground *ground, const fw_segment *line)
{
    return sweep_segment_is_free(&ground->swept, &ground->body, line);
}

double pivot_line_cost(const pivot_ground *ground, const fw_segment *line)
{
    const double penalty = line->gear == FW_REVERSE ? ground->unit->def.reverse_penalty : 1;
    if (ground->is_flat)
        return line->length * ground->unit->cheapest / COST_ONE * penalty;
    const fw_pose end = segment_end(line);
    return line_cost(ground->map, ground->unit, ground->overlay, line->start.x, line->start.y, end.x, end.y) *
           penalty;
}
