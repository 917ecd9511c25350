#ifndef FAIRWAY_QUEUE_H
#define FAIRWAY_QUEUE_H

/// @file
/// A queue of requests that one planner serves under a budget for each tick.
///
///     fw_planner_enqueue(planner, &request, 1, &ticket);        when a unit wants a path
///     fw_planner_run(planner, 0, 2000);                         each tick: at most 2 ms
///     while ((ticket = fw_planner_next_answer(planner)) != 0)   each tick
///         result = fw_planner_collect(planner, ticket, path);
///
/// The work is shared among the requests in proportion to their priorities. None starves: while a request of priority 1
/// waits, later ones pass it during the next 64,000 units of work at most. Which request is served next depends on the
/// calls and their budgets of work alone, not on time; a budget of time decides only where a run stops.

#include <stdint.h>

#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A request in the queue of a planner. 0 is no ticket. No ticket comes twice.
typedef uint64_t fw_ticket;

/// Highest priority of a request.
#define FW_MAX_PRIORITY 1024

/// Adds a request to the queue of a planner.
///
/// @param planner      the planner [thread: one at a time]
/// @param request      copied, with its speed limits; its overlay, goal set and trace must stay [until: the ticket
///                     is collected or cancelled]. `max_time_us` counts from the first run that serves the request
/// @param priority     share of the work: a request of priority 2 gets twice the work of one of priority 1
///                     [Limits: 1 <= priority <= FW_MAX_PRIORITY]
/// @param[out] ticket  the request's ticket
/// @return FW_OK, FW_BAD_VALUE (priority), FW_NO_MEMORY, or a refusal of the request as from fw_find_path()
///
/// O(log requests).
fw_result fw_planner_enqueue(fw_planner *planner, const fw_request *request, int32_t priority,
                             fw_ticket *ticket);

/// Serves queued requests until a budget is used up.
///
/// At most 16 requests are searched at the same time, which bounds the memory, and at most as many as the map keeps old
/// versions (fw_map_def::old_versions; one if it keeps none), because each may be of another version. A request whose
/// priority is higher than all of theirs begins at once. A search that a commit has made stale begins again.
///
/// @param planner       the planner [thread: one at a time]
/// @param work          budget as in fw_search_step(), exceeded by as much; 0 = no limit
/// @param microseconds  budget of time; 0 = no limit. Looked at every 250 units of work
/// @return FW_OK: every request has its answer. FW_PENDING: some have not. FW_NULL_ARGUMENT
fw_result fw_planner_run(fw_planner *planner, uint64_t work, uint64_t microseconds);

/// The ticket whose answer has waited longest.
///
/// @param planner  the planner
/// @return the ticket; 0 if no answer waits to be collected
fw_ticket fw_planner_next_answer(const fw_planner *planner);

/// Takes the answer of a request. The ticket ends.
///
/// @param planner       the planner [thread: one at a time]
/// @param ticket        the ticket
/// @param[in,out] path  receives the path, as from fw_find_path()
/// @return FW_PENDING: there is no answer yet, the ticket stays and the path is unchanged. FW_NO_MEMORY: the ticket
///         stays, unless the search itself ended with it. FW_NULL_ARGUMENT, FW_UNKNOWN_TICKET. Otherwise the result of
///         the request, as from fw_find_path(), or FW_STALE if its unit was removed before
///         the search began
fw_result fw_planner_collect(fw_planner *planner, fw_ticket ticket, fw_path *path);

/// The best path so far of a request, as from fw_search_best_so_far(). The ticket stays.
///
/// @param planner       the planner [thread: one at a time]
/// @param ticket        the ticket
/// @param[in,out] path  receives the path
/// @return FW_OK; FW_ILLEGAL: the path has violations that the request does not allow; FW_NOT_FOUND: the request is not
///         served yet, or has no path; FW_STALE, FW_NULL_ARGUMENT, FW_UNKNOWN_TICKET or FW_NO_MEMORY
fw_result fw_planner_best_so_far(fw_planner *planner, fw_ticket ticket, fw_path *path);

/// Replaces a request: the unit has moved on, or wants to go elsewhere. The request keeps its ticket, its priority and
/// its place in the queue; an answer that was not collected is dropped.
///
/// @param planner  the planner [thread: one at a time]
/// @param ticket   the ticket
/// @param request  as for fw_planner_enqueue()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_TICKET, or a refusal of the request: nothing is changed
fw_result fw_planner_retarget(fw_planner *planner, fw_ticket ticket, const fw_request *request);

/// Removes a request from the queue. The ticket ends.
///
/// @param planner  the planner; [opt] null does nothing
/// @param ticket   the ticket; one that has ended does nothing
void fw_planner_cancel(fw_planner *planner, fw_ticket ticket);

/// Number of requests without an answer.
///
/// @param planner  the planner
/// @return requests that wait or are being searched; 0 for null
int32_t fw_planner_queued(const fw_planner *planner);

#ifdef __cplusplus
}
#endif
#endif
