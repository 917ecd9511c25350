#include <stdio.h>
#include <string.h>

#include "batch/sqlite.h"
#include "batch/transport.h"
#include "command_table.h"
#include "complain.h"
#include "fairway-io/map.h"
#include "fairway/result.h"
#include "io/text.h"
#include "nearest_name.h"
#include "options.h"

enum { STATUS_COLUMN = 5, HELP_WIDTH = 100 };

/// Prints a text from a column on, in lines that are broken between words.
static void print_wrapped(const char *text)
{
    int column = STATUS_COLUMN;
    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (column > STATUS_COLUMN && column + word > HELP_WIDTH) {
            printf("\n%*s", STATUS_COLUMN, "");
            column = STATUS_COLUMN;
        }
        printf("%.*s%s", word, text, text[word] ? " " : "");
        column += word + 1;
        text += word + (text[word] == ' ');
    }
    putchar('\n');
}

static int print_help(void)
{
    printf("fairway %s: path finding for units of any size\n\n", fw_version());
    for (int i = 0; i < command_count; i++)
        printf("  fairway %-11s%-22s%s\n", command_table[i].name, command_table[i].arguments,
               command_table[i].help);
    printf("\nfairway COMMAND --help lists the options of a command.\n"
           "Maps: MovingAI .map; PNG, PGM or BMP with a table of colours (town.png, town.colors); map.yaml "
           "of ROS;\n"
           "Tiled .tmx and .tmj; LDtk; rows of letters or numbers (--letters). See docs/maps.md.\n"
           "A map named - is read from standard input.\n"
           "Coordinates are in tiles, x to the right, y down. Angles are in degrees: 0 = east, 90 = south.\n"
           "\nExit status:\n");
    for (int i = 0; i < EXIT_STATUS_COUNT; i++) {
        printf("  %d  ", i);
        print_wrapped(exit_status_meaning[i]);
    }
    return EXIT_DONE;
}

/// @param is_long  tells which formats of maps this build reads
static int print_version(bool is_long)
{
    printf("fairway %s\n", fw_version());
    for (int i = FW_IO_UNKNOWN + 1; is_long && i < FW_IO_FORMAT_COUNT; i++)
        printf("%s %s\n", fw_io_reads((fw_io_format)i) ? "reads" : "does not read",
               fw_io_format_name((fw_io_format)i));
    if (is_long)
        printf("batch: %s, %s\n", transport_has_mpi() ? "with MPI" : "without MPI",
               sqlite_is_there() ? "with SQLite" : "without SQLite");
    return EXIT_DONE;
}

static int print_command_help(const command *asked)
{
    printf("fairway %s %s [OPTIONS]: %s\n", asked->name, asked->arguments, asked->help);
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

int main(int count, char **words)
{
    if (count < 2) {
        complain("no command is given; fairway --help lists all commands");
        return EXIT_BAD;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 || strcmp(words[1], "help") == 0)
        return print_help();
    if (strcmp(words[1], "--version") == 0)
        return print_version(count > 2 &&
                             (strcmp(words[2], "-v") == 0 || strcmp(words[2], "--verbose") == 0));
    const command *asked = command_of(words[1]);
    if (!asked)
        return complain_of_unknown_command(words[1]);
    options given;
    if (!options_read(asked->bit, count - 2, words + 2, &given))
        return EXIT_BAD;
    if (given.help)
        return print_command_help(asked);
    if (given.argument_count < asked->least_arguments || given.argument_count > asked->most_arguments) {
        complain("fairway %s needs %s, but %d argument%s given", asked->name, asked->arguments,
                 given.argument_count, given.argument_count == 1 ? " is" : "s are");
        return EXIT_BAD;
    }
    if (asked->bit == COMMAND_BATCH && !transport_become(words)) {
        complain("this build of fairway has no MPI: fairway-mpi does not lie beside it");
        return EXIT_BAD;
    }
    return asked->run(&given);
}
