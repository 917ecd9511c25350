#include "directional/search/speed_ladder.h"

#include <math.h>
#include <string.h>

#include "directional/guides/lookup_table.h"
#include "shape/speed/speed_limits.h"

/// Relative tolerance: speeds whose squares differ by less are equal.
#define SAME_SPEED 1e-9

/// Share by which a remaining time is reduced, so that rounding never makes it exceed the true time.
#define ROUNDING 1e-12

static double squared(double value)
{
    return value * value;
}

/// Makes a speed a level, if it is no level yet and the ladder is not full.
static void add_level(speed_ladder *ladder, double square)
{
    int32_t place = ladder->count;
    while (place > 0 && ladder->square[place - 1] > square)
        place--;
    const bool is_below = place > 0 && ladder->square[place - 1] >= square * (1 - SAME_SPEED);
    const bool is_above = place < ladder->count && ladder->square[place] * (1 - SAME_SPEED) <= square;
    if (ladder->count == LADDER_LEVELS || is_below || is_above)
        return;
    for (int32_t i = ladder->count++; i > place; i--)
        ladder->square[i] = ladder->square[i - 1];
    ladder->square[place] = square;
}

/// Adds a level in the middle of the widest gap.
static void halve_widest_gap(speed_ladder *ladder)
{
    int32_t widest = 1;
    for (int32_t i = 2; i < ladder->count; i++)
        if (ladder->square[i] - ladder->square[i - 1] > ladder->square[widest] - ladder->square[widest - 1])
            widest = i;
    add_level(ladder, (ladder->square[widest] + ladder->square[widest - 1]) / 2);
}

/// The highest level whose speed is no larger.
static int32_t level_below(const speed_ladder *ladder, double square)
{
    int32_t level = 0;
    while (level + 1 < ladder->count && ladder->square[level + 1] * (1 - SAME_SPEED) <= square)
        level++;
    return level;
}

/// Least seconds for a length with one speed limit, from speed^2 to speed^2. The length must leave room for the change.
static double stretch_seconds(const fw_speed_def *def, double length, double most, double from, double to)
{
    const double ends = fmax(from, to);
    const double peak = fmax(ends, fmin(most, speed_free_peak(def, from, to, length)));
    const double speed = sqrt(peak);
    const double held = length - (peak - from) / (2 * def->acceleration) - (peak - to) / (2 * def->braking);
    const double changing = (speed - sqrt(from)) / def->acceleration + (speed - sqrt(to)) / def->braking;
    return held > 0 && speed > 0 ? changing + held / speed : changing;
}

/// Least seconds for a straight path of at least this length; it is longer if the unit cannot brake within `length`.
static double seconds_to_end(const speed_ladder *ladder, double from, double length)
{
    const fw_speed_def *def = &ladder->def;
    const double at_most = squared(fmin(def->end, def->top));
    const double room = fmax(length, (from - at_most) / (2 * def->braking));
    const double to = fmin(at_most, from + 2 * def->acceleration * room);
    return stretch_seconds(def, room, squared(def->top), from, to);
}

/// Computes `full` and `lost` of a level. Beyond `full`, each further tile takes the time of a tile at full speed.
static void fill_time_at_full_speed(speed_ladder *ladder, int32_t level)
{
    const fw_speed_def *def = &ladder->def;
    const double top = squared(def->top), from = ladder->square[level],
                 at_end = squared(fmin(def->end, def->top));
    const double full = (top - from) / (2 * def->acceleration) + (top - at_end) / (2 * def->braking);
    ladder->full[level] = full;
    ladder->lost[level] = seconds_to_end(ladder, from, full) - full / def->top;
}

void ladder_set(speed_ladder *ladder, const fw_speed_def *def, double turn_radius, uint32_t capability)
{
    const double slower = fmin(def->acceleration, def->braking);
    const double reach = 2 * slower * LADDER_RUN * (LADDER_LEVELS - 1);
    const double top = fmin(squared(def->top), fmax(reach, squared(def->start)));
    *ladder = (speed_ladder){ .def = *def, .count = 1 };
    ladder->def.top = sqrt(top);
    ladder->scale = MOTION_SCALE * ladder->def.top;
    add_level(ladder, top);
    add_level(ladder, fmin(top, squared(def->start)));
    add_level(ladder, fmin(top, squared(def->end)));
    add_level(ladder, fmin(top, speed_limit_on_circle(def, turn_radius)));
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (capability >> terrain & 1 && def->terrain_top[terrain] > 0)
            add_level(ladder, fmin(top, squared(def->terrain_top[terrain])));
    while (ladder->count < LADDER_LEVELS)
        halve_widest_gap(ladder);
    ladder->start =
        squared(def->start) * (1 - SAME_SPEED) <= top ? level_below(ladder, squared(def->start)) : -1;
    ladder->end = level_below(ladder, squared(def->end));
    for (int32_t level = 0; level < ladder->count; level++)
        fill_time_at_full_speed(ladder, level);
}

void ladder_limits_along(const speed_ladder *ladder, const map_version *map, const fw_segment *segments,
                         int32_t count, ladder_limits *limits)
{
    limits->count = LADDER_PLACES;
    if (speed_limits_of(map, &ladder->def, segments, count, limits->nodes, &limits->count) != FW_OK)
        limits->count = 0;
}

uint32_t ladder_cost(const speed_ladder *ladder, const ladder_limits *limits, double from, double to,
                     bool is_the_end)
{
    speed_node nodes[LADDER_PLACES];
    if (limits->count == 0)
        return LADDER_IMPOSSIBLE;
    memcpy(nodes, limits->nodes, (size_t)limits->count * sizeof *nodes);
    speed_pass_backward(&ladder->def, nodes, limits->count, to);
    if (from * (1 - SAME_SPEED) > nodes[0].most)
        return LADDER_IMPOSSIBLE;
    speed_pass_forward(&ladder->def, nodes, limits->count, from);
    if (!is_the_end && nodes[limits->count - 1].most < to * (1 - SAME_SPEED))
        return LADDER_IMPOSSIBLE;
    double seconds = 0;
    for (int32_t i = 1; i < limits->count; i++)
        seconds += stretch_seconds(&ladder->def, nodes[i].at - nodes[i - 1].at, nodes[i].along,
                                   nodes[i - 1].most, nodes[i].most);
    return (uint32_t)fmin(ceil(seconds * ladder->scale), LADDER_MOST_COST);
}

uint32_t ladder_remaining(const speed_ladder *ladder, int32_t level, uint64_t length)
{
    const double tiles = (double)length / MOTION_SCALE;
    const double seconds = tiles >= ladder->full[level]
                               ? ladder->lost[level] + tiles / ladder->def.top
                               : seconds_to_end(ladder, ladder->square[level], tiles);
    return (uint32_t)fmin(seconds * ladder->scale * (1 - ROUNDING), LADDER_MOST_COST);
}
