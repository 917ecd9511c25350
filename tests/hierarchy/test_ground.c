// The ground of a cluster beside the rules of moves and costs, tile by tile.
#include "common/drawing.h"
#include "common/scene.h"
#include "common/unit.h"
#include "hierarchy/ground.h"

enum { SIDE = 36, MOST_ADDED = 3 };

typedef struct trial {
    memory memory;
    fw_map *map;
    const map_unit *unit;
    fw_overlay *overlay;
    ground_rules rules;
    ground ground;
    int32_t width, height;               ///< of the map
    uint32_t added[2 * SIDE][2 * SIDE];  ///< [y][x] costs of the overlay
    uint8_t terrain[2 * SIDE][2 * SIDE]; ///< [y][x]
} trial;

typedef struct tally {
    int tiles, plain;
} tally;

/// A field of one terrain with walls and patches, and a unit for which terrains may cost the same.
static void begin(trial *trial, random_source *source)
{
    fw_map_def map_def = fw_default_map_def();
    trial->width = map_def.width = 4 + (int32_t)random_below(source, 2 * SIDE - 4);
    trial->height = map_def.height = 4 + (int32_t)random_below(source, 2 * SIDE - 4);
    assert_int_equal(fw_map_create(&map_def, &trial->map), FW_OK);
    const uint32_t patches = random_below(source, 12);
    for (uint32_t i = 0; i < patches; i++) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)trial->width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)trial->height);
        const int32_t right = x + 1 + (int32_t)random_below(source, random_below(source, 2) ? 2 : SIDE);
        const int32_t bottom = y + 1 + (int32_t)random_below(source, random_below(source, 2) ? 2 : SIDE);
        assert_int_equal(fw_map_set_rect(trial->map, x, y, (right < trial->width ? right : trial->width) - x,
                                         (bottom < trial->height ? bottom : trial->height) - y,
                                         (uint8_t)random_below(source, 5)),
                         FW_OK);
    }
    assert_int_equal(fw_map_commit(trial->map), FW_OK);
    fw_unit_def def = fw_default_unit_def();
    def.size = 1 + (int32_t)random_below(source, 4);
    def.corners = (fw_corner_rule)random_below(source, FW_CORNERS_ORTHOGONAL + 1);
    def.terrain_cost[2] = random_below(source, 2) ? 1.0f : 2.5f;
    def.terrain_cost[3] = random_below(source, 2) ? def.terrain_cost[2] : 0.5f;
    def.terrain_cost[4] = random_below(source, 2) ? 0.0f : 1.5f;
    const fw_unit_id id = add_unit(trial->map, def);
    trial->unit = map_find_unit(map_version_of(trial->map), id);
    for (int32_t y = 0; y < trial->height; y++)
        for (int32_t x = 0; x < trial->width; x++)
            trial->terrain[y][x] = fw_map_terrain(trial->map, x, y);
}

/// Lays an overlay that adds costs to some rectangles.
static void add_costs(trial *trial, random_source *source)
{
    assert_int_equal(fw_overlay_create(trial->width, trial->height, NULL, &trial->overlay), FW_OK);
    for (uint32_t i = random_below(source, 5); i > 0; i--) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)trial->width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)trial->height);
        const int32_t width = 1 + (int32_t)random_below(source, (uint32_t)(trial->width - x));
        const int32_t height = 1 + (int32_t)random_below(source, (uint32_t)(trial->height - y));
        const uint8_t cost = (uint8_t)(1 + random_below(source, MOST_ADDED));
        assert_int_equal(fw_overlay_add_cost(trial->overlay, x, y, width, height, cost), FW_OK);
    }
    for (int32_t y = 0; y < trial->height; y++)
        for (int32_t x = 0; x < trial->width; x++)
            trial->added[y][x] = overlay_cost(trial->overlay, x, y);
    ground_rules_lay(&trial->rules, trial->overlay);
}

static void end(trial *trial)
{
    ground_free(&trial->ground);
    fw_overlay_destroy(trial->overlay);
    fw_map_destroy(trial->map);
    trial->overlay = NULL;
}

static bool fits(const trial *trial, int32_t x, int32_t y)
{
    for (int32_t dy = 0; dy < trial->rules.size; dy++)
        for (int32_t dx = 0; dx < trial->rules.size; dx++)
            if (x + dx < 0 || y + dy < 0 || x + dx >= trial->width || y + dy >= trial->height ||
                trial->unit->def.terrain_cost[trial->terrain[y + dy][x + dx]] == 0)
                return false;
    return true;
}

