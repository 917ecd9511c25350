// Where one master of `fairway batch` becomes the limit: the hand-out of chunks over queues in one process, with 1 to
// 1,000 ranks that sleep instead of working. Each rank is a thread with one worker; each message is delayed. The job
// times are those of a chunk's share, so that chunks grow as in a real study.
// usage: bench_batch_handout [DELAY_US]   what a message takes, by bench_batch_delay
#define _XOPEN_SOURCE 700

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "batch/master.h"
#include "batch/now.h"
#include "batch/queues.h"

/// What a message took under MPI, with 32 ranks on two cores that other programs kept busy.
#define USUAL_DELAY_US 4700.0

/// Chunks that each rank asks for ahead: one in work, one that waits.
enum { AHEAD = 2, MOST_RANKS = 1000 };

/// As short as the short queries of scripts/batch-handout. With more ranks there would be millions of answers.
#define SHORT_JOB_US 200.0
enum { MOST_RANKS_OF_SHORT = 4 };

typedef struct sleeper {
    queues *all;
    int32_t rank;
    double job_us;
    double slept_us;
    pthread_t thread;
} sleeper;

static void sleep_us(double time)
{
    const struct timespec rest = { (time_t)(time / 1e6),
                                   (long)(1e3 * (time - 1e6 * (double)(long)(time / 1e6))) };
    nanosleep(&rest, NULL);
}

static void ask(transport *link, message *said, int32_t number)
{
    *said = (message){ .kind = MESSAGE_ASK, .number = number, .workers = 1 };
    message_send(link, 0, said);
}

/// Takes chunks, sleeps as long as their jobs would take, and answers.
static void *run_sleeper(void *user)
{
    sleeper *own = user;
    transport link = queues_end(own->all, own->rank);
    message *said = calloc(2, sizeof *said), *heard = said + 1;
    int32_t from = 0;
    ask(&link, said, AHEAD);
    for (;;) {
        queues_wait(own->all, own->rank);
        if (link.receive(&link, &from, heard, sizeof *heard) == 0)
            continue;
        if (heard->kind == MESSAGE_END)
            break;
        const double time = own->job_us * heard->jobs.count;
        sleep_us(time);
        own->slept_us += time;
        *said = (message){ .kind = MESSAGE_ANSWERS, .jobs = heard->jobs };
        for (uint32_t i = 0; i < heard->jobs.count; i++)
            said->answers[i] =
                (answer){ .job = heard->jobs.first + i, .rank = own->rank, .time_us = own->job_us };
        message_send(&link, 0, said);
        ask(&link, said, 1);
    }
    free(said);
    return NULL;
}

static void ignore_progress(void *user, uint64_t done, double left)
{
    (void)user;
    (void)done;
    (void)left;
}

static void ignore_report(void *user, uint64_t job, answer_status why)
{
    (void)user;
    (void)job;
    (void)why;
}

static double processor_us(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return 1e6 * (double)spent.tv_sec + 1e-3 * (double)spent.tv_nsec;
}

/// One line of the table: so many ranks, each of which has about two seconds of jobs.
static void measure(int32_t ranks, double job_us, double delay_us)
{
    char name[] = "/tmp/fairway_handout_XXXXXX";
    const uint64_t starts[2] = { 0, (uint64_t)(2e6 / job_us) * (uint64_t)ranks };
    const workload work = { .starts = starts, .stage_count = 1 };
    const engine_settings settings = { .progress = ignore_progress, .report = ignore_report };
    queues *all = queues_create(ranks + 1, delay_us);
    sleeper *sleepers = calloc((size_t)ranks, sizeof *sleepers);
    message *heard = malloc(sizeof *heard);
    master *office = malloc(sizeof *office);
    transport link = queues_end(all, 0);
    chunk_log log;
    io_fault fault;
    close(mkstemp(name));
    if (!chunk_log_open(name, 1, starts[1], &log, &fault) ||
        !master_open(&work, &link, &settings, &log, &fault, office))
        exit(EXIT_FAILURE);
    const double began = now_us(), began_processor = processor_us();
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 << 10);
    for (int32_t i = 0; i < ranks; i++) {
        sleepers[i] = (sleeper){ .all = all, .rank = i + 1, .job_us = job_us };
        if (pthread_create(&sleepers[i].thread, &small, run_sleeper, &sleepers[i]) != 0)
            exit(EXIT_FAILURE);
    }
    uint64_t messages = 0;
    int32_t from = 0;
    while (!master_is_done(office)) {
        queues_wait(all, 0);
        while (!master_is_done(office) && link.receive(&link, &from, heard, sizeof *heard) > 0) {
            master_take(office, from, heard);
            messages++;
        }
    }
    const double took = now_us() - began, processor = processor_us() - began_processor;
    master_end(office);
    double slept = 0;
    for (int32_t i = 0; i < ranks; i++) {
        pthread_join(sleepers[i].thread, NULL);
        slept += sleepers[i].slept_us;
    }
    printf("%6d %10.0f %10llu %9zu %9.2f %9.1f %9.1f %9.1f\n", ranks, job_us, (unsigned long long)starts[1],
           log.count, 1e-6 * took, 100 * slept / ranks / took, processor / (double)messages,
           100 * processor / took);
    fflush(stdout);
    master_close(office);
    chunk_log_close(&log);
    unlink(name);
    queues_destroy(all);
    free(sleepers);
    free(heard);
    free(office);
}

int main(int count, char **words)
{
    static const int32_t counts[] = { 1, 2, 3, 4, 16, 64, 250, MOST_RANKS };
    static const double job_us[] = { SHORT_JOB_US, 10e3, 100e3 };
    const double delay_us = count > 1 ? strtod(words[1], NULL) : USUAL_DELAY_US;
    printf("each message takes %.0f us\n", delay_us);
    printf("%6s %10s %10s %9s %9s %9s %9s %9s\n", "ranks", "us a job", "jobs", "chunks", "seconds", "busy, %",
           "us a msg", "master, %");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t j = 0; j < sizeof job_us / sizeof *job_us; j++)
            if (job_us[j] > SHORT_JOB_US || counts[i] <= MOST_RANKS_OF_SHORT)
                measure(counts[i], job_us[j], delay_us);
    return EXIT_SUCCESS;
}
