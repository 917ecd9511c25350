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

/// Chooses landmarks for a graph whose records are built, in place of those that it has. FW_OK, or FW_NO_MEMORY: then
/// nothing is changed.
fw_result landmarks_build(memory *memory, hierarchy *table);

void landmarks_free(memory *memory, landmarks *doomed, size_t cluster_count);

size_t landmarks_bytes(const landmarks *landmarks, size_t cluster_count);

#endif
