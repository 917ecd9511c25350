#pragma once

/// What the checker has to know about a request.

#include "fairway/check.h"
#include "fairway/request.h"

/// Demands the start and the goal of a request, under its overlay.
static inline fw_check_def check_for(const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    def.overlay = ask->overlay;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    return def;
}
