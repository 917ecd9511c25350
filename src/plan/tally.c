#include "plan/tally.h"

#include "search/counts.h"

void statistics_add(fw_statistics *sum, const fw_statistics *added)
{
    counts_add_in_turn(sum, added);
    sum->shaping += added->shaping;
    sum->turn_rounds += added->turn_rounds;
    sum->lost_approaches += added->lost_approaches;
    if (sum->pages < added->pages)
        sum->pages = added->pages;
    if (sum->level == FW_LEVEL_NONE)
        sum->level = added->level;
    if (added->exhausted != FW_EXHAUSTED_NONE)
        sum->exhausted = added->exhausted;
}

void tally_spend(tally *tally, const fw_statistics *spent)
{
    statistics_add(&tally->sum, spent);
    tally->has_any = true;
}
