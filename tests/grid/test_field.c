// The wave over tiles against plain relaxation.
#include <string.h>

#include "base/keeper.h"
#include "common/dijkstra.h"
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "grid/field.h"
#include "grid/field_grow.h"
#include "map/map.h"

/// Relaxes every step of a world until nothing changes.
static void relax(const world *seen, int32_t x, int32_t y, uint32_t *distance)
{
    memset(distance, 0xff, WORLD_TILES * sizeof *distance);
    distance[world_tile(seen, x, y)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t tile = 0; tile < seen->width * seen->height; tile++)
            for (int move = 0; move < 9; move++) {
                const int32_t from_x = tile % seen->width, from_y = tile / seen->width;
                const int32_t dx = move % 3 - 1, dy = move / 3 - 1;
                if (distance[tile] == UINT32_MAX || move == 4 ||
                    !world_may_step(seen, from_x, from_y, dx, dy))
                    continue;
                const int32_t to = world_tile(seen, from_x + dx, from_y + dy);
                const uint32_t way = distance[tile] + (dx && dy ? FIELD_DIAGONAL : FIELD_STRAIGHT);
                if (way < distance[to]) {
                    distance[to] = way;
                    changed = true;
                }
            }
    }
}

typedef struct waves {
    memory memory;
    keeper kept;
    grid_field field;
} waves;

static int set_up(void **state)
{
    static waves all;
    memory_init(&all.memory, NULL);
    keeper_init(&all.kept, &all.memory);
    grid_field_init(&all.field, &all.kept.memory);
    *state = &all;
    return 0;
}

static int tear_down(void **state)
{
    waves *all = *state;
    keeper_release(&all->kept);
    return all->memory.bytes == 0 ? 0 : -1;
}

/// A rectangle around a tile; closes what lies outside.
static tile_box confine_at_random(world *seen, random_source *source, int32_t x, int32_t y)
{
    tile_box bounds = tile_box_at(x, y);
    bounds.left -= (int32_t)random_below(source, 12);
    bounds.top -= (int32_t)random_below(source, 12);
    bounds.right += (int32_t)random_below(source, 12);
    bounds.bottom += (int32_t)random_below(source, 12);
    for (int32_t tile = 0; tile < seen->width * seen->height; tile++) {
        const int32_t column = tile % seen->width, row = tile / seen->width;
        if (column < bounds.left || column > bounds.right || row < bounds.top || row > bounds.bottom)
            seen->blocked[world_tile(seen, column, row)] = true;
    }
    return bounds;
}

/// Asks for tiles in random order, in slices of random size.
static void assert_field_is_exact(grid_field *field, const world *seen, const uint32_t *distance,
                                  random_source *source)
{
    const uint32_t tiles = (uint32_t)(seen->width * seen->height);
    for (uint32_t i = 0; i < tiles; i++) {
        const uint32_t tile = i < tiles / 2 ? random_below(source, tiles) : i;
        const int32_t x = (int32_t)tile % seen->width, y = (int32_t)tile / seen->width;
        fw_result reached;
        do {
            const uint64_t given = 1 + random_below(source, 20);
            uint64_t work = given;
            reached = grid_field_reach(field, x, y, &work);
            assert_true(reached == FW_OK || (reached == FW_PENDING && work == 0));
            assert_true(work <= given);
        } while (reached == FW_PENDING);
        assert_int_equal(grid_field_at(field, x, y), distance[tile]);
    }
}

/// A scene, and a unit on it that cuts no corners: as fields do.
static fw_unit_id unit_on_random_scene(random_source *source, scene *scene)
{
    *scene = scene_at_random(source, 20, COSTS_EQUAL);
    fw_unit_def def;
    fw_map_unit(scene->map, scene->unit, &def);
    def.corners = FW_CORNERS_NEVER;
    const fw_unit_id id = add_unit(scene->map, def);
    world_of(scene->map, id, &scene->seen);
    return id;
}

