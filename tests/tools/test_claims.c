/// docs/inside/claims.md: every row has a verdict, every command that it names exists and knows its options, and
/// commands that need no other maps than those of docs/figures run, there and on the pages with figures.
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

enum { PAGE_BYTES = 1 << 17, CELLS = 5, MOST_WORDS = 64 };

static char page[PAGE_BYTES];

static void load_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(page, 1, PAGE_BYTES - 1, file);
    page[length] = '\0';
    fclose(file);
    assert_true(length < PAGE_BYTES - 1);
}

/// Cuts a row of a table into its cells, in place.
///
/// @return number of cells, at most `most`
static int cut_row(char *row, char **cells, int most)
{
    int count = 0;
    for (char *bar = row; (bar = strchr(bar, '|')) && bar[1] != '\0' && count < most;) {
        *bar++ = '\0';
        cells[count++] = bar + strspn(bar, " ");
    }
    char *end = strrchr(cells[count - 1], '|');
    if (end)
        *end = '\0';
    return count;
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_verdict(const char *cell)
{
    static const char *const verdicts[] = { "holds", "in part", "does not hold", "undecided" };
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        if (begins_with(cell, verdicts[i]))
            return true;
    return false;
}

TEST(every_claim_has_a_source_a_measurement_a_command_and_a_verdict)
{
    int rows = 0;
    load_page(FAIRWAY_SOURCE_DIR "/docs/inside/claims.md");
    for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
        char *cells[CELLS + 1] = { NULL };
        if (*line != '|' || begins_with(line, "|---") || begins_with(line, "| claim |"))
            continue;
        assert_int_equal(cut_row(line, cells, CELLS + 1), CELLS);
        if (!is_verdict(cells[CELLS - 1]))
            fail_msg("no verdict on: %s", cells[0]);
        rows++;
    }
    assert_in_range(rows, 60, 200);
}

static bool is_file(const char *format, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, format, FAIRWAY_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file;
}

static bool is_test(const char *name)
{
    bool is_found = false;
    DIR *rooms = opendir(FAIRWAY_SOURCE_DIR "/tests");
    assert_non_null(rooms);
    for (const struct dirent *room = readdir(rooms); room && !is_found; room = readdir(rooms)) {
        char format[320];
        snprintf(format, sizeof format, "%%s/tests/%s/%%s.c", room->d_name);
        is_found = room->d_name[0] != '.' && is_file(format, name);
    }
    closedir(rooms);
    return is_found;
}

/// Runs a command line of the page with the maps of docs/figures.
static void run_on_figures(const char *line)
{
    static const char folder[] = "docs/figures/";
    char words[2048] = "";
    const char *rest = line + strlen("fairway ");
    for (const char *at = strstr(rest, folder); at; at = strstr(rest, folder)) {
        const size_t length = strlen(words);
        snprintf(words + length, sizeof words - length, "%.*s" FAIRWAY_SOURCE_DIR "/%s", (int)(at - rest),
                 rest, folder);
        rest = at + strlen(folder);
    }
    const outcome *result = run("%s%s -q", words, rest);
    if (result->status != 0)
        fail_msg("%s: %s", line, result->err);
}

static bool is_option(const char *help, const char *word)
{
    char entry[128];
    const size_t length = strcspn(word, "=");
    snprintf(entry, sizeof entry, "\n  %.*s", (int)length, word);
    for (const char *found = strstr(help, entry); found; found = strstr(found + 1, entry))
        if (strchr(" [\n", found[strlen(entry)]))
            return true;
    return false;
}

/// Fails unless the help of the subcommand lists each option of a command line such as "fairway bench MAP --every 2".
static void assert_known_options(const char *line)
{
    char words[1024], *next = NULL;
    snprintf(words, sizeof words, "%s", line + strlen("fairway "));
    const outcome *help = run("%s --help", strtok_r(words, " ", &next));
    if (help->status != 0)
        fail_msg("%s: there is no such command", line);
    for (const char *word = strtok_r(NULL, " ", &next); word; word = strtok_r(NULL, " ", &next))
        if (begins_with(word, "--") && !is_option(help->out, word))
            fail_msg("%s: %s is not an option", line, word);
}

static void check_command(const char *line)
{
    char name[128] = "";
    sscanf(line, "%127s", name);
    if (begins_with(line, "bench_")) {
        if (!is_file("%s/bench/%s.c", name + strlen("bench_")) &&
            !is_file("%s/bench/%s/main.c", name + strlen("bench_")))
            fail_msg("there is no %s", name);
    } else if (begins_with(line, "test_")) {
        if (!is_test(name))
            fail_msg("there is no %s", name);
    } else if (begins_with(line, "fairway ")) {
        assert_known_options(line);
        if (strstr(line, "docs/figures/"))
            run_on_figures(line);
    }
}

TEST(every_command_of_the_page_exists)
{
    int commands = 0;
    const char *end = page;
    load_page(FAIRWAY_SOURCE_DIR "/docs/inside/claims.md");
    for (const char *span = strchr(page, '`'); span; span = strchr(end + 1, '`'), commands++) {
        char line[1024];
        end = strchr(span + 1, '`');
        assert_non_null(end);
        assert_true((size_t)(end - span) < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)(end - span - 1), span + 1);
        if (!strstr(line, "…"))
            check_command(line);
    }
    assert_in_range(commands, 60, 400);
}

TEST(every_command_beside_a_figure_runs)
{
    static const char *const pages[] = { "figures", "inside/hybrid", "fixed_angles", "roads" };
    int commands = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char path[512], *next = NULL;
        snprintf(path, sizeof path, FAIRWAY_SOURCE_DIR "/docs/%s.md", pages[i]);
        load_page(path);
        for (char *line = strtok_r(page, "\n", &next); line; line = strtok_r(NULL, "\n", &next))
            if (begins_with(line, "fairway route docs/figures/") && !strchr(line, '\\')) {
                run_on_figures(line);
                commands++;
            }
    }
    assert_true(commands >= 7);
}

TESTS_BETWEEN(command_make_town, command_remove_town)
