#include <string.h>

#include "curve/path.h"
#include "fairway/batch.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/request.h"
#include "plan/search.h"

static fw_result judge_batch(const fw_request *request, int32_t count, const fw_batch *batch)
{
    if (!batch->results || !batch->offsets || (!batch->segments && batch->capacity > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0 || batch->capacity < 0 || batch->done < 0 || batch->done > count)
        return FW_BAD_SIZE;
    return goal_is_single(&request->goal) ? FW_OK : FW_BAD_VALUE;
}

/// Writes an answer behind those before it. FW_OK or FW_BUFFER_TOO_SMALL.
static fw_result append(fw_batch *batch, fw_result result, const fw_path *path)
{
    const bool has_path = search_has_path(result);
    const int32_t first = batch->offsets[batch->done];
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    count = has_path ? count : 0;
    if (count > batch->capacity - first)
        return FW_BUFFER_TOO_SMALL;
    if (count > 0)
        memcpy(batch->segments + first, segments, (size_t)count * sizeof *segments);
    if (batch->lengths)
        batch->lengths[batch->done] = has_path ? path_shown(path)->length : 0;
    if (batch->costs)
        batch->costs[batch->done] = has_path ? path_shown(path)->cost : 0;
    batch->results[batch->done] = result;
    batch->offsets[++batch->done] = first + count;
    return FW_OK;
}

/// Continues the search for the next path, or begins it, and writes its answer.
///
/// @param work            the most work; 0 = no limit
/// @param[in,out] spent   grows by the work of the search if it ends, also by that of earlier calls
/// @return FW_OK (the answer is written, or a commit has made the search stale and it must begin again), FW_PENDING,
///         FW_BUFFER_TOO_SMALL or FW_NO_MEMORY
static fw_result answer_next(fw_planner *planner, const fw_request *next, uint64_t work, uint64_t *spent,
                             fw_batch *batch)
{
    fw_result result = batch->search ? FW_OK : fw_search_begin(planner, next, &batch->search);
    if (result == FW_OK) {
        result = fw_search_step(batch->search, work);
        if (result == FW_PENDING)
            return FW_PENDING;
        *spent += work ? search_work_done(batch->search) : 0;
        result = search_give_answer(batch->search, planner->found);
    }
    *spent += 1; // a path in sight takes no work
    const bool is_answer = result != FW_NO_MEMORY && result != FW_STALE;
    const fw_result written = is_answer ? append(batch, result, planner->found) : result;
    if (written == FW_BUFFER_TOO_SMALL)
        return written;
    fw_search_end(batch->search);
    batch->search = NULL;
    return written == FW_STALE ? FW_OK : written;
}

fw_result fw_find_paths(fw_planner *planner, const fw_request *request, const fw_pose *starts,
                        const fw_pose *goals, int32_t count, uint64_t work, fw_batch *batch)
{
    fw_request room;
    if (!planner || !request || !batch || (count > 0 && (!starts || !goals)))
        return FW_NULL_ARGUMENT;
    request = request_whole(request, &room);
    if (!request)
        return FW_BAD_DEF;
    const fw_result judged = judge_batch(request, count, batch);
    if (judged != FW_OK)
        return judged;
    if (path_provide(&planner->memory, &planner->found) != FW_OK)
        return FW_NO_MEMORY;
    fw_request next = *request;
    uint64_t spent = 0;
    if (batch->done == 0)
        batch->offsets[0] = 0;
    while (batch->done < count) {
        if (work && spent >= work)
            return FW_PENDING;
        next.start = starts[batch->done];
        next.goal.pose = goals[batch->done];
        const fw_result result = answer_next(planner, &next, work ? work - spent : 0, &spent, batch);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}
