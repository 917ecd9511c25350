#include "directional/ends/shuffle_rests.h"

#include <math.h>

#include "base/arrival.h"
#include "base/trig.h"
#include "curve/build.h"
#include "curve/segment.h"
#include "directional/motions/motion_set.h"

/// A shuffle from the lattice point on tile (0, 0).
typedef struct shuffle {
    const motion_set *set;
    const motion *motion;
    fw_gear gear; ///< of the first arc
    double offset;
} shuffle;

static fw_segment arc_of(const shuffle *shuffle, int32_t index)
{
    return motion_segment(shuffle->set, shuffle->motion, index, shuffle->offset, shuffle->offset,
                          shuffle->gear);
}

/// The distance along an arc at which a unit faces along a heading; -1 if that is nowhere on the arc, or at its end.
static double distance_at(const fw_segment *arc, double heading)
{
    const double along = segment_signed(arc, trig_wrap(heading - arc->start.heading)) / arc->curvature;
    return along < -FW_TOUCH || along >= arc->length - FW_TOUCH ? -1 : fmax(along, 0);
}

/// Appends the rest of an arc to a curve, and the arcs after it.
static void add_rest(const shuffle *shuffle, int32_t index, fw_segment arc, double along, fw_pose tile,
                     fw_curve *curve)
{
    curve_clear(curve);
    for (const int32_t count = motion_segment_count(shuffle->set, shuffle->motion);;) {
        fw_pose start = segment_pose_at(&arc, along);
        start.x += tile.x;
        start.y += tile.y;
        curve_add(curve, start, arc.curvature, arc.length - along);
        curve->segments[curve->count - 1].gear = arc.gear;
        if (++index == count)
            break;
        arc = arc_of(shuffle, index);
        along = 0;
    }
}

/// Appends the rest of a shuffle from one of its arcs on, if the start lies on that arc.
static void try_arc(const connection_query *query, const shuffle *shuffle, int32_t index, int32_t end,
                    connections *found)
{
    const fw_segment arc = arc_of(shuffle, index);
    const double along = distance_at(&arc, query->pose.heading);
    if (along < 0)
        return;
    const fw_pose at = segment_pose_at(&arc, along);
    const double x = query->pose.x - at.x, y = query->pose.y - at.y;
    const fw_pose tile = { round(x), round(y), 0 };
    const double away = (x - tile.x) * (x - tile.x) + (y - tile.y) * (y - tile.y),
                 most = arrival_distance(&query->pose);
    if (away > most * most)
        return;
    connection *next = &found->items[found->count];
    add_rest(shuffle, index, arc, along, tile, &next->curve);
    if (!connections_curve_is_free(query, &next->curve, PASSAGE_BEGINS))
        return;
    next->pose = (lattice_pose){ (int32_t)tile.x, (int32_t)tile.y, end };
    next->gear = next->curve.segments[next->curve.count - 1].gear;
    next->cost = 0;
    found->count++;
}

void shuffle_rests_find(const connection_query *query, const motion_table *table, connections *found)
{
    const motion_set *set = &table->sets[BASE_MOTIONS];
    for (int32_t heading = 0; heading < table->headings; heading++) {
        const control_set *controls = &set->control_sets[heading];
        for (int32_t i = 0; i < controls->count; i++) {
            const motion *motion = &controls->motions[i];
            if (motion->changes == 0)
                continue;
            for (fw_gear gear = FW_FORWARD; gear <= FW_REVERSE; gear++) {
                const shuffle shuffle = { set, motion, gear, table->offset };
                const int32_t end = gear == FW_FORWARD ? motion->end : heading_turned(motion->end, 4),
                              count = motion_segment_count(set, motion);
                for (int32_t k = count > FW_CURVE_SEGMENTS ? count - FW_CURVE_SEGMENTS : 0;
                     k < count && found->count < MOST_CONNECTIONS; k++)
                    try_arc(query, &shuffle, k, end, found);
            }
        }
    }
}
