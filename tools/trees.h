#pragma once

/// Queries among trees: `fairway route --trees FILE`.

#include "io/scene.h"
#include "job.h"

/// Reads the trees of --trees. Refuses units and options that cannot be combined with trees.
///
/// @param[out] trees  to be freed with io_scene_free(); none without --trees
/// @return false after an error message
bool trees_open(const options *given, const job *work, io_scene *trees);

/// Finds the shortest path among trees and blocked tiles.
///
/// @param ask  only its start and its first goal are used
/// @return as fw_forest_find_path(); the path belongs to the job's unit and map
fw_result trees_route(const job *work, const io_scene *trees, const fw_request *ask, fw_path *path,
                      fw_statistics *statistics);
