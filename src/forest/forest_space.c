#include "forest/forest_space.h"

#include <math.h>

#include "base/trig.h"

/// The size of the searched region costs at least 2^(SIZE_BITS - 1), so that a path may be 2^17 times as long.
enum { SIZE_BITS = 44 };

/// Relative tolerance: two lines that cross by less are taken as not crossing.
#define NEARLY 1e-9

/// Number of buckets of the open list between the start and the goal.
enum { BUCKETS_TO_GOAL = 2048 };

const edge *forest_space_edge(const forest_space *space, fw_node_id id)
{
    const size_t count = space->first.count;
    return id < count ? &space->first.items[id] : &space->known->edges.items[space->numbered[id - count]];
}

bool forest_space_has_numbered(const forest_space *space, const seen_sector *sector)
{
    return sector->number < space->numbered_count && space->numbered[sector->number] == sector->first;
}

/// Gives ids to the edges of a sector, unless the query came there before. FW_OK or FW_NO_MEMORY.
static fw_result number_edges(forest_space *space, seen_sector *sector)
{
    if (forest_space_has_numbered(space, sector))
        return FW_OK;
    if (MEMORY_RESERVE(space->memory, space->numbered, space->numbered_capacity,
                       space->numbered_count + sector->count) != FW_OK)
        return FW_NO_MEMORY;
    sector->number = (uint32_t)space->numbered_count;
    for (uint32_t i = 0; i < sector->count; i++)
        space->numbered[space->numbered_count++] = sector->first + i;
    return FW_OK;
}

/// Cost of a length, rounded up: no step costs less than the amount by which h falls.
static cost cost_of(const forest_space *space, double length)
{
    return (cost)ceil(length * space->scale);
}

/// The point of arrival of an edge.
static vector end_of(const forest_space *space, const edge *along)
{
    const fw_tree *circle = &space->scanner.forest->circles[along->target / 2];
    return (vector){ circle->x + along->contact.x, circle->y + along->contact.y };
}

/// h: the straight distance from an edge's point of arrival to the goal.
static cost remaining(const forest_space *space, const edge *along)
{
    const fw_tree *circle = &space->scanner.forest->circles[along->target / 2];
    return (cost)(hypotenuse(circle->x - space->goal.x + along->contact.x,
                             circle->y - space->goal.y + along->contact.y) *
                  space->scale);
}

/// If a path may leave a side after more than half a turn: the line on which it came to the side, else zeros.
typedef struct long_turn {
    double turned; ///< radians from the arrival to the present sector; 0: less than half a turn
    double length; ///< of the line
    double radius; ///< of the side
} long_turn;

/// @param node  an edge that was taken; node::via counts the arcs since the last line
static long_turn turn_before(const forest_space *space, const node *node, double radius)
{
    if (node->via < SECTORS / 2)
        return (long_turn){ 0 };
    const node_store *nodes = &space->search.nodes;
    uint32_t slot = node->parent;
    for (uint16_t arcs = node->via; arcs > 1; arcs--)
        slot = node_of(nodes, slot)->parent;
    const edge *line = forest_space_edge(space, node_id_of(nodes, slot));
    return (long_turn){ .turned = node->via * SECTOR_WIDTH - edge_turn_at_target(line),
                        .length = line->length,
                        .radius = radius };
}

/// True if an edge crosses the line on which the path came to its side: the path is not the shortest one to any place
/// on the edge.
static bool crosses_before(const long_turn *before, const edge *along)
{
    const double turn = before->turned + along->turn;
    if (turn <= FW_PI * (1 + NEARLY) || turn >= 2 * FW_PI * (1 - NEARLY))
        return false;
    double sine, cosine;
    trig_sincos(turn / 2, &sine, &cosine);
    const double crossing = -before->radius * sine / cosine; // distance from both points of contact
    return crossing < fmin(before->length, along->length) * (1 - NEARLY);
}

/// Pushes an edge as a successor.
///
/// @param via  number of arcs since the last line, with this edge
/// @return false if the edge was reached before at no greater cost
static bool push(const forest_space *space, successors *successors, fw_node_id id, const edge *along,
                 double arc, uint16_t via)
{
    successor to;
    if (!successors_reach(successors, id, cost_of(space, arc + along->length), via, false, &to))
        return false;
    successors_open(successors, space, &to, remaining(space, along));
    return true;
}

/// Pushes the edges of all sectors of the start.
static fw_result begin(void *context, successors *successors)
{
    forest_space *space = context;
    const viewpoint from = { .x = space->start.x, .y = space->start.y, .slot = NO_TREE };
    for (int sector = 0; sector < SECTORS; sector++) {
        size_t id = space->first.count;
        if (scanner_scan(&space->scanner, &from, sector, &space->goal, &space->first, NULL) != FW_OK)
            return FW_NO_MEMORY;
        for (; id < space->first.count; id++) {
            const edge *along = &space->first.items[id];
            if (along->kind == EDGE_GOAL)
                successors_push_goal(successors, cost_of(space, along->length));
            else
                push(space, successors, id, along, 0, 0);
        }
    }
    return FW_OK;
}

/// Scans a sector of the goal. A line that leaves the goal, driven in reverse, is a line into it.
static fw_result scan_from_goal(forest_space *space, int sector)
{
    const viewpoint from = { .x = space->goal.x, .y = space->goal.y, .slot = NO_TREE };
    space->goal_sectors |= 1u << sector;
    size_t i = space->into_goal.count;
    if (scanner_scan(&space->scanner, &from, sector, NULL, &space->into_goal, NULL) != FW_OK)
        return FW_NO_MEMORY;
    for (; i < space->into_goal.count; i++) {
        const edge *back = &space->into_goal.items[i];
        space->sees_goal[back->target ^ 1] = space->query;
    }
    return FW_OK;
}

