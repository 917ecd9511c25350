// A tower defence: creeps follow one flow field from the gate to the base, and players build towers while they walk. A
// tower that would close the last way, or stand on a creep, is refused before it is built.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WIDTH = 40, HEIGHT = 24, CREEPS = 60, TOWER = 2 };

typedef struct creep {
    int32_t x, y; ///< the tile where it stands
    bool walks;
} creep;

typedef struct game {
    fw_map *map;
    fw_unit_id kind;
    fw_overlay *plan;      ///< the tower that a player asks for
    fw_field *field;       ///< which way to the base, from every tile
    fw_field *field_after; ///< the same once the tower is built
    creep creeps[CREEPS];
    int arrived;
} game;

static const fw_anchor gate = { 0, 12 }, base = { WIDTH - 1, 12 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// True if the gate and every creep still has a way.
static bool all_get_through(const game *world, const fw_field *field)
{
    bool through = isfinite(fw_field_cost(field, gate.x, gate.y));
    for (int i = 0; i < CREEPS; i++)
        through &=
            !world->creeps[i].walks || isfinite(fw_field_cost(field, world->creeps[i].x, world->creeps[i].y));
    return through;
}

/// Builds a tower, unless it would close the last way or stand on somebody.
static bool build_tower(game *world, int32_t x, int32_t y)
{
    fw_overlay_clear(world->plan);
    must(fw_overlay_block(world->plan, x, y, TOWER, TOWER));
    if (fw_field_fill(world->field_after, world->kind, &base, 1, world->plan) != FW_OK)
        return false; // it would stand on the base
    if (!all_get_through(world, world->field_after))
        return false; // a creep under the tower has no way either
    must(fw_map_set_rect(world->map, x, y, TOWER, TOWER, FW_BLOCKED));
    must(fw_map_commit(world->map));
    fw_field *former = world->field;
    world->field = world->field_after; // the field with the plan is the field of the new map
    world->field_after = former;
    return true;
}

/// Every creep goes one tile on.
static void tick(game *world)
{
    for (int i = 0; i < CREEPS; i++) {
        creep *one = &world->creeps[i];
        const uint8_t step = one->walks ? fw_field_step(world->field, one->x, one->y) : 0;
        one->x += (step & (FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE)) != 0;
        one->x -= (step & (FW_MOVE_W | FW_MOVE_NW | FW_MOVE_SW)) != 0;
        one->y += (step & (FW_MOVE_S | FW_MOVE_SE | FW_MOVE_SW)) != 0;
        one->y -= (step & (FW_MOVE_N | FW_MOVE_NE | FW_MOVE_NW)) != 0;
        if (one->walks && one->x == base.x && one->y == base.y) {
            one->walks = false;
            world->arrived++;
        }
    }
}

int main(void)
{
    game world = { .arrived = 0 };
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    must(fw_map_create(&def, &world.map));
    fw_unit_def walker = fw_default_unit_def();
    must(fw_map_add_unit(world.map, &walker, &world.kind));
    must(fw_overlay_create(WIDTH, HEIGHT, NULL, &world.plan));
    must(fw_field_create(world.map, NULL, &world.field));
    must(fw_field_create(world.map, NULL, &world.field_after));
    must(fw_field_fill(world.field, world.kind, &base, 1, NULL));

    int built = 0, refused = 0;
    for (int t = 0; world.arrived < CREEPS; t++) {
        if (t < CREEPS)
            world.creeps[t] = (creep){ gate.x, gate.y, true };
        if (t % 5 == 0 && t / 5 < HEIGHT / TOWER) { // the player walls the map off, tower by tower
            const bool is_built = build_tower(&world, 20, t / 5 * TOWER);
            built += is_built;
            refused += !is_built;
        }
        tick(&world);
    }
    printf("%d towers built, %d refused, %d creeps arrived\n", built, refused, world.arrived);

    fw_field_destroy(world.field_after);
    fw_field_destroy(world.field);
    fw_overlay_destroy(world.plan);
    fw_map_destroy(world.map);
    return refused > 0 ? 0 : 1;
}
