#pragma once

/// The report of FW_HYBRID_STRICT: what its steps did.

#include "fairway/hybrid.h"
#include "fairway/planner.h"

/// Makes a report in which no step was taken.
void hybrid_clear_report(fw_hybrid_report *report);

/// HYBRID_STRICT: reports a phase that ends with `result`.
void hybrid_note_step(fw_search *search, fw_result result, const fw_statistics *phase);
