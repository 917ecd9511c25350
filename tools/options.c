#include "options.h"

#include <stdio.h>
#include <string.h>

#include "command_table.h"
#include "complain.h"
#include "io/text.h"
#include "nearest_name.h"
#include "option_table.h"
#include "terminal.h"

/// True if a word is the name of an option, or its letter.
static bool names(io_span word, const option *row)
{
    const bool is_letter =
        row->letter && word.length == 2 && word.start[0] == '-' && word.start[1] == row->letter;
    return is_letter || io_span_is(word, row->name);
}

static const option *option_of(int command, io_span name)
{
    for (int i = 0; i < option_count; i++)
        if (option_table[i].commands & command && names(name, &option_table[i]))
            return &option_table[i];
    return NULL;
}

static bool complain_of_unknown(int command, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *best = NULL;
    for (int i = 0; i < option_count; i++)
        if (option_table[i].commands & command)
            best = nearer_name(name, best, option_table[i].name);
    const option *elsewhere = option_of(~0, io_span_of(name));
    if (elsewhere)
        return complain("%s is an option of fairway %s, not of fairway %s", name,
                        command_name(elsewhere->commands), command_name(command));
    if (best)
        return complain("there is no option %s here; did you mean %s?", name, best);
    return complain("there is no option %s here; --help lists all options", name);
}

static bool read_choice(const option *row, const char *text, int *choice)
{
    char names[256] = "";
    for (int i = 0; row->choices[i]; i++) {
        if (strcmp(text, row->choices[i]) == 0) {
            *choice = i;
            return true;
        }
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", row->choices[i]);
    }
    return complain("%s is '%s', expected one of %s", row->name, io_quoted(io_span_of(text)).text, names);
}

static bool read_number(const option *row, const char *text, void *field)
{
    int64_t whole = 0;
    double real = 0.0;
    const bool is_whole = row->kind == VALUE_WHOLE;
    const bool read =
        is_whole ? io_read_whole(io_span_of(text), &whole) : io_read_decimal(io_span_of(text), &real);
    if (is_whole)
        real = (double)whole;
    if (!read || real < row->least || real > row->most)
        return complain("%s is '%s', expected a %s from %g to %g", row->name,
                        io_quoted(io_span_of(text)).text, is_whole ? "whole number" : "number", row->least,
                        row->most);
    if (is_whole)
        *(int64_t *)field = whole;
    else
        *(double *)field = real;
    return true;
}

static bool read_value(const option *row, const char *text, options *given)
{
    void *field = (char *)given + row->field;
    switch (row->kind) {
    case VALUE_FLAG:
        *(bool *)field = true;
        return true;
    case VALUE_TEXT:
    case VALUE_ATTACHED:
        *(const char **)field = text;
        return text[0] || row->kind == VALUE_ATTACHED ||
               complain("%s is empty, expected %s", row->name, row->value);
    case VALUE_WHOLE:
    case VALUE_REAL:
        return read_number(row, text, field);
    case VALUE_CHOICE:
        return read_choice(row, text, field);
    }
    return false;
}

/// True for what can only be an option, and no value: "--json", or "-q" alone. "-" and "-1,0" are values.
static bool is_option(int command, const char *word)
{
    return strncmp(word, "--", 2) == 0 || option_of(command, io_span_of(word)) != NULL;
}

/// Reads the option that `words[*at]` names, with its value, which may be the next word.
static bool read_option(int command, int count, char *const *words, int *at, options *given)
{
    const char *word = words[*at];
    const char *equals = strchr(word, '=');
    const io_span name = { word, equals ? (size_t)(equals - word) : strlen(word) };
    const option *row = option_of(command, name);
    if (!row)
        return complain_of_unknown(command, word);
    if (row->kind == VALUE_FLAG && equals)
        return complain("%s takes no value", row->name);
    given->is_given[row - option_table] = true;
    double number;
    if (row->kind == VALUE_ATTACHED && !equals && *at + 1 < count &&
        io_read_decimal(io_span_of(words[*at + 1]), &number))
        return complain("%s takes its value after =, as in %s=%s", row->name, row->name, words[*at + 1]);
    if (row->kind == VALUE_FLAG || row->kind == VALUE_ATTACHED)
        return read_value(row, equals ? equals + 1 : "", given);
    if (equals)
        return read_value(row, equals + 1, given);
    if (*at + 1 >= count || is_option(command, words[*at + 1]))
        return complain("%s needs a value: %s %s", row->name, row->name, row->value);
    return read_value(row, words[++*at], given);
}

