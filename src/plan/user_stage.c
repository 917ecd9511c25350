#include <math.h>

#include "base/def.h"
#include "plan/planner.h"
#include "plan/recording.h"
#include "plan/search_pool.h"
#include "plan/stage.h"

static fw_result step(fw_search *search, uint64_t work)
{
    return user_space_run(search->spaces.user, work);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    (void)search;
    (void)outcome;
    (void)path;
    return FW_METHOD_DOES_NOT_FIT;
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    user_space_statistics(search->spaces.user, result);
}

static double progress(const fw_search *search)
{
    return user_space_progress(search->spaces.user);
}

const stage_kind user_stage = {
    .step = step, .write = write, .statistics = statistics, .progress = progress
};

static const fw_space_request defaults = { .bytes = sizeof defaults,
                                           .cookie = SPACE_REQUEST_COOKIE,
                                           .weight = 1.0 };

fw_result fw_space_request_init(fw_space_request *request, size_t bytes)
{
    return def_init(request, bytes, &defaults, sizeof defaults);
}

fw_space_request fw_default_space_request(void)
{
    return defaults;
}

static fw_result judge(const fw_space_request *request)
{
    if (!request)
        return FW_BAD_DEF;
    if (!request->space.begin || !request->space.expand)
        return FW_NULL_ARGUMENT;
    if (!isfinite(request->weight))
        return FW_NOT_FINITE;
    return request->weight >= 1.0 && request->weight <= 1000.0 ? FW_OK : FW_BAD_VALUE;
}

fw_result fw_search_begin_space(fw_planner *planner, const fw_space_request *request, fw_search **begun)
{
    if (!planner || !request || !begun)
        return FW_NULL_ARGUMENT;
    fw_space_request room;
    request = def_whole(request, &defaults, sizeof defaults, &room);
    const fw_result judged = judge(request);
    if (judged != FW_OK)
        return judged;
    if (planner_is_recorded(planner))
        recording_mark(planner, "fw_search_begin_space");
    fw_search *search = planner_take_search(planner);
    if (!search)
        return FW_NO_MEMORY;
    planner_add_active(planner, search);
    if (!search->spaces.user &&
        user_space_create(&search->kept.memory, &search->spaces.pages.large, &search->spaces.user) != FW_OK) {
        fw_search_end(search);
        return FW_NO_MEMORY;
    }
    const search_limits limits = { .max_work = request->max_work,
                                   .deadline_us = deadline_in(request->max_time_us),
                                   .weight = request->weight,
                                   .trace = request->trace,
                                   .trace_user = request->trace_user,
                                   .trace_scale = 1.0 };
    user_space_reset(search->spaces.user, &request->space, &limits);
    search->judged = (query){ .unit = NULL };
    search->chain.kinds[0] = &user_stage;
    search->chain.count = 1;
    search->chain.now = 0;
    search->decisions.is_partial = false;
    search->ended = FW_PENDING;
    search->chain.progress = 0;
    *begun = search;
    return FW_OK;
}

fw_result fw_search_nodes(const fw_search *search, fw_node *nodes, int32_t capacity, int32_t *count,
                          uint64_t *cost)
{
    if (!search || !count || (!nodes && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!search->spaces.user || search->query->unit || !search->chain.count)
        return FW_METHOD_DOES_NOT_FIT;
    return user_space_nodes(search->spaces.user, nodes, capacity, count, cost);
}
