#include <stdlib.h>

#include "command.h"
#include "complain.h"
#include "fairway-io/map.h"
#include "fairway/snapshot.h"
#include "io/crowd_picture.h"
#include "io/number.h"
#include "io/output.h"
#include "mapf.h"
#include "outputs.h"
#include "recording.h"
#include "simulation.h"
#include "terminal.h"

/// Work of a tick if --budget is not given.
enum { USUAL_BUDGET = 20000 };

/// The frames of a run, and the files that receive them.
typedef struct recording {
    const options *given;
    simulation run;
    fw_snapshot *before; ///< the map before all edits, for --svg
    FILE *poses;         ///< null without --poses
    fw_pose *shown;      ///< [pose * units for each frame], for --svg
    size_t shown_count;  ///< poses
    size_t shown_room;
} recording;

static bool keep_shown(recording *kept, const simulated_frame *frame)
{
    const size_t more = (size_t)frame->count;
    if (kept->shown_count + more > kept->shown_room) {
        const size_t room = 2 * (kept->shown_count + more);
        fw_pose *grown = realloc(kept->shown, room * sizeof *grown);
        if (!grown)
            return false;
        kept->shown = grown;
        kept->shown_room = room;
    }
    for (int32_t i = 0; i < frame->count; i++)
        kept->shown[kept->shown_count++] = frame->states[i].pose;
    return true;
}

static bool record(void *user, const simulated_frame *frame)
{
    recording *kept = user;
    if (kept->given->svg && !keep_shown(kept, frame))
        return false;
    for (int32_t i = 0; i < frame->count && kept->poses; i++) {
        const fw_agent_state *state = &frame->states[i];
        fprintf(kept->poses, "%s,%u,%s,", io_number(frame->time).text, state->id,
                io_number(state->pose.x).text);
        fprintf(kept->poses, "%s,%s,%s\n", io_number(state->pose.y).text, io_number(state->pose.heading).text,
                io_number(state->speed).text);
    }
    return true;
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const recording *kept = what;
    (void)fault;
    simulation_write(to, &kept->run);
    return true;
}

/// Units of a group go to places around its centre.
static void aim_groups(const simulation *run, io_crowd_unit *units)
{
    for (int32_t group = 0; group < run->scenario->group_count; group++) {
        const io_scenario_group *made = &run->scenario->groups[group];
        for (int32_t i = 0; i < made->count; i++)
            for (int32_t unit = 0; unit < run->scenario->unit_count; unit++)
                if ((int32_t)run->units[unit].index == made->members[i])
                    units[unit] = (io_crowd_unit){ units[unit].radius, true, made->centre.x, made->centre.y };
    }
}

static bool write_svg(FILE *to, const void *what, io_fault *fault)
{
    const recording *kept = what;
    const int32_t count = kept->run.scenario->unit_count;
    io_crowd_unit *units = calloc((size_t)count + 1, sizeof *units);
    if (!units)
        return io_fail(fault, "there is not enough memory for the picture");
    for (int32_t i = 0; i < count; i++) {
        const simulated_unit *unit = &kept->run.units[i];
        const io_scenario_unit *stated = &kept->run.scenario->units[unit->index];
        units[i] = (io_crowd_unit){ unit->radius, stated->has_goal, stated->goal_x, stated->goal_y };
    }
    aim_groups(&kept->run, units);
    const io_crowd crowd = { .map = fw_snapshot_map(kept->before),
                             .edits = kept->run.scenario->edits,
                             .edit_count = kept->run.scenario->edit_count,
                             .units = units,
                             .count = count,
                             .poses = kept->shown,
                             .frames = count ? (int64_t)(kept->shown_count / (size_t)count) : 0,
                             .seconds = kept->run.time };
    io_crowd_svg(to, &crowd);
    free(units);
    return true;
}

/// Runs the scenario, and writes the poses meanwhile.
static bool run_and_record(recording *kept)
{
    const options *given = kept->given;
    io_output output = { 0 };
    io_fault fault;
    if (given->poses && !io_output_open(given->poses, &output, &fault))
        return complain("%s", fault.text);
    kept->poses = output.to;
    if (kept->poses)
        fputs("time,unit,x,y,heading,speed\n", kept->poses);
    const bool records = given->poses || given->svg;
    const double time = given->time > 0 ? given->time : kept->run.scenario->time;
    if (!simulation_run(&kept->run, time, given->quiet, records ? record : NULL, kept)) {
        if (kept->poses)
            io_output_abandon(&output);
        return false;
    }
    return !kept->poses || io_output_finish(&output, &fault) || complain("%s", fault.text);
}

