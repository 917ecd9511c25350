#pragma once

/// A random case as plain data: a world, a unit, what an overlay changes, and a request. One can be drawn from
/// choices, mirrored and turned, made smaller, printed, and set up with the library.

#include "common/choices.h"
#include "common/dijkstra.h"
#include "common/rationed.h"
#include "fairway/fairway.h"

enum { TRIAL_TILES = WORLD_TILES, TRIAL_PLACES = 3, TRIAL_EDITS = 4 };

/// One call that changes an overlay.
typedef struct overlay_edit {
    enum {
        EDIT_BLOCK,
        EDIT_FORBID,
        EDIT_ADD_COST,
        EDIT_CORRIDOR,
        EDIT_CORRIDOR_ALONG,
        EDIT_SET_COSTS,
        EDIT_KINDS
    } kind;
    int32_t x, y;          ///< tile, or anchor
    int32_t width, height; ///< tiles; EDIT_FORBID: 1
    uint8_t moves;         ///< EDIT_FORBID: FW_MOVE_ bits
    float cost;            ///< EDIT_ADD_COST
    uint8_t byte;          ///< EDIT_SET_COSTS: of all tiles; 254 = forbidden for the centre
    int32_t margin;        ///< EDIT_CORRIDOR_ALONG: tiles around the anchors of a line
} overlay_edit;

typedef struct trial {
    int32_t width, height;
    uint8_t tiles[TRIAL_TILES]; ///< [tile] terrain, row by row
    fw_unit_def unit;
    bool has_companion;
    fw_unit_def companion; ///< another unit of the map
    int32_t edit_count;    ///< 0 = no overlay
    overlay_edit edits[TRIAL_EDITS];
    fw_request ask;               ///< unit, overlay and what it points to are filled in where it is set up
    fw_pose places[TRIAL_PLACES]; ///< FW_GOAL_SET: the set
    enum { AREAS_NONE, AREAS_SQUARES, AREAS_STRIPES, AREA_KINDS } areas;
    int32_t area_side; ///< of the squares, or width of the stripes
    bool is_timed;
    fw_speed_def speeds; ///< fw_request::fastest, if it is timed
    bool is_traced;
    uint64_t slice; ///< work of a step, if it is searched in slices
} trial;

/// Draws a whole case. All its values are within their documented limits.
void trial_draw(choices *source, trial *drawn);

/// Parts of it, for those who draw cases of their own.
void trial_draw_tiles(choices *source, trial *drawn);
fw_unit_def trial_draw_unit(choices *source);
overlay_edit trial_draw_edit(choices *source, int32_t width, int32_t height);

/// Draws a request, and what belongs to it, for the world and the unit that were drawn.
void trial_draw_request(choices *source, trial *drawn);

/// A unit's size, as the library derives it.
int32_t trial_unit_size(const fw_unit_def *unit);

/// The eight ways to mirror and turn a world; 0 leaves it as it is.
enum { TRIAL_SYMMETRIES = 8 };

/// The same case in a mirrored or turned world.
trial trial_turned(const trial *drawn, int symmetry);

/// The case as text: a drawing of the map, and what differs from the defaults.
///
/// @param write  receives pieces of the text in order
void trial_print(const trial *drawn, void (*write)(const char *text, void *user), void *user);

/// A case that is set up: everything lives as long as this does.
typedef struct site {
    ration ration; ///< all memory comes from here
    fw_allocator hooks;
    fw_map *map;
    fw_unit_id unit, companion;
    fw_unit_def def; ///< of the unit, completed
    fw_overlay *overlay;
    fw_area_map *areas;
    fw_planner *planner;
    fw_path *path;
    fw_speed_def speeds;
    fw_pose places[TRIAL_PLACES];
    fw_request ask;
} site;

/// Where a trial's companion is registered.
typedef enum site_order { UNIT_FIRST, COMPANION_FIRST } site_order;

/// Sets a case up.
///
/// @return what adding the units, or else another call, answered
fw_result site_open(const trial *drawn, site_order order, site *made);

/// Takes it down; all memory must have been given back then, `ration.held` tells.
void site_close(site *made);
