#include "plan/draft.h"
#include "plan/planner.h"

/// A path that was cut short may be too short to brake in: then it has no profile.
static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    const fw_result given =
        fw_path_profile(search->planner->map, search->asked.ask.fastest, search->draft, NULL);
    return given == FW_NOT_FOUND ? FW_OK : given;
}

const stage_kind speed_stage = {
    .begin = draft_begin, .step = step, .write = draft_write, .progress = draft_progress
};
