#include "io/tiled_set.h"

#include "io/neighbour.h"
#include "io/tsj.h"
#include "io/tsx.h"

bool tiled_set_open(tiled_map *map, double first, const char *source)
{
    io_neighbour file;
    if (!(first >= 1.0 && first < 1 << 28))
        return io_fail(map->fault, "%s: the tileset %.64s has no number of its first tile",
                       map->reading->name, source);
    if (!io_neighbour_open(map->reading, "the tileset", source, TILED_FILE_BYTES, &file, map->fault))
        return false;
    size_t at = io_mark_bytes(file.bytes, file.size);
    while (at < file.size && (file.bytes[at] == '\n' || io_is_blank(file.bytes[at])))
        at++;
    const bool is_json = at < file.size && file.bytes[at] == '{';
    const bool read = is_json ? tsj_read(map, (uint32_t)first, &file) : tsx_read(map, (uint32_t)first, &file);
    io_neighbour_close(map->reading, &file);
    return read;
}
