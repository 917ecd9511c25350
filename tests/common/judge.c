#include "common/judge.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*holds)(hearing *hearing);
} statements[] = {
    { "the result is one that is documented for the request", judge_result_is_documented },
    { "what is refused is said", judge_what_is_refused_is_said },
    { "the outcome fits the result", judge_outcome_fits_the_result },
    { "asking for any path gives the illegal one", judge_asking_for_any_path_gives_the_illegal_one },
    { "success is legal, unless less was asked for", judge_success_is_legal },
    { "a path without violations is legal", judge_path_without_violations_is_legal },
    { "a path counts what the checker finds", judge_path_counts_what_the_checker_finds },
    { "grid methods find the cheapest path", judge_grid_paths_are_optimal },
    { "the nearest place is the nearest", judge_nearest_place_is_nearest },
    { "a limit never makes a search expand more", judge_limits_save_expansions },
    { "slices change nothing", judge_slices_change_nothing },
    { "earlier queries change nothing", judge_earlier_queries_change_nothing },
    { "searches that ended early change nothing", judge_searches_that_ended_early_change_nothing },
    { "another thread changes nothing", judge_another_thread_changes_nothing },
    { "the order of units changes nothing", judge_order_of_units_changes_nothing },
    { "a turned world has the same answer", judge_turned_world_has_the_same_answer },
    { "auto finds what any method finds", judge_auto_finds_what_any_method_finds },
};

/// True if a statement judges an answer.
static bool is_judged_by(size_t statement, const char *only)
{
    return !only || strstr(statements[statement].name, only);
}

bool judge_deny(hearing *hearing, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(hearing->found->detail, sizeof hearing->found->detail, format, values);
    va_end(values);
    return false;
}

bool judge_is_unlimited(const fw_request *ask)
{
    return (ask->max_work == 0 || ask->max_work == UINT64_MAX) &&
           (ask->max_distance == 0 || ask->max_distance == DBL_MAX);
}

fw_request judge_unlimited(fw_request ask)
{
    ask.max_work = ask.max_time_us = 0;
    ask.max_distance = 0;
    return ask;
}

bool judge_is_plain_grid(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    return hearing->summary.method >= FW_ASTAR && hearing->summary.method <= FW_ON_DEMAND &&
           !ask->smoothing && !ask->pre_smooth && (!ask->turns || hearing->at.def.turn_radius == 0) &&
           !ask->roads && !ask->keep_right && !ask->fixed_angles &&
           (ask->refine == 0 || ask->refine == UINT64_MAX);
}

bool judge_paths_equal(const fw_path *one, const fw_path *other)
{
    fw_path_summary said, repeated;
    return fw_path_summarise(one, &said) == FW_OK && fw_path_summarise(other, &repeated) == FW_OK &&
           said.outcome == repeated.outcome && judge_paths_have_equal_segments(one, other);
}

bool judge_paths_have_equal_segments(const fw_path *one, const fw_path *other)
{
    fw_path_summary said, repeated;
    int32_t count, again;
    const fw_segment *left = fw_path_segments(one, &count), *right = fw_path_segments(other, &again);
    if (fw_path_summarise(one, &said) != FW_OK || fw_path_summarise(other, &repeated) != FW_OK ||
        count != again || said.cost != repeated.cost ||
        memcmp(&said.violations, &repeated.violations, sizeof said.violations) != 0)
        return false;
    for (int32_t i = 0; i < count; i++)
        if (left[i].start.x != right[i].start.x || left[i].start.y != right[i].start.y ||
            left[i].start.heading != right[i].start.heading || left[i].length != right[i].length ||
            left[i].curvature != right[i].curvature || left[i].gear != right[i].gear)
            return false;
    return true;
}

static bool ask_and_judge(hearing *hearing, const char *only)
{
    hearing->result = fw_find_path(hearing->at.planner, &hearing->at.ask, hearing->at.path);
    if (fw_path_summarise(hearing->at.path, &hearing->summary) != FW_OK ||
        fw_planner_statistics(hearing->at.planner, &hearing->spent) != FW_OK)
        return judge_deny(hearing, "no summary");
    hearing->reached = hearing->summary.outcome;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        hearing->found->statement = statements[i].name;
        if (is_judged_by(i, only) && !statements[i].holds(hearing))
            return false;
    }
    return true;
}

bool judge_trial(const trial *drawn, const char *only, finding *found)
{
    hearing hearing = { .drawn = drawn, .found = found };
    found->statement = "a unit and an overlay within their limits are accepted";
    const fw_result opened = site_open(drawn, UNIT_FIRST, &hearing.at);
    bool holds = opened == FW_OK || judge_deny(&hearing, "%s", fw_result_text(opened));
    if (holds && hearing.at.def.size != trial_unit_size(&drawn->unit))
        holds = judge_deny(&hearing, "size %d", (int)hearing.at.def.size);
    holds = holds && ask_and_judge(&hearing, only);
    site_close(&hearing.at);
    if (holds && hearing.at.ration.held > 0) {
        found->statement = "all memory is given back";
        return judge_deny(&hearing, "%llu pieces are held", (unsigned long long)hearing.at.ration.held);
    }
    if (holds)
        found->statement = NULL;
    return holds;
}
