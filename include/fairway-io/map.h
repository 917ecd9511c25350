#ifndef FAIRWAY_IO_MAP_H
#define FAIRWAY_IO_MAP_H

/// @file
/// Reads a map from a file of any format that the library knows. The bytes of a file decide its format, not its name.
///
/// Formats, their rules and their tables are described in docs/maps.md.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/frame.h"
#include "fairway/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Formats of maps.
typedef enum fw_io_format {
    FW_IO_UNKNOWN = 0,
    FW_IO_MOVINGAI,     ///< `.map` of the MovingAI benchmarks
    FW_IO_IMAGE,        ///< a picture, a pixel a tile: PNG, PGM or BMP
    FW_IO_ROS,          ///< `map.yaml` of the ROS map server, with its picture
    FW_IO_TILED_XML,    ///< `.tmx` of Tiled
    FW_IO_TILED_JSON,   ///< `.tmj` of Tiled
    FW_IO_LDTK,         ///< `.ldtk`
    FW_IO_LETTERS,      ///< rows of letters
    FW_IO_NUMBERS,      ///< rows of numbers with commas between them: CSV
    FW_IO_FORMAT_COUNT, ///< number of formats; no file has it
} fw_io_format;

/// Name of a format, such as "Tiled TMX".
///
/// @param format  any value
/// @return its name [until: the program ends]; "" for a value that is no format
const char *fw_io_format_name(fw_io_format format);

/// Tells whether this build reads a format: some formats need libraries that a build may lack.
///
/// @param format  any value
/// @return true if it is read
bool fw_io_reads(fw_io_format format);

/// Why a file cannot be read: one sentence that names the file, the place, what was found and what was expected.
typedef struct fw_io_fault {
    char text[512]; ///< such as "town.map:7: the row has 31 tiles, expected 32"
    /// FW_BAD_VALUE: the file is damaged, or contradicts itself; FW_NOT_FOUND: a file is missing or cannot be read;
    /// FW_NOT_SUPPORTED: a kind of file, or a feature, that is not read; FW_OUT_OF_BOUNDS: a neighbour lies outside the
    /// folder; FW_BAD_SIZE: the map is too large, or reading it takes too much memory; FW_NO_MEMORY
    fw_result result;
} fw_io_fault;

/// How neighbours of a map are opened: tilesets, pictures, levels, tables.
typedef struct fw_io_folder {
    /// Opens a file.
    ///
    /// @param name         relative to the folder of the map, with `/` between folders
    /// @param most         most bytes that will be read
    /// @param[out] bytes   the file's bytes [until: they are closed]
    /// @param[out] length  number of bytes
    /// @return FW_OK, FW_NOT_FOUND, FW_OUT_OF_BOUNDS, FW_BAD_SIZE (longer than `most`) or FW_NO_MEMORY
    fw_result (*open)(void *user, const char *name, size_t most, const char **bytes, size_t *length);
    void (*close)(void *user, const char *bytes, size_t length); ///< takes back what `open` returned
    void *user;                                                  ///< passed to both functions
} fw_io_folder;

/// What cells are that a ROS map does not know.
typedef enum fw_io_unknown {
    FW_IO_UNKNOWN_APART = 0, ///< a terrain of its own, "unknown"
    FW_IO_UNKNOWN_FREE,      ///< ground
    FW_IO_UNKNOWN_BLOCKED,   ///< blocked
} fw_io_unknown;

/// How a map is read. Fill it with fw_io_map_def_init().
typedef struct fw_io_map_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_io_map_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_io_map_def_init()
    /// Name of the map's file: for messages, and for the names of its tables ("town.colors" beside "town.png"); [opt]
    /// null = "map"
    const char *name;
    const fw_io_folder *folder; ///< [opt] null = no neighbour can be opened
    /// Neighbours whose names lead out of the folder (`../set.tsx`, `/maps/set.tsx`) are opened, too. If false,
    /// they are refused, and fw_io_folder::open is not called
    bool allow_outside;
    /// What letters or numbers mean, such as "E=ground,#=blocked"; [opt] null = the table beside the map, if
    /// there is one
    const char *letters;
    const char *level;             ///< LDtk: name of the level; [opt] null = the only one
    const char *layer;             ///< LDtk: name of the IntGrid layer; [opt] null = the only one
    fw_io_unknown unknown;         ///< ROS: what unknown cells are
    const fw_allocator *allocator; ///< of the map; [opt] null = malloc and free
    /// LDtk: joins all levels of the world of this name, where they lie in it; "" = of the only world; [opt] null =
    /// one level. Tiles that no level covers are blocked
    const char *world;
    /// Tiled: shapes block the tiles of which they cover more than this share, and objects with a terrain are painted
    /// over such tiles [Limits: 0 <= covered < 1]
    double covered;
} fw_io_map_def;

