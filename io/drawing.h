#pragma once

/// Colours and helpers that all parts of a picture share.

#include "io/picture.h"
#include "io/svg.h"

extern const io_color page_color;
extern const io_color ink_color;
extern const io_color white_color;
extern const io_color border_color;
extern const io_color path_color;
extern const io_color reverse_color;
extern const io_color slow_color;
extern const io_color half_speed_color;
extern const io_color start_color;
extern const io_color goal_color;

/// Opacity of bodies, and of their parts that overlap something, 0 to 1.
#define BODY_ALPHA    0.24
#define OVERLAP_ALPHA 0.75

/// Size of a picture, and positions of map and legend in it.
typedef struct io_layout {
    int width, height;
    io_view view;
    double legend_top; ///< where the legend begins
} io_layout;

typedef struct io_drawing {
    const io_picture *picture;
    const io_layout *layout;
    FILE *to;
    io_outline outline;
    bool has_failed;         ///< there was not enough memory
    const fw_unit_def *unit; ///< of the path that is being drawn
    const fw_path *path;
    const fw_segment *segments; ///< of this path
    int32_t segment_count;
    io_color color;
    double boldness; ///< of the line
} io_drawing;

/// The greatest speed of all paths of a picture; 0: none has a speed profile.
double picture_top_speed(const io_picture *picture);

/// Colour of a path beside the main one.
io_color companion_color(const io_picture *picture, int index);

/// True if the unit may not enter a tile; without a unit, if no unit can enter it.
bool picture_is_closed(const io_picture *picture, int32_t x, int32_t y);

/// True if the body of the picture's path overlaps blocked tiles.
bool picture_has_overlap(const io_picture *picture);

/// Free room around map and legend, in pixels.
enum { DRAWING_MARGIN = 20 };

/// Fills the outline that was collected, and empties it. If there was not enough memory for it, the drawing has failed.
void drawing_fill(io_drawing *drawing, io_color color, double alpha);

/// Draws all paths and their bodies: bodies first, so that no body covers a line.
void drawing_paths(io_drawing *drawing);

/// Draws the tiles in shades of their clearance, if the picture has clearances.
void drawing_clearance(io_drawing *drawing);

/// Writes the clearance of each tile as a number, if tiles are large enough.
void drawing_clearance_numbers(io_drawing *drawing);

/// Largest clearance of a tile; 0 if the picture has no clearances.
int32_t picture_largest_clearance(const io_picture *picture);

/// Colour of a clearance from 1 to the largest.
io_color picture_clearance_color(int32_t clearance, int32_t largest);

/// Draws what the overlay of the request changes.
void drawing_overlay(io_drawing *drawing);

/// What the overlay changes, for the legend.
typedef struct io_overlay_look {
    bool has_blocked, has_forbidden, has_costs;
} io_overlay_look;

io_overlay_look picture_overlay_look(const io_picture *picture);

extern const io_color tree_color;
extern const io_color closed_color; ///< tiles that an overlay blocks, and moves that it forbids
extern const io_color cost_color;   ///< tiles to which an overlay adds the most

/// Draw the inside of the library: first what fills tiles, below the paths; then lines and points.
void drawing_mark_tiles(io_drawing *drawing);
void drawing_mark_lines(io_drawing *drawing);

/// How marks of a kind look, for the legend.
typedef struct io_mark_look {
    io_color color;
    double alpha;
    bool is_line;
} io_mark_look;

/// @param blocked  motions that are not free, and what they touch, or else all other marks
/// @return false if the picture has no such marks of the kind
bool picture_mark_look(const io_picture *picture, fw_mark_kind kind, bool blocked, io_mark_look *look);

/// Colour of constructions.
io_color picture_pen_color(io_pen pen);

/// Draw constructions: first their lines, below the paths; last their dots and texts, over everything else.
void drawing_note_lines(io_drawing *drawing);
void drawing_notes(io_drawing *drawing);

/// Draws start and goal; an arrow head shows a heading if the heading matters.
void drawing_marks(io_drawing *drawing);

/// Draw the mark of a start, and of a goal.
void drawing_start(io_drawing *drawing, io_point at, double radius);
void drawing_goal(io_drawing *drawing, io_point at, double radius);

/// Draws the mark of a gear change.
void drawing_gear_change(io_drawing *drawing, io_point at, double radius);

/// Draws title, scale bar, and the meaning of the colours.
void drawing_legend(io_drawing *drawing);

/// Height of the legend in a picture of this width.
int drawing_legend_height(const io_picture *picture, int width);
