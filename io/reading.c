#include "io/reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/account.h"

void io_reading_free(io_reading *reading)
{
    io_tiles_free(&reading->tiles);
    io_give(reading->places);
    io_give(reading->units);
    io_give(reading->unit_files);
    *reading = (io_reading){ 0 };
}

void io_warn(io_reading *reading, const char *format, ...)
{
    if (reading->warning_count == IO_MOST_WARNINGS)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->warnings[reading->warning_count++], IO_WARNING_BYTES, format, arguments);
    va_end(arguments);
}

void io_place_name(char to[IO_PLACE_BYTES], const char *from)
{
    size_t used = 0, letter = 0;
    const size_t length = strlen(from);
    while ((letter = io_letter_bytes(from + used, length - used)) > 0 && used + letter < IO_PLACE_BYTES)
        used += letter;
    memcpy(to, from, used);
    to[used] = '\0';
}

bool io_add_place(io_reading *reading, const char *name, const char *kind, const fw_io_place *place)
{
    io_named_place *places = io_grow_list(reading->places, (size_t)reading->place_count, sizeof *places);
    if (!places)
        return false;
    reading->places = places;
    io_named_place *added = &places[reading->place_count++];
    added->place = *place;
    io_place_name(added->name, name);
    io_place_name(added->kind, kind);
    return true;
}
