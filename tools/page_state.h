#pragma once

/// A map with a query as the page of the playground keeps it: playground/src/share.ts, and Settings of world.ts.

#include <stdbool.h>
#include <stddef.h>

#include "fairway/request.h"
#include "io/scene.h"
#include "job.h"
#include "options.h"

typedef struct page_query {
    const options *given;
    const job *work;
    const fw_request *request;
    const fw_pose *goals; ///< [pose * goal_count]
    int32_t goal_count;
    bool has_heading;        ///< of the goals
    const io_scene *trees;   ///< none without --trees
    const fw_method *beside; ///< [method * beside_count] shown side by side with the request's own
    int beside_count;
} page_query;

enum { PAGE_MOST_BESIDE = 3 };

typedef struct page_bytes {
    char *bytes; ///< to be freed
    size_t count;
} page_bytes;

/// Writes the state as JSON. Returns false after an error message: the page does not know an option, a body or the
/// terrains, or memory runs out.
bool page_state_write(const page_query *query, page_bytes *state);