TEST(distances_are_the_shortest_on_random_maps_with_and_without_overlays)
{
    waves *all = *state;
    random_source source = { 11 };
    for (int i = 0; i < 400; i++) {
        scene scene;
        const fw_unit_id id = unit_on_random_scene(&source, &scene);
        if (i % 3 == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t x, y;
        if (scene_pick(&scene, &source, &x, &y) && world_fits(&scene.seen, x, y)) {
            tile_box bounds = { 0, 0, scene.seen.width - 1, scene.seen.height - 1 };
            if (!overlay_is_empty(scene.overlay) && scene.seen.size == 1)
                bounds = confine_at_random(&scene.seen, &source, x, y);
            static uint32_t distance[WORLD_TILES];
            memset(scene.seen.forbidden, 0, sizeof scene.seen.forbidden);
            scene.seen.has_corridor = false;
            relax(&scene.seen, x, y, distance);
            const int32_t aim_x = i % 2 ? (int32_t)random_below(&source, 20) : -1;
            const int32_t aim_y = i % 2 ? (int32_t)random_below(&source, 20) : -1;
            const layer *layer_of_unit = map_find_unit(map_version_of(scene.map), id)->layer;
            assert_int_equal(grid_field_reset(&all->field, layer_of_unit, scene.overlay, x, y, aim_x, aim_y),
                             FW_OK);
            grid_field_confine(&all->field, bounds);
            assert_field_is_exact(&all->field, &scene.seen, distance, &source);
        }
        scene_end(&scene);
    }
}

TEST(a_field_from_several_tiles_tells_the_least_over_any_of_them)
{
    enum { MOST = 12 };
    waves *all = *state;
    random_source source = { 12 };
    for (int i = 0; i < 150; i++) {
        scene scene;
        const fw_unit_id id = unit_on_random_scene(&source, &scene);
        static uint32_t least[WORLD_TILES], distance[WORLD_TILES];
        memset(least, 0xff, sizeof least);
        field_origin origins[MOST];
        size_t count = 0;
        for (uint32_t tries = 1 + random_below(&source, MOST); tries > 0; tries--) {
            int32_t x, y;
            if (!scene_pick(&scene, &source, &x, &y) || !world_fits(&scene.seen, x, y))
                continue;
            const uint32_t first = i % 3 ? random_below(&source, 200) : 0;
            origins[count++] = (field_origin){ .x = x, .y = y, .distance = first };
            relax(&scene.seen, x, y, distance);
            for (int32_t tile = 0; tile < WORLD_TILES; tile++)
                if (distance[tile] != UINT32_MAX && first + distance[tile] < least[tile])
                    least[tile] = first + distance[tile];
        }
        if (count > 0) {
            const int32_t aim_x = i % 2 ? (int32_t)random_below(&source, 20) : -1;
            const int32_t aim_y = i % 2 ? (int32_t)random_below(&source, 20) : -1;
            assert_int_equal(grid_field_reset_from(&all->field,
                                                   map_find_unit(map_version_of(scene.map), id)->layer, NULL,
                                                   origins, count, aim_x, aim_y),
                             FW_OK);
            assert_field_is_exact(&all->field, &scene.seen, least, &source);
        }
        scene_end(&scene);
    }
}

enum { PLOT = 20, WIDE = 140 };

/// Relaxes every step of a map whose tiles differ in cost until nothing changes.
static void relax_costs(const layer *layer, const field_costs *costs, int32_t x, int32_t y,
                        uint32_t distance[WIDE][WIDE])
{
    memset(distance, 0xff, WIDE * sizeof *distance);
    distance[y][x] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < layer->width * layer->height * 9; i++) {
            const int32_t from_x = i / 9 % layer->width, from_y = i / 9 / layer->width;
            const int32_t to_x = from_x + i % 9 % 3 - 1, to_y = from_y + i % 9 / 3 - 1;
            if (distance[from_y][from_x] == UINT32_MAX || !layer_fits_anywhere(layer, to_x, to_y) ||
                !layer_fits_anywhere(layer, to_x, from_y) || !layer_fits_anywhere(layer, from_x, to_y))
                continue;
            const uint32_t step = to_x != from_x && to_y != from_y ? FIELD_DIAGONAL : FIELD_STRAIGHT;
            const uint32_t here = costs->terrain_cost[tile_row(costs->tiles, from_y)[from_x]];
            const uint32_t there = costs->terrain_cost[tile_row(costs->tiles, to_y)[to_x]];
            const uint32_t way = distance[from_y][from_x] + step * (here + there) / (2 * FIELD_COST_ONE);
            if (way < distance[to_y][to_x]) {
                distance[to_y][to_x] = way;
                changed = true;
            }
        }
    }
}

