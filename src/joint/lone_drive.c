#include "joint/lone_drive.h"

#include <math.h>

#include "base/vector.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "directional/fine/fine_cells.h"
#include "fairway/curve.h"

/// Costs are in 1 / SCALE tile.
#define SCALE 1024.0

/// A tile in reverse costs as much as this many tiles, and a change of gear as much as this many turning radii.
#define REVERSE_COST     1.5
#define GEAR_CHANGE_COST 0.5

/// Weight of the estimate: any drive will do, so poses nearer to the end come first.
#define GREED 1.5

/// Cells of a tile along each axis, and of a full turn.
#define TO_A_TILE 2.0
enum { SECTORS = 32 };

/// A unit this near to its place is there, in tiles.
#define AT_PLACE 1e-3

/// Curves to the place are tried from each pose within so many turning radii, elsewhere from one in RARELY.
#define SHOT_REACH 3.0

enum {
    RARELY = 8,
    MOST_LISTED = 128,
    NO_MOVE = FINE_ARC | FINE_STRIDE ///< `via` of the pose where the search begins: no move has both bits
};

struct lone_drive {
    memory *memory;
    page_pool pages;
    best_first search;
    fine_cells cells;
    fine_moves moves;
    const lone_drive_query *query;
    fw_curve last; ///< from the last pose to the place
    uint32_t *route;
    size_t route_room;
};

fw_result lone_drive_create(memory *memory, lone_drive **made)
{
    lone_drive *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    search->memory = memory;
    search->pages = node_page_pool(memory, NODE_PAGE_SHIFT);
    search->cells.memory = memory;
    best_first_init(&search->search, memory, &search->pages);
    *made = search;
    return FW_OK;
}

void lone_drive_destroy(lone_drive *search)
{
    if (!search)
        return;
    best_first_free(&search->search);
    fine_cells_free(&search->cells);
    page_pool_trim(&search->pages);
    memory_give_back(search->memory, search->route, search->route_room, sizeof *search->route);
    memory_give_back(search->memory, search, 1, sizeof *search);
}

static fw_pose pose_of(const lone_drive *search, const fine_pose *pose)
{
    return (fw_pose){ pose->x, pose->y, fine_heading_of(&search->moves, pose->heading) };
}

/// True if a segment surely does not come as near to a place as this. Quicker than segment_nearest().
static bool is_far(const fw_segment *segment, double x, double y, double reach)
{
    const double dx = x - segment->start.x, dy = y - segment->start.y, away = reach + segment->length;
    return dx * dx + dy * dy > away * away;
}

/// True if the unit keeps off the bodies that stand, and stays in the window.
static bool is_clear(const lone_drive_query *query, const fw_segment *segment)
{
    const fw_pose end = segment_end(segment);
    if (end.x < query->window.min_x || end.x > query->window.max_x || end.y < query->window.min_y ||
        end.y > query->window.max_y)
        return false;
    for (int32_t i = 0; i < query->body_count; i++) {
        double away;
        if (is_far(segment, query->bodies[i].x, query->bodies[i].y, query->bodies[i].reach))
            continue;
        segment_nearest(segment, query->bodies[i].x, query->bodies[i].y, &away);
        if (away < query->bodies[i].reach)
            return false;
    }
    return true;
}

static bool is_free(const lone_drive_query *query, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (!is_clear(query, &curve->segments[i]))
            return false;
    for (int32_t i = 0; i < curve->count; i++)
        if (!sweep_segment_is_free(query->ground, query->body, &curve->segments[i]))
            return false;
    return true;
}

static cost cost_of(const fw_curve *curve, fw_gear gear)
{
    return (cost)ceil(curve->length * SCALE * (gear == FW_REVERSE ? REVERSE_COST : 1));
}

/// What it costs to go on in a gear.
static cost shift_cost(const lone_drive *search, uint16_t via, fw_gear gear)
{
    const fw_gear reached_in = via & FINE_REVERSE ? FW_REVERSE : FW_FORWARD;
    return via == NO_MOVE || gear == reached_in
               ? 0
               : (cost)(GEAR_CHANGE_COST * search->query->turn_radius * SCALE);
}

