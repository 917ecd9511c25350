#pragma once

/// The search for landmarks and their distances, in slices. The farthest transition from all landmarks so far becomes
/// the next one (Goldberg & Harrelson 2005). A survey looks at the graph as it was at the beginning, so that it comes
/// to an end also if the graph changes between two slices.

#include "hierarchy/hierarchy.h"

typedef struct landmark_survey landmark_survey;

/// True if a table has transitions whose distances are unknown or may be too long.
bool landmarks_are_due(const hierarchy *table);

/// Begins to choose landmarks for a table that has transitions. Null without memory.
landmark_survey *landmarks_begin(memory *memory, const hierarchy *table);

/// Continues the survey.
///
/// @param[in,out] work  to spend; a step spends up to one expansion more
/// @return FW_OK: ready; or FW_PENDING
fw_result landmarks_step(landmark_survey *survey, uint64_t *work);

/// The share of a survey that is done, 0 .. 1.
double landmarks_done(const landmark_survey *survey);

/// Gives the landmarks of a survey that is ready to the graph at which it began, in place of those that the graph has.
/// What commits have changed since counts as moved, and makes the landmarks invalid if ways became cheaper.
void landmarks_install(memory *memory, landmark_survey *survey, hierarchy *table);

void landmarks_end(memory *memory, landmark_survey *survey);
