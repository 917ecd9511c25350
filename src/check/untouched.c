#include <math.h>

#include "check/motion.h"
#include "fairway/check.h"
#include "map/map.h"

/// The chord of a part of a path, and the distance from the chord within which a changed tile matters, in tiles.
typedef struct chord {
    double x, y, dx, dy; ///< the chord's start, and the vector to its end
    double reach;
} chord;

/// How far a part of an arc is from its chord. An arc of angle a reaches radius * (1 - cos(a / 2)) <=
/// length^2 * curvature / 8 beyond its chord, and never more than the diameter of its circle.
static double height_of_arc(double curvature, double length)
{
    return curvature != 0 ? fmin(length * length * fabs(curvature) / 8, 2 / fabs(curvature)) : 0;
}

/// The distance from the body's centre, along either axis, within which a tile matters: tiles that the body may touch,
/// and those of all anchors in which the centre may be counted, which a unit that cuts corners may need.
static double reach_of_unit(const fw_unit_def *unit)
{
    return fmax(footprint_reach(&unit->footprint), unit->size / 2.0);
}

/// The number of the block that holds a coordinate, between 0 and the last one.
static int32_t block_of(double tile, int32_t count)
{
    const double end = (double)count * TILE_LOG_SIDE;
    return tile < 0 ? 0 : tile < end ? (int32_t)tile >> TILE_LOG_SHIFT : count - 1;
}

/// A share of a chord, clamped to 0 .. 1.
static double clamped_share(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/// True if a block of a row of blocks may have changed, among those between two x, and near them.
///
/// @param a, b  x in tiles, in any order
static bool row_has_changed(const change_log *log, int32_t row, double a, double b, double reach,
                            uint64_t since)
{
    const int32_t left = block_of((a < b ? a : b) - reach, log->columns);
    const int32_t right = block_of((a < b ? b : a) + reach, log->columns);
    return change_log_has_changed(log, row, left, right, since);
}

/// True if a block near the chord may have changed. In each row of blocks, tests the blocks near the part of the chord
/// that is near this row.
static bool chord_has_changed(const change_log *log, const chord *chord, uint64_t since)
{
    const double y = chord->y, dy = chord->dy, reach = chord->reach;
    const int32_t top = block_of((dy < 0 ? y + dy : y) - reach, log->rows);
    const int32_t bottom = block_of((dy < 0 ? y : y + dy) + reach, log->rows);
    if (top == bottom)
        return row_has_changed(log, top, chord->x, chord->x + chord->dx, reach, since);
    for (int32_t row = top; row <= bottom; row++) {
        const double first = dy == 0 ? 0 : clamped_share((row * TILE_LOG_SIDE - reach - y) / dy);
        const double last = dy == 0 ? 1 : clamped_share(((row + 1) * TILE_LOG_SIDE + reach - y) / dy);
        if (row_has_changed(log, row, chord->x + first * chord->dx, chord->x + last * chord->dx, reach,
                            since))
            return true;
    }
    return false;
}

/// True if a tile may have changed near a path from a distance along it on.
static bool rest_has_changed(const map_version *map, const map_unit *unit, const fw_path *path, double from,
                             uint64_t since)
{
    int32_t count, index = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    while (index + 1 < count && segments[index].length <= from)
        from -= segments[index++].length;
    const change_log *log = map_log(map);
    const double reach = reach_of_unit(&unit->def);
    from = fmin(from, segments[index].length);
    fw_pose here = motion_at(&segments[index], from);
    for (; index < count; index++, from = 0) {
        const fw_segment *segment = &segments[index];
        const fw_pose end =
            index + 1 < count ? segments[index + 1].start : motion_at(segment, segment->length);
        const chord chord = { .x = here.x,
                              .y = here.y,
                              .dx = end.x - here.x,
                              .dy = end.y - here.y,
                              .reach = reach + height_of_arc(segment->curvature, segment->length - from) };
        if (chord_has_changed(log, &chord, since))
            return true;
        here = end;
    }
    return false;
}

bool fw_path_is_untouched(const fw_map *map, const fw_path *path, double from, uint64_t since)
{
    const map_version *version = map_version_of(map);
    fw_path_summary summary;
    if (fw_path_summarise(path, &summary) != FW_OK || !summary.segment_count)
        return false;
    const map_unit *unit = version ? map_find_unit(version, summary.unit) : NULL;
    const uint64_t number = unit ? map_version_number(version) : 0,
                   then = since ? since : summary.map_version;
    if (!unit || !isfinite(from) || then == 0 || then > number || !change_log_knows(map_log(version), then))
        return false;
    return then == number || !rest_has_changed(version, unit, path, fmax(from, 0), then);
}
