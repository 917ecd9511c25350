#pragma once

/// What smoothing by rules for roads works on: the task, the stretches of the path, and how far each phase has come.

#include "shape/roads/lane.h"
#include "shape/roads/roads.h"
#include "shape/roads/roadside.h"
#include "shape/smooth.h"

/// The input of the shaping of roads.
typedef struct road_task {
    smooth_ground ground;
    fw_smoothing smoothing; ///< as smooth_kind_for() gives it
    bend_ends ends;
    road_rules roads;
    fw_roads method; ///< FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES or FW_ROADS_CONES
    bool keep_right;
} road_task;

static inline bool road_sets_cones(const road_task *task)
{
    return task->method == FW_ROADS_CONES && !task->keep_right;
}

/// True if stretches on roads are shaped between kerbs.
static inline bool road_needs_kerbs(const road_task *task)
{
    return task->keep_right || task->method == FW_ROADS_LANES;
}

typedef enum road_phase {
    ROAD_READ,      ///< the path is read for its roads
    ROAD_PUT_CONES, ///< cones are put up
    ROAD_CONES,     ///< the path is smoothed between cones
    ROAD_STRETCHES, ///< the path is assembled from its stretches
    ROAD_DONE       ///< the path is final
} road_phase;

/// A part of the way that lies wholly on roads or wholly off them.
typedef struct road_stretch {
    const road_place *places;
    int32_t count;
    bend_ends ends;
} road_stretch;

typedef enum stretch_phase {
    STRETCH_BEGIN,
    STRETCH_WRITE, ///< the lines of the stretch are written to the piece; the phase `after_writing` follows
    STRETCH_KERBS, ///< kerbs are put up around the lines of a stretch on roads
    STRETCH_BEGIN_SHAPE, ///< the piece holds the lines
    STRETCH_SHAPE,       ///< the piece is smoothed, or moved to the right
    STRETCH_MORE_KERBS,  ///< kerbs are put up around the piece; if any are new, the stretch is shaped again
    STRETCH_JUDGE,       ///< the piece is judged: it must not leave roads more often than the old lines
    STRETCH_APPEND,
    STRETCH_NONE ///< all stretches are appended
} stretch_phase;

/// Progress of judging a stretch; all 0 = not begun.
typedef struct stretch_judging {
    int32_t segment;        ///< the next segment of the new piece
    int32_t place;          ///< the next place of the old lines
    road_departures after;  ///< of the new piece
    road_departures before; ///< of the old lines
} stretch_judging;

typedef struct road_shaper road_shaper;

/// A path that is being assembled from its stretches.
typedef struct assembly {
    road_shaper *shaper;
    smoother *smoothing;
    const road_task *task;
    fw_path *path; ///< the old path is read while the new one is written
    fw_path_summary summary;
    double heading;    ///< at the end of the part that is written
    int32_t next;      ///< place where the next stretch begins
    road_stretch part; ///< the present stretch
    stretch_phase phase, after_writing;
    kerb_progress kerbs;
    stretch_judging judging;
} assembly;

/// Progress of writing lines; all 0 = not begun.
typedef struct line_writing {
    int32_t next; ///< the point where the next line begins
    double cost;  ///< of the lines so far
} line_writing;

/// Progress of making lines drivable.
typedef struct road_bends {
    fw_path *drive; ///< receives the drivable path
    bend_ends ends;
    bool between_kerbs; ///< this is the second attempt, with kerbs, because the first one left the roads
    bool is_begun;
    bool is_drawn;
    int32_t judged; ///< number of segments that were found to stay on the roads
} road_bends;

/// The next step to take at a line of the lane.
typedef enum lane_line {
    LANE_LINE_BEGIN,      ///< measure the margins of the line
    LANE_LINE_CUT_BEFORE, ///< end a section behind the first margin
    LANE_LINE_CUT_BEHIND, ///< end a section before the second margin
    LANE_LINE_END         ///< go to the next line
} lane_line;

/// The phases of keeping right on a stretch, in order.
typedef enum drive_phase {
    DRIVE_LANE,     ///< the lane is drawn
    DRIVE_WRITE,    ///< its lines are written as they are: the unit has no turning radius
    DRIVE_COLLECT,  ///< points of the lane are collected up to the end of a section
    DRIVE_SECTION,  ///< the section is made drivable
    DRIVE_JUDGE,    ///< the piece must stay on roads
    DRIVE_OWN_LINES ///< the stretch's own lines are made drivable: the unit cannot drive in the lane
} drive_phase;

/// Progress of keeping right on a stretch.
typedef struct road_drive {
    drive_phase phase;
    const shape_points *lines; ///< DRIVE_WRITE: what is written
    assembly lane;             ///< the piece, which is assembled from sections
    int32_t at, to;            ///< ends of the present line, as indices of points of the lane
    lane_line line;
    double margin_before, margin_behind; ///< of the present line, in tiles
    bool is_last;                        ///< the section ends where the lane ends
    road_bends bends;
    int32_t judged; ///< number of segments of the piece that were found to stay on roads
} road_drive;

/// Memory kept from path to path, and the progress of the present path.
struct road_shaper {
    memory *memory;
    road_way way;
    line_writing writing;
    lane_drawing lane;
    road_drive drive;
    shape_points points; ///< of the stretch, or of a section of the lane
    fw_path *piece;      ///< one stretch, smoothed; null before the first
    fw_path *section;    ///< a part of the piece between long lines
    roadside side;       ///< kerbs or cones
    cone_progress cones;
    road_phase phase;
    road_task task;
    assembly whole;
};
