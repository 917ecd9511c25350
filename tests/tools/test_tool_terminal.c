/// The command at a terminal and away from one: colours, widths, progress, pictures, and what it says to who asks for
/// more.

#define _POSIX_C_SOURCE 200809L // setenv

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

#define QUERY "route town.map --from 0,2 --to 7,2"

/// Nothing of the tester's own terminal reaches the command.
static int forget_terminal(void **state)
{
    unsetenv("NO_COLOR");
    unsetenv("COLORTERM");
    setenv("TERM", "xterm-256color", 1);
    return command_make_town(state);
}

static bool is_colored(const outcome *result)
{
    return strstr(result->out, "\033[") != NULL;
}

TEST(texts_are_coloured_at_a_terminal_and_nowhere_else)
{
    assert_false(is_colored(run(QUERY)));
    assert_non_null(strstr(run_at_terminal(80, QUERY)->out, "\033[32mfound\033[0m ("));
    assert_non_null(
        strstr(run_at_terminal(80, "route town.map --from 0,2 --to 9,2")->out, "\033[1;31mfairway:\033[0m "));
    assert_false(is_colored(run_at_terminal(80, QUERY " --color never")));
    assert_true(is_colored(run(QUERY " --color always")));
    assert_true(is_colored(run("compare town.map --from 0,2 --to 7,2 --color=always")));
    assert_false(is_colored(run("compare town.map --from 0,2 --to 7,2 --color=always --table csv")));
    setenv("NO_COLOR", "1", 1);
    assert_false(is_colored(run_at_terminal(80, QUERY)));
    assert_true(is_colored(run(QUERY " --color always"))); // the option was given for this run
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    assert_false(is_colored(run_at_terminal(80, QUERY)));
    setenv("TERM", "xterm-256color", 1);
}

/// Letters of the longest line that is broken between words: such a line begins with no option or command.
static int longest_text(const char *text)
{
    int longest = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
        const int length = (int)strcspn(line, "\r\n");
        const bool has_name = strncmp(line, "  -", 3) == 0 || strncmp(line, "  fairway", 9) == 0;
        if (!has_name && length > longest)
            longest = length;
    }
    return longest;
}

TEST(help_is_as_wide_as_the_terminal)
{
    static const char *const commands[] = { "", "route", "bench", "simulate", "generate" };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        assert_in_range(longest_text(run("%s --help", commands[i])->out), 60, 100);
        assert_in_range(longest_text(run_at_terminal(40, "%s --help --color never", commands[i])->out), 20,
                        40);
    }
}

TEST(no_line_of_help_ends_with_a_blank)
{
    static const char *const commands[] = { "", "route", "bench", "simulate", "generate" };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        for (int width = 20; width <= 100; width += 20)
            assert_null(strstr(run_at_terminal(width, "%s --help --color never", commands[i])->out, " \r\n"));
}

TEST(what_takes_longer_than_a_second_shows_it_and_wipes_it_away)
{
    const char *wiped = "\r\033[K12 x 6 tiles";
    const outcome *slow = run_at_terminal(40, "info <(sleep 1.2; cat town.map)");
    assert_non_null(strstr(slow->out, "\rreading the map: 1 s\033[K"));
    assert_non_null(strstr(slow->out, wiped));
    assert_null(strstr(run_at_terminal(40, "info town.map")->out, "reading"));
}

/// A planner tells of these only if the request was one call.
TEST(as_much_is_told_at_a_terminal_as_into_a_file)
{
    assert_non_null(strstr(run(QUERY " --method areas")->out, "on the way"));
    assert_non_null(strstr(run_at_terminal(80, QUERY " --method areas")->out, "on the way"));
    assert_non_null(
        strstr(run_at_terminal(80, QUERY " --method hybrid-strict --turn-radius 1")->out, "step 1, grid"));
}

TEST(verbose_says_more_and_quiet_says_nothing)
{
    static const char *const lines[] = {
        QUERY,
        "compare town.map --from 0,2 --to 7,2",
        "bench town.map town.scen",
        "bench town.map town.scen --table md",
        "check town.map path.json",
        "info town.map",
        "generate caves --size 20x20 -o cave.map",
        "generate trees --size 20x20 -o wood.txt",
        "convert town.map -o town.tmj",
        "forest wood.txt",
        "simulate town.map --scen town.scen --agents 1",
        "replay call.fwrec",
    };
    assert_int_equal(run(QUERY " --json path.json --record call.fwrec -q")->status, 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const size_t usual = strlen(run("%s", lines[i])->out);
        const outcome *more = run("%s --verbose", lines[i]);
        assert_int_equal(more->status, 0);
        if (usual == 0 || strlen(more->out) < usual + 20)
            fail_msg("%s: --verbose says no more: %s", lines[i], more->out);
        if (strncmp(lines[i], "compare", 7) != 0) // its table is its answer
            assert_string_equal(run("%s --quiet", lines[i])->out, "");
    }
}

TEST(each_command_says_what_its_exit_status_means)
{
    const char *help = run("--help")->out;
    assert_non_null(
        strstr(help, "\n  check      0  the path is legal\n             1  the path is illegal, or"));
    assert_non_null(strstr(help, "\n  all        2  wrong use or input, "));
    const char *page = run("manual simulate")->out;
    assert_non_null(
        strstr(page, ".SH EXIT STATUS\n.TP\n0\nall that can arrive have arrived\n.TP\n1\nsome have not"));
    assert_null(strstr(page, "legal"));
    assert_null(strstr(run("manual info")->out, ".TP\n1\n"));
}

