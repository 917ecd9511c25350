// Reads a study and checks it on its maps.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "batch/study_fields.h"
#include "batch/study_map.h"
#include "fairway/planner.h"
#include "io/text.h"

#define STUDY_MOST_BYTES ((size_t)1 << 26)

enum { MOST_MAPS = 100000, MOST_UNITS = 256, MOST_BLOCKED = 4096 };

static bool read_rect(const json_place *item, void *into, void *user)
{
    int64_t values[4] = { 0 };
    study_rect *rect = into;
    (void)user;
    if (json_count(item) != 4)
        return json_expected(item, "[x, y, width, height] in tiles");
    for (size_t i = 0; i < 4; i++) {
        const json_place value = json_item(item, i);
        if (!json_read_whole(&value, i < 2 ? 0 : 1, FW_MAX_SIDE, &values[i]))
            return false;
    }
    *rect = (study_rect){ (int32_t)values[0], (int32_t)values[1], (int32_t)values[2], (int32_t)values[3] };
    return true;
}

static bool read_generated(const json_place *item, study_map *map)
{
    const json_place kind = json_at(item, "generate"), size = json_at(item, "size"),
                     seed = json_at(item, "seed"), width = json_item(&size, 0), height = json_item(&size, 1);
    int64_t columns = 0, rows = 0, start = 1;
    int index = 0;
    if (!json_read_name(&kind, map_kind_names, MAP_KIND_COUNT, &index))
        return false;
    if (json_count(&size) != 2)
        return json_expected(&size, "[width, height] in tiles");
    if (!json_read_whole(&width, 1, FW_MAX_SIDE, &columns) ||
        !json_read_whole(&height, 1, FW_MAX_SIDE, &rows) ||
        (seed.value && !json_read_whole(&seed, 0, INT64_C(1) << 52, &start)))
        return false;
    map->kind = (map_kind)index;
    map->width = (int32_t)columns;
    map->height = (int32_t)rows;
    map->seed = (uint64_t)start;
    snprintf(map->name, sizeof map->name, "%s", map_kind_names[index]);
    return true;
}

/// Names a map after its file, without folder and ending.
static void name_after_file(study_map *map, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    snprintf(map->name, sizeof map->name, "%.*s", (int)strcspn(base, ".,\"\n\r"), base);
}

/// Reads the starts and goals of agents, and adds their file to the study's identity.
static bool read_scenario(const json_place *item, study *read, study_map *map)
{
    const char *name = NULL;
    char *bytes = NULL;
    size_t size = 0;
    if (!json_read_text(item, &name))
        return false;
    if (!read->simulates)
        return json_expected(item, "a scenario only in studies that simulate; queries have {\"file\": ...}");
    map->scenario = fields_path(read->file, name);
    if (!map->scenario)
        return io_fail_without_memory(item->fault, name);
    if (!io_queries_read(map->scenario, &map->agents, item->fault) ||
        !io_load(map->scenario, SIZE_MAX, &bytes, &size, item->fault))
        return false;
    read->identity = fnv_bytes(read->identity, bytes, size);
    free(bytes);
    return map->agents.count > 0 || io_fail(item->fault, "%s: %s holds no agent", item->file, name);
}

/// Reads the name of a file, or an object.
static bool read_map(const json_place *item, void *into, void *user)
{
    static const char *const keys[] = { "file",  "generate", "size",     "seed", "name",
                                        "scale", "blocked",  "scenario", NULL };
    study *read = user;
    study_map *map = into;
    const bool is_name = json_is_string(item->value);
    if (!is_name && !fields_expect(item, keys, "a map"))
        return false;
    const json_place scale = json_at(item, "scale");
    int64_t times = 1;
    if (!is_name && scale.value && !json_read_whole(&scale, 1, 64, &times))
        return false;
    map->scale = (int32_t)times;
    const json_place file = is_name ? *item : json_at(item, "file"), name = json_at(item, "name"),
                     blocked = json_at(item, "blocked"), scenario = json_at(item, "scenario");
    if (json_at(item, "generate").value && !file.value) {
        if (!read_generated(item, map))
            return false;
    } else {
        const char *text = NULL;
        if (!json_read_text(&file, &text))
            return false;
        map->file = fields_path(read->file, text);
        name_after_file(map, text);
    }
    return (!name.value || fields_read_name(&name, map->name)) &&
           (!scenario.value || read_scenario(&scenario, read, map)) &&
           (!blocked.value || fields_read_list(&blocked, sizeof *map->blocked, MOST_BLOCKED, read_rect, NULL,
                                               (void **)&map->blocked, &map->blocked_count));
}

