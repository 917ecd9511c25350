#pragma once

/// Pictures in the terminal, by libchafa: --draw.

#include <stdbool.h>
#include <stdio.h>

#include "io/fault.h"

/// How a picture is drawn, in the order of the choices of --draw.
typedef enum draw_kind {
    DRAW_AUTO,   ///< the best that this terminal is known to show
    DRAW_BLOCKS, ///< half blocks of Unicode, two pixels a letter
    DRAW_SIXEL,  ///< pixels, as VT340 and xterm do
    DRAW_KITTY   ///< pixels, as kitty, WezTerm and Ghostty do
} draw_kind;

/// True if this build can draw pictures in a terminal.
bool draw_is_there(void);

/// Draws a PNG picture on standard output, as large as fits into the terminal.
///
/// @param png  an open file; it is read from its start
bool draw_png(FILE *png, draw_kind kind, io_fault *fault);
