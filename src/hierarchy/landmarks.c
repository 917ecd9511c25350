#include "hierarchy/landmarks.h"

#include <string.h>

#include "base/bits.h"
#include "base/must_hold.h"

void landmark_distances_free(memory *memory, landmark_distances *doomed, size_t cluster_count)
{
    if (!doomed)
        return;
    memory_give_back(memory, doomed->rows, cluster_count + 1, sizeof *doomed->rows);
    memory_give_back(memory, doomed->steps, doomed->row_count, sizeof *doomed->steps);
    memory_give_back(memory, doomed->distance, doomed->row_count, landmarks_row_bytes(doomed));
    memory_give_back(memory, doomed, 1, sizeof *doomed);
}

fw_result landmarks_create(memory *memory, size_t cluster_count, landmarks *made)
{
    *made = (landmarks){ .moved = memory_get_zeroed(memory, cluster_count, sizeof *made->moved) };
    return made->moved ? FW_OK : FW_NO_MEMORY;
}

/// True if a cluster has those transitions across a side that it had at the survey.
static bool has_same_side(const landmark_distances *known, size_t cluster, const cluster_record *record,
                          int side)
{
    const landmark_rows *rows = &known->rows[cluster];
    const uint32_t first = rows->first + rows->offset[side];
    const uint32_t end = side + 1 < LANDMARK_SIDES ? rows->first + rows->offset[side + 1] : rows[1].first;
    if (end - first != (uint32_t)cluster_record_across(record, side))
        return false;
    if (!record)
        return true; // no transitions then and now
    const transition *now = &record->transitions[record->first[side]];
    for (uint32_t row = first; row < end; row++)
        if (known->steps[row] != transition_packed(now++))
            return false;
    return true;
}

void landmarks_note_moved(landmarks *landmarks, size_t cluster, const cluster_record *record)
{
    if (!landmarks->known)
        return;
    uint8_t *moved = &landmarks->moved[cluster];
    landmarks->moved_count -= (size_t)bits_count(*moved);
    *moved = 0;
    for (int side = 0; side < LANDMARK_SIDES; side++)
        *moved |= (uint8_t)(!has_same_side(landmarks->known, cluster, record, side) << side);
    landmarks->moved_count += (size_t)bits_count(*moved);
}

void landmarks_share(memory *memory, const landmarks *from, size_t cluster_count, landmarks *landmarks)
{
    if (landmarks->known != from->known) {
        landmarks_drop(memory, cluster_count, landmarks);
        landmarks->known = from->known;
        if (landmarks->known)
            landmarks->known->users++;
        memcpy(landmarks->moved, from->moved, cluster_count * sizeof *landmarks->moved);
        landmarks->moved_count = from->moved_count;
    }
    must_hold(landmarks->moved_count == from->moved_count); // it follows from the survey and the graph
    landmarks->are_valid = from->are_valid;
    landmarks->cheapened = from->cheapened;
}

void landmarks_drop(memory *memory, size_t cluster_count, landmarks *landmarks)
{
    if (landmarks->known && --landmarks->known->users == 0)
        landmark_distances_free(memory, landmarks->known, cluster_count);
    landmarks->known = NULL;
    memset(landmarks->moved, 0, cluster_count * sizeof *landmarks->moved);
    landmarks->moved_count = 0;
    landmarks->are_valid = false;
}

void landmarks_free(memory *memory, size_t cluster_count, landmarks *doomed)
{
    if (!doomed->moved)
        return;
    landmarks_drop(memory, cluster_count, doomed);
    memory_give_back(memory, doomed->moved, cluster_count, sizeof *doomed->moved);
    doomed->moved = NULL;
}

size_t landmarks_shared_bytes(const landmarks *landmarks, size_t cluster_count)
{
    const landmark_distances *known = landmarks->known;
    return known ? sizeof *known + (cluster_count + 1) * sizeof *known->rows +
                       known->row_count * (sizeof *known->steps + landmarks_row_bytes(known))
                 : 0;
}