TEST(where_tiles_differ_in_cost_distances_are_the_cheapest)
{
    waves *all = *state;
    random_source source = { 12 };
    for (int i = 0; i < 60; i++) {
        const uint32_t blocked = random_below(&source, 25);
        fw_map *map = map_at_random(&source, PLOT, PLOT, blocked, 3);
        const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->body;
        field_costs costs = { .tiles = map_tile_rows(map_version_of(map)), .cheapest = COST_ONE };
        for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
            costs.terrain_cost[terrain] = FIELD_COST_ONE * (1 + random_below(&source, i % 2 ? 4 : 60));
        const int32_t x = (int32_t)random_below(&source, PLOT), y = (int32_t)random_below(&source, PLOT);
        if (layer_fits_anywhere(layer, x, y)) {
            static uint32_t distance[WIDE][WIDE];
            relax_costs(layer, &costs, x, y, distance);
            grid_field_set_costs(&all->field, &costs);
            assert_int_equal(grid_field_reset(&all->field, layer, NULL, x, y, PLOT - 1, i % 3 ? 0 : -1),
                             FW_OK);
            for (int32_t ask = 0; ask < PLOT * PLOT; ask++) {
                const int32_t tile = ask * 7 % (PLOT * PLOT), to_x = tile % PLOT, to_y = tile / PLOT;
                uint64_t work = UINT64_MAX;
                assert_int_equal(grid_field_reach(&all->field, to_x, to_y, &work), FW_OK);
                assert_int_equal(grid_field_at(&all->field, to_x, to_y), distance[to_y][to_x]);
            }
            grid_field_set_costs(&all->field, NULL);
        }
        fw_map_destroy(map);
    }
}

TEST(pages_have_room_for_prices_once_tiles_differ_in_cost)
{
    waves *all = *state;
    grid_field *field = &all->field;
    keeper_release(&all->kept);
    grid_field_init(field, &all->kept.memory);
    random_source source = { 5 };
    fw_map *map = map_at_random(&source, PLOT, PLOT, 0, 1);
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->body;
    assert_int_equal(grid_field_reset(field, layer, NULL, 0, 0, -1, -1), FW_OK);
    const size_t flat = all->kept.memory.bytes;
    const field_costs costs = { .tiles = map_tile_rows(map_version_of(map)), .cheapest = COST_ONE };
    grid_field_set_costs(field, &costs);
    assert_int_equal(grid_field_reset(field, layer, NULL, 0, 0, -1, -1), FW_OK);
    assert_in_range(all->kept.memory.bytes, flat + sizeof((field_page *)0)->prices,
                    flat + sizeof(field_page));
    grid_field_set_costs(field, NULL);
    fw_map_destroy(map);
}

/// A map of several pages, where rows are several words long, and what all distances on it are.
static fw_map *wide_map(random_source *source, uint32_t blocked, int32_t x, int32_t y,
                        uint32_t distance[WIDE][WIDE])
{
    fw_map *map = map_at_random(source, WIDE, WIDE / 2, blocked, 1);
    fw_map_set_rect(map, x, y, 1, 1, FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->body;
    field_costs costs = { .tiles = map_tile_rows(map_version_of(map)), .cheapest = COST_ONE };
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        costs.terrain_cost[terrain] = FIELD_COST_ONE;
    relax_costs(layer, &costs, x, y, distance);
    return map;
}

/// Moves the walls within a small rectangle from a map to an overlay, so that distances stay as they are.
static fw_overlay *overlay_of_walls(fw_map *map, random_source *source)
{
    enum { SIDE = 9 };
    const fw_unit_id walker = add_unit(map, unit_of_size(1));
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(WIDE, WIDE / 2, NULL, &overlay), FW_OK);
    const int32_t left = (int32_t)random_below(source, WIDE - SIDE);
    const int32_t top = (int32_t)random_below(source, WIDE / 2 - SIDE);
    for (int32_t y = top; y < top + SIDE; y++)
        for (int32_t x = left; x < left + SIDE; x++)
            if (!fw_map_fits(map, walker, x, y)) {
                fw_overlay_block(overlay, x, y, 1, 1);
                fw_map_set_tile(map, x, y, FW_GROUND);
            }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return overlay;
}

