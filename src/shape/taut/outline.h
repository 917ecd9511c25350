#ifndef SHAPE_TAUT_OUTLINE_H
#define SHAPE_TAUT_OUTLINE_H

/// @file
/// A path that smoothing draws, before it becomes the path.

#include "curve/path.h"
#include "shape/curved/way.h"
#include "shape/taut/funnel.h"

typedef struct outline {
    fw_segment *segments;
    int32_t count;
    size_t room;
    int32_t next;       ///< link of a string that is appended, or segment that is judged
    int32_t oldest;     ///< first segment of the string
    fw_pose string_end; ///< where its last line ends, and its heading
} outline;

/// Appends a line, unless it has no length.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result outline_add_line(outline *outline, memory *memory, const way_rules *rules, shape_point begin,
                           shape_point end);

/// Begins to append a taut string: lines, and arcs around its discs.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result outline_begin_string(outline *outline, memory *memory, const funnel *pulled);

/// Goes on with it.
///
/// @param only_lines  go around discs on their tangents, 45 degrees apart or as many times less as it takes to be free;
///                    on an arc where even 64 times less is not
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result outline_add_string(outline *outline, memory *memory, const way_rules *rules, const funnel *pulled,
                             bool only_lines);

typedef struct extent {
    double length, cost;
} extent;

/// Length and terrain cost of a run of segments.
extent outline_extent(const way_rules *rules, const fw_segment *segments, int32_t count);

/// Goes on to judge whether the unit's own body may go along all segments, and turn between them, from segment `next`
/// on.
///
/// @param[out] is_free  all that were judged
/// @return FW_OK or FW_PENDING (the work is used up)
fw_result outline_judge(outline *outline, const way_rules *rules, bool *is_free);

/// Makes the outline the path. One without segments is a body that stands where the path began.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result outline_write(const outline *outline, double cost, fw_path *path);

#endif
