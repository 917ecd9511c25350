#pragma once

/// A study: maps x units x queries x methods, or simulations: maps x units x parameters x densities x seeds. Its file
/// is described in docs/guide/studies.md.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/request.h"
#include "io/json_reader.h"
#include "io/queries.h"
#include "tools/maps/map_kinds.h"

enum { NAME_BYTES = 64, MOST_COLUMNS = 16 };

typedef struct study_rect {
    int32_t x, y, width, height;
} study_rect;

/// A map: of a file, or generated; some of its tiles may be blocked besides.
typedef struct study_map {
    char name[NAME_BYTES];
    char *file; ///< null = it is generated
    map_kind kind;
    int32_t width, height;
    uint64_t seed;
    int32_t scale;       ///< tiles along a side that each tile becomes
    study_rect *blocked; ///< [rect * blocked_count]
    int32_t blocked_count;
    char *scenario;       ///< file of `agents`; null = none
    io_queries agents;    ///< of simulations: their starts and goals
    uint64_t query_count; ///< that are asked, or runs
} study_map;

typedef struct study_unit {
    char name[NAME_BYTES];
    json_place given; ///< read with each map, which may name terrains
} study_unit;

/// A method with its options.
typedef struct study_method {
    char name[NAME_BYTES];
    fw_request request; ///< without unit, start and goal
} study_method;

typedef enum query_kind {
    QUERIES_RANDOM, ///< pairs of tiles where all units fit
    QUERIES_FILE,
    QUERIES_PAIRS ///< from each place to each other one
} query_kind;

typedef struct study_place {
    char name[NAME_BYTES];
    double x, y;
} study_place;

typedef struct study_queries {
    query_kind kind;
    int32_t map; ///< -1: for all maps
    uint64_t count, seed;
    io_queries listed;   ///< of a file
    study_place *places; ///< [place * place_count]
    int32_t place_count;
} study_queries;

/// How simulations are run.
typedef struct study_parameters {
    char name[NAME_BYTES];
    uint64_t budget; ///< work of each tick that finds paths
    int64_t cadence;
} study_parameters;

typedef struct study_simulation {
    double time, dt;
    double top, acceleration, braking, lateral; ///< of all units
    double *densities;                          ///< [density_count] share of the free tiles that bodies cover
    int32_t density_count;
    uint64_t *seeds; ///< [seed_count]
    int32_t seed_count;
    study_parameters *parameters; ///< [parameters_count]
    int32_t parameters_count;
} study_simulation;

/// What a study compares others with.
typedef enum study_axis { AXIS_NONE, AXIS_MAP, AXIS_UNIT, AXIS_METHOD } study_axis;

typedef struct study {
    const char *file;
    json_t *json;
    uint64_t identity; ///< hash of the study and of all files that it names
    study_map *maps;
    int32_t map_count;
    study_unit *units;
    int32_t unit_count;
    study_method *methods; ///< of a study of queries
    int32_t method_count;
    study_queries *queries;
    int32_t queries_count;
    bool simulates;
    study_simulation simulation;
    int columns[MOST_COLUMNS]; ///< indices into the table of columns
    int column_count;
    study_axis baseline_axis;
    int32_t baseline;
    uint64_t *starts; ///< [map_count + 1] first job of each map
    uint64_t stride;  ///< from one query, or run, to the next one that is done
} study;

/// Where a job stands. In a simulation, `method` is the index of its parameters.
typedef struct study_job {
    int32_t map, unit, method;
    uint64_t query;        ///< of the map
    int32_t density, seed; ///< indices
} study_job;

/// Reads and checks a study as a whole: its maps, units, queries and methods.
///
/// @param share  of its jobs that are done: of each map, the first of each 1 / share queries or runs. 1 = all
/// @return false with a fault; the study must be freed also then
bool study_load(const char *file, double share, study *read, io_fault *fault);

void study_free(study *used);

study_job study_job_at(const study *asked, uint64_t job);

/// The number of a job.
uint64_t study_number_of(const study *asked, const study_job *place);

/// Name of what `study_job::method` tells.
const char *study_method_name(const study *asked, int32_t method);

/// Kinds of values in columns.
typedef enum column_kind { COLUMN_REAL, COLUMN_WHOLE, COLUMN_HASH, COLUMN_OUTCOME } column_kind;

typedef struct study_column {
    const char *name;
    column_kind kind;
    bool is_usual; ///< written unless the study names its columns
} study_column;

/// Values of an answer, in the order of its columns.
enum {
    QUERY_RESULT,
    QUERY_LENGTH,
    QUERY_COST,
    QUERY_EXPANDED,
    QUERY_HASH,
    QUERY_WORK,
    QUERY_SEGMENTS,
    QUERY_LEGAL,
    QUERY_START_X,
    QUERY_START_Y,
    QUERY_START_HEADING,
    QUERY_GOAL_X,
    QUERY_GOAL_Y,
    QUERY_COLUMNS
};
enum {
    RUN_RESULT,
    RUN_UNITS,
    RUN_ARRIVED,
    RUN_SHARE,
    RUN_TIME,
    RUN_DRIVEN,
    RUN_WAITED,
    RUN_GAP,
    RUN_HASH,
    RUN_COLUMNS
};

/// The columns that an answer can have.
///
/// @param[out] count  of columns
const study_column *study_columns(const study *asked, int *count);

/// True if a column is to be written.
bool study_has_column(const study *asked, int column);
