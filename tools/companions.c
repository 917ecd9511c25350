#include "companions.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "io/path_json.h"
#include "io/text.h"

void companion_name(const fw_unit_def *unit, const fw_path *path, char *text, size_t room)
{
    snprintf(text, room, "size %d: %.1f", (int)unit->size, fw_path_length(path));
}

static bool open_one(io_span file, const fw_map *map, io_companion *it)
{
    char name[1024];
    io_fault fault;
    if (file.length == 0 || file.length >= sizeof name)
        return complain("--with needs names of files, with commas between them");
    memcpy(name, file.start, file.length);
    name[file.length] = '\0';
    it->unit = fw_default_unit_def();
    if (fw_path_create(NULL, &it->path) != FW_OK)
        return complain("%s", fw_result_text(FW_NO_MEMORY));
    if (!io_path_load(name, map, it->path, &it->unit, NULL, &fault))
        return complain("%s", fault.text);
    companion_name(&it->unit, it->path, it->name, sizeof it->name);
    return true;
}

bool companions_open(const options *given, const fw_map *map, companions *them)
{
    *them = (companions){ .count = 0 };
    io_span rest = io_span_of(given->with ? given->with : "");
    io_span file;
    while (given->with && io_next_piece(&rest, ',', &file)) {
        if (them->count == IO_MOST_COMPANIONS)
            return complain("--with draws %d paths at most", IO_MOST_COMPANIONS);
        if (!open_one(file, map, &them->items[them->count++]))
            return false;
    }
    return true;
}

void companions_close(companions *them)
{
    for (int i = 0; i < them->count; i++)
        fw_path_destroy(them->items[i].path);
    them->count = 0;
}
