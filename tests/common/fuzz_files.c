#include "common/fuzz_files.h"

#include <stdlib.h>
#include <string.h>

#include "fairway-io/map.h"

enum { MOST_PARTS = 4 };

typedef struct part {
    const char *name, *bytes;
    size_t size;
} part;

static part parts[MOST_PARTS];
static int part_count;

static fw_result open_part(void *user, const char *name, size_t most, const char **bytes, size_t *length)
{
    for (int i = 1; i < part_count; i++)
        if (strcmp(parts[i].name, name) == 0) {
            *bytes = parts[i].bytes;
            *length = parts[i].size;
            return FW_OK;
        }
    return FW_NOT_FOUND;
}

static void close_part(void *user, const char *bytes, size_t length)
{
}

void fuzz_files(const uint8_t *data, size_t size, const char *const *names, int count, const char *letters)
{
    static const char line[] = "\n====\n";
    static const fw_io_folder folder = { open_part, close_part, NULL };
    const char *rest = (const char *)data;
    size_t left = size;
    for (part_count = 0; part_count < count && part_count < MOST_PARTS; part_count++) {
        size_t length = 0;
        while (length < left &&
               (left - length < sizeof line - 1 || memcmp(rest + length, line, sizeof line - 1) != 0))
            length++;
        parts[part_count] = (part){ names[part_count], rest, length };
        const size_t taken = length < left ? length + sizeof line - 1 : length;
        rest += taken;
        left -= taken;
    }
    fw_io_map_def def;
    fw_io_map *read = NULL;
    fw_io_fault fault;
    fw_io_map_def_init(&def, sizeof def);
    def.name = names[0];
    def.folder = &folder;
    def.letters = letters;
    def.world = size % 2 ? "" : NULL; // of LDtk alone
    if (size > 0 && fw_io_map_read(parts[0].bytes, parts[0].size, &def, &read, &fault) == FW_OK) {
        if (!fw_io_reads(read->format) || !*fw_io_format_name(read->format))
            abort(); // every format that was read has a name
        for (int32_t i = 0; i < read->unit_count; i++)
            if (fw_unit_refusal(read->units[i].unit).result != FW_OK)
                abort(); // the library takes each unit
        fw_map_destroy(fw_io_map_take(read));
    }
    fw_io_map_free(read);
    fw_io_map_load("", &def, &read, &fault); // there is no such file
}
