#define _XOPEN_SOURCE 700

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "batch/chunk_log.h"
#include "common/unit.h"

enum { CHUNKS = 12, JOBS = 60 };

static char name[] = "/tmp/fairway_log_XXXXXX";
static char whole[1 << 16];
static size_t whole_size;
static size_t ends[CHUNKS + 1]; ///< bytes of the log with so many chunks

static int make_log(void **state)
{
    chunk_log log;
    io_fault fault;
    const int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    assert_true(chunk_log_open(name, 7, JOBS, &log, &fault));
    ends[0] = (size_t)log.end;
    for (uint64_t i = 0; i < CHUNKS; i++) {
        answer answers[5] = { { 0 } };
        for (uint64_t j = 0; j < 5; j++)
            answers[j] =
                (answer){ .job = 5 * i + j, .time_us = 3, .values[0].whole = (int64_t)(100 * i + j) };
        assert_true(chunk_log_append(&log, "machine", answers, 5, &fault));
        ends[i + 1] = (size_t)log.end;
    }
    chunk_log_close(&log);
    FILE *from = fopen(name, "rb");
    whole_size = fread(whole, 1, sizeof whole, from);
    fclose(from);
    assert_int_equal(whole_size, ends[CHUNKS]);
    return 0;
}

static int remove_log(void **state)
{
    return unlink(name);
}

static void write_bytes(const char *bytes, size_t size)
{
    FILE *to = fopen(name, "wb");
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    fclose(to);
}

/// Fails unless the log holds its first chunks, this many, and can go on.
static void assert_holds(size_t count)
{
    chunk_log log;
    io_fault fault;
    answer answers[MOST_JOBS_OF_CHUNK];
    assert_true(chunk_log_open(name, 7, JOBS, &log, &fault));
    assert_int_equal(log.count, count);
    assert_int_equal(log.jobs, 5 * count);
    for (size_t i = 0; i < count; i++) {
        assert_true(chunk_log_read(&log, &log.chunks[i], answers, &fault));
        for (uint64_t j = 0; j < 5; j++)
            assert_int_equal(answers[j].values[0].whole, 100 * i + j);
    }
    chunk_log_close(&log);
    FILE *from = fopen(name, "rb");
    fseek(from, 0, SEEK_END);
    assert_int_equal(ftell(from), ends[count]);
    fclose(from);
}

TEST(a_log_cut_off_at_any_byte_keeps_all_chunks_before_the_cut)
{
    for (size_t cut = 0; cut <= whole_size; cut += cut < ends[2] ? 1 : 37) {
        size_t kept = 0;
        while (kept < CHUNKS && ends[kept + 1] <= cut)
            kept++;
        write_bytes(whole, cut);
        assert_holds(kept);
    }
}

TEST(a_damaged_byte_costs_its_chunk_and_those_after_it)
{
    random_source source = { .state = 52 };
    for (int i = 0; i < 200; i++) {
        static char damaged[sizeof whole];
        const size_t at = ends[0] + random_below(&source, (uint32_t)(whole_size - ends[0]));
        size_t kept = 0;
        while (ends[kept + 1] <= at)
            kept++;
        memcpy(damaged, whole, whole_size);
        damaged[at] = (char)(damaged[at] ^ (1 << random_below(&source, 8)));
        write_bytes(damaged, whole_size);
        assert_holds(kept);
    }
}

TEST(a_log_of_another_study_is_refused)
{
    chunk_log log;
    io_fault fault;
    write_bytes(whole, whole_size);
    assert_false(chunk_log_open(name, 8, JOBS, &log, &fault));
    assert_non_null(strstr(fault.text, "has changed since this log was begun"));
    assert_holds(CHUNKS);
}

TEST(a_short_file_of_something_else_is_refused_and_stays)
{
    static const char note[] = "hello";
    char kept[sizeof note] = "";
    chunk_log log;
    io_fault fault;
    write_bytes(note, sizeof note);
    assert_false(chunk_log_open(name, 7, JOBS, &log, &fault));
    assert_non_null(strstr(fault.text, "this is no log of fairway batch"));
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fread(kept, 1, sizeof kept, file), sizeof kept);
    assert_string_equal(kept, note);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

/// Another process that holds the log for a time. It is ready when this returns.
static pid_t hold_elsewhere(unsigned int milliseconds)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    const pid_t other = fork();
    assert_true(other >= 0);
    if (other == 0) {
        chunk_log log;
        io_fault fault;
        if (!chunk_log_open(name, 7, JOBS, &log, &fault) || write(ready[1], "r", 1) != 1)
            _exit(1);
        const struct timespec held = { .tv_sec = milliseconds / 1000,
                                       .tv_nsec = 1000000L * (milliseconds % 1000) };
        nanosleep(&held, NULL);
        _exit(0);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return other;
}

TEST(a_log_that_another_process_holds_is_waited_for)
{
    write_bytes(whole, whole_size);
    const pid_t other = hold_elsewhere(200);
    assert_holds(CHUNKS);
    assert_int_equal(waitpid(other, NULL, 0), other);
}

TEST(a_log_that_another_process_keeps_is_refused)
{
    chunk_log log;
    io_fault fault;
    write_bytes(whole, whole_size);
    const pid_t other = hold_elsewhere(60000);
    assert_false(chunk_log_open(name, 7, JOBS, &log, &fault));
    assert_non_null(strstr(fault.text, "another process is at work on this study"));
    kill(other, SIGKILL);
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_holds(CHUNKS);
}

TESTS_BETWEEN(make_log, remove_log)
