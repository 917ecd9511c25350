// Walks without knowledge of the map (Pinter 2001): to the next area in the direction of the goal, or to a point in
// sight.

#include <stdlib.h>

#include "areas/area_map.h"
#include "plan/planner.h"

enum {
    RAY_DISTANCE = 5 ///< tiles between two rays at the border of what is in sight
};

/// A cut of the map into square areas.
typedef struct area_cut {
    int32_t side, columns, rows;
} area_cut;

typedef struct area_place {
    int32_t column, row;
} area_place;

static area_cut cut_of(const fw_map *map)
{
    const int32_t side = area_map_side(map), width = fw_map_width(map), height = fw_map_height(map);
    return (area_cut){ side, (width + side - 1) / side, (height + side - 1) / side };
}

static area_place area_of(const area_cut *cut, int32_t x, int32_t y)
{
    return (area_place){ x / cut->side, y / cut->side };
}

static int32_t clamped(int32_t at, int32_t count)
{
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

/// The direction along one axis of the compass direction of (along, across): 0 if that lies nearly across.
static int32_t compass_step(int32_t along, int32_t across)
{
    return 5 * (int64_t)abs(along) < 2 * (int64_t)abs(across) ? 0 : (along > 0) - (along < 0);
}

/// The area beside `here` in the direction of the goal; that of the goal, if that is beside.
static area_place next_area(const area_cut *cut, grid_anchor from, const grid_goal *goal)
{
    const area_place here = area_of(cut, from.x, from.y), last = area_of(cut, goal->x, goal->y);
    if (abs(last.column - here.column) <= 1 && abs(last.row - here.row) <= 1)
        return last;
    const int32_t dx = goal->x - from.x, dy = goal->y - from.y;
    return (area_place){ clamped(here.column + compass_step(dx, dy), cut->columns),
                         clamped(here.row + compass_step(dy, dx), cut->rows) };
}

static overlay_span span_of(const area_cut *cut, area_place at)
{
    return (overlay_span){ .left = at.column * cut->side,
                           .top = at.row * cut->side,
                           .right = (at.column + 1) * cut->side,
                           .bottom = (at.row + 1) * cut->side };
}

/// Makes the border of an area the end of the leg.
static fw_result aim_at_area(fw_search *search, overlay_span span)
{
    const int32_t side = span.right - span.left;
    grid_goal ends;
    if (walk_begin_ends(search, 4 * (size_t)side, &ends) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t y = span.top; y < span.bottom; y++) {
        const bool is_edge = y == span.top || y == span.bottom - 1;
        for (int32_t x = span.left; x < span.right; x += is_edge ? 1 : side - 1)
            walk_add_end(search, x, y, &ends);
    }
    return walk_take_ends(search, &ends);
}

fw_result walk_choose_by_compass(fw_search *search)
{
    walk *walk = search->walk;
    const grid_goal *goal = &search->asked->goal;
    const area_cut cut = cut_of(search->map);
    if (walk->leg_count > 2 * (uint32_t)(cut.columns + cut.rows))
        return walk_fail(walk, FW_LEG_ASTRAY);
    const area_place next = next_area(&cut, walk->here, goal),
                     here = area_of(&cut, walk->here.x, walk->here.y);
    const overlay_span to = span_of(&cut, next);
    overlay_span both = span_of(&cut, here);
    overlay_span_widen(&both, &to);
    walk->leg.window = walk_window(both);
    walk->leg.goal = *goal;
    return next.column == here.column && next.row == here.row ? FW_OK : aim_at_area(search, to);
}

/// Square of the distance from an anchor to the goal.
static int64_t square_to_goal(const query *asked, grid_anchor from)
{
    const int64_t dx = asked->goal.x - from.x, dy = asked->goal.y - from.y;
    return dx * dx + dy * dy;
}

/// True if the unit can go straight from where it is to an anchor.
static bool sees(const fw_search *search, grid_anchor there)
{
    const query *asked = search->asked;
    const int32_t size = asked->unit->def.size;
    if (there.x < 0 || there.y < 0 || there.x >= fw_map_width(search->map) ||
        there.y >= fw_map_height(search->map) || !query_fits(search->map, asked, there.x, there.y))
        return false;
    const fw_pose from = centre_of(search->walk->here.x, search->walk->here.y, size);
    const fw_pose to = centre_of(there.x, there.y, size);
    return query_line_is_free(search->map, asked, from.x, from.y, to.x, to.y);
}

/// Looks along a ray, and takes the farthest anchor in sight if that is nearer to the goal than the best one.
static void look_along(const fw_search *search, int32_t dx, int32_t dy, grid_anchor *best)
{
    const grid_anchor here = search->walk->here;
    for (int32_t reach = WALK_LEG; reach >= 1; reach /= 2) {
        const grid_anchor there = { here.x + dx * reach / WALK_LEG, here.y + dy * reach / WALK_LEG };
        const bool is_nearer = square_to_goal(search->asked, there) < square_to_goal(search->asked, *best);
        if (is_nearer && sees(search, there)) {
            *best = there;
            return;
        }
    }
}

fw_result walk_choose_in_sight(fw_search *search)
{
    walk *walk = search->walk;
    const grid_anchor goal = { search->asked->goal.x, search->asked->goal.y };
    const bool is_near = abs(goal.x - walk->here.x) <= WALK_LEG && abs(goal.y - walk->here.y) <= WALK_LEG;
    const bool is_there = goal.x == walk->here.x && goal.y == walk->here.y;
    grid_anchor best = walk->here;
    if (is_near && (is_there || sees(search, goal)))
        best = goal;
    else
        for (int32_t along = -WALK_LEG; along <= WALK_LEG; along += RAY_DISTANCE) {
            look_along(search, WALK_LEG, along, &best);
            look_along(search, -WALK_LEG, along, &best);
            look_along(search, along, WALK_LEG, &best);
            look_along(search, along, -WALK_LEG, &best);
        }
    if (best.x == walk->here.x && best.y == walk->here.y && !is_there)
        return walk_fail(walk, FW_LEG_NOTHING_AHEAD);
    walk_aim_at(walk, best);
    return FW_OK;
}
