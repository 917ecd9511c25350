#include "companions.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "io/path_json.h"
#include "io/text.h"

void companion_name(const fw_unit_def *unit, const fw_path *path, char *text, size_t room)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    snprintf(text, room, "%s, size %d: %.1f", fw_method_name(summary.method), (int)unit->size,
             summary.length);
}

bool path_open(const char *file, const fw_map *map, fw_path **path, fw_unit_def *unit)
{
    io_fault fault;
    *unit = fw_default_unit_def();
    if (fw_path_create(NULL, path) != FW_OK)
        return complain("%s", fw_result_text(FW_NO_MEMORY));
    return io_path_load(file, map, *path, unit, NULL, &fault) || complain("%s", fault.text);
}

static bool open_one(io_span file, const fw_map *map, io_companion *companion)
{
    char name[1024];
    if (file.length == 0 || file.length >= sizeof name)
        return complain("--with needs names of files, with commas between them");
    memcpy(name, file.start, file.length);
    name[file.length] = '\0';
    if (!path_open(name, map, &companion->path, &companion->unit))
        return false;
    companion_name(&companion->unit, companion->path, companion->name, sizeof companion->name);
    return true;
}

bool companions_open(const options *given, const fw_map *map, companions *all)
{
    *all = (companions){ .count = 0 };
    io_span rest = io_span_of(given->with ? given->with : "");
    io_span file;
    while (given->with && io_next_piece(&rest, ',', &file)) {
        if (all->count == IO_MOST_COMPANIONS)
            return complain("--with draws %d paths at most", IO_MOST_COMPANIONS);
        if (!open_one(file, map, &all->items[all->count++]))
            return false;
    }
    return true;
}

void companions_close(companions *all)
{
    for (int i = 0; i < all->count; i++)
        fw_path_destroy(all->items[i].path);
    all->count = 0;
}
