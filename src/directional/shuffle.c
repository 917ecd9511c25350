#include "directional/shuffle.h"

#include <math.h>

#include "curve/segment.h"

/// What one of them turns by.
#define WHOLE_TURN (FW_PI / 4)

/// How far from its start it ends, in turning radii, with first and last arcs of an angle: a sum over arcs, seen from
/// the heading in the middle of the turn. To the side it always cancels out.
static double distance_left(double first, int32_t count)
{
    const double middle = (WHOLE_TURN - 2 * first) / (count - 2);
    double sine, cosine, distance = 0, heading = -WHOLE_TURN / 2;
    trig_sincos(heading, &sine, &cosine);
    for (int32_t i = 0; i < count; i++) {
        const double last_sine = sine;
        heading += i == 0 || i == count - 1 ? first : middle;
        trig_sincos(heading, &sine, &cosine);
        distance += i % 2 ? last_sine - sine : sine - last_sine;
    }
    return distance;
}

/// The angle of the first and of the last arc: about half of the others'.
static double first_angle(int32_t count)
{
    double least = 0, most = WHOLE_TURN / count;
    for (int i = 0; i < 60; i++) {
        const double middle = (least + most) / 2;
        if (distance_left(middle, count) < 0)
            least = middle;
        else
            most = middle;
    }
    return least;
}

void shuffle_draw(double turn_radius, int heading, int side, int32_t count, fw_segment *arcs)
{
    const double first = first_angle(count), middle = (WHOLE_TURN - 2 * first) / (count - 2);
    fw_pose at = { 0, 0, motion_heading(heading) };
    for (int32_t i = 0; i < count; i++) {
        const fw_gear gear = i % 2 ? FW_REVERSE : FW_FORWARD;
        const double angle = i == 0 || i == count - 1 ? first : middle;
        arcs[i] = (fw_segment){ .start = at,
                                .curvature = (gear == FW_REVERSE ? -side : side) / turn_radius,
                                .length = angle * turn_radius,
                                .gear = gear };
        at = segment_end(&arcs[i]);
    }
}

static fw_result add_with(candidates *all, const sweep_body *body, double turn_radius, candidate ends,
                          int side, int32_t count)
{
    fw_segment arcs[MOST_SHUFFLE_ARCS];
    shuffle_draw(turn_radius, ends.start, side, count, arcs);
    ends.length = WHOLE_TURN * turn_radius;
    return candidates_add(all, body, &ends, arcs, count);
}

static fw_result add_fewest_arcs(candidates *all, const sweep_body *body, double turn_radius, int heading,
                                 int side)
{
    static const int32_t counts[] = { 3, 5, 7, 9, 13, 19, MOST_SHUFFLE_ARCS };
    const candidate ends = { .start = (uint8_t)heading,
                             .end = (uint8_t)((heading + side) & (MOTION_HEADINGS - 1)),
                             .kept = true,
                             .next = NO_CANDIDATE };
    fw_result added = add_with(all, body, turn_radius, ends, side, MOST_SHUFFLE_ARCS);
    if (added != FW_OK)
        return added;
    const uint32_t least = all->items[all->count - 1].tile_count;
    candidates_drop_last(all);
    for (size_t i = 0; added != FW_NO_MEMORY && i < sizeof counts / sizeof *counts; i++) {
        added = add_with(all, body, turn_radius, ends, side, counts[i]);
        if (added == FW_OK && all->items[all->count - 1].tile_count <= least)
            break;
        if (added == FW_OK)
            candidates_drop_last(all);
    }
    return added;
}

fw_result candidates_add_shuffles(candidates *all, const fw_unit_def *unit)
{
    const sweep_body body = sweep_body_of(&unit->footprint);
    for (int heading = 0; heading < CANDIDATE_HEADINGS; heading++)
        for (int side = -1; side <= 1; side += 2)
            if (add_fewest_arcs(all, &body, unit->turn_radius, heading, side) == FW_NO_MEMORY)
                return FW_NO_MEMORY;
    return FW_OK;
}
