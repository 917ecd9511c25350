// What an overlay leaves within reach, and which of the nearest places is the cheapest to reach, against a flood over
// all anchors of maps of several blocks.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/keeper.h"
#include "base/memory.h"
#include "base/random.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/planner.h"
#include "grid/overlay_access.h"
#include "map/overlay.h"
#include "regions/unit_regions.h"
#include "search/node_store.h"

enum { MOST_SIDE = 200, MOST_TILES = MOST_SIDE * MOST_SIDE, BLOCK = 64, MOVES = 8 };

/// The moves, in the order of the FW_MOVE_ bits.
static const int32_t dx_of[MOVES] = { 1, 1, 0, -1, -1, -1, 0, 1 },
                     dy_of[MOVES] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// A map, a unit and an overlay, and the oracle's copy of them.
typedef struct ground {
    random_source random;
    int32_t width, height;
    fw_map *map;
    fw_unit_id id;
    fw_unit_def unit;
    fw_overlay *overlay;
    bool wall[MOST_TILES];         ///< [tile] blocked on the map
    bool blocked[MOST_TILES];      ///< [tile] by the overlay
    uint8_t forbidden[MOST_TILES]; ///< [anchor] by the overlay
    bool corridor[MOST_TILES];     ///< [anchor] only if `has_corridor`
    bool has_corridor;
    int32_t gate_x, gate_y;  ///< a tile in the gap of a wall across the map
    double cost[MOST_TILES]; ///< [anchor] of the cheapest way from the start; infinite: there is none
    int32_t queue[MOST_TILES];
    bool is_queued[MOST_TILES];
} ground;

static ground ground_now;

static int32_t below(ground *ground, int32_t count)
{
    return (int32_t)random_below(&ground->random, (uint32_t)count);
}

/// A coordinate, often beside a border of blocks.
static int32_t place_below(ground *ground, int32_t side)
{
    const int32_t beside = below(ground, side / BLOCK + 1) * BLOCK - 2 + below(ground, 4);
    return below(ground, 2) && beside >= 0 && beside < side ? beside : below(ground, side);
}

/// Marks a rectangle, as far as it is on the map.
static void mark(const ground *ground, bool *tiles, int32_t left, int32_t top, int32_t width, int32_t height)
{
    for (int32_t y = top; y < top + height && y < ground->height; y++)
        for (int32_t x = left; x < left + width && x < ground->width; x++)
            tiles[y * ground->width + x] = true;
}

static void set_wall(ground *ground, int32_t left, int32_t top, int32_t width, int32_t height)
{
    width = left + width > ground->width ? ground->width - left : width;
    height = top + height > ground->height ? ground->height - top : height;
    if (width <= 0 || height <= 0)
        return;
    assert_int_equal(fw_map_set_rect(ground->map, left, top, width, height, FW_BLOCKED), FW_OK);
    mark(ground, ground->wall, left, top, width, height);
}

static void block(ground *ground, int32_t left, int32_t top, int32_t width, int32_t height)
{
    assert_int_equal(fw_overlay_block(ground->overlay, left, top, width, height), FW_OK);
    mark(ground, ground->blocked, left, top, width, height);
}

/// A wall across the map, with a gap as wide as the unit.
static void draw_gate(ground *ground)
{
    const int32_t size = ground->unit.size;
    const bool is_upright = below(ground, 2);
    const int32_t x = place_below(ground, ground->width - size),
                  y = place_below(ground, ground->height - size);
    const int32_t inner = below(ground, size);
    set_wall(ground, is_upright ? x : 0, is_upright ? 0 : y, is_upright ? 1 : x, is_upright ? y : 1);
    set_wall(ground, is_upright ? x : x + size, is_upright ? y + size : y, is_upright ? 1 : ground->width,
             is_upright ? ground->height : 1);
    ground->gate_x = is_upright ? x : x + inner;
    ground->gate_y = is_upright ? y + inner : y;
}

