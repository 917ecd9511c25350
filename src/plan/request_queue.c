#include "plan/request_queue.h"

#include "base/must_hold.h"
#include "plan/request.h"
#include "shape/speed/speed_limits.h"

enum {
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

queue_job *queue_find(const request_queue *queue, fw_ticket ticket)
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

void queue_answer(request_queue *queue, queue_job *job, fw_result result)
{
    withdraw(queue, job);
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
    if (MEMORY_RESERVE(memory, queue->jobs, queue->job_capacity, queue->job_count + 1) ||
        MEMORY_RESERVE(memory, queue->waiting, queue->waiting_capacity, queue->job_count + 1))
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

fw_result queue_add(request_queue *queue, memory *memory, const fw_request *request, int32_t priority,
                    fw_ticket *ticket)
{
    const fw_result added = queue->free.first ? FW_OK : add_job(queue, memory);
    if (added != FW_OK)
        return added;
    queue_job *job = queue->free.first;
    must_hold(job);
    unlink_job(&queue->free, job);
    set_request(job, request);
    job->priority = priority;
    job->ticket = *ticket = ++queue->tickets << SLOT_BITS | (fw_ticket)job->slot;
    job->tag = queue->clock + virtual_time(EXPECTED_WORK, (uint64_t)priority);
    enter(queue, job);
    return FW_OK;
}

/// True if the first waiting job may be searched beside the jobs under way.
static bool may_set_out(const request_queue *queue, int32_t most)
{
    if (queue->active.count < most)
        return true;
    int32_t highest = 0;
    for (const queue_job *job = queue->active.first; job; job = job->next)
        highest = job->priority > highest ? job->priority : highest;
    return queue->waiting[0]->priority > highest;
}

queue_job *queue_next(const request_queue *queue, int32_t most)
{
    queue_job *next = queue->active.first;
    for (queue_job *job = next; job; job = job->next)
        next = comes_first(job, next) ? job : next;
    if (queue->waiting_count > 0 && (!next || comes_first(queue->waiting[0], next)) &&
        may_set_out(queue, most))
        next = queue->waiting[0];
    return next;
}

void queue_set_out(request_queue *queue, queue_job *job, fw_search *search)
{
    leave_heap(queue, job);
    job->search = search;
    append(&queue->active, job);
}

void queue_charge(request_queue *queue, queue_job *job, uint64_t work)
{
    const uint64_t own = (uint64_t)job->priority,
                   all = queue->priorities + (job->result == FW_PENDING ? 0 : own);
    job->tag += virtual_time(work, own);
    queue->clock += virtual_time(work, all < MOST_PRIORITIES ? all : MOST_PRIORITIES);
}

void queue_begin_again(request_queue *queue, queue_job *job)
{
    withdraw(queue, job);
    enter(queue, job);
}

void queue_retarget(request_queue *queue, queue_job *job, const fw_request *request)
{
    withdraw(queue, job);
    set_request(job, request);
    const uint64_t newest = queue->clock + virtual_time(EXPECTED_WORK, (uint64_t)job->priority);
    if (job->result != FW_PENDING && job->tag < newest)
        job->tag = newest;
    enter(queue, job);
}

void queue_remove(request_queue *queue, queue_job *job)
{
    withdraw(queue, job);
    job->ticket = 0;
    append(&queue->free, job);
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
