#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "command_table.h"
#include "fairway/result.h"
#include "io/text.h"
#include "option_table.h"

/// Prints a text so that roff takes each character as it is.
static void print_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
}

static void print_paragraph(const char *text)
{
    print_text(text);
    putchar('\n');
}

static void print_title(const char *name)
{
    fputs(".TH ", stdout);
    print_text(name);
    printf(" 1 \"\" \"fairway %s\" \"Fairway\"\n.SH NAME\n", fw_version());
}

static void print_status(int status, const char *meaning)
{
    if (!meaning)
        return;
    printf(".TP\n%d\n", status);
    print_paragraph(meaning);
}

/// @param asked  null = what holds for all commands
static void print_exit_status(const command *asked)
{
    puts(".SH EXIT STATUS");
    print_status(EXIT_DONE, asked && asked->done ? asked->done : usual_done);
    print_status(EXIT_NO_PATH,
                 asked ? asked->failed : "no path, an illegal one, or what the command's own page says");
    print_status(EXIT_BAD, usual_bad);
}

static void print_option(const option *row)
{
    puts(".TP");
    if (row->letter)
        printf(".BR \\-%c ,\n", row->letter);
    fputs(".BI ", stdout);
    print_text(row->name);
    if (row->value) {
        fputs(row->kind == VALUE_ATTACHED ? " " : " \" ", stdout);
        print_text(row->value);
        fputs(row->kind == VALUE_ATTACHED ? "" : "\"", stdout);
    }
    putchar('\n');
    print_text(row->help);
    const char *names[MOST_CHOICES];
    const int count = row->value && strchr(row->value, '|') ? 0 : option_choices(row, names);
    for (int i = 0; i < count; i++) {
        fputs(i ? ", " : " ", stdout);
        print_text(names[i]);
    }
    putchar('\n');
}

static void print_options(int command)
{
    puts(".SH OPTIONS\nDefaults are in brackets. If an option is given twice, the last one wins.");
    for (int group = 0; group < GROUP_COUNT; group++) {
        bool has_title = false;
        for (int i = 0; i < option_count; i++) {
            const option *row = &option_table[i];
            if (row->group != (option_group)group || !(row->commands & command))
                continue;
            if (!has_title)
                printf(".SS %s\n", option_group_titles[group]);
            has_title = true;
            print_option(row);
        }
    }
}

static void print_command(const command *asked)
{
    char title[32];
    snprintf(title, sizeof title, "FAIRWAY-%s", asked->name);
    for (char *letter = title; *letter; letter++)
        *letter = (char)toupper((unsigned char)*letter);
    print_title(title);
    printf("fairway\\-%s \\- ", asked->name);
    print_paragraph(asked->help);
    printf(".SH SYNOPSIS\n.B fairway %s\n.I ", asked->name);
    print_text(asked->arguments);
    puts("\n[\\fIOPTIONS\\fR]");
    print_options(asked->bit);
    puts(".SH EXAMPLES\n.nf");
    print_paragraph(asked->example);
    puts(".fi");
    print_exit_status(asked);
    puts(".SH SEE ALSO\n.BR fairway (1)");
}

static void print_overview(void)
{
    print_title("FAIRWAY");
    puts("fairway \\- paths that a unit can really follow\n.SH SYNOPSIS\n.B fairway\n.I COMMAND ARGUMENTS\n"
         "[\\fIOPTIONS\\fR]\n.SH COMMANDS");
    for (int i = 0; i < command_count; i++) {
        printf(".TP\n.BI %s \" ", command_table[i].name);
        print_text(command_table[i].arguments);
        puts("\"");
        print_paragraph(command_table[i].help);
    }
    puts(".SH UNITS\nCoordinates are in tiles, x to the right, y down. Angles are in degrees: 0 is east, 90 "
         "is\n"
         "south. A map named \\- is read from standard input.");
    print_exit_status(NULL);
    puts(".SH SEE ALSO");
    for (int i = 0; i < command_count; i++)
        printf(".BR fairway\\-%s (1)%s\n", command_table[i].name, i + 1 < command_count ? "," : "");
}

int run_manual(const options *given)
{
    const char *name = given->arguments[0];
    const command *asked = command_of(name);
    if (asked)
        print_command(asked);
    else if (strcmp(name, "fairway") == 0)
        print_overview();
    else
        complain("there is no manual page of '%s', expected fairway or a command",
                 io_quoted(io_span_of(name)).text);
    return asked || strcmp(name, "fairway") == 0 ? EXIT_DONE : EXIT_BAD;
}
