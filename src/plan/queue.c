#include "fairway/queue.h"

#include "plan/choose.h"
#include "plan/planner.h"
#include "plan/request.h"
#include "plan/search.h"
#include "search/limits.h"

enum { SLICE = 250 }; ///< work between two choices of a job

/// Judges a request for the newest version of the map.
static fw_result judge(fw_planner *planner, const fw_request *request)
{
    query query = { 0 };
    fw_request room;
    const fw_result judged =
        query_choose(map_pin_hold(&planner->pin), request_whole(request, &room), &query, NULL);
    map_pin_let_go(&planner->pin);
    return judged;
}

fw_result fw_planner_enqueue(fw_planner *planner, const fw_request *request, int32_t priority,
                             fw_ticket *ticket)
{
    if (!planner || !request || !ticket)
        return FW_NULL_ARGUMENT;
    if (priority < 1 || priority > FW_MAX_PRIORITY)
        return FW_BAD_VALUE;
    const fw_result refused = judge(planner, request);
    return refused == FW_OK ? queue_add(&planner->queue, &planner->memory, request, priority, ticket)
                            : refused;
}

/// Most jobs that are searched at the same time, unless a job of higher priority waits. Each may hold another version
/// of the map: if the map kept fewer versions, edits would end the oldest searches again and again.
static int32_t most_at_once(const fw_planner *planner)
{
    const int32_t versions = planner->map->pins->old_versions;
    if (versions < 1)
        return 1;
    return versions < MOST_AT_ONCE ? versions : MOST_AT_ONCE;
}

/// Begins the search of a waiting job. If the search is refused, that is its answer: the map has changed since.
static void begin(fw_planner *planner, queue_job *job)
{
    fw_search *search;
    const fw_result begun = fw_search_begin(planner, &job->request, &search);
    if (begun == FW_OK)
        queue_set_out(&planner->queue, job, search);
    else
        queue_answer(&planner->queue, job, begun == FW_UNKNOWN_UNIT ? FW_STALE : begun);
}

/// Lets a job do some work. Returns the work that it did, at least 1.
static uint64_t serve(fw_planner *planner, queue_job *job, uint64_t work)
{
    request_queue *queue = &planner->queue;
    if (!job->search)
        begin(planner, job);
    if (!job->search)
        return 1;
    const uint64_t before = search_work_done(job->search);
    fw_result result = fw_search_step(job->search, work);
    const uint64_t after = search_work_done(job->search);
    if (result != FW_PENDING) // FW_STALE, too, if a commit has taken the version since the step
        result = search_give_answer(job->search, job->answer);
    if (result == FW_STALE) // if the unit is gone, too, the search is refused when it begins again
        queue_begin_again(queue, job);
    else if (result != FW_PENDING)
        queue_answer(queue, job, result);
    return after > before ? after - before : 1;
}

fw_result fw_planner_run(fw_planner *planner, uint64_t work, uint64_t microseconds)
{
    if (!planner)
        return FW_NULL_ARGUMENT;
    request_queue *queue = &planner->queue;
    const uint64_t deadline = deadline_in(microseconds);
    uint64_t left = work ? work : UINT64_MAX;
    while (queue->priorities > 0 && left > 0 && !(deadline && clock_us() >= deadline)) {
        queue_job *job = queue_next(queue, most_at_once(planner));
        const uint64_t done = serve(planner, job, left < SLICE ? left : SLICE);
        queue_charge(queue, job, done);
        work_spend(&left, done);
    }
    return queue->priorities > 0 ? FW_PENDING : FW_OK;
}

fw_ticket fw_planner_next_answer(const fw_planner *planner)
{
    return planner && planner->queue.answered.first ? planner->queue.answered.first->ticket : 0;
}

fw_result fw_planner_collect(fw_planner *planner, fw_ticket ticket, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    queue_job *job = queue_find(&planner->queue, ticket);
    if (!job)
        return FW_UNKNOWN_TICKET;
    const fw_result result = job->result;
    if (result == FW_PENDING)
        return FW_PENDING;
    if (search_is_answer(result) && fw_path_copy(job->answer, path) != FW_OK)
        return FW_NO_MEMORY;
    queue_remove(&planner->queue, job);
    return result;
}

fw_result fw_planner_best_so_far(fw_planner *planner, fw_ticket ticket, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    const queue_job *job = queue_find(&planner->queue, ticket);
    if (!job)
        return FW_UNKNOWN_TICKET;
    if (search_has_path(job->result))
        return fw_path_copy(job->answer, path) == FW_OK ? job->result : FW_NO_MEMORY;
    return job->search ? fw_search_best_so_far(job->search, path) : FW_NOT_FOUND;
}

fw_result fw_planner_retarget(fw_planner *planner, fw_ticket ticket, const fw_request *request)
{
    if (!planner || !request)
        return FW_NULL_ARGUMENT;
    queue_job *job = queue_find(&planner->queue, ticket);
    if (!job)
        return FW_UNKNOWN_TICKET;
    const fw_result refused = judge(planner, request);
    if (refused != FW_OK)
        return refused;
    queue_retarget(&planner->queue, job, request);
    return FW_OK;
}

void fw_planner_cancel(fw_planner *planner, fw_ticket ticket)
{
    queue_job *job = planner ? queue_find(&planner->queue, ticket) : NULL;
    if (job)
        queue_remove(&planner->queue, job);
}

int32_t fw_planner_queued(const fw_planner *planner)
{
    return planner ? (int32_t)planner->queue.waiting_count + planner->queue.active.count : 0;
}
