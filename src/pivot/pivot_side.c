#include "pivot/pivot_side.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "grid/field_grow.h"

enum {
    STRIDE = 4, ///< between the places that strides lead to, in spacings of the lattice
    MOST_MOVES = 16 + 2 * PIVOT_HEADINGS + 2
};

/// The least weight of h. Nodes are not opened again: that made up to 60 times as many expansions, and the path is
/// shortened afterwards.
#define GREED 1.25

/// The cost of a turn by a radian, in 1 / PIVOT_SCALE tile: of paths of equal length, those with smaller turns are
/// taken.
#define TURN_PRICE 8.0

void pivot_side_init(pivot_side *side, memory *memory, page_pool *pool)
{
    best_first_init(&side->search, memory, pool);
    side->cells.memory = memory;
    grid_field_init(&side->field, memory);
}

static fw_result push(pivot_side *side, uint64_t cell, cost step, uint16_t via, successors *successors)
{
    const fw_pose at = pivot_pose_at(side->lattice, pivot_place_of(cell));
    const fine_pose pose = { .x = at.x, .y = at.y, .cell = cell };
    uint32_t index;
    bool is_new;
    const fw_result entered = fine_cells_enter(&side->cells, &pose, &index, &is_new);
    if (entered == FW_OK)
        successors_push(successors, index, step, via);
    return entered;
}

/// The cost of going on in a gear.
static cost shift_price(const pivot_side *side, uint16_t via, uint16_t next)
{
    const bool shifts = via != PIVOT_AT_REST && next != PIVOT_AT_REST && via != next;
    return shifts ? pivot_shift_price(side->ground) : 0;
}

static uint16_t via_of(fw_gear gear)
{
    return gear == FW_REVERSE ? PIVOT_REVERSE : PIVOT_FORWARD;
}

/// Makes the drives straight from the start to the goal, and the links, the first nodes.
static fw_result begin(void *context, successors *successors)
{
    pivot_side *side = context;
    const pivot_links *links = side->begin_links;
    if (side->direct)
        successors_push_goal(successors, side->direct->price);
    fw_result pushed = FW_OK;
    for (size_t i = 0; i < links->count && pushed == FW_OK; i++) {
        const pivot_link *link = &links->items[i];
        const uint16_t via = link->price > 0 ? via_of(link->gear) : PIVOT_AT_REST;
        pushed = push(side, link->cell, link->price, via, successors);
    }
    return pushed;
}

/// Follows the strides from a place where the unit may turn all the way round.
///
/// @param[out] is_blocked  at least one of them is not free
static fw_result follow_strides(pivot_side *side, pivot_place from, uint16_t via, successors *successors,
                                bool *is_blocked)
{
    static const int8_t strides[16][2] = { { 1, 0 },  { 2, 1 },   { 1, 1 },   { 1, 2 },
                                           { 0, 1 },  { -1, 2 },  { -1, 1 },  { -2, 1 },
                                           { -1, 0 }, { -2, -1 }, { -1, -1 }, { -1, -2 },
                                           { 0, -1 }, { 1, -2 },  { 1, -1 },  { 2, -1 } };
    const pivot_ground *ground = side->ground;
    const fw_pose node = pivot_pose_at(side->lattice, from);
    const int32_t x = (from.x + STRIDE / 2) / STRIDE, y = (from.y + STRIDE / 2) / STRIDE;
    fw_result pushed = FW_OK;
    *is_blocked = false;
    for (int i = 0; i < 16 && pushed == FW_OK; i++) {
        const pivot_place to = { (x + strides[i][0]) * STRIDE, (y + strides[i][1]) * STRIDE };
        const fw_pose next = pivot_pose_at(side->lattice, to);
        const bool may_turn = pivot_may_stand(ground, next.x, next.y) && pivot_spins(ground, next.x, next.y);
        const fw_segment line =
            side->is_backward ? pivot_line(next, node, FW_FORWARD) : pivot_line(node, next, FW_FORWARD);
        if (may_turn && pivot_drives(ground, &line))
            pushed = push(side, pivot_cell(to, PIVOT_ANY),
                          pivot_price(ground, &line) + shift_price(side, via, PIVOT_FORWARD), PIVOT_FORWARD,
                          successors);
        else
            *is_blocked = true;
    }
    return pushed;
}

/// Follows a step along a heading in one gear.
static fw_result follow_step(pivot_side *side, pivot_place from, int32_t heading, fw_gear gear, uint16_t via,
                             successors *successors)
{
    const pivot_ground *ground = side->ground;
    const pivot_heading *along = &side->lattice->headings[heading];
    const int32_t ahead = (gear == FW_FORWARD) != side->is_backward ? 1 : -1;
    const pivot_place to = { from.x + ahead * along->dx, from.y + ahead * along->dy };
    const fw_pose next = pivot_pose_at(side->lattice, to);
    if (!pivot_may_stand(ground, next.x, next.y))
        return FW_OK;
    fw_segment line = { .start = side->is_backward ? next : pivot_pose_at(side->lattice, from),
                        .length = along->length * side->lattice->spacing,
                        .gear = gear };
    line.start.heading = along->angle;
    if (!pivot_drives(ground, &line))
        return FW_OK;
    const int32_t there = pivot_spins(ground, next.x, next.y) ? PIVOT_ANY : heading;
    return push(side, pivot_cell(to, there),
                pivot_price(ground, &line) + shift_price(side, via, via_of(gear)), via_of(gear), successors);
}