static bool read_unit(const json_place *item, void *into, void *user)
{
    static const char *const keys[] = { "name", "unit", NULL };
    study_unit *unit = into;
    const json_place name = json_at(item, "name"), given = json_at(item, "unit");
    (void)user;
    unit->given = given;
    return fields_expect(item, keys, "a unit of a study") && fields_read_name(&name, unit->name) &&
           json_expect_object(&given);
}

/// Reads the names of the columns that are written; without them, the usual ones are.
static bool read_columns(const json_place *top, study *read)
{
    const json_place list = json_at(top, "columns");
    const char *names[MOST_COLUMNS];
    int count = 0;
    const study_column *columns = study_columns(read, &count);
    for (int i = 0; i < count; i++) {
        names[i] = columns[i].name;
        if (!list.value && columns[i].is_usual)
            read->columns[read->column_count++] = i;
    }
    if (list.value && (json_count(&list) < 1 || json_count(&list) > (size_t)count))
        return json_expected(&list, "a list of columns");
    for (size_t i = 0; i < json_count(&list); i++) {
        const json_place item = json_item(&list, i);
        int index = 0;
        if (!json_read_name(&item, names, count, &index))
            return false;
        if (study_has_column(read, index))
            return json_expected(&item, "each column once");
        read->columns[read->column_count++] = index;
    }
    return true;
}

static const char *name_on_axis(const study *read, study_axis axis, int32_t index)
{
    if (axis == AXIS_MAP)
        return read->maps[index].name;
    return axis == AXIS_UNIT ? read->units[index].name : study_method_name(read, index);
}

/// Reads what others are compared with: one map, unit, or method.
static bool read_baseline(const json_place *top, study *read)
{
    static const char *const keys[] = { "map", "unit", "method", NULL };
    const json_place place = json_at(top, "baseline");
    const int32_t counts[] = { read->map_count, read->unit_count,
                               read->simulates ? read->simulation.parameters_count : read->method_count };
    if (!place.value)
        return true;
    if (!fields_expect(&place, keys, "a baseline"))
        return false;
    for (int i = 0; keys[i]; i++) {
        const json_place name = json_at(&place, keys[i]);
        const char *text = NULL;
        if (!name.value)
            continue;
        if (!json_read_text(&name, &text))
            return false;
        read->baseline_axis = (study_axis)(AXIS_MAP + i);
        for (read->baseline = 0; read->baseline < counts[i]; read->baseline++)
            if (strcmp(name_on_axis(read, read->baseline_axis, read->baseline), text) == 0)
                return true;
        return json_expected(&name, "a name that the study gives");
    }
    return json_expected(&place, "{\"map\": NAME}, {\"unit\": NAME} or {\"method\": NAME}");
}

/// Fails if two of a list have the same name, since the names tell rows apart.
static bool expect_own_names(const study *read, study_axis axis, int32_t count, const char *what,
                             io_fault *fault)
{
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < i; j++)
            if (strcmp(name_on_axis(read, axis, i), name_on_axis(read, axis, j)) == 0)
                return io_fail(fault, "%s: %s[%d] and %s[%d] have the same name, %s", read->file, what, j,
                               what, i, name_on_axis(read, axis, i));
    return true;
}

static bool read_parts(const json_place *top, study *read)
{
    static const char *const query_keys[] = { "fairway_study", "maps",    "units",    "queries",
                                              "methods",       "columns", "baseline", NULL };
    static const char *const run_keys[] = { "fairway_study", "maps",     "units", "simulate",
                                            "columns",       "baseline", NULL };
    const json_place maps = json_at(top, "maps"), units = json_at(top, "units");
    int64_t number = 0;
    read->simulates = json_at(top, "simulate").value;
    return fields_expect(top, read->simulates ? run_keys : query_keys, "a study") &&
           json_whole_at(top, "fairway_study", 1, 1, &number) &&
           fields_read_list(&maps, sizeof *read->maps, MOST_MAPS, read_map, read, (void **)&read->maps,
                            &read->map_count) &&
           fields_read_list(&units, sizeof *read->units, MOST_UNITS, read_unit, NULL, (void **)&read->units,
                            &read->unit_count) &&
           (read->simulates ? study_read_simulation(top, read)
                            : study_read_methods(top, read) && study_read_queries(top, read)) &&
           read_columns(top, read) && read_baseline(top, read) &&
           expect_own_names(read, AXIS_MAP, read->map_count, "maps", top->fault) &&
           expect_own_names(read, AXIS_UNIT, read->unit_count, "units", top->fault) &&
           (read->simulates ||
            expect_own_names(read, AXIS_METHOD, read->method_count, "methods", top->fault));
}

