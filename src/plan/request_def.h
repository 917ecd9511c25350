#ifndef PLAN_REQUEST_DEF_H
#define PLAN_REQUEST_DEF_H

/// @file
/// A request as a program has made it: its defaults, and all members of a request that was made for an older version.

#include "base/def.h"
#include "fairway/planner.h"

/// The request of fw_request_init().
extern const fw_request request_defaults;

/// A program's request with all members: `request` itself, or `room`.
///
/// @return null if fw_request_init() did not fill it
static inline const fw_request *request_whole(const fw_request *request, fw_request *room)
{
    return def_whole(request, &request_defaults, sizeof request_defaults, room);
}

#endif
