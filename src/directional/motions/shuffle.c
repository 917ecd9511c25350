#include "directional/motions/shuffle.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"

/// The distance from start to end of a shuffle whose first and last arcs turn by `first`, in turning radii, along the
/// heading in the middle of the turn: the sum of all arcs. Across that heading the sum is always 0, by symmetry.
///
/// @param turn  of the whole shuffle, in radians
static double distance_left(double turn, double first, int32_t count)
{
    const double middle = (turn - 2 * first) / (count - 2);
    double sine, cosine, distance = 0, heading = -turn / 2;
    trig_sincos(heading, &sine, &cosine);
    for (int32_t i = 0; i < count; i++) {
        const double last_sine = sine;
        heading += i == 0 || i == count - 1 ? first : middle;
        trig_sincos(heading, &sine, &cosine);
        distance += i % 2 ? last_sine - sine : sine - last_sine;
    }
    return distance;
}

/// The angle of the first and the last arc for which the shuffle ends where it began, by bisection. It is about half of
/// the angle of the other arcs.
static double first_angle(double turn, int32_t count)
{
    double least = 0, most = turn / count;
    for (int i = 0; i < 60; i++) {
        const double middle = (least + most) / 2;
        if (distance_left(turn, middle, count) < 0)
            least = middle;
        else
            most = middle;
    }
    return least;
}

/// The turn of a shuffle from one heading to another, in radians.
static double turn_between(int heading, int end)
{
    return fabs(trig_wrap(motion_heading(end) - motion_heading(heading)));
}

void shuffle_draw(double turn_radius, int heading, int end, int32_t count, fw_segment *arcs)
{
    const double turn = turn_between(heading, end), first = first_angle(turn, count);
    const double middle = (turn - 2 * first) / (count - 2);
    const int side = trig_wrap(motion_heading(end) - motion_heading(heading)) > 0 ? 1 : -1;
    fw_pose pose = { 0, 0, motion_heading(heading) };
    for (int32_t i = 0; i < count; i++) {
        const fw_gear gear = i % 2 ? FW_REVERSE : FW_FORWARD;
        const double angle = i == 0 || i == count - 1 ? first : middle;
        arcs[i] = (fw_segment){ .start = pose,
                                .curvature = (gear == FW_REVERSE ? -side : side) / turn_radius,
                                .length = angle * turn_radius,
                                .gear = gear };
        pose = segment_end(&arcs[i]);
    }
}

static fw_result add_with(candidates *candidates, const sweep_body *body, double turn_radius, candidate ends,
                          int32_t count)
{
    fw_segment arcs[MOST_SHUFFLE_ARCS];
    shuffle_draw(turn_radius, ends.start, ends.end, count, arcs);
    ends.length = turn_between(ends.start, ends.end) * turn_radius;
    return candidates_add(candidates, body, &ends, arcs, count);
}

/// Adds the shuffle with the fewest arcs that touches no more tiles than one of MOST_SHUFFLE_ARCS arcs.
static fw_result add_fewest_arcs(candidates *candidates, const sweep_body *body, double turn_radius,
                                 int heading, int side)
{
    static const int32_t counts[] = { 3, 5, 7, 9, 13, 19, MOST_SHUFFLE_ARCS };
    const candidate ends = { .start = (uint8_t)heading,
                             .end = (uint8_t)heading_beside(heading, side, candidates->headings),
                             .kept = true,
                             .next = NO_CANDIDATE };
    fw_result added = add_with(candidates, body, turn_radius, ends, MOST_SHUFFLE_ARCS);
    if (added != FW_OK)
        return added;
    const uint32_t least = candidates->items[candidates->count - 1].tile_count;
    candidates_drop_last(candidates);
    for (size_t i = 0; added != FW_NO_MEMORY && i < sizeof counts / sizeof *counts; i++) {
        added = add_with(candidates, body, turn_radius, ends, counts[i]);
        if (added == FW_OK && candidates->items[candidates->count - 1].tile_count <= least)
            break;
        if (added == FW_OK)
            candidates_drop_last(candidates);
    }
    return added;
}

fw_result candidates_add_shuffles(candidates *candidates, const fw_unit_def *unit)
{
    const sweep_body body = sweep_body_of(&unit->footprint);
    for (int i = 0; i < first_headings(candidates->headings); i++)
        for (int side = -1; side <= 1; side += 2)
            if (add_fewest_arcs(candidates, &body, unit->turn_radius, first_heading(i), side) == FW_NO_MEMORY)
                return FW_NO_MEMORY;
    return FW_OK;
}
