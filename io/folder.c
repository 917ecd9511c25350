#define _XOPEN_SOURCE 700 // realpath

#include "io/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

/// A folder's name followed by a file's; to be freed. Null without memory.
static char *joined(const char *folder, size_t length, const char *name)
{
    char *path = malloc(length + strlen(name) + 1);
    if (path)
        sprintf(path, "%.*s%s", (int)length, folder, name);
    return path;
}

/// True if a file lies below a folder when links are followed, or does not exist.
static bool lies_below(const char *path, const char *folder)
{
    char *real = realpath(path, NULL);
    char *above = realpath(folder, NULL);
    const size_t length = above ? strlen(above) : 0;
    const bool is_root = length == 1;
    const bool is_below =
        !real || (above && strncmp(real, above, length) == 0 && (is_root || real[length] == '/'));
    free(real);
    free(above);
    return is_below;
}

static fw_result open_neighbour(void *user, const char *name, size_t most, const char **bytes, size_t *length)
{
    const io_folder *folder = user;
    const char *slash = strrchr(folder->file, '/');
    const size_t above = slash ? (size_t)(slash + 1 - folder->file) : 0;
    char *path = joined(folder->file, *name == '/' ? 0 : above, name);
    char *here = above ? joined(folder->file, above, "") : joined("./", 2, "");
    char *held = NULL;
    io_fault fault;
    fw_result result = FW_OK;
    if (!path || !here)
        result = FW_NO_MEMORY;
    else if (strcmp(folder->file, "-") == 0)
        result = FW_NOT_FOUND;
    else if (!folder->allow_outside && !lies_below(path, here))
        result = FW_OUT_OF_BOUNDS;
    else if (!io_load(path, most, &held, length, &fault))
        result = fault.result;
    free(path);
    free(here);
    *bytes = held;
    return result;
}

static void close_neighbour(void *user, const char *bytes, size_t length)
{
    (void)user, (void)length;
    free((char *)bytes);
}

void io_folder_open(const char *file, bool allow_outside, io_folder *folder)
{
    *folder = (io_folder){ file, allow_outside, { open_neighbour, close_neighbour, folder } };
}
