#include "replay/world.h"

#include <stdio.h>

fw_unit_id replay_unit_of(const replay *replay, fw_unit_id recorded)
{
    for (size_t i = replay->unit_count; i > 0; i--)
        if (replay->units[i - 1].recorded == recorded)
            return replay->units[i - 1].here;
    return recorded ? UINT32_MAX : 0;
}

void replay_note_mark(replay *replay, const char *name)
{
    fw_replay_report *report = &replay->report;
    if (report->marks++ == 0)
        snprintf(report->mark, sizeof report->mark, "%s", name);
}
