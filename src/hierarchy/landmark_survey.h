#ifndef HIERARCHY_LANDMARK_SURVEY_H
#define HIERARCHY_LANDMARK_SURVEY_H

/// @file
/// The search for landmarks and their distances, in slices. The farthest transition from all landmarks so far becomes
/// the next one (Goldberg & Harrelson 2005).

#include "hierarchy/landmarks.h"

typedef struct landmark_survey landmark_survey;

/// Begins to choose landmarks for a table that has transitions. Null without memory.
landmark_survey *landmarks_begin(memory *memory, const hierarchy *table);

/// Continues the survey.
///
/// @param table          the same records as before, maybe in another place
/// @param[in,out] work   to spend; a step spends up to one expansion more
/// @return FW_OK: ready; FW_PENDING or FW_NO_MEMORY
fw_result landmarks_step(landmark_survey *survey, const hierarchy *table, uint64_t *work);

/// Gives the landmarks of a survey that is ready to a table, in place of those that it has.
void landmarks_install(memory *memory, landmark_survey *survey, hierarchy *table);

void landmarks_end(memory *memory, landmark_survey *survey);

#endif
