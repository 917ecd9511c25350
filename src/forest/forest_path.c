#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "forest/forest_space.h"

/// Arcs and lines that are shorter are left out, in tiles.
#define NO_LENGTH 1e-12

/// A path that is being written.
typedef struct writer {
    const forest_space *space;
    fw_path *path;
    double turn_radius;
    int32_t *too_tight;
    uint32_t side;  ///< that the path hugs; NO_TREE: it is at the start
    int sector;     ///< in which it is, as the side sees it
    double turn;    ///< radians since the sector began where it came into it
    double arc;     ///< radians that it has turned in earlier sectors of the side
    double heading; ///< at which it came to the side
    vector at;      ///< where that was
} writer;

static fw_result push_line(writer *to, vector from, double heading, double length)
{
    if (length < NO_LENGTH)
        return FW_OK;
    const fw_segment line = { .start = { from.x, from.y, trig_wrap(heading) }, .length = length };
    return path_push(to->path, &line);
}

/// Heading on the map of one that a side sees.
static double heading_of(uint32_t side, int sector, double turn)
{
    const double heading = sector * SECTOR_WIDTH + turn;
    return side != NO_TREE && side % 2 ? -heading : heading;
}

/// Leaves the present side: the arc up to there.
///
/// @param turned      radians on the side
/// @param heading     at which it leaves
/// @param[out] from   where it leaves
static fw_result push_arc(writer *to, double turned, double heading, vector *from)
{
    *from = to->at;
    if (to->side == NO_TREE)
        return FW_OK;
    const viewpoint side = side_viewpoint(to->space->looking.forest, to->space->known->body, to->side);
    const double sign = side.sense == TURN_LEFTWARD ? -1 : 1;
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    *from = (vector){ side.x + sign * side.radius * sine, side.y - sign * side.radius * cosine };
    if (turned * side.radius < NO_LENGTH)
        return FW_OK;
    *to->too_tight += side.radius < to->turn_radius * (1 - 1e-9);
    const fw_segment arc = { .start = { to->at.x, to->at.y, trig_wrap(to->heading) },
                             .curvature = sign / side.radius,
                             .length = turned * side.radius };
    return path_push(to->path, &arc);
}

/// Follows an edge.
static fw_result follow(writer *to, const edge *along)
{
    const fw_tree *target = &to->space->looking.forest->circles[along->target / 2];
    to->sector = along->sector;
    if (along->kind == EDGE_ARC) {
        to->arc += fmax(SECTOR_WIDTH - to->turn, 0);
        to->turn = 0;
        return FW_OK;
    }
    const int sector = along->crosses ? sector_mirrored(along->sector) : along->sector;
    const double heading = heading_of(to->side, sector, along->turn);
    vector from;
    if (push_arc(to, to->arc + fmax(along->turn - to->turn, 0), heading, &from) != FW_OK ||
        push_line(to, from, heading, along->length) != FW_OK)
        return FW_NO_MEMORY;
    to->side = along->target;
    to->turn = edge_arrival(along);
    to->arc = 0;
    to->heading = heading;
    to->at = (vector){ target->x + along->contact.x, target->y + along->contact.y };
    return FW_OK;
}

/// Leaves the last side for the goal.
static fw_result follow_to_goal(writer *to)
{
    const forest_space *space = to->space;
    const vector start = space->start, goal = space->goal;
    if (to->side == NO_TREE) {
        const double dx = goal.x - start.x, dy = goal.y - start.y;
        return push_line(to, start, trig_atan2(dy, dx), sqrt(dx * dx + dy * dy));
    }
    const viewpoint side = side_viewpoint(space->looking.forest, space->known->body, to->side);
    goal_way way = { .turn = to->turn };
    forest_space_heads_for_goal(space, &side, to->sector, &way);
    const double heading = heading_of(to->side, to->sector, way.turn);
    vector from;
    if (push_arc(to, to->arc + fmax(way.turn - to->turn, 0), heading, &from) != FW_OK)
        return FW_NO_MEMORY;
    return push_line(to, from, heading, way.length);
}

fw_result forest_space_write(forest_space *space, double turn_radius, fw_path *path, int32_t *too_tight)
{
    const node_store *nodes = &space->search.nodes;
    size_t count = node_store_route(nodes, space->memory, space->search.goal_parent, &space->route,
                                    &space->route_capacity);
    if (count == 0 && space->search.goal_parent != NO_SLOT)
        return FW_NO_MEMORY;
    *too_tight = 0;
    writer to = { .space = space,
                  .path = path,
                  .turn_radius = turn_radius,
                  .too_tight = too_tight,
                  .side = NO_TREE,
                  .at = space->start };
    while (count > 0)
        if (follow(&to, forest_space_edge(space, node_id_of(nodes, space->route[--count]))) != FW_OK)
            return FW_NO_MEMORY;
    return follow_to_goal(&to);
}
