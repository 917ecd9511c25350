#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch/engine.h"
#include "batch/estimate.h"
#include "batch/heap.h"
#include "batch/plot.h"
#include "batch/query_work.h"
#include "batch/run_work.h"
#include "batch/sqlite.h"
#include "batch/study.h"
#include "batch/summary.h"
#include "batch/tables.h"
#include "batch/transport.h"
#include "command.h"
#include "complain.h"
#include "io/number.h"

enum { MOST_PATH = 2048 };

/// A job that takes longer is taken to hang, in seconds, unless --patience is given.
#define USUAL_PATIENCE 3600.0

/// A study, and where its answers go.
typedef struct batch {
    const options *given;
    transport_seat seat;
    study asked;
    query_work queries;
    run_work runs;
    workload work;
    char folder[MOST_PATH];
    char log_name[MOST_PATH + 16];
    chunk_log log;              ///< of rank 0
    char resume[3 * MOST_PATH]; ///< the command that goes on with the study
    int32_t workers;
    bool shows_progress;
} batch;

static void name_folder(batch *own)
{
    const char *file = own->given->arguments[0], *dot = strrchr(file, '.');
    const int length = dot && strcmp(dot, ".json") == 0 ? (int)(dot - file) : (int)strlen(file);
    if (own->given->out)
        snprintf(own->folder, sizeof own->folder, "%s", own->given->out);
    else
        snprintf(own->folder, sizeof own->folder, "%.*s.answers", length, file);
    snprintf(own->log_name, sizeof own->log_name, "%s/answers.log", own->folder);
    snprintf(own->resume, sizeof own->resume, "%sfairway batch %s%s%s --resume",
             transport_is_mpi ? "mpirun ... " : "", own->asked.file, own->given->out ? " --out " : "",
             own->given->out ? own->given->out : "");
}

/// Makes a folder unless there is one; null: none is asked for.
static bool make_folder(const char *folder)
{
    return !folder || mkdir(folder, 0777) == 0 || errno == EEXIST ||
           complain("%s: cannot be made (%s)", folder, strerror(errno));
}

/// Opens the log, or begins one. A study that ended early goes on only if that is asked for.
static bool open_log(batch *own)
{
    io_fault fault;
    if (!make_folder(own->folder) || !make_folder(own->given->plot))
        return false;
    if (!chunk_log_open(own->log_name, own->asked.identity, workload_jobs(&own->work), &own->log, &fault))
        return complain("%s", fault.text);
    if (own->log.jobs == 0 || own->log.jobs == workload_jobs(&own->work) || own->given->resume)
        return true;
    complain("%s holds %" PRIu64 " of %" PRIu64
             " answers of a study that ended early: --resume goes on with it, --out "
             "names another folder",
             own->folder, own->log.jobs, workload_jobs(&own->work));
    chunk_log_close(&own->log);
    return false;
}

static void choose_workers(batch *own)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long each = (cores > 0 ? cores : 1) / (own->seat.beside > 0 ? own->seat.beside : 1);
    own->workers = own->given->workers   ? (int32_t)own->given->workers
                   : each < 1            ? 1
                   : each > MOST_WORKERS ? MOST_WORKERS
                                         : (int32_t)each;
}

/// Prints the maps of a study, and how long a job takes.
static void print_maps(const batch *own, double mean_us)
{
    for (int32_t i = 0; i < own->asked.map_count; i++)
        printf("  map %-20s %" PRIu64 " %s each unit and method\n", own->asked.maps[i].name,
               own->asked.maps[i].query_count, own->asked.simulates ? "runs for" : "queries for");
    printf("  %d unit%s", (int)own->asked.unit_count, own->asked.unit_count == 1 ? "" : "s");
    if (mean_us >= 0)
        printf(", about %s a job", io_duration(mean_us).text);
    putchar('\n');
}

static void print_plan(const batch *own)
{
    const uint64_t all = workload_jobs(&own->work), left = all - own->log.jobs;
    const int64_t workers = (int64_t)own->workers * own->seat.count;
    if (left == 0) {
        printf("%s: the study is finished: %s holds the answers to all its %" PRIu64
               " jobs, and none is done again (--out names another folder)\n",
               own->asked.file, own->folder, all);
        return;
    }
    printf("%s: %" PRIu64 " job%s on %d map%s, %" PRIu64 " to do by %lld worker%s", own->asked.file, all,
           all == 1 ? "" : "s", (int)own->asked.map_count, own->asked.map_count == 1 ? "" : "s", left,
           (long long)workers, workers == 1 ? "" : "s");
    const double mean = estimate_job_us(&own->work);
    if (mean >= 0) // a job is done by one worker
        printf(", about %s", io_duration(mean * fmax((double)left / (double)workers, 1)).text);
    putchar('\n');
    if (own->given->verbose)
        print_maps(own, mean);
    if (transport_is_mpi) // when a rank dies, mpirun does not always hear what is said last
        printf("if a rank dies, what is done is kept, and this goes on with it: %s\n", own->resume);
    fflush(stdout);
}

