// A navigation mesh of one's own: convex polygons are the nodes, and a funnel through their common sides is the path.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WALL = -1, MOST_CORNERS = 5, MOST_POLYGONS = 7 };

typedef struct polygon {
    int count;
    int corners[MOST_CORNERS]; // clockwise on the screen
    int beside[MOST_CORNERS];  // the polygon beyond the side from this corner to the next one, or WALL
} polygon;

static const double corners[][2] = { { 0, 1 },  { 4, 1 },  { 4, 3 },  { 4, 6 },  { 0, 6 },  { 7, 2 },
                                     { 7, 3 },  { 11, 1 }, { 11, 3 }, { 11, 6 }, { 16, 6 }, { 16, 1 },
                                     { 4, 10 }, { 4, 8 },  { 11, 8 }, { 11, 10 } };

// Two rooms (0 and 3), joined by a hall (1, 2) in the north and by a passage (4, 6, 5) in the south.
static const polygon mesh[MOST_POLYGONS] = {
    { 5, { 0, 1, 2, 3, 4 }, { WALL, 1, WALL, 4, WALL } },
    { 4, { 1, 5, 6, 2 }, { WALL, 2, WALL, 0 } },
    { 4, { 5, 7, 8, 6 }, { WALL, 3, WALL, 1 } },
    { 5, { 7, 11, 10, 9, 8 }, { WALL, WALL, 5, WALL, 2 } },
    { 4, { 4, 3, 13, 12 }, { 0, WALL, 6, WALL } },
    { 4, { 9, 10, 15, 14 }, { 3, WALL, 6, WALL } },
    { 4, { 13, 14, 15, 12 }, { WALL, 5, WALL, 4 } },
};

typedef struct walk {
    fw_node_id from, to;
} walk;

static fw_pose centre_of(fw_node_id id)
{
    fw_pose centre = { 0, 0, 0 };
    for (int i = 0; i < mesh[id].count; i++) {
        centre.x += corners[mesh[id].corners[i]][0] / mesh[id].count;
        centre.y += corners[mesh[id].corners[i]][1] / mesh[id].count;
    }
    return centre;
}

// Costs are whole numbers: 1/1000 unit.
static uint64_t distance(fw_node_id a, fw_node_id b)
{
    const fw_pose from = centre_of(a), to = centre_of(b);
    return (uint64_t)(1000.0 * hypot(from.x - to.x, from.y - to.y));
}

static fw_result begin(void *space, fw_successors *out)
{
    fw_successors_push(out, ((const walk *)space)->from, 0, 0);
    return FW_OK;
}

// Each polygon beyond a side is a successor; the side's number comes back with the nodes of the path.
static fw_result expand(void *space, const fw_node *at, fw_successors *out)
{
    if (at->id == ((const walk *)space)->to)
        fw_successors_push(out, FW_GOAL_NODE, 0, 0); // the goal is a successor too
    for (int side = 0; side < mesh[at->id].count; side++)
        if (mesh[at->id].beside[side] != WALL) {
            const fw_node_id next = (fw_node_id)mesh[at->id].beside[side];
            fw_successors_push(out, next, 1 + distance(at->id, next), (uint16_t)side); // rounded up, h down
        }
    return FW_OK;
}

static void estimate(void *space, fw_estimate *improved, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        improved[i].h = distance(improved[i].id, ((const walk *)space)->to);
}

// The portals between the polygons of a path: who leaves a polygon has the first corner of the side on the left.
static void list_portals(const fw_node *nodes, int32_t count, fw_portal *portals)
{
    for (int32_t i = 1; i < count; i++) {
        const polygon *left = &mesh[nodes[i - 1].id];
        const int side = nodes[i].via;
        const double *a = corners[left->corners[side]], *b = corners[left->corners[(side + 1) % left->count]];
        portals[i - 1] = (fw_portal){ a[0], a[1], b[0], b[1] };
    }
}

int main(void)
{
    walk space = { .from = 0, .to = 3 };
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ begin, expand, estimate, .space = &space, .consistent = true };

    fw_map_def def = fw_default_map_def(); // a planner belongs to a map, even if this search does not use it
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    fw_search *search = NULL;
    fw_path *path = NULL;
    fw_node nodes[MOST_POLYGONS];
    fw_portal portals[MOST_POLYGONS];
    int32_t count = 0, segment_count = 0;
    int found = fw_map_create(&def, &map) == FW_OK && fw_planner_create(map, NULL, &planner) == FW_OK &&
                fw_path_create(NULL, &path) == FW_OK &&
                fw_search_begin_space(planner, &ask, &search) == FW_OK &&
                fw_search_step(search, 0) == FW_OK &&
                fw_search_nodes(search, nodes, MOST_POLYGONS, &count, NULL) == FW_OK;
    if (found) {
        const fw_pose start = { 1, 5, 0 }, goal = { 15, 5, 0 };
        list_portals(nodes, count, portals);
        found = fw_path_funnel(path, start, goal, portals, count - 1, 0.4) == FW_OK; // a body of radius 0.4
    }
    const fw_segment *segments = fw_path_segments(path, &segment_count);
    for (int32_t i = 0; found && i < segment_count; i++)
        printf("%s of %.3f from %.3f, %.3f\n", segments[i].curvature == 0 ? "line" : "arc",
               segments[i].length, segments[i].start.x, segments[i].start.y);
    fw_path_destroy(path);
    fw_planner_destroy(planner); // ends its searches
    fw_map_destroy(map);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
