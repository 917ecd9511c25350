#include "plan/queue.h"

#include "map/map.h"
#include "plan/planner.h"
#include "search/limits.h"
#include "shape/speed/speed_limits.h"

enum {
    SLICE = 250,          ///< work between two choices of a job
    EXPECTED_WORK = 1000, ///< work that a new job is expected to take
    SLOT_BITS = 20,       ///< of a ticket: the job's index in the table
    MOST_PRIORITIES = 64, ///< limits how long other requests pass one of priority 1, however many there are
    TAG_SHIFT = 16        ///< binary digits of virtual time behind the point
};

static uint64_t virtual_time(uint64_t work, uint64_t priority)
{
    return (work << TAG_SHIFT) / priority;
}

static bool comes_first(const queue_job *a, const queue_job *b)
{
    return a->tag != b->tag ? a->tag < b->tag : a->ticket < b->ticket;
}

static void put_at(request_queue *queue, queue_job *job, size_t place)
{
    queue->waiting[place] = job;
    job->place = place;
}

/// Moves a job in the heap up or down to its place by tag.
static void sift(request_queue *queue, queue_job *job)
{
    size_t place = job->place;
    for (; place > 0 && comes_first(job, queue->waiting[(place - 1) / 2]); place = (place - 1) / 2)
        put_at(queue, queue->waiting[(place - 1) / 2], place);
    for (;;) {
        size_t child = 2 * place + 1;
        if (child + 1 < queue->waiting_count && comes_first(queue->waiting[child + 1], queue->waiting[child]))
            child++;
        if (child >= queue->waiting_count || !comes_first(queue->waiting[child], job))
            break;
        put_at(queue, queue->waiting[child], place);
        place = child;
    }
    put_at(queue, job, place);
}

static void leave_heap(request_queue *queue, const queue_job *job)
{
    queue_job *last = queue->waiting[--queue->waiting_count];
    if (last == job)
        return;
    put_at(queue, last, job->place);
    sift(queue, last);
}

static void append(job_list *list, queue_job *job)
{
    job->next = NULL;
    job->previous = list->last;
    *(list->last ? &list->last->next : &list->first) = job;
    list->last = job;
    list->count++;
}

static void unlink_job(job_list *list, queue_job *job)
{
    *(job->previous ? &job->previous->next : &list->first) = job->next;
    *(job->next ? &job->next->previous : &list->last) = job->previous;
    list->count--;
}

static queue_job *find_job(const request_queue *queue, fw_ticket ticket)
{
    const size_t slot = (size_t)(ticket & (((fw_ticket)1 << SLOT_BITS) - 1));
    return ticket && slot < queue->job_count && queue->jobs[slot]->ticket == ticket ? queue->jobs[slot]
                                                                                    : NULL;
}

/// Ends the search of a job that is under way.
static void end_search(request_queue *queue, queue_job *job)
{
    fw_search_end(job->search);
    job->search = NULL;
    unlink_job(&queue->active, job);
}

/// Removes a job from its list or from the heap, and ends its search.
static void withdraw(request_queue *queue, queue_job *job)
{
    if (job->result != FW_PENDING) {
        unlink_job(&queue->answered, job);
        return;
    }
    queue->priorities -= (uint64_t)job->priority;
    if (job->search)
        end_search(queue, job);
    else
        leave_heap(queue, job);
}

/// Makes a job wait for its first piece of work.
static void enter(request_queue *queue, queue_job *job)
{
    job->result = FW_PENDING;
    queue->priorities += (uint64_t)job->priority;
    put_at(queue, job, queue->waiting_count++);
    sift(queue, job);
}

/// Gives a job that was withdrawn its result.
static void answer(request_queue *queue, queue_job *job, fw_result result)
{
    job->result = result;
    append(&queue->answered, job);
}

