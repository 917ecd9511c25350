#ifndef FAIRWAY_MAP_H
#define FAIRWAY_MAP_H

/// @file
/// The map: tiles of terrain, the units that move on it, and the tables derived from both.
///
/// One thread, the editor's, creates the map, registers units and commits edits; unless they say otherwise, the
/// functions of this header belong to it. Meanwhile any number of planners search the map on other threads: each search
/// sees one version of the map, which stays as it is until the search ends. For other threads, the map of a snapshot
/// (fairway/snapshot.h) answers all that takes a `const fw_map *`, except what concerns all versions together:
/// fw_map_memory_use(), fw_map_has_pending_edits() and fw_map_terrain_name() belong to the editor's thread for
/// snapshots as well. Functions that change a map refuse the map of a snapshot with FW_READ_ONLY.

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

/// A map: opaque, created by fw_map_create() [thread: one edits it, while others search it].
typedef struct fw_map fw_map;

/// Most old versions that a map can keep.
#define FW_MAX_OLD_VERSIONS 1024

/// Properties of a new map. Fill it with fw_map_def_init().
typedef struct fw_map_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_map_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_map_def_init()
    int32_t width;   ///< tiles [Limits: 1 <= width <= FW_MAX_SIDE]
    int32_t height;  ///< tiles [Limits: 1 <= height <= FW_MAX_SIDE]
    uint8_t fill;    ///< initial terrain of every tile
    /// Most old versions that searches under way and snapshots may hold. Each takes memory for what differs from the
    /// newest one, and for a list of what they share. Beyond them, the oldest searches end with FW_STALE
    /// [Limits: 0 <= old_versions <= FW_MAX_OLD_VERSIONS]
    int32_t old_versions;
    const fw_allocator *allocator; ///< copied; [opt] null = malloc and free
} fw_map_def;

/// Memory of a map in bytes, by purpose.
typedef struct fw_map_memory {
    size_t map;      ///< terrains, units, pending edits
    size_t layers;   ///< layers and regions
    size_t tables;   ///< derived tables: jump points, motions, clusters
    size_t scratch;  ///< working memory kept for the next commit
    size_t versions; ///< old versions that are held, and spare ones
} fw_map_memory;

/// Default map: 64x64 tiles of ground, 8 old versions.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_map_def_init(fw_map_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_map_def fw_default_map_def(void);

/// Creates a map. Its version is 1.
///
/// @param def       from fw_default_map_def()
/// @param[out] map  the map [frees: fw_map_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_SIZE, FW_UNKNOWN_TERRAIN (fill), FW_BAD_VALUE (old_versions)
///         or FW_NO_MEMORY
fw_result fw_map_create(const fw_map_def *def, fw_map **map);

/// Frees a map and everything that belongs to it, its snapshots included. Destroy the map's planners first.
///
/// @param map  the map; [opt] null, or the map of a snapshot, does nothing
void fw_map_destroy(fw_map *map);

/// @param map  the map, or that of a snapshot [thread: any]
/// @return width in tiles, which never changes; 0 for null and for a snapshot that was released
int32_t fw_map_width(const fw_map *map);

/// @param map  the map, or that of a snapshot [thread: any]
/// @return height in tiles, which never changes; 0 for null and for a snapshot that was released
int32_t fw_map_height(const fw_map *map);

/// Version of the map: 1 at creation, and one more after each commit that changed a tile.
///
/// @param map  the map
/// @return the version; 0 for null
uint64_t fw_map_version(const fw_map *map);

/// A rectangle of tiles.
typedef struct fw_tile_rect {
    int32_t x;      ///< column of the north-west tile
    int32_t y;      ///< row of the north-west tile
    int32_t width;  ///< tiles, positive
    int32_t height; ///< tiles, positive
} fw_tile_rect;

