#ifndef FOREST_GAPS_H
#define FOREST_GAPS_H

/// @file
/// Headings of a sector that nothing hides yet: gaps, in order.

#include "forest/sector.h"

enum { MOST_GAPS = 64 };

/// Headings as slopes, from one to another.
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

/// Takes hidden headings out of the gaps. Where there is no room for one more gap, it is left as it is.
void gaps_hide(gap_list *gaps, span hidden);

/// Drops gaps that only lines outside of the sector lead into.
///
/// @param most_slope  of a heading in the sector
void gaps_drop_outside(gap_list *gaps, double most_slope);

/// Notes the parts of a sector that have no gap any more.
///
/// @param distance  within which all was hidden
void gaps_note_reach(const gap_list *gaps, const sector_table *table, double distance, sector_reach *reach);

#endif
