#include "plan/walk.h"

#include <math.h>
#include <stdlib.h>

#include "areas/area_map.h"
#include "fairway/areas.h"
#include "plan/planner.h"
#include "plan/route.h"

enum {
    WALK_LEG = 40,    ///< greatest extent of a leg along either axis, in tiles (Pinter 2001)
    WALK_WINDOW = 60, ///< side of the window of such a leg
    WALK_MARGIN = 10, ///< tiles around areas that belong to the window of a leg
    RAY_DISTANCE = 5  ///< tiles between two rays at the border of what is in sight
};

const char *fw_leg_failure_name(fw_leg_failure failure)
{
    static const char *const names[FW_LEG_FAILURE_COUNT] = { [FW_LEGS_COMPLETE] = "none",
                                                             [FW_LEG_BLOCKED] = "blocked",
                                                             [FW_LEG_OUTSIDE_WINDOW] = "outside_window",
                                                             [FW_LEG_NOTHING_AHEAD] = "nothing_ahead",
                                                             [FW_LEG_ASTRAY] = "astray",
                                                             [FW_LEG_NO_AREAS] = "no_areas" };
    return (unsigned)failure < FW_LEG_FAILURE_COUNT ? names[failure] : "unknown";
}

fw_result walk_create(memory *memory, page_pool *pages, walk **created)
{
    walk *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    area_search_init(&made->planning, memory, pages);
    *created = made;
    return FW_OK;
}

/// Notes why there is no next leg. FW_GAVE_UP.
static fw_result fail(walk *walk, fw_leg_failure failure)
{
    walk->failure = failure;
    return FW_GAVE_UP;
}

/// Makes an anchor the end of the leg, and centres its window on the leg.
static void aim_at(walk *walk, grid_anchor end)
{
    const int32_t left = (walk->position.x + end.x - WALK_WINDOW) / 2;
    const int32_t top = (walk->position.y + end.y - WALK_WINDOW) / 2;
    walk->leg.goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = end.x, .y = end.y };
    walk->leg.window = (tile_box){ left, top, left + WALK_WINDOW - 1, top + WALK_WINDOW - 1 };
}

/// Begins to make several anchors the end of the leg: begin, add anchors, take.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result begin_ends(fw_search *search, size_t most, grid_goal *ends)
{
    walk *walk = search->spaces.walk;
    if (MEMORY_RESERVE(walk->memory, walk->targets, walk->target_capacity, most) != FW_OK)
        return FW_NO_MEMORY;
    *ends = (grid_goal){ .kind = GRID_GOAL_SET, .set = walk->targets };
    return FW_OK;
}

/// Adds an anchor if the unit fits there. The distance from there to the goal is added to the cost of ending there.
static void add_end(fw_search *search, int32_t x, int32_t y, grid_goal *ends)
{
    const query *query = search->query;
    if (x >= map_width(search->map) || y >= map_height(search->map) || !query_fits(search->map, query, x, y))
        return;
    const double left = hypot(query->goal.x - x, query->goal.y - y) * query->unit->cheapest / COST_ONE;
    search->spaces.walk->targets[ends->count++] = (grid_target){ .x = x, .y = y, .closing_cost = left };
}

/// @return FW_OK, or FW_GAVE_UP: no anchor was added
static fw_result take_ends(fw_search *search, grid_goal *ends)
{
    grid_target *targets = search->spaces.walk->targets;
    double least = INFINITY;
    if (ends->count == 0)
        return fail(search->spaces.walk, FW_LEG_NOTHING_AHEAD);
    for (int32_t i = 0; i < ends->count; i++)
        least = fmin(least, targets[i].closing_cost);
    for (int32_t i = 0; i < ends->count; i++)
        targets[i].closing_cost -= least; // a cost that all ends share would only weaken the heuristic
    grid_goal_bound(ends);
    search->spaces.walk->leg.goal = *ends;
    return FW_OK;
}

/// The window of a leg through a part of the map: that part and a margin around it.
static tile_box window_around(tile_box around)
{
    return (tile_box){ around.left - WALK_MARGIN, around.top - WALK_MARGIN, around.right + WALK_MARGIN,
                       around.bottom + WALK_MARGIN };
}

/// The i-th of n parts of a distance, to the nearest tile.
static int32_t part_of(int32_t distance, uint32_t i, uint32_t n)
{
    const int64_t doubled = 2 * (int64_t)distance * i;
    return (int32_t)((doubled + (distance < 0 ? -(int64_t)n : (int64_t)n)) / (2 * (int64_t)n));
}

fw_result walk_choose_midpoint(fw_search *search)
{
    const query *query = search->query;
    walk *walk = search->spaces.walk;
    const int32_t dx = query->goal.x - query->start.x, dy = query->goal.y - query->start.y;
    const int32_t extent = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const uint32_t count = extent > WALK_LEG ? (uint32_t)(extent + WALK_LEG - 1) / WALK_LEG : 1;
    const uint32_t next = walk->leg_count + 1;
    const grid_anchor end = { query->start.x + part_of(dx, next, count),
                              query->start.y + part_of(dy, next, count) };
    if (!query_fits(search->map, query, end.x, end.y))
        return fail(walk, FW_LEG_BLOCKED);
    aim_at(walk, end);
    return FW_OK;
}

