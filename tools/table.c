#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/text.h"

/// What stands around the cells of a row.
typedef struct frame {
    const char *before, *between, *after;
} frame;

table table_of(const table_column *columns, int count)
{
    return (table){ .columns = columns, .column_count = count };
}

void table_add(table *to, const char *format, ...)
{
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    table_cell *cells = to->is_full ? NULL : realloc(to->cells, ((size_t)to->cell_count + 1) * sizeof *cells);
    if (cells)
        to->cells = cells;
    char *cell = cells ? malloc(strlen(text) + 1) : NULL;
    to->is_full = !cell;
    if (cell)
        to->cells[to->cell_count++] = (table_cell){ .text = strcpy(cell, text) };
}

void table_color(table *to, ink color)
{
    if (!to->is_full)
        to->cells[to->cell_count - 1].color = color;
}

static void print_escaped(const char *text, int form)
{
    const bool is_quoted = form == TABLE_CSV && strpbrk(text, ",\"\n");
    if (is_quoted)
        putchar('"');
    for (; *text; text++)
        if (form == TABLE_MD && *text == '|')
            fputs("\\|", stdout);
        else if (form == TABLE_HTML && strchr("<>&", *text))
            printf("%s", *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;");
        else if (is_quoted && *text == '"')
            fputs("\"\"", stdout);
        else
            putchar(*text);
    if (is_quoted)
        putchar('"');
}

/// Prints a cell, with blanks on one side if the form aligns its columns.
static void print_cell(const char *text, ink color, const table_column *column, int width, int form,
                       bool is_last)
{
    const bool is_aligned = form == NOT_CHOSEN;
    const int blanks = is_aligned ? width - io_letter_count(text) : 0;
    if (!column->is_text)
        printf("%*s", blanks, "");
    fputs(is_aligned ? ink_on(stdout, color) : "", stdout);
    print_escaped(text, form);
    fputs(is_aligned ? ink_off(stdout, color) : "", stdout);
    if (column->is_text && !is_last)
        printf("%*s", blanks, "");
}

static void print_heads(const table *printed, const int *widths, int form, const frame *around)
{
    fputs(around->before, stdout);
    for (int i = 0; i < printed->column_count; i++) {
        fputs(i ? around->between : "", stdout);
        print_cell(printed->columns[i].head, INK_TITLE, &printed->columns[i], widths[i], form,
                   i + 1 == printed->column_count);
    }
    puts(around->after);
    if (form != TABLE_MD)
        return;
    for (int i = 0; i < printed->column_count; i++)
        printf("|%s", printed->columns[i].is_text ? "---" : "--:");
    puts("|");
}

bool table_print(const table *printed, int form)
{
    static const frame as_text = { "", "  ", "" }, as_csv = { "", ",", "" }, as_md = { "| ", " | ", " |" },
                       as_html = { "<tr><td>", "</td><td>", "</td></tr>" },
                       html_head = { "<table>\n<tr><th>", "</th><th>", "</th></tr>" };
    const frame *around = form == TABLE_MD     ? &as_md
                          : form == TABLE_CSV  ? &as_csv
                          : form == TABLE_HTML ? &as_html
                                               : &as_text;
    const int count = printed->column_count;
    int widths[MOST_COLUMNS] = { 0 };
    if (printed->is_full)
        return complain("there is not enough memory for the table");
    for (int i = 0; i < count; i++)
        widths[i] = io_letter_count(printed->columns[i].head);
    for (int i = 0; i < printed->cell_count; i++)
        if (io_letter_count(printed->cells[i].text) > widths[i % count])
            widths[i % count] = io_letter_count(printed->cells[i].text);
    print_heads(printed, widths, form, form == TABLE_HTML ? &html_head : around);
    for (int i = 0; i < printed->cell_count; i++) {
        const int column = i % count;
        fputs(column ? around->between : around->before, stdout);
        print_cell(printed->cells[i].text, printed->cells[i].color, &printed->columns[column], widths[column],
                   form, column + 1 == count);
        if (column + 1 == count)
            puts(around->after);
    }
    if (form == TABLE_HTML)
        puts("</table>");
    return true;
}

void table_free(table *used)
{
    for (int i = 0; i < used->cell_count; i++)
        free(used->cells[i].text);
    free(used->cells);
    *used = (table){ 0 };
}
