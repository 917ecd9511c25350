#pragma once

/// A path's inside, for the files that make up the path type.

#include <stddef.h>

#include "base/keeper.h"
#include "curve/segment.h"
#include "fairway/path.h"
#include "fairway/shape.h"

/// One whole path: the one that is read, or the one that is being written.
typedef struct track {
    fw_segment *segments; ///< [segment * segment_count]
    double *ends;         ///< [tiles along the path where each segment ends * segment_count]
    double *impossible;   ///< [from, to, ... * impossible_count]
    int32_t segment_count;
    int32_t impossible_count; ///< numbers, twice the stretches
    size_t segment_room;
    size_t end_room;
    size_t impossible_room;
    fw_pose finish;    ///< where the path ends
    bool knows_finish; ///< while writing: `finish` belongs to the last segment
    fw_path_summary summary;
} track;

typedef struct speed_profile {
    fw_speed_sample *samples; ///< [sample * count]
    int32_t count;
    size_t room;
} speed_profile;

struct fw_path {
    keeper kept; ///< of all memory of the path
    track tracks[2];
    track *front; ///< the one that is read
    track *back;  ///< the one that is written
    speed_profile speeds;
    speed_profile next_speeds;
    void *scratch;
    size_t scratch_room; ///< bytes
};

/// True length of a track in tiles.
static inline double track_length(const track *track)
{
    return track->segment_count ? track->ends[track->segment_count - 1] : 0;
}

/// Makes room for `segments` segments. On FW_NO_MEMORY the track is unchanged.
fw_result track_reserve(memory *memory, track *grown, size_t segments);

/// Makes room for `numbers` numbers, two for each impossible stretch.
fw_result track_reserve_impossible(memory *memory, track *grown, size_t numbers);

/// Sums up the lengths from segment `first` on, and finds the finish.
void track_measure(track *track, int32_t first);

/// Forgets the speed profile, which no longer belongs to the path.
void path_drop_speeds(fw_path *path);
