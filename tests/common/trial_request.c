#include <float.h>
#include <math.h>
#include <string.h>

#include "common/trial.h"

static bool may_enter(const trial *drawn, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= drawn->width || y >= drawn->height)
        return false;
    const uint8_t terrain = drawn->tiles[y * drawn->width + x];
    return terrain != FW_BLOCKED && drawn->unit.terrain_cost[terrain] > 0;
}

static bool fits(const trial *drawn, int32_t size, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < size * size; i++)
        if (!may_enter(drawn, x + i % size, y + i / size))
            return false;
    return true;
}

/// An anchor where the unit fits, if there is one; any other now and then.
static int32_t draw_anchor(choices *source, const trial *drawn, int32_t size)
{
    const int32_t tiles = drawn->width * drawn->height, first = choose_from_to(source, 0, tiles - 1);
    const int32_t tried = choose_one_in(source, 25) ? 0 : tiles;
    for (int32_t tile = first; tile < first + tried; tile++)
        if (fits(drawn, size, tile % tiles % drawn->width, tile % tiles / drawn->width))
            return tile % tiles;
    return first;
}

/// Mostly in the middle of an anchor, or not far from it.
static fw_pose draw_pose(choices *source, const trial *drawn)
{
    const int32_t size = trial_unit_size(&drawn->unit);
    const int32_t anchor = draw_anchor(source, drawn, size);
    fw_pose pose = fw_pose_on_tile(anchor % drawn->width, anchor / drawn->width, size);
    if (choose_one_in(source, 4)) {
        pose.x += choose_within(source, -0.49, 0.49);
        pose.y += choose_within(source, -0.49, 0.49);
    }
    if (choose_one_in(source, 100))
        pose.x = choose_within(source, -1, drawn->width + 1);
    pose.heading =
        choose_one_in(source, 3) ? choose_within(source, -8, 8) : (FW_PI / 8) * choose_from_to(source, -8, 8);
    return pose;
}

static fw_goal draw_goal(choices *source, trial *drawn)
{
    static const double radii[] = { 0, 0.5, 1, 64, 2.0 * FW_MAX_SIDE };
    const fw_pose pose = draw_pose(source, drawn);
    for (int i = 0; i < TRIAL_PLACES; i++)
        drawn->places[i] = pose;
    switch (choose_below(source, 7)) {
    case 0: {
        const double radius =
            choose_one_in(source, 4) ? CHOOSE_OF(source, radii) : choose_within(source, 0, 5);
        return choose_one_in(source, 2) ? fw_goal_pose_within(pose, radius)
                                        : fw_goal_within(pose.x, pose.y, radius);
    }
    case 1: {
        const int32_t count = choose_from_to(source, 1, TRIAL_PLACES);
        for (int32_t i = 1; i < count; i++)
            drawn->places[i] = draw_pose(source, drawn);
        return choose_one_in(source, 2) ? fw_goal_nearest_pose_of(drawn->places, count)
                                        : fw_goal_nearest_of(drawn->places, count);
    }
    case 2:
    case 3:
        return fw_goal_pose(pose);
    default:
        return fw_goal_at(pose.x, pose.y);
    }
}

static fw_speed_def draw_speeds(choices *source)
{
    fw_speed_def speeds = fw_default_speed_def();
    double *const rates[] = { &speeds.top, &speeds.acceleration, &speeds.braking, &speeds.lateral };
    for (int i = 0; i < 4; i++)
        if (choose_one_in(source, 2))
            *rates[i] = choose_one_in(source, 8) ? choose_magnitude(source, 1e-9, 1e9)
                                                 : choose_magnitude(source, 0.2, 5);
    speeds.start = choose_one_in(source, 3) ? choose_within(source, 0, 2) : 0;
    speeds.end = choose_one_in(source, 3) ? choose_within(source, 0, 2) : 0;
    speeds.terrain_top[choose_from_to(source, 1, 7)] =
        choose_one_in(source, 3) ? choose_within(source, 0.1, 2) : 0;
    speeds.radius_per_speed = choose_one_in(source, 4) ? choose_within(source, 0.1, 3) : 0;
    return speeds;
}

