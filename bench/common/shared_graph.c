#include "common/shared_graph.h"

#include <stdlib.h>
#include <string.h>

#include "common/give_up.h"
#include "common/must.h"
#include "hierarchy/entrances.h"

enum { NODES_MOST = SIDES * CLUSTER_MOST, NONE = UINT16_MAX };

#define NO_WAY UINT32_MAX

static void *get(size_t count, size_t bytes)
{
    void *items = calloc(count ? count : 1, bytes);
    if (!items)
        give_up("no memory");
    return items;
}

static size_t cluster_count(const shared_graph *graph)
{
    return (size_t)graph->grid.columns * (size_t)graph->grid.rows;
}

/// What is needed while a cluster is built.
typedef struct workshop {
    memory memory;
    cluster_wave over[KINDS_MOST];
    transition_list found;
    uint32_t cost[KINDS_MOST][NODES_MOST * NODES_MOST]; ///< [from * NODES_MOST + to] or NO_WAY
    shared_edge edges[KINDS_MOST * NODES_MOST * NODES_MOST];
} workshop;

static workshop *workshop_open(const shared_graph *graph)
{
    workshop *shop = get(1, sizeof *shop);
    memory_init(&shop->memory, NULL);
    for (int kind = 0; kind < graph->kind_count; kind++)
        must(cluster_wave_reserve(&shop->over[kind], &shop->memory, graph->grid.side, &graph->rules[kind]));
    return shop;
}

static void workshop_close(const shared_graph *graph, workshop *shop)
{
    for (int kind = 0; kind < graph->kind_count; kind++)
        cluster_wave_free(&shop->over[kind]);
    free(shop);
}

/// Lists the transitions of all kinds, and who may use them.
static void list_nodes(const shared_graph *graph, workshop *shop, shared_cluster *cluster, cluster_box box)
{
    const int32_t stride = graph->grid.side + 2;
    bool *wanted[SIDES];
    for (int side = 0; side < SIDES; side++)
        wanted[side] = get((size_t)(stride * stride), sizeof(bool));
    for (int kind = 0; kind < graph->kind_count; kind++) {
        const ground *ground = &shop->over[kind].ground;
        ground_load(&shop->over[kind].ground, &graph->rules[kind], box);
        entrances_find(ground, &graph->rules[kind], graph->longest, graph->most_clearance, &shop->found);
        for (int32_t i = 0; i < shop->found.first[MOVE_COUNT]; i++)
            wanted[shop->found.items[i].move / 2][shop->found.items[i].tile] = true;
    }
    cluster->nodes = get(NODES_MOST + 1, sizeof *cluster->nodes);
    for (int side = 0; side < SIDES; side++) {
        cluster->first[side] = cluster->count;
        for (int32_t tile = 0; tile < stride * stride; tile++) {
            if (!wanted[side][tile])
                continue;
            uint16_t kinds = 0;
            for (int kind = 0; kind < graph->kind_count; kind++)
                kinds |= (uint16_t)((shop->over[kind].ground.moves[tile] >> 2 * side & 1) << kind);
            cluster->nodes[cluster->count++] = (shared_node){ (uint16_t)tile, kinds, 0 };
        }
        free(wanted[side]);
    }
    cluster->first[SIDES] = cluster->count;
}

static int side_of(const shared_cluster *cluster, int node)
{
    int side = 0;
    while (node >= cluster->first[side + 1])
        side++;
    return side;
}

static uint32_t half_step(const shared_cluster *cluster, const ground *ground, int node)
{
    return ground_step_cost(ground, cluster->nodes[node].tile, &ground->steps[2 * side_of(cluster, node)]) /
           2;
}

