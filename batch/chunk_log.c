#define _POSIX_C_SOURCE 200809L

#include "batch/chunk_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fnv.h"

typedef struct log_header {
    char title[16];
    uint64_t identity, jobs;
} log_header;

static const char title[16] = "fairway batch 1";

typedef struct record_header {
    uint64_t checksum; ///< of all that follows
    uint64_t first;
    uint32_t count, answer_bytes;
    char machine[MACHINE_BYTES];
} record_header;

static uint64_t checksum_of(const record_header *header, const answer *answers)
{
    const uint64_t hash =
        fnv_bytes(FNV_OF_NOTHING, &header->first, sizeof *header - offsetof(record_header, first));
    return fnv_bytes(hash, answers, header->count * sizeof *answers);
}

static bool read_at(int file, int64_t at, void *bytes, size_t size)
{
    char *into = bytes;
    while (size > 0) {
        const ssize_t got = pread(file, into, size, at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        into += got;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_at(int file, int64_t at, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size > 0) {
        const ssize_t put = pwrite(file, from, size, at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        from += put;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

static bool add_to_list(chunk_log *log, const record_header *header)
{
    if (log->count == log->room) {
        const size_t room = log->room ? 2 * log->room : 256;
        logged_chunk *grown = realloc(log->chunks, room * sizeof *grown);
        if (!grown)
            return false;
        log->chunks = grown;
        log->room = room;
    }
    logged_chunk *added = &log->chunks[log->count++];
    *added = (logged_chunk){ .first = header->first, .count = header->count, .at = log->end };
    memcpy(added->machine, header->machine, sizeof added->machine);
    log->jobs += header->count;
    log->end += (int64_t)(sizeof *header + header->count * sizeof(answer));
    return true;
}

/// Reads a record, and compares its checksum.
static bool read_record(int file, int64_t at, record_header *header, answer *answers)
{
    return read_at(file, at, header, sizeof *header) && header->answer_bytes == sizeof *answers &&
           header->count >= 1 && header->count <= MOST_JOBS_OF_CHUNK &&
           read_at(file, at + (int64_t)sizeof *header, answers, header->count * sizeof *answers) &&
           header->checksum == checksum_of(header, answers);
}

/// Lists the records up to the first one that is damaged or cut off.
static bool list_records(chunk_log *log)
{
    answer *answers = malloc(MOST_JOBS_OF_CHUNK * sizeof *answers);
    record_header header;
    bool has_memory = answers;
    while (has_memory && read_record(log->file, log->end, &header, answers))
        has_memory = add_to_list(log, &header);
    free(answers);
    return has_memory;
}

/// Checks the header of a log, or writes it to one that is empty or whose header was cut off.
static bool begin(chunk_log *log, const log_header *mine, io_fault *fault)
{
    log_header found;
    struct stat what;
    if (fstat(log->file, &what) != 0)
        return io_fail(fault, "%s: cannot be read (%s)", log->name, strerror(errno));
    if (what.st_size >= (off_t)sizeof found) {
        if (!read_at(log->file, 0, &found, sizeof found) || memcmp(found.title, title, sizeof title) != 0)
            return io_fail(fault, "%s: this is no log of fairway batch", log->name);
        if (found.identity != mine->identity || found.jobs != mine->jobs)
            return io_fail(fault,
                           "%s: the study, or a file that it names, has changed since this log was begun; "
                           "--out names another folder",
                           log->name);
        return true;
    }
    const size_t size = (size_t)what.st_size;
    if (!read_at(log->file, 0, &found, size) ||
        memcmp(found.title, title, size < sizeof title ? size : sizeof title) != 0)
        return io_fail(fault, "%s: this is no log of fairway batch", log->name);
    return write_at(log->file, 0, mine, sizeof *mine) ||
           io_fail(fault, "%s: cannot be written (%s)", log->name, strerror(errno));
}

/// Takes the log for this process. Processes of a study that was ended a moment ago may still hold it: waits for them.
static bool take(int file)
{
    enum { TRIALS = 60 };
    const struct timespec between = { .tv_nsec = 50000000 };
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    for (int trial = 1; fcntl(file, F_SETLK, &lock) != 0; trial++) {
        if (trial == TRIALS)
            return false;
        nanosleep(&between, NULL);
    }
    return true;
}

bool chunk_log_open(const char *name, uint64_t identity, uint64_t job_count, chunk_log *log, io_fault *fault)
{
    log_header mine = { .identity = identity, .jobs = job_count };
    memcpy(mine.title, title, sizeof mine.title);
    *log = (chunk_log){ .name = name, .end = sizeof mine, .file = open(name, O_RDWR | O_CREAT, 0666) };
    if (log->file < 0)
        return io_fail(fault, "%s: cannot be written (%s)", name, strerror(errno));
    bool is_open = take(log->file) || io_fail(fault, "%s: another process is at work on this study", name);
    is_open = is_open && begin(log, &mine, fault);
    if (is_open && !list_records(log))
        is_open = io_fail_without_memory(fault, name);
    if (is_open && ftruncate(log->file, log->end) != 0)
        is_open = io_fail(fault, "%s: cannot be written (%s)", name, strerror(errno));
    if (!is_open)
        chunk_log_close(log);
    return is_open;
}

bool chunk_log_append(chunk_log *log, const char *machine, const answer *answers, uint32_t count,
                      io_fault *fault)
{
    record_header header = { .first = answers[0].job, .count = count, .answer_bytes = sizeof *answers };
    snprintf(header.machine, sizeof header.machine, "%s", machine);
    header.checksum = checksum_of(&header, answers);
    if (!write_at(log->file, log->end, &header, sizeof header) ||
        !write_at(log->file, log->end + (int64_t)sizeof header, answers, count * sizeof *answers))
        return io_fail(fault, "%s: cannot be written (%s)", log->name, strerror(errno));
    return add_to_list(log, &header) || io_fail_without_memory(fault, log->name);
}

static int compare_chunks(const void *a, const void *b)
{
    const uint64_t p = ((const logged_chunk *)a)->first, q = ((const logged_chunk *)b)->first;
    return (p > q) - (p < q);
}

void chunk_log_sort(chunk_log *log)
{
    if (log->count > 0)
        qsort(log->chunks, log->count, sizeof *log->chunks, compare_chunks);
}

bool chunk_log_read(const chunk_log *log, const logged_chunk *from, answer *answers, io_fault *fault)
{
    record_header header;
    return read_record(log->file, from->at, &header, answers) ||
           io_fail(fault, "%s: a chunk cannot be read", log->name);
}

void chunk_log_close(chunk_log *log)
{
    if (log->file >= 0)
        close(log->file);
    free(log->chunks);
    *log = (chunk_log){ .file = -1 };
}
