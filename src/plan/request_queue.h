#pragma once

/// The queue of requests of a planner, as a structure: weighted fair queueing. Each request carries a tag: a virtual
/// time that grows by work / priority while the request is served. The request with the lowest tag comes next. A new
/// request gets the clock of virtual time, plus the expected work / priority. The clock grows by work / sum of
/// priorities, and at least by work / 64, so later requests of any priority pass a waiting one only for a while.
///
/// Source: Demers, Keshav & Shenker 1989, "Analysis and simulation of a fair queueing algorithm".

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "fairway/queue.h"
#include "fairway/shape.h"

/// Most requests that are searched at the same time, unless a request of higher priority comes.
enum { MOST_AT_ONCE = 16 };

/// A request in the queue, and its answer.
typedef struct queue_job {
    fw_ticket ticket; ///< 0: the job is free
    fw_request request;
    fw_speed_def speeds; ///< `request.fastest` points here, unless it is null
    int32_t priority;
    uint64_t tag;      ///< virtual time at which the next piece of its work is due
    fw_search *search; ///< null unless the job is under way
    fw_result result;  ///< FW_PENDING until there is an answer
    fw_path *answer;
    size_t slot;                       ///< index in the table of jobs
    size_t place;                      ///< index in the heap, while the job waits
    struct queue_job *next, *previous; ///< in the list of free jobs, of jobs under way, or of answered ones
} queue_job;

/// A list of jobs, in the order in which they were added.
typedef struct job_list {
    queue_job *first, *last;
    int32_t count;
} job_list;

typedef struct request_queue {
    queue_job **jobs; ///< [job * job_count] by the lower bits of their tickets
    size_t job_count, job_capacity;
    job_list free;
    queue_job **waiting; ///< [job * waiting_count] a heap: the lowest tag first
    size_t waiting_count, waiting_capacity;
    job_list active;     ///< searches under way
    job_list answered;   ///< oldest first
    uint64_t clock;      ///< virtual time
    uint64_t priorities; ///< sum over the jobs without an answer
    uint64_t tickets;    ///< given out so far
} request_queue;

/// Adds a request that waits for its first piece of work. FW_OK, FW_TOO_MANY or FW_NO_MEMORY.
fw_result queue_add(request_queue *queue, memory *memory, const fw_request *request, int32_t priority,
                    fw_ticket *ticket);

/// The job of a ticket; null if there is none.
queue_job *queue_find(const request_queue *queue, fw_ticket ticket);

/// The job to serve next; null if there is none.
///
/// @param most  jobs that are searched at the same time, unless a job of higher priority waits
queue_job *queue_next(const request_queue *queue, int32_t most);

/// A waiting job is under way, with a search of its own.
void queue_set_out(request_queue *queue, queue_job *job, fw_search *search);

/// Charges a job for work that was done, even if it has ended since, and moves the clock.
void queue_charge(request_queue *queue, queue_job *job, uint64_t work);

/// Makes a job under way wait again, for a search on a newer version of the map.
void queue_begin_again(request_queue *queue, queue_job *job);

void queue_answer(request_queue *queue, queue_job *job, fw_result result);

/// Gives a job another request. Its answer, if it has one, is gone.
void queue_retarget(request_queue *queue, queue_job *job, const fw_request *request);

/// Removes a job, and ends its ticket.
void queue_remove(request_queue *queue, queue_job *job);

void queue_free(request_queue *queue, memory *memory);

/// Frees all jobs if no ticket is in use.
void queue_trim(request_queue *queue, memory *memory);