/// Finds the least costs of a kind between all nodes of a cluster that it may use.
static void measure(workshop *shop, const shared_cluster *cluster, int kind)
{
    wave *wave = &shop->over[kind].wave;
    ground *ground = &shop->over[kind].ground;
    for (int from = 0; from < cluster->count; from++) {
        uint32_t *costs = &shop->cost[kind][from * NODES_MOST];
        for (int to = 0; to < cluster->count; to++)
            costs[to] = NO_WAY;
        if (!(cluster->nodes[from].kinds >> kind & 1))
            continue;
        wave_begin(wave, ground);
        wave_add_seed(wave, (wave_seed){ .tile = cluster->nodes[from].tile, .move = NO_MOVE });
        for (int to = 0; to < cluster->count; to++)
            if (cluster->nodes[to].kinds >> kind & 1)
                wave_want(wave, cluster->nodes[to].tile);
        wave_run(wave);
        for (int to = 0; to < cluster->count; to++) {
            const uint64_t within = cluster->nodes[to].kinds >> kind & 1 && to != from
                                        ? wave_distance(wave, cluster->nodes[to].tile)
                                        : WAVE_UNKNOWN;
            if (within != WAVE_UNKNOWN)
                costs[to] =
                    (uint32_t)within + half_step(cluster, ground, from) + half_step(cluster, ground, to);
        }
    }
}

/// Writes one edge for all kinds for which a way costs the same.
static void list_edges(const shared_graph *graph, workshop *shop, shared_cluster *cluster)
{
    uint32_t count = 0;
    for (int from = 0; from < cluster->count; from++) {
        cluster->nodes[from].first = count;
        for (int to = 0; to < cluster->count; to++) {
            const uint32_t begin = count;
            for (int kind = 0; kind < graph->kind_count; kind++) {
                const uint32_t cost = shop->cost[kind][from * NODES_MOST + to];
                uint32_t same = begin;
                if (cost == NO_WAY)
                    continue;
                while (same < count && shop->edges[same].cost != cost)
                    same++;
                if (same == count)
                    shop->edges[count++] = (shared_edge){ cost, 0, (uint16_t)to };
                shop->edges[same].kinds |= (uint16_t)(1 << kind);
                cluster->edges_before += to < from;
            }
        }
    }
    cluster->nodes[cluster->count].first = count;
    cluster->edges = get(count, sizeof *cluster->edges);
    memcpy(cluster->edges, shop->edges, count * sizeof *cluster->edges);
}

static void build_cluster(shared_graph *graph, workshop *shop, size_t index)
{
    shared_cluster *cluster = &graph->clusters[index];
    free(cluster->nodes);
    free(cluster->edges);
    *cluster = (shared_cluster){ 0 };
    list_nodes(graph, shop, cluster, cluster_box_of(&graph->grid, cluster_with_index(&graph->grid, index)));
    for (int kind = 0; kind < graph->kind_count; kind++)
        measure(shop, cluster, kind);
    list_edges(graph, shop, cluster);
    cluster->nodes = realloc(cluster->nodes, ((size_t)cluster->count + 1) * sizeof *cluster->nodes);
    if (!cluster->nodes)
        give_up("no memory");
}

static void number_nodes(shared_graph *graph)
{
    for (size_t i = 0; i < cluster_count(graph); i++)
        graph->bases[i + 1] = graph->bases[i] + graph->clusters[i].count;
}

/// The kinds for which edges join two nodes of a cluster.
static uint16_t joined(const shared_cluster *cluster, int from, int to)
{
    uint16_t kinds = 0;
    for (uint32_t i = cluster->nodes[from].first; i < cluster->nodes[from + 1].first; i++)
        kinds |= cluster->edges[i].to == to ? cluster->edges[i].kinds : 0;
    return kinds;
}

static int kinds_in(uint16_t kinds)
{
    return __builtin_popcount(kinds);
}

