#pragma once

/// The files that the command line asks for.

#include <stdbool.h>

#include "io/path_json.h"
#include "io/picture.h"
#include "options.h"

/// True if at most one output goes to standard output, and no file of a picture is named like one in another format.
/// Otherwise an error message names the options.
bool outputs_fit(const options *given);

/// True if all files that the command line asks for can be written, as far as this is known before a long run.
/// Otherwise an error message names the first one that cannot.
bool outputs_can_be_written(const options *given);

/// True if a summary may go to standard output.
bool wants_summary(const options *given);

/// Writes a file completely or not at all. Write JSON last, so that there is no JSON if another output fails.
///
/// @param name   null = nothing is written
/// @param write  writes the file's text, from `what`
/// @return false after an error message
bool write_file(const char *name, bool (*write)(FILE *to, const void *what, io_fault *fault),
                const void *what);

/// True if the clearance is printed. If pictures are asked for, they show it instead.
bool prints_clearance(const options *given);

/// Draws a picture in the terminal if --draw asks for it.
///
/// @param write_svg  writes the picture, from `what`
/// @return false after an error message
bool draw_in_terminal(const options *given, bool (*write_svg)(FILE *to, const void *what, io_fault *fault),
                      const void *what);

/// Writes the pictures that were asked for. Returns false after an error message.
bool write_pictures(const options *given, const io_picture *picture);
