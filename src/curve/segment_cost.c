#include "curve/segment_cost.h"

#include <math.h>

#include "curve/line_cost.h"
#include "curve/segment.h"

/// Longest piece of an arc that is looked at as one. It spans at most three grid lines of each kind and crosses none
/// more than twice.
#define LONGEST_PIECE 2.0
enum { MOST_CUTS = 16 };

/// Where a piece of an arc crosses from tile to tile, in tiles along it, in order.
typedef struct cuts {
    double at[MOST_CUTS];
    int count;
} cuts;

static void add_cut(cuts *list, double at, double length)
{
    if (!(at > 0 && at < length) || list->count == MOST_CUTS)
        return;
    int place = list->count++;
    for (; place > 0 && list->at[place - 1] > at; place--)
        list->at[place] = list->at[place - 1];
    list->at[place] = at;
}

/// The crossings with grid lines across one axis.
///
/// @param centre    of the circle, on that axis
/// @param low, high  what the piece spans on that axis
/// @param begins    angle of the piece's beginning, seen from the centre and counted from that axis
static void cut_at_lines(cuts *list, const fw_segment *piece, double centre, double low, double high,
                         double begins)
{
    const double radius = 1 / fabs(piece->curvature);
    const double side = piece->curvature * segment_run(piece, 1) > 0 ? 1 : -1;
    for (double line = ceil(low); line <= high; line++) {
        const double aside = trig_acos((line - centre) / radius);
        for (int branch = -1; branch <= 1; branch += 2) {
            const double ahead = side * (branch * aside - begins);
            add_cut(list, (ahead - 2 * FW_PI * floor(ahead / (2 * FW_PI))) * radius, piece->length);
        }
    }
}

static double cost_under(const fw_map *map, const map_unit *unit, const fw_overlay *overlay, fw_pose at)
{
    return tile_cost(map, unit, overlay, (int32_t)floor(at.x), (int32_t)floor(at.y));
}

static double piece_cost(const fw_map *map, const map_unit *unit, const fw_overlay *overlay,
                         const fw_segment *piece)
{
    fw_box box = { piece->start.x, piece->start.y, piece->start.x, piece->start.y };
    segment_widen_box(piece, &box);
    double sine, cosine;
    trig_sincos(piece->start.heading, &sine, &cosine);
    const double radius = 1 / piece->curvature; // signed: the centre lies to the right where it is positive
    const double begins = piece->start.heading - (radius > 0 ? FW_PI / 2 : -FW_PI / 2);
    cuts list = { .count = 0 };
    cut_at_lines(&list, piece, piece->start.x - radius * sine, box.min_x, box.max_x, begins);
    cut_at_lines(&list, piece, piece->start.y + radius * cosine, box.min_y, box.max_y, begins - FW_PI / 2);
    double cost = 0, from = 0;
    for (int i = 0; i <= list.count; i++) {
        const double to = i < list.count ? list.at[i] : piece->length;
        cost += (to - from) * cost_under(map, unit, overlay, segment_pose_at(piece, (from + to) / 2));
        from = to;
    }
    return cost;
}

double segment_cost(const fw_map *map, const map_unit *unit, const fw_overlay *overlay,
                    const fw_segment *segment)
{
    if (segment->curvature == 0) {
        const fw_pose end = segment_end(segment);
        return line_cost(map, unit, overlay, segment->start.x, segment->start.y, end.x, end.y);
    }
    const double quarter = FW_PI / 2 / fabs(segment->curvature);
    const double count = fmax(ceil(segment->length / fmin(LONGEST_PIECE, quarter)), 1);
    double cost = 0;
    for (double i = 0; i < count; i++) {
        fw_segment piece = *segment;
        piece.start = segment_pose_at(segment, segment->length * i / count);
        piece.length = segment->length / count;
        cost += piece_cost(map, unit, overlay, &piece);
    }
    return cost;
}
