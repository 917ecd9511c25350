#pragma once

/// Figures of the study: a row a structure, a column a size or a set of searches.

#include "open_lists/open_list.h"
#include "open_lists/text.h"

enum { TABLE_COLUMNS = 8, TABLE_ROWS = 32 };

typedef struct table {
    size_t columns, rows;
    const char *heads[TABLE_COLUMNS];
    double sizes[TABLE_COLUMNS]; ///< mean fringe of each column, for charts
    const open_list_kind *kinds[TABLE_ROWS];
    double cells[TABLE_ROWS][TABLE_COLUMNS]; ///< ns an operation; NAN = not measured
} table;

/// Figure of a structure; NAN when it is not there.
double table_cell(const table *table, const open_list_kind *kind, size_t column);

/// As Markdown; rows without a figure are left out, the best figure of each column is bold.
void table_write(const table *table, text *to);
