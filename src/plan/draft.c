#include "plan/draft.h"

#include "plan/planner.h"

fw_result draft_begin(fw_search *search)
{
    (void)search;
    return FW_OK;
}

fw_result draft_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    (void)outcome;
    return fw_path_copy(search->draft, path);
}

double draft_progress(const fw_search *search)
{
    (void)search;
    return 1.0;
}
