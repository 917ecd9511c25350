#define _POSIX_C_SOURCE 199309L
/// Unit-seconds of simulated time per second of one core: units on a circle that go to the opposite point, and units in
/// a disc, 10 % full, that go to the opposite place.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/must.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

static const double radius = 1, top = 2, acceleration = 4, dt = 0.05;

typedef struct place {
    double x, y;
} place;

/// Places on a circle, 3 tiles apart.
static double draw_circle(place *places, int count)
{
    const double reach = 3 * count / (2 * FW_PI);
    for (int i = 0; i < count; i++)
        places[i] = (place){ reach * cos(2 * FW_PI * i / count), reach * sin(2 * FW_PI * i / count) };
    return reach;
}

/// Places in a disc of which the bodies cover 10 %, at least 2.6 tiles apart.
static double draw_disc(place *places, int count)
{
    random_source source = { 1 };
    const double reach = radius * sqrt(count / 0.1);
    for (int i = 0; i < count;) {
        const place at = { random_within(&source, -reach, reach), random_within(&source, -reach, reach) };
        int other = at.x * at.x + at.y * at.y > reach * reach ? -1 : 0;
        while (other >= 0 && other < i && hypot(places[other].x - at.x, places[other].y - at.y) >= 2.6)
            other++;
        if (other == i)
            places[i++] = at;
    }
    return reach;
}

static void run(const char *name, int count, double reach, const place *places, double seconds)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    fw_traffic *traffic = NULL;
    fw_unit_id kind = 0;
    def.width = def.height = (int32_t)(2 * reach) + 40;
    must(fw_map_create(&def, &map));
    fw_unit_def round = fw_default_unit_def();
    round.size = 0;
    round.footprint = fw_circle(radius);
    must(fw_map_add_unit(map, &round, &kind));
    must(fw_traffic_create(map, NULL, &traffic));
    const double middle = def.width / 2.0;
    for (int i = 0; i < count; i++) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)i + 1;
        unit.unit = kind;
        unit.start = (fw_pose){ middle + places[i].x, middle + places[i].y, 0 };
        unit.top = top;
        unit.acceleration = unit.braking = unit.lateral = acceleration;
        must(fw_traffic_add(traffic, &unit));
        must(fw_traffic_order(traffic, unit.id, middle - places[i].x, middle - places[i].y));
    }
    double worst = 0;
    const double began = 1e-6 * stopwatch_computed_us();
    while (fw_traffic_time(traffic) < seconds) {
        const double before = 1e-6 * stopwatch_computed_us();
        must(fw_traffic_step(traffic, dt, 20000));
        worst = fmax(worst, 1e-6 * stopwatch_computed_us() - before);
    }
    const double spent = 1e-6 * stopwatch_computed_us() - began;
    int32_t arrived = 0, units = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &units);
    for (int32_t i = 0; i < units; i++)
        arrived += states[i].activity == FW_AGENT_ARRIVED;
    printf("| %s | %d | %.0f | %d | %.0f | %.2f | %.0f |\n", name, count, seconds, (int)arrived,
           count * seconds / spent, 1e3 * worst, (double)fw_traffic_bytes(traffic) / count);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

int main(int count, char **words)
{
    int most = 1000;
    double seconds = 60;
    const argument known[] = { { "--units", &most, NULL, NULL },
                               { "--seconds", NULL, &seconds, NULL },
                               { 0 } };
    arguments_read(known, count, words);
    place *places = calloc((size_t)most, sizeof *places);
    if (!places)
        return 1;
    puts("| scene | units | seconds | arrived | unit-seconds a second | worst tick, ms | bytes a unit |\n"
         "|---|---|---|---|---|---|---|");
    const double around = draw_circle(places, most);
    run("circle", most, around, places, seconds);
    const double within = draw_disc(places, most);
    run("disc, 10 % full", most, within, places, seconds);
    free(places);
    return 0;
}