/// True if a place is far enough from the way to get off.
static bool is_off_way(const lone_drive_query *query, fw_pose pose)
{
    for (int32_t i = 0; i < query->way_count; i++) {
        double away;
        if (is_far(&query->way[i], pose.x, pose.y, query->room))
            continue;
        segment_nearest(&query->way[i], pose.x, pose.y, &away);
        if (away < query->room)
            return false;
    }
    return true;
}

/// A turn and a line to the place, if one is free in a gear.
static bool find_curve(const lone_drive_query *query, fw_pose from, fw_gear gear, fw_curve *curve)
{
    if (gear == FW_REVERSE)
        from.heading += from.heading > 0 ? -FW_PI : FW_PI;
    for (fw_side side = FW_SIDE_LEFT; side <= FW_SIDE_RIGHT; side++) {
        if (fw_turn_then_straight(from, query->x, query->y, query->turn_radius, side, curve) != FW_OK)
            continue;
        for (int32_t i = 0; i < curve->count && gear == FW_REVERSE; i++)
            curve->segments[i] = segment_turned_back(&curve->segments[i]);
        if (is_free(query, curve))
            return true;
    }
    return false;
}

/// Pushes the end, if it is there or a curve leads to it.
static void push_end(lone_drive *search, fw_node_id id, fw_pose pose, uint16_t via, successors *successors)
{
    const lone_drive_query *query = search->query;
    const double dx = query->x - pose.x, dy = query->y - pose.y;
    const bool is_there = query->way ? is_off_way(query, pose) : dx * dx + dy * dy < AT_PLACE * AT_PLACE;
    if (is_there) {
        search->last.count = 0;
        successors_push_goal(successors, 0);
        return;
    }
    const double near = SHOT_REACH * query->turn_radius;
    if (query->way || (id % RARELY != 0 && dx * dx + dy * dy > near * near))
        return;
    for (int gear = 0; gear < (query->reverses ? 2 : 1); gear++) {
        fw_curve curve;
        const fw_gear driven = gear ? FW_REVERSE : FW_FORWARD;
        if (!find_curve(query, pose, driven, &curve))
            continue;
        const cost price = cost_of(&curve, driven) + shift_cost(search, via, driven);
        if (successors->from_g + price < search->search.goal_g && price < successors->to_goal) {
            search->last = curve;
            successors_push_goal(successors, price);
        }
    }
}

/// The cell of a pose.
static uint64_t cell_of(const lone_drive *search, const fine_pose *pose)
{
    const fw_box *window = &search->query->window;
    const uint64_t x = (uint64_t)((pose->x - window->min_x) * TO_A_TILE),
                   y = (uint64_t)((pose->y - window->min_y) * TO_A_TILE);
    const uint64_t heading = (uint64_t)fine_sector_of(&search->moves, pose->heading, SECTORS);
    return heading << 40 | y << 20 | x;
}

/// True if the cell of a pose was reached at no greater cost: most moves lead to such cells, and need not be swept.
static bool is_reached(const lone_drive *search, const fine_pose *pose, cost g)
{
    uint32_t index;
    if (!fine_cells_find(&search->cells, pose->cell, &index))
        return false;
    const node *known = node_store_reached(&search->search.nodes, index);
    return known && known->g <= g;
}

static fw_result begin(void *context, successors *successors)
{
    lone_drive *search = context;
    fine_pose pose = { .x = search->query->start.x,
                       .y = search->query->start.y,
                       .heading = fine_heading_of_begin(&search->moves) };
    pose.cell = cell_of(search, &pose);
    return fine_cells_push(&search->cells, &pose, 0, NO_MOVE, successors);
}

