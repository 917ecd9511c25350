#include "traffic/free_search.h"

/// Distance of two units at their places, in sums of radii, and of units with a turning radius, in turning radii
/// besides. On a lattice with gaps of 2 / sqrt(3) = 1.155 sums of radii or more, a unit passes between two others.
#define GAP      1.175
#define TURN_GAP 0.5

double free_places_gap(const agent_kind *kind, double other_radius)
{
    return GAP * (kind->radius + other_radius) + TURN_GAP * kind->turn_radius;
}

bool free_places_is_free(const fw_traffic *traffic, const agent *unit, double x, double y, uint32_t except)
{
    const agent_kind *kind = kind_of(traffic, unit);
    const point_index *index = &traffic->rally.places;
    const double reach = kind->radius + traffic->crowd.most_radius;
    const fw_box box = { x - reach, y - reach, x + reach, y + reach };
    const int32_t count = points_in(index, &box, traffic->rally.listed);
    if (agent_sees_obstacles(unit) && obstacles_stand_at(&traffic->around.obstacles, x, y, kind->radius))
        return false;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t other = traffic->rally.listed[i];
        const double radii = kind->radius + radius_of(traffic, &traffic->agents[other]);
        if (other != except && agent_sees(unit, &traffic->agents[other]) &&
            apart(x, y, index->points[other].x, index->points[other].y) < radii - FW_TOUCH)
            return false;
    }
    return true;
}

bool free_places_is_at_obstacle(const free_search *search, double x, double y)
{
    return (search->layers & USUAL_LAYER) != 0 &&
           obstacles_stand_at(&search->traffic->around.obstacles, x, y, search->kind->radius);
}
