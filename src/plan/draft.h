#ifndef PLAN_DRAFT_H
#define PLAN_DRAFT_H

/// @file
/// What all stages have in common that take the draft further in one step.

#include "fairway/planner.h"
#include "shape/curved/bends.h"

fw_result draft_begin(fw_search *search);

/// How a unit with a turning radius faces at the ends of the draft.
bend_ends draft_ends(const fw_search *search);

/// Copies the draft, which has the outcome that it was written with.
fw_result draft_write(fw_search *search, fw_outcome outcome, fw_path *path);

double draft_progress(const fw_search *search);

#endif
