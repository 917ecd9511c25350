// A roguelike: monsters that see the hero come straight for him, those that do not see him go where they have seen him
// last, and a wounded one flees where the way to the hero becomes long, not only where the straight line does.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WIDTH = 40, HEIGHT = 20 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// Two rooms and a corridor between them, with pillars.
static fw_map *build_dungeon(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 0, 0, WIDTH, HEIGHT, FW_BLOCKED));
    must(fw_map_set_rect(map, 1, 1, 14, 18, FW_GROUND));
    must(fw_map_set_rect(map, 25, 1, 14, 18, FW_GROUND));
    must(fw_map_set_rect(map, 15, 9, 10, 1, FW_GROUND));
    for (int32_t y = 4; y < HEIGHT - 4; y += 4)
        must(fw_map_set_rect(map, 7, y, 2, 2, FW_BLOCKED));
    must(fw_map_commit(map));
    return map;
}

/// True if a ray, a unit of hardly any width, gets from the middle of one tile to the middle of the other.
static bool sees(const fw_map *map, fw_unit_id ray, fw_anchor from, fw_anchor to)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    const fw_segment line = { .start = { from.x + 0.5, from.y + 0.5, atan2(dy, dx) },
                              .length = hypot(dx, dy),
                              .gear = FW_FORWARD };
    bool is_free = false;
    must(fw_sweep(map, ray, NULL, &line, &is_free));
    return is_free;
}

/// The step to the neighbour from which the hero is farthest, by way, and farther than from here.
static fw_anchor flee(const fw_map *map, fw_unit_id kind, const fw_field *to_hero, fw_anchor from)
{
    fw_anchor best = from;
    for (int32_t y = from.y - 1; y <= from.y + 1; y++)
        for (int32_t x = from.x - 1; x <= from.x + 1; x++)
            if (fw_map_fits(map, kind, x, y) &&
                fw_field_cost(to_hero, x, y) > fw_field_cost(to_hero, best.x, best.y))
                best = (fw_anchor){ x, y };
    return best;
}

/// The next tile on the cheapest way to the goal of a field.
static fw_anchor follow(const fw_field *field, fw_anchor from)
{
    const uint8_t step = fw_field_step(field, from.x, from.y);
    from.x += ((step & (FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE)) != 0) -
              ((step & (FW_MOVE_W | FW_MOVE_NW | FW_MOVE_SW)) != 0);
    from.y += ((step & (FW_MOVE_S | FW_MOVE_SE | FW_MOVE_SW)) != 0) -
              ((step & (FW_MOVE_N | FW_MOVE_NE | FW_MOVE_NW)) != 0);
    return from;
}

int main(void)
{
    fw_map *map = build_dungeon();
    fw_unit_def walker = fw_default_unit_def(), thin = fw_default_unit_def();
    thin.footprint = fw_circle(0.01);
    fw_unit_id kind = 0, ray = 0;
    must(fw_map_add_unit(map, &walker, &kind));
    must(fw_map_add_unit(map, &thin, &ray));
    fw_field *to_hero = NULL, *to_memory = NULL;
    must(fw_field_create(map, NULL, &to_hero));
    must(fw_field_create(map, NULL, &to_memory));

    fw_anchor hero = { 5, 3 }, ghoul = { 12, 16 }, rat = { 3, 9 }, memory = ghoul;
    int seen = 0, turn = 0;
    double rat_away = 0;
    for (; turn < 60 && (ghoul.x != hero.x || ghoul.y != hero.y); turn++) {
        if (turn < 25) { // the hero runs through the corridor, and hides behind the door of the other room
            must(fw_field_fill(to_hero, kind, &(fw_anchor){ 27, 3 }, 1, NULL));
            hero = follow(to_hero, hero);
        }
        must(fw_field_fill(to_hero, kind, &hero, 1, NULL)); // one field for all monsters
        if (sees(map, ray, ghoul, hero)) {
            memory = hero;
            seen++;
        }
        must(fw_field_fill(to_memory, kind, &memory, 1, NULL));
        ghoul = follow(to_memory, ghoul);
        rat = flee(map, kind, to_hero, rat);
        rat_away = fw_field_cost(to_hero, rat.x, rat.y);
    }
    printf("turn %d: the ghoul has the hero at %d,%d; it saw him in %d turns; the rat is %.1f steps away\n",
           turn, (int)ghoul.x, (int)ghoul.y, seen, rat_away);

    fw_field_destroy(to_memory);
    fw_field_destroy(to_hero);
    fw_map_destroy(map);
    return seen > 0 ? 0 : 1;
}