bool forest_space_tangent_to_goal(const forest_space *space, const viewpoint *from, int sector,
                                  goal_line *line)
{
    const sector_table *table = space->scanner.table;
    const vector to_goal =
        vector_to_frame(table->axis[sector], from->sense, space->goal.x - from->x, space->goal.y - from->y);
    const tangent into = tangent_to(to_goal.x, to_goal.y, -from->radius);
    const double slope = slope_of(into.along);
    if (fabs(slope) > table->most_slope + SECTOR_EDGE)
        return false;
    *line = (goal_line){ .turn = trig_atan2(slope, 1) + SECTOR_WIDTH / 2, .length = into.length };
    return true;
}

/// Finds the line from a side to the goal within a sector, if no obstacle hides it.
static fw_result find_way_to_goal(forest_space *space, uint32_t side, int sector, goal_line *line)
{
    const viewpoint from = side_viewpoint(space->scanner.forest, space->known->body, side);
    *line = (goal_line){ .turn = INFINITY };
    if (!forest_space_tangent_to_goal(space, &from, sector, line))
        return FW_OK;
    const int seen = from.sense == TURN_LEFTWARD ? sector_mirrored(sector) : sector;
    const int back = (seen + SECTORS / 2) % SECTORS;
    if (!(space->goal_sectors >> back & 1) && scan_from_goal(space, back) != FW_OK)
        return FW_NO_MEMORY;
    if (space->sees_goal[side] != space->query)
        line->turn = INFINITY;
    return FW_OK;
}

/// Walks the arc of the target from an edge's point of arrival, and pushes the edges that leave there.
static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    forest_space *space = context;
    const edge arrived = *forest_space_edge(space, id);
    const uint32_t side = arrived.target;
    const double begins = edge_turn_at_target(&arrived);
    const double radius = space->scanner.forest->circles[side / 2].radius + space->known->body;
    seen_sector *sector;
    goal_line goal;
    const long_turn before = turn_before(space, node, radius);
    if (sides_sector(space->known, &space->scanner, side, arrived.sector, &sector) != FW_OK ||
        number_edges(space, sector) != FW_OK || find_way_to_goal(space, side, arrived.sector, &goal) != FW_OK)
        return FW_NO_MEMORY;
    if (goal.turn < begins)
        goal.turn = INFINITY;
    const edge *edges = &space->known->edges.items[sector->first];
    const fw_node_id first_id = space->first.count + sector->number;
    for (uint32_t i = 0; i < sector->count; i++) {
        const edge *along = &edges[i];
        if (along->turn < begins && i + 1 < sector->count)
            continue;
        if (goal.turn <= along->turn) {
            successors_push_goal(successors, cost_of(space, radius * (goal.turn - begins) + goal.length));
            goal.turn = INFINITY;
        }
        const double arc = radius * fmax(along->turn - begins, 0);
        if (along->kind == EDGE_LINE && before.turned > 0 && crosses_before(&before, along))
            continue;
        const uint16_t via = along->kind == EDGE_ARC ? (uint16_t)(node->via + 1) : 0;
        if (along->kind == EDGE_WALL || !push(space, successors, first_id + i, along, arc, via))
            return FW_OK;
    }
    if (goal.turn < INFINITY)
        successors_push_goal(successors, cost_of(space, radius * (goal.turn - begins) + goal.length));
    return FW_OK;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const forest_space *space = context;
    const edge *along = forest_space_edge(space, id);
    const vector end = end_of(space, along);
    const double heading = along->sector * SECTOR_WIDTH + edge_turn_at_target(along);
    return (fw_pose){ end.x, end.y, trig_wrap(along->target % 2 ? -heading : heading) };
}

static const space_kind forest_kind = { .begin = begin, .expand = expand, .place = place };

fw_result forest_space_reset(forest_space *space, sides *known, vector start, vector goal, double size,
                             const search_limits *limits)
{
    const size_t before = space->sees_goal_capacity;
    const size_t needed = 2 * (size_t)space->scanner.forest->slot_count;
    if (MEMORY_RESERVE(space->memory, space->sees_goal, space->sees_goal_capacity, needed) != FW_OK)
        return FW_NO_MEMORY;
    if (space->sees_goal_capacity > before)
        memset(space->sees_goal + before, 0, (space->sees_goal_capacity - before) * sizeof *space->sees_goal);
    if (scanner_prepare(&space->scanner) != FW_OK)
        return FW_NO_MEMORY;
    if (++space->query == 0) {
        memset(space->sees_goal, 0, space->sees_goal_capacity * sizeof *space->sees_goal);
        space->query = 1;
    }
    space->known = known;
    space->scanner.body = known->body;
    space->start = start;
    space->goal = goal;
    space->first.count = space->into_goal.count = space->numbered_count = 0;
    space->goal_sectors = 0;
    int exponent;
    frexp(size, &exponent);
    space->scale = ldexp(1, SIZE_BITS - exponent);
    search_limits counted = *limits;
    counted.trace_scale = 1 / space->scale;
    const double straight =
        sqrt((goal.x - start.x) * (goal.x - start.x) + (goal.y - start.y) * (goal.y - start.y));
    best_first_reset(&space->search, &forest_kind, &counted,
                     cost_of(space, straight) / (BUCKETS_TO_GOAL / OPEN_STEP_PARTS));
    return FW_OK;
}

fw_result forest_space_run(forest_space *space, uint64_t work)
{
    return best_first_run(&space->search, &forest_kind, space, work);
}
