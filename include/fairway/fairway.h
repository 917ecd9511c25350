#ifndef FAIRWAY_H
#define FAIRWAY_H

/// @file
/// The whole library. Include this, or only the header of the concept you use.

// IWYU pragma: begin_exports
#include "fairway/allocator.h"
#include "fairway/areas.h"
#include "fairway/batch.h"
#include "fairway/bulk.h"
#include "fairway/check.h"
#include "fairway/circles.h"
#include "fairway/curve.h"
#include "fairway/directional.h"
#include "fairway/distance.h"
#include "fairway/explain.h"
#include "fairway/field.h"
#include "fairway/forest.h"
#include "fairway/frame.h"
#include "fairway/hierarchy.h"
#include "fairway/hybrid.h"
#include "fairway/inflate.h"
#include "fairway/inspect.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/place.h"
#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/queue.h"
#include "fairway/record.h"
#include "fairway/refusal.h"
#include "fairway/rejection.h"
#include "fairway/request.h"
#include "fairway/result.h"
#include "fairway/shape.h"
#include "fairway/snapshot.h"
#include "fairway/space.h"
#include "fairway/space_path.h"
#include "fairway/trace.h"
#include "fairway/traffic.h"
#include "fairway/traffic_obstacles.h"
#include "fairway/traffic_orders.h"
#include "fairway/traffic_queries.h"
#include "fairway/traffic_regard.h"
#include "fairway/traffic_sites.h"
#include "fairway/traffic_terrain.h"
#include "fairway/unit.h"
// IWYU pragma: end_exports

#endif
