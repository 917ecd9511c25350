#ifndef PLAN_SURVEY_H
#define PLAN_SURVEY_H

/// @file
/// Goals of many places: a survey finds out where the unit can stand and where it can get. It looks at one place after
/// the other, and may pause between two.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "plan/query.h"

enum { PLACES_OF_WORK = 32 }; ///< places that count as a unit of work

/// The surveys of a request, in their order.
typedef enum survey_part {
    SURVEY_OF_POSES,   ///< directional methods
    SURVEY_OF_ANCHORS, ///< methods on the grid
    SURVEY_OF_NEAREST  ///< the nearest anchor to each place, if no place can be reached
} survey_part;

typedef struct survey {
    survey_part part;
    int64_t next;       ///< index of the place that comes next
    uint64_t left;      ///< places that may be looked at before the survey pauses
    uint64_t seen;      ///< places of all parts
    bool has_places;    ///< at least one lies on the map
    bool has_free;      ///< the unit can stand at one
    bool has_reachable; ///< and may get there
    int32_t count;      ///< places that were kept
    nearness best;      ///< SURVEY_OF_NEAREST: the nearest anchor so far
} survey;

/// Begins a part.
static inline void survey_enter(survey *survey, survey_part part)
{
    *survey =
        (struct survey){ .part = part, .left = survey->left, .seen = survey->seen, .best.square = INFINITY };
}

/// Counts a place that is looked at, unless the survey must pause before it.
static inline bool survey_pauses(survey *survey)
{
    if (survey->left == 0)
        return true;
    survey->left--;
    survey->seen++;
    return false;
}

/// Begins to understand a request: as query_understand(), but for at most a few places.
///
/// @return as query_understand()
fw_result survey_begin(fw_search *search);

#endif
