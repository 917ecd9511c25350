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
#include "hierarchy/cluster_grid.h"

typedef struct hierarchy hierarchy;

/// A transition's distances are kept by the cluster that it leaves across one of the first sides.
enum {
    LANDMARK_GROUP = 8,  ///< landmarks that are compared at once
    LANDMARKS_MOST = 16, ///< for large clusters, which have few transitions
    LANDMARK_SIDES = MOVE_COUNT / 2
};

/// A transition that a landmark cannot reach, or whose distances are not known.
#define LANDMARK_FAR UINT16_MAX

/// Transitions that have no distances.
#define LANDMARKS_NONE UINT32_MAX

/// Mark of a side whose transitions have no distances.
#define LANDMARKS_LOST UINT8_MAX

/// The rows of the transitions that a cluster keeps, side by side.
typedef struct landmark_rows {
    uint32_t first;
    uint8_t offset[LANDMARK_SIDES]; ///< from there to the first row of a side, or LANDMARKS_LOST
} landmark_rows;

_Static_assert(LANDMARK_SIDES / 2 * (CLUSTER_MOST + 1) < LANDMARKS_LOST, "offsets of rows fit into a byte");

typedef struct landmarks {
    landmark_rows *rows; ///< [cluster]
    uint16_t *distance;  ///< [row * row_count][count] in units of 2^shift, rounded down
    size_t row_count;
    int count; ///< of landmarks, a multiple of LANDMARK_GROUP
    int shift;
    bool are_valid; ///< false: a commit has made ways cheaper since, so that distances may be too long
    bool have_gaps; ///< a commit has moved transitions since, which have no distances
} landmarks;

/// The number of a side. For both of its clusters, it is the same.
static inline size_t landmarks_slot(const cluster_grid *grid, cluster_at cluster, int side)
{
    const cluster_at keeper = side < LANDMARK_SIDES ? cluster : cluster_beside(cluster, side);
    return cluster_index(grid, keeper) * LANDMARK_SIDES + (size_t)side % LANDMARK_SIDES;
}

/// The row of the first transition across a side, or LANDMARKS_NONE.
static inline uint32_t landmarks_row(const landmarks *landmarks, size_t slot)
{
    const landmark_rows *rows = &landmarks->rows[slot / LANDMARK_SIDES];
    const uint8_t offset = rows->offset[slot % LANDMARK_SIDES];
    return offset == LANDMARKS_LOST ? LANDMARKS_NONE : rows->first + offset;
}

/// The search for landmarks, in slices.
typedef struct landmark_survey landmark_survey;

/// True if a table has transitions whose distances are unknown or may be too long.
bool landmarks_are_due(const hierarchy *table);

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

/// FW_OK or FW_NO_MEMORY.
fw_result landmarks_copy(memory *memory, const landmarks *from, size_t cluster_count, landmarks *made);

void landmarks_free(memory *memory, landmarks *doomed, size_t cluster_count);

size_t landmarks_bytes(const landmarks *landmarks, size_t cluster_count);

#endif
