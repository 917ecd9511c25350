#include "shape/cusps.h"

#include "curve/segment.h"

/// Stretches reach so far beyond their cusps, in turning radii: the first try, and how often it is doubled.
#define FIRST_REACH 0.5
enum { REACHES = 4 };

/// Cusps that are nearer to one another, in turning radii, belong to one manoeuvre.
#define ONE_MANOEUVRE 0.5

/// Gains below this, in tiles on the cheapest terrain, are rounding.
#define NO_GAIN 1e-9

/// A stretch of the old drive, and what may replace it.
typedef struct stretch {
    double from, to; ///< tiles along the drive
    fw_pose start, goal;
    double cost;          ///< with the changes of gear at its ends
    bool begins, ends;    ///< the drive
    fw_gear before, next; ///< gears beside it, where it does not
    double gain;          ///< of the curve; at first what must be exceeded
    fw_curve curve;       ///< without segments as long as none is found
} stretch;

bool cusps_any(const leg *along)
{
    for (int32_t i = 1; i < along->count; i++)
        if (along->segments[i].gear != along->segments[0].gear)
            return true;
    return false;
}

static fw_result set_marks(cusp_room *by, memory *from, const drive_rules *rules, const leg *along)
{
    if (memory_reserve(from, &by->marks, &by->mark_room, (size_t)along->count + 1, sizeof *by->marks))
        return FW_NO_MEMORY;
    cusp_mark mark = { 0, 0 };
    for (int32_t i = 0; i < along->count; i++) {
        const fw_segment *segment = &along->segments[i];
        if (i > 0)
            mark.cost += drive_gear_change(rules, segment[-1].gear, segment->gear);
        by->marks[i] = mark;
        mark.at += segment->length;
        mark.cost += drive_cost_in_gear(rules, segment);
    }
    by->marks[along->count] = mark;
    return FW_OK;
}

/// The last segment that begins before a place, or on it where `on` is set.
static int32_t segment_at(const recasting *of, double at, bool on)
{
    int32_t low = 0, high = of->count;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const bool is_before = of->marks[middle].at < at || (on && of->marks[middle].at == at);
        low = is_before ? middle : low;
        high = is_before ? high : middle;
    }
    return low;
}

static fw_segment first_part(const recasting *of, int32_t index, double to)
{
    fw_segment part = of->segments[index];
    const double length = to - of->marks[index].at;
    part.length = length < part.length ? length : part.length;
    return part;
}

/// Cost of the drive up to a place within a segment.
static double cost_up_to(const recasting *of, int32_t index, double at)
{
    const fw_segment part = first_part(of, index, at);
    return of->marks[index].cost + drive_cost_in_gear(of->rules, &part);
}

/// Finds a stretch in the drive.
static stretch stretch_between(const recasting *of, double from, double to)
{
    const drive_rules *by = of->rules;
    const int32_t first = segment_at(of, from, true), last = segment_at(of, to, false);
    const fw_segment head = first_part(of, first, from), tail = first_part(of, last, to);
    stretch found = { .from = from, .to = to, .start = segment_end(&head), .goal = segment_end(&tail) };
    found.begins = from <= 0;
    found.ends = to >= of->marks[of->count].at;
    found.before = from <= of->done ? of->gear : of->segments[first - (head.length <= 0)].gear;
    found.next = !found.ends && to >= of->marks[last + 1].at ? of->segments[last + 1].gear : tail.gear;
    found.cost = cost_up_to(of, last, to) - cost_up_to(of, first, from);
    found.cost += found.begins ? 0 : drive_gear_change(by, found.before, head.gear);
    found.cost += drive_gear_change(by, tail.gear, found.next);
    return found;
}

/// What a curve costs in place of a stretch.
static double cost_instead(const drive_rules *by, const stretch *of, const fw_curve *curve)
{
    double cost = 0;
    fw_gear gear = of->begins ? curve->segments[0].gear : of->before;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[i];
        cost += drive_cost_in_gear(by, segment) + drive_gear_change(by, gear, segment->gear);
        gear = segment->gear;
    }
    return of->ends ? cost : cost + drive_gear_change(by, gear, of->next);
}

static bool is_free(const drive_rules *by, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (!sweep_segment_is_free(&by->under, &by->body, &curve->segments[i]))
            return false;
    return true;
}

/// Takes a curve for a stretch where it gains more than what was there.
static void consider(const drive_rules *by, const fw_curve *curve, stretch *of)
{
    const double gain = curve->count > 0 ? of->cost - cost_instead(by, of, curve) : 0;
    if (gain > of->gain && is_free(by, curve)) {
        of->gain = gain;
        of->curve = *curve;
    }
}

/// The cheapest of all curves in place of a stretch, on even terrain.
static bool draw_cheapest(const drive_rules *by, const stretch *of, fw_curve *curve)
{
    const fw_unit_def *unit = &by->on.unit->def;
    const double change = unit->gear_change_cost * COST_ONE / by->on.unit->cheapest;
    return fw_reeds_shepp(of->start, of->goal, by->radius, unit->reverse_penalty, change, curve) == FW_OK;
}

