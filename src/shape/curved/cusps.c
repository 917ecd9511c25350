#include "shape/curved/cusps.h"

#include "curve/segment.h"

/// Length of a stretch beyond its cusps in the first try, in turning radii; REACHES tries double it each time.
#define FIRST_REACH 0.5
enum { REACHES = 4 };

/// Cusps whose distance is smaller, in turning radii, are replaced together.
#define ONE_GROUP 0.5

/// Factor on the unit's reverse penalty with which the cheapest curve avoids the reverse gear.
#define MORE_REVERSE 2.0

/// Smaller gains (in tiles on the cheapest terrain) may be rounding errors.
#define NO_GAIN 1e-9

/// A stretch of the old drive, and the curve that may replace it.
typedef struct stretch {
    double from, to; ///< tiles along the drive
    fw_pose start, goal;
    double cost;    ///< of the old drive, with the changes of gear at the stretch's ends
    bool begins;    ///< the drive begins with this stretch
    bool ends;      ///< the drive ends with this stretch
    fw_gear before; ///< gear before the stretch, unless it begins the drive
    fw_gear next;   ///< gear after the stretch, unless it ends the drive
    double gain;    ///< cost that the curve saves; before a curve is found, the gain that it must exceed
    fw_curve curve; ///< without segments if no curve was found
} stretch;

bool drive_has_cusps(const segment_list *along)
{
    for (int32_t i = 1; i < along->count; i++)
        if (along->segments[i].gear != along->segments[0].gear)
            return true;
    return false;
}

/// Computes distance and cost at the start of each segment, and at the end of the last one.
static fw_result set_marks(cusp_buffers *buffers, memory *memory, const drive_rules *rules,
                           const segment_list *along)
{
    if (MEMORY_RESERVE(memory, buffers->marks, buffers->mark_room, (size_t)along->count + 1))
        return FW_NO_MEMORY;
    cusp_mark mark = { 0, 0 };
    for (int32_t i = 0; i < along->count; i++) {
        const fw_segment *segment = &along->segments[i];
        if (i > 0)
            mark.cost += drive_gear_change(rules, segment[-1].gear, segment->gear);
        buffers->marks[i] = mark;
        mark.at += segment->length;
        mark.cost += drive_cost_in_gear(rules, segment);
    }
    buffers->marks[along->count] = mark;
    return FW_OK;
}

/// The last segment that begins before a distance; with `or_equal`, the last one that begins before it or at it.
static int32_t segment_at(const cusp_pass *pass, double at, bool or_equal)
{
    int32_t low = 0, high = pass->count;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const bool is_before = pass->marks[middle].at < at || (or_equal && pass->marks[middle].at == at);
        low = is_before ? middle : low;
        high = is_before ? high : middle;
    }
    return low;
}

static fw_segment first_part(const cusp_pass *pass, int32_t index, double to)
{
    fw_segment part = pass->segments[index];
    const double length = to - pass->marks[index].at;
    part.length = length < part.length ? length : part.length;
    return part;
}

/// Cost of the drive up to a distance within a segment.
static double cost_up_to(const cusp_pass *pass, int32_t index, double at)
{
    const fw_segment part = first_part(pass, index, at);
    return pass->marks[index].cost + drive_cost_in_gear(pass->rules, &part);
}

/// The stretch of the drive between two distances.
static stretch stretch_between(const cusp_pass *pass, double from, double to)
{
    const drive_rules *rules = pass->rules;
    const int32_t first = segment_at(pass, from, true), last = segment_at(pass, to, false);
    const fw_segment head = first_part(pass, first, from), tail = first_part(pass, last, to);
    stretch found = { .from = from, .to = to, .start = segment_end(&head), .goal = segment_end(&tail) };
    found.begins = from <= 0;
    found.ends = to >= pass->marks[pass->count].at;
    found.before = from <= pass->done ? pass->gear : pass->segments[first - (head.length <= 0)].gear;
    found.next = !found.ends && to >= pass->marks[last + 1].at ? pass->segments[last + 1].gear : tail.gear;
    found.cost = cost_up_to(pass, last, to) - cost_up_to(pass, first, from);
    found.cost += found.begins ? 0 : drive_gear_change(rules, found.before, head.gear);
    found.cost += drive_gear_change(rules, tail.gear, found.next);
    return found;
}

