#include "trees.h"

#include "complain.h"
#include "fairway/forest.h"

/// Options that queries among trees refuse: only searches on tiles have them.
static const char *const refused[] = { "overlay",     "window",       "nearest",      "nearest-tolerance",
                                       "trace",       "weight",       "max-distance", "max-time",
                                       "slice",       "pre-smooth",   "smooth",       "turns",
                                       "roads",       "fixed-angles", "fastest",      "keep-right",
                                       "fewer-bends", "turn-charge",  "expanded",     "show",
                                       "keep-out",    "speed-mask",   "wall-cost",    NULL };

/// True if all terrains that a unit enters cost the same. Then the shortest path is the cheapest one.
static bool has_one_cost(const fw_unit_def *unit)
{
    float cost = 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++) {
        const float here = unit->terrain_cost[terrain];
        if (here > 0 && cost > 0 && (here < cost || here > cost))
            return false;
        cost = here > 0 ? here : cost;
    }
    return true;
}

bool trees_open(const options *given, const job *work, io_scene *trees)
{
    io_fault fault;
    *trees = (io_scene){ 0 };
    if (!given->trees)
        return true;
    if (work->def.footprint.kind != FW_FOOTPRINT_CIRCLE)
        return complain("--trees needs a round body: a --footprint circle:R");
    if (!has_one_cost(&work->def))
        return complain(
            "--trees needs a unit for which all terrains cost the same: paths among trees are the shortest "
            "ones");
    if (work->method != FW_AUTO)
        return complain("--method cannot be combined with --trees");
    const char *other = options_first(given, refused);
    if (other)
        return complain("--%s cannot be combined with --trees", other);
    return io_trees_load(given->trees, trees, &fault) || complain("%s", fault.text);
}

static fw_result plant(fw_forest *forest, const job *work, const io_scene *trees)
{
    uint32_t capability = 0;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        capability |= (uint32_t)(work->def.terrain_cost[terrain] > 0) << terrain;
    fw_result result = fw_forest_set_map(forest, work->map, capability);
    for (int32_t i = 0; i < trees->count && result == FW_OK; i++)
        result = fw_forest_add(forest, trees->trees[i], NULL);
    return result;
}

/// Makes a path among trees a path of the job's unit on its map.
static fw_result adopt(const job *work, fw_path *path)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path *copy = NULL;
    fw_result result = fw_path_summarise(path, &summary);
    summary.unit = work->unit;
    summary.map_version = fw_map_version(work->map);
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (work->def.terrain_cost[terrain] > 0)
            summary.cost = summary.length * (double)work->def.terrain_cost[terrain];
    if (result == FW_OK)
        result = fw_path_create(NULL, &copy);
    if (result == FW_OK)
        result = fw_path_set(copy, segments, count, &summary);
    if (result == FW_OK)
        result = fw_path_copy(copy, path);
    fw_path_destroy(copy);
    return result;
}

fw_result trees_route(const job *work, const io_scene *trees, const fw_request *ask, fw_path *path,
                      fw_statistics *statistics)
{
    fw_forest *forest = NULL;
    fw_forest_planner *planner = NULL;
    fw_forest_request query = fw_default_forest_request();
    query.radius = work->def.footprint.radius;
    query.start_x = ask->start.x;
    query.start_y = ask->start.y;
    query.goal_x = ask->goal.pose.x;
    query.goal_y = ask->goal.pose.y;
    query.turn_radius = work->def.turn_radius;
    query.max_work = ask->max_work;
    fw_result result = fw_forest_create(NULL, &forest);
    if (result == FW_OK)
        result = plant(forest, work, trees);
    if (result == FW_OK)
        result = fw_forest_planner_create(forest, NULL, &planner);
    if (result == FW_OK)
        result = fw_forest_find_path(planner, &query, path);
    if (planner)
        fw_forest_planner_statistics(planner, statistics);
    if (result == FW_OK)
        result = adopt(work, path);
    fw_forest_planner_destroy(planner);
    fw_forest_destroy(forest);
    return result;
}
