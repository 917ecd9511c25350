#ifndef PLAN_REFINE_STAGE_H
#define PLAN_REFINE_STAGE_H

/// @file
/// The stages that find a quick path and refine it: see refine.h.

#include "base/memory.h"
#include "plan/refine.h"

/// Frees what a refinement holds.
void refinement_free(refinement *spent, memory *memory);

#endif
