#include "mapf.h"

#include <stdlib.h>

#include "complain.h"
#include "fairway/traffic.h"
#include "io/map_file.h"
#include "io/queries.h"
#include "speed_options.h"

#define USUAL_RADIUS 0.35
#define USUAL_TOP    2.0
#define USUAL_RATE   4.0 // of acceleration, braking and to the side
#define USUAL_TIME   600.0
#define TICK         0.05

/// True if the file has so many agents, all for this map.
static bool fits(const options *given, const io_queries *queries, const fw_map *map)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    if ((size_t)given->agents > queries->count)
        return complain("--agents is %lld, but %s has %zu", (long long)given->agents, given->scen,
                        queries->count);
    if (queries->width && (queries->width != width || queries->height != height))
        return complain("%s is for a map of %d x %d tiles, but %s has %d x %d", given->scen, queries->width,
                        queries->height, given->arguments[0], width, height);
    return true;
}

/// Speeds, which all agents share.
static bool describe_speeds(const options *given, const fw_map *map, io_scenario_unit *agent)
{
    fw_speed_def speeds;
    if (!speeds_from_options(given, map, &speeds))
        return false;
    agent->top = given->speed ? speeds.top : USUAL_TOP;
    agent->acceleration = given->speed ? speeds.acceleration : USUAL_RATE;
    agent->braking = given->speed ? speeds.braking : USUAL_RATE;
    agent->lateral = given->speed ? speeds.lateral : USUAL_RATE;
    agent->priority = 1;
    return true;
}

/// Speeds and body of all agents of --scen.
static bool describe_agent(const options *given, const fw_map *map, io_scenario_unit *agent)
{
    if (!describe_speeds(given, map, agent))
        return false;
    agent->unit = fw_default_unit_def();
    agent->unit.size = 0; // that of the body
    agent->unit.footprint = fw_circle(given->radius > 0 ? given->radius : USUAL_RADIUS);
    agent->has_goal = true;
    return true;
}

static bool read_agents(const options *given, const io_queries *queries, const fw_map *map,
                        io_scenario *scenario)
{
    const size_t count = given->agents > 0 ? (size_t)given->agents : queries->count;
    io_scenario_unit usual = { 0 };
    if (!fits(given, queries, map) || !describe_agent(given, map, &usual))
        return false;
    if (!given->quiet && !io_queries_are_for(queries, given->arguments[0]))
        complain("%s is for %s, which may be another map than %s", given->scen, queries->map,
                 given->arguments[0]);
    scenario->units = calloc(count + 1, sizeof *scenario->units);
    if (!scenario->units)
        return complain("%s: there is not enough memory", given->scen);
    scenario->unit_count = (int32_t)count;
    for (size_t i = 0; i < count; i++) {
        const fw_pose goal = io_place_pose(&queries->items[i].goal, 1);
        io_scenario_unit *agent = &scenario->units[i];
        *agent = usual;
        agent->id = (uint32_t)i + 1;
        agent->start = io_place_pose(&queries->items[i].start, 1);
        agent->goal_x = goal.x;
        agent->goal_y = goal.y;
    }
    return true;
}

bool mapf_read(const options *given, const fw_map *map, io_scenario *scenario)
{
    io_queries queries = { 0 };
    io_fault fault;
    *scenario = (io_scenario){ .dt = TICK, .time = USUAL_TIME };
    if (!given->scen)
        return true;
    if (!io_queries_read(given->scen, &queries, &fault))
        return complain("%s", fault.text);
    const bool is_read = read_agents(given, &queries, map, scenario);
    io_queries_free(&queries);
    return is_read;
}

bool mapf_add_units(const options *given, const fw_map *map, const io_reading *source, io_scenario *scenario)
{
    io_scenario_unit usual = { 0 };
    const int32_t before = scenario->unit_count, count = before + source->unit_count;
    if (source->unit_count == 0)
        return true;
    io_scenario_unit *units = realloc(scenario->units, (size_t)count * sizeof *units);
    if (!units)
        return complain("%s: there is not enough memory", source->name);
    scenario->units = units;
    if (!describe_speeds(given, map, &usual))
        return false;
    for (int32_t i = before; i < count; i++) {
        const io_named_unit *named = &source->units[i - before];
        units[i] = usual;
        units[i].id = (uint32_t)i + 1;
        units[i].unit = source->unit_files[named->file].def;
        units[i].start = named->at;
    }
    scenario->unit_count = count;
    return true;
}

bool mapf_load(const options *given, fw_map **map, io_scenario *scenario)
{
    io_fault fault;
    *map = NULL;
    *scenario = (io_scenario){ 0 };
    if (!io_map_load(given->arguments[0], NULL, map, &fault))
        return complain("%s", fault.text);
    return mapf_read(given, *map, scenario);
}
