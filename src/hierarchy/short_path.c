#include "hierarchy/short_path.h"

#include "hierarchy/abstract_goals.h"

void short_path_init(short_path *path, memory *memory, const abstract_space *space)
{
    path->memory = memory;
    path->space = space;
}

/// Coordinates along an axis, from the first to the last one.
typedef struct range {
    int32_t first, last;
} range;

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static range common_part(range a, range b)
{
    return (range){ most(a.first, b.first), least(a.last, b.last) };
}

static bool has_room_for(range range)
{
    return range.last - range.first < WINDOW_SIDE;
}

/// Where ways from the start to a goal may lead.
///
/// @param goals   where goals lie
/// @param length  of a way at most, in tiles
/// @param count   tiles of the map
static range range_of_ways(int32_t start, range goals, int32_t length, int32_t count)
{
    const int32_t first = (start + most(goals.first, start - length) - length) / 2;
    const int32_t last = (start + least(goals.last, start + length) + length + 1) / 2;
    return (range){ most(first, 0), least(last, count - 1) };
}

/// Widens a part of a range on both sides, as far as there is room.
static range widened(range part, range whole)
{
    const int32_t room = WINDOW_SIDE - (part.last - part.first + 1), behind = whole.last - part.last;
    const int32_t before = least(part.first - whole.first, most(room / 2, room - behind));
    return (range){ part.first - before, part.last + least(behind, room - before) };
}

/// The clusters of the path on the graph.
static tile_box clusters_of(const abstract_space *space)
{
    const node_store *nodes = &space->search.nodes;
    cluster_box box = cluster_box_of(&space->grid, space->start_cluster);
    tile_box clusters = NO_TILES;
    for (uint32_t slot = space->search.goal_parent;; slot = node_of(nodes, slot)->parent) {
        tile_box_widen(&clusters, (tile_box){ box.x, box.y, box.x + box.width - 1, box.y + box.height - 1 });
        if (slot == NO_SLOT)
            return clusters;
        box = cluster_box_of(&space->grid, cluster_entry_of(&space->grid, node_id_of(nodes, slot)).cluster);
    }
}

/// The length that a way has at most if it costs no more than the way on the graph, in tiles.
static int32_t longest_way(const abstract_space *space)
{
    const uint64_t tiles = space->search.goal_g / (2 * GROUND_STRAIGHT * (uint64_t)space->rules.cheapest);
    return tiles < FW_MAX_SIDE ? (int32_t)tiles : FW_MAX_SIDE;
}

static cluster_box window_of(const abstract_space *space)
{
    const int32_t start_x = space->ask.start_x, start_y = space->ask.start_y, length = longest_way(space);
    const range ways_x =
        range_of_ways(start_x, (range){ space->goal_left, space->goal_right }, length, space->grid.width);
    const range ways_y =
        range_of_ways(start_y, (range){ space->goal_top, space->goal_bottom }, length, space->grid.height);
    const tile_box clusters = clusters_of(space);
    range x = common_part(ways_x, (range){ clusters.left, clusters.right });
    range y = common_part(ways_y, (range){ clusters.top, clusters.bottom });
    if (!has_room_for(x) || !has_room_for(y)) {
        x = (range){ start_x, start_x };
        y = (range){ start_y, start_y };
    }
    x = widened(x, ways_x);
    y = widened(y, ways_y);
    return (cluster_box){ x.first, y.first, x.last - x.first + 1, y.last - y.first + 1 };
}

/// True if the box around the goals lies so near to the start that a window may hold both.
static bool is_near(const abstract_space *space)
{
    const int32_t x = space->ask.start_x, y = space->ask.start_y;
    return space->goal_left < x + WINDOW_SIDE && space->goal_right > x - WINDOW_SIDE &&
           space->goal_top < y + WINDOW_SIDE && space->goal_bottom > y - WINDOW_SIDE;
}

fw_result short_path_begin(short_path *path, bool *is_begun)
{
    const abstract_space *space = path->space;
    wave *wave = &path->over.wave;
    ground *ground = &path->over.ground;
    path->work = 0;
    *is_begun = false;
    if (!is_near(space))
        return FW_OK;
    const cluster_box window = window_of(space);
    if (!abstract_goals_may_lie_in(space, window))
        return FW_OK;
    if (beelines_set(&path->lines, path->memory, WINDOW_SIDE, 2 * space->rules.cheapest) != FW_OK ||
        cluster_wave_reserve(&path->over, path->memory, WINDOW_SIDE, &space->rules) != FW_OK)
        return FW_NO_MEMORY;
    ground_load(ground, &space->rules, window);
    const int32_t start = ground_tile(ground, space->ask.start_x, space->ask.start_y);
    wave_begin_toward(wave, ground, start, space->search.goal_g, &path->lines);
    abstract_goals_seed(space, &path->over);
    wave_want(wave, start);
    path->work = 1;
    *is_begun = true;
    return FW_OK;
}

fw_result short_path_run(short_path *path, uint64_t work)
{
    const hierarchy_query *ask = &path->space->ask;
    const wave *wave = &path->over.wave;
    const uint64_t closed = wave_run_for(&path->over.wave, work);
    path->work += closed;
    if (closed >= work)
        return FW_PENDING;
    const int32_t start = ground_tile(&path->over.ground, ask->start_x, ask->start_y);
    return wave_distance(wave, start) == WAVE_UNKNOWN ? FW_NOT_FOUND : FW_OK;
}

/// The route follows the moves of the wave backward.
fw_result short_path_route(short_path *path, grid_route *route)
{
    const abstract_space *space = path->space;
    const uint8_t *tiles = path->over.wave.tiles;
    grid_anchor at = { space->ask.start_x, space->ask.start_y };
    *route = (grid_route){ .start = at };
    route_steps_begin(&path->steps, &space->rules);
    for (;;) {
        const int came = tiles[ground_tile(&path->over.ground, at.x, at.y)] & WAVE_MOVE;
        if (came == NO_MOVE)
            break;
        const int move = move_opposite(came);
        if (route_steps_add(&path->steps, path->memory, at, move, move) != FW_OK)
            return FW_NO_MEMORY;
        at.x += move_dx[move];
        at.y += move_dy[move];
    }
    route->runs = path->steps.runs;
    route->count = path->steps.count;
    route->cost = route_steps_cost(&path->steps);
    route->end = at;
    if (space->ask.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&space->ask.goal, at.x, at.y, &route->target);
    return FW_OK;
}
