// A space of one's own: a 3D grid of 16x16x8 cells with a tower in the way, six neighbours each. The path is smoothed.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WIDTH = 16, DEPTH = 16, HEIGHT = 8 };

typedef struct cell {
    int x, y, z;
} cell;

static fw_node_id id_of(cell c)
{
    return (fw_node_id)(c.x + WIDTH * (c.y + DEPTH * c.z));
}

static cell cell_of(fw_node_id id)
{
    return (cell){ (int)(id % WIDTH), (int)(id / WIDTH % DEPTH), (int)(id / WIDTH / DEPTH) };
}

static int is_free(cell c)
{
    const int in_tower = c.x >= 6 && c.x < 10 && c.z < 6; // as deep as the whole space
    return !in_tower && c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < WIDTH && c.y < DEPTH && c.z < HEIGHT;
}

static fw_result begin(void *space, fw_successors *out)
{
    fw_successors_push(out, id_of(((const cell *)space)[0]), 0, 0);
    return FW_OK;
}

static fw_result expand(void *space, const fw_node *from, fw_successors *out)
{
    static const int steps[][3] = { { 1 }, { -1 }, { 0, 1 }, { 0, -1 }, { 0, 0, 1 }, { 0, 0, -1 } };
    if (from->id == id_of(((const cell *)space)[1]))
        fw_successors_push(out, FW_GOAL_NODE, 0, 0);
    const cell at = cell_of(from->id);
    for (int i = 0; i < 6; i++) {
        const cell to = { at.x + steps[i][0], at.y + steps[i][1], at.z + steps[i][2] };
        if (is_free(to))
            fw_successors_push(out, id_of(to), 1, (uint16_t)i);
    }
    return FW_OK;
}

static void estimate(void *space, fw_estimate *improved, int32_t count)
{
    const cell goal = ((const cell *)space)[1];
    for (int32_t i = 0; i < count; i++) {
        const cell at = cell_of(improved[i].id);
        improved[i].h = (uint64_t)(abs(goal.x - at.x) + abs(goal.y - at.y) + abs(goal.z - at.z));
    }
}

// True if the straight line between the centres of two cells stays in free cells, judged at samples.
static bool sees(void *space, fw_node_id from, fw_node_id to)
{
    (void)space;
    enum { STEPS = 100 };
    const cell a = cell_of(from), b = cell_of(to);
    for (int i = 0; i <= STEPS; i++) {
        const double share = (double)i / STEPS;
        const cell at = { (int)(a.x + share * (b.x - a.x) + 0.5), (int)(a.y + share * (b.y - a.y) + 0.5),
                          (int)(a.z + share * (b.z - a.z) + 0.5) };
        if (!is_free(at))
            return false;
    }
    return true;
}

int main(void)
{
    cell start_and_goal[] = { { 2, 8, 0 }, { 13, 8, 1 } }; // all that the functions need to know
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ begin, expand, estimate, .space = start_and_goal, .consistent = true };

    fw_map_def def = fw_default_map_def(); // a planner belongs to a map, even if this search does not use it
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    fw_search *search = NULL;
    fw_node nodes[64];
    int32_t count = 0;
    const int found = fw_map_create(&def, &map) == FW_OK && fw_planner_create(map, NULL, &planner) == FW_OK &&
                      fw_search_begin_space(planner, &ask, &search) == FW_OK &&
                      fw_search_step(search, 0) == FW_OK &&
                      fw_search_nodes(search, nodes, 64, &count, NULL) == FW_OK &&
                      fw_nodes_in_sight(nodes, &count, sees, NULL) == FW_OK;
    for (int32_t i = 0; found && i < count; i++)
        printf("%d, %d, %d\n", cell_of(nodes[i].id).x, cell_of(nodes[i].id).y, cell_of(nodes[i].id).z);
    fw_planner_destroy(planner); // ends its searches
    fw_map_destroy(map);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