static void set_request(queue_job *job, const fw_request *request)
{
    fw_request room;
    fw_speed_def speeds;
    job->request = *request_whole(request, &room);
    if (!request->fastest)
        return;
    job->speeds = *speed_def_whole(request->fastest, &speeds);
    job->request.fastest = &job->speeds;
}

/// Adds a free job at the end of the table, and room for one more job in the heap.
static fw_result add_job(request_queue *queue, memory *memory)
{
    if (queue->job_count == (size_t)1 << SLOT_BITS)
        return FW_TOO_MANY;
    if (memory_reserve(memory, &queue->jobs, &queue->job_capacity, queue->job_count + 1,
                       sizeof(queue_job *)) ||
        memory_reserve(memory, &queue->waiting, &queue->waiting_capacity, queue->job_count + 1,
                       sizeof(queue_job *)))
        return FW_NO_MEMORY;
    queue_job *job = memory_get_zeroed(memory, 1, sizeof *job);
    const fw_allocator hooks = memory_hooks(memory);
    if (!job || fw_path_create(&hooks, &job->answer) != FW_OK) {
        memory_give_back(memory, job, 1, sizeof *job);
        return FW_NO_MEMORY;
    }
    job->slot = queue->job_count;
    queue->jobs[queue->job_count++] = job;
    append(&queue->free, job);
    return FW_OK;
}

/// Judges a request for the newest version of the map.
static fw_result judge(fw_planner *planner, const fw_request *request)
{
    const fw_result judged = request_refusal(map_pin_hold(&planner->pin), request).result;
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
    request_queue *queue = &planner->queue;
    fw_result result = judge(planner, request);
    if (result == FW_OK && !queue->free.first)
        result = add_job(queue, &planner->memory);
    if (result != FW_OK)
        return result;
    queue_job *job = queue->free.first;
    unlink_job(&queue->free, job);
    set_request(job, request);
    job->priority = priority;
    job->ticket = *ticket = ++queue->tickets << SLOT_BITS | (fw_ticket)job->slot;
    job->tag = queue->clock + virtual_time(EXPECTED_WORK, (uint64_t)priority);
    enter(queue, job);
    return FW_OK;
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

/// True if the first waiting job may be searched beside the jobs under way.
static bool may_begin(const fw_planner *planner)
{
    const request_queue *queue = &planner->queue;
    if (queue->active.count < most_at_once(planner))
        return true;
    int32_t highest = 0;
    for (const queue_job *job = queue->active.first; job; job = job->next)
        highest = job->priority > highest ? job->priority : highest;
    return queue->waiting[0]->priority > highest;
}

/// The job to serve next; null if there is none.
static queue_job *next_job(const fw_planner *planner)
{
    const request_queue *queue = &planner->queue;
    queue_job *next = queue->active.first;
    for (queue_job *job = next; job; job = job->next)
        next = comes_first(job, next) ? job : next;
    if (queue->waiting_count > 0 && (!next || comes_first(queue->waiting[0], next)) && may_begin(planner))
        next = queue->waiting[0];
    return next;
}

/// Begins the search of a waiting job. If the search is refused, that is its answer: the map has changed since.
static void begin(fw_planner *planner, queue_job *job)
{
    request_queue *queue = &planner->queue;
    const fw_result begun = fw_search_begin(planner, &job->request, &job->search);
    if (begun == FW_OK) {
        leave_heap(queue, job);
        append(&queue->active, job);
        return;
    }
    withdraw(queue, job);
    answer(queue, job, begun == FW_UNKNOWN_UNIT ? FW_STALE : begun);
}

static uint64_t work_so_far(const fw_search *search)
{
    fw_statistics statistics;
    fw_search_statistics(search, &statistics);
    return statistics.work + statistics.shaping;
}

/// Lets a job do some work.
///
/// @return work that it did, at least 1
static uint64_t serve(fw_planner *planner, queue_job *job, uint64_t work)
{
    request_queue *queue = &planner->queue;
    if (!job->search)
        begin(planner, job);
    if (!job->search)
        return 1;
    const uint64_t before = work_so_far(job->search);
    fw_result result = fw_search_step(job->search, work);
    const uint64_t after = work_so_far(job->search);
    if (result != FW_PENDING) // FW_STALE, too, if a commit has taken the version since the step
        result = search_give_answer(job->search, job->answer);
    if (result == FW_STALE) { // if the unit is gone, too, the search is refused when it begins again
        withdraw(queue, job);
        enter(queue, job);
    } else if (result != FW_PENDING) {
        withdraw(queue, job);
        answer(queue, job, result);
    }
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
        queue_job *job = next_job(planner);
        const uint64_t priorities = queue->priorities < MOST_PRIORITIES ? queue->priorities : MOST_PRIORITIES;
        const uint64_t done = serve(planner, job, left < SLICE ? left : SLICE);
        job->tag += virtual_time(done, (uint64_t)job->priority);
        queue->clock += virtual_time(done, priorities);
        work_spend(&left, done);
    }
    return queue->priorities > 0 ? FW_PENDING : FW_OK;
}

