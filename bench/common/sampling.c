#include "common/sampling.h"

#include <string.h>

#include "common/arguments.h"

const char *const pose_maps[POSE_MAPS] = { "dao/arena",      "dao/hrt201n",         "bg512/AR0072SR",
                                           "sc1/Aftershock", "cities/Berlin_0_512", "rooms/32room_000" };

sampling sampling_from(int count, char **arguments)
{
    int every = 10, repeat = 3;
    const argument known[] = { { "--every", .whole = &every }, { "--repeat", .whole = &repeat }, { 0 } };
    const int next = arguments_read(known, count, arguments);
    return (sampling){
        .every = (size_t)every, .repeat = repeat, .words = arguments + next, .word_count = count - next
    };
}

bool sampling_takes(const sampling *how, const char *name)
{
    for (int i = 0; i < how->word_count; i++)
        if (strstr(name, how->words[i]))
            return true;
    return how->word_count == 0;
}