/// Marks the transitions across a border that another one makes superfluous, on both sides.
///
/// @param side  of `here`, which is the opposite one of `there`
static void mark_dominated(const shared_graph *graph, const shared_cluster *here, const shared_cluster *there,
                           int side, bool *is_dropped, bool *is_dropped_there)
{
    const int first = here->first[side], count = here->first[side + 1] - first;
    const int32_t along = side == 0 ? graph->grid.side + 2 : 1;
    const int first_there = there->first[(side + 2) & 3];
    for (int few = 1; few <= KINDS_MOST; few++)
        for (int i = 0; i < count; i++) {
            const uint16_t kinds = here->nodes[first + i].kinds;
            for (int k = 0; k < count && kinds_in(kinds) == few && !is_dropped[first + i]; k++) {
                const uint16_t others = here->nodes[first + k].kinds;
                const int32_t apart = abs(here->nodes[first + i].tile - here->nodes[first + k].tile) / along;
                if (k == i || apart > graph->weak_within || is_dropped[first + k] || (kinds & ~others) != 0 ||
                    (kinds & ~joined(here, first + i, first + k)) != 0 ||
                    (kinds & ~joined(there, first_there + i, first_there + k)) != 0)
                    continue;
                is_dropped[first + i] = is_dropped_there[first_there + i] = true;
            }
        }
}

/// Takes the nodes that were dropped out of a cluster, with their edges.
static void compact(shared_cluster *cluster, const bool *is_dropped)
{
    uint16_t number[NODES_MOST];
    shared_cluster kept = { .edges_before = cluster->edges_before };
    uint32_t edges = 0;
    for (int i = 0; i < cluster->count; i++)
        number[i] = is_dropped[i] ? NONE : kept.count++;
    kept.nodes = get((size_t)kept.count + 1, sizeof *kept.nodes);
    kept.edges = get(cluster->nodes[cluster->count].first, sizeof *kept.edges);
    for (int i = 0; i < cluster->count; i++) {
        if (is_dropped[i])
            continue;
        kept.nodes[number[i]] = cluster->nodes[i];
        kept.nodes[number[i]].first = edges;
        for (uint32_t k = cluster->nodes[i].first; k < cluster->nodes[i + 1].first; k++)
            if (!is_dropped[cluster->edges[k].to]) {
                kept.edges[edges] = cluster->edges[k];
                kept.edges[edges++].to = number[cluster->edges[k].to];
            }
    }
    kept.nodes[kept.count].first = edges;
    for (int side = 0; side <= SIDES; side++)
        for (int i = 0; i < cluster->first[side]; i++)
            kept.first[side] = (uint16_t)(kept.first[side] + !is_dropped[i]);
    free(cluster->nodes);
    free(cluster->edges);
    *cluster = kept;
}

static void drop_dominated(shared_graph *graph)
{
    const size_t columns = (size_t)graph->grid.columns, count = cluster_count(graph);
    bool *dropped = get(count * NODES_MOST, sizeof *dropped);
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const size_t beside = side == 0 ? i + 1 : i + columns;
            if (side == 0 ? (i + 1) % columns == 0 : beside >= count)
                continue;
            mark_dominated(graph, &graph->clusters[i], &graph->clusters[beside], side,
                           &dropped[i * NODES_MOST], &dropped[beside * NODES_MOST]);
        }
    for (size_t i = 0; i < count; i++)
        compact(&graph->clusters[i], &dropped[i * NODES_MOST]);
    free(dropped);
}

void shared_graph_build(shared_graph *graph, const map_version *map, const map_unit *const *units, int count,
                        int32_t side, int32_t longest, int32_t most_clearance, int32_t weak_within)
{
    *graph = (shared_graph){ .map = map,
                             .kind_count = count,
                             .grid = cluster_grid_of(map_width(map), map_height(map), side),
                             .longest = longest,
                             .most_clearance = most_clearance,
                             .weak_within = weak_within };
    for (int kind = 0; kind < count; kind++) {
        graph->units[kind] = units[kind];
        graph->rules[kind] = ground_rules_of(map, units[kind]->layer, &units[kind]->def);
    }
    graph->clusters = get(cluster_count(graph), sizeof *graph->clusters);
    graph->bases = get(cluster_count(graph) + 1, sizeof *graph->bases);
    workshop *shop = workshop_open(graph);
    for (size_t i = 0; i < cluster_count(graph); i++)
        build_cluster(graph, shop, i);
    workshop_close(graph, shop);
    if (weak_within)
        drop_dominated(graph);
    number_nodes(graph);
}

