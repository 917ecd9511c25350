/// The open-list study: records what searches on the public maps ask of their open lists, replays it on every
/// structure, and writes tables and charts.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "open_lists/chart.h"
#include "open_lists/claims.h"
#include "open_lists/kinds.h"
#include "open_lists/measure.h"
#include "open_lists/one_kind.h"
#include "open_lists/stopwatch.h"
#include "open_lists/study_memory.h"

static const char usage[] =
    "usage: bench_open_lists [--brief] [--maps FOLDER] [--page FILE.md]\n"
    "  --brief  a fifth of the stretches, and no tables of uniform costs and of whole searches\n"
    "  --maps   folder of the MovingAI maps (../shared/data/movingai)\n"
    "  --page   page whose sections are rewritten, charts beside it; without it, all goes to stdout\n";

/// Structures slower than this at one fringe size are not measured at larger ones.
static const double slowest_ns = 10000;

typedef struct options {
    map_source maps;
    const char *page;
    bool is_brief;
} options;

static bool read_options(int count, char **words, options *into)
{
    *into = (options){ .maps = { .folder = "../shared/data/movingai" } };
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--brief") == 0)
            into->is_brief = true;
        else if (i + 1 < count && strcmp(words[i], "--maps") == 0)
            into->maps.folder = words[++i];
        else if (i + 1 < count && strcmp(words[i], "--page") == 0)
            into->page = words[++i];
        else
            return false;
    }
    into->maps.stretches = into->is_brief ? 2 : 10;
    return true;
}

/// Without maps, says so and falls back to generated ones.
static void look_for_maps(map_source *maps)
{
    tile_map map;
    char path[512];
    snprintf(path, sizeof path, "%s/bg512/AR0072SR.map", maps->folder);
    if (tile_map_read(path, false, &map)) {
        tile_map_free(&map);
        return;
    }
    fprintf(stderr, "no maps in %s: generated caves take their place\n", maps->folder);
    maps->folder = NULL;
}

static void tell(const char *what)
{
    static double begun;
    const double now = stopwatch_seconds();
    if (begun == 0)
        begun = now;
    fprintf(stderr, "%5.1f s  %s\n", now - begun, what);
}

static void name_rows(table *table)
{
    for (table->rows = 0; open_list_kinds[table->rows]; table->rows++)
        table->kinds[table->rows] = open_list_kinds[table->rows];
}

static double mean_fringe_of(const sequences *sequences)
{
    double sum = 0;
    for (size_t i = 0; i < sequences->count; i++)
        sum += recording_mean_fringe(&sequences->recordings[i]);
    return sum / (double)sequences->count;
}

/// ns an operation by fringe size. The pair of linked lists is left out: a stretch knows nothing of what was
/// closed before.
static table measure_by_fringe(const sequences *by_size, bool asks_membership)
{
    static const char *const heads[FRINGE_SIZES] = { "30",    "100",   "300",    "800",
                                                     "1,500", "4,000", "10,000", "16,000" };
    table table = { 0 };
    name_rows(&table);
    for (size_t size = 0; size < FRINGE_SIZES && by_size[size].count > 0; size++) {
        const size_t column = table.columns++;
        table.heads[column] = heads[size];
        table.sizes[column] = mean_fringe_of(&by_size[size]);
        for (size_t row = 0; row < table.rows; row++) {
            const double before = column > 0 ? table.cells[row][column - 1] : 0;
            const bool fit = before < slowest_ns && table.kinds[row] != &open_list_two_linked_lists;
            table.cells[row][column] =
                fit ? measure_operations(table.kinds[row], &by_size[size], asks_membership) : NAN;
        }
    }
    return table;
}

/// ns an operation by its kind, at 100 and 1,500 open nodes.
static table measure_by_kind(const sequences *by_size)
{
    static const operation kinds[] = { OPERATION_INSERT, OPERATION_REMOVE_BEST, OPERATION_CONTAINS };
    static const char *const heads[] = { "insert, 100",   "remove, 100",   "test, 100",
                                         "insert, 1,500", "remove, 1,500", "test, 1,500" };
    static const size_t sizes[] = { 1, 4 };
    table table = { 0 };
    name_rows(&table);
    for (size_t column = 0; column < sizeof heads / sizeof *heads; column++) {
        sequences alone = sequences_of_one_kind(&by_size[sizes[column / 3]], kinds[column % 3]);
        table.heads[table.columns++] = heads[column];
        for (size_t row = 0; row < table.rows; row++) {
            const double before = column < 3 ? 0 : table.cells[row][column - 3];
            const bool fit = before < slowest_ns && table.kinds[row] != &open_list_two_linked_lists;
            table.cells[row][column] = fit ? measure_operations(table.kinds[row], &alone, true) : NAN;
        }
        sequences_free(&alone);
    }
    return table;
}

static void measure_column(table *table, const char *head, const sequences *searches, bool asks_membership)
{
    table->heads[table->columns] = head;
    for (size_t row = 0; row < table->rows; row++)
        table->cells[row][table->columns] = measure_operations(table->kinds[row], searches, asks_membership);
    table->columns++;
}

