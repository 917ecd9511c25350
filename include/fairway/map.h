#ifndef FAIRWAY_MAP_H
#define FAIRWAY_MAP_H

/// @file
/// The map: tiles of terrain, the units that live on it, and what is derived from both.
///
/// Write phase, read phase: one thread creates the map, registers units and commits edits; in between, any
/// number of planners search it at once. Nothing is built lazily on the shared side, and there is no lock.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/result.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Longest side of a map, in tiles.
#define FW_MAX_SIDE 16384

/// A map: opaque, created by fw_map_create().
typedef struct fw_map fw_map;

/// What a new map is like. Fill it with fw_default_map_def().
typedef struct fw_map_def {
    int32_t width;                 ///< tiles [Limits: 1 <= width <= FW_MAX_SIDE]
    int32_t height;                ///< tiles [Limits: 1 <= height <= FW_MAX_SIDE]
    uint8_t fill;                  ///< terrain of every tile at first
    const fw_allocator *allocator; ///< copied; null = malloc and free
    uint64_t cookie;               ///< set by fw_default_map_def(); leave it
} fw_map_def;

/// Bytes that a map holds, by what they are for.
typedef struct fw_map_memory {
    size_t map;     ///< terrains, units, pending edits
    size_t layers;  ///< layers and regions
    size_t tables;  ///< derived tables: jump points, motions, clusters
    size_t scratch; ///< working memory kept for the next commit
} fw_map_memory;

/// A map of 64x64 tiles of ground.
///
/// @return the def
fw_map_def fw_default_map_def(void);

/// Creates a map. Its version is 1.
///
/// @param def       from fw_default_map_def()
/// @param[out] map  the map; give it back with fw_map_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_SIZE, FW_UNKNOWN_TERRAIN (fill) or FW_NO_MEMORY
fw_result fw_map_create(const fw_map_def *def, fw_map **map);

/// Frees a map and all that belongs to it. Planners of the map must be destroyed first.
///
/// @param map  or null, which does nothing
void fw_map_destroy(fw_map *map);

/// @param map  the map
/// @return width in tiles; 0 for null
int32_t fw_map_width(const fw_map *map);

/// @param map  the map
/// @return height in tiles; 0 for null
int32_t fw_map_height(const fw_map *map);

/// Number of the last commit that changed something, counted from 1 at creation.
///
/// @param map  the map
/// @return the version; 0 for null
uint64_t fw_map_version(const fw_map *map);

/// Terrain of a tile, as of the last commit.
///
/// @param map   the map
/// @param x, y  tile
/// @return 0..31; 0 (blocked) outside the map
uint8_t fw_map_terrain(const fw_map *map, int32_t x, int32_t y);

/// Gives a terrain a name for files and pictures. The first 8 have names already ("blocked", "ground", ...).
///
/// @param map      the map
/// @param terrain  0..31
/// @param name     at most 31 bytes, copied
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_TERRAIN or FW_BAD_SIZE (empty or too long a name)
fw_result fw_map_set_terrain_name(fw_map *map, uint8_t terrain, const char *name);

/// Name of a terrain.
///
/// @param map      the map
/// @param terrain  0..31
/// @return the name, "" where it has none; valid as long as the map and until the name is set again
const char *fw_map_terrain_name(const fw_map *map, uint8_t terrain);

/// Notes that a tile shall become `terrain`; takes effect at the next commit.
///
/// @param map      the map
/// @param x, y     tile
/// @param terrain  0..31
/// @return FW_OK, FW_NULL_ARGUMENT, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_tile(fw_map *map, int32_t x, int32_t y, uint8_t terrain);

/// Notes that a rectangle of tiles shall become `terrain`; takes effect at the next commit.
///
/// @param map            the map
/// @param x, y           its north-west tile
/// @param width, height  tiles, both positive; the rectangle must lie within the map
/// @param terrain        0..31
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_rect(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

/// Notes new terrains for a rectangle of tiles from a buffer, which is copied; takes effect at the next
/// commit.
///
/// @param map            the map
/// @param x, y           its north-west tile
/// @param width, height  tiles, both positive; the rectangle must lie within the map
/// @param terrains       [terrain * width] rows of 0..31, `stride` bytes from row to row
/// @param stride         bytes, at least `width`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_tiles(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height,
                           const uint8_t *terrains, size_t stride);

/// Applies all pending edits at once, in the order in which they were noted, and brings every layer, region
/// and table up to date. The version rises by one when a tile really changed, and stays otherwise. On failure
/// the map is as before the call and the edits are still pending.
///
/// @param map  the map
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
///
/// Cost follows the number of tiles changed, not the size of the map, up to about 1/8 of it; beyond that all
/// is rebuilt.
fw_result fw_map_commit(fw_map *map);

/// Do edits wait for fw_map_commit()? Until it is called, searches and all that is asked of the map go by the tiles as
/// they were. Edits that change no tile count as well.
///
/// @param map  the map
/// @return true where something was noted since the last commit or fw_map_discard(); false for null
bool fw_map_has_pending_edits(const fw_map *map);

