#include "fairway/explain.h"

#include <math.h>
#include <stdio.h>

#include "base/def.h"
#include "curve/path.h"
#include "explain/flood.h"
#include "grid/grid_moves.h"
#include "plan/planner.h"
#include "plan/request.h"

const char *fw_barrier_name(fw_barrier barrier)
{
    static const char *const names[FW_BARRIER_COUNT] = {
        "none", "request", "start", "goal", "overlay", "corners",
        "size", "terrain", "walls", "room", "search",
    };
    return (int)barrier >= 0 && barrier < FW_BARRIER_COUNT ? names[barrier] : "unknown";
}

/// A request without a path, and the flood that looks for what lies between.
typedef struct explainer {
    const fw_request *request;
    const map_unit *unit;
    flood flood;
    flood_room own; ///< on the unit's terrains
    fw_explanation *why;
} explainer;

/// The poses of the goal, or the centre of its circle.
static const fw_pose *goal_poses(const fw_goal *goal, int32_t *count)
{
    const bool is_set = goal->kind == FW_GOAL_SET;
    *count = is_set ? goal->count : 1;
    return is_set ? goal->set : &goal->pose;
}

/// Of the places that the flood has reached, the one nearest to a pose.
///
/// @return its distance; infinite if it has reached none
static double nearest_reached(const flood *flood, int32_t side, fw_pose pose, uint32_t *index)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < flood->count; i++) {
        if (!flood->from[i])
            continue;
        const fw_pose centre = flood_centre(flood, i, side);
        const double away = hypot(centre.x - pose.x, centre.y - pose.y);
        if (away < least) {
            least = away;
            *index = i;
        }
    }
    return least;
}

/// True if the flood has reached the goal.
///
/// @param[out] end  a place where a way to the goal ends
static bool is_reached(const explainer *explainer, const flood_room *room, int32_t side, uint32_t *end)
{
    const fw_goal *goal = &explainer->request->goal;
    int32_t count;
    const fw_pose *poses = goal_poses(goal, &count);
    for (int32_t i = 0; i < count; i++)
        if (flood_reaches(&explainer->flood, room, side, poses[i], end))
            return true;
    return goal->kind == FW_GOAL_RADIUS &&
           nearest_reached(&explainer->flood, side, goal->pose, end) <= goal->radius;
}

/// Finds out if a square gets to the goal.
///
/// @param own       as for flood_spread()
/// @param[out] end  if so, a place where its way ends
/// @return FW_OK, FW_UNREACHABLE or FW_NO_MEMORY
static fw_result look(explainer *explainer, const flood_room *room, int32_t side, const flood_room *own,
                      uint32_t *end)
{
    flood *flood = &explainer->flood;
    fw_result result = flood_add_start(flood, room, side, explainer->request->start);
    if (result == FW_OK)
        result = flood_spread(flood, room, side, own);
    if (result == FW_OK && !is_reached(explainer, room, side, end))
        result = FW_UNREACHABLE;
    return result;
}

static fw_result conclude(explainer *explainer, fw_barrier barrier, const char *text)
{
    explainer->why->barrier = barrier;
    snprintf(explainer->why->text, sizeof explainer->why->text, "%s", text);
    return FW_OK;
}

static void set_place(explainer *explainer, fw_pose place)
{
    explainer->why->has_place = true;
    explainer->why->place = place;
}

/// Finds out if there is a way without the overlay.
static fw_result look_without_overlay(explainer *explainer)
{
    flood *flood = &explainer->flood;
    const fw_overlay *overlay = flood->overlay;
    const int32_t side = explainer->unit->def.size;
    uint32_t end;
    if (!overlay)
        return FW_UNREACHABLE;
    flood_room room;
    flood->overlay = NULL;
    fw_result result = flood_measure(flood, explainer->unit->capability, side, &room);
    if (result == FW_OK) {
        result = look(explainer, &room, side, NULL, &end);
        flood_free_room(flood, &room);
    }
    flood->overlay = overlay;
    return result == FW_OK ? conclude(explainer, FW_BARRIER_OVERLAY, "the overlay closes the way") : result;
}