/// Fails if a place of the study's own lies outside a map.
static bool check_places(const study *read, int32_t map, const fw_map *made, io_fault *fault)
{
    const double width = fw_map_width(made), height = fw_map_height(made);
    for (int32_t i = 0; i < read->queries_count; i++) {
        const study_queries *queries = &read->queries[i];
        if (queries->map >= 0 && queries->map != map)
            continue;
        for (int32_t j = 0; j < queries->place_count; j++)
            if (queries->places[j].x > width || queries->places[j].y > height)
                return io_fail(
                    fault, "%s: queries[%d].pairs.%s lies outside the map %s, which has %.0f x %.0f tiles",
                    read->file, i, queries->places[j].name, read->maps[map].name, width, height);
    }
    return true;
}

/// Fails if a scenario is for a map of another size.
static bool check_scenario(const study_map *given, const fw_map *made, io_fault *fault)
{
    const int32_t width = fw_map_width(made), height = fw_map_height(made);
    return given->agents.width == 0 || (given->agents.width == width && given->agents.height == height) ||
           io_fail(fault, "%s is for a map of %d x %d tiles, but %s has %d x %d", given->scenario,
                   given->agents.width, given->agents.height, given->name, width, height);
}

/// Checks that a map accepts a unit, and the unit all methods.
static bool check_unit(const study *read, int32_t index, fw_map *map, io_fault *fault)
{
    fw_unit_def def;
    fw_unit_id unit;
    if (!study_unit_read(read, index, map, &def, fault))
        return false;
    if (read->simulates &&
        (def.footprint.kind == FW_FOOTPRINT_RECTANGLE || def.footprint.kind == FW_FOOTPRINT_POLYGON))
        return io_fail(fault, "%s: units[%d].unit.footprint: simulations are for round bodies", read->file,
                       index);
    def.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    const fw_result added = fw_map_add_unit(map, &def, &unit);
    if (added != FW_OK)
        return io_fail(fault, "%s: units[%d]: %s", read->file, index, fw_result_text(added));
    for (int32_t i = 0; i < read->method_count; i++) {
        fw_request request = read->methods[i].request;
        fw_refusal why = fw_map_prepare_refusal(map, unit, request.method);
        request.unit = unit;
        request.start = (fw_pose){ 0.5, 0.5, 0 };
        request.goal = fw_goal_at(0.5, 0.5);
        if (why.result == FW_OK)
            why = fw_request_refusal(map, &request);
        if (why.result != FW_OK && why.result != FW_NOT_PREPARED && why.result != FW_OUT_OF_BOUNDS)
            return io_fail(fault, "%s: methods[%d] (%s) with units[%d] (%s): %s", read->file, i,
                           read->methods[i].name, index, read->units[index].name, why.reason);
    }
    return true;
}

/// Reads each map, as the study will, and adds its file to the study's identity.
static bool check_maps(study *read, io_fault *fault)
{
    for (int32_t i = 0; i < read->map_count; i++) {
        fw_map *map = NULL;
        char *bytes = NULL;
        size_t size = 0;
        if (!study_map_make(&read->maps[i], &map, fault))
            return false;
        bool is_right = check_places(read, i, map, fault) && check_scenario(&read->maps[i], map, fault);
        for (int32_t unit = 0; unit < read->unit_count && is_right; unit++)
            is_right = check_unit(read, unit, map, fault);
        fw_map_destroy(map);
        if (is_right && read->maps[i].file) {
            is_right = io_load(read->maps[i].file, SIZE_MAX, &bytes, &size, fault);
            read->identity = fnv_bytes(read->identity, bytes, size);
            free(bytes);
        }
        if (!is_right)
            return false;
    }
    return true;
}

static bool number_jobs(study *read, io_fault *fault)
{
    const uint64_t most = UINT64_C(1) << 50;
    const uint64_t methods =
        (uint64_t)(read->simulates ? read->simulation.parameters_count : read->method_count);
    read->starts = calloc((size_t)read->map_count + 1, sizeof *read->starts);
    if (!read->starts)
        return io_fail_without_memory(fault, read->file);
    for (int32_t i = 0; i < read->map_count; i++) {
        read->maps[i].query_count = (read->maps[i].query_count + read->stride - 1) / read->stride;
        read->starts[i + 1] =
            read->starts[i] + read->maps[i].query_count * (uint64_t)read->unit_count * methods;
        if (read->starts[i + 1] > most)
            return io_fail(fault, "%s: the study has more than 10^15 jobs", read->file);
    }
    return true;
}

bool study_load(const char *file, double share, study *read, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    *read = (study){ .file = file, .stride = (uint64_t)floor(1 / share + 1e-9) };
    if (!io_load(file, STUDY_MOST_BYTES, &bytes, &size, fault))
        return false;
    read->identity = fnv_bytes(fnv_bits(FNV_OF_NOTHING, read->stride), bytes, size);
    read->json = json_parse(file, bytes, size, fault);
    free(bytes);
    if (!read->json)
        return false;
    const json_place top = json_top(file, read->json, fault);
    return read_parts(&top, read) && number_jobs(read, fault) && check_maps(read, fault);
}
