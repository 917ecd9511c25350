#include "shape/speed/speed.h"

#include <math.h>

#include "base/def.h"
#include "curve/path.h"
#include "shape/path_on_map.h"
#include "shape/speed/speed_limits.h"

/// Speeds are equal if the relative difference of their squares is smaller. The start speed may exceed its limit by as
/// much, because the end speed of one profile is the start speed of the next.
#define ROUNDING 1e-9

/// Distances along the path are equal if their relative difference is smaller.
#define SAME_PLACE 1e-13

/// The range of the values of a def.
#define LEAST_RATE 1e-9
#define MOST_RATE  1e9

/// The driving phase between two samples; NOTHING_YET if the next sample must not replace the last one.
typedef enum phase { NOTHING_YET, SPEEDS_UP, HOLDS, BRAKES } phase;

typedef struct profiler {
    const fw_speed_def *def;
    fw_speed_sample *samples;
    int32_t count;
    phase phase; ///< before the last sample
} profiler;

static const fw_speed_def defaults = { .bytes = sizeof defaults,
                                       .cookie = SPEED_DEF_COOKIE,
                                       .top = 1.0,
                                       .acceleration = 1.0,
                                       .braking = 1.0,
                                       .lateral = 1.0 };

fw_result fw_speed_def_init(fw_speed_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_speed_def fw_default_speed_def(void)
{
    return defaults;
}

const fw_speed_def *speed_def_whole(const fw_speed_def *def, fw_speed_def *room)
{
    return def_whole(def, &defaults, sizeof defaults, room);
}

static fw_result judge_number(const char *field, double value, bool may_be_zero, fw_refusal *why)
{
    if ((value >= LEAST_RATE && value <= MOST_RATE) || (may_be_zero && value == 0))
        return FW_OK;
    return refuse_number(why, value, FW_BAD_VALUE, field,
                         may_be_zero ? "the value must be 0 or from 1e-9 to 1e9"
                                     : "the value must be from 1e-9 to 1e9");
}

static fw_result judge_numbers(const fw_speed_def *def, fw_refusal *why)
{
    const struct {
        const char *field;
        double value;
        bool may_be_zero;
    } numbers[] = {
        { "top", def->top, false },
        { "acceleration", def->acceleration, false },
        { "braking", def->braking, false },
        { "lateral", def->lateral, false },
        { "start", def->start, true },
        { "end", def->end, true },
        { "turn_radius", def->turn_radius, true },
        { "radius_per_speed", def->radius_per_speed, true },
    };
    fw_result result = FW_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && result == FW_OK; i++)
        result = judge_number(numbers[i].field, numbers[i].value, numbers[i].may_be_zero, why);
    for (int32_t i = 0; i < FW_TERRAIN_COUNT && result == FW_OK; i++) {
        result = judge_number("terrain_top", def->terrain_top[i], true, why);
        if (result != FW_OK)
            refuse_item(why, result, i);
    }
    return result;
}

fw_result speed_def_judge(const fw_speed_def *def, fw_refusal *why)
{
    fw_speed_def room;
    def = speed_def_whole(def, &room);
    return def ? judge_numbers(def, why)
               : refuse(why, FW_BAD_DEF, "cookie", "the limits must be filled by fw_speed_def_init() first");
}

fw_refusal fw_speed_refusal(const fw_speed_def *def)
{
    fw_refusal why = refusal_none();
    if (def)
        speed_def_judge(def, &why);
    else
        refuse(&why, FW_NULL_ARGUMENT, "def", "the pointer must not be null");
    return why;
}

/// The distance of the node whose own limit makes the start too fast. The limits of the nodes before this node only
/// follow from braking for it.
static double first_too_fast(const fw_speed_def *def, const speed_node *nodes, int32_t count)
{
    int32_t i = 0;
    while (i + 1 < count &&
           nodes[i].most == nodes[i + 1].most + 2 * def->braking * (nodes[i + 1].at - nodes[i].at))
        i++;
    return nodes[i].at;
}

