#pragma once

/// A figure that is being drawn, and what all figures need.

#include "fairway/planner.h"
#include "io/outline.h"
#include "io/picture.h"

enum { CANVAS_MOST_NOTES = 2000 };

/// Radius of a body that figures draw as a point.
#define CANVAS_POINT 0.01

typedef struct canvas {
    fw_map *map;
    fw_planner *planner;
    fw_unit_def unit; ///< of the paths that are found
    fw_path *path;
    const char *name; ///< of the path, in the legend
    io_companion others[IO_MOST_COMPANIONS];
    int other_count;
    io_note notes[CANVAS_MOST_NOTES];
    int note_count;
    const char *pens[IO_PENS]; ///< what the notes of a colour are
    bool is_aside[IO_PENS];    ///< the notes of a colour stand beside what they are about
    bool is_open;              ///< the map is free ground, without a reason for a detour
    const fw_tree *trees;      ///< round obstacles
    int32_t tree_count;
    fw_pose start, goal;
    char title[128];
} canvas;

fw_path *canvas_path(void);

/// A round unit of size 1 that enters roads too.
fw_unit_def canvas_unit(double radius, double turn_radius);

/// What a figure asks for, from its start to its goal.
fw_request canvas_request(const canvas *canvas);

/// Finds a path for the figure's unit, which there must be.
void canvas_find(canvas *canvas, fw_request ask, fw_path *path);

/// A path beside the main one; its body is drawn only where it has one.
///
/// @param unit  or null: none to be seen
fw_path *canvas_other(canvas *canvas, const char *name, const fw_unit_def *unit);

/// A dot, and a text beside it.
///
/// @param dx, dy  from the dot to the middle of the text
/// @param text    "" = none
/// @return the note, until the next one is drawn
io_note *canvas_dot(canvas *canvas, double x, double y, double dx, double dy, const char *text);

void canvas_text(canvas *canvas, double x, double y, const char *text);

/// A thin line, and a text.
///
/// @param text_x, text_y  middle of the text
/// @param text            "" = none
io_note *canvas_line(canvas *canvas, io_point from, io_point to, double text_x, double text_y,
                     const char *text);

/// A thin arc around a centre, clockwise on the screen, and a text.
///
/// @param from, turn  angle of its beginning, and how far it turns, radians
/// @param text        "" = none; outside of the middle of the arc
io_note *canvas_arc(canvas *canvas, io_point centre, double radius, double from, double turn,
                    const char *text);

/// How many lines and arcs are drawn with a pen.
int canvas_count_lines(const canvas *canvas, io_pen pen);

/// How often a text is written.
int canvas_count_texts(const canvas *canvas, const char *text);

/// A text, and the path's length where it has one.
void canvas_title(canvas *canvas, const char *text);

void canvas_end(canvas *canvas);

/// The tile of a path on the grid after a place on it.
fw_pose canvas_next_tile(const fw_path *path, fw_pose at);
