#include "areas/area_search.h"

#include "base/vector.h"

static double distance_between(const fw_area_map *areas, int32_t from, int32_t to)
{
    const area *a = &areas->areas[from], *b = &areas->areas[to];
    return hypotenuse(b->x - a->x, b->y - a->y);
}

static fw_result begin(void *context, successors *successors)
{
    const area_search *search = context;
    if (!successors_make_room(successors, 1))
        return FW_NO_MEMORY;
    successors_push(successors, (fw_node_id)search->start, 0, 0);
    return FW_OK;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    const area_search *search = context;
    const fw_area_map *areas = search->areas;
    const int32_t from = (int32_t)id;
    const area *middle = &areas->areas[from];
    const uint32_t end = areas->areas[from + 1].first_edge;
    (void)node;
    if (from == search->goal)
        successors_push_goal(successors, 0);
    if (!successors_make_room(successors, end - middle->first_edge))
        return FW_NO_MEMORY;
    for (uint32_t i = middle->first_edge; i < end; i++) {
        const int32_t to = areas->edges[i].to;
        const double price = 0.5 * (middle->cost + areas->areas[to].cost);
        const double step = ceil(distance_between(areas, from, to) * price) + 1;
        successors_push(successors, (fw_node_id)to, (cost)step, 0);
    }
    return FW_OK;
}

static void estimate(void *context, successor *improved, size_t count)
{
    const area_search *search = context;
    for (size_t i = 0; i < count; i++) {
        const int32_t area = (int32_t)improved[i].id;
        improved[i].h = (cost)(distance_between(search->areas, area, search->goal) * search->cheapest);
    }
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate };

void area_search_init(area_search *search, memory *memory, page_pool *pool)
{
    best_first_init(&search->search, memory, pool);
}

void area_search_reset(area_search *search, const fw_area_map *areas, int32_t start, int32_t goal,
                       uint32_t cheapest, const search_limits *limits)
{
    enum { LEAST_STEP = 8 }; // usual tiles between the middles of adjacent areas
    search->areas = areas;
    search->start = start;
    search->goal = goal;
    search->cheapest = cheapest;
    best_first_reset(&search->search, &kind, limits, (uint64_t)cheapest * LEAST_STEP);
}

fw_result area_search_run(area_search *search, uint64_t work)
{
    return best_first_run(&search->search, &kind, search, work);
}

int32_t area_search_route(const area_search *search, int32_t *route, int32_t capacity)
{
    const node_store *nodes = &search->search.nodes;
    int32_t count = 0;
    for (uint32_t slot = search->search.goal_parent; slot != NO_SLOT; slot = node_of(nodes, slot)->parent)
        count++;
    int32_t index = count;
    if (count <= capacity)
        for (uint32_t slot = search->search.goal_parent; slot != NO_SLOT; slot = node_of(nodes, slot)->parent)
            route[--index] = (int32_t)node_id_of(nodes, slot);
    return count;
}

fw_statistics area_search_statistics(const area_search *search)
{
    return search->search.count;
}
