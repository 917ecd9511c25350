#include "open_lists/table.h"

#include <math.h>

double table_cell(const table *table, const open_list_kind *kind, size_t column)
{
    for (size_t row = 0; row < table->rows; row++)
        if (table->kinds[row] == kind)
            return table->cells[row][column];
    return NAN;
}

static bool has_figures(const table *table, size_t row)
{
    for (size_t column = 0; column < table->columns; column++)
        if (!isnan(table->cells[row][column]))
            return true;
    return false;
}

static double best_of_column(const table *table, size_t column)
{
    double best = INFINITY;
    for (size_t row = 0; row < table->rows; row++)
        best = fmin(best, table->cells[row][column]); // fmin passes over NAN
    return best;
}

static void write_cell(double figure, bool best, text *to)
{
    if (isnan(figure))
        text_add(to, " |");
    else if (best)
        text_add(to, " **%.*f** |", figure < 100, figure);
    else
        text_add(to, " %.*f |", figure < 100, figure);
}

void table_write(const table *table, text *to)
{
    text_add(to, "| structure | described by |");
    for (size_t column = 0; column < table->columns; column++)
        text_add(to, " %s |", table->heads[column]);
    text_add(to, "\n|---|---|");
    for (size_t column = 0; column < table->columns; column++)
        text_add(to, "--:|");
    text_add(to, "\n");
    for (size_t row = 0; row < table->rows; row++) {
        if (!has_figures(table, row))
            continue;
        text_add(to, "| %s | %s |", table->kinds[row]->name, table->kinds[row]->source);
        for (size_t column = 0; column < table->columns; column++)
            write_cell(table->cells[row][column], table->cells[row][column] <= best_of_column(table, column),
                       to);
        text_add(to, "\n");
    }
}
