#ifndef TOOLS_TREES_H
#define TOOLS_TREES_H

/// @file
/// Queries among trees: `fairway route --trees FILE`.

#include "io/scene.h"
#include "job.h"

/// Reads the trees of --trees, and tells which unit or options cannot be combined with them.
///
/// @param[out] trees  to be freed with io_scene_free(); none without --trees
/// @return false after telling what is wrong
bool trees_open(const options *given, const job *work, io_scene *trees);

/// Finds the shortest path among trees and blocked tiles.
///
/// @param ask  its start and first goal count
/// @return as fw_forest_find_path(); the path is one of the job's unit and map
fw_result trees_route(const job *work, const io_scene *trees, const fw_request *ask, fw_path *path,
                      fw_statistics *statistics);

#endif
