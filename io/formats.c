#include "io/formats.h"

#include <stdlib.h>
#include <string.h>

#include "io/account.h"
#include "io/folder.h"
#include "io/grid.h"
#include "io/image_map.h"
#include "io/json_map.h"
#include "io/kind.h"
#include "io/map_def.h"
#include "io/movingai.h"
#include "io/ros_map.h"
#include "io/terrain.h"
#include "io/tmx.h"

static bool read_movingai(io_reading *reading, io_fault *fault)
{
    io_letter_table table;
    if (!io_letters_open(reading, &table, fault))
        return false;
    io_own_letters own = { .table = table.name, .has_table = table.is_given };
    for (int letter = 0; letter < 256; letter++) {
        const char byte = (char)letter;
        const io_span key = { &byte, 1 };
        const bool is_usual = io_terrain_of_letter(byte) >= 0 && !io_letters_hold(&table, key);
        own.terrain_of[letter] = is_usual ? IO_NO_TERRAIN_OF_LETTER : io_letter_terrain(&table, key);
    }
    if (!io_movingai_read(reading->name, reading->bytes, reading->size, &own, &reading->tiles, fault))
        return false;
    memcpy(reading->tiles.names, table.names, sizeof table.names);
    return true;
}

/// Reads rows of letters or numbers, which need a table; or says what the file is.
static bool read_unknown(io_reading *reading, io_fault *fault)
{
    const io_kind kind = io_kind_of(reading->bytes, reading->size);
    io_letter_table table;
    const io_span all = { reading->bytes, reading->size };
    if (kind.what)
        return io_fail_as(fault, FW_NOT_SUPPORTED, "%s: this is %s; " IO_MAPS_READ, reading->name, kind.what);
    if (reading->size == 0)
        return io_fail(fault, "%s: the file is empty", reading->name);
    if (!io_is_text(reading->bytes, reading->size))
        return io_fail_as(fault, FW_NOT_SUPPORTED,
                          "%s: the file is not text, and begins with '%s'; " IO_MAPS_READ, reading->name,
                          io_quoted(all).text);
    if (!io_letters_open(reading, &table, fault))
        return false;
    return table.is_given
               ? io_grid_read(reading, &table, fault)
               : io_fail_as(fault, FW_NOT_SUPPORTED,
                            "%s: this begins with '%s': if these are rows of letters or numbers, a "
                            "table (%s) or the option letters must say what they are; other " IO_MAPS_READ,
                            reading->name, io_quoted(all).text, table.name);
}

static io_reader *const readers[FW_IO_FORMAT_COUNT] = {
    [FW_IO_UNKNOWN] = read_unknown, [FW_IO_MOVINGAI] = read_movingai, [FW_IO_IMAGE] = io_image_map_open,
    [FW_IO_ROS] = io_ros_read,      [FW_IO_TILED_XML] = io_tmx_read,  [FW_IO_TILED_JSON] = io_json_map_read,
};

/// Reads what the bytes say that it is.
static bool read_by_kind(io_reading *reading, io_fault *fault)
{
    reading->format = io_kind_of(reading->bytes, reading->size).format;
    return readers[reading->format](reading, fault);
}

static bool read_by(io_reader *reader, const char *bytes, size_t size, const fw_io_map_def *def,
                    io_reading *reading, io_fault *fault)
{
    const size_t mark = io_mark_bytes(bytes, size);
    *reading = (io_reading){
        .def = def, .name = def->name ? def->name : "map", .bytes = bytes + mark, .size = size - mark
    };
    io_account account;
    io_account_open(&account);
    const bool read = reader(reading, fault);
    io_account_close();
    reading->bytes = NULL;
    if (!read && account.is_exceeded)
        io_fail_as(fault, FW_BAD_SIZE,
                   "%s: it takes more than %zu MB of memory to read this: it is damaged, or made to do so",
                   reading->name, account.most >> 20);
    if (!read)
        io_reading_free(reading);
    return read;
}

static bool load_by(io_reader *reader, const char *file, const fw_io_map_def *def, io_reading *reading,
                    io_fault *fault)
{
    io_folder folder;
    fw_io_map_def here = *def;
    char *bytes = NULL;
    size_t size = 0;
    *reading = (io_reading){ 0 };
    if (!io_load(file, IO_MOVINGAI_MOST_BYTES, &bytes, &size, fault))
        return false;
    io_folder_open(file, def->allow_outside, &folder);
    here.name = file;
    here.folder = &folder.hooks;
    const bool read = read_by(reader, bytes, size, &here, reading, fault);
    reading->def = def;
    free(bytes);
    return read;
}

bool io_reading_load(const char *file, const fw_io_map_def *def, io_reading *reading, io_fault *fault)
{
    return load_by(read_by_kind, file, def, reading, fault);
}

fw_result io_reading_open(io_reader *reader, const io_source *source, const fw_io_map_def *given,
                          fw_io_map_def *def, io_reading *reading, io_fault *fault)
{
    const bool is_given = source && (source->file || source->bytes);
    const fw_result result = is_given ? io_map_def_of(given, def) : FW_NULL_ARGUMENT;
    if (!reader)
        reader = read_by_kind;
    if (result != FW_OK) {
        io_fail_as(fault, result, "%s",
                   result == FW_BAD_VALUE
                       ? "unknown is apart, free or blocked; covered is at least 0 and below 1"
                       : fw_result_text(result));
        return result;
    }
    const bool is_read = source->file ? load_by(reader, source->file, def, reading, fault)
                                      : read_by(reader, source->bytes, source->size, def, reading, fault);
    return is_read ? FW_OK : fault->result;
}