/// Walls, single tiles, and a unit.
static void draw_ground(ground *ground, uint64_t seed)
{
    memset(ground, 0, sizeof *ground);
    ground->random = (random_source){ seed };
    ground->width = 40 + below(ground, MOST_SIDE - 40 + 1);
    ground->height = 40 + below(ground, MOST_SIDE - 40 + 1);
    fw_map_def map = fw_default_map_def();
    map.width = ground->width;
    map.height = ground->height;
    assert_int_equal(fw_map_create(&map, &ground->map), FW_OK);
    for (int32_t i = below(ground, ground->width * ground->height / 8); i > 0; i--)
        set_wall(ground, below(ground, ground->width), below(ground, ground->height), 1, 1);
    for (int32_t i = below(ground, 30); i > 0; i--) {
        const bool is_upright = below(ground, 2);
        const int32_t x = place_below(ground, ground->width), y = place_below(ground, ground->height);
        const int32_t length = 1 + below(ground, 100);
        set_wall(ground, x, y, is_upright ? 1 : length, is_upright ? length : 1);
    }
    const fw_corner_rule rules[] = { FW_CORNERS_NEVER, FW_CORNERS_ONE, FW_CORNERS_ALWAYS,
                                     FW_CORNERS_ORTHOGONAL };
    ground->unit = fw_default_unit_def();
    ground->unit.size = 1 + below(ground, 3);
    ground->unit.corners = rules[below(ground, 4)];
    draw_gate(ground);
    assert_int_equal(fw_map_commit(ground->map), FW_OK);
    assert_int_equal(fw_map_add_unit(ground->map, &ground->unit, &ground->id), FW_OK);
    assert_int_equal(fw_overlay_create(ground->width, ground->height, NULL, &ground->overlay), FW_OK);
}

/// A closed fence of blocked tiles, or of moves that lead in or out.
static void draw_fence(ground *ground)
{
    const int32_t left = place_below(ground, ground->width - 4),
                  top = place_below(ground, ground->height - 4);
    const int32_t width = 3 + below(ground, 40), height = 3 + below(ground, 40);
    if (below(ground, 2)) {
        block(ground, left, top, width, 1);
        block(ground, left, top + height - 1, width, 1);
        block(ground, left, top, 1, height);
        block(ground, left + width - 1, top, 1, height);
        return;
    }
    const bool is_out = below(ground, 2);
    for (int32_t y = top - 1; y <= top + height; y++)
        for (int32_t x = left - 1; x <= left + width; x++) {
            const bool is_inside = x >= left && x < left + width && y >= top && y < top + height;
            if (x < 0 || y < 0 || x >= ground->width || y >= ground->height || is_inside != is_out)
                continue;
            uint8_t moves = 0;
            for (int move = 0; move < MOVES; move++) {
                const int32_t to_x = x + dx_of[move], to_y = y + dy_of[move];
                const bool leads_in =
                    to_x >= left && to_x < left + width && to_y >= top && to_y < top + height;
                moves |= (uint8_t)((leads_in != is_inside) << move);
            }
            if (!moves)
                continue;
            ground->forbidden[y * ground->width + x] |= moves;
            assert_int_equal(fw_overlay_forbid(ground->overlay, x, y, moves), FW_OK);
        }
}

static void draw_overlay(ground *ground)
{
    for (int32_t i = below(ground, 8); i > 0; i--)
        block(ground, place_below(ground, ground->width), place_below(ground, ground->height),
              1 + below(ground, 20), 1 + below(ground, 20));
    for (int32_t i = below(ground, 4); i > 0; i--)
        draw_fence(ground);
    if (below(ground, 2))
        block(ground, ground->gate_x, ground->gate_y, 1, 1);
    for (int32_t i = below(ground, 6); i > 0; i--) {
        const int32_t x = place_below(ground, ground->width), y = place_below(ground, ground->height);
        const uint8_t moves = (uint8_t)below(ground, 256);
        ground->forbidden[y * ground->width + x] |= moves;
        assert_int_equal(fw_overlay_forbid(ground->overlay, x, y, moves), FW_OK);
    }
    ground->has_corridor = below(ground, 3) == 0;
    for (int32_t i = 1 + below(ground, 5); ground->has_corridor && i > 0; i--) {
        const int32_t x = place_below(ground, ground->width), y = place_below(ground, ground->height);
        const int32_t width = 1 + below(ground, 150), height = 1 + below(ground, 150);
        assert_int_equal(fw_overlay_corridor(ground->overlay, x, y, width, height), FW_OK);
        mark(ground, ground->corridor, x, y, width, height);
    }
}

