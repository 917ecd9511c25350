#include "batch/run_work.h"

#include <math.h>
#include <stdlib.h>

#include "base/fnv.h"
#include "base/random.h"
#include "batch/study_map.h"
#include "fairway/traffic.h"

/// What a simulation ends with.
enum { RUN_DONE, RUN_TIME_UP, RUN_REFUSED };

const char *const run_result_names[3] = { "done", "time_up", "refused" };

/// Room between two bodies at the start, and between two goals, in tiles.
#define ROOM 0.1

enum { TRIES = 300 };

/// Units of one run.
typedef struct crowd {
    fw_map *map;
    fw_unit_id unit;
    fw_unit_def def;         ///< size and footprint filled in
    fw_pose *starts, *goals; ///< [pose * count]
    int32_t count;
} crowd;

static void free_crowd(crowd *all)
{
    free(all->starts);
    free(all->goals);
    fw_map_destroy(all->map);
}

static bool is_apart(const fw_pose *others, int32_t count, const fw_pose *from, double distance)
{
    for (int32_t i = 0; i < count; i++) {
        const double dx = others[i].x - from->x, dy = others[i].y - from->y;
        if (dx * dx + dy * dy < distance * distance)
            return false;
    }
    return true;
}

/// Finds a place at random for one more unit.
///
/// @param region  where the place must be; 0 = anywhere
static bool find_place(const crowd *all, random_source *source, const fw_pose *taken, uint32_t region,
                       fw_pose *place)
{
    const double half = 0.5 * all->def.size, distance = 2 * all->def.footprint.radius + ROOM;
    for (int i = 0; i < TRIES; i++) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)fw_map_width(all->map));
        const int32_t y = (int32_t)random_below(source, (uint32_t)fw_map_height(all->map));
        const double heading = 0.25 * FW_PI * random_below(source, 8);
        *place = (fw_pose){ x + half, y + half, heading };
        if (fw_map_fits(all->map, all->unit, x, y) &&
            (region == 0 || fw_map_region(all->map, all->unit, x, y) == region) &&
            is_apart(taken, all->count, place, distance))
            return true;
    }
    return false;
}

static uint32_t region_of(const crowd *all, const fw_pose *place)
{
    const double half = 0.5 * all->def.size;
    return fw_map_region(all->map, all->unit, (int32_t)(place->x - half), (int32_t)(place->y - half));
}

/// Number of units whose bodies cover a share of the tiles that they may enter.
static int32_t count_for(const crowd *all, double density)
{
    int64_t tiles = 0;
    for (int32_t y = 0; y < fw_map_height(all->map); y++)
        for (int32_t x = 0; x < fw_map_width(all->map); x++)
            tiles += all->def.terrain_cost[fw_map_terrain(all->map, x, y)] > 0;
    const double body = FW_PI * all->def.footprint.radius * all->def.footprint.radius;
    const double count = floor(density * (double)tiles / body);
    return count < 1 ? 1 : count > 20000 ? 20000 : (int32_t)count;
}

/// Takes agents of a scenario, in an order by the source. An agent that does not fit, or that would stand or end too
/// close to one before, is left out.
static bool take_agents(const io_queries *listed, random_source *source, int32_t wanted, crowd *all)
{
    const double distance = 2 * all->def.footprint.radius;
    size_t *order = calloc(listed->count, sizeof *order);
    if (!order)
        return false;
    for (size_t i = 0; i < listed->count; i++) { // Fisher and Yates, from the inside
        const size_t other = random_below(source, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (size_t i = 0; i < listed->count && all->count < wanted; i++) {
        const io_query *agent = &listed->items[order[i]];
        const fw_pose start = io_place_pose(&agent->start, all->def.size);
        const fw_pose goal = io_place_pose(&agent->goal, all->def.size);
        const uint32_t region = region_of(all, &start);
        if (region == 0 || region != region_of(all, &goal) ||
            !is_apart(all->starts, all->count, &start, distance) ||
            !is_apart(all->goals, all->count, &goal, distance))
            continue;
        all->starts[all->count] = start;
        all->goals[all->count++] = goal;
    }
    free(order);
    return true;
}

static bool make_crowd(const study *asked, const study_job *place, crowd *all)
{
    *all = (crowd){ 0 };
    if (!study_map_make(&asked->maps[place->map], &all->map, NULL) ||
        !study_unit_read(asked, place->unit, all->map, &all->def, NULL) ||
        fw_map_add_unit(all->map, &all->def, &all->unit) != FW_OK ||
        fw_map_unit(all->map, all->unit, &all->def) != FW_OK)
        return false;
    const int32_t wanted = count_for(all, asked->simulation.densities[place->density]);
    random_source source = { .state = asked->simulation.seeds[place->seed] };
    all->starts = calloc((size_t)wanted, sizeof *all->starts);
    all->goals = calloc((size_t)wanted, sizeof *all->goals);
    if (!all->starts || !all->goals)
        return false;
    const io_queries *listed = &asked->maps[place->map].agents;
    if (listed->count > 0)
        return take_agents(listed, &source, wanted, all);
    for (int32_t i = 0; i < wanted; i++)
        if (find_place(all, &source, all->starts, 0, &all->starts[all->count]) &&
            find_place(all, &source, all->goals, region_of(all, &all->starts[all->count]),
                       &all->goals[all->count]))
            all->count++;
    return true;
}

static bool add_units(const study *asked, const crowd *all, fw_traffic *traffic)
{
    const study_simulation *settings = &asked->simulation;
    for (int32_t i = 0; i < all->count; i++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = (fw_agent_id)i + 1;
        def.unit = all->unit;
        def.start = all->starts[i];
        def.top = settings->top;
        def.acceleration = settings->acceleration;
        def.braking = settings->braking;
        def.lateral = settings->lateral;
        if (fw_traffic_add(traffic, &def) != FW_OK)
            return false;
    }
    for (int32_t i = 0; i < all->count; i++)
        if (fw_traffic_order(traffic, (fw_agent_id)i + 1, all->goals[i].x, all->goals[i].y) != FW_OK)
            return false;
    return true;
}

/// True if no unit will move any more.
static bool is_over(const fw_agent_state *states, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity != FW_AGENT_ARRIVED && states[i].activity != FW_AGENT_INFEASIBLE &&
            states[i].activity != FW_AGENT_BLOCKED)
            return false;
    return true;
}

static double smallest_gap(const fw_agent_state *states, int32_t count, double radius)
{
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = i + 1; j < count; j++)
            least =
                fmin(least, hypot(states[i].pose.x - states[j].pose.x, states[i].pose.y - states[j].pose.y));
    return least - 2 * radius;
}