overlay_edit trial_draw_edit(choices *source, int32_t width, int32_t height)
{
    overlay_edit edit = {
        .kind = choose_below(source, EDIT_KINDS),
        .x = choose_from_to(source, 0, width - 1),
        .y = choose_from_to(source, 0, height - 1),
        .width = choose_from_to(source, 1, 3),
        .height = choose_from_to(source, 1, 3),
    };
    switch (edit.kind) {
    case EDIT_FORBID:
        edit.moves = (uint8_t)choose_below(source, 256);
        edit.width = choose_one_in(source, 2) ? 1 : edit.width;
        edit.height = choose_one_in(source, 2) ? edit.height : choose_from_to(source, 1, height);
        break;
    case EDIT_ADD_COST:
        edit.cost = choose_one_in(source, 8) ? 255.0F / TRIAL_EDITS : (float)choose_within(source, 0, 4);
        break;
    case EDIT_SET_COSTS:
        edit.width = choose_from_to(source, 1, width);
        edit.byte = (uint8_t)(choose_one_in(source, 3) ? 254 : choose_below(source, 256));
        edit.width = edit.byte >= 254 ? edit.width / 2 + 1 : edit.width;
        break;
    case EDIT_CORRIDOR_ALONG:
        edit.width = choose_one_in(source, 2) ? 1 : choose_from_to(source, 1, width);
        edit.height = edit.width > 1 ? 1 : choose_from_to(source, 1, height);
        edit.margin = choose_from_to(source, 0, 4);
        break;
    case EDIT_CORRIDOR: // mostly a large one
        edit.x /= 4;
        edit.y /= 4;
        edit.width += choose_from_to(source, 0, width);
        edit.height += choose_from_to(source, 0, height);
        break;
    default:
        break;
    }
    return edit;
}

static void draw_limits(choices *source, fw_request *ask)
{
    ask->partial = choose_one_in(source, 2);
    if (choose_one_in(source, 2))
        ask->max_work = choose_one_in(source, 8) ? UINT64_MAX : (uint64_t)choose_magnitude(source, 1, 3000);
    if (choose_one_in(source, 2))
        ask->max_distance = choose_one_in(source, 8) ? DBL_MAX : choose_magnitude(source, 0.01, 300);
    if (choose_one_in(source, 8)) // so long that no search is cut short
        ask->max_time_us = choose_one_in(source, 2) ? UINT64_MAX : UINT64_C(3600000000);
}

/// What becomes of the path after the search.
static void draw_shape(choices *source, fw_request *ask)
{
    if (choose_one_in(source, 2))
        ask->smoothing = (fw_smoothing)choose_below(source, FW_SMOOTHING_COUNT);
    if (choose_one_in(source, 8))
        ask->pre_smooth = (fw_pre_smooth)choose_from_to(source, FW_PRE_SMOOTH_48, FW_PRE_SMOOTH_48_STRICT);
    if (choose_one_in(source, 4))
        ask->turns = (fw_turns)choose_below(source, FW_TURNS_BACK_UP + 1);
    if (choose_one_in(source, 4))
        ask->roads = (fw_roads)choose_below(source, FW_ROADS_CONES + 1);
    if (choose_one_in(source, 8))
        ask->road_terrains = choose_below(source, 256);
    ask->keep_right = choose_one_in(source, 8);
    if (choose_one_in(source, 8))
        ask->fixed_angles = choose_one_in(source, 2) ? 16 : 8;
}

static fw_method draw_method(choices *source)
{
    static const fw_method grid[] = { FW_GRID,     FW_ASTAR, FW_JUMP_POINTS, FW_ON_DEMAND, FW_HIERARCHY,
                                      FW_MIDPOINT, FW_AREAS, FW_COMPASS,     FW_SIGHT };
    switch (choose_below(source, 8)) {
    case 0:
    case 1:
        return FW_AUTO;
    case 2:
    case 3:
        return CHOOSE_OF(source, grid);
    case 4:
        return (fw_method)choose_below(source, FW_METHOD_COUNT);
    default:
        return (fw_method)choose_from_to(source, FW_DIRECTIONAL, FW_PIVOT);
    }
}

