#include "batch/study.h"

#include <stdlib.h>

static const study_column query_columns[QUERY_COLUMNS] = {
    [QUERY_RESULT] = { "result", COLUMN_OUTCOME, true },
    [QUERY_LENGTH] = { "length", COLUMN_REAL, true },
    [QUERY_COST] = { "cost", COLUMN_REAL, true },
    [QUERY_EXPANDED] = { "expanded", COLUMN_WHOLE, true },
    [QUERY_HASH] = { "hash", COLUMN_HASH, true },
    [QUERY_WORK] = { "work", COLUMN_WHOLE, false },
    [QUERY_SEGMENTS] = { "segments", COLUMN_WHOLE, false },
    [QUERY_LEGAL] = { "legal", COLUMN_WHOLE, false },
    [QUERY_START_X] = { "sx", COLUMN_REAL, true },
    [QUERY_START_Y] = { "sy", COLUMN_REAL, true },
    [QUERY_START_HEADING] = { "sheading", COLUMN_REAL, false },
    [QUERY_GOAL_X] = { "gx", COLUMN_REAL, true },
    [QUERY_GOAL_Y] = { "gy", COLUMN_REAL, true },
};

static const study_column run_columns[RUN_COLUMNS] = {
    [RUN_RESULT] = { "result", COLUMN_OUTCOME, true }, [RUN_UNITS] = { "units", COLUMN_WHOLE, true },
    [RUN_ARRIVED] = { "arrived", COLUMN_WHOLE, true }, [RUN_SHARE] = { "share", COLUMN_REAL, true },
    [RUN_TIME] = { "time", COLUMN_REAL, true },        [RUN_DRIVEN] = { "driven", COLUMN_REAL, true },
    [RUN_WAITED] = { "waited", COLUMN_REAL, true },    [RUN_GAP] = { "smallest_gap", COLUMN_REAL, false },
    [RUN_HASH] = { "hash", COLUMN_HASH, true },
};

const study_column *study_columns(const study *asked, int *count)
{
    *count = asked->simulates ? RUN_COLUMNS : QUERY_COLUMNS;
    return asked->simulates ? run_columns : query_columns;
}

bool study_has_column(const study *asked, int column)
{
    for (int i = 0; i < asked->column_count; i++)
        if (asked->columns[i] == column)
            return true;
    return false;
}

const char *study_method_name(const study *asked, int32_t method)
{
    return asked->simulates ? asked->simulation.parameters[method].name : asked->methods[method].name;
}

static int32_t methods_of(const study *asked)
{
    return asked->simulates ? asked->simulation.parameters_count : asked->method_count;
}

study_job study_job_at(const study *asked, uint64_t job)
{
    study_job place = { 0 };
    while (job >= asked->starts[place.map + 1])
        place.map++;
    uint64_t rest = job - asked->starts[place.map];
    const uint64_t methods = (uint64_t)methods_of(asked), queries = asked->maps[place.map].query_count;
    place.method = (int32_t)(rest % methods);
    place.query = rest / methods % queries * asked->stride;
    place.unit = (int32_t)(rest / methods / queries);
    if (asked->simulates) {
        place.seed = (int32_t)(place.query % (uint64_t)asked->simulation.seed_count);
        place.density = (int32_t)(place.query / (uint64_t)asked->simulation.seed_count);
    }
    return place;
}

uint64_t study_number_of(const study *asked, const study_job *place)
{
    const uint64_t methods = (uint64_t)methods_of(asked), queries = asked->maps[place->map].query_count;
    return asked->starts[place->map] +
           ((uint64_t)place->unit * queries + place->query / asked->stride) * methods +
           (uint64_t)place->method;
}

void study_free(study *used)
{
    for (int32_t i = 0; i < used->map_count; i++) {
        free(used->maps[i].file);
        free(used->maps[i].blocked);
        free(used->maps[i].scenario);
        io_queries_free(&used->maps[i].agents);
    }
    for (int32_t i = 0; i < used->queries_count; i++) {
        io_queries_free(&used->queries[i].listed);
        free(used->queries[i].places);
    }
    free(used->maps);
    free(used->units);
    free(used->methods);
    free(used->queries);
    free(used->simulation.densities);
    free(used->simulation.seeds);
    free(used->simulation.parameters);
    free(used->starts);
    json_decref(used->json);
    *used = (study){ 0 };
}
