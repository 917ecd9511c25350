#include "check/cuts.h"

#include <math.h>

#include "base/trig.h"

double cuts_longest(const fw_segment *segment)
{
    return fmin(4, motion_straight_length(segment)); // flat arcs are cut as lines
}

static void add_cut(cuts *list, double at, double length)
{
    if (!(at > 0 && at < length) || list->count == MOST_CUTS)
        return;
    int place = list->count++;
    for (; place > 0 && list->at[place - 1] > at; place--)
        list->at[place] = list->at[place - 1];
    list->at[place] = at;
}

/// The crossings of a line with grid lines across one of the axes.
static void cut_line(cuts *list, double length, double from, double to)
{
    const double last = floor(fmax(from, to));
    for (double border = ceil(fmin(from, to)); border <= last; border++)
        add_cut(list, (border - from) / (to - from) * length, length);
}

static void cut_arc_at(cuts *list, const piece *arc, double angle)
{
    const double ahead = arc->sweep >= 0 ? angle - arc->angle : arc->angle - angle;
    add_cut(list, (ahead - 2 * FW_PI * floor(ahead / (2 * FW_PI))) * arc->radius, arc->length);
}

/// The crossings of an arc with grid lines across the axis that lies at `axis` radians.
static void cut_arc(cuts *list, const piece *arc, double centre, double low, double high, double axis)
{
    const double last = floor(high);
    for (double border = ceil(low); border <= last; border++) {
        const double cosine = (border - centre) / arc->radius;
        if (fabs(cosine) > 1)
            continue;
        const double angle = trig_acos(cosine);
        cut_arc_at(list, arc, axis + angle);
        cut_arc_at(list, arc, axis - angle);
    }
}

void cuts_add(cuts *list, const piece *along, double shift)
{
    if (along->is_arc) {
        const fw_box box = motion_box(along);
        cut_arc(list, along, along->centre_x - shift, box.min_x - shift, box.max_x - shift, 0);
        cut_arc(list, along, along->centre_y - shift, box.min_y - shift, box.max_y - shift, FW_PI / 2);
    } else {
        cut_line(list, along->length, along->x - shift, along->to_x - shift);
        cut_line(list, along->length, along->y - shift, along->to_y - shift);
    }
}