static fw_result follow_steps(pivot_side *side, pivot_place from, int32_t heading, uint16_t via,
                              successors *successors)
{
    const fw_result ahead = follow_step(side, from, heading, FW_FORWARD, via, successors);
    return ahead == FW_OK && side->ground->unit->def.reverse
               ? follow_step(side, from, heading, FW_REVERSE, via, successors)
               : ahead;
}

/// Follows the turns to the headings on both sides.
static fw_result follow_turns(pivot_side *side, pivot_place from, int32_t heading, uint16_t via,
                              successors *successors)
{
    const pivot_heading *items = side->lattice->headings;
    fw_pose at = pivot_pose_at(side->lattice, from);
    at.heading = items[heading].angle;
    fw_result pushed = FW_OK;
    for (int32_t turn = -1; turn <= 1 && pushed == FW_OK; turn += 2) {
        const int32_t to = pivot_heading_beside(heading, turn);
        if (!pivot_turns(side->ground, at, items[to].angle))
            continue;
        const double angle = fabs(trig_wrap(items[to].angle - at.heading));
        pushed = push(side, pivot_cell(from, to), (cost)ceil(angle * TURN_PRICE), via, successors);
    }
    return pushed;
}

/// Grows the field until it knows the tile of a node. FW_OK, FW_PENDING (the field must grow), FW_NO_MEMORY, or
/// FW_NOT_FOUND: no way leads on from the tile.
static fw_result know_distance(pivot_side *side, const fine_pose *pose, successors *successors)
{
    grid_field *field = &side->field;
    const int32_t x = (int32_t)pose->x, y = (int32_t)pose->y;
    if (grid_field_settled(field, x, y) != FIELD_UNKNOWN)
        return FW_OK;
    uint64_t work = FIELD_SLICE;
    const fw_result reached = grid_field_settle(field, x, y, &work);
    successors->work += FIELD_SLICE - work;
    return reached == FW_OK && grid_field_at(field, x, y) == FIELD_UNKNOWN ? FW_NOT_FOUND : reached;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    pivot_side *side = context;
    const fine_pose pose = side->cells.poses[id];
    const fw_result known = know_distance(side, &pose, successors);
    if (known != FW_OK)
        return known == FW_NOT_FOUND ? FW_OK : known;
    const pivot_place place = pivot_place_of(pose.cell);
    const int32_t heading = pivot_heading_of(pose.cell);
    const uint16_t via = node->via;
    const pivot_link *link = pivot_links_find(side->end_links, pose.cell);
    if (link)
        successors_push_goal(
            successors, link->price + (link->price > 0 ? shift_price(side, via, via_of(link->gear)) : 0));
    if (heading != PIVOT_ANY) {
        const fw_result driven = follow_steps(side, place, heading, via, successors);
        return driven == FW_OK ? follow_turns(side, place, heading, via, successors) : driven;
    }
    bool is_blocked;
    fw_result followed = follow_strides(side, place, via, successors, &is_blocked);
    for (int32_t i = 0; is_blocked && i < PIVOT_HEADINGS && followed == FW_OK; i++)
        followed = follow_steps(side, place, i, via, successors);
    return followed;
}

/// A lower bound of the remaining cost: the straight distance, and the distance on the grid less what its steps in
/// eight directions, from tile to tile, may be longer than the shortest way of a point.
static void estimate(void *context, successor *improved, size_t count)
{
    const double detour = 0.92, ends = 1.5; // cos(pi / 8), less the rounding of FIELD_DIAGONAL; tiles
    const pivot_side *side = context;
    for (size_t i = 0; i < count; i++) {
        const fine_pose *pose = &side->cells.poses[improved[i].id];
        const double dx = side->end.x - pose->x, dy = side->end.y - pose->y;
        const uint32_t known = grid_field_settled(&side->field, (int32_t)pose->x, (int32_t)pose->y);
        const double round = known == FIELD_UNKNOWN ? 0 : (double)known / FIELD_STRAIGHT * detour - ends;
        improved[i].h = (cost)(fmax(round, hypotenuse(dx, dy)) * PIVOT_SCALE);
    }
}

static fw_pose place_of(const void *context, fw_node_id id, uint16_t via)
{
    const pivot_side *side = context;
    const uint64_t cell = side->cells.poses[id].cell;
    fw_pose pose = pivot_pose_at(side->lattice, pivot_place_of(cell));
    if (pivot_heading_of(cell) != PIVOT_ANY)
        pose.heading = side->lattice->headings[pivot_heading_of(cell)].angle;
    (void)via;
    return pose;
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place_of };

fw_result pivot_side_guide(pivot_side *side, const layer *passable)
{
    return grid_field_reset(&side->field, passable, side->ground->swept.overlay, (int32_t)side->end.x,
                            (int32_t)side->end.y, (int32_t)side->begin.x, (int32_t)side->begin.y);
}

fw_result pivot_side_reset(pivot_side *side, const search_limits *limits)
{
    const map_unit *unit = side->ground->unit;
    search_limits own = *limits;
    own.max_work = own.max_cost = 0;
    own.trace = side->is_backward ? NULL : limits->trace; // costs of the other side are not from the start
    own.weight = fmax(own.weight, GREED);
    own.trace_scale = (double)unit->cheapest / COST_ONE / PIVOT_SCALE;
    fine_cells_clear(&side->cells);
    if (best_first_reserve(&side->search, side->begin_links->count + MOST_MOVES) != FW_OK)
        return FW_NO_MEMORY;
    best_first_reset(&side->search, &kind, &own, (cost)(PIVOT_SCALE * side->lattice->spacing));
    return FW_OK;
}

fw_result pivot_side_run(pivot_side *side, uint64_t work)
{
    return best_first_run(&side->search, &kind, side, work);
}
