#pragma once

/// The segments of a path that smoothing draws, before they replace the old path.

#include "curve/path.h"
#include "shape/curved/way.h"
#include "shape/taut/funnel.h"

typedef struct outline {
    fw_segment *segments;
    int32_t count;
    size_t room;
    int32_t next;            ///< next link of the string to append, or next segment to check
    int32_t first_of_string; ///< first segment of the string
    fw_pose string_end;      ///< end and heading of the string's last line
} outline;

/// Appends a line, unless its length is 0. FW_OK or FW_NO_MEMORY.
fw_result outline_add_line(outline *outline, memory *memory, const way_rules *rules, vector begin,
                           vector end);

/// Begins to append a taut string: lines, and arcs around its discs. FW_OK or FW_NO_MEMORY.
fw_result outline_begin_string(outline *outline, memory *memory, const funnel *pulled);

/// Continues to append the string.
///
/// @param only_lines  replace each arc by tangents whose headings are up to 45 degrees apart or, if these are not free,
///                    by up to 64 times as many; the arc stays if no such tangents are free
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result outline_add_string(outline *outline, memory *memory, const way_rules *rules, const funnel *pulled,
                             bool only_lines);

typedef struct path_total {
    double length, cost;
} path_total;

/// Length and terrain cost of consecutive segments.
path_total outline_total(const way_rules *rules, const fw_segment *segments, int32_t count);

/// Continues to check, from segment `next` on, that the unit's own body may go along all segments and turn between
/// them.
///
/// @param[out] is_free  true if all segments checked so far are free
/// @return FW_OK or FW_PENDING (the work is used up)
fw_result outline_judge(outline *outline, const way_rules *rules, bool *is_free);

/// Makes the outline the path. Without segments the unit stands where the path began.
///
/// @param impossible  stretches of the outline that are listed as impossible
/// @return FW_OK or FW_NO_MEMORY
fw_result outline_write(const outline *outline, double cost, const path_stretches *impossible, fw_path *path);
