#include "common/samples.h"

#include <math.h>

#include "common/body_depth.h"

/// Distance between samples, in tiles.
#define STEP (1.0 / 16)

/// By how much a circle overlaps the tile (0, 0); negative: the gap between them. A centre within the tile counts as at
/// its border.
static double circle_depth(const fw_footprint *body, fw_pose at)
{
    const double dx = fmax(fmax(-at.x, at.x - 1), 0), dy = fmax(fmax(-at.y, at.y - 1), 0);
    return body->radius - hypot(dx, dy);
}

/// The deepest overlap of a body at rest.
static double depth_at(const fw_map *map, const fw_unit_def *def, fw_pose at)
{
    const fw_footprint *body = &def->footprint;
    const bool is_round = body->kind == FW_FOOTPRINT_CIRCLE;
    const double reach = body_farthest(body);
    double deepest = -INFINITY;
    for (int32_t y = (int32_t)floor(at.y - reach); y <= (int32_t)floor(at.y + reach); y++)
        for (int32_t x = (int32_t)floor(at.x - reach); x <= (int32_t)floor(at.x + reach); x++) {
            if (def->terrain_cost[fw_map_terrain(map, x, y)] > 0)
                continue;
            const fw_pose from_tile = { at.x - x, at.y - y, at.heading };
            deepest =
                fmax(deepest, is_round ? circle_depth(body, from_tile) : body_depth(body, from_tile, 0, 0));
        }
    return deepest;
}

/// The pose after a distance along a line or an arc driven forward.
static fw_pose pose_along(const fw_segment *segment, double distance)
{
    const double run = segment->gear == FW_REVERSE ? -distance : distance;
    const double h = segment->start.heading, k = segment->curvature;
    if (fabs(k * run) < 1e-9)
        return (fw_pose){ segment->start.x + run * cos(h), segment->start.y + run * sin(h), h };
    return (fw_pose){ segment->start.x + (sin(h + k * run) - sin(h)) / k,
                      segment->start.y - (cos(h + k * run) - cos(h)) / k, h + k * run };
}

double samples_deepest(const fw_map *map, const fw_unit_def *def, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double deepest = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        const double steps = ceil(segments[i].length / STEP);
        for (double step = 0; step <= steps; step++) {
            const double share = steps > 0 ? step / steps : 0;
            deepest = fmax(deepest, depth_at(map, def, pose_along(&segments[i], share * segments[i].length)));
        }
    }
    return deepest;
}