/// Follows all moves of a pace.
///
/// @param[out] is_blocked  something is in the way of one of them
static fw_result follow(lone_drive *search, const fine_pose *from, uint16_t via, fine_pace pace,
                        successors *successors, bool *is_blocked)
{
    uint16_t moves[MOST_LISTED];
    const int32_t count = fine_moves_list(&search->moves, from->heading, pace, moves);
    const fw_pose pose = pose_of(search, from);
    *is_blocked = false;
    for (int32_t i = 0; i < (search->query->reverses ? 2 * count : count); i++) {
        const fw_gear gear = i < count ? FW_FORWARD : FW_REVERSE;
        const uint16_t move = (uint16_t)(i < count ? moves[i] : moves[i - count] | FINE_REVERSE);
        fine_pose to = { .heading = from->heading };
        fw_curve curve;
        const fw_pose end = fine_move_drive(&search->moves, move, pose, &to.heading, &curve);
        const fw_box *window = &search->query->window;
        const cost step = cost_of(&curve, gear) + shift_cost(search, via, gear);
        to.x = end.x;
        to.y = end.y;
        const bool is_inside =
            to.x >= window->min_x && to.x <= window->max_x && to.y >= window->min_y && to.y <= window->max_y;
        to.cell = is_inside ? cell_of(search, &to) : 0;
        if (is_inside && is_reached(search, &to, successors->from_g + step))
            continue;
        if (!is_inside || !is_free(search->query, &curve)) {
            *is_blocked = true;
            continue;
        }
        const fw_result pushed = fine_cells_push(&search->cells, &to, step, move, successors);
        if (pushed != FW_OK)
            return pushed;
    }
    return FW_OK;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    lone_drive *search = context;
    const fine_pose from = search->cells.poses[id];
    bool is_blocked;
    push_end(search, id, pose_of(search, &from), node->via, successors);
    const fw_result result = follow(search, &from, node->via, FINE_PACE_STRIDE, successors, &is_blocked);
    return result == FW_OK && is_blocked
               ? follow(search, &from, node->via, FINE_PACE_STEP, successors, &is_blocked)
               : result;
}

static void estimate(void *context, successor *improved, size_t count)
{
    const lone_drive *search = context;
    const lone_drive_query *query = search->query;
    for (size_t i = 0; i < count; i++) {
        const fine_pose *pose = &search->cells.poses[improved[i].id];
        const double dx = query->x - pose->x, dy = query->y - pose->y;
        improved[i].h = query->way ? 0 : (cost)(hypotenuse(dx, dy) * SCALE);
    }
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate };

static fw_result append(lone_drive *search, drive_list *list, const fw_curve *curve)
{
    if (MEMORY_RESERVE(search->memory, list->segments, list->room, list->count + (size_t)curve->count) !=
        FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < curve->count; i++)
        list->segments[list->count++] = curve->segments[i];
    return FW_OK;
}

/// Appends the drive that was found.
static fw_result write(lone_drive *search, drive_list *list)
{
    const node_store *nodes = &search->search.nodes;
    const size_t count = node_store_route(nodes, search->memory, search->search.goal_parent, &search->route,
                                          &search->route_room);
    fw_result result = count > 0 ? FW_OK : FW_NO_MEMORY;
    for (size_t i = count; i > 1 && result == FW_OK; i--) {
        const fine_pose *from = &search->cells.poses[node_id_of(nodes, search->route[i - 1])];
        fine_heading heading = from->heading;
        fw_curve curve;
        fine_move_drive(&search->moves, node_of(nodes, search->route[i - 2])->via, pose_of(search, from),
                        &heading, &curve);
        result = append(search, list, &curve);
    }
    return result == FW_OK ? append(search, list, &search->last) : result;
}

fw_result lone_drive_find(lone_drive *search, const lone_drive_query *query, drive_list *found,
                          uint64_t *spent)
{
    const search_limits limits = { .max_work = query->work > 0 ? query->work : 1, .weight = GREED };
    const fw_box *window = &query->window;
    if (query->start.x < window->min_x || query->start.x > window->max_x || query->start.y < window->min_y ||
        query->start.y > window->max_y)
        return FW_NOT_FOUND;
    search->query = query;
    search->moves = fine_moves_for(query->turn_radius, query->reverses ? FINE_TURNS_SMALL : FINE_TURNS_USUAL,
                                   query->start.heading, 0);
    fine_cells_clear(&search->cells);
    if (best_first_reserve(&search->search, 4 * (size_t)fine_moves_most(&search->moves)) != FW_OK)
        return FW_NO_MEMORY;
    best_first_reset(&search->search, &kind, &limits, (uint64_t)(SCALE / 4));
    const fw_result result = best_first_run(&search->search, &kind, search, UINT64_MAX);
    *spent += search->search.count.work;
    return result == FW_OK ? write(search, found) : result;
}