/// Takes a new overlay.
static void change_overlay(ground *ground)
{
    fw_overlay_clear(ground->overlay);
    memset(ground->blocked, 0, sizeof ground->blocked);
    memset(ground->forbidden, 0, sizeof ground->forbidden);
    memset(ground->corridor, 0, sizeof ground->corridor);
    draw_overlay(ground);
}

static void end_ground(const ground *ground)
{
    fw_overlay_destroy(ground->overlay);
    fw_map_destroy(ground->map);
}

/// True if no tile of the unit's square is blocked.
static bool is_free(const ground *ground, int32_t x, int32_t y)
{
    const int32_t size = ground->unit.size;
    if (x < 0 || y < 0 || x + size > ground->width || y + size > ground->height)
        return false;
    for (int32_t i = 0; i < size * size; i++) {
        const int32_t tile = (y + i / size) * ground->width + x + i % size;
        if (ground->wall[tile] || ground->blocked[tile])
            return false;
    }
    return true;
}

static bool may_stand(const ground *ground, int32_t x, int32_t y)
{
    return is_free(ground, x, y) && (!ground->has_corridor || ground->corridor[y * ground->width + x]);
}

static bool may_move(const ground *ground, int32_t x, int32_t y, int move)
{
    const int32_t dx = dx_of[move], dy = dy_of[move];
    if (ground->forbidden[y * ground->width + x] >> move & 1 || !may_stand(ground, x + dx, y + dy))
        return false;
    const int beside = is_free(ground, x + dx, y) + is_free(ground, x, y + dy);
    return !dx || !dy ||
           beside >= (ground->unit.corners == FW_CORNERS_ALWAYS  ? 0
                      : ground->unit.corners == FW_CORNERS_ONE   ? 1
                      : ground->unit.corners == FW_CORNERS_NEVER ? 2
                                                                 : 3);
}

/// Finds the costs of the cheapest ways from a start to all anchors: improves them until none can be improved.
static void flood(ground *ground, int32_t x, int32_t y)
{
    const int32_t width = ground->width, count = width * ground->height;
    int32_t first = 0, waiting = 1;
    for (int32_t tile = 0; tile < count; tile++)
        ground->cost[tile] = INFINITY;
    ground->queue[0] = y * width + x;
    ground->cost[y * width + x] = 0;
    for (; waiting > 0; waiting--) {
        const int32_t here = ground->queue[first++ % count];
        ground->is_queued[here] = false;
        for (int move = 0; move < MOVES; move++) {
            if (!may_move(ground, here % width, here / width, move))
                continue;
            const int32_t next = here + dy_of[move] * width + dx_of[move];
            const double cost = ground->cost[here] + hypot(dx_of[move], dy_of[move]);
            if (cost > ground->cost[next] - 1e-9)
                continue;
            ground->cost[next] = cost;
            if (ground->is_queued[next])
                continue;
            ground->is_queued[next] = true;
            ground->queue[(first + waiting - 1) % count] = next;
            waiting++;
        }
    }
}

/// A start where the unit may stand, if one is found soon.
static bool pick_start(ground *ground, int32_t *x, int32_t *y)
{
    for (int tries = 0; tries < 50; tries++) {
        *x = place_below(ground, ground->width);
        *y = place_below(ground, ground->height);
        if (may_stand(ground, *x, *y))
            return true;
    }
    return false;
}

