#pragma once

/// A small random map with one unit, a planner, and the oracle's copy of it.

#include "common/dijkstra.h"
#include "fairway/planner.h"

/// Which terrain costs a random unit has.
typedef enum scene_costs {
    COSTS_EQUAL, ///< all terrains cost the same
    COSTS_ROUND, ///< multiples of a quarter
    COSTS_ANY    ///< multiples of 1/256
} scene_costs;

typedef struct scene {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_overlay *overlay; ///< null = none
    fw_path *path;
    world seen;
} scene;

/// A map of at most `most_side` tiles across, with up to four terrains and a unit of size 1 .. 4, any corner
/// rule.
scene scene_at_random(random_source *source, int32_t most_side, scene_costs costs);

/// A random scene of at most 24 tiles across, whose unit has the tables of the hierarchy, with clusters of 4 .. 12
/// tiles and any dominance.
scene scene_with_clusters_at_random(random_source *source);

/// A square map of three terrains in patches of up to 16 x 16 tiles, some of them blocked. It may be larger than the
/// oracle's maps: `seen` holds its sides and the unit's size alone.
scene scene_with_patches(random_source *source, int32_t side, int patches, fw_unit_def unit);

/// A unit of one's own on a map of any size; `seen` holds the map's sides and the unit's size alone.
scene scene_with_unit(fw_map *map, fw_unit_def unit);

/// A unit of one's own on a drawn map.
scene scene_of(fw_map *map, fw_unit_def unit);

void scene_end(scene *scene);

/// Commits 1 .. `most` random tiles, and nothing else.
void scene_edit_at_random(const scene *scene, random_source *source, uint32_t most);

/// A new map with the tiles of the scene's, without units.
fw_map *scene_map_anew(const scene *scene);

/// Lays an overlay of 1 .. 6 random changes over the scene.
void scene_overlay_at_random(scene *scene, random_source *source);

/// A random anchor where the unit fits; false when none was found soon.
bool scene_pick(const scene *scene, random_source *source, int32_t *x, int32_t *y);

/// scene_pick() for the two ends of a path; each is x, y.
bool scene_pick_ends(const scene *scene, random_source *source, int32_t from[2], int32_t to[2]);

/// A request from anchor to anchor.
fw_request scene_request(const scene *scene, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y);

/// Asks for a path, and judges it with the library's own checker when there is one.
fw_result scene_ask(const scene *scene, const fw_request *request);

/// What is known of the scene's path.
fw_path_summary scene_summary(const scene *scene);

/// A query between two tiles of a scene: every other one with costs that differ, every third one under an overlay, by
/// the methods of the grid in turn.
///
/// @param number    of the query
/// @param[out] scene   end it with scene_end(), in any case
/// @param[out] ask  the query
/// @return false: the scene has too few free tiles for one
bool scene_query_at_random(random_source *source, int number, scene *scene, fw_request *ask);
