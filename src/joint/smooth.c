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

/// True if another unit is not in the way of a shortcut. As long as both are too far from each other to meet, beats are
/// skipped.
static bool lets_pass(shortcut *cut, int32_t other)
{
    const double reach = SLACK * (cut->knot->radii[cut->unit] + cut->knot->radii[other]);
    const double most_nearer = 2 * cut->schedule->longest; // in one beat
    for (int32_t beat = cut->from; beat < cut->to;) {
        const joint_place here = place_on(cut, beat), there = *schedule_at(cut->schedule, beat, other);
        const double dx = here.x - there.x, dy = here.y - there.y;
        const double room = hypotenuse(dx, dy) - reach;
        cut->compared++;
        if (room < most_nearer && motions_touch(here, place_on(cut, beat + 1), there,
                                                *schedule_at(cut->schedule, beat + 1, other), reach))
            return false;
        beat += room < 2 * most_nearer ? 1 : (int32_t)fmin(room / most_nearer, cut->to);
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
    return cut.compared;
}