/// Cost of a curve that replaces a stretch, with the changes of gear at its ends.
static double replacement_cost(const drive_rules *rules, const stretch *stretch, const fw_curve *curve)
{
    double cost = 0;
    fw_gear gear = stretch->begins ? curve->segments[0].gear : stretch->before;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        cost += drive_cost_in_gear(rules, segment) + drive_gear_change(rules, gear, segment->gear);
        gear = segment->gear;
    }
    return stretch->ends ? cost : cost + drive_gear_change(rules, gear, stretch->next);
}

/// Makes a curve the replacement of a stretch if it is free and gains more than the best one so far.
static void consider(const drive_rules *rules, const fw_curve *curve, stretch *stretch)
{
    const double gain = curve->count > 0 ? stretch->cost - replacement_cost(rules, stretch, curve) : 0;
    if (gain > stretch->gain && drive_is_free(rules, curve->segments, curve->count)) {
        stretch->gain = gain;
        stretch->curve = *curve;
    }
}

/// Draws the curve between a stretch's ends that is cheapest on even terrain if a tile in reverse gear costs as much as
/// `reverse_penalty` tiles forward.
static bool draw_curve(const drive_rules *rules, const stretch *stretch, double reverse_penalty,
                       fw_curve *curve)
{
    const double change = rules->ground.unit->def.gear_change_cost * COST_ONE / rules->ground.unit->cheapest;
    return fw_reeds_shepp(stretch->start, stretch->goal, rules->radius, reverse_penalty, change, curve) ==
           FW_OK;
}

/// Draws the curve between a stretch's ends that is cheapest on even terrain.
static bool draw_cheapest(const drive_rules *rules, const stretch *stretch, fw_curve *curve)
{
    return draw_curve(rules, stretch, rules->ground.unit->def.reverse_penalty, curve);
}

/// True if the drive is a cheapest curve already; such a curve has few segments.
static bool is_cheapest(const cusp_pass *pass)
{
    if (pass->count > FW_CURVE_SEGMENTS || !pass->rules->is_even || pass->rules->ground.turn_charge > 0)
        return false;
    const stretch whole = stretch_between(pass, 0, pass->marks[pass->count].at);
    fw_curve curve;
    return draw_cheapest(pass->rules, &whole, &curve) && curve.count > 0 &&
           whole.cost - replacement_cost(pass->rules, &whole, &curve) <= NO_GAIN;
}

/// Looks for a curve that replaces a stretch. Tries the cheapest curve, then one that avoids the reverse gear, then the
/// shortest one that is driven forward, and takes the first one that is free and gains. Curves that differ in their
/// gears alone may cost the same although only one of them is free.
static void find_replacement(const drive_rules *rules, stretch *stretch)
{
    fw_curve curve;
    shaping_charge(rules->ground.work, stretch->to - stretch->from);
    if (draw_cheapest(rules, stretch, &curve))
        consider(rules, &curve, stretch);
    if (stretch->curve.count == 0 &&
        draw_curve(rules, stretch, MORE_REVERSE * rules->ground.unit->def.reverse_penalty, &curve))
        consider(rules, &curve, stretch);
    if (stretch->curve.count == 0 &&
        fw_dubins(stretch->start, stretch->goal, rules->radius, FW_DUBINS_SHORTEST, &curve) == FW_OK)
        consider(rules, &curve, stretch);
}

/// The next cusp at or after the start of segment `index`, as the index of the segment that begins there.
static int32_t next_cusp(const cusp_pass *pass, int32_t index)
{
    for (int32_t i = index > 0 ? index : 1; i < pass->count; i++)
        if (pass->segments[i].gear != pass->segments[i - 1].gear)
            return i;
    return pass->count;
}

