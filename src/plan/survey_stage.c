#include "plan/survey_stage.h"

#include "plan/goal.h"
#include "plan/planner.h"
#include "plan/route.h"

/// Surveys places for an amount of work, which counts as work of the request.
static fw_result survey_for(fw_search *search, uint64_t work)
{
    survey *survey = &search->survey;
    const uint64_t before = survey->seen / PLACES_OF_WORK;
    survey->left = work < UINT64_MAX / PLACES_OF_WORK ? work * PLACES_OF_WORK : UINT64_MAX;
    const fw_result understood = query_understand(search);
    tally_spend_work(&search->tally, survey->seen / PLACES_OF_WORK - before);
    return understood;
}

fw_result survey_begin(fw_search *search)
{
    search->survey = (survey){ .part = search->query->motions ? SURVEY_OF_POSES : SURVEY_OF_ANCHORS };
    search->goals.subject = ACCESS_OF_NOTHING;
    return survey_for(search, 1);
}

static fw_result step(fw_search *search, uint64_t work)
{
    if (limits_reached(search, 0))
        return FW_LIMIT;
    const uint64_t most = limits_left(search, 0).max_work; // 0 = no limit
    const fw_result understood = survey_for(search, most && most < work ? most : work);
    return understood == FW_PENDING && limits_reached(search, 0) ? FW_LIMIT : understood;
}

static double progress(const fw_search *search)
{
    (void)search;
    return 0;
}

/// The survey begins before its stage, and the tally counts its work.
const stage_kind survey_stage = { .step = step, .write = write_start, .progress = progress };
