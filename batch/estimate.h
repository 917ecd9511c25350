#pragma once

/// How long a study may take: a few jobs of its first maps are done in a process that then ends.

#include "batch/workload.h"

/// Mean time of a job, in microseconds; negative if it cannot be told.
double estimate_job_us(const workload *work);