static void put_section(text *page, const char *name, text *section)
{
    if (!page->letters)
        printf("\n%s\n\n%s", name, section->letters);
    else if (!text_replace_section(page, name, section))
        fprintf(stderr, "the page has no section %s\n", name);
    text_free(section);
}

static void put_table(text *page, const char *name, const table *table)
{
    text section = { 0 };
    table_write(table, &section);
    put_section(page, name, &section);
}

/// Draws a chart into a file beside the page: page.md gives page_name.svg.
static void put_chart(const options *asked, const char *name, const char *title, const table *table)
{
    if (!asked->page)
        return;
    text svg = { 0 }, path = { 0 };
    const char *ending = strrchr(asked->page, '.');
    text_add(&path, "%.*s_%s.svg", (int)(ending ? ending - asked->page : (ptrdiff_t)strlen(asked->page)),
             asked->page, name);
    chart_draw(table, title, &svg);
    if (!text_write(path.letters, &svg))
        fprintf(stderr, "%s cannot be written\n", path.letters);
    text_free(&svg);
    text_free(&path);
}

static void study_fringes(const options *asked, text *page, table *terrains, table *terrains_asked)
{
    sequences by_size[FRINGE_SIZES];
    tell("recording long searches with terrain costs");
    sequences_record_by_fringe(&asked->maps, true, by_size);
    tell("replaying them, the search knows what is open");
    *terrains = measure_by_fringe(by_size, false);
    tell("replaying them, the structure is asked what is open");
    *terrains_asked = measure_by_fringe(by_size, true);
    tell("replaying operations of one kind");
    const table by_kind = measure_by_kind(by_size);
    for (size_t i = 0; i < FRINGE_SIZES; i++)
        sequences_free(&by_size[i]);
    put_table(page, "terrains", terrains);
    put_table(page, "terrains asked", terrains_asked);
    put_table(page, "kinds", &by_kind);
    put_chart(asked, "known", "A* with terrain costs, the search knows what is open", terrains);
    put_chart(asked, "asked", "A* with terrain costs, the structure is asked what is open", terrains_asked);
    if (asked->is_brief)
        return;
    tell("recording long searches with uniform costs");
    sequences_record_by_fringe(&asked->maps, false, by_size);
    tell("replaying them");
    const table uniform = measure_by_fringe(by_size, false);
    for (size_t i = 0; i < FRINGE_SIZES; i++)
        sequences_free(&by_size[i]);
    put_table(page, "uniform", &uniform);
}

static void study_whole(text *page, const evidence *with)
{
    table whole = { 0 };
    name_rows(&whole);
    tell("replaying whole searches");
    measure_column(&whole, "short, uniform", with->short_uniform, false);
    measure_column(&whole, "asked", with->short_uniform, true);
    measure_column(&whole, "short, terrains", with->short_terrains, false);
    measure_column(&whole, "asked", with->short_terrains, true);
    measure_column(&whole, "jump points", with->jump_points, false);
    measure_column(&whole, "asked", with->jump_points, true);
    put_table(page, "whole", &whole);
}

static void study_claims(text *page, const evidence *with)
{
    text mix = { 0 }, claims = { 0 };
    tell("judging claims");
    mix_write(with, &mix);
    put_section(page, "mix", &mix);
    claims_write(with, &claims);
    put_section(page, "claims", &claims);
}

int main(int count, char **words)
{
    options asked;
    text page = { 0 };
    if (!read_options(count, words, &asked)) {
        fputs(usage, stderr);
        return 2;
    }
    if (asked.page && !text_read(asked.page, &page)) {
        fprintf(stderr, "%s cannot be read\n", asked.page);
        return 2;
    }
    look_for_maps(&asked.maps);

    table by_fringe, by_fringe_asked;
    study_fringes(&asked, &page, &by_fringe, &by_fringe_asked);
    tell("recording whole searches");
    sequences short_uniform = sequences_record(&asked.maps, SEQUENCES_SHORT, false);
    sequences short_terrains = sequences_record(&asked.maps, SEQUENCES_SHORT, true);
    sequences long_uniform = sequences_record(&asked.maps, SEQUENCES_LONG, false);
    sequences long_terrains = sequences_record(&asked.maps, SEQUENCES_LONG, true);
    sequences long_blind = sequences_record(&asked.maps, SEQUENCES_BLIND, true);
    sequences jump_points = sequences_record(&asked.maps, SEQUENCES_JUMP_POINTS, false);
    short_searches searches = short_searches_choose(&asked.maps, false);
    const evidence with = { &short_uniform, &short_terrains, &long_uniform,    &long_terrains, &long_blind,
                            &jump_points,   &by_fringe,      &by_fringe_asked, &searches };
    if (!asked.is_brief)
        study_whole(&page, &with);
    study_claims(&page, &with);
    tell("done");

    sequences_free(&short_uniform);
    sequences_free(&short_terrains);
    sequences_free(&long_uniform);
    sequences_free(&long_terrains);
    sequences_free(&long_blind);
    sequences_free(&jump_points);
    short_searches_free(&searches);
    const bool written = !asked.page || text_write(asked.page, &page);
    if (!written)
        fprintf(stderr, "%s cannot be written\n", asked.page);
    text_free(&page);
    return written ? 0 : 2;
}
