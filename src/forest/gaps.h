#pragma once

/// Gaps: the headings of a sector that nothing hides yet, in order.

#include "forest/sector.h"

enum { MOST_GAPS = 64 };

/// Headings from `low` to `high`, as slopes.
typedef struct span {
    double low, high;
} span;

typedef struct gap_list {
    span items[MOST_GAPS];
    int count;
} gap_list;

/// True if any heading of a span is in a gap.
static inline bool gaps_meet(const gap_list *gaps, span hides)
{
    for (int i = 0; i < gaps->count; i++)
        if (hides.low <= gaps->items[i].high && hides.high >= gaps->items[i].low)
            return true;
    return false;
}

/// Removes hidden headings from the gaps. If a gap would have to be split and there is no room for one more, it stays.
void gaps_hide(gap_list *gaps, span hidden);

/// Drops gaps that hold only lines outside of the sector.
///
/// @param most_slope  greatest slope of a heading in the sector
void gaps_drop_outside(gap_list *gaps, double most_slope);

/// Writes the reach of those parts of a sector in which the last gap has been closed.
///
/// @param distance  at which the hidden rays end
void gaps_note_reach(const gap_list *gaps, const sector_table *table, double distance, sector_reach *reach);