typedef fw_result reach_fn(grid_field *field, int32_t x, int32_t y, uint64_t *work);

/// Asks for tiles in slices of random size: what is told may be too long by less than `error`.
static void assert_field_errs_by_less_than(grid_field *field, reach_fn *reach, uint32_t error,
                                           uint32_t distance[WIDE][WIDE], random_source *source)
{
    const layer *layer = field->layer;
    for (int32_t ask = 0; ask < layer->width * layer->height; ask++) {
        const int32_t tile = ask * 11 % (layer->width * layer->height), x = tile % layer->width,
                      y = tile / layer->width;
        uint64_t work;
        fw_result reached;
        do {
            const uint64_t given = 1 + random_below(source, 40);
            work = given;
            reached = reach(field, x, y, &work);
            assert_true(work <= given);
        } while (reached == FW_PENDING);
        const uint32_t told = grid_field_at(field, x, y), least = distance[y][x];
        assert_int_equal(reached, FW_OK);
        assert_int_equal(told == FIELD_UNKNOWN, least == FIELD_UNKNOWN);
        assert_true(told >= least && told - least < error);
    }
}

TEST(lines_over_pages_and_words_tell_the_shortest_distances)
{
    static const uint32_t blocked[] = { 0, 1, 6, 30 };
    static uint32_t distance[WIDE][WIDE];
    waves *all = *state;
    random_source source = { 13 };
    for (int i = 0; i < rounds(8); i++) {
        const int32_t x = (int32_t)random_below(&source, WIDE), y = (int32_t)random_below(&source, WIDE / 2);
        fw_map *map = wide_map(&source, blocked[i / 2], x, y, distance);
        fw_overlay *overlay = overlay_of_walls(map, &source);
        const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->body;
        for (int is_greedy = 0; is_greedy < 2; is_greedy++) {
            grid_field_set_greedy(&all->field, is_greedy);
            assert_int_equal(grid_field_reset(&all->field, layer, overlay, x, y, WIDE - 9, i % 2 ? 30 : -1),
                             FW_OK);
            assert_field_errs_by_less_than(&all->field, grid_field_reach,
                                           is_greedy ? 1u << FIELD_GREEDY_SHIFT : 1, distance, &source);
            assert_true(grid_field_is_complete(&all->field));
            assert_field_errs_by_less_than(&all->field, grid_field_reach, 1, distance, &source);
            assert_int_equal(grid_field_reset(&all->field, layer, overlay, x, y, WIDE - 9, i % 2 ? 30 : -1),
                             FW_OK);
            assert_field_errs_by_less_than(&all->field, grid_field_settle, 1, distance, &source);
        }
        grid_field_set_greedy(&all->field, false);
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
    }
}

TEST(a_field_with_an_aim_follows_fewer_tiles_than_one_without)
{
    waves *all = *state;
    fw_map *map = open_map(200, 200);
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
    uint64_t work[2];
    for (int aims = 0; aims < 2; aims++) {
        work[aims] = UINT64_MAX;
        assert_int_equal(
            grid_field_reset(&all->field, layer, NULL, 20, 100, aims ? 180 : -1, aims ? 100 : -1), FW_OK);
        assert_int_equal(grid_field_reach(&all->field, 180, 100, &work[aims]), FW_OK);
        assert_int_equal(grid_field_at(&all->field, 180, 100), 160 * FIELD_STRAIGHT);
        work[aims] = UINT64_MAX - work[aims];
    }
    assert_true(work[1] < 400);
    assert_true(work[0] > 10000);
    fw_map_destroy(map);
}