void shared_graph_free(shared_graph *graph)
{
    for (size_t i = 0; i < cluster_count(graph); i++) {
        free(graph->clusters[i].nodes);
        free(graph->clusters[i].edges);
    }
    free(graph->clusters);
    free(graph->bases);
    free(graph->distances);
}

void shared_graph_repair(shared_graph *graph, const map_version *map, tile_box changed)
{
    int32_t reach = graph->most_clearance;
    graph->map = map;
    for (int kind = 0; kind < graph->kind_count; kind++) {
        const fw_unit_def *def = &graph->units[kind]->def;
        reach = def->size > reach ? def->size : reach;
        graph->rules[kind] = ground_rules_of(map, graph->units[kind]->layer, def);
    }
    workshop *shop = workshop_open(graph);
    for (size_t i = 0; i < cluster_count(graph); i++) {
        const cluster_box box = cluster_box_of(&graph->grid, cluster_with_index(&graph->grid, i));
        if (box.x - 1 <= changed.right && box.y - 1 <= changed.bottom &&
            box.x + box.width + reach >= changed.left && box.y + box.height + reach >= changed.top)
            build_cluster(graph, shop, i);
    }
    workshop_close(graph, shop);
    number_nodes(graph);
    free(graph->distances);
    graph->distances = NULL;
}

shared_size shared_graph_size(const shared_graph *graph)
{
    shared_size size = { .bytes = cluster_count(graph) * (sizeof(shared_cluster) + sizeof *graph->bases) };
    for (size_t i = 0; i < cluster_count(graph); i++) {
        const shared_cluster *cluster = &graph->clusters[i];
        const size_t edges = cluster->nodes[cluster->count].first;
        size.nodes += cluster->count;
        size.edges += edges / 2;
        size.edges_before += cluster->edges_before;
        size.bytes += ((size_t)cluster->count + 1) * sizeof(shared_node) + edges * sizeof(shared_edge);
    }
    size.landmark_bytes = size.nodes / 2 * SHARED_LANDMARKS * sizeof *graph->distances;
    return size;
}

/// A node of the graph.
typedef struct place {
    size_t cluster;
    int node;
} place;

/// The node on the other side of a transition.
static place across(const shared_graph *graph, place from)
{
    const shared_cluster *cluster = &graph->clusters[from.cluster];
    const int side = side_of(cluster, from.node);
    const ptrdiff_t columns = graph->grid.columns, steps[SIDES] = { 1, columns, -1, -columns };
    const size_t beside = (size_t)((ptrdiff_t)from.cluster + steps[side]);
    return (place){ beside,
                    graph->clusters[beside].first[(side + 2) & 3] + from.node - cluster->first[side] };
}

typedef struct shared_place {
    uint64_t g;
    place before; ///< node -1: the start
    uint32_t stamp;
    bool is_closed;
} shared_place;

/// A node that waits, or the goal.
typedef struct shared_entry {
    uint64_t f, g;
    place at;     ///< node -1: the goal
    place before; ///< the goal: the node that leads there; node -1: the start
} shared_entry;

void shared_search_create(shared_search *search, const shared_graph *graph)
{
    *search = (shared_search){ .count = graph->bases[cluster_count(graph)] };
    memory_init(&search->memory, NULL);
    search->places = get(search->count, sizeof *search->places);
    search->way = get(search->count + 1, sizeof *search->way);
    must(cluster_wave_reserve(&search->over, &search->memory, graph->grid.side, &graph->rules[0]));
}

void shared_search_free(shared_search *search)
{
    free(search->places);
    free(search->way);
    free(search->heap);
    cluster_wave_free(&search->over);
}

static void heap_push(shared_search *search, shared_entry entry)
{
    if (search->heap_count == search->heap_room) {
        search->heap_room = 2 * search->heap_room + 64;
        search->heap = realloc(search->heap, search->heap_room * sizeof *search->heap);
        if (!search->heap)
            give_up("no memory");
    }
    size_t at = search->heap_count++;
    for (; at > 0 && search->heap[(at - 1) / 2].f > entry.f; at = (at - 1) / 2)
        search->heap[at] = search->heap[(at - 1) / 2];
    search->heap[at] = entry;
}

