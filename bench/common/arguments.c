#include "common/arguments.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fill_in(const argument *argument, const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (argument->text) {
        *argument->text = text;
        return true;
    }
    if (*end || end == text)
        return false;
    if (argument->real)
        *argument->real = value;
    else if (value >= 1 && value <= 1e9)
        *argument->whole = (int)value;
    else
        return false;
    return true;
}

static void tell_usage(const argument *known, const char *program)
{
    fprintf(stderr, "usage: %s", program);
    for (; known->name; known++)
        fprintf(stderr, " [%s %s]", known->name, known->whole ? "N" : known->real ? "X" : "WORD");
    fprintf(stderr, " [NAME...]\n");
}

int arguments_read(const argument *known, int count, char **words)
{
    int next = 1;
    for (; next < count && strncmp(words[next], "--", 2) == 0; next += 2) {
        const argument *argument = known;
        while (argument->name && strcmp(argument->name, words[next]) != 0)
            argument++;
        if (!argument->name || next + 1 == count || !fill_in(argument, words[next + 1])) {
            tell_usage(known, words[0]);
            exit(1);
        }
    }
    return next;
}
