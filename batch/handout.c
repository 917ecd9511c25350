#include "batch/handout.h"

#include <stdlib.h>

/// A chunk takes about so long, in microseconds.
#define CHUNK_US 200e3

/// Chunks of a stage of which nothing was measured yet, and chunks that each worker gets of what is left of a stage.
enum { FIRST_CHUNK = 8, SHARES = 2 };

int32_t handout_stage(const handout *out, uint64_t job)
{
    int32_t low = 0, high = out->work->stage_count - 1;
    while (low < high) {
        const int32_t middle = (low + high + 1) / 2;
        if (out->work->starts[middle] <= job)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static bool add(handout *out, const waiting_jobs *added)
{
    if (out->count == out->room) {
        const size_t room = out->room ? 2 * out->room : 64;
        waiting_jobs *grown = realloc(out->waiting, room * sizeof *grown);
        if (!grown)
            return false;
        out->waiting = grown;
        out->room = room;
    }
    out->waiting[out->count++] = *added;
    out->unassigned[added->stage] += added->end - added->first;
    return true;
}

bool handout_return(handout *out, uint64_t first, uint64_t end)
{
    while (first < end) {
        const int32_t stage = handout_stage(out, first);
        const uint64_t stage_end = out->work->starts[stage + 1];
        const waiting_jobs part = { first, end < stage_end ? end : stage_end, stage };
        if (!add(out, &part))
            return false;
        first = part.end;
    }
    return true;
}

bool handout_open(const workload *work, const chunk_log *log, int32_t rank_count, handout *out)
{
    const size_t stages = (size_t)work->stage_count;
    *out = (handout){ .work = work, .rank_count = rank_count };
    out->ranks = calloc((size_t)rank_count, sizeof *out->ranks);
    out->spent_us = calloc(stages, sizeof *out->spent_us);
    out->answered = calloc(stages, sizeof *out->answered);
    out->unassigned = calloc(stages, sizeof *out->unassigned);
    out->visitors = calloc(stages, sizeof *out->visitors);
    if (!out->ranks || !out->spent_us || !out->answered || !out->unassigned || !out->visitors)
        return false;
    for (int32_t i = 0; i < rank_count; i++)
        out->ranks[i] = (handout_rank){ .stage = -1, .next = -1 };
    uint64_t from = 0;
    for (size_t i = 0; i < log->count; i++) {
        if (!handout_return(out, from, log->chunks[i].first))
            return false;
        from = log->chunks[i].first + log->chunks[i].count;
    }
    return handout_return(out, from, workload_jobs(work));
}

void handout_welcome(handout *out, int32_t rank, int32_t workers)
{
    out->workers += workers - out->ranks[rank].workers;
    out->ranks[rank].workers = workers;
}

/// The stage with the most waiting jobs for each rank that is there; -1: no other stage has any.
///
/// @param except  the stage where the rank is
static int32_t busiest_stage(const handout *out, int32_t except)
{
    int32_t best = -1;
    double most = 0;
    for (int32_t i = 0; i < out->work->stage_count; i++) {
        const double share = (double)out->unassigned[i] / (1 + out->visitors[i]);
        if (i != except && share > most) {
            most = share;
            best = i;
        }
    }
    return best;
}

static bool has_waiting(const handout *out, int32_t stage)
{
    return stage >= 0 && out->unassigned[stage] > 0;
}

static void visit(handout *out, int32_t stage, int32_t change)
{
    if (stage >= 0)
        out->visitors[stage] += change;
}

/// Moves a rank to the stage where it works next, unless there is work for it where it is.
static bool choose_stage(handout *out, handout_rank *rank)
{
    if (!has_waiting(out, rank->stage)) {
        const int32_t chosen = has_waiting(out, rank->next) ? rank->next : busiest_stage(out, -1);
        if (chosen < 0)
            return false;
        visit(out, rank->stage, -1);
        visit(out, rank->next, -1);
        rank->stage = chosen;
        rank->next = -1;
        visit(out, rank->stage, 1);
    }
    if (!has_waiting(out, rank->next)) {
        visit(out, rank->next, -1);
        rank->next = busiest_stage(out, rank->stage);
        visit(out, rank->next, 1);
    }
    return true;
}

static uint64_t size_of_chunk(const handout *out, int32_t stage)
{
    const uint64_t shares = SHARES * (uint64_t)(out->workers > 0 ? out->workers : 1);
    const uint64_t fair = (out->unassigned[stage] + shares - 1) / shares;
    double timely = FIRST_CHUNK;
    if (out->answered[stage] > 0)
        timely = CHUNK_US * (double)out->answered[stage] / (out->spent_us[stage] + 1);
    uint64_t size = timely < MOST_JOBS_OF_CHUNK ? (uint64_t)timely : MOST_JOBS_OF_CHUNK;
    size = size < fair ? size : fair;
    return size > 0 ? size : 1;
}

bool handout_take(handout *out, int32_t rank, chunk *given)
{
    handout_rank *to = &out->ranks[rank];
    if (!choose_stage(out, to))
        return false;
    size_t at = 0;
    while (out->waiting[at].stage != to->stage)
        at++;
    waiting_jobs *from = &out->waiting[at];
    const uint64_t size = size_of_chunk(out, to->stage), left = from->end - from->first;
    *given = (chunk){ from->first, (uint32_t)(size < left ? size : left), to->stage };
    out->unassigned[to->stage] -= given->count;
    from->first += given->count;
    if (from->first == from->end)
        *from = out->waiting[--out->count];
    return true;
}

void handout_note(handout *out, const answer *answers, uint32_t count)
{
    const int32_t stage = handout_stage(out, answers[0].job);
    for (uint32_t i = 0; i < count; i++)
        out->spent_us[stage] += answers[i].time_us;
    out->answered[stage] += count;
}

double handout_left_us(const handout *out)
{
    double spent = 0, left = 0;
    uint64_t answered = 0;
    for (int32_t i = 0; i < out->work->stage_count; i++) {
        spent += out->spent_us[i];
        answered += out->answered[i];
    }
    for (int32_t i = 0; i < out->work->stage_count; i++) {
        const double mean = out->answered[i] ? out->spent_us[i] / (double)out->answered[i]
                            : answered       ? spent / (double)answered
                                             : 0;
        left += mean * (double)out->unassigned[i];
    }
    return left;
}

void handout_close(handout *out)
{
    free(out->waiting);
    free(out->ranks);
    free(out->spent_us);
    free(out->answered);
    free(out->unassigned);
    free(out->visitors);
    *out = (handout){ 0 };
}