/// Lists rectangles that hold all tiles whose terrain has changed since a version: what must be drawn again, or sent to
/// a client that knows this version. A tile that one commit changed and a later one changed back counts as changed.
///
/// The map knows for each block of 16 x 16 tiles in which version it changed last, however many commits ago. Changed
/// blocks side by side become one rectangle; rectangles do not overlap. While at most 64 commits have followed the
/// version, the rectangles are cut to the smallest rectangle around all changed tiles: one tile alone is a rectangle of
/// one tile. For a snapshot, changes that came after its version may be listed, too.
///
/// @param map         the map; other threads than its editor's ask that of a snapshot
/// @param since       a version, as fw_map_version() gave it. 0: no version is known, and everything may have changed;
///                    the answer is one rectangle, the whole map. So it is if more than 2^31 - 1 commits have followed
/// @param[out] rects  [rect * capacity] from north to south, then from west to east, by their first tiles; [opt] may be
///                    null if capacity is 0
/// @param capacity    capacity of `rects` [Limits: >= 0]. Half as many as the map has blocks are always enough, and one
///                    more where both sides have an odd number of blocks
/// @param[out] count  number of rectangles; 0: nothing has changed
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (capacity), FW_BAD_VALUE (since is later than the map's version), or
///         FW_BUFFER_TOO_SMALL: `rects` holds the first `capacity` rectangles, `count` is the number of all
///
/// O(blocks in the smallest rectangle around the changes). The map keeps 4 bytes for each block: 1 MiB at 8192 x 8192.
fw_result fw_map_changes_since(const fw_map *map, uint64_t since, fw_tile_rect *rects, int32_t capacity,
                               int32_t *count);

/// As fw_snapshot_take() and fw_snapshot_map().
///
/// @deprecated Use these functions, which tell why there is no snapshot.
/// @param map  the map, or that of a snapshot [thread: any]
/// @return the map of the snapshot [frees: fw_map_release], after its planners. [opt] Null for null, or if there
///         is no snapshot
const fw_map *fw_map_snapshot(const fw_map *map);

/// As fw_snapshot_release().
///
/// @deprecated Use this function, which tells if the snapshot was released before.
/// @param snapshot  from fw_map_snapshot(); [opt] null, or a map that is no snapshot's, does nothing [thread: any]
void fw_map_release(const fw_map *snapshot);

/// Terrain of a tile, as of the last commit.
///
/// @param map   the map
/// @param x, y  tile
/// @return 0..31; 0 (blocked) outside the map
uint8_t fw_map_terrain(const fw_map *map, int32_t x, int32_t y);

/// Names a terrain, for files and pictures. Terrains 0 to 7 have default names ("blocked", "ground", ...).
///
/// @param map      the map
/// @param terrain  0..31
/// @param name     at most 31 bytes, copied
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_UNKNOWN_TERRAIN or FW_BAD_SIZE (empty or too long a name)
fw_result fw_map_set_terrain_name(fw_map *map, uint8_t terrain, const char *name);

/// Name of a terrain, the same in all versions.
///
/// @param map      the map, or that of a snapshot [thread: the one that edits the map]
/// @param terrain  0..31
/// @return the name, "" if the terrain has none [until: the name is set again or the map is destroyed]
const char *fw_map_terrain_name(const fw_map *map, uint8_t terrain);

/// Records an edit: one tile becomes `terrain` at the next commit.
///
/// @param map      the map
/// @param x, y     tile
/// @param terrain  0..31
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_tile(fw_map *map, int32_t x, int32_t y, uint8_t terrain);

/// Records an edit: a rectangle of tiles becomes `terrain` at the next commit.
///
/// @param map            the map
/// @param x, y           north-west tile of the rectangle
/// @param width, height  tiles, both positive; the rectangle must lie within the map
/// @param terrain        0..31
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_rect(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

/// Records an edit: a rectangle of tiles gets the terrains in a buffer at the next commit. The buffer is copied.
///
/// @param map            the map
/// @param x, y           north-west tile of the rectangle
/// @param width, height  tiles, both positive; the rectangle must lie within the map
/// @param terrains       [count: height * stride] terrains 0..31: `height` rows, `stride` bytes apart
/// @param stride         bytes, at least `width`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_UNKNOWN_TERRAIN or FW_NO_MEMORY
fw_result fw_map_set_tiles(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height,
                           const uint8_t *terrains, size_t stride);

/// Applies all pending edits at once, in the order in which they were recorded, and updates every layer, region and
/// table. The version increases by one if at least one tile changed. On failure the map is unchanged and the edits are
/// still pending.
///
/// Searches may be under way, on this thread or on others: they go on with the version that they began with. If one of
/// them holds the newest version, the commit works on another version of the map, which shares with the newest one
/// what is equal; otherwise it works in place. Such a version is made when more are needed than there are, and is freed
/// after 64 commits that did not need it.
///
/// @param map  the map [thread: the one that edits it]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY or FW_NO_MEMORY
///
/// The running time grows with the number of changed tiles and with the length of the free runs through them. Jump
/// tables are rebuilt if that is less work than to follow these runs, and everything if more than about 1/8 of the map
/// changes. A commit keeps no memory that grows with the edits.
fw_result fw_map_commit(fw_map *map);

/// True if edits wait for fw_map_commit(). Until then, searches and queries see the tiles as of the last commit.
///
/// @param map  the map [thread: the one that edits it]
/// @return true if an edit was recorded since the last fw_map_commit() or fw_map_discard(), even one that changes no
///         tile; false for null
bool fw_map_has_pending_edits(const fw_map *map);

/// Discards all pending edits.
///
/// @param map  the map; [opt] null, or the map of a snapshot, does nothing
void fw_map_discard(fw_map *map);

/// Registers a unit: builds its layer, regions and tables. Units with equal requirements share them. Pending edits stay
/// pending.
///
/// If FW_ON_DEMAND is the unit's only method, the unit gets no regions and no tables, and only the layer of size 1 (one
/// bit per tile), which is needed to test its body for collisions.
///
/// @param map      the map
/// @param def      from fw_default_unit_def(), copied
/// @param[out] id  the unit's id
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_BAD_DEF, FW_BAD_SIZE (size or footprint), FW_BAD_VALUE (a cost,
///         radius, ...), FW_NOT_FINITE, FW_TOO_MANY (the map has 4,000 units already) or FW_NO_MEMORY
fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id);

/// Removes a unit, and frees the layers and tables that no other unit uses. Versions that are held keep the unit:
/// searches of the unit that are under way go on, and snapshots answer for it. If readers hold the newest version, this
/// takes as long as a commit.
///
/// @param map  the map
/// @param id   the unit
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_UNKNOWN_UNIT, or FW_NO_MEMORY: the unit stays
fw_result fw_map_remove_unit(fw_map *map, fw_unit_id id);

/// Returns the definition of a unit.
///
/// @param map       the map
/// @param id        the unit
/// @param[out] def  the registered definition; `size` and `footprint` hold the derived values
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_map_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def);

/// fw_map_unit() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param map, id  as for fw_map_unit()
/// @param[out] def  as many bytes of it as the program's header has
/// @param bytes  sizeof *def
/// @return as fw_map_unit(), or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_map_get_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def, size_t bytes);

/// Builds the tables that a method needs for a unit, as far as they are missing. A unit that was registered for
/// FW_ON_DEMAND alone also gets its layer and regions. For FW_HIERARCHY, landmarks that commits have outdated are found
/// anew.
///
/// @param map     the map
/// @param id      the unit
/// @param method  the method that requests will use
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_METHOD_DOES_NOT_FIT,
///         FW_NOT_SUPPORTED or FW_NO_MEMORY. On failure the map is unchanged
fw_result fw_map_prepare(fw_map *map, fw_unit_id id, fw_method method);

/// Does a part of what fw_map_prepare() does, for maps that must not wait. Call the function until it returns FW_OK,
/// such as once a frame. Searches and commits may come between two steps. Preparation comes to an end although the map
/// changes: what a commit changes in the part of the graph that is built already, the next step builds once more,
/// whatever work that takes; and landmarks are those of the graph as it was when the search for them began, so that
/// commits since have outdated some of them, as commits do after fw_map_prepare().
///
/// The graph of FW_HIERARCHY and its landmarks are built in slices; the graph is in use as soon as it is complete,
/// without landmarks at first. Until then, requests for FW_HIERARCHY are answered by FW_ASTAR, or by FW_HYBRID for
/// units with a turning radius, and the path's summary says so. Tables of other methods are built by the last step.
///
/// @param map     the map [thread: the one that edits it]
/// @param id      the unit
/// @param method  the method that requests will use
/// @param work    work of this step; 0 = all that is left. 15,000 take about half a millisecond. A step exceeds its
///                work by the tiles of one cluster at most. It takes longer if it completes the graph or its landmarks
///                while readers hold the newest version: like a commit, it then works on another version
/// @return FW_OK: the method is prepared; FW_PENDING: another step is needed; or a mistake or failure as from
///         fw_map_prepare(). After FW_NO_MEMORY, building begins anew
fw_result fw_map_prepare_step(fw_map *map, fw_unit_id id, fw_method method, uint64_t work);

/// Tells how much of a preparation by fw_map_prepare_step() is done. The share does not fall from step to step. All
/// tables of the method count the same; of the hierarchy's table, the graph is seven eighths, and its landmarks the
/// rest.
///
/// @param map     the map [thread: the one that edits it]
/// @param id      the unit
/// @param method  the method
/// @return 0 .. 1; 1: the method is prepared; 0 also for what fw_map_prepare() refuses
double fw_map_prepare_done(const fw_map *map, fw_unit_id id, fw_method method);

/// Explains why fw_map_prepare() refuses a method for a unit.
///
/// @param map     the map
/// @param id      the unit
/// @param method  the method
/// @return the refusal; its `result` is FW_OK if fw_map_prepare() accepts the method. For FW_METHOD_DOES_NOT_FIT,
///         `field` is "method" and `other` is the unit's field, such as "unit.turn_radius"
fw_refusal fw_map_prepare_refusal(const fw_map *map, fw_unit_id id, fw_method method);

/// Reports the memory that the map uses with all its versions.
///
/// @param map       the map, or that of a snapshot, whose layers and tables then count as such; the thread that edits
///                  the map
/// @param[out] use  bytes by purpose
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_map_memory_use(const fw_map *map, fw_map_memory *use);

/// fw_map_memory_use() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param map  as for fw_map_memory_use()
/// @param[out] use  as many bytes of it as the program's header has
/// @param bytes  sizeof *use
/// @return as fw_map_memory_use()
fw_result fw_map_get_memory(const fw_map *map, fw_map_memory *use, size_t bytes);

/// Clearance of a tile: the side of the largest square of enterable tiles whose north-west tile is (x, y).
///
/// @param map         committed map
/// @param capability  terrains that the unit may enter, one bit each; bit 0 is ignored
/// @param x, y        tile
/// @return side in tiles; 0 if the tile cannot be entered or lies outside the map
///
/// O(side^2). To ask whether a unit fits, use fw_map_fits(). Source: Harabor & Botea 2008, "true clearance".
int32_t fw_map_clearance(const fw_map *map, uint32_t capability, int32_t x, int32_t y);

/// True if the unit fits at an anchor tile: it may enter all size x size tiles whose north-west tile is (x, y).
///
/// @param map   committed map
/// @param id    the unit
/// @param x, y  anchor tile
/// @return true if the unit fits; false outside the map, for null and for unknown units. O(1), or O(size^2)
///         for a unit without a layer
bool fw_map_fits(const fw_map *map, fw_unit_id id, int32_t x, int32_t y);

/// True if a grid path joins two anchor tiles. Compares region labels, without a search.
///
/// @param map             committed map
/// @param id              the unit
/// @param from_x, from_y  anchor tile
/// @param to_x, to_y      anchor tile
/// @return true if a path exists under the unit's corner rule; false if there is none or the unit does not fit at one
///         of the anchors. O(1). If the unit has no regions (FW_ON_DEMAND alone), the function only tests whether the
///         unit fits at both anchors: true then does not mean that a path exists
bool fw_map_connected(const fw_map *map, fw_unit_id id, int32_t from_x, int32_t from_y, int32_t to_x,
                      int32_t to_y);

/// Label of the region of an anchor tile. Two anchors have the same label if and only if a path joins them. Labels are
/// valid [until: the next commit].
///
/// @param map   committed map
/// @param id    the unit
/// @param x, y  anchor tile
/// @return the label; 0 if the unit does not fit there or has no regions. O(1)
uint32_t fw_map_region(const fw_map *map, fw_unit_id id, int32_t x, int32_t y);

/// Finds the anchor tile of a region that is nearest to a point, by the straight distance from the body's centre. Ties
/// are decided by y, then x.
///
/// @param map             committed map
/// @param id              the unit
/// @param region          a label from fw_map_region()
/// @param x, y            point in tiles; may lie outside the map
/// @param[out] nearest_x  anchor tile
/// @param[out] nearest_y  anchor tile
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_NOT_PREPARED (the unit has no regions), or
///         FW_UNREACHABLE if no anchor has this label
fw_result fw_map_nearest(const fw_map *map, fw_unit_id id, uint32_t region, double x, double y,
                         int32_t *nearest_x, int32_t *nearest_y);

#ifdef __cplusplus
}
#endif
#endif