/// What has been met.
typedef struct tally {
    int there, cut_off, pauses;
} tally;

/// Asks whether the unit gets from a start to random anchors, a few turns at a time.
static void ask_around(ground *ground, overlay_access *access, int32_t x, int32_t y, tally *met)
{
    const map_version *version = map_version_of(ground->map);
    const map_unit *unit = map_find_unit(version, ground->id);
    const access_query query = { .regions = regions_of_unit(version, unit),
                                 .layer = unit->layer,
                                 .overlay = ground->overlay,
                                 .corners = ground->unit.corners,
                                 .start_x = x,
                                 .start_y = y };
    assert_int_equal(overlay_access_begin(access, &query), FW_OK);
    for (int i = 0; i < 60; i++) {
        const int32_t to_x = place_below(ground, ground->width), to_y = place_below(ground, ground->height);
        const uint64_t slice = 1 + (uint64_t)below(ground, 40);
        bool is_there;
        fw_result asked;
        uint64_t work;
        do {
            work = slice;
            asked = overlay_access_ask(access, to_x, to_y, &work, &is_there);
            met->pauses += asked == FW_PENDING;
        } while (asked == FW_PENDING && below(ground, 100)); // some questions stay without an answer
        if (asked == FW_PENDING)
            continue;
        assert_int_equal(asked, FW_OK);
        const bool expected = isfinite(ground->cost[to_y * ground->width + to_x]);
        assert_int_equal(is_there, expected);
        met->there += expected;
        met->cut_off += !expected && may_stand(ground, to_x, to_y);
    }
}

TEST(an_anchor_is_within_reach_if_a_flood_from_the_start_gets_there)
{
    memory memory;
    overlay_access *access;
    tally met = { 0 };
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    page_pool pool = node_page_pool(&kept.memory, SMALL_NODE_PAGE_SHIFT);
    assert_int_equal(overlay_access_create(&pool, &access), FW_OK);
    for (int seed = 1; seed <= rounds(300); seed++) {
        draw_ground(&ground_now, (uint64_t)seed);
        for (int i = 0; i < 3; i++) {
            int32_t x, y;
            change_overlay(&ground_now);
            if (overlay_is_empty(ground_now.overlay) || !pick_start(&ground_now, &x, &y))
                continue;
            flood(&ground_now, x, y);
            ask_around(&ground_now, access, x, y, &met);
        }
        end_ground(&ground_now);
    }
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
    assert_true(met.there > at_least(2000) && met.cut_off > at_least(500) && met.pauses > at_least(500));
}

/// The distance from the middle of the unit's square on an anchor to the nearest of some poses.
static double distance_to(const ground *ground, int32_t x, int32_t y, const fw_pose *aims, int32_t count)
{
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        least = fmin(least,
                     hypot(x + 0.5 * ground->unit.size - aims[i].x, y + 0.5 * ground->unit.size - aims[i].y));
    return least;
}

/// The least distance from some poses of an anchor that the flood has reached.
static double least_distance(const ground *ground, const fw_pose *aims, int32_t count)
{
    double least = INFINITY;
    for (int32_t tile = 0; tile < ground->width * ground->height; tile++)
        if (isfinite(ground->cost[tile]))
            least = fmin(least, distance_to(ground, tile % ground->width, tile / ground->width, aims, count));
    return least;
}

/// The least cost of an anchor within a distance from some poses.
static double cheapest_within(const ground *ground, const fw_pose *aims, int32_t count, double distance)
{
    double cheapest = INFINITY;
    for (int32_t tile = 0; tile < ground->width * ground->height; tile++)
        if (ground->cost[tile] < cheapest &&
            distance_to(ground, tile % ground->width, tile / ground->width, aims, count) <= distance)
            cheapest = ground->cost[tile];
    return cheapest;
}

