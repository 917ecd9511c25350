#include "common/borders.h"

#include <string.h>

#include "common/drawing.h"
#include "common/unit.h"
#include "tools/maps/map_kinds.h"

static int32_t between(random_source *draw, int32_t least, int32_t most)
{
    return least + (int32_t)random_below(draw, (uint32_t)(most - least + 1));
}

static int32_t clamped(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

/// A coordinate within two tiles of a border of some kind.
static int32_t near_border(random_source *draw, int32_t side, int32_t cluster)
{
    const int32_t spacings[] = { 16, 64, 64, 64, cluster, side };
    const int32_t spacing = spacings[random_below(draw, 6)];
    const int32_t border = spacing * between(draw, 0, side / spacing);
    return clamped(border + between(draw, -2, 1), 0, side - 1);
}

static void move_focus(borderland *land)
{
    land->focus_x = near_border(&land->draw, land->tiles.width, land->cluster);
    land->focus_y = near_border(&land->draw, land->tiles.height, land->cluster);
}

void borderland_place(borderland *land, int32_t reach, int32_t *x, int32_t *y)
{
    const int32_t width = land->tiles.width, height = land->tiles.height;
    if (random_below(&land->draw, 4) == 0) {
        *x = near_border(&land->draw, width, land->cluster);
        *y = near_border(&land->draw, height, land->cluster);
        return;
    }
    *x = clamped(land->focus_x + between(&land->draw, -reach, reach), 0, width - 1);
    *y = clamped(land->focus_y + between(&land->draw, -reach, reach), 0, height - 1);
}

static uint8_t draw_terrain(borderland *land)
{
    return random_below(&land->draw, 3) == 0 ? FW_BLOCKED : (uint8_t)between(&land->draw, 1, BORDER_COSTS);
}

/// The seams of all sizes of words, blocks and clusters, one tile more and one less.
static void draw_size(random_source *draw, int32_t *width, int32_t *height)
{
    static const int32_t sizes[][2] = { { 64, 64 },   { 65, 63 },  { 128, 64 }, { 128, 64 },  { 128, 64 },
                                        { 128, 128 }, { 64, 129 }, { 129, 70 }, { 192, 128 }, { 257, 33 } };
    const uint32_t kind = random_below(draw, 12);
    *width = kind < 10 ? sizes[kind][0] : kind == 10 ? 1 : between(draw, 1, 300);
    *height = kind < 10 ? sizes[kind][1] : kind == 10 ? between(draw, 1, 300) : 1;
}

/// Equal costs, like ones, and the ends of their range.
static void draw_costs(borderland *land)
{
    static const float kinds[][BORDER_COSTS] = { { 1, 1, 1, 1 },
                                                 { 1, 1, 1, 1 },
                                                 { 1, 2, 4, 1 },
                                                 { 200, 255, 200, 255 },
                                                 { 255, 200, 255, 254 },
                                                 { 255, 255, 255, 255 },
                                                 { .0625F, 255, .0625F, 1 },
                                                 { .0625F, .0625F, 1, 2.5F } };
    memcpy(land->costs, kinds[random_below(&land->draw, 8)], sizeof land->costs);
}

/// Where a generated maze, whose corridors and walls are three tiles and one wide, has tile `at` of a maze whose
/// corridors are `wide`: 1, 3 or 6.
static int32_t in_maze(int32_t at, int32_t wide)
{
    return wide == 1 ? at / 2 * 4 + at % 2 * 3 + 1 : wide == 3 ? at : at / 2;
}

/// Open ground, random walls, a maze, rooms, or a city of blocks with walls on all borders of words.
static void draw_ground(borderland *land)
{
    static const map_kind kinds[] = { MAP_ROOMS, MAP_MAZE, MAP_MAZE, MAP_MAZE, MAP_CAVES };
    static const int32_t widths[] = { 1, 1, 1, 3, 6 };
    random_source *draw = &land->draw;
    const plain_map *tiles = &land->noted;
    const uint32_t percent = 5 * random_below(draw, 8);
    uint32_t kind = random_below(draw, 10);
    int32_t wide = widths[random_below(draw, 5)];
    const bool is_patchy = random_below(draw, 2) != 0, has_border_walls = random_below(draw, 4) == 0;
    if (land->costs[0] >= 200 && random_below(draw, 4)) { // the longest ways at the greatest costs
        kind = 1;
        wide = 1;
        land->cluster = 64;
    }
    io_tiles drawn;
    assert_true(map_generate(kinds[kind % 5], 2 * tiles->width + 8, 2 * tiles->height + 8, random_bits(draw),
                             NULL, &drawn, NULL));
    for (int32_t y = 0; y < tiles->height; y++)
        for (int32_t x = 0; x < tiles->width; x++) {
            const int32_t ground =
                is_patchy ? (x / 7 + y / 5) % BORDER_COSTS : between(draw, 0, BORDER_COSTS - 1);
            bool is_wall = kind < 5 ? *io_tile(&drawn, in_maze(x, wide), in_maze(y, wide)) == FW_BLOCKED
                                    : random_below(draw, 100) < percent;
            if (has_border_walls && ((x + 1) % 64 < 2 || (y + 1) % 64 < 2))
                is_wall = random_below(draw, 16) != 0;
            tiles->terrains[y * tiles->width + x] = is_wall ? FW_BLOCKED : (uint8_t)(1 + ground);
        }
    io_tiles_free(&drawn);
}

static fw_unit_def draw_unit(borderland *land)
{
    random_source *draw = &land->draw;
    const int32_t narrow = land->tiles.width < land->tiles.height ? land->tiles.width : land->tiles.height;
    const int32_t largest = narrow < 64 ? narrow : 64;
    const int32_t sizes[] = { 1, 1, 2, 2, 2, 3, 5, 5, between(draw, 1, 9), largest };
    fw_unit_def def = unit_of_size(clamped(sizes[random_below(draw, 10)], 1, largest));
    bool is_uniform = true;
    for (int i = 0; i < BORDER_COSTS; i++) {
        def.terrain_cost[1 + i] = land->costs[i];
        is_uniform = is_uniform && land->costs[i] == land->costs[0];
    }
    if (random_below(draw, 4) == 0)
        def.terrain_cost[between(draw, 2, BORDER_COSTS)] = 0;
    def.corners = (fw_corner_rule)random_below(draw, FW_CORNERS_ORTHOGONAL + 1);
    def.cluster = land->cluster;
    def.dominance = random_below(draw, 3) ? FW_DOMINANCE_STRONG : FW_DOMINANCE_WEAK;
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    if (random_below(draw, 2))
        def.methods |= FW_METHOD_BIT(FW_HIERARCHY);
    if (is_uniform && (def.corners == FW_CORNERS_NEVER || def.corners == FW_CORNERS_ORTHOGONAL))
        def.methods |= FW_METHOD_BIT(FW_JUMP_POINTS);
    return def;
}

static void add_drawn(borderland *land, border_unit *unit)
{
    const fw_unit_def def = draw_unit(land);
    assert_int_equal(fw_map_add_unit(land->map, &def, &unit->id), FW_OK);
    assert_int_equal(fw_map_unit(land->map, unit->id, &unit->def), FW_OK);
}

void borderland_replace_unit(borderland *land)
{
    border_unit *unit = &land->units[random_below(&land->draw, BORDER_UNITS)];
    assert_int_equal(fw_map_remove_unit(land->map, unit->id), FW_OK);
    add_drawn(land, unit);
}

void borderland_begin(borderland *land, uint64_t seed)
{
    static const int32_t clusters[] = { 4, 8, 16, 17, 64, 64, 64 };
    *land = (borderland){ .draw = { seed }, .ration = { .left = UNRATIONED } };
    const fw_allocator hooks = rationed(&land->ration);
    fw_map_def def = fw_default_map_def();
    draw_size(&land->draw, &def.width, &def.height);
    def.allocator = &hooks;
    land->cluster = clusters[random_below(&land->draw, 7)];
    assert_int_equal(fw_map_create(&def, &land->map), FW_OK);
    land->tiles = plain_map_of(def.width, def.height, def.fill);
    land->noted = plain_map_copy(&land->tiles);
    draw_costs(land);
    draw_ground(land);
    assert_int_equal(
        fw_map_set_tiles(land->map, 0, 0, def.width, def.height, land->noted.terrains, (size_t)def.width),
        FW_OK);
    borderland_commit(land);
    move_focus(land);
    for (int i = 0; i < BORDER_UNITS; i++)
        add_drawn(land, &land->units[i]);
    borderland_look(land);
}

void borderland_end(borderland *land)
{
    for (int i = 0; i < BORDER_UNITS; i++)
        plain_view_free(&land->units[i].view);
    fw_map_destroy(land->map);
    assert_int_equal(land->ration.held, 0);
    plain_map_free(&land->tiles);
    plain_map_free(&land->noted);
}

/// Notes a rectangle that becomes one terrain.
static void note(borderland *land, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    width = clamped(width, 1, land->tiles.width - x);
    height = clamped(height, 1, land->tiles.height - y);
    plain_map_fill(&land->noted, x, y, width, height, terrain);
    assert_int_equal(fw_map_set_rect(land->map, x, y, width, height, terrain), FW_OK);
}

void borderland_edit(borderland *land)
{
    random_source *draw = &land->draw;
    if (random_below(draw, 12) == 0)
        move_focus(land);
    static const int32_t reaches[] = { 1, 2, 4, 24 };
    const int32_t reach = reaches[random_below(draw, 4)];
    for (int i = between(draw, 1, 4); i > 0; i--) {
        int32_t x, y;
        borderland_place(land, reach, &x, &y);
        const uint32_t kind = random_below(draw, 12);
        if (kind == 0) // a wall along a border, or a breach in one
            note(land, x, y, random_below(draw, 2) ? between(draw, 1, 90) : 1,
                 random_below(draw, 2) ? between(draw, 1, 90) : 1, draw_terrain(land));
        else if (kind == 1)
            note(land, x, y, between(draw, 1, 5), between(draw, 1, 5), draw_terrain(land));
        else // a wall comes or goes
            note(land, x, y, 1, 1,
                 land->noted.terrains[y * land->tiles.width + x] == FW_BLOCKED ? draw_terrain(land)
                                                                               : FW_BLOCKED);
    }
}

void borderland_commit(borderland *land)
{
    const uint64_t version = fw_map_version(land->map);
    if (random_below(&land->draw, 8) == 0) {
        land->ration.left = random_below(&land->draw, 12);
        const fw_result result = fw_map_commit(land->map);
        land->ration.left = UNRATIONED;
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        if (result == FW_NO_MEMORY)
            assert_int_equal(fw_map_version(land->map), version);
    }
    assert_int_equal(fw_map_commit(land->map), FW_OK);
    memcpy(land->tiles.terrains, land->noted.terrains,
           (size_t)land->tiles.width * (size_t)land->tiles.height);
}

void borderland_look(borderland *land)
{
    for (int i = 0; i < BORDER_UNITS; i++) {
        border_unit *unit = &land->units[i];
        plain_view_free(&unit->view);
        unit->view = plain_view_of(&land->tiles, &unit->def);
    }
}

fw_map *borderland_map_anew(const borderland *land, fw_unit_id *ids)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = land->tiles.width;
    def.height = land->tiles.height;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(
        fw_map_set_tiles(map, 0, 0, def.width, def.height, land->tiles.terrains, (size_t)def.width), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int i = 0; i < BORDER_UNITS; i++)
        assert_int_equal(fw_map_add_unit(map, &land->units[i].def, &ids[i]), FW_OK);
    return map;
}