fw_ticket fw_planner_next_answer(const fw_planner *planner)
{
    return planner && planner->queue.answered.first ? planner->queue.answered.first->ticket : 0;
}

/// Ends the ticket of a job that was withdrawn.
static void release(request_queue *queue, queue_job *job)
{
    job->ticket = 0;
    append(&queue->free, job);
}

fw_result fw_planner_collect(fw_planner *planner, fw_ticket ticket, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    queue_job *job = find_job(&planner->queue, ticket);
    if (!job)
        return FW_UNKNOWN_TICKET;
    const fw_result result = job->result;
    if (result == FW_PENDING)
        return FW_PENDING;
    if (search_is_answer(result) && fw_path_copy(job->answer, path) != FW_OK)
        return FW_NO_MEMORY;
    withdraw(&planner->queue, job);
    release(&planner->queue, job);
    return result;
}

fw_result fw_planner_best_so_far(fw_planner *planner, fw_ticket ticket, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    const queue_job *job = find_job(&planner->queue, ticket);
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
    request_queue *queue = &planner->queue;
    queue_job *job = find_job(queue, ticket);
    if (!job)
        return FW_UNKNOWN_TICKET;
    const fw_result refused = judge(planner, request);
    if (refused != FW_OK)
        return refused;
    withdraw(queue, job);
    set_request(job, request);
    const uint64_t newest = queue->clock + virtual_time(EXPECTED_WORK, (uint64_t)job->priority);
    if (job->result != FW_PENDING && job->tag < newest)
        job->tag = newest;
    enter(queue, job);
    return FW_OK;
}

void fw_planner_cancel(fw_planner *planner, fw_ticket ticket)
{
    queue_job *job = planner ? find_job(&planner->queue, ticket) : NULL;
    if (!job)
        return;
    withdraw(&planner->queue, job);
    release(&planner->queue, job);
}

int32_t fw_planner_queued(const fw_planner *planner)
{
    return planner ? (int32_t)planner->queue.waiting_count + planner->queue.active.count : 0;
}

void queue_free(request_queue *queue, memory *memory)
{
    while (queue->active.first)
        end_search(queue, queue->active.first);
    for (size_t i = 0; i < queue->job_count; i++) {
        fw_path_destroy(queue->jobs[i]->answer);
        memory_give_back(memory, queue->jobs[i], 1, sizeof *queue->jobs[i]);
    }
    memory_give_back(memory, queue->jobs, queue->job_capacity, sizeof(queue_job *));
    memory_give_back(memory, queue->waiting, queue->waiting_capacity, sizeof(queue_job *));
    *queue = (request_queue){ .clock = queue->clock, .tickets = queue->tickets };
}

void queue_trim(request_queue *queue, memory *memory)
{
    if (queue->free.count == (int32_t)queue->job_count)
        queue_free(queue, memory);
}