/// Fails unless a path keeps all rules up to its end, those of the overlay too.
static void judge_path(const ground *ground, const fw_request *ask, const fw_path *path, fw_pose end)
{
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    def.overlay = ask->overlay;
    def.has_goal = true;
    def.goal = fw_goal_at(end.x, end.y);
    def.check_cost = true;
    assert_int_equal(fw_path_check(ground->map, ground->id, path, &def, &report), FW_OK);
    assert_true(report.legal);
}

/// Asks for what is nearest to random goals.
///
/// @return true if the path ends at another place than a goal
static bool ask_for_nearest(ground *ground, fw_planner *planner, fw_path *path, int32_t x, int32_t y)
{
    const fw_method methods[] = { FW_JUMP_POINTS, FW_ASTAR, FW_AUTO, FW_ON_DEMAND };
    const double tolerances[] = { 0.25, 0, 1.5, 20 };
    fw_pose aims[4];
    const int32_t count = below(ground, 3) ? 1 : 1 + below(ground, 4);
    for (int32_t i = 0; i < count; i++)
        aims[i] = fw_pose_on_tile(place_below(ground, ground->width), place_below(ground, ground->height),
                                  ground->unit.size);
    fw_request ask = fw_default_request();
    ask.unit = ground->id;
    ask.start = fw_pose_on_tile(x, y, ground->unit.size);
    ask.goal = count == 1 ? fw_goal_at(aims[0].x, aims[0].y) : fw_goal_nearest_of(aims, count);
    ask.overlay = ground->overlay;
    ask.nearest = true;
    ask.nearest_tolerance = tolerances[below(ground, 4)];
    ask.method = methods[below(ground, 4)];
    const bool cuts_corners =
        ground->unit.corners == FW_CORNERS_ONE || ground->unit.corners == FW_CORNERS_ALWAYS;
    if (ask.method == FW_JUMP_POINTS && (count > 1 || ground->has_corridor || cuts_corners))
        ask.method = FW_AUTO; // jump points refuse these
    const fw_result result = fw_find_path(planner, &ask, path);
    if (result == FW_OUT_OF_BOUNDS)
        return false;
    fw_path_summary summary;
    fw_pose end;
    assert_int_equal(result, FW_OK);
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    assert_int_equal(fw_path_pose_at(path, summary.length, &end), FW_OK);
    judge_path(ground, &ask, path, end);
    const double least = least_distance(ground, aims, count);
    const int32_t end_x = (int32_t)lround(end.x - 0.5 * ground->unit.size);
    const int32_t end_y = (int32_t)lround(end.y - 0.5 * ground->unit.size);
    assert_int_equal(summary.outcome == FW_OUTCOME_FOUND, least == 0);
    const double reach = least + (least == 0 ? 0 : ask.nearest_tolerance) + 1e-9;
    assert_true(distance_to(ground, end_x, end_y, aims, count) <= reach);
    assert_near(summary.cost, cheapest_within(ground, aims, count, reach), 1e-4);
    return least > 0;
}

TEST(of_the_places_nearest_to_a_goal_the_cheapest_to_reach_is_taken)
{
    int near = 0, reached = 0;
    fw_path *path = new_path();
    for (int seed = 1; seed <= rounds(50); seed++) {
        draw_ground(&ground_now, (uint64_t)seed + 1000);
        fw_planner *planner = new_planner(ground_now.map);
        for (int i = 0; i < 2; i++) {
            int32_t x, y;
            if (i > 0)
                change_overlay(&ground_now);
            if (!pick_start(&ground_now, &x, &y))
                continue;
            flood(&ground_now, x, y);
            for (int query = 0; query < 8; query++) {
                const bool is_near = ask_for_nearest(&ground_now, planner, path, x, y);
                near += is_near;
                reached += !is_near;
            }
        }
        fw_planner_destroy(planner);
        end_ground(&ground_now);
    }
    fw_path_destroy(path);
    assert_true(near > at_least(100) && reached > at_least(100));
}
