#include "batch/master.h"

#include <stdlib.h>

#include "batch/now.h"

/// Time between two reports of progress, in microseconds.
#define PROGRESS_US 500e3

bool master_open(const workload *work, transport *link, const engine_settings *settings, chunk_log *log,
                 io_fault *fault, master *opened)
{
    *opened = (master){ .link = link, .settings = settings, .log = log, .fault = fault };
    chunk_log_sort(log);
    opened->wanted = calloc((size_t)link->count, sizeof *opened->wanted);
    return (handout_open(work, log, link->count, &opened->out) && opened->wanted) ||
           io_fail_without_memory(fault, log->name);
}

static void fail(master *office, const char *text)
{
    if (!office->has_failed)
        io_fail(office->fault, "%s", text);
    office->has_failed = true;
}

static void write_down(master *office, const char *machine, const answer *answers, uint32_t count)
{
    if (!chunk_log_append(office->log, machine, answers, count, office->has_failed ? NULL : office->fault))
        office->has_failed = true;
}

/// Gives ranks what they have asked for, as far as jobs wait.
static void serve(master *office)
{
    for (int32_t rank = 0; rank < office->link->count; rank++)
        while (office->wanted[rank] > 0 && handout_take(&office->out, rank, &office->said.jobs)) {
            office->wanted[rank]--;
            office->said.kind = MESSAGE_GIVE;
            office->said.number = office->out.ranks[rank].next;
            if (!message_send(office->link, rank, &office->said))
                fail(office, "there is not enough memory for a message");
        }
}

/// True if a worker has died of this job before. Otherwise notes that now one has.
static bool is_suspect(master *office, uint64_t job)
{
    for (size_t i = 0; i < office->suspect_count; i++)
        if (office->suspects[i] == job)
            return true;
    if (office->suspect_count == office->suspect_room) {
        const size_t room = office->suspect_room ? 2 * office->suspect_room : 16;
        uint64_t *grown = realloc(office->suspects, room * sizeof *grown);
        if (!grown)
            return true;
        office->suspects = grown;
        office->suspect_room = room;
    }
    office->suspects[office->suspect_count++] = job;
    return false;
}

/// A worker has died. Its jobs are given out again; the job that it died of, on its own. If a second worker dies of
/// that job, the job's answer is that it cannot be done.
static void take_failure(master *office, int32_t from, const message *heard)
{
    const uint64_t first = heard->jobs.first, end = first + heard->jobs.count, culprit = heard->culprit;
    bool has_memory = true;
    if (culprit < first || culprit >= end) {
        has_memory = handout_return(&office->out, first, end);
    } else {
        has_memory =
            handout_return(&office->out, first, culprit) && handout_return(&office->out, culprit + 1, end);
        if (has_memory && !is_suspect(office, culprit))
            has_memory = handout_return(&office->out, culprit, culprit + 1);
        else if (has_memory) {
            const answer none = { .job = culprit, .status = heard->reason, .rank = from };
            office->settings->report(office->settings->user, culprit, (answer_status)heard->reason);
            write_down(office, "", &none, 1);
        }
    }
    if (!has_memory)
        fail(office, "there is not enough memory to give jobs out again");
}

static void show_progress(master *office)
{
    const double now = now_us();
    if (now < office->next_progress_us)
        return;
    office->next_progress_us = now + PROGRESS_US;
    const double left = handout_left_us(&office->out);
    const double workers = office->out.workers > 0 ? (double)office->out.workers : 1;
    office->settings->progress(office->settings->user, office->log->jobs, 1e-6 * left / workers);
}

void master_take(master *office, int32_t from, const message *heard)
{
    switch ((message_kind)heard->kind) {
    case MESSAGE_ASK:
        handout_welcome(&office->out, from, heard->workers);
        office->wanted[from] += heard->number;
        break;
    case MESSAGE_ANSWERS:
        write_down(office, heard->text, heard->answers, heard->jobs.count);
        handout_note(&office->out, heard->answers, heard->jobs.count);
        show_progress(office);
        break;
    case MESSAGE_FAILED:
        take_failure(office, from, heard);
        break;
    case MESSAGE_REFUSED:
        fail(office, heard->text);
        break;
    case MESSAGE_GIVE:
    case MESSAGE_END:
        break;
    }
    serve(office);
}

bool master_is_done(const master *office)
{
    return office->has_failed || office->log->jobs == workload_jobs(office->out.work);
}

void master_end(master *office)
{
    office->said.kind = MESSAGE_END;
    for (int32_t rank = 0; rank < office->link->count; rank++)
        message_send(office->link, rank, &office->said);
}

void master_close(master *office)
{
    handout_close(&office->out);
    free(office->wanted);
    free(office->suspects);
}
