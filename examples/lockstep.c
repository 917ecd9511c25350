// A lockstep game: each machine simulates the whole game from the commands of the players, and only these are
// sent. Hashes tell at once when two machines no longer agree. A third machine joins late, by a save and the tiles.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum {
    SIDE = 48,
    SOLDIERS = 16, ///< of each player
    TICKS = 600,
    TICKS_A_SECOND = 20,
    HASH_EVERY = 20,   ///< ticks
    WORK_A_TICK = 4000 ///< for all searches: a number, never a time
};

/// What a player does. It is executed by all machines in the same tick, some ticks after it was sent.
typedef struct command {
    int tick;
    int player;
    enum { ORDER, BUILD } kind;
    int32_t x, y;
} command;

static const command commands[] = {
    { 10, 0, ORDER, 36, 24 }, { 10, 1, ORDER, 11, 24 },  { 60, 0, BUILD, 22, 18 },
    { 90, 1, BUILD, 24, 27 }, { 250, 0, ORDER, 24, 40 }, { 260, 1, ORDER, 24, 8 },
};

/// One machine's copy of the game.
typedef struct machine {
    fw_map *map;
    fw_unit_id soldier;
    fw_traffic *traffic;
    int tick;
} machine;

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// A map and its kinds of units: the same calls in the same order on every machine.
static machine machine_create(void)
{
    machine made = { .map = NULL };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    must(fw_map_create(&def, &made.map));
    fw_unit_def soldier = fw_default_unit_def();
    soldier.footprint = fw_circle(0.4);
    must(fw_map_add_unit(made.map, &soldier, &made.soldier));
    must(fw_traffic_create(made.map, NULL, &made.traffic));
    return made;
}

static void machine_destroy(machine *doomed)
{
    fw_traffic_destroy(doomed->traffic);
    fw_map_destroy(doomed->map);
}

static void enlist(machine *game)
{
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < SOLDIERS; i++) {
            fw_agent_def soldier = fw_default_agent_def();
            soldier.id = (fw_agent_id)(1 + player * SOLDIERS + i);
            soldier.unit = game->soldier;
            soldier.start = (fw_pose){ player == 0 ? 4 + i % 4 : 40 + i % 4, 20 + i / 4 * 2, 0 };
            soldier.top = 2.5F;
            soldier.acceleration = soldier.braking = soldier.lateral = 6;
            must(fw_traffic_add(game->traffic, &soldier));
        }
}

/// A command that the game refuses is refused on every machine: the result is part of the game.
static void execute(machine *game, const command *given)
{
    if (given->kind == BUILD) {
        must(fw_map_set_rect(game->map, given->x, given->y, 3, 3, FW_BLOCKED));
        must(fw_map_commit(game->map));
        return;
    }
    fw_agent_id ids[SOLDIERS];
    for (int i = 0; i < SOLDIERS; i++)
        ids[i] = (fw_agent_id)(1 + given->player * SOLDIERS + i);
    must(fw_traffic_order_near(game->traffic, ids, SOLDIERS, given->x + 0.5, given->y + 0.5));
}

/// One tick: the commands of this tick in a fixed order, then time.
static void machine_tick(machine *game)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].tick == game->tick)
            execute(game, &commands[i]);
    must(fw_traffic_step(game->traffic, 1.0 / TICKS_A_SECOND, WORK_A_TICK));
    game->tick++;
}

/// True if a path is being searched: a search that began before a commit cannot be continued by another machine.
static bool somebody_thinks(const machine *game)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(game->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity == FW_AGENT_THINKS)
            return true;
    return false;
}

/// A machine that joins gets tiles and save from the host.
static machine machine_join(const machine *host)
{
    static uint8_t tiles[SIDE * SIDE];
    machine made = machine_create();
    must(fw_map_read_terrains(host->map, tiles));
    must(fw_map_set_tiles(made.map, 0, 0, SIDE, SIDE, tiles, SIDE));
    must(fw_map_commit(made.map));

    size_t bytes = 0;
    (void)fw_traffic_save(host->traffic, NULL, 0, &bytes);
    void *save = malloc(bytes);
    if (!save)
        must(FW_NO_MEMORY);
    must(fw_traffic_save(host->traffic, save, bytes, &bytes));
    must(fw_traffic_restore(made.traffic, save, bytes));
    free(save);
    made.tick = host->tick;
    return made;
}

static bool agree(const machine *a, const machine *b)
{
    return fw_traffic_hash(a->traffic) == fw_traffic_hash(b->traffic);
}

int main(void)
{
    machine host = machine_create(), guest = machine_create(), late = { .map = NULL };
    enlist(&host);
    enlist(&guest);
    int compared = 0;
    while (host.tick < TICKS) {
        machine_tick(&host);
        machine_tick(&guest);
        if (late.map)
            machine_tick(&late);
        else if (host.tick > 120 && !somebody_thinks(&host))
            late = machine_join(&host);
        if (host.tick % HASH_EVERY != 0)
            continue;
        if (!agree(&host, &guest) || (late.map && !agree(&host, &late))) {
            printf("The machines no longer agree in tick %d.\n", host.tick);
            return EXIT_FAILURE;
        }
        compared++;
    }
    printf("%d ticks, %d comparisons: all three machines agree.\n", host.tick, compared);

    // A machine that misses a command is found out by the next comparison.
    must(fw_traffic_stop(guest.traffic, 1));
    machine_tick(&host);
    machine_tick(&guest);
    const bool is_found = !agree(&host, &guest);
    printf("A command that one machine alone executes is %s.\n", is_found ? "found out" : "overlooked");
    machine_destroy(&late);
    machine_destroy(&guest);
    machine_destroy(&host);
    return is_found ? EXIT_SUCCESS : EXIT_FAILURE;
}