/// Finds out if there is a way past corners that the unit's rule forbids.
static fw_result look_past_corners(explainer *explainer)
{
    flood *flood = &explainer->flood;
    const int32_t side = explainer->unit->def.size;
    const fw_corner_rule rule = flood->corners;
    uint32_t end;
    flood->corners = FW_CORNERS_ALWAYS;
    const fw_result result = look(explainer, &explainer->own, side, NULL, &end);
    flood->corners = rule;
    if (result != FW_OK)
        return result;
    for (uint32_t to = end, at = end; flood_step_back(flood, &at); to = at) {
        const int move = flood->from[to] - 1;
        if (!(flood_moves(flood, &explainer->own, side, at) >> move & 1)) {
            fw_pose corner = flood_centre(flood, at, side);
            corner.x += 0.5 * side * move_dx[move];
            corner.y += 0.5 * side * move_dy[move];
            set_place(explainer, corner);
        }
    }
    return conclude(explainer, FW_BARRIER_CORNERS,
                    "the way leads past a corner, diagonally, which the unit's corner rule forbids");
}

/// The largest size that gets to the goal, at most `most`.
///
/// @param[out] largest  0 if none does
/// @return FW_OK or FW_NO_MEMORY
static fw_result find_largest(explainer *explainer, const flood_room *room, int32_t most, int32_t *largest)
{
    int32_t passes = 0;
    uint32_t end;
    for (int32_t fails = most + 1; fails - passes > 1;) {
        const int32_t middle = passes + (fails - passes) / 2;
        const fw_result result = look(explainer, room, middle, NULL, &end);
        if (result == FW_NO_MEMORY)
            return result;
        *(result == FW_OK ? &passes : &fails) = middle;
    }
    *largest = passes;
    return FW_OK;
}

/// True if the flood, of squares of `side`, has reached a place that holds the square of a tile less anchored there.
static bool covers(const flood *flood, uint32_t index)
{
    const uint32_t stride = (uint32_t)(flood->map->width + 2);
    return flood->from[index] || flood->from[index - 1] || flood->from[index - stride] ||
           flood->from[index - stride - 1];
}

/// Where a square is stuck that is a tile larger than one that gets to the goal: the first place on the way of that one
/// after the last one where the larger one gets. FW_OK or FW_NO_MEMORY.
static fw_result find_narrow_place(explainer *explainer, int32_t passes)
{
    flood *flood = &explainer->flood;
    uint32_t end;
    fw_result result = look(explainer, &explainer->own, passes, NULL, &end);
    if (result != FW_OK)
        return result;
    flood_list way = { 0 };
    for (uint32_t at = end; result == FW_OK;) {
        result = flood_push(flood, &way, at, 0);
        if (!flood_step_back(flood, &at))
            break;
    }
    if (result == FW_OK)
        result = look(explainer, &explainer->own, passes + 1, NULL, &end);
    if (result == FW_UNREACHABLE) {
        size_t narrow = 0; // backward from the goal
        while (narrow + 1 < way.count && !covers(flood, way.items[narrow + 1].index))
            narrow++;
        set_place(explainer, flood_centre(flood, way.items[narrow].index, passes));
        result = FW_OK;
    }
    memory_give_back(flood->memory, way.items, way.capacity, sizeof *way.items);
    return result;
}

/// Finds out if a smaller unit gets to the goal.
static fw_result look_smaller(explainer *explainer)
{
    const int32_t side = explainer->unit->def.size;
    int32_t passes;
    fw_result result = find_largest(explainer, &explainer->own, side - 1, &passes);
    if (result != FW_OK || passes == 0)
        return result == FW_OK ? FW_UNREACHABLE : result;
    result = find_narrow_place(explainer, passes);
    explainer->why->size = passes;
    explainer->why->barrier = FW_BARRIER_SIZE;
    snprintf(explainer->why->text, sizeof explainer->why->text,
             "the way is too narrow: a unit of size %d gets there, but this one has size %d", (int)passes,
             (int)side);
    return result;
}

/// The terrains that a square at a place stands on.
static uint32_t terrains_under(const flood *flood, uint32_t index, int32_t side)
{
    const int32_t left = flood_x(flood, index), top = flood_y(flood, index);
    uint32_t terrains = 0;
    for (int32_t y = top; y < top + side; y++)
        for (int32_t x = left; x < left + side; x++)
            terrains |= UINT32_C(1) << tile_row(tiles_rows(&flood->map->tiles), y)[x];
    return terrains;
}