static void show_progress(void *user, uint64_t done, double left_seconds)
{
    const batch *own = user;
    const uint64_t all = workload_jobs(&own->work);
    if (!own->shows_progress)
        return;
    fprintf(stderr, "\r%3d %%  %" PRIu64 " of %" PRIu64 ", %s left    ", (int)(100 * done / all), done, all,
            io_duration(1e6 * left_seconds).text);
    fflush(stderr);
}

static void report_job(void *user, uint64_t job, answer_status why)
{
    const batch *own = user;
    cell cells[PLACE_COLUMNS];
    int count = 0;
    const char *const *columns = tables_place_columns(&own->asked, &count);
    char text[512] = "";
    size_t used = 0;
    tables_place(&own->asked, job, cells);
    for (int i = 0; i < count; i++)
        if (cells[i].text[0])
            used += (size_t)snprintf(text + used, sizeof text - used, ", %s %s", columns[i], cells[i].text);
    complain("job %" PRIu64 "%s: two workers %s it", job, text,
             why == ANSWER_HUNG ? "took longer than --patience over" : "died of");
}

/// Runs the jobs that are left. The launcher is forked before MPI begins.
static bool run_jobs(batch *own, bool *leads)
{
    char last_words[6 * MOST_PATH];
    snprintf(last_words, sizeof last_words,
             "fairway: %s: the study has ended early; what is done is kept, and this goes on with it: %s",
             own->asked.file, own->resume);
    const engine_settings settings = { .patience_us = 1e6 * (own->given->patience > 0 ? own->given->patience
                                                                                      : USUAL_PATIENCE),
                                       .user = own,
                                       .progress = show_progress,
                                       .report = report_job };
    workforce force;
    transport link;
    io_fault fault = { .text = "" };
    if (!workforce_start(&own->work, own->workers, *leads ? last_words : NULL, &force))
        return complain("there are not enough processes or open files for %d workers", (int)own->workers);
    if (!transport_open(&link, &fault))
        return complain("%s", fault.text);
    workforce_mind_signals(&force);
    const bool done = engine_run(&force, &link, &settings, *leads ? &own->log : NULL, &fault);
    workforce_end(&force);
    link.close(&link);
    if (own->shows_progress)
        fputc('\n', stderr);
    if (!done && *leads) {
        complain("%s", fault.text);
        fprintf(stderr, "%s\n", last_words);
    }
    return done;
}

static bool write_results(batch *own)
{
    io_fault fault;
    chunk_log_sort(&own->log);
    if (!tables_write(&own->asked, &own->log, own->folder, &fault) ||
        (own->given->sqlite && !sqlite_write(&own->asked, &own->log, own->folder, &fault)))
        return complain("%s; all answers are in %s, and the same command writes the tables from it",
                        fault.text, own->log_name);
    if (!own->given->quiet)
        printf("%s/answers.csv: %" PRIu64 " answers\n", own->folder, own->log.jobs);
    if (own->given->verbose && !own->given->quiet)
        printf("%s: %zu chunks, %s\n", own->log_name, own->log.count, io_size((uint64_t)own->log.end).text);
    return true;
}

/// Prints and draws what the answers say together.
static bool sum_up(const batch *own)
{
    const options *given = own->given;
    summary_row *rows = NULL;
    io_fault fault = { .text = "" };
    if (!given->summary && !given->plot)
        return true;
    bool done = summary_load(&own->asked, &own->log, &rows, &fault);
    if (done && given->summary && !summary_print(&own->asked, rows, stdout))
        done = io_fail_without_memory(&fault, own->asked.file);
    done = done && (!given->plot || plot_write(&own->asked, rows, given->plot, &fault));
    free(rows);
    return done || complain("%s", fault.text);
}

static int lead(batch *own)
{
    bool leads = true;
    if (!open_log(own))
        return EXIT_BAD;
    if (!own->given->quiet)
        print_plan(own);
    own->shows_progress = !own->given->quiet && isatty(STDERR_FILENO);
    const bool has_work = own->log.jobs < workload_jobs(&own->work) || transport_is_mpi;
    const bool done = (!has_work || run_jobs(own, &leads)) && write_results(own) && sum_up(own);
    chunk_log_close(&own->log);
    return done ? EXIT_DONE : EXIT_BAD;
}

static int follow(batch *own)
{
    bool leads = false;
    return run_jobs(own, &leads) ? EXIT_DONE : EXIT_BAD;
}

int run_batch(const options *given)
{
    batch own = { .given = given, .seat = transport_seat_of() };
    io_fault fault;
    int status = EXIT_BAD;
    const bool leads = own.seat.rank == 0;
    if (given->sqlite && !sqlite_is_there()) {
        complain("this build of fairway cannot write SQLite databases: --sqlite");
        return EXIT_BAD;
    }
    const bool is_right =
        study_load(given->arguments[0], given->share > 0 ? given->share : 1, &own.asked, &fault);
    heap_trim();
    if (is_right) {
        own.work = own.asked.simulates ? run_workload(&own.asked, &own.runs)
                                       : query_workload(&own.asked, &own.queries);
        choose_workers(&own);
        name_folder(&own);
        if (given->check_only) {
            if (leads)
                print_plan(&own);
            status = EXIT_DONE;
        } else
            status = leads ? lead(&own) : follow(&own);
    } else if (leads)
        complain("%s", fault.text);
    study_free(&own.asked);
    return status;
}
