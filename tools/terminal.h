#pragma once

/// What the output goes to: its width, and colours. Texts are coloured where a stream is a terminal, unless NO_COLOR is
/// set or TERM is "dumb"; --color says otherwise.

#include <stdbool.h>
#include <stdio.h>

enum { HELP_WIDTH = 100 };

/// The values of --color, in the order of its choices.
typedef enum color_rule { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_rule;

/// What a colour says.
typedef enum ink { INK_PLAIN, INK_GOOD, INK_POOR, INK_BAD, INK_TITLE, INK_COUNT } ink;

/// Sets the rule for all texts that follow.
void terminal_color(color_rule rule);

/// What begins a text of a colour on a stream, and what ends it; both are "" where texts are not coloured.
const char *ink_on(FILE *to, ink which);
const char *ink_off(FILE *to, ink which);

/// Prints a text and a line end on standard output, in lines that are broken between words: as wide as the terminal is,
/// and at most HELP_WIDTH. If the terminal is too narrow for the indent, the text begins in a line of its own.
///
/// @param column  at which the cursor stands, behind a word; 0: at a line's begin
/// @param indent  of the text, at which it begins; if the word reaches as far, in the next line
void terminal_wrap(const char *text, int column, int indent);

/// True if a stream is a terminal that can move its cursor.
bool terminal_is(FILE *stream);

/// Columns of the terminal that a stream is.
///
/// @param otherwise  if it is none, or does not tell
int terminal_width(FILE *stream, int otherwise);

/// The same for its rows.
int terminal_height(FILE *stream, int otherwise);
