// What to set for whom: people, a tank, a car, a lorry on roads, a ship and a robot on one map. docs/first_steps.md
// explains them one by one.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WIDTH = 48, HEIGHT = 32 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_map *build_port(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 0, 10, WIDTH, 4, FW_ROAD)); // a street from west to east
    must(fw_map_set_rect(map, 22, 0, 4, 22, FW_ROAD));    // and one from the north to the quay
    must(fw_map_set_rect(map, 4, 3, 14, 5, FW_BLOCKED));  // houses
    must(fw_map_set_rect(map, 30, 2, 13, 6, FW_BLOCKED));
    must(fw_map_set_rect(map, 0, 24, WIDTH, 8, FW_WATER)); // the harbour
    must(fw_map_set_rect(map, 12, 22, 2, 6, FW_BLOCKED));  // and its mole
    must(fw_map_commit(map));
    return map;
}

static void people(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_circle(0.3);   // stands on one tile, and rounds corners closely
    unit->terrain_cost[FW_ROAD] = 1.0F; // units enter ground and swamp, unless you say more
    ask->smoothing = FW_SMOOTH_AUTO;    // taut: lines, and arcs round the corners
    ask->start = fw_pose_on_tile(2, 5, 1);
    ask->goal = fw_goal_on_tile(45, 20, 1);
}

static void tank(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_circle(0.9);    // needs 2x2 tiles on the grid
    unit->terrain_cost[FW_SWAMP] = 0.0F; // 0 = may not enter
    unit->terrain_cost[FW_ROAD] = 0.75F; // a tile of road costs three quarters of a tile of ground
    ask->smoothing = FW_SMOOTH_AUTO; // never makes a path more expensive: it leaves no road for a shorter way
    ask->start = fw_pose_on_tile(1, 18, 2);
    ask->goal = fw_goal_on_tile(44, 4, 2);
}

static void car(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_rectangle(1.4, 0.8); // length along the heading, width across it
    unit->turn_radius = 2.0;                  // so FW_AUTO is FW_HYBRID
    unit->terrain_cost[FW_ROAD] = 1.0F;
    unit->reverse = true;
    unit->reverse_penalty = 2.0;     // a tile backward counts as two
    unit->gear_change_cost = 1.0;    // and each change of gear as one
    ask->smoothing = FW_SMOOTH_AUTO; // curved: shorter, with fewer changes of gear
    ask->start = (fw_pose){ 3.0, 16.5, 0.0 };
    ask->goal = fw_goal_pose((fw_pose){ 40.0, 21.0, 0.5 * FW_PI }); // facing the water
}

static void lorry(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_rectangle(2.4, 0.9);
    unit->turn_radius = 2.5;
    unit->terrain_cost[FW_ROAD] = 1.0F;
    unit->terrain_cost[FW_GROUND] = 3.0F; // it may leave the road where that saves a long way round
    ask->roads = FW_ROADS_WIDE;           // turns that begin and end on the road
    ask->smoothing = FW_SMOOTH_AUTO;
    ask->start = (fw_pose){ 2.0, 12.0, 0.0 };
    ask->goal = fw_goal_pose((fw_pose){ 24.0, 20.0, 0.5 * FW_PI });
}

static void ship(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_rectangle(3.0, 1.2);
    unit->turn_radius = 3.0;
    unit->terrain_cost[FW_GROUND] = 0.0F;
    unit->terrain_cost[FW_SWAMP] = 0.0F;
    unit->terrain_cost[FW_WATER] = 1.0F;
    ask->smoothing = FW_SMOOTH_AUTO;
    ask->start = (fw_pose){ 4.0, 26.0, 0.0 };
    ask->goal = fw_goal_at(44.0, 26.0); // any heading will do
}

static void robot(fw_unit_def *unit, fw_request *ask)
{
    unit->footprint = fw_rectangle(1.1, 0.7);
    unit->turn_radius = 0.8;
    unit->terrain_cost[FW_ROAD] = 1.0F;
    unit->reverse = true;
    unit->methods = FW_METHOD_BIT(FW_DIRECTIONAL); // builds what this method needs when the unit is added
    ask->method = FW_DIRECTIONAL;                  // from pose to pose, shorter than the hybrid
    ask->heuristic = FW_HEURISTIC_MOTIONS;         // takes its time
    ask->start = (fw_pose){ 5.37, 8.81, -1.5 };    // its nose at the wall of a house
    ask->goal = fw_goal_pose((fw_pose){ 9.14, 22.6, 0.0 });
}

static void ask_for(fw_map *map, fw_planner *planner, fw_path *path, const char *name,
                    void (*describe)(fw_unit_def *unit, fw_request *ask))
{
    fw_unit_def unit = fw_default_unit_def();
    fw_request ask = fw_default_request();
    fw_path_summary found;
    fw_check_report report;
    describe(&unit, &ask);
    must(fw_map_add_unit(map, &unit, &ask.unit));
    must(fw_find_path(planner, &ask, path));
    must(fw_path_summarise(path, &found));
    must(fw_path_check(map, ask.unit, path, NULL, &report));
    printf("%-7s %-12s %6.2f tiles, cost %6.2f, %2d segments: %s\n", name, fw_method_name(found.method),
           found.length, found.cost, found.segment_count,
           report.legal ? "legal" : fw_fault_text(report.first));
}

int main(void)
{
    fw_map *map = build_port();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));

    ask_for(map, planner, path, "people", people);
    ask_for(map, planner, path, "tank", tank);
    ask_for(map, planner, path, "car", car);
    ask_for(map, planner, path, "lorry", lorry);
    ask_for(map, planner, path, "ship", ship);
    ask_for(map, planner, path, "robot", robot);

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
