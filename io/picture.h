#pragma once

/// Pictures of a map with a path on it: terrain in pale colours, the body swept along the path, start, goal, legend and
/// scale bar; as SVG and as text.

#include <stdbool.h>
#include <stdio.h>

#include "fairway/forest.h"
#include "fairway/inspect.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "io/fault.h"
#include "io/overlay_json.h"

/// Another path in the same picture.
typedef struct io_companion {
    fw_unit_def unit; ///< its body is swept along the path
    fw_path *path;
    char name[96];   ///< in the legend
    double boldness; ///< factor on the width of its line; 0 = 1
    int color;       ///< 1 to IO_MOST_COMPANIONS; 0 = the next one
    bool is_dashed;
} io_companion;

enum { IO_MOST_COMPANIONS = 6 };

typedef enum io_note_kind { IO_NOTE_LINE, IO_NOTE_DOT, IO_NOTE_SPOT, IO_NOTE_TEXT } io_note_kind;

/// Colours of constructions.
typedef enum io_pen {
    IO_PEN_INK,
    IO_PEN_RED,
    IO_PEN_BLUE,
    IO_PEN_GREEN,
    IO_PEN_ORANGE,
    IO_PEN_VIOLET,
    IO_PEN_GREY,
    IO_PENS
} io_pen;

/// A part of a construction: a thin line or arc, or a dot at its start, or a spot there that is seen from afar, or none
/// of them; and a text.
typedef struct io_note {
    io_note_kind kind;
    fw_segment line;
    io_pen pen;
    double boldness;       ///< factor on the width of the line, or on the size of the dot; 0 = 1
    char text[24];         ///< empty = none
    double text_x, text_y; ///< middle of the text, in tiles
} io_note;

typedef struct io_picture {
    const fw_map *map;
    const int32_t *clearance; ///< [side * width * height] of each tile, row by row; null = not drawn
    const fw_unit_def *unit;  ///< its body is swept along the path; null = none
    const fw_path *path;      ///< null or empty = none
    bool has_start, has_goal;
    bool faces_start, faces_goal; ///< arrows show headings, even without a unit that has any
    fw_pose start, goal;
    const char *title; ///< one line for the legend; null = none
    double resolution; ///< metres a tile, if the legend speaks of metres; 0 = of tiles
    const char *name;  ///< of the path in the legend; null = "path"
    const io_companion *companions;
    const io_note *notes; ///< [note * note_count] constructions; null = none
    int32_t note_count;
    /// What the constructions of a colour are, in the legend; null = not named
    const char *pen_names[IO_PENS];
    const fw_overlay *overlay; ///< its added costs are drawn; null = none
    const io_overlay *changes; ///< and its blocked tiles and forbidden moves; null = none
    const fw_tree *trees;      ///< [tree * tree_count] round obstacles; null = none
    int32_t tree_count;
    const fw_mark *marks; ///< [mark * mark_count] the inside of the library; null = none
    size_t mark_count;
    int companion_count; ///< at most IO_MOST_COMPANIONS
} io_picture;

/// Writes a picture as SVG. Maps are scaled up or down, toward a size of about a thousand pixels.
bool io_picture_svg(FILE *to, const io_picture *picture, io_fault *fault);

/// Writes the map's letters with the path over them: `*` marks the path, `A` its start, `B` its goal.
bool io_picture_ascii(FILE *to, const io_picture *picture, io_fault *fault);

/// Writes the clearance of each tile as a number, and the map's letter if it is 0. Numbers of several digits are in
/// columns with a space between them.
bool io_picture_clearance_text(FILE *to, const io_picture *picture, io_fault *fault);
