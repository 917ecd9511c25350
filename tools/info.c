#include <stdio.h>

#include "command.h"
#include "complain.h"
#include "fairway/directional.h"
#include "io/json_writer.h"
#include "io/unit_json.h"
#include "job.h"
#include "outputs.h"
#include "survey.h"

typedef struct info {
    job work;
    survey figures;
    fw_map_memory memory;
} info;

static void write_terrains(json_writer *json, const info *of)
{
    json_key(json, "terrains");
    json_open(json, '{');
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (of->figures.of_terrain[terrain])
            json_pair_whole(json, fw_map_terrain_name(of->work.map, (uint8_t)terrain),
                            (int64_t)of->figures.of_terrain[terrain]);
    json_close(json, '}');
}

static void write_unit(json_writer *json, const info *of)
{
    json_key(json, "unit");
    io_unit_write(json, of->work.map, &of->work.def);
    json_break(json);
    json_pair_whole(json, "anchors", (int64_t)of->figures.anchors);
    json_pair_whole(json, "regions", (int64_t)of->figures.regions);
    json_pair_whole(json, "largest_region", (int64_t)of->figures.largest);
    json_break(json);
    json_key(json, "clearance");
    json_open(json, '{');
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        json_pair_whole(json, clearance_names[i], (int64_t)of->figures.of_clearance[i]);
    json_close(json, '}');
}

/// What a directional method has; false for others.
static bool find_motions(const info *of, fw_motion_summary *motions)
{
    return fw_map_motions(of->work.map, of->work.unit, of->work.method, motions) == FW_OK;
}

static void write_motions(json_writer *json, const fw_motion_summary *motions)
{
    json_key(json, "motions");
    json_open(json, '{');
    json_pair_whole(json, "headings", motions->headings);
    json_pair_number(json, "each", motions->branching);
    json_pair_number(json, "unpruned", motions->unpruned);
    json_pair_whole(json, "reach", motions->reach);
    json_pair_whole(json, "bytes", (int64_t)motions->bytes);
    json_pair_bool(json, "complete", motions->complete);
    json_close(json, '}');
    json_break(json);
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    fw_motion_summary motions;
    const info *of = what;
    json_writer json = json_writer_to(to);
    (void)fault;
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    json_pair_whole(&json, "width", fw_map_width(of->work.map));
    json_pair_whole(&json, "height", fw_map_height(of->work.map));
    json_break(&json);
    write_terrains(&json, of);
    json_break(&json);
    write_unit(&json, of);
    json_break(&json);
    if (find_motions(of, &motions))
        write_motions(&json, &motions);
    json_key(&json, "memory_bytes");
    json_open(&json, '{');
    json_pair_whole(&json, "map", (int64_t)of->memory.map);
    json_pair_whole(&json, "layers", (int64_t)of->memory.layers);
    json_pair_whole(&json, "tables", (int64_t)of->memory.tables);
    json_pair_whole(&json, "scratch", (int64_t)of->memory.scratch);
    json_close(&json, '}');
    json_break(&json);
    json_key(&json, "build_ms");
    json_open(&json, '{');
    json_pair_number(&json, "map", of->work.map_ms);
    json_pair_number(&json, "unit", of->work.unit_ms);
    json_pair_number(&json, "method", of->work.prepare_ms);
    json_close(&json, '}');
    json_close(&json, '}');
    putc('\n', to);
    return true;
}

static double percent(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_map(const info *of)
{
    const survey *figures = &of->figures;
    printf("%d x %d tiles\n", fw_map_width(of->work.map), fw_map_height(of->work.map));
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (figures->of_terrain[terrain])
            printf("  %-10s %10zu  %5.1f %%\n", fw_map_terrain_name(of->work.map, (uint8_t)terrain),
                   figures->of_terrain[terrain], percent(figures->of_terrain[terrain], figures->tiles));
}

static void print_unit(const info *of)
{
    const survey *figures = &of->figures;
    printf("unit of size %d: fits at %zu anchors (%.1f %%)", of->work.def.size, figures->anchors,
           percent(figures->anchors, figures->tiles));
    if (figures->regions > 0)
        printf(" in %zu regions, the largest with %zu (%.1f %%)", figures->regions, figures->largest,
               percent(figures->largest, figures->anchors));
    putchar('\n');
    printf("clearance  ");
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        printf(" %6s", clearance_names[i]);
    printf("\n  tiles    ");
    for (int i = 0; i < CLEARANCE_CLASSES; i++)
        printf(" %5.1f%%", percent(figures->of_clearance[i], figures->tiles));
    putchar('\n');
}

static void print_costs(const info *of)
{
    fw_motion_summary motions;
    if (find_motions(of, &motions))
        printf("motions of %s: %.4g per heading, %.4g before pruning\n", fw_method_name(of->work.method),
               motions.branching, motions.unpruned);
    if (job_lacks_turns(&of->work))
        printf("%s " LACKS_TURNS "\n", fw_method_name(of->work.method));
    const fw_map_memory *memory = &of->memory;
    printf("memory: map %zu, layers and regions %zu, tables %zu, scratch %zu bytes\n", memory->map,
           memory->layers, memory->tables, memory->scratch);
    printf("build times: map %.3g ms, unit %.3g ms, method %.3g ms\n", of->work.map_ms, of->work.unit_ms,
           of->work.prepare_ms);
}

static int describe(const options *given, info *of)
{
    if (!survey_map(&of->work, &of->figures)) {
        complain("there is not enough memory to look at the map");
        return EXIT_BAD;
    }
    fw_map_memory_use(of->work.map, &of->memory);
    if (!write_file(given->json, write_json, of))
        return EXIT_BAD;
    if (wants_summary(given)) {
        print_map(of);
        print_unit(of);
        print_costs(of);
    }
    return EXIT_DONE;
}

int run_info(const options *given)
{
    info of;
    int status = EXIT_BAD;
    if (job_open(given, NULL, &of.work) && job_add_unit(given, NULL, &of.work))
        status = describe(given, &of);
    job_close(&of.work);
    return status;
}