static shared_entry heap_pop(shared_search *search)
{
    const shared_entry top = search->heap[0], last = search->heap[--search->heap_count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < search->heap_count; at = child) {
        child += child + 1 < search->heap_count && search->heap[child + 1].f < search->heap[child].f;
        if (search->heap[child].f >= last.f)
            break;
        search->heap[at] = search->heap[child];
    }
    search->heap[at] = last;
    return top;
}

/// Costs of a kind from an anchor to the nodes of its cluster and to another anchor of the cluster.
///
/// @param[out] costs  [node] or WAVE_UNKNOWN
/// @param other_x     -1: no other anchor
/// @return cost to the other anchor, or WAVE_UNKNOWN
static uint64_t join(shared_search *search, const shared_graph *graph, int kind, size_t index, int32_t x,
                     int32_t y, int32_t other_x, int32_t other_y, uint64_t *costs)
{
    const shared_cluster *cluster = &graph->clusters[index];
    ground *ground = &search->over.ground;
    wave *wave = &search->over.wave;
    must(cluster_wave_reserve(&search->over, &search->memory, graph->grid.side, &graph->rules[kind]));
    ground_load(ground, &graph->rules[kind],
                cluster_box_of(&graph->grid, cluster_with_index(&graph->grid, index)));
    wave_begin(wave, ground);
    wave_add_seed(wave, (wave_seed){ .tile = ground_tile(ground, x, y), .move = NO_MOVE });
    for (int i = 0; i < cluster->count; i++)
        if (cluster->nodes[i].kinds >> kind & 1)
            wave_want(wave, cluster->nodes[i].tile);
    if (other_x >= 0)
        wave_want(wave, ground_tile(ground, other_x, other_y));
    wave_run(wave);
    for (int i = 0; i < cluster->count; i++) {
        costs[i] =
            cluster->nodes[i].kinds >> kind & 1 ? wave_distance(wave, cluster->nodes[i].tile) : WAVE_UNKNOWN;
        if (costs[i] != WAVE_UNKNOWN)
            costs[i] += half_step(cluster, ground, i);
    }
    return other_x >= 0 ? wave_distance(wave, ground_tile(ground, other_x, other_y)) : WAVE_UNKNOWN;
}

/// A query under way.
typedef struct query {
    shared_search *search;
    const shared_graph *graph;
    int kind;
    int32_t goal_x, goal_y;
    bool has_landmarks;
    int32_t from_landmark[SHARED_LANDMARKS];
} query;

static uint64_t remaining(const query *ask, place at)
{
    const shared_graph *graph = ask->graph;
    const int32_t stride = graph->grid.side + 2, tile = graph->clusters[at.cluster].nodes[at.node].tile;
    const cluster_box box = cluster_box_of(&graph->grid, cluster_with_index(&graph->grid, at.cluster));
    const int32_t dx = abs(box.x + tile % stride - 1 - ask->goal_x),
                  dy = abs(box.y + tile / stride - 1 - ask->goal_y);
    const int32_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    uint64_t most = 2 * graph->rules[ask->kind].cheapest *
                    (uint64_t)(GROUND_STRAIGHT * (more - less) + GROUND_DIAGONAL * less);
    if (!ask->has_landmarks)
        return most;
    const uint16_t *row =
        &graph->distances[(graph->bases[at.cluster] + (uint32_t)at.node) * SHARED_LANDMARKS];
    for (int i = 0; i < SHARED_LANDMARKS; i++) {
        const int32_t apart = abs(row[i] - ask->from_landmark[i]) - 2;
        if (apart > 0 && row[i] != NONE && (uint64_t)apart << graph->shift > most)
            most = (uint64_t)apart << graph->shift;
    }
    return most;
}