/// Forgets all pending edits.
///
/// @param map  or null, which does nothing
void fw_map_discard(fw_map *map);

/// Registers a unit: builds its layer, regions and tables, shared with equal units. Pending edits stay
/// pending. A unit whose only method is FW_ON_DEMAND gets no regions, no tables, and of layers only the one of
/// size 1, a bit a tile, against which its body is swept.
///
/// @param map      the map
/// @param def      from fw_default_unit_def(), copied
/// @param[out] id  the unit's id
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_SIZE (size or footprint), FW_BAD_VALUE (a cost,
///         radius, ...), FW_NOT_FINITE, FW_TOO_MANY (4,000 units at once) or FW_NO_MEMORY
fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id);

/// Removes a unit; frees what no other unit shares. Searches and paths of the unit become stale.
///
/// @param map  the map
/// @param id   the unit
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_map_remove_unit(fw_map *map, fw_unit_id id);

/// What a unit is, with size and footprint as they were derived.
///
/// @param map       the map
/// @param id        the unit
/// @param[out] def  as registered, `size` and `footprint` filled in
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_map_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def);

/// Builds what a method needs for a unit and is not there yet (write phase): tables, and for a unit that was
/// registered for FW_ON_DEMAND alone its layer and regions.
///
/// @param map     the map
/// @param id      the unit
/// @param method  the method that will be used
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_METHOD_DOES_NOT_FIT, FW_NOT_SUPPORTED
///         or FW_NO_MEMORY: then nothing was changed
fw_result fw_map_prepare(fw_map *map, fw_unit_id id, fw_method method);

/// Why a method cannot be prepared for a unit.
///
/// @param map     the map
/// @param id      the unit
/// @param method  the method
/// @return what fw_map_prepare() refuses; its result is FW_OK where it refuses nothing. Of FW_METHOD_DOES_NOT_FIT
///         `field` is "method" and `other` the unit's field, such as "unit.turn_radius"
fw_refusal fw_map_prepare_refusal(const fw_map *map, fw_unit_id id, fw_method method);

/// Bytes that the map holds.
///
/// @param map       the map
/// @param[out] use  bytes by purpose
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_map_memory_use(const fw_map *map, fw_map_memory *use);

/// Side of the largest square, growing right and down from tile (x, y), that a unit of this capability may
/// enter.
///
/// @param map         committed map
/// @param capability  terrains the unit may enter, one bit each; bit 0 is ignored
/// @param x, y        tile; outside the map the clearance is 0
/// @return side in tiles, 0 where the tile itself may not be entered
///
/// O(side^2); layers answer "does size n fit?" in O(1). Source: Harabor & Botea 2008, "true clearance".
int32_t fw_map_clearance(const fw_map *map, uint32_t capability, int32_t x, int32_t y);

/// May the unit be anchored at this tile, that is, may it enter the size x size tiles right and down of it?
///
/// @param map   committed map
/// @param id    the unit
/// @param x, y  anchor tile
/// @return true when it fits; false outside the map, for null and for unknown units. O(1),
///         or O(size^2) for a unit without a layer
bool fw_map_fits(const fw_map *map, fw_unit_id id, int32_t x, int32_t y);

/// Can the unit get from one anchor to another at all? Answered from region labels, without a search.
///
/// @param map           committed map
/// @param id            the unit
/// @param from_x, from_y  anchor tile
/// @param to_x, to_y      anchor tile
/// @return true when a path exists under the unit's corner rule; false where it does not fit. O(1). A unit
///         without regions only fits or not: then true proves nothing, a search tells
bool fw_map_connected(const fw_map *map, fw_unit_id id, int32_t from_x, int32_t from_y, int32_t to_x,
                      int32_t to_y);

/// Label of the region that an anchor belongs to. Anchors have equal labels exactly when they are connected.
/// Labels hold until the next commit.
///
/// @param map   committed map
/// @param id    the unit
/// @param x, y  anchor tile
/// @return the label, 0 where the unit does not fit, or has no regions. O(1)
uint32_t fw_map_region(const fw_map *map, fw_unit_id id, int32_t x, int32_t y);

/// The anchor of a region that is nearest to a point: least straight distance between the body's centre and
/// the point, ties by y, then x.
///
/// @param map             committed map
/// @param id              the unit
/// @param region          a label from fw_map_region()
/// @param x, y            point in tiles, finite, anywhere
/// @param[out] nearest_x  anchor tile
/// @param[out] nearest_y  anchor tile
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_NOT_PREPARED (a unit without regions), or
///         FW_UNREACHABLE when no anchor has this label
fw_result fw_map_nearest(const fw_map *map, fw_unit_id id, uint32_t region, double x, double y,
                         int32_t *nearest_x, int32_t *nearest_y);

#ifdef __cplusplus
}
#endif
#endif