TEST(a_warm_field_allocates_nothing)
{
    waves *all = *state;
    random_source source = { 5 };
    fw_map *map = map_at_random(&source, 150, 150, 20, 1);
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
    uint64_t calls = 0;
    for (int round = 0; round < 3; round++) {
        uint64_t work = UINT64_MAX;
        calls = all->memory.calls;
        assert_int_equal(grid_field_reset(&all->field, layer, NULL, 75, 75, -1, -1), FW_OK);
        assert_int_equal(grid_field_reach(&all->field, 0, 0, &work), FW_OK);
    }
    assert_int_equal(all->memory.calls, calls);
    fw_map_destroy(map);
}

/// Rows of swamp, joined at alternate ends.
static fw_map *dear_serpentine(void)
{
    fw_map_def def = fw_default_map_def();
    def.fill = FW_SWAMP;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 1; y < def.height; y += 2)
        assert_int_equal(fw_map_set_rect(map, y & 2 ? 1 : 0, y, def.width - 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(ways_that_are_too_long_to_count_lead_on)
{
    waves *all = *state;
    fw_map *map = dear_serpentine();
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
    const field_costs costs = { .tiles = map_tile_rows(map_version_of(map)),
                                .cheapest = 16,
                                .terrain_cost[FW_SWAMP] = FIELD_MOST_EXPENSIVE };
    grid_field_set_costs(&all->field, &costs);
    for (uint32_t before = 0; before < 8;
         before++) { // from distances that so many steps lead up to the farthest
        const field_origin origin = { 0, 0, FIELD_FARTHEST - before * 50000, 0 };
        const int32_t aim = before % 2 ? 62 : -1;
        assert_int_equal(grid_field_reset_from(&all->field, layer, NULL, &origin, 1, aim, aim), FW_OK);
        uint32_t last = origin.distance;
        for (int32_t i = 0; i < layer->width * layer->height; i++) {
            const int32_t y = i / layer->width,
                          x = y & 2 ? layer->width - 1 - i % layer->width : i % layer->width;
            uint64_t work = UINT64_MAX;
            if (!layer_fits(layer, x, y))
                continue;
            assert_int_equal(grid_field_reach(&all->field, x, y, &work), FW_OK);
            const uint32_t here = grid_field_at(&all->field, x, y);
            assert_true(here != FIELD_UNKNOWN && here >= last);
            last = here;
        }
    }
    grid_field_set_costs(&all->field, NULL);
    fw_map_destroy(map);
}

/// Stamps begin anew after 65,535 fields: pages are cleared when they are needed again, not all at once.
TEST(no_field_clears_what_it_does_not_touch)
{
    waves *all = *state;
    random_source source = { 6 };
    fw_map *map = map_at_random(&source, 150, 150, 20, 1);
    assert_int_equal(fw_map_set_tile(map, 75, 75, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const layer *layer = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(1)))->layer;
    uint64_t work = UINT64_MAX, calls = 0;
    assert_int_equal(grid_field_reset(&all->field, layer, NULL, 75, 75, -1, -1), FW_OK);
    assert_int_equal(grid_field_reach(&all->field, 0, 0, &work), FW_OK);
    field_tile *far_off = grid_field_tile(&all->field, 10, 10);
    const field_tile as_it_was = *far_off;
    const uint32_t distance = grid_field_at(&all->field, 10, 10);
    const size_t bytes = all->memory.bytes;
    for (int i = 0; i < 1 << 16; i++) {
        calls = all->memory.calls;
        assert_int_equal(grid_field_reset(&all->field, layer, NULL, 75, 75, -1, -1), FW_OK);
        assert_int_equal(grid_field_at(&all->field, 10, 10), FIELD_UNKNOWN);
    }
    assert_memory_equal(far_off, &as_it_was, sizeof as_it_was);
    work = UINT64_MAX;
    assert_int_equal(grid_field_reach(&all->field, 0, 0, &work), FW_OK);
    assert_int_equal(grid_field_at(&all->field, 10, 10), distance);
    assert_int_equal(all->memory.calls, calls);
    assert_int_equal(all->memory.bytes, bytes);
    fw_map_destroy(map);
}

TESTS_BETWEEN(set_up, tear_down)
