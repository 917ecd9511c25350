#include "shape/curved/cusps.h"

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

static fw_result set_marks(cusp_room *room, memory *memory, const drive_rules *rules, const leg *along)
{
    if (memory_reserve(memory, &room->marks, &room->mark_room, (size_t)along->count + 1, sizeof *room->marks))
        return FW_NO_MEMORY;
    cusp_mark mark = { 0, 0 };
    for (int32_t i = 0; i < along->count; i++) {
        const fw_segment *segment = &along->segments[i];
        if (i > 0)
            mark.cost += drive_gear_change(rules, segment[-1].gear, segment->gear);
        room->marks[i] = mark;
        mark.at += segment->length;
        mark.cost += drive_cost_in_gear(rules, segment);
    }
    room->marks[along->count] = mark;
    return FW_OK;
}

/// The last segment that begins before a place, or on it if `or_equal` is set.
static int32_t segment_at(const recasting *recasting, double at, bool or_equal)
{
    int32_t low = 0, high = recasting->count;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const bool is_before =
            recasting->marks[middle].at < at || (or_equal && recasting->marks[middle].at == at);
        low = is_before ? middle : low;
        high = is_before ? high : middle;
    }
    return low;
}

static fw_segment first_part(const recasting *recasting, int32_t index, double to)
{
    fw_segment part = recasting->segments[index];
    const double length = to - recasting->marks[index].at;
    part.length = length < part.length ? length : part.length;
    return part;
}

/// Cost of the drive up to a place within a segment.
static double cost_up_to(const recasting *recasting, int32_t index, double at)
{
    const fw_segment part = first_part(recasting, index, at);
    return recasting->marks[index].cost + drive_cost_in_gear(recasting->rules, &part);
}

/// Finds a stretch in the drive.
static stretch stretch_between(const recasting *recasting, double from, double to)
{
    const drive_rules *rules = recasting->rules;
    const int32_t first = segment_at(recasting, from, true), last = segment_at(recasting, to, false);
    const fw_segment head = first_part(recasting, first, from), tail = first_part(recasting, last, to);
    stretch found = { .from = from, .to = to, .start = segment_end(&head), .goal = segment_end(&tail) };
    found.begins = from <= 0;
    found.ends = to >= recasting->marks[recasting->count].at;
    found.before =
        from <= recasting->done ? recasting->gear : recasting->segments[first - (head.length <= 0)].gear;
    found.next =
        !found.ends && to >= recasting->marks[last + 1].at ? recasting->segments[last + 1].gear : tail.gear;
    found.cost = cost_up_to(recasting, last, to) - cost_up_to(recasting, first, from);
    found.cost += found.begins ? 0 : drive_gear_change(rules, found.before, head.gear);
    found.cost += drive_gear_change(rules, tail.gear, found.next);
    return found;
}

/// What a curve costs in place of a stretch.
static double cost_instead(const drive_rules *rules, const stretch *stretch, const fw_curve *curve)
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

static bool is_free(const drive_rules *rules, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (!sweep_segment_is_free(&rules->sweep, &rules->body, &curve->segments[i]))
            return false;
    return true;
}

/// Takes a curve for a stretch where it gains more than what was there.
static void consider(const drive_rules *rules, const fw_curve *curve, stretch *stretch)
{
    const double gain = curve->count > 0 ? stretch->cost - cost_instead(rules, stretch, curve) : 0;
    if (gain > stretch->gain && is_free(rules, curve)) {
        stretch->gain = gain;
        stretch->curve = *curve;
    }
}

/// The cheapest of all curves in place of a stretch, on even terrain.
static bool draw_cheapest(const drive_rules *rules, const stretch *stretch, fw_curve *curve)
{
    const fw_unit_def *unit = &rules->ground.unit->def;
    const double change = unit->gear_change_cost * COST_ONE / rules->ground.unit->cheapest;
    return fw_reeds_shepp(stretch->start, stretch->goal, rules->radius, unit->reverse_penalty, change,
                          curve) == FW_OK;
}

/// Is a drive of few segments one of the cheapest curves already?
static bool is_cheapest(const recasting *recasting)
{
    if (recasting->count > FW_CURVE_SEGMENTS || !recasting->rules->is_even ||
        recasting->rules->ground.turn_charge > 0)
        return false;
    const stretch whole = stretch_between(recasting, 0, recasting->marks[recasting->count].at);
    fw_curve curve;
    return draw_cheapest(recasting->rules, &whole, &curve) && curve.count > 0 &&
           whole.cost - cost_instead(recasting->rules, &whole, &curve) <= NO_GAIN;
}

