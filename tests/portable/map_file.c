// In place of io's reader of maps, for platforms that lack the libraries of other formats: MovingAI alone.
#include "io/map_file.h"

#include <stdlib.h>

#include "io/movingai.h"
#include "io/text.h"

bool io_tiles_load(const char *file, io_tiles *tiles, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    *tiles = (io_tiles){ 0 };
    if (!io_load(file, IO_MOVINGAI_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = io_movingai_read(file, bytes, size, NULL, tiles, fault);
    free(bytes);
    return read;
}
