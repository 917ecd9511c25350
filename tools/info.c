#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "complain.h"
#include "fairway/directional.h"
#include "fairway/hierarchy.h"
#include "io/frame_json.h"
#include "io/json_writer.h"
#include "io/number.h"
#include "io/unit_json.h"
#include "job.h"
#include "outputs.h"
#include "survey.h"

typedef struct info_run {
    job work;
    survey figures;
    int32_t *clearance; ///< [side * tiles]; null = not asked for
    fw_map_memory memory;
} info_run;

static double degrees(double heading)
{
    return heading * 180.0 / FW_PI;
}

static void write_terrains(json_writer *json, const info_run *info)
{
    json_pair_open(json, "terrains", '{');
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (info->figures.of_terrain[terrain])
            json_pair_whole(json, fw_map_terrain_name(info->work.map, (uint8_t)terrain),
                            (int64_t)info->figures.of_terrain[terrain]);
    json_close(json, '}');
}

static void write_units(json_writer *json, const job *work)
{
    const io_reading *source = &work->source;
    json_pair_open(json, "units", '[');
    for (int32_t i = 0; i < source->unit_count; i++) {
        const io_named_unit *named = &source->units[i];
        json_open(json, '{');
        json_pair_text(json, "name", named->name);
        json_pair_text(json, "kind", named->kind);
        json_pair_number(json, "x", named->at.x);
        json_pair_number(json, "y", named->at.y);
        json_pair_number(json, "heading", degrees(named->at.heading));
        json_key(json, "unit");
        io_unit_write(json, work->map, &source->unit_files[named->file].def);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/// What the map's file says besides its tiles.
static void write_source(json_writer *json, const job *work)
{
    const char *warnings[IO_MOST_WARNINGS];
    const io_reading *source = &work->source;
    json_pair_text(json, "format", fw_io_format_name(source->format));
    if (work->frame.resolution > 0.0)
        io_frame_write(json, &work->frame);
    if (source->left || source->top) {
        json_pair_whole(json, "left", source->left);
        json_pair_whole(json, "top", source->top);
    }
    if (source->place_count > 0) {
        json_pair_open(json, "places", '[');
        for (int32_t i = 0; i < source->place_count; i++) {
            const io_named_place *named = &source->places[i];
            json_open(json, '{');
            json_pair_text(json, "name", named->name);
            json_pair_text(json, "kind", named->kind);
            json_pair_number(json, "x", named->place.x);
            json_pair_number(json, "y", named->place.y);
            json_pair_number(json, "width", named->place.width);
            json_pair_number(json, "height", named->place.height);
            json_close(json, '}');
        }
        json_close(json, ']');
    }
    if (source->unit_count > 0)
        write_units(json, work);
    for (int i = 0; i < source->warning_count; i++)
        warnings[i] = source->warnings[i];
    json_pair_texts(json, "warnings", warnings, source->warning_count);
    json_break(json);
}

static void write_unit(json_writer *json, const info_run *info)
{
    json_key(json, "unit");
    io_unit_write(json, info->work.map, &info->work.def);
    json_break(json);
    json_pair_whole(json, "anchors", (int64_t)info->figures.anchors);
    json_pair_whole(json, "regions", (int64_t)info->figures.regions);
    json_pair_whole(json, "largest_region", (int64_t)info->figures.largest);
    json_break(json);
    json_pair_open(json, "clearance", '{');
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        json_pair_whole(json, clearance_names[i], (int64_t)info->figures.of_clearance[i]);
    json_close(json, '}');
}

/// Counts the motions of a directional method; false for other methods.
static bool find_motions(const info_run *info, fw_motion_summary *motions)
{
    return fw_map_motions(info->work.map, info->work.unit, info->work.method, motions) == FW_OK;
}

static void write_motions(json_writer *json, const fw_motion_summary *motions)
{
    json_pair_open(json, "motions", '{');
    json_pair_whole(json, "headings", motions->headings);
    json_pair_number(json, "each", motions->branching);
    json_pair_number(json, "unpruned", motions->unpruned);
    json_pair_whole(json, "reach", motions->reach);
    json_pair_whole(json, "bytes", (int64_t)motions->bytes);
    json_pair_bool(json, "complete", motions->complete);
    json_close(json, '}');
    json_break(json);
}

static const char *dominance_name(const fw_cluster_summary *clusters)
{
    return clusters->dominance == FW_DOMINANCE_WEAK     ? "weak"
           : clusters->dominance == FW_DOMINANCE_STRONG ? "strong"
                                                        : "near";
}

static const char *placement_name(const fw_cluster_summary *clusters)
{
    return clusters->placement == FW_PLACEMENT_CLEARANCE ? "clearance" : "cheapest";
}

static void write_clusters(json_writer *json, const fw_cluster_summary *clusters)
{
    json_pair_open(json, "hierarchy", '{');
    json_pair_whole(json, "cluster", clusters->side);
    json_pair_text(json, "dominance", dominance_name(clusters));
    json_pair_text(json, "placement", placement_name(clusters));
    if (clusters->abstraction == FW_ABSTRACTION_SHARED) {
        json_pair_text(json, "abstraction", "shared");
        json_pair_whole(json, "kinds", clusters->kinds);
    }
    json_pair_whole(json, "clusters", (int64_t)clusters->clusters);
    json_pair_whole(json, "transitions", (int64_t)clusters->transitions);
    json_pair_whole(json, "edges", (int64_t)clusters->edges);
    json_pair_whole(json, "bytes", (int64_t)clusters->bytes);
    json_close(json, '}');
    json_break(json);
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    fw_motion_summary motions;
    fw_cluster_summary clusters;
    const info_run *info = what;
    json_writer json = json_writer_to(to);
    (void)fault;
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    json_pair_whole(&json, "width", fw_map_width(info->work.map));
    json_pair_whole(&json, "height", fw_map_height(info->work.map));
    json_break(&json);
    write_source(&json, &info->work);
    write_terrains(&json, info);
    json_break(&json);
    write_unit(&json, info);
    json_break(&json);
    if (find_motions(info, &motions))
        write_motions(&json, &motions);
    if (fw_map_clusters(info->work.map, info->work.unit, &clusters) == FW_OK)
        write_clusters(&json, &clusters);
    json_pair_open(&json, "memory_bytes", '{');
    json_pair_whole(&json, "map", (int64_t)info->memory.map);
    json_pair_whole(&json, "layers", (int64_t)info->memory.layers);
    json_pair_whole(&json, "tables", (int64_t)info->memory.tables);
    json_pair_whole(&json, "scratch", (int64_t)info->memory.scratch);
    json_close(&json, '}');
    json_break(&json);
    json_pair_open(&json, "build_ms", '{');
    json_pair_number(&json, "map", info->work.map_ms);
    json_pair_number(&json, "unit", info->work.unit_ms);
    json_pair_number(&json, "method", info->work.prepare_ms);
    json_close(&json, '}');
    json_close(&json, '}');
    putc('\n', to);
    return true;
}

static void print_map(const info_run *info)
{
    printf("%d x %d tiles\n", fw_map_width(info->work.map), fw_map_height(info->work.map));
    survey_print_terrains(info->work.map, info->figures.of_terrain);
}

static void print_source(const job *work)
{
    const io_reading *source = &work->source;
    const fw_frame *frame = &work->frame;
    if (source->format != FW_IO_MOVINGAI)
        printf("format: %s\n", fw_io_format_name(source->format));
    if (frame->resolution > 0.0)
        printf("frame: %.10g m a tile, lower left corner at %.10g,%.10g m, yaw %.10g\n", frame->resolution,
               frame->origin_x, frame->origin_y, frame->yaw);
    if (source->left || source->top)
        printf("the file's tile %d,%d is tile 0,0 of the map\n", source->left, source->top);
    if (source->place_count > 0)
        printf("%d place%s with names or kinds (--verbose lists them)\n", source->place_count,
               source->place_count == 1 ? "" : "s");
    if (source->unit_count > 0)
        printf("%d unit%s (--verbose lists them)\n", source->unit_count, source->unit_count == 1 ? "" : "s");
}

static void print_unit(const info_run *info)
{
    const survey *figures = &info->figures;
    printf("unit of size %d: fits at %zu anchors (%.1f %%)", info->work.def.size, figures->anchors,
           survey_percent(figures->anchors, figures->tiles));
    if (figures->regions > 0)
        printf(" in %zu region%s, the largest with %zu (%.1f %%)", figures->regions,
               figures->regions == 1 ? "" : "s", figures->largest,
               survey_percent(figures->largest, figures->anchors));
    putchar('\n');
    printf("clearance  ");
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        printf(" %6s", clearance_names[i]);
    printf("\n  tiles    ");
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        printf(" %5.1f%%", survey_percent(figures->of_clearance[i], figures->tiles));
    putchar('\n');
}

static void print_costs(const info_run *info)
{
    fw_motion_summary motions;
    fw_cluster_summary clusters;
    if (fw_map_clusters(info->work.map, info->work.unit, &clusters) == FW_OK)
        printf("hierarchy: %zu clusters of %d x %d tiles, %s dominance, %zu transitions, %zu edges, %s\n",
               clusters.clusters, clusters.side, clusters.side, dominance_name(&clusters),
               clusters.transitions, clusters.edges, io_size(clusters.bytes).text);
    if (find_motions(info, &motions))
        printf("motions of %s: %.4g per heading, %.4g before pruning\n", fw_method_name(info->work.method),
               motions.branching, motions.unpruned);
    if (job_lacks_turns(&info->work))
        printf("%s " LACKS_TURNS "\n", fw_method_name(info->work.method));
    const fw_map_memory *memory = &info->memory;
    printf("memory: map %s, layers and regions %s, tables %s, scratch %s\n", io_size(memory->map).text,
           io_size(memory->layers).text, io_size(memory->tables).text, io_size(memory->scratch).text);
    job_print_times(&info->work);
}

/// Prints the unit as it was understood, and the places and units of the map's file.
static void print_details(const info_run *info)
{
    const fw_unit_def *unit = &info->work.def;
    const io_reading *source = &info->work.source;
    const char *comma = "";
    printf("the unit enters ");
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (unit->terrain_cost[terrain] > 0.0F && info->figures.of_terrain[terrain]) {
            printf("%s%s (cost %.6g)", comma, fw_map_terrain_name(info->work.map, (uint8_t)terrain),
                   (double)unit->terrain_cost[terrain]);
            comma = ", ";
        }
    printf("; turning radius %.6g, diagonals past corners: %s\n", unit->turn_radius,
           io_corner_names[unit->corners]);
    for (int32_t i = 0; i < source->place_count; i++) {
        const io_named_place *named = &source->places[i];
        printf("  %-20s %-12s at %.6g,%.6g, %.6g x %.6g tiles\n", named->name, named->kind, named->place.x,
               named->place.y, named->place.width, named->place.height);
    }
    for (int32_t i = 0; i < source->unit_count; i++) {
        const io_named_unit *named = &source->units[i];
        printf("  %-20s %-12s at %.6g,%.6g, heading %.6g, a unit as %s says\n", named->name, named->kind,
               named->at.x, named->at.y, degrees(named->at.heading), source->unit_files[named->file].name);
    }
}

static bool look_at_map(const options *given, info_run *info)
{
    if (given->clearance) {
        const size_t tiles = (size_t)fw_map_width(info->work.map) * (size_t)fw_map_height(info->work.map);
        info->clearance = malloc(tiles * sizeof *info->clearance);
    }
    if ((given->clearance && !info->clearance) || !survey_map(&info->work, info->clearance, &info->figures))
        return complain("there is not enough memory to look at the map");
    fw_map_memory_use(info->work.map, &info->memory);
    return true;
}

static bool draw(const options *given, const info_run *info)
{
    const io_picture picture = { .map = info->work.map,
                                 .clearance = info->clearance,
                                 .unit = &info->work.def };
    return write_pictures(given, &picture);
}

static int describe(const options *given, info_run *info)
{
    if (!look_at_map(given, info) || !draw(given, info) || !write_file(given->json, write_json, info))
        return EXIT_BAD;
    if (wants_summary(given)) {
        print_map(info);
        print_source(&info->work);
        print_unit(info);
        print_costs(info);
        if (given->verbose)
            print_details(info);
    }
    return EXIT_DONE;
}

int run_info(const options *given)
{
    info_run info = { .clearance = NULL };
    int status = EXIT_BAD;
    if (outputs_fit(given) && job_open(given, NULL, &info.work) && job_add_unit(given, NULL, &info.work))
        status = describe(given, &info);
    free(info.clearance);
    job_close(&info.work);
    return status;
}
