#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "complain.h"
#include "convert_scenario.h"
#include "fairway-io/save.h"
#include "job.h"
#include "survey.h"

/// The places of the map's file, with their names. Null without memory.
static fw_io_place *places_of(const io_reading *source)
{
    fw_io_place *places = calloc((size_t)source->place_count + 1, sizeof *places);
    for (int32_t i = 0; places && i < source->place_count; i++) {
        places[i] = source->places[i].place;
        places[i].name = source->places[i].name;
        places[i].kind = source->places[i].kind;
    }
    return places;
}

static bool save(const job *work, const char *file)
{
    fw_io_save_def def;
    fw_io_fault fault;
    fw_io_place *places = places_of(&work->source);
    if (!places)
        return complain("there is not enough memory");
    fw_io_save_def_init(&def, sizeof def);
    def.frame = work->frame.resolution > 0.0 ? &work->frame : NULL;
    def.places = places;
    def.place_count = work->source.place_count;
    const bool saved = fw_io_map_save(work->map, file, &def, &fault) == FW_OK;
    free(places);
    return saved || complain("%s", fault.text);
}

/// Prints what was read.
static void print_details(const job *work)
{
    size_t of_terrain[FW_TERRAIN_COUNT] = { 0 };
    const io_reading *source = &work->source;
    printf("read %s: %s, %d place%s with names or kinds, %d unit%s\n", source->name,
           fw_io_format_name(source->format), source->place_count, source->place_count == 1 ? "" : "s",
           source->unit_count, source->unit_count == 1 ? "" : "s");
    survey_terrains(work->map, of_terrain);
    survey_print_terrains(work->map, of_terrain);
}

/// Writes the map in the format that the name of the file says, or a scenario on it.
static bool convert(const options *given, const job *work, const char *file)
{
    if (is_scenario_name(file))
        return convert_to_scenario(given, work, file);
    if (given->scen || given->agents > 0 || given->radius > 0 || given->speed)
        return complain("--scen, --agents, --radius and --speed are for scenarios: -o FILE.json");
    if (work->source.unit_count > 0 && !given->quiet)
        complain("%s: its %d unit%s left out; a scenario (-o FILE.json) has units", work->source.name,
                 work->source.unit_count, work->source.unit_count == 1 ? " is" : "s are");
    return save(work, file);
}

int run_convert(const options *given)
{
    const char *file = given->output ? given->output : "-";
    job work = { 0 };
    const bool saved = job_open(given, NULL, &work) && convert(given, &work, file);
    if (saved && strcmp(file, "-") != 0 && !given->quiet) {
        printf("%s: %s, %d x %d tiles\n", file,
               is_scenario_name(file) ? "scenario" : fw_io_format_name(fw_io_format_of_name(file)),
               fw_map_width(work.map), fw_map_height(work.map));
        if (given->verbose)
            print_details(&work);
    }
    job_close(&work);
    return saved ? EXIT_DONE : EXIT_BAD;
}