/// True if the corner rule allows a move between two anchors.
static bool is_legal(const trial *trial, int32_t x, int32_t y, int move)
{
    const int32_t dx = move_dx[move], dy = move_dy[move];
    if (!fits(trial, x, y) || !fits(trial, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return true;
    const int free = fits(trial, x + dx, y) + fits(trial, x, y + dy);
    switch (trial->rules.corners) {
    case FW_CORNERS_NEVER:
        return free == 2;
    case FW_CORNERS_ONE:
        return free >= 1;
    case FW_CORNERS_ALWAYS:
        return true;
    case FW_CORNERS_ORTHOGONAL:
        break;
    }
    return false;
}

/// Cost of the tile under the centre of a body at an anchor; 0 outside the map.
static uint32_t cost_under(const trial *trial, int32_t x, int32_t y)
{
    x += trial->rules.size / 2;
    y += trial->rules.size / 2;
    if (x < 0 || y < 0 || x >= trial->width || y >= trial->height)
        return 0;
    return terrain_cost_of(&trial->unit->def, trial->terrain[y][x]) + trial->added[y][x];
}

/// True if all moves out of an anchor are legal and all steps around it within the cluster cost the same for a tile's
/// length.
static bool is_even(const trial *trial, int32_t x, int32_t y)
{
    const ground *ground = &trial->ground;
    uint32_t cost = 0;
    for (int32_t at_y = y - 1; at_y <= y + 1; at_y++)
        for (int32_t at_x = x - 1; at_x <= x + 1; at_x++) {
            if (!fits(trial, at_x, at_y))
                return false;
            for (int move = 0; move < MOVE_COUNT; move++) {
                const int32_t to_x = at_x + move_dx[move], to_y = at_y + move_dy[move];
                if (to_x < x - 1 || to_x > x + 1 || to_y < y - 1 || to_y > y + 1 ||
                    !cluster_box_holds(&ground->box, at_x, at_y) ||
                    !cluster_box_holds(&ground->box, to_x, to_y))
                    continue;
                const uint32_t paid =
                    ground_step_doubled(ground, ground_tile(ground, at_x, at_y), &ground->steps[move]);
                if (cost != 0 && paid != cost)
                    return false;
                cost = paid;
            }
        }
    return trial->rules.corners != FW_CORNERS_ORTHOGONAL;
}

static void compare(const trial *trial, tally *tally)
{
    const ground *ground = &trial->ground;
    const cluster_box *box = &ground->box;
    for (int32_t y = box->y - 1; y <= box->y + box->height; y++)
        for (int32_t x = box->x - 1; x <= box->x + box->width; x++) {
            const int32_t tile = ground_tile(ground, x, y);
            assert_int_equal(ground->costs[tile], cost_under(trial, x, y));
            if (!cluster_box_holds(box, x, y))
                continue;
            for (int move = 0; move < MOVE_COUNT; move++)
                assert_int_equal(ground->moves[tile] >> move & 1, is_legal(trial, x, y, move));
            const bool is_inside =
                x > box->x && x < box->x + box->width - 1 && y > box->y && y < box->y + box->height - 1;
            if (ground->plain[tile] || (is_inside && trial->rules.size % 2 != 0))
                assert_int_equal(ground->plain[tile] != 0, is_even(trial, x, y));
            tally->tiles++;
            tally->plain += ground->plain[tile] != 0;
        }
}

TEST(a_ground_holds_legal_moves_costs_and_plain_tiles)
{
    random_source source = { 84 };
    tally tally = { 0 };
    static trial trial;
    for (int i = 0; i < 600; i++) {
        trial = (struct trial){ 0 };
        begin(&trial, &source);
        trial.rules = ground_rules_of(map_version_of(trial.map), trial.unit->layer, &trial.unit->def);
        if (i % 4 == 0)
            add_costs(&trial, &source);
        memory_init(&trial.memory, NULL);
        assert_int_equal(ground_reserve(&trial.ground, &trial.memory, SIDE), FW_OK);
        for (int cluster = 0; cluster < 3; cluster++) { // what one cluster leaves does not show in the next
            const int32_t x = (int32_t)random_below(&source, (uint32_t)trial.width);
            const int32_t y = (int32_t)random_below(&source, (uint32_t)trial.height);
            const int32_t most = 1 + (int32_t)random_below(&source, SIDE);
            ground_load(&trial.ground, &trial.rules,
                        (cluster_box){ x, y, trial.width - x < most ? trial.width - x : most,
                                       trial.height - y < most ? trial.height - y : most });
            ground_mark_plain(&trial.ground);
            compare(&trial, &tally);
        }
        end(&trial);
    }
    assert_true(tally.tiles > 100000 && tally.plain > tally.tiles / 4);
}