/// Adds a sample at the end of phase `next`. If the last sample ended the same phase, it is replaced.
static void add_sample(profiler *profiler, double at, double square, phase next)
{
    const fw_speed_sample last = profiler->samples[profiler->count - 1];
    if (at <= last.at)
        return;
    const double speed = sqrt(square), both = last.speed + speed;
    const double duration = both > 0 ? 2 * (at - last.at) / both : 0;
    if (next != profiler->phase)
        profiler->count++;
    profiler->samples[profiler->count - 1] = (fw_speed_sample){ at, speed, last.time + duration };
    profiler->phase = next;
}

/// Adds a jump to another speed: the speed changes over a distance too short for a double.
static void add_jump(profiler *profiler, double square)
{
    const fw_speed_sample last = profiler->samples[profiler->count - 1];
    const double before = last.speed * last.speed;
    if (fabs(square - before) <= ROUNDING * fmax(square, before))
        return;
    profiler->samples[profiler->count++] = (fw_speed_sample){ last.at, sqrt(square), last.time };
    profiler->phase = NOTHING_YET;
}

/// Adds the samples between two nodes: the unit accelerates as long as possible, holds its speed, and brakes as late as
/// possible.
static void add_stretch(profiler *profiler, const speed_node *from, const speed_node *to)
{
    const double up = profiler->def->acceleration, down = profiler->def->braking;
    const double before = from->at + SAME_PLACE * (1 + from->at), behind = to->at - SAME_PLACE * (1 + to->at);
    const double free_peak = speed_free_peak(profiler->def, from->most, to->most, to->at - from->at);
    const double peak = fmin(free_peak, to->along);
    const double top_from = from->at + (peak - from->most) / (2 * up);
    const double top_to = free_peak < to->along ? top_from : to->at - (peak - to->most) / (2 * down);
    if (top_from >= behind) {
        add_sample(profiler, to->at, peak, SPEEDS_UP);
        add_jump(profiler, to->most);
        return;
    }
    if (top_from > before)
        add_sample(profiler, top_from, peak, SPEEDS_UP);
    else
        add_jump(profiler, peak);
    if (top_to >= behind) {
        add_sample(profiler, to->at, peak, HOLDS);
        add_jump(profiler, to->most);
        return;
    }
    if (top_to > fmax(before, top_from))
        add_sample(profiler, top_to, peak, HOLDS);
    add_sample(profiler, to->at, to->most, BRAKES);
}

static fw_result write_samples(const fw_speed_def *def, const speed_node *nodes, int32_t count, fw_path *path)
{
    profiler profiler = { .def = def, .samples = path_begin_speeds(path, 3 * count) };
    if (!profiler.samples)
        return FW_NO_MEMORY;
    profiler.samples[profiler.count++] = (fw_speed_sample){ .speed = sqrt(nodes[0].most) };
    for (int32_t i = 1; i < count; i++)
        add_stretch(&profiler, &nodes[i - 1], &nodes[i]);
    path_end_speeds(path, profiler.count);
    return FW_OK;
}

fw_result speed_profile(const map_version *map, const fw_speed_def *def, fw_path *path, double *too_fast_at)
{
    if (!def || !path)
        return FW_NULL_ARGUMENT;
    fw_speed_def room;
    fw_result result = speed_def_judge(def, NULL);
    def = speed_def_whole(def, &room);
    if (result == FW_OK && !map && speed_limits_terrains(def))
        result = FW_NULL_ARGUMENT;
    if (result == FW_OK)
        result = path_on_map(map, path);
    if (result != FW_OK)
        return result;
    speed_node *nodes;
    int32_t count;
    double where = 0;
    result = speed_limits_along(map, def, path, &nodes, &count, &where);
    if (result == FW_OK) {
        speed_pass_backward(def, nodes, count, def->end * def->end);
        if (def->start * def->start > nodes[0].most * (1 + ROUNDING)) {
            where = first_too_fast(def, nodes, count);
            result = FW_NOT_FOUND;
        }
    }
    if (result == FW_NOT_FOUND && too_fast_at)
        *too_fast_at = where;
    if (result != FW_OK)
        return result;
    speed_pass_forward(def, nodes, count, def->start * def->start);
    return write_samples(def, nodes, count, path);
}

fw_result fw_path_profile(const fw_map *map, const fw_speed_def *def, fw_path *path, double *too_fast_at)
{
    return speed_profile(map_version_of(map), def, path, too_fast_at);
}