/// The terrains that the corner rule looks at for the last move to a place.
static uint32_t terrains_beside(const flood *flood, const flood_room *room, uint32_t index, int32_t side,
                                uint32_t own)
{
    uint32_t before = index;
    if (!flood_step_back(flood, &before) || !move_is_diagonal(flood->from[index] - 1) ||
        flood->corners == FW_CORNERS_ALWAYS)
        return 0;
    const int32_t x = flood_x(flood, index), y = flood_y(flood, index);
    const uint32_t beside[] = { flood_index(flood, flood_x(flood, before), y),
                                flood_index(flood, x, flood_y(flood, before)) };
    uint32_t terrains[2];
    for (int i = 0; i < 2; i++)
        terrains[i] = room->sides[beside[i]] >= side ? terrains_under(flood, beside[i], side) & ~own : ~own;
    if (flood->corners == FW_CORNERS_NEVER)
        return terrains[0] | terrains[1];
    const bool is_second = terrains[0] == ~own || (terrains[1] == 0 && terrains[0] != 0);
    return terrains[is_second];
}

/// Notes the terrains that the unit does not enter on the way to a place, and the first one of them.
static void note_terrains(explainer *explainer, const flood_room *all, int32_t side, uint32_t at)
{
    const flood *flood = &explainer->flood;
    const uint32_t own = explainer->unit->capability;
    for (bool is_way = true; is_way;) {
        const uint32_t under = terrains_under(flood, at, side) & ~own;
        const uint32_t beside = terrains_beside(flood, all, at, side, own);
        const fw_pose to = flood_centre(flood, at, side);
        is_way = flood_step_back(flood, &at);
        const fw_pose from = flood_centre(flood, at, side);
        explainer->why->terrains |= under | beside;
        if (under)
            set_place(explainer, to);
        else if (beside)
            set_place(explainer, (fw_pose){ 0.5 * (from.x + to.x), 0.5 * (from.y + to.y), 0 });
    }
}

/// Finds out if a unit gets to the goal that enters more terrains.
static fw_result look_on_all_terrains(explainer *explainer)
{
    flood *flood = &explainer->flood;
    fw_explanation *why = explainer->why;
    const int32_t side = explainer->unit->def.size;
    flood_room all;
    uint32_t at;
    int32_t passes = 0;
    fw_result result = flood_measure(flood, ~UINT32_C(1), side, &all);
    if (result == FW_OK)
        result = find_largest(explainer, &all, side, &passes);
    if (result == FW_OK)
        result = passes > 0 ? look(explainer, &all, passes, &explainer->own, &at) : FW_UNREACHABLE;
    if (result == FW_OK) {
        note_terrains(explainer, &all, passes, at);
        why->size = passes;
        conclude(explainer, FW_BARRIER_TERRAIN, "the way leads over terrains that the unit does not enter");
    }
    flood_free_room(flood, &all);
    return result;
}

/// What keeps the unit's square of tiles from the goal.
static fw_result explain_ground(explainer *explainer)
{
    static fw_result (*const looks[])(struct explainer *) = { look_without_overlay, look_past_corners,
                                                              look_smaller, look_on_all_terrains };
    const fw_result result = explainer->why->result;
    const int32_t side = explainer->unit->def.size;
    int32_t count;
    uint32_t index = 0;
    fw_result found = look(explainer, &explainer->own, side, NULL, &index);
    if (found == FW_NO_MEMORY)
        return found;
    if (found == FW_OK && (result == FW_LIMIT || result == FW_GAVE_UP || result == FW_STALE))
        return conclude(explainer, FW_BARRIER_SEARCH, fw_result_text(result));
    if (found == FW_OK)
        return conclude(
            explainer, FW_BARRIER_ROOM,
            "the way is wide enough, but the body or the turning radius needs more room than there is");
    if (nearest_reached(&explainer->flood, side, *goal_poses(&explainer->request->goal, &count), &index) <
        INFINITY) {
        explainer->why->has_nearest = true;
        explainer->why->nearest = flood_centre(&explainer->flood, index, side);
    }
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        found = looks[i](explainer);
        if (found != FW_UNREACHABLE)
            return found;
    }
    return conclude(explainer, FW_BARRIER_WALLS, "blocked tiles lie all around the start or the goal");
}

