#include "common/fuzz_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "a.ldtk", "a.terrains", "van.json" };
    fuzz_files(data, size, names, 3, NULL);
    return 0;
}
