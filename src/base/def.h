#pragma once

/// Structs that pass between the library and a program whose headers may be older. A def begins with its size in bytes,
/// as the program's header has it, and a cookie. Members that the program's header lacks have their defaults. Of a
/// struct that the library fills, the program gets the members that its header has.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fairway/result.h"

/// The second member of each def: tells that the def was filled, and as what.
enum {
    AREA_MAP_DEF_COOKIE = 0x66774101,
    CHECK_DEF_COOKIE,
    FOREST_REQUEST_COOKIE,
    MAP_DEF_COOKIE,
    PLANNER_DEF_COOKIE,
    REQUEST_COOKIE,
    SPEED_DEF_COOKIE,
    SPACE_REQUEST_COOKIE,
    AGENT_DEF_COOKIE,
    GROUP_DEF_COOKIE,
    UNIT_DEF_COOKIE
};

/// Copies as much of a struct as a program's header has. What the library does not have is zero.
///
/// @param[out] to  memory of `room` bytes
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result struct_give(void *to, size_t room, const void *from, size_t bytes);

/// Fills a def with its defaults, up to the size that the program's header has.
///
/// @param defaults  the def with its defaults, `bytes` and `cookie` among them
/// @param bytes     of the defaults
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE: the header is newer than the library, or the size is none
fw_result def_init(void *def, size_t room, const void *defaults, size_t bytes);

/// Makes a whole def of the members that the program's header has and the defaults of the others.
///
/// @param[out] room  of the size of the defaults
/// @return null if def_init() did not fill the def
const void *def_complete(const void *def, const void *defaults, size_t bytes, void *room);

/// A program's def with all members: the def itself if the program's header is like the library's, else `room`. Null
/// if def_init() did not fill the def.
static inline const void *def_whole(const void *def, const void *defaults, size_t bytes, void *room)
{
    const uint32_t *head = def, *expected = defaults;
    return head[0] == bytes && head[1] == expected[1] ? def : def_complete(def, defaults, bytes, room);
}
