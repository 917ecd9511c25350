#include "forest/forest_path.h"

#include <math.h>

#include "base/trig.h"
#include "curve/path.h"

/// Shorter arcs and lines are left out, in tiles.
#define NO_LENGTH 1e-12

typedef struct writer {
    const forest_space *space;
    fw_path *path;
    double turn_radius;
    int32_t *too_tight;
    uint32_t side;  ///< side on which the path is; NO_TREE: it is at the start
    int sector;     ///< present sector, in the frames of the side
    double turn;    ///< radians from the beginning of the sector to the point where the path entered it
    double arc;     ///< radians that the path has turned in earlier sectors of the side
    double heading; ///< heading with which the path came to the side
    vector arrived; ///< point at which it came to the side
} writer;

static fw_result push_line(writer *writer, vector from, double heading, double length)
{
    if (length < NO_LENGTH)
        return FW_OK;
    const fw_segment line = { .start = { from.x, from.y, trig_wrap(heading) }, .length = length };
    return path_push(writer->path, &line);
}

/// Heading on the map of a heading in the frame of a side.
static double heading_of(uint32_t side, int sector, double turn)
{
    const double heading = sector * SECTOR_WIDTH + turn;
    return side != NO_TREE && side % 2 ? -heading : heading;
}

/// Pushes the arc on the present side, up to the point where the path leaves it.
///
/// @param turned     radians on the side
static fw_result push_arc(writer *writer, double turned, double heading, vector *from)
{
    *from = writer->arrived;
    if (writer->side == NO_TREE)
        return FW_OK;
    const viewpoint side =
        side_viewpoint(writer->space->scanner.forest, writer->space->known->body, writer->side);
    const double sign = side.sense == TURN_LEFTWARD ? -1 : 1;
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    *from = (vector){ side.x + sign * side.radius * sine, side.y - sign * side.radius * cosine };
    if (turned * side.radius < NO_LENGTH)
        return FW_OK;
    *writer->too_tight += side.radius < writer->turn_radius * (1 - 1e-9);
    const fw_segment arc = { .start = { writer->arrived.x, writer->arrived.y, trig_wrap(writer->heading) },
                             .curvature = sign / side.radius,
                             .length = turned * side.radius };
    return path_push(writer->path, &arc);
}

/// Takes an edge: notes an arc; for a line, pushes the arcs before it and the line.
static fw_result follow(writer *writer, const edge *along)
{
    const fw_tree *target = &writer->space->scanner.forest->circles[along->target / 2];
    writer->sector = along->sector;
    if (along->kind == EDGE_ARC) {
        writer->arc += fmax(SECTOR_WIDTH - writer->turn, 0);
        writer->turn = 0;
        return FW_OK;
    }
    const int sector = along->crosses ? sector_mirrored(along->sector) : along->sector;
    const double heading = heading_of(writer->side, sector, along->turn);
    vector from;
    if (push_arc(writer, writer->arc + fmax(along->turn - writer->turn, 0), heading, &from) != FW_OK ||
        push_line(writer, from, heading, along->length) != FW_OK)
        return FW_NO_MEMORY;
    writer->side = along->target;
    writer->turn = edge_turn_at_target(along);
    writer->arc = 0;
    writer->heading = heading;
    writer->arrived = (vector){ target->x + along->contact.x, target->y + along->contact.y };
    return FW_OK;
}

/// Leaves the last side for the goal.
static fw_result follow_to_goal(writer *writer)
{
    const forest_space *space = writer->space;
    const vector start = space->start, goal = space->goal;
    if (writer->side == NO_TREE) {
        const vector along = vector_between(start, goal);
        return push_line(writer, start, trig_atan2(along.y, along.x), vector_length(along));
    }
    const viewpoint side = side_viewpoint(space->scanner.forest, space->known->body, writer->side);
    goal_line line = { .turn = writer->turn };
    forest_space_tangent_to_goal(space, &side, writer->sector, &line);
    const double heading = heading_of(writer->side, writer->sector, line.turn);
    vector from;
    if (push_arc(writer, writer->arc + fmax(line.turn - writer->turn, 0), heading, &from) != FW_OK)
        return FW_NO_MEMORY;
    return push_line(writer, from, heading, line.length);
}

fw_result forest_space_write(forest_space *space, double turn_radius, fw_path *path, int32_t *too_tight)
{
    const node_store *nodes = &space->search.nodes;
    size_t count = node_store_route(nodes, space->memory, space->search.goal_parent, &space->route,
                                    &space->route_capacity);
    if (count == 0 && space->search.goal_parent != NO_SLOT)
        return FW_NO_MEMORY;
    *too_tight = 0;
    writer writer = { .space = space,
                      .path = path,
                      .turn_radius = turn_radius,
                      .too_tight = too_tight,
                      .side = NO_TREE,
                      .arrived = space->start };
    while (count > 0)
        if (follow(&writer, forest_space_edge(space, node_id_of(nodes, space->route[--count]))) != FW_OK)
            return FW_NO_MEMORY;
    return follow_to_goal(&writer);
}