/// What concerns the graph of clusters alone.
static void draw_clusters(choices *source, fw_request *ask)
{
    const uint32_t chances = ask->method == FW_HIERARCHY ? 4 : 64;
    if (choose_one_in(source, chances))
        ask->cluster = choose_from_to(source, 4, 12);
    if (choose_one_in(source, chances))
        ask->dominance = (fw_dominance)choose_from_to(source, FW_DOMINANCE_STRONG, FW_DOMINANCE_WEAK);
    if (choose_one_in(source, chances))
        ask->segment = choose_one_in(source, 8) ? INT32_MAX : choose_from_to(source, 1, 30);
}

static void draw_search(choices *source, fw_request *ask)
{
    static const double weights[] = { 1, 1, 1, 1, 1.5, 2, 1000 }, tolerances[] = { 0.25, 0, 1.5, 100 };
    ask->method = draw_method(source);
    ask->nearest = choose_one_in(source, 5);
    if (ask->nearest)
        ask->nearest_tolerance = CHOOSE_OF(source, tolerances);
    ask->fewer_bends = choose_one_in(source, 8);
    ask->allow_longer = choose_one_in(source, ask->method <= FW_GRID ? 4 : 16);
    ask->methodical = ask->method >= FW_MIDPOINT && ask->method <= FW_SIGHT ? choose_one_in(source, 2)
                                                                            : choose_one_in(source, 32);
    ask->weight = choose_one_in(source, 8) ? choose_within(source, 1, 4) : CHOOSE_OF(source, weights);
    if (choose_one_in(source, 16))
        ask->headings = choose_one_in(source, 2) ? 16 : 8;
    if (choose_one_in(source, 4))
        ask->heuristic = (fw_heuristic)choose_below(source, FW_HEURISTIC_COUNT);
    if (choose_one_in(source, 16))
        ask->turn_charge = choose_one_in(source, 8) ? 1e6 : choose_within(source, 0, 5);
    draw_clusters(source, ask);
}

static bool is_directional(fw_method method)
{
    return method >= FW_DIRECTIONAL && method <= FW_HYBRID_STRICT;
}

/// Makes the unit one that its methods serve.
static void fit_unit(choices *source, trial *drawn)
{
    const fw_request *ask = &drawn->ask;
    fw_unit_def *unit = &drawn->unit;
    if (is_directional(ask->method) && unit->turn_radius == 0)
        unit->turn_radius = choose_magnitude(source, 1.0 / 64, 8);
    if (unit->methods || ask->method != FW_AUTO)
        unit->methods |= FW_METHOD_BIT(ask->method);
    if (ask->pre_smooth)
        unit->methods |= FW_METHOD_BIT(ask->pre_smooth == FW_PRE_SMOOTH_48 ? FW_HYBRID : FW_HYBRID_STRICT);
    unit->cluster = ask->cluster ? ask->cluster : unit->cluster;
    unit->dominance = ask->dominance ? ask->dominance : unit->dominance;
    if (ask->method == FW_JUMP_POINTS || ask->method == FW_HYBRID_STRICT || ask->pre_smooth)
        for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
            unit->terrain_cost[terrain] = 1;
    if (ask->method == FW_JUMP_POINTS || (ask->turns && unit->turn_radius > 0))
        unit->corners = choose_one_in(source, 4) ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
    if (ask->turns == FW_TURNS_BACK_UP)
        unit->reverse = true;
}

/// Clears the world if the unit fits nowhere.
static void fit_world(trial *drawn)
{
    const int32_t size = trial_unit_size(&drawn->unit);
    for (int32_t tile = 0; tile < drawn->width * drawn->height; tile++)
        if (fits(drawn, size, tile % drawn->width, tile / drawn->width))
            return;
    memset(drawn->tiles, FW_GROUND, sizeof drawn->tiles);
    drawn->unit.terrain_cost[FW_GROUND] = 1;
}

/// Takes options away that have no effect on a method that is named.
static void drop_idle_options(fw_request *ask)
{
    if (ask->method == FW_AUTO || ask->method == FW_GRID)
        return;
    if (ask->method != FW_HIERARCHY) {
        ask->allow_longer = false;
        ask->cluster = ask->segment = 0;
        ask->dominance = FW_DOMINANCE_DEFAULT;
    }
    if (!is_directional(ask->method)) {
        ask->headings = 0;
        ask->heuristic = FW_HEURISTIC_AUTO;
        ask->turn_charge = 0;
        return;
    }
    ask->fewer_bends = ask->fewer_bends && ask->method >= FW_HYBRID;
    ask->pre_smooth = FW_PRE_SMOOTH_NONE;
    ask->turns = FW_TURNS_NONE;
}

