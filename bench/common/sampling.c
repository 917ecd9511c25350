#include "common/sampling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sampling sampling_from(int count, char **arguments)
{
    sampling how = { .every = 10, .repeat = 3 };
    int next = 1;
    for (; next + 1 < count && strncmp(arguments[next], "--", 2) == 0; next += 2) {
        const long value = strtol(arguments[next + 1], NULL, 10);
        if (strcmp(arguments[next], "--every") == 0 && value > 0) {
            how.every = (size_t)value;
        } else if (strcmp(arguments[next], "--repeat") == 0 && value > 0) {
            how.repeat = (int)value;
        } else {
            fprintf(stderr, "usage: %s [--every K] [--repeat N] [NAME...]\n", arguments[0]);
            exit(1);
        }
    }
    how.words = arguments + next;
    how.word_count = count - next;
    return how;
}

bool sampling_takes(const sampling *how, const char *name)
{
    for (int i = 0; i < how->word_count; i++)
        if (strstr(name, how->words[i]))
            return true;
    return how->word_count == 0;
}
