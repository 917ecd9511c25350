#pragma once

/// Landmarks: transitions that lie far apart, with the distances from them to all others in the abstract graph. The
/// difference of two places' distances from a landmark is a lower bound of the distance between these places.
///
/// The graphs of several versions share the distances that a survey has found. What commits have done to them since
/// follows from the graph, but for whether a way has become cheaper: one graph takes that over from another.
///
/// Where a commit raises costs, transitions may lie elsewhere, and open ways on the graph that are cheaper than those
/// before. Then differences may exceed the distance, but never by a greater share than ways on the graph of the survey
/// exceeded the cheapest ones on the map: so much more may a path cost. Landmarks stay in use, because searches without
/// them expand many more nodes.
///
/// Source: Goldberg & Harrelson 2005 (ALT).

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "hierarchy/cluster_grid.h"
#include "hierarchy/cluster_record.h"

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

/// The rows of the transitions that a cluster keeps, side by side.
typedef struct landmark_rows {
    uint32_t first;
    uint8_t offset[LANDMARK_SIDES]; ///< from there to the first row of a side
} landmark_rows;

_Static_assert(LANDMARK_SIDES / 2 * (CLUSTER_MOST + 1) <= UINT8_MAX, "offsets of rows fit into a byte");

/// What a survey has found; it stays as it is.
typedef struct landmark_distances {
    int32_t users;       ///< graphs; only the editor's thread counts them
    int32_t count;       ///< of landmarks, a multiple of LANDMARK_GROUP
    int shift;           ///< distances are in units of 2^shift, rounded down
    size_t row_count;    ///< transitions
    landmark_rows *rows; ///< [cluster], and behind the last one the end of the rows
    uint16_t *steps;     ///< [row * row_count] the transition, as transition_packed() gives it
    uint16_t *distance;  ///< [row * row_count][count]
} landmark_distances;

typedef struct landmarks {
    landmark_distances *known; ///< null: no survey has been made
    uint8_t *moved;     ///< [cluster] one bit for each side whose transitions are not those of the survey
    size_t moved_count; ///< of such sides
    bool are_valid;     ///< false: a commit has made ways cheaper since, so that distances may be too long
    uint64_t cheapened; ///< counts the commits that made ways cheaper
} landmarks;

/// The number of a side. For both of its clusters, it is the same.
static inline size_t landmarks_slot(const cluster_grid *grid, cluster_at cluster, int side)
{
    const cluster_at keeper = side < LANDMARK_SIDES ? cluster : cluster_beside(cluster, side);
    return cluster_index(grid, keeper) * LANDMARK_SIDES + (size_t)side % LANDMARK_SIDES;
}

/// The row of the first transition across a side, or LANDMARKS_NONE. There must have been a survey.
static inline uint32_t landmarks_row(const landmarks *landmarks, size_t slot)
{
    const landmark_rows *rows = &landmarks->known->rows[slot / LANDMARK_SIDES];
    const bool has_moved = landmarks->moved[slot / LANDMARK_SIDES] >> slot % LANDMARK_SIDES & 1;
    return has_moved ? LANDMARKS_NONE : rows->first + rows->offset[slot % LANDMARK_SIDES];
}

/// Landmarks of a graph without a survey. FW_OK or FW_NO_MEMORY.
fw_result landmarks_create(memory *memory, size_t cluster_count, landmarks *made);

/// Notes which transitions of a cluster have moved since the survey.
///
/// @param record  null: the cluster has no transitions
void landmarks_note_moved(landmarks *landmarks, size_t cluster, const cluster_record *record);

/// Makes landmarks the same as those of an equal graph. Takes time that grows with the size of the map if the survey is
/// another one.
void landmarks_share(memory *memory, const landmarks *from, size_t cluster_count, landmarks *landmarks);

/// Notes that a commit has made ways cheaper.
static inline void landmarks_note_cheaper(landmarks *landmarks)
{
    landmarks->cheapened++;
    landmarks->are_valid = false;
}

void landmarks_drop(memory *memory, size_t cluster_count, landmarks *landmarks);

void landmarks_free(memory *memory, size_t cluster_count, landmarks *doomed);

/// Bytes of a transition's distances.
static inline size_t landmarks_row_bytes(const landmark_distances *known)
{
    return (size_t)known->count * sizeof *known->distance;
}

/// Frees distances that no graph uses. Null does nothing.
void landmark_distances_free(memory *memory, landmark_distances *doomed, size_t cluster_count);

/// Bytes of the distances, which others may share.
size_t landmarks_shared_bytes(const landmarks *landmarks, size_t cluster_count);