static void reach(query *ask, place before, place within, uint64_t g)
{
    shared_search *search = ask->search;
    const place to = across(ask->graph, within);
    shared_place *known = &search->places[ask->graph->bases[to.cluster] + (uint32_t)to.node];
    if (known->stamp == search->stamp && known->g <= g)
        return;
    *known = (shared_place){ g, before, search->stamp, false };
    heap_push(search, (shared_entry){ g + remaining(ask, to), g, to, before });
}

static void measure_goal(query *ask, size_t cluster, const uint64_t *costs)
{
    const shared_graph *graph = ask->graph;
    ask->has_landmarks = graph->distances != NULL;
    for (int i = 0; i < SHARED_LANDMARKS && ask->has_landmarks; i++) {
        uint64_t least = WAVE_UNKNOWN;
        for (int node = 0; node < graph->clusters[cluster].count; node++) {
            const uint64_t far =
                graph->distances[(graph->bases[cluster] + (uint32_t)node) * SHARED_LANDMARKS + (uint32_t)i];
            if (costs[node] != WAVE_UNKNOWN && far != NONE && (far << graph->shift) + costs[node] < least)
                least = (far << graph->shift) + costs[node];
        }
        ask->has_landmarks = least != WAVE_UNKNOWN;
        ask->from_landmark[i] = (int32_t)(least >> graph->shift);
    }
}

/// Lists the clusters of a way, from its end on.
static void list_way(shared_search *search, const shared_graph *graph, size_t begin, place last)
{
    search->way_count = 0;
    for (; last.node >= 0; last = search->places[graph->bases[last.cluster] + (uint32_t)last.node].before)
        search->way[search->way_count++] = last.cluster;
    search->way[search->way_count++] = begin;
}

shared_answer shared_search_ask(shared_search *search, const shared_graph *graph, int kind, int32_t start_x,
                                int32_t start_y, int32_t goal_x, int32_t goal_y)
{
    uint64_t from_start[NODES_MOST], to_goal[NODES_MOST];
    const size_t begin = cluster_index(&graph->grid, cluster_of_tile(&graph->grid, start_x, start_y)),
                 end = cluster_index(&graph->grid, cluster_of_tile(&graph->grid, goal_x, goal_y));
    shared_answer answer = { .cost = WAVE_UNKNOWN };
    query ask = { search, graph, kind, goal_x, goal_y, false, { 0 } };
    search->heap_count = 0;
    search->stamp++;
    join(search, graph, kind, end, goal_x, goal_y, -1, -1, to_goal);
    measure_goal(&ask, end, to_goal);
    const uint64_t direct =
        join(search, graph, kind, begin, start_x, start_y, begin == end ? goal_x : -1, goal_y, from_start);
    if (direct != WAVE_UNKNOWN)
        heap_push(search, (shared_entry){ direct, direct, { end, -1 }, { begin, -1 } });
    for (int i = 0; i < graph->clusters[begin].count; i++)
        if (from_start[i] != WAVE_UNKNOWN)
            reach(&ask, (place){ begin, -1 }, (place){ begin, i }, from_start[i]);
    while (search->heap_count > 0) {
        const shared_entry next = heap_pop(search);
        if (next.at.node < 0) {
            answer.cost = next.g;
            list_way(search, graph, begin, next.before);
            break;
        }
        const shared_cluster *cluster = &graph->clusters[next.at.cluster];
        shared_place *known = &search->places[graph->bases[next.at.cluster] + (uint32_t)next.at.node];
        if (known->g != next.g || known->is_closed)
            continue;
        known->is_closed = true;
        answer.expanded++;
        if (next.at.cluster == end && to_goal[next.at.node] != WAVE_UNKNOWN) {
            const uint64_t g = next.g + to_goal[next.at.node];
            heap_push(search, (shared_entry){ g, g, { end, -1 }, next.at });
        }
        const shared_node *node = &cluster->nodes[next.at.node];
        answer.looked_at += node[1].first - node->first;
        for (uint32_t i = node->first; i < node[1].first; i++)
            if (cluster->edges[i].kinds >> kind & 1)
                reach(&ask, next.at, (place){ next.at.cluster, cluster->edges[i].to },
                      next.g + cluster->edges[i].cost);
    }
    return answer;
}

