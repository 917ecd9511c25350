#include "io/neighbour.h"

#include <stdio.h>
#include <string.h>

#define TABLE_MOST_BYTES ((size_t)1 << 20)

static bool is_separator(char letter)
{
    return letter == '/' || letter == '\\';
}

bool io_is_inside_folder(const char *name)
{
    int depth = 0; // folders below that of the map
    if (is_separator(*name) || strchr(name, ':'))
        return false;
    while (*name) {
        const size_t length = strcspn(name, "/\\");
        if (length == 2 && strncmp(name, "..", 2) == 0)
            depth--;
        else if (length > 0 && !(length == 1 && *name == '.'))
            depth++;
        if (depth < 0)
            return false;
        name += length + (name[length] != '\0');
    }
    return true;
}

/// The file's name without its folder.
static const char *base_of(const char *file)
{
    const char *base = file;
    for (; *file; file++)
        if (is_separator(*file))
            base = file + 1;
    return base;
}

/// Writes a neighbour's name with the map's folder before it.
static void set_path(const io_reading *reading, const char *name, io_neighbour *opened)
{
    const char *base = base_of(reading->name);
    const bool is_absolute = is_separator(*name);
    snprintf(opened->path, sizeof opened->path, "%.*s%s", is_absolute ? 0 : (int)(base - reading->name),
             reading->name, name);
}

static fw_result open_file(const io_reading *reading, const char *name, size_t most, io_neighbour *opened)
{
    const fw_io_folder *folder = reading->def->folder;
    set_path(reading, name, opened);
    opened->bytes = NULL;
    opened->size = 0;
    if (!folder)
        return FW_NOT_FOUND;
    if (!reading->def->allow_outside && !io_is_inside_folder(name))
        return FW_OUT_OF_BOUNDS;
    const fw_result result = folder->open(folder->user, name, most, &opened->bytes, &opened->size);
    if (result != FW_OK) {
        opened->bytes = NULL;
    } else if (opened->size > most) {
        io_neighbour_close(reading, opened);
        return FW_BAD_SIZE;
    }
    return result;
}

static bool fail(const io_reading *reading, const char *what, const io_neighbour *opened, size_t most,
                 fw_result result, io_fault *fault)
{
    switch (result) {
    case FW_OUT_OF_BOUNDS:
        return io_fail_as(
            fault, result,
            "%s: %s %s lies outside the folder of the map, where nothing is opened unless it is "
            "allowed (--outside, allow_outside)",
            reading->name, what, opened->path);
    case FW_BAD_SIZE:
        return io_fail_as(fault, result, "%s: %s %s is longer than %zu bytes", reading->name, what,
                          opened->path, most);
    case FW_NO_MEMORY:
        return io_fail_without_memory(fault, opened->path);
    default:
        return io_fail_as(fault, FW_NOT_FOUND, "%s: %s %s cannot be opened", reading->name, what,
                          opened->path);
    }
}

bool io_neighbour_open(const io_reading *reading, const char *what, const char *name, size_t most,
                       io_neighbour *opened, io_fault *fault)
{
    const fw_result result = open_file(reading, name, most, opened);
    return result == FW_OK || fail(reading, what, opened, most, result, fault);
}

bool io_table_open(const io_reading *reading, const char *extension, io_neighbour *opened, io_fault *fault)
{
    char name[512];
    const char *base = base_of(reading->name);
    const char *dot = strrchr(base, '.');
    const size_t stem = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (snprintf(name, sizeof name, "%.*s%s", (int)stem, base, extension) >= (int)sizeof name) {
        *opened = (io_neighbour){ .bytes = NULL };
        return true; // no file has such a name
    }
    const fw_result result = open_file(reading, name, TABLE_MOST_BYTES, opened);
    return result == FW_OK || result == FW_NOT_FOUND || result == FW_OUT_OF_BOUNDS ||
           fail(reading, "the table", opened, TABLE_MOST_BYTES, result, fault);
}

void io_neighbour_close(const io_reading *reading, io_neighbour *opened)
{
    const fw_io_folder *folder = reading->def->folder;
    if (opened->bytes)
        folder->close(folder->user, opened->bytes, opened->size);
    opened->bytes = NULL;
}