/// What keeps the unit from standing at a pose: the first tile of its square that it does not enter.
static fw_result explain_end(explainer *explainer, fw_barrier barrier, fw_pose pose)
{
    const flood *flood = &explainer->flood;
    const map_version *map = flood->map;
    const char *what = barrier == FW_BARRIER_START ? "start" : "goal";
    const int32_t side = explainer->unit->def.size;
    const int32_t left = anchor_of(pose.x, side), top = anchor_of(pose.y, side);
    char *text = explainer->why->text;
    const size_t room = sizeof explainer->why->text;
    explainer->why->barrier = barrier;
    set_place(explainer, pose);
    snprintf(text, room, "the unit's body does not fit at its %s", what);
    for (int32_t y = top; y < top + side; y++)
        for (int32_t x = left; x < left + side; x++) {
            const bool is_inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
            if (is_inside && explainer->own.sides[flood_index(flood, x, y)] > 0)
                continue;
            const int terrain = is_inside ? tile_row(tiles_rows(&map->tiles), y)[x] : 0;
            set_place(explainer, (fw_pose){ x + 0.5, y + 0.5, 0 });
            if (explainer->unit->capability >> terrain & 1)
                snprintf(text, room, "the overlay blocks tile %d,%d at the %s", (int)x, (int)y, what);
            else if (terrain == FW_BLOCKED)
                snprintf(text, room, "tile %d,%d at the %s is blocked", (int)x, (int)y, what);
            else
                snprintf(text, room, "the unit does not enter tile %d,%d at the %s, of terrain %d", (int)x,
                         (int)y, what, terrain);
            return FW_OK;
        }
    if (overlay_closed(flood->overlay, side, left, top) & 1)
        snprintf(text, room, "the overlay forbids the unit's centre at its %s", what);
    return FW_OK;
}

/// Explains an answer that is no path.
static fw_result explain(explainer *explainer)
{
    int32_t count;
    switch (explainer->why->result) {
    case FW_START_BLOCKED:
        return explain_end(explainer, FW_BARRIER_START, explainer->request->start);
    case FW_GOAL_BLOCKED:
        return explain_end(explainer, FW_BARRIER_GOAL, *goal_poses(&explainer->request->goal, &count));
    default:
        return explain_ground(explainer);
    }
}

/// Explains the answer to a request of a unit on a version of the map.
static fw_result explain_on(fw_planner *planner, const map_version *map, const fw_request *request,
                            fw_explanation *why)
{
    explainer explainer = { .request = request, .unit = map_find_unit(map, request->unit), .why = why };
    if (!explainer.unit)
        return conclude(&explainer, FW_BARRIER_REQUEST, fw_result_text(FW_UNKNOWN_UNIT));
    why->size = explainer.unit->def.size;
    fw_result result =
        flood_open(&explainer.flood, &planner->memory, map, request->overlay, explainer.unit->def.corners);
    if (result == FW_OK)
        result = flood_measure(&explainer.flood, explainer.unit->capability, why->size, &explainer.own);
    if (result == FW_OK)
        result = explain(&explainer);
    flood_free_room(&explainer.flood, &explainer.own);
    flood_close(&explainer.flood);
    return result;
}

fw_result fw_explain(fw_planner *planner, const fw_request *request, fw_explanation *why, size_t bytes)
{
    fw_request asked;
    if (!planner || !request || !why)
        return FW_NULL_ARGUMENT;
    request = request_whole(request, &asked);
    if (!request)
        return FW_BAD_DEF;
    if (path_provide(&planner->memory, &planner->found) != FW_OK)
        return FW_NO_MEMORY;
    asked = *request;
    asked.nearest = false;
    asked.partial = false;
    asked.trace = NULL;
    fw_explanation whole = { .result = fw_find_path(planner, &asked, planner->found) };
    fw_result result = FW_OK;
    if (whole.result == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    if (whole.result != FW_OK && search_is_answer(whole.result)) {
        result = explain_on(planner, map_pin_hold(&planner->pin), &asked, &whole);
        map_pin_let_go(&planner->pin);
    } else if (whole.result != FW_OK) {
        whole.barrier = FW_BARRIER_REQUEST;
        snprintf(whole.text, sizeof whole.text, "%s", fw_result_text(whole.result));
    }
    return result == FW_OK ? struct_give(why, bytes, &whole, sizeof whole) : result;
}