/// A division of the map into square areas.
typedef struct area_cut {
    int32_t side, columns, rows;
} area_cut;

typedef struct area_place {
    int32_t column, row;
} area_place;

static area_cut cut_of(const map_version *map)
{
    const int32_t side = area_map_side(map), width = map_width(map), height = map_height(map);
    return (area_cut){ side, (width + side - 1) / side, (height + side - 1) / side };
}

static area_place area_of(const area_cut *cut, int32_t x, int32_t y)
{
    return (area_place){ x / cut->side, y / cut->side };
}

static int32_t clamped(int32_t index, int32_t count)
{
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/// Component along one axis of the compass direction of (along, across): 0 if the direction lies nearly across.
static int32_t compass_step(int32_t along, int32_t across)
{
    return 5 * (int64_t)abs(along) < 2 * (int64_t)abs(across) ? 0 : (along > 0) - (along < 0);
}

/// The area beside an anchor's area in the direction of the goal; the goal's area if it is adjacent.
static area_place next_area(const area_cut *cut, grid_anchor from, const grid_goal *goal)
{
    const area_place area = area_of(cut, from.x, from.y), last = area_of(cut, goal->x, goal->y);
    if (abs(last.column - area.column) <= 1 && abs(last.row - area.row) <= 1)
        return last;
    const int32_t dx = goal->x - from.x, dy = goal->y - from.y;
    return (area_place){ clamped(area.column + compass_step(dx, dy), cut->columns),
                         clamped(area.row + compass_step(dy, dx), cut->rows) };
}

static tile_box box_of(const area_cut *cut, area_place area)
{
    return (tile_box){ .left = area.column * cut->side,
                       .top = area.row * cut->side,
                       .right = (area.column + 1) * cut->side - 1,
                       .bottom = (area.row + 1) * cut->side - 1 };
}

static fw_result aim_at_area(fw_search *search, tile_box area)
{
    const int32_t side = area.right - area.left + 1;
    grid_goal ends;
    if (begin_ends(search, 4 * (size_t)side, &ends) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t y = area.top; y <= area.bottom; y++) {
        const bool is_edge = y == area.top || y == area.bottom;
        for (int32_t x = area.left; x <= area.right; x += is_edge ? 1 : side - 1)
            add_end(search, x, y, &ends);
    }
    return take_ends(search, &ends);
}

fw_result walk_choose_by_compass(fw_search *search)
{
    walk *walk = search->spaces.walk;
    const grid_goal *goal = &search->query->goal;
    const area_cut cut = cut_of(search->map);
    if (walk->leg_count > 2 * (uint32_t)(cut.columns + cut.rows))
        return fail(walk, FW_LEG_ASTRAY);
    const area_place next = next_area(&cut, walk->position, goal),
                     area = area_of(&cut, walk->position.x, walk->position.y);
    const tile_box to = box_of(&cut, next);
    tile_box both = box_of(&cut, area);
    tile_box_widen(&both, to);
    walk->leg.window = window_around(both);
    walk->leg.goal = *goal;
    return next.column == area.column && next.row == area.row ? FW_OK : aim_at_area(search, to);
}

static int64_t square_to_goal(const query *query, grid_anchor from)
{
    const int64_t dx = query->goal.x - from.x, dy = query->goal.y - from.y;
    return dx * dx + dy * dy;
}

/// True if the unit can go straight from its position to an anchor.
static bool sees(const fw_search *search, grid_anchor anchor)
{
    const query *query = search->query;
    const int32_t size = query->unit->def.size;
    if (anchor.x < 0 || anchor.y < 0 || anchor.x >= map_width(search->map) ||
        anchor.y >= map_height(search->map) || !query_fits(search->map, query, anchor.x, anchor.y))
        return false;
    const fw_pose from = centre_of(search->spaces.walk->position.x, search->spaces.walk->position.y, size);
    const fw_pose to = centre_of(anchor.x, anchor.y, size);
    return query_line_is_free(search->map, query, from.x, from.y, to.x, to.y);
}

/// Finds the farthest anchor in sight along a ray, and keeps it if it is nearer to the goal than the best so far.
static void look_along(const fw_search *search, int32_t dx, int32_t dy, grid_anchor *best)
{
    const grid_anchor position = search->spaces.walk->position;
    for (int32_t reach = WALK_LEG; reach >= 1; reach /= 2) {
        const grid_anchor anchor = { position.x + dx * reach / WALK_LEG, position.y + dy * reach / WALK_LEG };
        const bool is_nearer = square_to_goal(search->query, anchor) < square_to_goal(search->query, *best);
        if (is_nearer && sees(search, anchor)) {
            *best = anchor;
            return;
        }
    }
}

fw_result walk_choose_in_sight(fw_search *search)
{
    walk *walk = search->spaces.walk;
    const grid_anchor goal = { search->query->goal.x, search->query->goal.y };
    const bool is_near =
        abs(goal.x - walk->position.x) <= WALK_LEG && abs(goal.y - walk->position.y) <= WALK_LEG;
    const bool is_there = goal.x == walk->position.x && goal.y == walk->position.y;
    grid_anchor best = walk->position;
    if (is_near && (is_there || sees(search, goal)))
        best = goal;
    else
        for (int32_t along = -WALK_LEG; along <= WALK_LEG; along += RAY_DISTANCE) {
            look_along(search, WALK_LEG, along, &best);
            look_along(search, -WALK_LEG, along, &best);
            look_along(search, along, WALK_LEG, &best);
            look_along(search, along, -WALK_LEG, &best);
        }
    if (best.x == walk->position.x && best.y == walk->position.y && !is_there)
        return fail(walk, FW_LEG_NOTHING_AHEAD);
    aim_at(walk, best);
    return FW_OK;
}

fw_result walk_judge_areas(const map_version *map, const query *query, fw_refusal *why)
{
    const fw_area_map *areas = query->request.areas;
    if (!areas)
        return refuse_both(why, FW_NOT_PREPARED, "method", "areas", "the method needs an area map");
    if (areas->width != map_width(map) || areas->height != map_height(map))
        return refuse(why, FW_WRONG_MAP, "areas", "the area map was made for a map of another size");
    if (areas->unit != query->request.unit)
        return refuse_both(why, FW_NOT_PREPARED, "areas", "unit", "the area map was made for another unit");
    return FW_OK;
}

fw_result walk_plan_areas(fw_search *search)
{
    const query *query = search->query;
    const fw_area_map *areas = query->request.areas;
    walk *walk = search->spaces.walk;
    const int32_t start = fw_area_map_at(areas, query->start.x, query->start.y);
    const int32_t goal = fw_area_map_at(areas, query->goal.x, query->goal.y);
    if (start < 0 || goal < 0)
        return fail(walk, FW_LEG_NO_AREAS);
    search_limits limits = limits_left(search, 0);
    limits.trace = NULL; // the trace shows tiles
    area_search_reset(&walk->planning, areas, start, goal, query->unit->cheapest, &limits);
    return FW_OK;
}

fw_result walk_take_areas(fw_search *search, fw_result result)
{
    walk *walk = search->spaces.walk;
    if (result != FW_OK)
        return result == FW_NO_MEMORY ? result : fail(walk, FW_LEG_NO_AREAS);
    const int32_t count = area_search_route(&walk->planning, NULL, 0);
    if (MEMORY_RESERVE(walk->memory, walk->areas, walk->area_capacity, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    walk->area_count = area_search_route(&walk->planning, walk->areas, count);
    return FW_OK;
}

fw_result walk_choose_area(fw_search *search)
{
    walk *walk = search->spaces.walk;
    const fw_area_map *areas = search->query->request.areas;
    const int32_t area = walk->areas[walk->leg_count];
    walk->leg.window = window_around(areas->areas[area].box);
    if ((int32_t)walk->leg_count + 1 == walk->area_count) {
        walk->leg.goal = search->query->goal;
        return FW_OK;
    }
    const area_edge *edge = area_map_edge(areas, area, walk->areas[walk->leg_count + 1]);
    const uint32_t end = edge[1].first_anchor;
    grid_goal ends;
    if (begin_ends(search, end - edge->first_anchor, &ends) != FW_OK)
        return FW_NO_MEMORY;
    for (uint32_t i = edge->first_anchor; i < end; i++)
        add_end(search, areas->anchors[i].x, areas->anchors[i].y, &ends);
    return take_ends(search, &ends);
}

/// The way of a unit that has arrived: the area where it stands.
static int32_t write_area_of_start(const query *query, int32_t *areas, int32_t capacity)
{
    if (areas && capacity > 0)
        areas[0] = fw_area_map_at(query->request.areas, query->start.x, query->start.y);
    return 1;
}

int32_t fw_search_area_path(const fw_search *search, int32_t *areas, int32_t capacity)
{
    if (!search || search->query->method != FW_AREAS || search->chain.count == 0)
        return 0;
    if (search->query->has_arrived)
        return write_area_of_start(search->query, areas, capacity);
    if (!search->spaces.walk)
        return 0;
    const walk *walk = search->spaces.walk;
    for (int32_t i = 0; areas && i < walk->area_count && i < capacity; i++)
        areas[i] = walk->areas[i];
    return walk->area_count;
}

int32_t fw_planner_area_path(const fw_planner *planner, int32_t *areas, int32_t capacity)
{
    return planner && planner->own ? fw_search_area_path(planner->own, areas, capacity) : 0;
}
