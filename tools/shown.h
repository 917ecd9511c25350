#pragma once

/// What pictures show of the inside of the library: --expanded and --show.

#include <stdbool.h>
#include <stddef.h>

#include "fairway/inspect.h"
#include "io/id_table.h"
#include "job.h"

/// The subjects of --show, in the order of its choices.
typedef enum shown_subject {
    SHOW_LAYER = 0,
    SHOW_REGIONS,
    SHOW_JUMP_POINTS,
    SHOW_CLUSTERS,
    SHOW_MOTIONS,
    SHOW_AREAS
} shown_subject;

/// Marks for a picture. All 0 = none.
typedef struct shown {
    fw_mark *marks; ///< [mark * count]
    size_t count, capacity;
    io_id_table places; ///< of nodes of a search: the first marks, by their places
    bool has_failed;    ///< there was not enough memory
} shown;

/// Notes a step of a search, for fw_request::trace. A place with several nodes gets one mark: closed if one of them was
/// expanded, else with the least f.
///
/// @param user  a shown
void shown_note(const fw_trace_event *event, void *user);

/// Adds what --show asks for, after the search, because tables that it needs are prepared.
///
/// @param start  of the unit, from which motions are shown
/// @return false after an error message
bool shown_add(const options *given, job *work, fw_pose start, shown *to);

void shown_free(shown *shown);
