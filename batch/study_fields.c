#include "batch/study_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fields_expect(const json_place *object, const char *const *keys, const char *what)
{
    const json_place limit = json_at(object, "max_time");
    if (limit.value)
        return io_fail(object->fault,
                       "%s: %s: a limit of time gives other answers each time; max_work limits a search "
                       "in the same way everywhere",
                       limit.file, limit.path);
    return json_expect_keys(object, keys, what);
}

bool fields_read_name(const json_place *place, char name[NAME_BYTES])
{
    const char *text = NULL;
    if (!json_read_text(place, &text))
        return false;
    if (!text[0] || strlen(text) >= NAME_BYTES || strpbrk(text, ",\"\n\r"))
        return json_expected(place, "a name of up to 63 bytes without commas, quotes and line ends");
    strcpy(name, text);
    return true;
}

bool fields_read_list(const json_place *list, size_t item_bytes, int32_t most,
                      bool (*read)(const json_place *item, void *into, void *user), void *user, void **items,
                      int32_t *count)
{
    if (!json_expect_list(list))
        return false;
    if (json_count(list) < 1 || json_count(list) > (size_t)most)
        return io_fail(list->fault, "%s: %s has %zu items, expected 1 to %d", list->file, list->path,
                       json_count(list), most);
    *items = calloc(json_count(list), item_bytes);
    if (!*items)
        return io_fail_without_memory(list->fault, list->file);
    *count = (int32_t)json_count(list);
    for (size_t i = 0; i < json_count(list); i++) {
        const json_place item = json_item(list, i);
        if (!read(&item, (char *)*items + i * item_bytes, user))
            return false;
    }
    return true;
}

char *fields_path(const char *study_file, const char *name)
{
    const char *slash = strrchr(study_file, '/');
    const size_t folder = slash && name[0] != '/' ? (size_t)(slash - study_file) + 1 : 0;
    char *path = malloc(folder + strlen(name) + 1);
    if (path) {
        memcpy(path, study_file, folder);
        strcpy(path + folder, name);
    }
    return path;
}