/// The last cusp of the group that begins with cusp `first`.
static int32_t last_cusp(const cusp_pass *pass, int32_t first)
{
    int32_t last = first;
    for (int32_t next = next_cusp(pass, first + 1);
         next < pass->count && pass->marks[next].at - pass->marks[last].at < ONE_GROUP * pass->rules->radius;
         next = next_cusp(pass, next + 1))
        last = next;
    return last;
}

static fw_result cusps_draw(cusp_buffers *buffers, memory *memory, cusp_pass *pass, const fw_segment *segment)
{
    if (!(segment->length > 0))
        return FW_OK;
    pass->gear = segment->gear;
    return segment_list_add(&buffers->drawn, memory, segment);
}

static fw_result draw_up_to(cusp_buffers *buffers, memory *memory, cusp_pass *pass, double to)
{
    for (int32_t i = segment_at(pass, pass->done, true); i < pass->count && pass->marks[i].at < to; i++) {
        fw_segment part = first_part(pass, i, to);
        const double skipped = pass->done - pass->marks[i].at;
        if (skipped > 0) {
            part.start = segment_pose_at(&part, skipped);
            part.length -= skipped;
        }
        if (cusps_draw(buffers, memory, pass, &part) != FW_OK)
            return FW_NO_MEMORY;
    }
    pass->done = to;
    return FW_OK;
}

/// Appends the old drive up to a stretch, and the curve that replaces the stretch.
static fw_result draw_stretch(cusp_buffers *buffers, memory *memory, cusp_pass *pass, const stretch *replaced)
{
    if (draw_up_to(buffers, memory, pass, replaced->from) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < replaced->curve.count; i++)
        if (cusps_draw(buffers, memory, pass, &replaced->curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    pass->done = replaced->to;
    return FW_OK;
}

/// The stretch around a group of cusps whose replacement gains most; without a curve if none gains.
static stretch best_around(const cusp_pass *pass, int32_t first, int32_t last)
{
    const double end = pass->marks[pass->count].at;
    stretch best = { .gain = NO_GAIN };
    double reach = FIRST_REACH * pass->rules->radius;
    for (int i = 0; i < REACHES; i++, reach *= 2) {
        stretch tried = stretch_between(pass, fmax(pass->marks[first].at - reach, pass->done),
                                        fmin(pass->marks[last].at + reach, end));
        tried.gain = best.gain;
        find_replacement(pass->rules, &tried);
        if (tried.curve.count > 0)
            best = tried;
    }
    return best;
}

fw_result cusps_begin(cusp_buffers *buffers, memory *memory, const drive_rules *rules,
                      const segment_list *along)
{
    cusp_pass *pass = &buffers->pass;
    *pass = (cusp_pass){ .rules = rules, .segments = along->segments, .count = along->count };
    pass->next = next_cusp(pass, 0);
    buffers->drawn.count = 0;
    buffers->drawn.end = along->end;
    if (pass->next == pass->count)
        return FW_OK;
    if (set_marks(buffers, memory, rules, along) != FW_OK)
        return FW_NO_MEMORY;
    pass->marks = buffers->marks;
    if (is_cheapest(pass))
        pass->next = pass->count;
    return FW_OK;
}

fw_result cusps_step(cusp_buffers *buffers, memory *memory, segment_list *along)
{
    cusp_pass *pass = &buffers->pass;
    while (pass->next < pass->count) {
        if (shaping_pauses(pass->rules->ground.work))
            return FW_PENDING;
        const int32_t last = last_cusp(pass, pass->next);
        const stretch best = best_around(pass, pass->next, last);
        if (best.curve.count > 0 && draw_stretch(buffers, memory, pass, &best) != FW_OK)
            return FW_NO_MEMORY;
        pass->next = next_cusp(pass, last + 1);
        while (pass->next < pass->count && pass->marks[pass->next].at <= pass->done)
            pass->next = next_cusp(pass, pass->next + 1);
    }
    if (pass->done > 0) {
        if (draw_up_to(buffers, memory, pass, pass->marks[pass->count].at) != FW_OK)
            return FW_NO_MEMORY;
        return segment_list_copy(along, memory, &buffers->drawn);
    }
    return FW_OK;
}
