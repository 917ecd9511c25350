#include "common/fuzz_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "a.tmx", "town.tsx", "a.terrains", "car.json" };
    fuzz_files(data, size, names, 4, NULL);
    return 0;
}