static void print_summary(const recording *kept)
{
    const simulation *run = &kept->run;
    printf("%sdone%s: %d of %d units have arrived after %g s; %lld ticks, %s each, %s at most\n",
           ink_on(stdout, INK_GOOD), ink_off(stdout, INK_GOOD), (int)run->arrived,
           (int)run->scenario->unit_count, run->time, (long long)run->ticks, io_duration(run->mean_us).text,
           io_duration(run->most_us).text);
    simulation_print_stuck(run);
    if (kept->given->verbose)
        simulation_print(run);
}

static int answer(recording *kept)
{
    if (!run_and_record(kept) || !write_file(kept->given->svg, write_svg, kept) ||
        !write_file(kept->given->json, write_json, kept))
        return EXIT_BAD;
    if (!kept->run.is_over) {
        complain("%s: time is up after %g s, and %d of %d units have arrived", kept->given->arguments[0],
                 kept->run.time, (int)kept->run.arrived, (int)kept->run.scenario->unit_count);
        if (kept->given->verbose && wants_summary(kept->given))
            simulation_print(&kept->run);
        return EXIT_NO_PATH;
    }
    if (wants_summary(kept->given))
        print_summary(kept);
    return EXIT_DONE;
}

/// Says what to do with a file that is no scenario.
static bool complain_of_file(const char *file, const io_fault *fault)
{
    fw_io_map *map = NULL;
    if (fw_io_map_load(file, NULL, &map, NULL) != FW_OK)
        return complain("%s", fault->text);
    const bool has_units = map->unit_count > 0;
    fw_io_map_free(map);
    if (has_units)
        return complain("%s is a map with units: fairway convert %s -o FILE.json makes a scenario of them",
                        file, file);
    return complain("%s is a map without units: --scen FILE.scen gives it agents; or name a scenario (JSON)",
                    file);
}

/// Reads the map and the units of the run.
///
/// @param[out] map       to be destroyed, also after a failure
/// @param[out] scenario  to be freed, also after a failure
static bool load(const options *given, fw_map **map, io_scenario *scenario)
{
    io_fault fault;
    if (given->scen)
        return mapf_load(given, map, scenario);
    *map = NULL;
    *scenario = (io_scenario){ 0 };
    if (given->agents > 0 || given->radius > 0 || given->speed)
        return complain("--agents, --radius and --speed go with --scen FILE.scen");
    if (io_scenario_load(given->arguments[0], map, scenario, &fault)) {
        if (scenario->unit_count == 0)
            complain("%s: the scenario has no units, so that nothing moves", given->arguments[0]);
        return true;
    }
    return complain_of_file(given->arguments[0], &fault);
}

int run_simulate(const options *given)
{
    recording kept = { .given = given };
    io_scenario scenario;
    fw_map *map;
    if (!outputs_fit(given))
        return EXIT_BAD;
    if (given->budget > 0 && given->cadence > 0) {
        complain("--budget cannot be combined with --cadence");
        return EXIT_BAD;
    }
    int status = EXIT_BAD;
    FILE *file = NULL;
    if (load(given, &map, &scenario) && recording_open(given->record, map, &file) &&
        simulation_open(given->arguments[0], &scenario, map, &kept.run)) {
        kept.run.budget = given->cadence > 0  ? FW_ONE_PATH
                          : given->budget > 0 ? (uint64_t)given->budget
                                              : USUAL_BUDGET;
        kept.run.cadence = given->cadence > 0 ? given->cadence : 1;
        kept.run.sample = given->sample > 0 ? given->sample : scenario.dt;
        status = fw_snapshot_take(map, &kept.before) == FW_OK ? answer(&kept) : EXIT_BAD;
    }
    if (kept.before)
        fw_snapshot_release(kept.before);
    simulation_close(&kept.run);
    free(kept.shown);
    fw_map_destroy(map);
    io_scenario_free(&scenario);
    return recording_close(file) ? status : EXIT_BAD;
}
