// A navigation mesh: convex polygons as nodes, crossed from centre to centre. Costs are whole numbers: 1/1000 unit.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

typedef struct polygon {
    double x, y;      // centre
    int beside[4];    // polygons that share an edge with this one
    int beside_count; // how many
} polygon;

// Two rooms (0 and 5) joined by a hall (1, 2, 3) in the north and a roundabout lane (4, 6) in the south.
static const polygon mesh[] = {
    { 2.0, 4.0, { 1, 4 }, 2 },   { 5.0, 2.0, { 0, 2 }, 2 }, { 8.0, 2.0, { 1, 3 }, 2 },
    { 11.0, 2.5, { 2, 5 }, 2 },  { 4.0, 9.0, { 0, 6 }, 2 }, { 14.0, 4.0, { 3, 6 }, 2 },
    { 12.0, 10.0, { 4, 5 }, 2 },
};

typedef struct walk {
    fw_node_id from, to;
} walk;

static uint64_t distance(fw_node_id a, fw_node_id b)
{
    return (uint64_t)(1000.0 * hypot(mesh[a].x - mesh[b].x, mesh[a].y - mesh[b].y));
}

static fw_result begin(void *space, fw_successors *out)
{
    fw_successors_push(out, ((const walk *)space)->from, 0, 0);
    return FW_OK;
}

static fw_result expand(void *space, const fw_node *at, fw_successors *out)
{
    if (at->id == ((const walk *)space)->to)
        fw_successors_push(out, FW_GOAL_NODE, 0, 0); // the goal is a successor too
    for (int i = 0; i < mesh[at->id].beside_count; i++) {
        const fw_node_id next = (fw_node_id)mesh[at->id].beside[i];
        fw_successors_push(out, next, 1 + distance(at->id, next),
                           0); // rounded up, h down: h stays a lower bound
    }
    return FW_OK;
}

static void estimate(void *space, fw_estimate *improved, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        improved[i].h = distance(improved[i].id, ((const walk *)space)->to);
}

int main(void)
{
    walk space = { .from = 0, .to = 5 };
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ begin, expand, estimate, .space = &space, .consistent = true };

    fw_map_def def = fw_default_map_def(); // a planner belongs to a map, even if this search does not use it
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    fw_search *search = NULL;
    fw_node nodes[8];
    int32_t count = 0;
    uint64_t cost = 0;
    const int found = fw_map_create(&def, &map) == FW_OK && fw_planner_create(map, NULL, &planner) == FW_OK &&
                      fw_search_begin_space(planner, &ask, &search) == FW_OK &&
                      fw_search_step(search, 0) == FW_OK &&
                      fw_search_nodes(search, nodes, 8, &count, &cost) == FW_OK;
    for (int32_t i = 0; found && i < count; i++)
        printf("polygon %d at %.1f, %.1f\n", (int)nodes[i].id, mesh[nodes[i].id].x, mesh[nodes[i].id].y);
    printf("%.3f units\n", (double)cost / 1000.0);
    fw_planner_destroy(planner); // ends its searches
    fw_map_destroy(map);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