/// An object of the file: a rectangle with a name, or a point, of size 0.
typedef struct fw_io_place {
    const char *name; ///< "" = none
    const char *kind; ///< its class in the editor; "" = none
    double x;         ///< of its left side, in tiles
    double y;         ///< of its upper side, in tiles
    double width;     ///< tiles
    double height;    ///< tiles
} fw_io_place;

/// A unit that the file puts on the map: an object that names the file of a unit. docs/maps.md tells how.
typedef struct fw_io_unit {
    const char *name; ///< "" = none
    const char *kind; ///< its class in the editor; "" = none
    /// What it is, as fw_map_add_unit() takes it; units that name the same file share it
    const fw_unit_def *unit;
    fw_pose at; ///< where it stands, and where it looks
} fw_io_unit;

/// A map that was read, and what its file says besides. The library allocates it and may add members at its end.
typedef struct fw_io_map {
    fw_map *map;         ///< committed, without units, with the names of its terrains
    fw_io_format format; ///< of the file
    /// Where the map lies in the world; its resolution is 0 if the file says nothing of a world
    fw_frame frame;
    int32_t left; ///< the file's column of the map's tile 0,0; negative ones are possible in Tiled
    int32_t top;  ///< the file's row of the same tile
    /// Cost of each terrain that the file states; 0 = it states none
    float terrain_cost[FW_TERRAIN_COUNT];
    const fw_io_place *places;   ///< [place * place_count]
    int32_t place_count;         ///< number of places
    const char *const *warnings; ///< [sentence * warning_count] what the reader assumed or left out
    int32_t warning_count;       ///< number of warnings
    const fw_io_unit *units;     ///< [unit * unit_count] they are not added to the map
    int32_t unit_count;          ///< number of units
} fw_io_map;

/// Defaults: no name, no neighbours, unknown cells are a terrain of their own, `covered` is a tenth.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_io_map_def_init(fw_io_map_def *def, size_t bytes);

/// Reads a map from memory.
///
/// @param bytes, length  the whole file
/// @param def            [opt] null = the defaults
/// @param[out] read      the map [frees: fw_io_map_free]
/// @param[out] fault     filled in unless the result is FW_OK; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, or what fw_io_fault::result lists
///
/// Takes a byte a tile beside the map, and at most 64 MB, for JSON 32 times the file more; a file that needs more than
/// this is refused by FW_BAD_SIZE. fw_io_map_load() also holds the file.
fw_result fw_io_map_read(const void *bytes, size_t length, const fw_io_map_def *def, fw_io_map **read,
                         fw_io_fault *fault);

/// Reads a map from a file. Neighbours are those in the folder of the file.
///
/// @param file        name; "-" = standard input, which has no neighbours
/// @param def         `name` and `folder` have no effect; [opt] null = the defaults
/// @param[out] read   the map [frees: fw_io_map_free]
/// @param[out] fault  filled in unless the result is FW_OK; [opt] may be null
/// @return as fw_io_map_read()
fw_result fw_io_map_load(const char *file, const fw_io_map_def *def, fw_io_map **read, fw_io_fault *fault);

/// Takes the map out of what was read, so that fw_io_map_free() leaves it alone.
///
/// @param[in,out] read  what was read; [opt] null does nothing
/// @return the map [frees: fw_map_destroy]; [opt] null if it was taken before, or for null
fw_map *fw_io_map_take(fw_io_map *read);

/// Frees what was read, with the map unless that was taken.
///
/// @param[in,out] read  what was read; [opt] null does nothing
void fw_io_map_free(fw_io_map *read);

#ifdef __cplusplus
}
#endif
#endif
