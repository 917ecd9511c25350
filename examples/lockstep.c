// A lockstep game in small: two machines get the same commands for the same ticks and play the same game; a third one
// joins later by a save; a machine that misses a command is found by its hash.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/fairway.h"

enum { SIDE = 48, SOLDIERS = 12, TICKS = 240, TICKS_A_SECOND = 20, TICKS_OF_A_HASH = 10, BUDGET = 2000 };

/// What a player wants, for a tick that has not come on any machine.
typedef struct command {
    int tick;
    enum { GO, BUILD } kind;
    fw_agent_id soldier; ///< GO
    int32_t x, y;
} command;

static const command commands[] = {
    { 5, GO, 1, 40, 40 },     { 5, GO, 2, 41, 40 }, { 12, GO, 7, 4, 30 },
    { 40, BUILD, 0, 20, 22 }, { 41, GO, 9, 44, 6 }, { 120, BUILD, 0, 30, 34 },
};

enum { COMMANDS = sizeof commands / sizeof *commands };

typedef struct machine {
    fw_map *map;
    fw_unit_id kind;
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

/// The world as each machine makes it: the same tiles, and the same units in the same order.
static void begin(machine *made)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    must(fw_map_create(&def, &made->map));
    fw_unit_def soldier = fw_default_unit_def();
    soldier.footprint = fw_circle(0.4);
    must(fw_map_add_unit(made->map, &soldier, &made->kind));
    must(fw_traffic_create(made->map, NULL, &made->traffic));
    made->tick = 0;
}

static void add_soldiers(machine *here)
{
    for (fw_agent_id id = 1; id <= SOLDIERS; id++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = id;
        def.unit = here->kind;
        def.start = (fw_pose){ 2.5 + 2 * (id % 4), 2.5 + 2 * (id / 4), 0 };
        def.top = 3;
        def.acceleration = def.braking = def.lateral = 4;
        must(fw_traffic_add(here->traffic, &def));
    }
}

static void obey(machine *here, const command *told)
{
    if (told->kind == GO) {
        must(fw_traffic_order(here->traffic, told->soldier, told->x + 0.5, told->y + 0.5));
        return;
    }
    must(fw_map_set_rect(here->map, told->x, told->y, 4, 3, FW_BLOCKED));
    must(fw_map_commit(here->map));
}

/// One tick: its commands in an order that all machines share, and then the step.
static void tick(machine *here, int forgotten)
{
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i].tick == here->tick && i != forgotten)
            obey(here, &commands[i]);
    must(fw_traffic_step(here->traffic, 1.0 / TICKS_A_SECOND, BUDGET));
    here->tick++;
}

static void join(machine *joins, machine *plays)
{
    static unsigned char save[1 << 18];
    static uint8_t terrains[SIDE * SIDE];
    size_t bytes = 0;
    must(fw_map_read_terrains(plays->map, terrains));
    must(fw_traffic_save(plays->traffic, save, sizeof save, &bytes));
    begin(joins);
    must(fw_map_set_tiles(joins->map, 0, 0, SIDE, SIDE, terrains, SIDE));
    must(fw_map_commit(joins->map));
    must(fw_traffic_restore(joins->traffic, save, bytes));
    joins->tick = plays->tick;
}

static void end(machine *here)
{
    fw_traffic_destroy(here->traffic);
    fw_map_destroy(here->map);
}

/// Plays on two machines, of which the second may forget a command.
///
/// @return the tick at which their hashes differ; -1: never
static int play(int forgotten, uint64_t *hash)
{
    machine here, there;
    int differs = -1;
    begin(&here);
    begin(&there);
    add_soldiers(&here);
    add_soldiers(&there);
    while (here.tick < TICKS && differs < 0) {
        tick(&here, -1);
        tick(&there, forgotten);
        if (here.tick % TICKS_OF_A_HASH == 0 &&
            fw_traffic_hash(here.traffic) != fw_traffic_hash(there.traffic))
            differs = here.tick;
        if (here.tick == 100) { // everybody goes on from the save, so that all are alike
            machine joined;
            join(&joined, &here);
            end(&there);
            there = joined;
            join(&joined, &here);
            end(&here);
            here = joined;
        }
    }
    *hash = fw_traffic_hash(here.traffic);
    end(&here);
    end(&there);
    return differs;
}

int main(void)
{
    uint64_t hash = 0;
    const int never = play(-1, &hash);
    printf("both machines agree for %d ticks: %016" PRIx64 "\n", TICKS, hash);
    const int found = play(2, &hash);
    printf("a machine that missed a command of tick %d is found at tick %d\n", commands[2].tick, found);
    return never < 0 && found >= commands[2].tick && found <= commands[2].tick + 2 * TICKS_OF_A_HASH
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
