#pragma once

/// Goals of many places: a survey finds out at which places the unit can stand, and which of them it may reach. It
/// looks at one place after the other, and may pause between two.

#include <stdbool.h>
#include <stdint.h>

#include "plan/query.h"

enum { PLACES_OF_WORK = 32 }; ///< places that count as a unit of work

/// The surveys of a request, in their order.
typedef enum survey_part {
    SURVEY_OF_POSES,   ///< directional methods
    SURVEY_OF_ANCHORS, ///< methods on the grid
    SURVEY_OF_NEAREST  ///< the anchors nearest to each place, if no place can be reached
} survey_part;

/// What was looked at once and for all.
typedef enum survey_progress {
    SURVEY_BEGINS,
    SURVEY_HAS_START, ///< the start
    SURVEY_HAS_GOAL   ///< the start, and a goal that is one place
} survey_progress;

typedef struct survey {
    survey_part part;
    int64_t next;       ///< index of the next place
    uint64_t left;      ///< places that may be looked at before the survey pauses
    uint64_t seen;      ///< places looked at, in all parts
    bool has_places;    ///< at least one place lies on the map
    bool has_free;      ///< the unit can stand at one of them
    bool has_reachable; ///< the unit may reach one of them
    int32_t count;      ///< number of places that were kept
    int64_t paid;       ///< places below this index were counted
    survey_progress progress;
} survey;

static inline void survey_enter(survey *survey, survey_part part)
{
    *survey = (struct survey){ .part = part, .left = survey->left, .seen = survey->seen };
}

/// Counts the next place, but only once. True if the survey must pause before it.
static inline bool survey_pauses(survey *survey)
{
    if (survey->paid > survey->next)
        return false;
    if (survey->left == 0)
        return true;
    survey->left--;
    survey->seen++;
    survey->paid = survey->next + 1;
    return false;
}
