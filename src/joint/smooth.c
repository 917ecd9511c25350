#include "joint/smooth.h"

#include <math.h>

#include "base/vector.h"
#include "curve/sweep_line.h"

/// Shortcuts keep so much more than the sum of the radii from others: whoever drives the plan out of step needs it.
#define SLACK 1.03

/// A shortcut that is tried.
typedef struct shortcut {
    schedule *schedule;
    const knot *knot;
    int32_t unit, from, to; ///< beats
    int32_t blocker;        ///< the unit that was in the way last
    uint64_t compared;
} shortcut;

static joint_place place_on(const shortcut *cut, int32_t beat)
{
    const joint_place a = *schedule_at(cut->schedule, cut->from, cut->unit),
                      b = *schedule_at(cut->schedule, cut->to, cut->unit);
    const double share = (double)(beat - cut->from) / (cut->to - cut->from);
    return beat == cut->to ? b : (joint_place){ a.x + share * (b.x - a.x), a.y + share * (b.y - a.y) };
}

static fw_box *boxes_of(const schedule *schedule, int32_t unit)
{
    return &schedule->boxes[(size_t)unit * (size_t)stretches_of(schedule->beats)];
}

static void measure(schedule *schedule, int32_t unit)
{
    stretches_measure(schedule->places, schedule->unit_count, schedule->beats, unit,
                      boxes_of(schedule, unit));
}

fw_result smooth_open(schedule *schedule)
{
    const size_t boxes = (size_t)schedule->unit_count * (size_t)stretches_of(schedule->beats);
    const fw_result result = MEMORY_RESERVE(schedule->memory, schedule->boxes, schedule->box_capacity, boxes);
    for (int32_t i = 0; i < schedule->unit_count && result == FW_OK; i++)
        measure(schedule, i);
    return result;
}

/// True if another unit is not in the way between two beats of a shortcut. As long as both are too far from each other
/// to meet, beats are skipped.
static bool lets_pass_between(shortcut *cut, int32_t other, double reach, int32_t from, int32_t to)
{
    const double most_nearer = 2 * cut->schedule->longest; // in one beat
    for (int32_t beat = from; beat < to;) {
        const joint_place here = place_on(cut, beat), there = *schedule_at(cut->schedule, beat, other);
        const double dx = here.x - there.x, dy = here.y - there.y;
        const double room = hypotenuse(dx, dy) - reach;
        cut->compared++;
        if (room < most_nearer && motions_touch(here, place_on(cut, beat + 1), there,
                                                *schedule_at(cut->schedule, beat + 1, other), reach))
            return false;
        beat += room < 2 * most_nearer ? 1 : (int32_t)smaller(room / most_nearer, to);
    }
    return true;
}

/// True if another unit is not in the way of a shortcut. Stretches of its path that are far off are skipped.
static bool lets_pass(shortcut *cut, int32_t other)
{
    const double reach = SLACK * (cut->knot->radii[cut->unit] + cut->knot->radii[other]);
    const fw_box *boxes = boxes_of(cut->schedule, other);
    for (int32_t beat = cut->from, end; beat < cut->to; beat = end) {
        const int32_t stretch = beat / STRETCH;
        end = (stretch + 1) * STRETCH < cut->to ? (stretch + 1) * STRETCH : cut->to;
        const joint_place first = place_on(cut, beat), last = place_on(cut, end);
        const fw_box line = box_around_line(first.x, first.y, last.x, last.y);
        cut->compared++;
        if (gap_between(&line, &boxes[stretch]) <= reach && !lets_pass_between(cut, other, reach, beat, end))
            return false;
    }
    return true;
}

static bool is_free(shortcut *cut)
{
    const knot_unit *unit = &cut->knot->units[cut->unit];
    const body_ranks *ranks = &cut->knot->ranks[unit->ground];
    const joint_place a = place_on(cut, cut->from), b = place_on(cut, cut->to);
    if (!sweep_line_is_free(ranks->ground, &ranks->bodies[unit->rank], a.x, a.y, b.x, b.y))
        return false;
    if (cut->blocker != cut->unit && !lets_pass(cut, cut->blocker))
        return false;
    for (int32_t i = 0; i < cut->knot->count; i++)
        if (i != cut->unit && i != cut->blocker && !lets_pass(cut, i)) {
            cut->blocker = i;
            return false;
        }
    return true;
}

static void take(const shortcut *cut)
{
    const joint_place a = place_on(cut, cut->from), b = place_on(cut, cut->to);
    for (int32_t beat = cut->from + 1; beat < cut->to; beat++) {
        const double share = (double)(beat - cut->from) / (cut->to - cut->from);
        *schedule_at(cut->schedule, beat, cut->unit) =
            (joint_place){ a.x + share * (b.x - a.x), a.y + share * (b.y - a.y) };
    }
}

uint64_t smooth_unit(schedule *schedule, const knot *knot, int32_t unit)
{
    shortcut cut = { .schedule = schedule, .knot = knot, .unit = unit, .blocker = unit };
    const int32_t rest = schedule->rests[unit];
    while (cut.from + 1 < rest) {
        int32_t best = cut.from + 1, span = 2;
        for (; cut.from + span / 2 < rest; span *= 2) { // the last one reaches the rest
            cut.to = cut.from + span < rest ? cut.from + span : rest;
            if (!is_free(&cut))
                break;
            best = cut.to;
        }
        for (int32_t part = span / 4; part > 0;
             part /= 2) { // between the last one that is free and the one that is not
            cut.to = best + part;
            if (best > cut.from + 1 && cut.to <= rest && is_free(&cut))
                best = cut.to;
        }
        cut.to = best;
        take(&cut);
        cut.from = best;
    }
    measure(schedule, unit);
    return cut.compared;
}
