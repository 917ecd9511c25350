// Opens a map as Tiled saved it, finds the places that were put on it in the editor by their names, and walks from one
// to another. The same lines open every kind of map that fairway-io reads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairway-io/map.h"
#include "fairway/fairway.h"

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_io_map *open_map(const char *file)
{
    fw_io_map *opened = NULL;
    fw_io_fault fault;
    if (fw_io_map_load(file, NULL, &opened, &fault) != FW_OK) {
        fprintf(stderr, "%s\n", fault.text); // what, where, and what was expected
        exit(EXIT_FAILURE);
    }
    for (int32_t i = 0; i < opened->warning_count; i++)
        printf("warning: %s\n", opened->warnings[i]);
    return opened;
}

/// The middle of the object with this name.
static fw_pose place_named(const fw_io_map *opened, const char *name)
{
    for (int32_t i = 0; i < opened->place_count; i++) {
        const fw_io_place *place = &opened->places[i];
        if (strcmp(place->name, name) == 0)
            return (fw_pose){ place->x + place->width / 2, place->y + place->height / 2, 0 };
    }
    fprintf(stderr, "the map has no place named %s\n", name);
    exit(EXIT_FAILURE);
}

int main(int count, char **arguments)
{
    fw_io_map *opened = open_map(count > 1 ? arguments[1] : "demo/village.tmj");
    fw_map *map = opened->map; // as if the program had painted it tile by tile

    fw_unit_def walker = fw_default_unit_def();
    walker.footprint = fw_circle(0.4);
    walker.terrain_cost[FW_ROAD] = 0.7F; // likes roads, and may enter them
    walker.terrain_cost[FW_TREE] = 3.0F; // pushes through the bushes if that is much shorter
    fw_unit_id walker_id = 0;
    must(fw_map_add_unit(map, &walker, &walker_id));

    fw_planner *planner = NULL;
    fw_path *path = NULL;
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));
    fw_request ask = fw_default_request();
    ask.unit = walker_id;
    ask.start = place_named(opened, "gate");
    const fw_pose hall = place_named(opened, "hall");
    ask.goal = fw_goal_at(hall.x, hall.y);
    ask.smoothing = FW_SMOOTH_AUTO;
    must(fw_find_path(planner, &ask, path));
    printf("from gate to hall: %.1f tiles\n", fw_path_length(path));

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_io_map_free(opened);
    return 0;
}
