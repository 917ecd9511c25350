#include "open_lists/table.h"

#include <math.h>

double table_cell(const table *of, const open_list_kind *kind, size_t column)
{
    for (size_t row = 0; row < of->rows; row++)
        if (of->kinds[row] == kind)
            return of->cells[row][column];
    return NAN;
}

static bool has_figures(const table *of, size_t row)
{
    for (size_t column = 0; column < of->columns; column++)
        if (!isnan(of->cells[row][column]))
            return true;
    return false;
}

static double best_of_column(const table *of, size_t column)
{
    double best = INFINITY;
    for (size_t row = 0; row < of->rows; row++)
        best = fmin(best, of->cells[row][column]); // fmin passes over NAN
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

void table_write(const table *of, text *to)
{
    text_add(to, "| structure | described by |");
    for (size_t column = 0; column < of->columns; column++)
        text_add(to, " %s |", of->heads[column]);
    text_add(to, "\n|---|---|");
    for (size_t column = 0; column < of->columns; column++)
        text_add(to, "--:|");
    text_add(to, "\n");
    for (size_t row = 0; row < of->rows; row++) {
        if (!has_figures(of, row))
            continue;
        text_add(to, "| %s | %s |", of->kinds[row]->name, of->kinds[row]->source);
        for (size_t column = 0; column < of->columns; column++)
            write_cell(of->cells[row][column], of->cells[row][column] <= best_of_column(of, column), to);
        text_add(to, "\n");
    }
}