/// Distances from a node to all others, over the edges of all kinds.
static void flood(shared_search *search, const shared_graph *graph, place from, uint64_t *distances)
{
    for (size_t i = 0; i < search->count; i++)
        distances[i] = WAVE_UNKNOWN;
    const place sides[2] = { from, across(graph, from) };
    search->heap_count = 0;
    for (int i = 0; i < 2; i++) {
        distances[graph->bases[sides[i].cluster] + (uint32_t)sides[i].node] = 0;
        heap_push(search, (shared_entry){ 0, 0, sides[i], sides[i] });
    }
    while (search->heap_count > 0) {
        const shared_entry next = heap_pop(search);
        const shared_cluster *cluster = &graph->clusters[next.at.cluster];
        const shared_node *node = &cluster->nodes[next.at.node];
        if (distances[graph->bases[next.at.cluster] + (uint32_t)next.at.node] != next.g)
            continue;
        for (uint32_t i = node->first; i < node[1].first; i++) {
            const place here = { next.at.cluster, cluster->edges[i].to }, there = across(graph, here);
            const uint64_t g = next.g + cluster->edges[i].cost;
            uint64_t *known = &distances[graph->bases[here.cluster] + (uint32_t)here.node];
            if (g >= *known)
                continue;
            *known = distances[graph->bases[there.cluster] + (uint32_t)there.node] = g;
            heap_push(search, (shared_entry){ g, g, there, here });
        }
    }
}

static place place_of(const shared_graph *graph, size_t number)
{
    size_t cluster = 0;
    while (graph->bases[cluster + 1] <= number)
        cluster++;
    return (place){ cluster, (int)(number - graph->bases[cluster]) };
}

/// A node from which most nodes can be reached.
static size_t central_node(shared_search *search, const shared_graph *graph, uint64_t *distances)
{
    size_t best = 0, most = 0;
    bool *is_known = get(search->count, sizeof *is_known);
    for (size_t from = 0; from < search->count; from++) {
        size_t reached = 0;
        if (is_known[from])
            continue;
        flood(search, graph, place_of(graph, from), distances);
        for (size_t i = 0; i < search->count; i++) {
            reached += distances[i] != WAVE_UNKNOWN;
            is_known[i] = is_known[i] || distances[i] != WAVE_UNKNOWN;
        }
        best = reached > most ? from : best;
        most = reached > most ? reached : most;
    }
    free(is_known);
    return best;
}

void shared_graph_find_landmarks(shared_graph *graph)
{
    shared_search search;
    shared_search_create(&search, graph);
    uint64_t *found = get(search.count * SHARED_LANDMARKS, sizeof *found),
             *nearest = get(search.count, sizeof *nearest), most = 1;
    memset(nearest, 0xff, search.count * sizeof *nearest);
    size_t next = central_node(&search, graph, found);
    for (int i = 0; i < SHARED_LANDMARKS && search.count > 0; i++) {
        uint64_t *distances = &found[(size_t)i * search.count];
        flood(&search, graph, place_of(graph, next), distances);
        for (size_t k = 0, farthest = 0; k < search.count; k++) {
            nearest[k] = distances[k] < nearest[k] ? distances[k] : nearest[k];
            most = distances[k] != WAVE_UNKNOWN && distances[k] > most ? distances[k] : most;
            if (nearest[k] != WAVE_UNKNOWN && nearest[k] > farthest) {
                farthest = nearest[k];
                next = k;
            }
        }
    }
    graph->distances = get(search.count * SHARED_LANDMARKS, sizeof *graph->distances);
    while (most >> graph->shift >= NONE)
        graph->shift++;
    for (size_t k = 0; k < search.count; k++)
        for (int i = 0; i < SHARED_LANDMARKS; i++) {
            const uint64_t distance = found[(size_t)i * search.count + k];
            graph->distances[k * SHARED_LANDMARKS + (size_t)i] =
                distance == WAVE_UNKNOWN ? NONE : (uint16_t)(distance >> graph->shift);
        }
    free(found);
    free(nearest);
    shared_search_free(&search);
}
