// Bytes become a world, a unit and a request, by the generator that the tests drive by seeds; whatever the answer,
// every statement of the judge holds.
#include <stdio.h>
#include <stdlib.h>

#include "common/judge.h"

static void write_out(const char *text, void *user)
{
    fputs(text, user);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static trial drawn;
    finding found;
    choices source = choices_of_bytes(bytes, size);
    trial_draw(&source, &drawn);
    if (judge_trial(&drawn, NULL, &found))
        return 0;
    fprintf(stderr, "it does not hold that %s: %s\n", found.statement, found.detail);
    trial_print(&drawn, write_out, stderr);
    abort();
}
