#include "job.h"

#include <stdio.h>

#include "complain.h"
#include "fairway/directional.h"
#include "fairway/planner.h"
#include "io/formats.h"
#include "io/map_units.h"
#include "io/number.h"
#include "io/text.h"
#include "masks.h"
#include "metres.h"
#include "nearest_name.h"
#include "places.h"
#include "progress.h"
#include "recording.h"
#include "refusal_text.h"
#include "shown.h"
#include "stopwatch.h"
#include "unit_options.h"
#include "wall_cost.h"

/// Reads --overlay and the masks, which need the map's size and its frame.
static bool open_overlay(const options *given, job *work)
{
    io_fault fault;
    if (!given->overlay && !given->keep_out && !given->speed_mask)
        return true;
    if (given->overlay && !io_overlay_load(given->overlay, &work->changes, &fault))
        return complain("%s", fault.text);
    if (given->window && work->changes.has_corridor)
        return complain("--window cannot be combined with the corridor of %s", given->overlay);
    if (!work->changes.name)
        work->changes.name = "the masks";
    if (!masks_from_options(given, work))
        return false;
    const fw_result made =
        fw_overlay_create(fw_map_width(work->map), fw_map_height(work->map), NULL, &work->overlay);
    if (made != FW_OK)
        return complain("the overlay: %s", fw_result_text(made));
    return io_overlay_apply(&work->changes, work->overlay, &fault) || complain("%s", fault.text);
}

/// How the command line wants a map's file to be read.
static fw_io_map_def map_def_from_options(const options *given)
{
    fw_io_map_def def;
    fw_io_map_def_init(&def, sizeof def);
    def.allow_outside = given->outside;
    def.letters = given->letters;
    def.level = given->level;
    def.layer = given->layer;
    def.world = given->world;
    if (given->covered >= 0.0)
        def.covered = given->covered;
    if (given->unknown != NOT_CHOSEN)
        def.unknown = given->unknown == 0 ? FW_IO_UNKNOWN_FREE : FW_IO_UNKNOWN_BLOCKED;
    return def;
}

