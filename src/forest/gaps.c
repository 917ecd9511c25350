#include "forest/gaps.h"

#include <math.h>
#include <string.h>

/// Gaps that lie farther outside of a sector, as slopes, hold none of its lines, nor obstacles that its lines graze.
#define OUTSIDE 1e-6

void gaps_hide(gap_list *gaps, span hidden)
{
    for (int i = 0; i < gaps->count; i++) {
        span *gap = &gaps->items[i];
        if (hidden.high <= gap->low || hidden.low >= gap->high)
            continue;
        if (hidden.low > gap->low && hidden.high < gap->high) {
            if (gaps->count == MOST_GAPS)
                return;
            memmove(gap + 1, gap, (size_t)(gaps->count++ - i) * sizeof *gap);
            gap[0].high = hidden.low;
            gap[1].low = hidden.high;
            return;
        }
        if (hidden.low > gap->low)
            gap->high = hidden.low;
        else if (hidden.high < gap->high)
            gap->low = hidden.high;
        else
            memmove(gap, gap + 1, (size_t)(--gaps->count - i--) * sizeof *gap);
    }
}

void gaps_drop_outside(gap_list *gaps, double most_slope)
{
    const double most = most_slope + OUTSIDE;
    int count = 0;
    for (int i = 0; i < gaps->count; i++)
        if (gaps->items[i].low <= most && gaps->items[i].high >= -most)
            gaps->items[count++] = gaps->items[i];
    gaps->count = count;
}

void gaps_note_reach(const gap_list *gaps, const sector_table *table, double distance, sector_reach *reach)
{
    bool are_open[SECTOR_PARTS] = { false };
    for (int i = 0; i < gaps->count; i++)
        for (int part = sector_part_at(table, gaps->items[i].low);
             part <= sector_part_at(table, gaps->items[i].high); part++)
            are_open[part] = true;
    for (int i = 0; i < SECTOR_PARTS; i++)
        if (!are_open[i] && reach->parts[i] == INFINITY)
            reach->parts[i] = nextafterf((float)distance, INFINITY);
}
