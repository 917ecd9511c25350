#pragma once

/// Pictures of a study's answers, as SVG: found.svg (which share of the queries each unit gets to, on each map),
/// detour.svg (lengths against the baseline), heat.svg (where the paths between places lead); arrival.svg (simulations:
/// arrival against density).

#include "batch/study.h"
#include "batch/summary.h"

/// Draws all pictures that the study has answers for, into a folder that exists.
bool plot_write(const study *asked, const summary_row *rows, const char *folder, io_fault *fault);