/// Looks for a curve in place of a stretch: the cheapest of all, or the shortest that goes forward.
static void recast(const drive_rules *rules, stretch *stretch)
{
    fw_curve curve;
    shaping_charge(rules->ground.work, stretch->to - stretch->from);
    if (draw_cheapest(rules, stretch, &curve))
        consider(rules, &curve, stretch);
    if (stretch->curve.count == 0 &&
        fw_dubins(stretch->start, stretch->goal, rules->radius, FW_DUBINS_SHORTEST, &curve) == FW_OK)
        consider(rules, &curve, stretch);
}

/// The next cusp at or after a place, as the index of the segment that begins there.
static int32_t next_cusp(const recasting *recasting, int32_t index)
{
    for (int32_t i = index > 0 ? index : 1; i < recasting->count; i++)
        if (recasting->segments[i].gear != recasting->segments[i - 1].gear)
            return i;
    return recasting->count;
}

/// The last cusp of a manoeuvre.
static int32_t last_cusp(const recasting *recasting, int32_t first)
{
    int32_t last = first;
    for (int32_t next = next_cusp(recasting, first + 1);
         next < recasting->count &&
         recasting->marks[next].at - recasting->marks[last].at < ONE_MANOEUVRE * recasting->rules->radius;
         next = next_cusp(recasting, next + 1))
        last = next;
    return last;
}

static fw_result draw(cusp_room *room, memory *memory, recasting *recasting, const fw_segment *segment)
{
    if (!(segment->length > 0))
        return FW_OK;
    recasting->gear = segment->gear;
    return leg_add(&room->drawn, memory, segment);
}

/// Draws the old drive up to a place.
static fw_result draw_up_to(cusp_room *room, memory *memory, recasting *recasting, double to)
{
    for (int32_t i = segment_at(recasting, recasting->done, true);
         i < recasting->count && recasting->marks[i].at < to; i++) {
        fw_segment part = first_part(recasting, i, to);
        const double skipped = recasting->done - recasting->marks[i].at;
        if (skipped > 0) {
            part.start = segment_pose_at(&part, skipped);
            part.length -= skipped;
        }
        if (draw(room, memory, recasting, &part) != FW_OK)
            return FW_NO_MEMORY;
    }
    recasting->done = to;
    return FW_OK;
}

static fw_result draw_stretch(cusp_room *room, memory *memory, recasting *recasting, const stretch *cut)
{
    if (draw_up_to(room, memory, recasting, cut->from) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < cut->curve.count; i++)
        if (draw(room, memory, recasting, &cut->curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    recasting->done = cut->to;
    return FW_OK;
}

/// The best stretch around a manoeuvre.
static stretch best_around(const recasting *recasting, int32_t first, int32_t last)
{
    const double end = recasting->marks[recasting->count].at;
    stretch best = { .gain = NO_GAIN };
    double reach = FIRST_REACH * recasting->rules->radius;
    for (int i = 0; i < REACHES; i++, reach *= 2) {
        stretch tried = stretch_between(recasting, fmax(recasting->marks[first].at - reach, recasting->done),
                                        fmin(recasting->marks[last].at + reach, end));
        tried.gain = best.gain;
        recast(recasting->rules, &tried);
        if (tried.curve.count > 0)
            best = tried;
    }
    return best;
}

fw_result cusps_begin(cusp_room *room, memory *memory, const drive_rules *rules, const leg *along)
{
    recasting *begun = &room->recast;
    *begun = (recasting){ .rules = rules, .segments = along->segments, .count = along->count };
    begun->next = next_cusp(begun, 0);
    room->drawn.count = 0;
    room->drawn.end = along->end;
    if (begun->next == begun->count)
        return FW_OK;
    if (set_marks(room, memory, rules, along) != FW_OK)
        return FW_NO_MEMORY;
    begun->marks = room->marks;
    if (is_cheapest(begun))
        begun->next = begun->count;
    return FW_OK;
}

fw_result cusps_step(cusp_room *room, memory *memory, leg *along)
{
    recasting *recasting = &room->recast;
    while (recasting->next < recasting->count) {
        if (shaping_pauses(recasting->rules->ground.work))
            return FW_PENDING;
        const int32_t last = last_cusp(recasting, recasting->next);
        const stretch best = best_around(recasting, recasting->next, last);
        if (best.curve.count > 0 && draw_stretch(room, memory, recasting, &best) != FW_OK)
            return FW_NO_MEMORY;
        recasting->next = next_cusp(recasting, last + 1);
        while (recasting->next < recasting->count && recasting->marks[recasting->next].at <= recasting->done)
            recasting->next = next_cusp(recasting, recasting->next + 1);
    }
    if (recasting->done > 0) {
        if (draw_up_to(room, memory, recasting, recasting->marks[recasting->count].at) != FW_OK)
            return FW_NO_MEMORY;
        leg_swap(along, &room->drawn);
    }
    return FW_OK;
}

void cusps_free(cusp_room *room, memory *memory)
{
    memory_give_back(memory, room->marks, room->mark_room, sizeof *room->marks);
    leg_free(&room->drawn, memory);
}