static void sum_up(const fw_agent_state *states, int32_t count, answer *into)
{
    uint64_t hash = FNV_OF_NOTHING;
    answer_value *values = into->values;
    for (int32_t i = 0; i < count; i++) {
        const fw_agent_state *unit = &states[i];
        values[RUN_ARRIVED].whole += unit->activity == FW_AGENT_ARRIVED;
        values[RUN_DRIVEN].real += unit->driven;
        values[RUN_WAITED].real += unit->waited;
        const double numbers[] = { unit->pose.x, unit->pose.y, unit->pose.heading, unit->driven,
                                   unit->arrived };
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            hash = fnv_double(hash, numbers[j]);
        hash = fnv_bits(hash, (uint64_t)unit->activity);
    }
    values[RUN_UNITS].whole = count;
    values[RUN_SHARE].real = count ? (double)values[RUN_ARRIVED].whole / count : 1;
    values[RUN_HASH].bits = hash;
}

static void drive(const study *asked, const study_job *place, const crowd *all, fw_traffic *traffic,
                  answer *into)
{
    const study_simulation *settings = &asked->simulation;
    const study_parameters *parameters = &settings->parameters[place->method];
    const int64_t most = (int64_t)ceil(settings->time / settings->dt - 1e-9);
    const bool measures_gap = study_has_column(asked, RUN_GAP);
    double gap = INFINITY;
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    int64_t tick = 0;
    for (; tick < most && !is_over(states, count); tick++) {
        const uint64_t budget = tick % parameters->cadence == 0 ? parameters->budget : 0;
        if (fw_traffic_step(traffic, settings->dt, budget) != FW_OK) {
            into->values[RUN_RESULT].whole = RUN_REFUSED;
            return;
        }
        states = fw_traffic_states(traffic, &count);
        if (measures_gap)
            gap = fmin(gap, smallest_gap(states, count, all->def.footprint.radius));
    }
    into->values[RUN_RESULT].whole = is_over(states, count) ? RUN_DONE : RUN_TIME_UP;
    into->values[RUN_TIME].real = (double)tick * settings->dt;
    into->values[RUN_GAP].real = gap;
    sum_up(states, count, into);
}

static void run_job(void *user, uint64_t job, answer *into)
{
    const run_work *own = user;
    const study_job place = study_job_at(own->asked, job);
    crowd all;
    fw_traffic *traffic = NULL;
    into->values[RUN_RESULT].whole = RUN_REFUSED;
    if (make_crowd(own->asked, &place, &all) && fw_traffic_create(all.map, NULL, &traffic) == FW_OK &&
        add_units(own->asked, &all, traffic))
        drive(own->asked, &place, &all, traffic, into);
    fw_traffic_destroy(traffic);
    free_crowd(&all);
}

static bool prepare_nothing(void *user, int32_t stage, io_fault *fault)
{
    (void)user;
    (void)stage;
    (void)fault;
    return true;
}

static bool begin_nothing(void *user)
{
    (void)user;
    return true;
}

workload run_workload(const study *asked, run_work *own)
{
    *own = (run_work){ asked };
    return (workload){ .user = own,
                       .starts = asked->starts,
                       .stage_count = asked->map_count,
                       .prepare = prepare_nothing,
                       .begin = begin_nothing,
                       .run = run_job };
}
