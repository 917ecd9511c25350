#ifndef HIERARCHY_LANDMARKS_H
#define HIERARCHY_LANDMARKS_H

/// @file
/// Landmarks: transitions that lie far apart, with the distances from them to all others in the abstract graph. The
/// difference of two places' distances from a landmark is a lower bound of the distance between these places.
///
/// Source: Goldberg & Harrelson 2005 (ALT); the farthest transition from all landmarks so far becomes the next one.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct hierarchy hierarchy;

enum { LANDMARK_COUNT = 8 };

/// A transition that a landmark cannot reach, or whose distances are not known.
#define LANDMARK_FAR UINT16_MAX

/// A cluster whose transitions have no distances.
#define LANDMARKS_NONE UINT32_MAX

typedef struct landmarks {
    uint32_t *rows;     ///< [cluster] row of its first transition, or LANDMARKS_NONE
    uint16_t *distance; ///< [row * row_count][LANDMARK_COUNT] in units of 2^shift, rounded down
    size_t row_count;
    int shift;
    bool are_valid; ///< false: a commit has made ways cheaper since, so that distances may be too long
    bool have_gaps; ///< a commit has moved transitions since, which have no distances
} landmarks;

/// The search for landmarks, in slices.
typedef struct landmark_survey landmark_survey;

/// True if a table has transitions whose distances are unknown or may be too long.
bool landmarks_are_due(const hierarchy *table);

/// Begins to choose landmarks for a table that has transitions. Null without memory.
landmark_survey *landmarks_begin(memory *memory, const hierarchy *table);

/// Goes on.
///
/// @param table          the same records as before, maybe in another place
/// @param[in,out] work   to spend; a step spends up to one expansion more
/// @return FW_OK: ready; FW_PENDING or FW_NO_MEMORY
fw_result landmarks_step(landmark_survey *survey, const hierarchy *table, uint64_t *work);

/// Gives the landmarks of a survey that is ready to a table, in place of those that it has.
void landmarks_install(memory *memory, landmark_survey *survey, hierarchy *table);

void landmarks_end(memory *memory, landmark_survey *survey);

/// FW_OK or FW_NO_MEMORY.
fw_result landmarks_copy(memory *memory, const landmarks *from, size_t cluster_count, landmarks *made);

void landmarks_free(memory *memory, landmarks *doomed, size_t cluster_count);

size_t landmarks_bytes(const landmarks *landmarks, size_t cluster_count);

#endif