/// Refuses options that are for maps of other formats.
static bool options_fit_format(const options *given, const io_reading *source)
{
    enum { TILED = 1 << FW_IO_TILED_XML | 1 << FW_IO_TILED_JSON, LDTK = 1 << FW_IO_LDTK };
    static const struct {
        const char *name, *formats;
        int bits;
    } rows[] = {
        { "letters", "rows of letters or numbers",
          1 << FW_IO_MOVINGAI | 1 << FW_IO_LETTERS | 1 << FW_IO_NUMBERS },
        { "unknown", "a map.yaml of ROS", 1 << FW_IO_ROS },
        { "level", "LDtk", LDTK },
        { "layer", "LDtk", LDTK },
        { "world", "LDtk", LDTK },
        { "covered", "Tiled", TILED },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (options_has(given, rows[i].name) && !(rows[i].bits & 1 << source->format))
            return complain("--%s is for %s; %s is of the format %s", rows[i].name, rows[i].formats,
                            source->name, fw_io_format_name(source->format));
    return !given->world || !given->level ||
           complain("--world joins all levels, so that --level cannot be combined with it");
}

/// Tells what the reader assumed or left out.
static void print_warnings(const io_reading *source)
{
    enum { MOST_TOLD = 3 };
    for (int i = 0; i < source->warning_count && i < MOST_TOLD; i++)
        complain("%s", source->warnings[i]);
    if (source->warning_count > MOST_TOLD)
        complain("fairway info %s --json - tells %d more of this kind", source->name,
                 source->warning_count - MOST_TOLD);
}

bool job_open(const options *given, const fw_allocator *allocator, job *work)
{
    *work = (job){ .quiet = given->quiet };
    io_fault fault;
    progress bar;
    const fw_io_map_def def = map_def_from_options(given);
    progress_begin(&bar, given->quiet, "reading the map", PROGRESS_EXACT);
    const bool is_read = io_reading_load(given->arguments[0], &def, &work->source, &fault);
    progress_end(&bar);
    if (!is_read)
        return complain("%s", fault.text);
    if (!options_fit_format(given, &work->source))
        return false;
    const double began = stopwatch_us();
    const bool made =
        io_map_of_tiles(given->arguments[0], &work->source.tiles, allocator, &work->map, &fault);
    work->map_ms = 1e-3 * (stopwatch_us() - began);
    io_tiles_free(&work->source.tiles);
    work->source.def = NULL; // was needed to read, and is a local variable
    if (!made)
        return complain("%s", fault.text);
    if (!given->quiet)
        print_warnings(&work->source);
    return recording_open(given->record, work->map, &work->recording) && frame_from_options(given, work) &&
           open_overlay(given, work);
}

/// Applies the options of the unit, which are in metres with --metres.
static bool apply_unit_options(const options *given, const job *work, fw_unit_def *def)
{
    if (!work->metres)
        return unit_from_options(given, work->map, def);
    fw_frame_unit_to_metres(work->metres, def);
    return unit_from_options(given, work->map, def) && fw_frame_unit_to_tiles(work->metres, def) == FW_OK;
}

/// The unit of the map that --from names, or else the usual one. The file of --unit says all of a unit.
static fw_unit_def default_unit(const options *given, const job *work)
{
    const io_named_unit *named =
        given->from && !given->unit ? place_unit(work, io_span_of(given->from)) : NULL;
    return named ? work->source.unit_files[named->file].def : io_usual_unit(&work->source);
}

bool job_read_method(const char *name, fw_method *method)
{
    if (!name || fw_method_from_name(name, method) == FW_OK)
        return true;
    const char *best = NULL;
    for (int i = 0; i < FW_METHOD_COUNT; i++)
        best = nearer_name(name, best, fw_method_name((fw_method)i));
    const io_quote quote = io_quoted(io_span_of(name));
    if (best)
        return complain("there is no method '%s'; did you mean %s?", quote.text, best);
    return complain("there is no method '%s'; --help lists all methods", quote.text);
}

static bool prepare(fw_method method, job *work)
{
    enum { SLICE = 3000000 }; // about a tenth of a second
    progress bar;
    progress_begin(&bar, work->quiet, "preparing the method", PROGRESS_EXACT);
    const double began = stopwatch_us();
    fw_result result;
    while ((result = fw_map_prepare_step(work->map, work->unit, method, SLICE)) == FW_PENDING)
        progress_share(&bar, fw_map_prepare_done(work->map, work->unit, method));
    work->prepare_ms += 1e-3 * (stopwatch_us() - began);
    progress_end(&bar);
    if (result == FW_OK)
        return true;
    const fw_refusal why = fw_map_prepare_refusal(work->map, work->unit, method);
    const bool is_refused = why.result != FW_OK;
    const char *see = why.other[0] ? " (see --" : "", *end = why.other[0] ? ")" : "";
    return complain("method %s: %s%s%s%s", fw_method_name(method),
                    is_refused ? why.reason : fw_result_text(result), see,
                    why.other[0] ? option_of_field(why.other).text : "", end);
}

bool job_prepare_smoothing(job *work)
{
    return work->method != FW_ON_DEMAND || prepare(FW_ASTAR, work);
}

bool job_make_areas(const options *given, job *work)
{
    io_fault fault;
    if (work->areas)
        return true;
    const int32_t width = fw_map_width(work->map), height = fw_map_height(work->map);
    if (given->area_map && !io_area_names_load(given->area_map, width, height, &work->names, &fault))
        return complain("%s", fault.text);
    fw_area_map_def def = fw_default_area_map_def();
    def.labels = work->names.labels;
    def.partition = (fw_partition)given->partition;
    const double began = stopwatch_us();
    const fw_result made = fw_area_map_create(work->map, work->unit, &def, &work->areas);
    work->prepare_ms += 1e-3 * (stopwatch_us() - began);
    return made == FW_OK || complain("--area-map: %s", fw_result_text(made));
}

/// Makes the area map of --area-map, or of squares alone if the method needs one.
static bool make_needed_areas(const options *given, job *work)
{
    if (given->area_map || work->method == FW_AREAS)
        return job_make_areas(given, work);
    return given->partition == FW_PARTITION_SQUARES || given->show == SHOW_AREAS ||
           complain("--partition is for --method areas and --show areas");
}

bool job_add_unit(const options *given, const fw_unit_def *unit, job *work)
{
    fw_unit_def def = unit && !given->unit ? *unit : default_unit(given, work);
    if (!job_read_method(given->method, &work->method) || !apply_unit_options(given, work, &def))
        return false;
    const bool is_for_arcs = work->method == FW_AUTO && (given->roads == FW_ROADS_WIDE || given->fastest);
    const fw_method meant = is_for_arcs ? FW_DIRECTIONAL : work->method;
    def.methods = FW_METHOD_BIT(meant);
    def.all_curves = def.all_curves || given->all_curves;
    if (given->headings != NOT_CHOSEN)
        def.headings = given->headings ? 16 : 8;
    if (given->cluster)
        def.cluster = (int32_t)given->cluster;
    def.dominance = dominance_from_options(given);
    def.placement = placement_from_options(given);
    if (given->abstraction != NOT_CHOSEN)
        def.abstraction = given->abstraction ? FW_ABSTRACTION_SHARED : FW_ABSTRACTION_UNIT;
    if (given->all_curves && (work->method < FW_DIRECTIONAL_8 || work->method > FW_DIRECTIONAL_80))
        return complain("--all-curves is for the methods directional-8, -24, -48 and -80");
    progress bar;
    progress_begin(&bar, given->quiet, "registering the unit", PROGRESS_EXACT);
    const double began = stopwatch_us();
    const fw_result result = fw_map_add_unit(work->map, &def, &work->unit);
    work->unit_ms = 1e-3 * (stopwatch_us() - began);
    progress_end(&bar);
    if (result != FW_OK) {
        const fw_refusal why = fw_unit_refusal(&def);
        return why.result != FW_OK ? complain_of_refusal(given->unit, &why)
                                   : complain("the unit is refused: %s", fw_result_text(result));
    }
    fw_map_unit(work->map, work->unit, &work->def);
    const bool uses_clusters = given->allow_longer && (meant == FW_AUTO || meant == FW_GRID);
    if (uses_clusters && !prepare(FW_HIERARCHY, work))
        return false;
    return prepare(meant, work) && (given->pre_smooth != FW_PRE_SMOOTH_48 || prepare(FW_HYBRID, work)) &&
           (given->pre_smooth != FW_PRE_SMOOTH_48_STRICT || prepare(FW_HYBRID_STRICT, work)) &&
           make_needed_areas(given, work) && wall_cost_from_options(given, work);
}

bool job_lacks_turns(const job *work)
{
    fw_motion_summary motions;
    return work->method >= FW_DIRECTIONAL_8 && work->method <= FW_DIRECTIONAL_80 &&
           fw_map_motions(work->map, work->unit, work->method, &motions) == FW_OK && !motions.complete;
}

void job_print_times(const job *work)
{
    printf("build times: map %s, unit %s, method %s\n", io_duration(1e3 * work->map_ms).text,
           io_duration(1e3 * work->unit_ms).text, io_duration(1e3 * work->prepare_ms).text);
}

bool job_close(job *work)
{
    fw_overlay_destroy(work->overlay);
    io_overlay_free(&work->changes);
    fw_area_map_destroy(work->areas);
    io_area_names_free(&work->names);
    fw_map_destroy(work->map);
    const bool is_recorded = recording_close(work->recording);
    io_reading_free(&work->source);
    *work = (job){ 0 };
    return is_recorded;
}
