#pragma once

/// Tables on standard output: aligned text, Markdown, CSV or HTML.

#include <stdbool.h>

#include "options.h"
#include "terminal.h"

enum { MOST_COLUMNS = 20 };

/// A column: its head, and where its text stands.
typedef struct table_column {
    const char *head;
    bool is_text; ///< at the left; else a number, at the right
} table_column;

typedef struct table_cell {
    char *text;
    ink color; ///< of aligned text
} table_cell;

typedef struct table {
    const table_column *columns;
    int column_count;
    table_cell *cells; ///< [cell * cell_count] row by row
    int cell_count;
    bool is_full; ///< there was no memory for a cell
} table;

/// An empty table.
///
/// @param columns  [column * count] kept, not copied
/// @param count    1 .. MOST_COLUMNS
table table_of(const table_column *columns, int count);

/// Appends a cell to the last row, or begins the next one; printf-like.
void table_add(table *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Gives the cell that was added last a colour.
void table_color(table *to, ink color);

/// Prints the rows under their heads.
///
/// @param form  one of TABLE_MD, TABLE_CSV, TABLE_HTML; NOT_CHOSEN = aligned text
/// @return false after an error message
bool table_print(const table *printed, int form);

void table_free(table *used);
