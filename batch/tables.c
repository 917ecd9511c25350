#include "batch/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "batch/query_work.h"
#include "batch/run_work.h"
#include "io/number.h"
#include "io/output.h"

bool tables_each(const chunk_log *log, bool (*take)(void *user, const answer *given, const char *machine),
                 void *user, io_fault *fault)
{
    answer *answers = malloc(MOST_JOBS_OF_CHUNK * sizeof *answers);
    if (!answers)
        return io_fail_without_memory(fault, log->name);
    bool done = true;
    for (size_t i = 0; i < log->count && done; i++) {
        done = chunk_log_read(log, &log->chunks[i], answers, fault);
        for (uint32_t j = 0; j < log->chunks[i].count && done; j++)
            done = take(user, &answers[j], log->chunks[i].machine);
    }
    free(answers);
    return done;
}

const char *const *tables_place_columns(const study *asked, int *count)
{
    static const char *const queries[] = { "map", "unit", "method", "query", "from", "to" };
    static const char *const runs[] = { "map", "unit", "parameters", "density", "seed" };
    *count = asked->simulates ? (int)(sizeof runs / sizeof *runs) : (int)(sizeof queries / sizeof *queries);
    return asked->simulates ? runs : queries;
}

static cell text_cell(const char *text)
{
    cell made = { .is_text = true };
    snprintf(made.text, sizeof made.text, "%s", text ? text : "");
    return made;
}

static cell whole_cell(int64_t value)
{
    cell made = { .is_text = false };
    snprintf(made.text, sizeof made.text, "%" PRId64, value);
    return made;
}

static cell real_cell(double value)
{
    cell made = { .is_text = false };
    if (isfinite(value))
        snprintf(made.text, sizeof made.text, "%s", io_number(value).text);
    return made;
}

void tables_place(const study *asked, uint64_t job, cell *cells)
{
    const study_job place = study_job_at(asked, job);
    cells[0] = text_cell(asked->maps[place.map].name);
    cells[1] = text_cell(asked->units[place.unit].name);
    cells[2] = text_cell(study_method_name(asked, place.method));
    if (asked->simulates) {
        cells[3] = real_cell(asked->simulation.densities[place.density]);
        cells[4] = whole_cell((int64_t)asked->simulation.seeds[place.seed]);
        return;
    }
    const char *from = NULL, *to = NULL;
    query_places(asked, &place, &from, &to);
    cells[3] = whole_cell((int64_t)place.query);
    cells[4] = text_cell(from);
    cells[5] = text_cell(to);
}

static cell outcome_cell(const study *asked, const answer *given)
{
    const int64_t value = given->values[0].whole;
    if (given->status != ANSWER_GIVEN)
        return text_cell(given->status == ANSWER_HUNG ? "hung" : "crashed");
    return text_cell(asked->simulates ? run_result_names[value] : fw_outcome_name((fw_outcome)value));
}

cell tables_value(const study *asked, const answer *given, int column)
{
    int count = 0;
    const study_column *what = &study_columns(asked, &count)[column];
    cell made = { .is_text = what->kind == COLUMN_HASH };
    if (what->kind == COLUMN_OUTCOME)
        return outcome_cell(asked, given);
    if (given->status != ANSWER_GIVEN)
        return made;
    if (what->kind == COLUMN_REAL)
        return real_cell(given->values[column].real);
    if (what->kind == COLUMN_WHOLE)
        return whole_cell(given->values[column].whole);
    if (given->values[column].bits)
        snprintf(made.text, sizeof made.text, "%016" PRIx64, given->values[column].bits);
    return made;
}

/// What writes rows.
typedef struct row_writer {
    const study *asked;
    FILE *answers, *times;
} row_writer;

static bool write_row(void *user, const answer *given, const char *machine)
{
    const row_writer *rows = user;
    cell cells[PLACE_COLUMNS];
    int count = 0;
    tables_place_columns(rows->asked, &count);
    tables_place(rows->asked, given->job, cells);
    fprintf(rows->answers, "%" PRIu64, given->job);
    for (int i = 0; i < count; i++)
        fprintf(rows->answers, ",%s", cells[i].text);
    for (int i = 0; i < rows->asked->column_count; i++)
        fprintf(rows->answers, ",%s", tables_value(rows->asked, given, rows->asked->columns[i]).text);
    fputc('\n', rows->answers);
    fprintf(rows->times, "%" PRIu64 ",%.3f,%d,%d,%s\n", given->job, given->time_us, given->rank,
            given->worker, machine);
    return true;
}

static void write_headers(const row_writer *rows)
{
    int count = 0, columns = 0;
    const char *const *places = tables_place_columns(rows->asked, &count);
    const study_column *all = study_columns(rows->asked, &columns);
    fputs("job", rows->answers);
    for (int i = 0; i < count; i++)
        fprintf(rows->answers, ",%s", places[i]);
    for (int i = 0; i < rows->asked->column_count; i++)
        fprintf(rows->answers, ",%s", all[rows->asked->columns[i]].name);
    fputs("job,time_us,rank,worker,machine\n", rows->times);
    fputc('\n', rows->answers);
}

bool tables_write(const study *asked, const chunk_log *log, const char *folder, io_fault *fault)
{
    char names[2][4096];
    io_output outputs[2] = { { 0 }, { 0 } };
    snprintf(names[0], sizeof names[0], "%s/answers.csv", folder);
    snprintf(names[1], sizeof names[1], "%s/times.csv", folder);
    if (!io_output_open(names[0], &outputs[0], fault))
        return false;
    if (!io_output_open(names[1], &outputs[1], fault)) {
        io_output_abandon(&outputs[0]);
        return false;
    }
    row_writer rows = { asked, outputs[0].to, outputs[1].to };
    write_headers(&rows);
    if (!tables_each(log, write_row, &rows, fault)) {
        io_output_abandon(&outputs[0]);
        io_output_abandon(&outputs[1]);
        return false;
    }
    const bool answers = io_output_finish(&outputs[0], fault);
    return io_output_finish(&outputs[1], fault) && answers;
}
