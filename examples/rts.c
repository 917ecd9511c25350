// A strategy game in small: orders to many, a building site, a guard in a gate, an attack that halts in sight of the
// enemy, a save, and the hash by which two machines know that they play the same game.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { SOLDIERS = 12, OURS = 1, THEIRS = 2, TICKS_A_SECOND = 20 };

typedef struct game {
    fw_map *map;
    fw_unit_id soldier;
    fw_traffic *traffic;
    fw_agent_id ours[SOLDIERS], theirs[SOLDIERS];
} game;

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// A land with a wall from north to south, in which there is a gate of two tiles.
static void make_land(game *world)
{
    fw_map_def def = fw_default_map_def(); // 64 x 64 tiles of ground
    must(fw_map_create(&def, &world->map));
    must(fw_map_set_rect(world->map, 32, 0, 1, 64, FW_BLOCKED));
    must(fw_map_set_rect(world->map, 32, 30, 1, 3, FW_GROUND));
    must(fw_map_commit(world->map));
    fw_unit_def soldier = fw_default_unit_def();
    soldier.footprint = fw_circle(0.4);
    must(fw_map_add_unit(world->map, &soldier, &world->soldier));
    must(fw_traffic_create(world->map, NULL, &world->traffic));
}

static void add_army(game *world, fw_agent_id *ids, uint32_t side, double x)
{
    for (int i = 0; i < SOLDIERS; i++) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = ids[i] = side * 100 + (fw_agent_id)i;
        unit.sides = unit.gives_way_to = side; // enemies make no room for each other
        unit.unit = world->soldier;
        unit.start = (fw_pose){ x + i % 4, 10 + i / 4, 0 };
        unit.top = 3;
        unit.acceleration = unit.braking = unit.lateral = 6;
        must(fw_traffic_add(world->traffic, &unit));
    }
}

/// How many of ours do something.
static int count_doing(const game *world, fw_agent_activity activity)
{
    int count = 0;
    for (int i = 0; i < SOLDIERS; i++) {
        fw_agent_state state;
        must(fw_traffic_get_state(world->traffic, world->ours[i], &state, sizeof state));
        count += state.activity == activity;
    }
    return count;
}

static void play(game *world, double seconds)
{
    for (int tick = 0; tick < seconds * TICKS_A_SECOND; tick++)
        must(fw_traffic_step(world->traffic, 1.0 / TICKS_A_SECOND, 5000));
}

/// All of you, there: the point lies in the wall, and each gets a place of its own beside it.
static void gather(game *world)
{
    must(fw_traffic_order_near(world->traffic, world->ours, SOLDIERS, 32.5, 20));
    play(world, 15);
    printf("%d of %d have gathered\n", count_doing(world, FW_AGENT_ARRIVED), SOLDIERS);
}

/// The barracks are built where soldiers stand: they walk out first.
static void build_barracks(game *world)
{
    const int32_t x = 28, y = 18, width = 4, height = 4;
    uint32_t site = 0;
    bool is_clear = false;
    must(fw_traffic_clear_rect(world->traffic, x, y, width, height, &site));
    for (int tick = 0; tick < 30 * TICKS_A_SECOND && !is_clear; tick++) {
        int32_t count = 0;
        must(fw_traffic_step(world->traffic, 1.0 / TICKS_A_SECOND, 5000));
        const fw_traffic_event *events = fw_traffic_events(world->traffic, &count);
        for (int32_t i = 0; i < count; i++)
            is_clear |= events[i].news == FW_NEWS_SITE_IS_CLEAR && events[i].site == site;
    }
    must(fw_map_set_rect(world->map, x, y, width, height, FW_BLOCKED));
    must(fw_map_commit(world->map)); // the site is the building now
    printf("the site was %s after %.1f s\n", is_clear ? "clear" : "not clear",
           fw_traffic_time(world->traffic));
}

/// A guard holds the gate: nobody makes it step aside.
static void post_guard(game *world)
{
    must(fw_traffic_order(world->traffic, world->theirs[0], 32.5, 31.5));
    must(fw_traffic_hold(world->traffic, world->theirs[0], true));
    play(world, 15);
}

/// Attack: they go through the gate to the enemy, and each stops where it sees one within five tiles.
static int attack(game *world)
{
    const fw_pose way[] = { { 28, 31, 0 }, { 40, 12, 0 } };
    bool fights[SOLDIERS] = { false };
    int fighting = 0;
    for (int i = 0; i < SOLDIERS; i++)
        must(fw_traffic_order_along(world->traffic, world->ours[i], way, 2));
    for (int tick = 0; tick < 60 * TICKS_A_SECOND && fighting < SOLDIERS; tick++) {
        must(fw_traffic_step(world->traffic, 1.0 / TICKS_A_SECOND, 5000));
        for (int i = 0; i < SOLDIERS; i++) {
            fw_agent_state one;
            fw_agent_id enemy = 0;
            must(fw_traffic_get_state(world->traffic, world->ours[i], &one, sizeof one));
            if (fights[i] || fw_traffic_nearest(world->traffic, one.pose.x, one.pose.y, THEIRS, 0, 5, &enemy,
                                                NULL) != FW_OK)
                continue;
            must(fw_traffic_stop(world->traffic, world->ours[i]));
            fights[i] = true;
            fighting++;
        }
    }
    return fighting;
}

/// Saves the game, loads the save into a second traffic, and plays both on. Equal hashes mean equal games, also on two
/// machines.
static bool play_twice(game *world)
{
    size_t bytes = 0;
    fw_traffic_save(world->traffic, NULL, 0, &bytes); // how many bytes it takes
    void *save = malloc(bytes);
    if (!save)
        must(FW_NO_MEMORY);
    must(fw_traffic_save(world->traffic, save, bytes, &bytes));
    game loaded = *world;
    must(fw_traffic_create(world->map, NULL, &loaded.traffic));
    must(fw_traffic_restore(loaded.traffic, save, bytes));
    free(save);
    play(world, 2);
    play(&loaded, 2);
    const bool is_same = fw_traffic_hash(world->traffic) == fw_traffic_hash(loaded.traffic);
    fw_traffic_destroy(loaded.traffic);
    printf("the save has %zu bytes, and the game that was loaded is %s\n", bytes,
           is_same ? "the same" : "another one");
    return is_same;
}

int main(void)
{
    game world = { .map = NULL };
    make_land(&world);
    add_army(&world, world.ours, OURS, 10);
    add_army(&world, world.theirs, THEIRS, 46);
    gather(&world);
    build_barracks(&world);
    post_guard(&world);
    const int fighting = attack(&world);
    printf("%d of %d fight\n", fighting, SOLDIERS);
    const bool is_same = play_twice(&world);
    fw_traffic_destroy(world.traffic);
    fw_map_destroy(world.map);
    return fighting == SOLDIERS && is_same ? 0 : 1;
}