/// Takes a word that belongs to no option.
///
/// @param valued  the option whose value is the previous word, or null. A number after it was meant for this option
static bool read_argument(const char *word, const char *valued, options *given)
{
    double number;
    if (valued && io_read_decimal(io_span_of(word), &number))
        return complain("%s takes one value without blanks, and '%s' comes after the value", valued, word);
    if (!word[0])
        return complain("an argument is empty, expected the name of a file");
    if (given->argument_count == MOST_ARGUMENTS)
        return complain("'%s' is one argument too many", io_quoted(io_span_of(word)).text);
    given->arguments[given->argument_count++] = word;
    return true;
}

bool options_read(int command, int count, char *const *words, options *given)
{
    *given = (options){ .turn_radius = -1.0,
                        .corners = NOT_CHOSEN,
                        .gear_change = -1.0,
                        .curvature_rate = -1.0,
                        .start_slack = -1.0,
                        .headings = NOT_CHOSEN,
                        .unknown = NOT_CHOSEN,
                        .table = NOT_CHOSEN,
                        .heuristic = NOT_CHOSEN,
                        .nearest_tolerance = -1.0,
                        .covered = -1.0,
                        .dominance = NOT_CHOSEN,
                        .placement = NOT_CHOSEN,
                        .abstraction = NOT_CHOSEN,
                        .pre_smooth = NOT_CHOSEN,
                        .smooth = NOT_CHOSEN,
                        .turns = NOT_CHOSEN,
                        .roads = NOT_CHOSEN,
                        .fixed_angles = NOT_CHOSEN,
                        .show = NOT_CHOSEN,
                        .color = NOT_CHOSEN,
                        .draw = NOT_CHOSEN,
                        .seed = 1 };
    bool only_arguments = false;
    const char *valued = NULL;
    for (int at = 0; at < count; at++) {
        const char *word = words[at];
        if (!only_arguments && strcmp(word, "--") == 0)
            only_arguments = true;
        else if (!only_arguments && word[0] == '-' && word[1]) {
            if (!read_option(command, count, words, &at, given))
                return false;
            valued = words[at] == word ? NULL : word;
        } else {
            if (!read_argument(word, only_arguments ? NULL : valued, given))
                return false;
            valued = NULL;
        }
    }
    return true;
}

bool options_has(const options *given, const char *name)
{
    for (int i = 0; i < option_count; i++)
        if (given->is_given[i] && strcmp(option_table[i].name + strspn(option_table[i].name, "-"), name) == 0)
            return true;
    return false;
}

const char *options_first(const options *given, const char *const *names)
{
    while (*names && !options_has(given, *names))
        names++;
    return *names;
}

enum { HELP_COLUMN = 33 };

/// Prints names with | between them, in lines below the option's line.
static void print_names(const char *const *names, int count)
{
    char text[512] = "";
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? " | " : "", names[i]);
    terminal_wrap(text, 0, HELP_COLUMN);
}

static void print_option(const option *row)
{
    const char *value = row->value ? row->value : "";
    char form[64];
    const char letter[] = { '-', row->letter, ',', ' ', '\0' };
    snprintf(form, sizeof form, "%s%s%s%s", row->letter ? letter : "", row->name,
             *value && row->kind != VALUE_ATTACHED ? " " : "", value);
    terminal_wrap(row->help, printf("  %s", form), HELP_COLUMN);
    const char *names[MOST_CHOICES];
    const int count = option_choices(row, names);
    if (count && !strchr(value, '|'))
        print_names(names, count);
}

void options_help(int command)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        bool has_title = false;
        for (int i = 0; i < option_count; i++) {
            if (option_table[i].group != (option_group)group || !(option_table[i].commands & command))
                continue;
            if (!has_title)
                printf("\n%s%s%s\n", ink_on(stdout, INK_TITLE), option_group_titles[group],
                       ink_off(stdout, INK_TITLE));
            has_title = true;
            print_option(&option_table[i]);
        }
    }
    putchar('\n');
    terminal_wrap("Defaults are in brackets. If an option is given twice, the last one wins.", 0, 0);
}