/// Is a drive of few segments one of the cheapest curves already?
static bool is_cheapest(const recasting *of)
{
    if (of->count > FW_CURVE_SEGMENTS || !of->rules->is_even || of->rules->on.turn_charge > 0)
        return false;
    const stretch whole = stretch_between(of, 0, of->marks[of->count].at);
    fw_curve curve;
    return draw_cheapest(of->rules, &whole, &curve) && curve.count > 0 &&
           whole.cost - cost_instead(of->rules, &whole, &curve) <= NO_GAIN;
}

/// Looks for a curve in place of a stretch: the cheapest of all, or the shortest that goes forward.
static void recast(const drive_rules *by, stretch *of)
{
    fw_curve curve;
    shaping_charge(by->on.work, of->to - of->from);
    if (draw_cheapest(by, of, &curve))
        consider(by, &curve, of);
    if (of->curve.count == 0 &&
        fw_dubins(of->start, of->goal, by->radius, FW_DUBINS_SHORTEST, &curve) == FW_OK)
        consider(by, &curve, of);
}

/// The next cusp at or after a place, as the index of the segment that begins there.
static int32_t next_cusp(const recasting *of, int32_t index)
{
    for (int32_t i = index > 0 ? index : 1; i < of->count; i++)
        if (of->segments[i].gear != of->segments[i - 1].gear)
            return i;
    return of->count;
}

/// The last cusp of a manoeuvre.
static int32_t last_cusp(const recasting *of, int32_t first)
{
    int32_t last = first;
    for (int32_t next = next_cusp(of, first + 1);
         next < of->count && of->marks[next].at - of->marks[last].at < ONE_MANOEUVRE * of->rules->radius;
         next = next_cusp(of, next + 1))
        last = next;
    return last;
}

static fw_result draw(cusp_room *by, memory *from, recasting *of, const fw_segment *segment)
{
    if (!(segment->length > 0))
        return FW_OK;
    of->gear = segment->gear;
    return leg_add(&by->drawn, from, segment);
}

/// Draws the old drive up to a place.
static fw_result draw_up_to(cusp_room *by, memory *from, recasting *of, double to)
{
    for (int32_t i = segment_at(of, of->done, true); i < of->count && of->marks[i].at < to; i++) {
        fw_segment part = first_part(of, i, to);
        const double skipped = of->done - of->marks[i].at;
        if (skipped > 0) {
            part.start = segment_pose_at(&part, skipped);
            part.length -= skipped;
        }
        if (draw(by, from, of, &part) != FW_OK)
            return FW_NO_MEMORY;
    }
    of->done = to;
    return FW_OK;
}

static fw_result draw_stretch(cusp_room *by, memory *from, recasting *of, const stretch *cut)
{
    if (draw_up_to(by, from, of, cut->from) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < cut->curve.count; i++)
        if (draw(by, from, of, &cut->curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    of->done = cut->to;
    return FW_OK;
}

/// The best stretch around a manoeuvre.
static stretch best_around(const recasting *of, int32_t first, int32_t last)
{
    const double end = of->marks[of->count].at;
    stretch best = { .gain = NO_GAIN };
    double reach = FIRST_REACH * of->rules->radius;
    for (int i = 0; i < REACHES; i++, reach *= 2) {
        stretch tried = stretch_between(of, fmax(of->marks[first].at - reach, of->done),
                                        fmin(of->marks[last].at + reach, end));
        tried.gain = best.gain;
        recast(of->rules, &tried);
        if (tried.curve.count > 0)
            best = tried;
    }
    return best;
}

fw_result cusps_begin(cusp_room *by, memory *from, const drive_rules *rules, const leg *along)
{
    recasting *of = &by->recast;
    *of = (recasting){ .rules = rules, .segments = along->segments, .count = along->count };
    of->next = next_cusp(of, 0);
    by->drawn.count = 0;
    by->drawn.end = along->end;
    if (of->next == of->count)
        return FW_OK;
    if (set_marks(by, from, rules, along) != FW_OK)
        return FW_NO_MEMORY;
    of->marks = by->marks;
    if (is_cheapest(of))
        of->next = of->count;
    return FW_OK;
}

fw_result cusps_step(cusp_room *by, memory *from, leg *along)
{
    recasting *of = &by->recast;
    while (of->next < of->count) {
        if (shaping_pauses(of->rules->on.work))
            return FW_PENDING;
        const int32_t last = last_cusp(of, of->next);
        const stretch best = best_around(of, of->next, last);
        if (best.curve.count > 0 && draw_stretch(by, from, of, &best) != FW_OK)
            return FW_NO_MEMORY;
        of->next = next_cusp(of, last + 1);
        while (of->next < of->count && of->marks[of->next].at <= of->done)
            of->next = next_cusp(of, of->next + 1);
    }
    if (of->done > 0) {
        if (draw_up_to(by, from, of, of->marks[of->count].at) != FW_OK)
            return FW_NO_MEMORY;
        leg_swap(along, &by->drawn);
    }
    return FW_OK;
}

void cusps_free(cusp_room *by, memory *from)
{
    memory_give_back(from, by->marks, by->mark_room, sizeof *by->marks);
    leg_free(&by->drawn, from);
}
