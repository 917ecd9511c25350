#define _DEFAULT_SOURCE

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "batch/engine.h"
#include "batch/queues.h"
#include "common/unit.h"

enum { STAGES = 5, JOBS = 600, CRASHES = 77, HANGS = 305, DIES_ONCE = 306, ENDS_SITE = 420 };

static const uint64_t starts[STAGES + 1] = { 0, 100, 101, 300, 310, JOBS };

/// What all processes see.
typedef struct shared_counts {
    _Atomic int runs[JOBS];
} shared_counts;

static shared_counts *counts;
static int prepared = -1; ///< stage that this process has inherited

static bool prepare(void *user, int32_t stage, io_fault *fault)
{
    prepared = stage;
    return !user || stage != 3 || io_fail(fault, "stage 3 cannot be prepared");
}

static bool begin(void *user)
{
    return true;
}

/// Each job answers with its square, and with the stage that was prepared.
static void run_job(void *user, uint64_t job, answer *into)
{
    const int runs = ++counts->runs[job];
    if (job == CRASHES || (job == DIES_ONCE && runs == 1))
        kill(getpid(), SIGKILL);
    if (job == ENDS_SITE && runs == 1)
        kill(getppid(), SIGKILL);
    if (job == HANGS || (job == ENDS_SITE && runs == 1))
        pause(); // until it is killed
    into->values[0].whole = (int64_t)(job * job);
    into->values[1].whole = prepared;
}

static void progress(void *user, uint64_t done, double left_seconds)
{
    assert_in_range(done, 1, JOBS);
    assert_true(left_seconds >= 0);
}

static answer_status reported[JOBS];

static void report(void *user, uint64_t job, answer_status why)
{
    reported[job] = why;
}

static char name[] = "/tmp/fairway_engine_XXXXXX";

/// Runs a workload with a log of its own; returns what engine_run() does.
static bool run_all(void *user, int workers, chunk_log *log, io_fault *fault)
{
    const workload work = { .user = user,
                            .starts = starts,
                            .stage_count = STAGES,
                            .prepare = prepare,
                            .begin = begin,
                            .run = run_job };
    const engine_settings settings = { .patience_us = 200e3, .progress = progress, .report = report };
    workforce force;
    queues *own = queues_create(1, 0);
    transport link = queues_end(own, 0);
    memset(counts, 0, sizeof *counts);
    memset(reported, 0, sizeof reported);
    unlink(name);
    assert_true(chunk_log_open(name, 1, JOBS, log, fault));
    assert_true(workforce_start(&work, workers, NULL, &force));
    const bool done = engine_run(&force, &link, &settings, log, fault);
    workforce_end(&force);
    queues_destroy(own);
    chunk_log_sort(log);
    return done;
}

TEST(each_job_is_answered_once_in_the_stage_that_it_belongs_to)
{
    for (int workers = 1; workers <= 4; workers += 3) {
        static answer answers[MOST_JOBS_OF_CHUNK];
        chunk_log log;
        io_fault fault;
        uint64_t next = 0;
        assert_true(run_all(NULL, workers, &log, &fault));
        for (size_t i = 0; i < log.count; i++) {
            assert_true(chunk_log_read(&log, &log.chunks[i], answers, &fault));
            for (uint32_t j = 0; j < log.chunks[i].count; j++, next++) {
                int stage = 0;
                while (starts[stage + 1] <= next)
                    stage++;
                assert_int_equal(answers[j].job, next);
                assert_int_equal(answers[j].status, next == CRASHES ? ANSWER_CRASHED
                                                    : next == HANGS ? ANSWER_HUNG
                                                                    : ANSWER_GIVEN);
                if (answers[j].status != ANSWER_GIVEN)
                    continue;
                assert_int_equal(answers[j].values[0].whole, next * next);
                assert_int_equal(answers[j].values[1].whole, stage);
            }
        }
        assert_int_equal(next, JOBS);
        chunk_log_close(&log);
    }
}

TEST(a_job_that_two_workers_die_of_is_reported_and_no_other_job)
{
    chunk_log log;
    io_fault fault;
    assert_true(run_all(NULL, 2, &log, &fault));
    for (int job = 0; job < JOBS; job++)
        assert_int_equal(reported[job], job == CRASHES ? ANSWER_CRASHED
                                        : job == HANGS ? ANSWER_HUNG
                                                       : ANSWER_GIVEN);
    assert_int_equal(counts->runs[CRASHES], 2);
    assert_int_equal(counts->runs[HANGS], 2);
    assert_int_equal(counts->runs[ENDS_SITE], 2);
    assert_int_equal(counts->runs[DIES_ONCE], 2);
    chunk_log_close(&log);
}

TEST(a_stage_that_cannot_be_prepared_ends_the_study_with_its_sentence)
{
    chunk_log log;
    io_fault fault = { .text = "" };
    assert_false(run_all(counts, 2, &log, &fault));
    assert_string_equal(fault.text, "stage 3 cannot be prepared");
    chunk_log_close(&log);
}

static int set_up(void **state)
{
    const int file = mkstemp(name);
    close(file);
    counts = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return counts == MAP_FAILED;
}

static int tear_down(void **state)
{
    munmap(counts, sizeof *counts);
    return unlink(name);
}

TESTS_BETWEEN(set_up, tear_down)
