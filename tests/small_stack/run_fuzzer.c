// Runs a fuzzer of fuzz/ on inputs of its own in a thread with a stack of 64 KB: no public function needs more. Job
// systems, musl and macOS give threads 128 to 512 KB.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"

enum { STACK_BYTES = 64 << 10, GUARD_BYTES = 1 << 20, MOST_BYTES = 1024, INPUTS = 150 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void *run(void *unused)
{
    static uint8_t input[MOST_BYTES];
    random_source source = { 1 };
    for (int i = 0; i < INPUTS; i++) {
        const size_t size = random_below(&source, MOST_BYTES);
        for (size_t j = 0; j < size; j++)
            input[j] = (uint8_t)random_bits(&source);
        LLVMFuzzerTestOneInput(input, size);
    }
    return unused;
}

int main(void)
{
    pthread_attr_t small;
    pthread_t thread;
    if (pthread_attr_init(&small) || pthread_attr_setstacksize(&small, STACK_BYTES) ||
        pthread_attr_setguardsize(&small, GUARD_BYTES) || pthread_create(&thread, &small, run, NULL) ||
        pthread_join(thread, NULL))
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
