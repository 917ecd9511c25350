#ifndef TESTS_CANVAS_H
#define TESTS_CANVAS_H

/// @file
/// A figure that is being drawn, and what all figures need.

#include "fairway/planner.h"
#include "io/picture.h"

typedef struct canvas {
    fw_map *map;
    fw_planner *planner;
    fw_unit_def unit; ///< of the paths that are found
    fw_path *path;
    const char *name; ///< of the path, in the legend
    io_companion others[IO_MOST_COMPANIONS];
    int other_count;
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

/// A text, and the path's length where it has one.
void canvas_title(canvas *canvas, const char *text);

void canvas_end(canvas *canvas);

#endif