/// A page of the documentation without the marks of Markdown.
static void read_page(const char *name, char text[TEXT_BYTES])
{
    snprintf(text, TEXT_BYTES, "%s/%s", FAIRWAY_SOURCE_DIR, name);
    FILE *file = fopen(text, "r");
    assert_non_null(file);
    size_t count = 0;
    for (int letter = fgetc(file); letter != EOF && count + 1 < TEXT_BYTES; letter = fgetc(file))
        if (letter != '`')
            text[count++] = (char)letter;
    text[count] = '\0';
    fclose(file);
}

TEST(the_page_says_of_the_exit_status_what_help_says)
{
    static const char *const commands[] = { "route", "compare", "check", "forest", "simulate", "replay" };
    static char page[TEXT_BYTES];
    read_page("docs/command.md", page);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char row[512], done[200], failed[200];
        const char *manual = strstr(run("manual %s", commands[i])->out, ".SH EXIT STATUS");
        assert_non_null(manual);
        assert_int_equal(sscanf(manual, ".SH EXIT STATUS .TP 0 %199[^\n] .TP 1 %199[^\n]", done, failed), 2);
        snprintf(row, sizeof row, "| %s | %s | %s |", commands[i], done, failed);
        char *to = row;
        for (const char *from = row; *from; from++) // roff writes \- for -
            if (*from != '\\')
                *to++ = *from;
        *to = '\0';
        if (!strstr(page, row))
            fail_msg("docs/command.md lacks %s", row);
    }
}

/// Lets a run write where its line says, instead of where the test reads what it wrote.
#define INSTEAD " 2>.err || { status=$?; >.out; exit $status; }; :"

TEST(a_full_or_closed_standard_output_is_told)
{
    static const char *const lines[] = { QUERY, "info town.map", "--help", "manual route", "generate maze" };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_refused(run("%s >/dev/full" INSTEAD, lines[i]), "standard output: cannot be written (");
        assert_refused(run("%s >&-" INSTEAD, lines[i]), "standard output: cannot be written (");
    }
    assert_refused(run("generate maze -o new.map >&-" INSTEAD), "standard output: cannot be written (");
    static char text[TEXT_BYTES];
    read_file("new.map", text); // what is printed did not go into the file
    assert_memory_equal(text, "type octile\n", 12);
}

TEST(pictures_are_drawn_in_the_terminal)
{
    if (!strstr(run("--version -v")->out, "terminal: with pictures")) {
        assert_refused(run("info town.map --draw blocks"), "made without libchafa");
        skip();
    }
    setenv("COLORTERM", "truecolor", 1);
    write_file("half.map", "type octile\nheight 2\nwidth 4\nmap\n@@..\n@@..\n");
    const outcome *drawn = run_at_terminal(40, "info half.map --draw blocks -q");
    assert_int_equal(drawn->status, 0);
    // The colours of blocked and of free tiles, four letters each, in one row.
    const char *blocked = strstr(drawn->out, "\033[48;2;90;96;107m    ");
    const char *ground = blocked ? strstr(blocked, "\033[48;2;243;239;230m    ") : NULL;
    assert_true(ground && ground < strchr(blocked, '\n'));
    unsetenv("COLORTERM");
    const outcome *sixels = run("info half.map --draw sixel -q");
    assert_memory_equal(sixels->out, "\033P", 2);
    assert_non_null(strstr(sixels->out, "\033\\"));
    assert_memory_equal(run("info half.map --draw kitty -q")->out, "\033_G", 3);
    assert_refused(run("info half.map --draw kitty --json -"),
                   "--json and --draw both ask for standard output");
}

TEST(a_page_holds_the_query_or_the_reason_why_it_cannot)
{
    static char text[TEXT_BYTES];
    write_file("page.html", "<p>before</p><script id=\"inside\">program</script>");
    assert_int_equal(run(QUERY " --page page.html --html filled.html -q")->status, 0);
    read_file("filled.html", text);
    const char *head = "<p>before</p><script id=\"world-inside\" type=\"text/plain\">w=H4sI"; // gzip
    assert_memory_equal(text, head, strlen(head));
    assert_non_null(strstr(text, "</script><script id=\"inside\">program</script>"));
    assert_refused(run(QUERY " --page town.map --html x.html"),
                   "town.map is not the page that `make playground` builds");
    assert_refused(run(QUERY " --page filled.html --html x.html"), "filled.html is not the page");
    assert_refused(run(QUERY " --page none.html --html x.html"), "--html: none.html: cannot be opened");
    assert_refused(run(QUERY " --page page.html --html x.html --window 30"),
                   "--html: the page has no --window");
    write_file("mask.yaml",
               "image: mask.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\n"
               "free_thresh: 0.196\n");
    write_file("mask.pgm", "P2 1 1 255 0");
    assert_refused(run(QUERY " --page page.html --html x.html --frame 1,0,0,0 --keep-out mask.yaml"),
                   "--html: the page has no --keep-out");
    assert_refused(run(QUERY " --page page.html --html x.html --footprint polygon:.4,0:-.4,.3:-.4,-.3"),
                   "--html: bodies of the page are circles, and rectangles around their pose");
    assert_refused(run(QUERY " --page page.html --html x.html --footprint circle:0.5 --size 2 --from 1,2"),
                   "--html: on the page, the size of this body is 1 and not 2");
    assert_false(exists("x.html"));
}

TESTS_BETWEEN(forget_terminal, command_remove_town)
