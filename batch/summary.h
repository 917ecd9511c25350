#pragma once

/// What a study's answers say together: means and percentiles by map, unit and method, against a baseline, by length.

#include <stdio.h>

#include "batch/chunk_log.h"
#include "batch/study.h"

/// What summaries and plots need of an answer.
typedef struct summary_row {
    bool is_good;   ///< a path was found, or the run was made
    float length;   ///< of the path; of a run: seconds
    float share;    ///< of a run: units that have arrived
    float waited;   ///< of a run: seconds for each unit
    float expanded; ///< of a run: units
    float time_us;
} summary_row;

/// Reads all rows.
///
/// @param log        sorted and complete
/// @param[out] rows  [row * jobs] to be freed
bool summary_load(const study *asked, const chunk_log *log, summary_row **rows, io_fault *fault);

/// Number of values on an axis: maps, units, or methods (parameters).
int32_t summary_axis_count(const study *asked, study_axis axis);
const char *summary_axis_name(const study *asked, study_axis axis, int32_t index);

/// The job that differs from a job only by standing at the baseline; false if the baseline's map asks other queries.
bool summary_at_baseline(const study *asked, uint64_t job, uint64_t *other);

/// Prints the tables.
///
/// @return false without memory
bool summary_print(const study *asked, const summary_row *rows, FILE *to);
