#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <unistd.h>

#include "fairway-io/save.h"
#include "io/movingai.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Writes what was read in one of the formats, as a map that fills its memory.
static void save(const io_tiles *tiles, fw_io_format format)
{
    static const char *const endings[] = { "map", "png", "colors", "yaml", "pgm", "tmj", "tiles.png" };
    fw_io_save_def def;
    fw_io_fault fault;
    fw_map *map;
    char name[64];
    snprintf(name, sizeof name, "/tmp/fairway-fuzz-%ld.map", (long)getpid());
    if (!io_map_of_tiles("fuzz.map", tiles, NULL, &map, &fault))
        return;
    fw_io_save_def_init(&def, sizeof def);
    def.format = format;
    if (fw_io_map_save(map, name, &def, &fault) != FW_OK && fw_io_writes(format) && !fault.text[0])
        __builtin_trap();
    fw_map_destroy(map);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "/tmp/fairway-fuzz-%ld.%s", (long)getpid(), endings[i]);
        remove(name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    io_tiles tiles;
    io_fault fault;
    if (!io_movingai_read("fuzz.map", (const char *)data, size, NULL, &tiles, &fault))
        return 0;
    if (data[size - 1] % 16 <= FW_IO_FORMAT_COUNT)
        save(&tiles, (fw_io_format)(data[size - 1] % 16));
    if (fw_io_format_of_name("fuzz.map") != FW_IO_MOVINGAI)
        __builtin_trap();
    io_tiles_free(&tiles);
    return 0;
}
