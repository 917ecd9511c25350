// Bytes become a graph and the way in which it is searched: a search on a user's space finds what Dijkstra finds. The
// rest becomes paths over such a space.
#include <math.h>
#include <stdlib.h>

#include "common/choices.h"
#include "common/graph.h"
#include "fairway/fairway.h"

enum { NODES = 24 };

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void draw_graph(choices *source, graph *drawn)
{
    graph_clear(drawn, choose_from_to(source, 1, NODES));
    drawn->start = choose_from_to(source, 0, drawn->count - 1);
    drawn->goal = choose_from_to(source, 0, drawn->count - 1);
    drawn->pauses = choose_one_in(source, 4) ? choose_from_to(source, 1, 2) : 0;
    drawn->closing = choose_below(source, 300);
    for (int32_t i = 0; i < drawn->count; i++) {
        drawn->ids[i] = choose_one_in(source, 8) ? UINT64_MAX - 1 - (uint64_t)i : (uint64_t)i;
        for (int32_t edges = choose_from_to(source, 0, 3); edges > 0; edges--)
            graph_join(drawn, i, choose_from_to(source, 0, drawn->count - 1), choose_below(source, 1 << 16));
    }
    for (int i = 0; i < 3; i++)
        if (choose_one_in(source, 4))
            drawn->more_starts[i] = choose_from_to(source, 0, drawn->count - 1);
}

/// The nodes of a path join by edges that cost what it costs.
static void judge_nodes(const graph *drawn, const fw_search *search, uint64_t claimed)
{
    static fw_node nodes[NODES + 1];
    int32_t count;
    uint64_t cost;
    expect(fw_search_nodes(search, nodes, NODES + 1, &count, &cost) == FW_OK && count > 0 && cost == claimed);
    expect(graph_index_of(drawn, nodes[count - 1].id) == drawn->goal);
    for (int32_t i = 1; i < count; i++) {
        const int32_t from = graph_index_of(drawn, nodes[i - 1].id);
        const int32_t edge = nodes[i].via;
        expect(edge < drawn->edge_count[from] && drawn->ids[drawn->edge_to[from][edge]] == nodes[i].id &&
               nodes[i].cost == nodes[i - 1].cost + drawn->edge_cost[from][edge]);
    }
}

static void search_graph(choices *source, graph *drawn, fw_planner *planner)
{
    uint64_t costs[MOST_NODES];
    fw_search *search = NULL;
    fw_space_request ask = fw_default_space_request();
    ask.space = graph_space(drawn, choose_one_in(source, 2));
    ask.space.estimate = choose_one_in(source, 2) ? ask.space.estimate : NULL;
    ask.weight = choose_one_in(source, 4) ? choose_within(source, 1, 1000) : 1;
    ask.max_work = choose_one_in(source, 4) ? choose_below(source, 30) : 0;
    expect(fw_search_begin_space(planner, &ask, &search) == FW_OK);
    const uint64_t slice = choose_below(source, 8);
    fw_result result;
    do
        result = fw_search_step(search, slice);
    while (result == FW_PENDING);
    graph_dijkstra(drawn, costs);
    const uint64_t least = costs[drawn->goal];
    if (result == FW_OK)
        judge_nodes(drawn, search, least + drawn->closing);
    else
        expect(result == FW_NOT_FOUND ? least == UINT64_MAX : result == FW_LIMIT && ask.max_work > 0);
    fw_search_end(search);
}

enum { PORTALS = 12 };

/// Portals and a body of any kind give a path from the start to the goal, or a result that says why not.
static void pull_through(choices *source, fw_path *path)
{
    fw_portal portals[PORTALS];
    const int32_t count = choose_from_to(source, 0, PORTALS);
    for (int32_t i = 0; i < count; i++) {
        portals[i] = i && choose_one_in(source, 2)
                         ? portals[i - 1]
                         : (fw_portal){ choose_within(source, -9, 9), choose_within(source, -9, 9),
                                        choose_within(source, -9, 9), choose_within(source, -9, 9) };
        if (choose_one_in(source, 2))
            portals[i].left_x = choose_from_to(source, -3, 3);
        else
            portals[i].right_y = choose_from_to(source, -3, 3);
    }
    const fw_pose start = { choose_within(source, -9, 9), choose_within(source, -9, 9), 0 };
    const fw_pose goal = { choose_within(source, -9, 9), choose_from_to(source, -9, 9), 0 };
    const double radius = choose_one_in(source, 2) ? choose_within(source, 0, 3) : 0;
    const fw_result result = fw_path_funnel(path, start, goal, portals, count, radius);
    fw_pose first, last;
    if (result == FW_OK)
        expect(fw_path_pose_at(path, 0, &first) == FW_OK &&
               fw_path_pose_at(path, fw_path_length(path), &last) == FW_OK &&
               hypot(first.x - start.x, first.y - start.y) < 1e-6 &&
               hypot(last.x - goal.x, last.y - goal.y) < 1e-6);
    else
        expect(result == FW_NOT_FOUND || result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED);
}

/// A judge by the bits of what is judged: as arbitrary as any.
static bool may_drive(void *user, const fw_segment *segment)
{
    (void)user;
    return (int64_t)(segment->length * 1000 + segment->start.x * 777) % 3 != 0;
}

static bool sees(void *user, fw_node_id from, fw_node_id to)
{
    (void)user;
    return (from ^ to) % 3 != 0;
}

/// Smoothing by the caller's judge ends at the last point, and keeps both ends of a list of nodes.
static void smooth_by_sight(choices *source, fw_path *path)
{
    fw_pose points[PORTALS], end;
    fw_node nodes[PORTALS] = { 0 };
    int32_t count = choose_from_to(source, 1, PORTALS);
    for (int32_t i = 0; i < count; i++) {
        points[i] = (fw_pose){ choose_within(source, -9, 9), choose_from_to(source, -9, 9), 0 };
        nodes[i].id = choose_below(source, 99);
    }
    const fw_pose start = { choose_within(source, -9, 9), 0, choose_within(source, -9, 9) };
    const double radius = choose_one_in(source, 2) ? choose_within(source, 0, 3) : 0;
    expect(fw_path_in_sight(path, start, points, count, radius, may_drive, NULL) == FW_OK &&
           fw_path_pose_at(path, fw_path_length(path), &end) == FW_OK);
    expect(hypot(end.x - points[count - 1].x, end.y - points[count - 1].y) < 1e-6);
    const fw_node_id last = nodes[count - 1].id;
    expect(fw_nodes_in_sight(nodes, &count, sees, NULL) == FW_OK && nodes[count - 1].id == last);
}

static void draw_paths(choices *source)
{
    fw_path *path = NULL;
    expect(fw_path_create(NULL, &path) == FW_OK);
    pull_through(source, path);
    smooth_by_sight(source, path);
    fw_path_destroy(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static graph drawn;
    const fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    choices source = choices_of_bytes(bytes, size);
    expect(fw_map_create(&def, &map) == FW_OK && fw_planner_create(map, NULL, &planner) == FW_OK);
    draw_graph(&source, &drawn);
    search_graph(&source, &drawn, planner);
    search_graph(&source, &drawn, planner);
    expect(fw_planner_bytes(planner) > 0);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    draw_paths(&source);
    return 0;
}