/// Makes the request one that its method serves.
static void fit_request(trial *drawn)
{
    fw_request *ask = &drawn->ask;
    drop_idle_options(ask);
    const bool is_grid =
        !is_directional(ask->method) && (ask->method != FW_AUTO || drawn->unit.turn_radius == 0);
    if (ask->method == FW_JUMP_POINTS) {
        ask->fewer_bends = false;
        drawn->edit_count = 0;
    }
    if (ask->method == FW_HYBRID_STRICT || ask->pre_smooth) {
        ask->turn_charge = 0;
        drawn->edit_count = 0;
    }
    if (drawn->is_timed) {
        ask->turn_charge = ask->max_distance = 0;
        ask->nearest = false;
        drawn->is_timed = !is_grid && ask->method < FW_HYBRID;
    }
    if (ask->roads == FW_ROADS_WIDE ? is_grid : !is_grid || ask->turns)
        ask->roads = FW_ROADS_NONE;
    ask->keep_right = ask->keep_right && is_grid && !ask->turns;
    if (!is_grid || ask->nearest || ask->roads || ask->keep_right)
        ask->pre_smooth = FW_PRE_SMOOTH_NONE;
    if (ask->method == FW_JUMP_POINTS || ask->pre_smooth)
        ask->goal.kind = ask->goal.kind == FW_GOAL_PLACE ? FW_GOAL_PLACE : FW_GOAL_POSE;
}

void trial_draw_request(choices *source, trial *drawn)
{
    drawn->ask = fw_default_request();
    draw_search(source, &drawn->ask);
    if (choose_one_in(source, 5))
        draw_limits(source, &drawn->ask);
    if (choose_one_in(source, 3))
        draw_shape(source, &drawn->ask);
    drawn->is_timed = choose_one_in(source, 12);
    drawn->speeds = draw_speeds(source);
    drawn->edit_count = choose_one_in(source, 3) ? choose_from_to(source, 1, TRIAL_EDITS) : 0;
    for (int32_t i = 0; i < drawn->edit_count; i++)
        drawn->edits[i] = trial_draw_edit(source, drawn->width, drawn->height);
    const bool fits_mostly = !choose_one_in(source, 12);
    if (fits_mostly)
        fit_unit(source, drawn);
    if (!choose_one_in(source, 4))
        fit_world(drawn);
    drawn->ask.start = draw_pose(source, drawn);
    drawn->ask.goal = draw_goal(source, drawn);
    if (fits_mostly)
        fit_request(drawn);
    drawn->slice = (uint64_t)choose_magnitude(source, 1, 200);
    drawn->is_traced = choose_one_in(source, 16);
    if (choose_one_in(source, drawn->ask.method == FW_ASTAR ? 3 : 64))
        drawn->ask.refine =
            choose_one_in(source, 2) ? UINT64_MAX : (uint64_t)choose_magnitude(source, 1, 3000);
    if (drawn->ask.method == FW_AREAS ? !choose_one_in(source, 16) : choose_one_in(source, 64)) {
        drawn->areas = choose_one_in(source, 2) ? AREAS_SQUARES : AREAS_STRIPES;
        drawn->area_side = choose_from_to(source, 1, 12);
    }
    drawn->ask.allow_violations = choose_one_in(source, 4);
    if (choose_one_in(source, 8))
        drawn->ask.goal.heading_tolerance = choose_within(source, 0, FW_PI);
    if (choose_one_in(source, 8))
        drawn->ask.start_slack = choose_one_in(source, 2) ? 0 : choose_within(source, 0, 2);
    if (choose_one_in(source, 16) && drawn->ask.goal.kind != FW_GOAL_RADIUS)
        drawn->ask.goal.radius = choose_within(source, 0, 3);
}

void trial_draw(choices *source, trial *drawn)
{
    *drawn = (trial){ 0 };
    trial_draw_tiles(source, drawn);
    drawn->unit = trial_draw_unit(source);
    drawn->has_companion = choose_one_in(source, 4);
    if (drawn->has_companion)
        drawn->companion = choose_one_in(source, 3) ? drawn->unit : trial_draw_unit(source);
    trial_draw_request(source, drawn);
}
