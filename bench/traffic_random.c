/// Random scenes with many units: in how many of them all arrive within 300 seconds, people and cars.
///
///     bench_traffic_random [--scenes N]
///
/// runs N scenes of each place (100; cars take minutes), in ticks of .05 s, with 20,000 expansions a tick.

#include <stdio.h>

#include "common/arguments.h"
#include "common/crowd.h"

static crowd scene;

static void run(crowd_place place, bool drives, int scenes)
{
    int complete = 0, arrived = 0, all = 0;
    for (int seed = 1; seed <= scenes; seed++) {
        crowd_at_random(place, (uint64_t)seed, &scene);
        if (drives)
            crowd_drive(&scene);
        const crowd_options options = { .dt = 0.05, .limit = 300, .budget = 20000 };
        const crowd_outcome outcome = crowd_run(&scene, &options);
        complete += outcome.arrived == scene.count;
        arrived += outcome.arrived;
        all += scene.count;
    }
    printf("| %s | %s | %d of %d | %.2f %% |\n", scene.name, drives ? "cars" : "people", complete, scenes,
           100.0 * arrived / all);
    fflush(stdout);
}

int main(int count, char **words)
{
    int scenes = 100;
    const argument known[] = { { "--scenes", &scenes, NULL, NULL }, { 0 } };
    arguments_read(known, count, words);
    puts("| scene | units | all arrive in | units that arrive |\n|---|---|---|---|");
    for (int place = 0; place < CROWD_PLACES; place++)
        for (int drives = 0; drives < 2; drives++)
            run((crowd_place)place, drives == 1, scenes);
    return 0;
}
