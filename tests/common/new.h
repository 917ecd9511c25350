#pragma once

/// New objects, for which there must be memory.

#include "common/unit.h"
#include "fairway/overlay.h"
#include "fairway/planner.h"

static inline fw_path *new_path(void)
{
    fw_path *path;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    return path;
}

static inline fw_planner *new_planner(const fw_map *map)
{
    fw_planner *planner;
    assert_int_equal(fw_planner_create(map, NULL, &planner), FW_OK);
    return planner;
}

static inline fw_overlay *new_overlay(int32_t width, int32_t height)
{
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(width, height, NULL, &overlay), FW_OK);
    return overlay;
}

/// A search that has begun.
static inline fw_search *new_search(fw_planner *planner, const fw_request *request)
{
    fw_search *search;
    assert_int_equal(fw_search_begin(planner, request, &search), FW_OK);
    return search;
}
