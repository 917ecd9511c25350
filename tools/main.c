#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "batch/sqlite.h"
#include "batch/transport.h"
#include "command_table.h"
#include "complain.h"
#include "draw.h"
#include "fairway-io/map.h"
#include "fairway/result.h"
#include "io/text.h"
#include "io/tiled_cells.h"
#include "nearest_name.h"
#include "options.h"
#include "outputs.h"
#include "terminal.h"

enum { NAME_WIDTH = 11, WORDS_WIDTH = 22 };

/// Prints what a status of a command means. Commands of which it says no more than that they ran are left out.
static void print_status(const char *name, int status, const char *meaning)
{
    enum { COLUMN = NAME_WIDTH + 5 };
    if (!meaning)
        return;
    terminal_wrap(meaning, printf("  %-*s%d", NAME_WIDTH, name, status), COLUMN);
}

static void print_exit_status(void)
{
    printf("\n%sExit status%s\n", ink_on(stdout, INK_TITLE), ink_off(stdout, INK_TITLE));
    for (int i = 0; i < command_count; i++) {
        print_status(command_table[i].name, EXIT_DONE, command_table[i].done);
        print_status("", EXIT_NO_PATH, command_table[i].failed);
    }
    print_status("others", EXIT_DONE, usual_done);
    print_status("all", EXIT_BAD, usual_bad);
}

static int print_help(void)
{
    enum { INDENT = 10, COLUMN = INDENT + NAME_WIDTH + WORDS_WIDTH };
    const char *bold = ink_on(stdout, INK_TITLE), *plain = ink_off(stdout, INK_TITLE);
    char title[80];
    snprintf(title, sizeof title, "fairway %s: path finding for units of any size", fw_version());
    terminal_wrap(title, 0, 0);
    putchar('\n');
    for (int i = 0; i < command_count; i++) {
        const command *each = &command_table[i];
        printf("  fairway %s%-*s%s", bold, NAME_WIDTH, each->name, plain);
        terminal_wrap(each->help, INDENT + NAME_WIDTH + printf("%s", each->arguments), COLUMN);
    }
    putchar('\n');
    terminal_wrap("fairway COMMAND --help lists the options of a command.", 0, 0);
    terminal_wrap(
        "Maps: MovingAI .map; PNG, PGM or BMP with a table of colours (town.png, town.colors); map.yaml "
        "of ROS; Tiled .tmx and .tmj; LDtk; rows of letters or numbers (--letters). See docs/maps.md.",
        0, 0);
    terminal_wrap("A map named - is read from standard input.", 0, 0);
    terminal_wrap(
        "Coordinates are in tiles, x to the right, y down. Angles are in degrees: 0 = east, 90 = south.", 0,
        0);
    print_exit_status();
    return EXIT_DONE;
}

/// @param is_long  tells which formats of maps this build reads
static int print_version(bool is_long)
{
    printf("fairway %s\n", fw_version());
    if (!is_long)
        return EXIT_DONE;
    for (int i = FW_IO_UNKNOWN + 1; i < FW_IO_FORMAT_COUNT; i++)
        printf("%s %s\n", fw_io_reads((fw_io_format)i) ? "reads" : "does not read",
               fw_io_format_name((fw_io_format)i));
    printf("%s layers of Tiled that zstd has compressed\n",
           tiled_cells_reads_zstd() ? "reads" : "does not read");
    printf("batch: %s, %s\n", transport_has_mpi() ? "with MPI" : "without MPI",
           sqlite_is_there() ? "with SQLite" : "without SQLite");
    printf("terminal: %s\n", draw_is_there() ? "with pictures" : "without pictures");
    return EXIT_DONE;
}

static int print_command_help(const command *asked)
{
    char use[256];
    snprintf(use, sizeof use, "fairway %s %s [OPTIONS]: %s", asked->name, asked->arguments, asked->help);
    terminal_wrap(use, 0, 0);
    printf("\n%sExample%s\n", ink_on(stdout, INK_TITLE), ink_off(stdout, INK_TITLE));
    terminal_wrap(asked->example, 0, 2);
    options_help(asked->bit);
    return EXIT_DONE;
}

static int complain_of_unknown_command(const char *name)
{
    const char *best = NULL;
    for (int i = 0; i < command_count; i++)
        best = nearer_name(name, best, command_table[i].name);
    const io_quote quote = io_quoted(io_span_of(name));
    if (best)
        complain("there is no command '%s'; did you mean %s?", quote.text, best);
    else
        complain("there is no command '%s'; fairway --help lists all commands", quote.text);
    return EXIT_BAD;
}

static int help_with(const char *name)
{
    const command *asked = command_of(name);
    return asked ? print_command_help(asked) : complain_of_unknown_command(name);
}

/// Lets no file that is opened later take the place of a standard stream that is closed: what is printed must not go
/// into it. Writing to what was closed fails.
static void hold_standard_streams(void)
{
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) == -1)
            open("/dev/null", O_RDONLY); // takes the lowest free number
}

/// The exit status, unless standard output could not be written. What has failed has said why.
static int finish(int status)
{
    errno = 0;
    if (status == EXIT_BAD || (fflush(stdout) == 0 && !ferror(stdout)))
        return status;
    complain("standard output: cannot be written (%s)", strerror(errno ? errno : EIO));
    return EXIT_BAD;
}

static int run(int count, char **words)
{
    if (count < 2) {
        complain("no command is given; fairway --help lists all commands");
        return EXIT_BAD;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 || strcmp(words[1], "help") == 0)
        return count > 2 && words[2][0] != '-' ? help_with(words[2]) : print_help();
    if (strcmp(words[1], "--version") == 0)
        return print_version(count > 2 &&
                             (strcmp(words[2], "-v") == 0 || strcmp(words[2], "--verbose") == 0));
    const command *asked = command_of(words[1]);
    if (!asked)
        return complain_of_unknown_command(words[1]);
    options given;
    if (!options_read(asked->bit, count - 2, words + 2, &given))
        return EXIT_BAD;
    if (given.color != NOT_CHOSEN)
        terminal_color((color_rule)given.color);
    if (given.help)
        return print_command_help(asked);
    if (given.argument_count < asked->least_arguments || given.argument_count > asked->most_arguments) {
        complain("fairway %s needs %s, but %d argument%s given; fairway %s --help tells more", asked->name,
                 asked->arguments, given.argument_count, given.argument_count == 1 ? " is" : "s are",
                 asked->name);
        return EXIT_BAD;
    }
    if (asked->bit == COMMAND_BATCH && !transport_become(words)) {
        complain("this build of fairway has no MPI: fairway-mpi does not lie beside it");
        return EXIT_BAD;
    }
    return outputs_can_be_written(&given) ? asked->run(&given) : EXIT_BAD;
}

int main(int count, char **words)
{
    hold_standard_streams();
    return finish(run(count, words));
}
