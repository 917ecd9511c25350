#pragma once

/// A map that lives like one in a game, where the library's data structures have their seams: walls, edits, units and
/// goals are drawn near borders of words (64 tiles), of blocks (16 and 64), of clusters and of the map, edits come in
/// bursts on one border, costs and sizes lie at the ends of their ranges, and units come and go. The test's own copy of
/// the terrains tells what the answers have to be.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "common/plain_map.h"
#include "common/rationed.h"
#include "fairway/fairway.h"

enum { BORDER_UNITS = 3, BORDER_COSTS = 4 };

/// A unit that is registered, and what it has seen of the map.
typedef struct border_unit {
    fw_unit_id id;
    fw_unit_def def; ///< as fw_map_unit() gives it
    plain_view view;
} border_unit;

typedef struct borderland {
    random_source draw;
    ration ration; ///< all memory of the map comes from here
    fw_map *map;
    plain_map tiles;           ///< as of the last commit
    plain_map noted;           ///< with the edits that wait for the next commit
    int32_t cluster;           ///< side of the clusters of all units
    float costs[BORDER_COSTS]; ///< of terrains 1 ..
    int32_t focus_x, focus_y;  ///< the place on a border where things happen at the moment
    border_unit units[BORDER_UNITS];
} borderland;

/// A map with units. Equal seeds give equal lands.
void borderland_begin(borderland *land, uint64_t seed);
void borderland_end(borderland *land);

/// A place within `reach` tiles of the focus, or, once in a while, of another border.
void borderland_place(borderland *land, int32_t reach, int32_t *x, int32_t *y);

/// Notes a burst of edits near the focus.
void borderland_edit(borderland *land);

/// Commits the edits, sometimes at the second try, after the first one found no memory.
void borderland_commit(borderland *land);

/// Looks at the terrains again: what the units see is as of the last commit until the next one.
void borderland_look(borderland *land);

/// Replaces a unit by another one, which sees nothing yet.
void borderland_replace_unit(borderland *land);

/// A fresh map of the same terrains with the same units.
///
/// @param[out] ids  [unit * BORDER_UNITS]
fw_map *borderland_map_anew(const borderland *land, fw_unit_id *ids);
