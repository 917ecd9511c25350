#pragma once

/// The goals of the command line: one place, any of several places, or all places within a radius of one.

#include <stdbool.h>

#include "io/queries.h"
#include "job.h"
#include "options.h"

enum { MOST_GOALS = 64 };

typedef struct goals {
    io_place places[MOST_GOALS];
    fw_pose poses[MOST_GOALS]; ///< of the request, which points here
    int32_t count;
    double tolerance, heading_tolerance; ///< tiles and radians
} goals;

/// Reads --to: places with / between them, and --goal-tolerance. All are in tiles. Returns false after an error
/// message.
bool goals_read(const options *given, const job *work, goals *all);

/// Sets the request's goal by --to, --within and --goal-tolerance. FW_OK or FW_OUT_OF_BOUNDS.
fw_result goals_ask(const options *given, const job *work, goals *all, fw_request *request);
