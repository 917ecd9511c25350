#include "io/movingai.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    io_tiles tiles;
    io_fault fault;
    if (io_movingai_read("fuzz.map", (const char *)data, size, NULL, &tiles, &fault))
        io_tiles_free(&tiles);
    return 0;
}
