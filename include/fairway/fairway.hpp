#ifndef FAIRWAY_HPP
#define FAIRWAY_HPP

/// @file
/// Fairway for C++17: objects that free themselves, views, and mistakes that are told by a sentence. Header only; link
/// the C library (CMake: `fairway::cpp`).
///
/// Structs, enumerators and functions without memory of their own are those of the C headers: `fw_pose`, `FW_ASTAR`,
/// `fw_goal_at()`. For C functions that have no method here, get() of an object gives its pointer.
///
/// Objects move and are not copied. What an object needs lives as long as the object does, in whatever order they are
/// destroyed: a planner keeps its map, a search its planner, a request its overlay. An object that was moved from is
/// empty: it refuses calls with FW_NULL_ARGUMENT, or answers as the C function does for null.
///
/// A mistake is thrown as a `fairway::error`. Without exceptions (-fno-exceptions, or FAIRWAY_EXCEPTIONS defined as 0)
/// functions return `fairway::expected<T>` instead of T.

// IWYU pragma: begin_exports
#include "fairway/cpp/areas.hpp"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/field.hpp"
#include "fairway/cpp/forest.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/overlay.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/cpp/planner.hpp"
#include "fairway/cpp/request.hpp"
#include "fairway/cpp/traffic.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/fairway.h"
// IWYU pragma: end_exports

#endif
