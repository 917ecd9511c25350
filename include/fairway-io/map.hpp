#ifndef FAIRWAY_IO_MAP_HPP
#define FAIRWAY_IO_MAP_HPP

/// @file
/// Reads maps from files, for C++ programs that link the library of formats.

#include "fairway-io/map.h"
#include "fairway/cpp/map.hpp"

namespace fairway {
inline namespace FAIRWAY_MODE {

using io_map_def = filled<fw_io_map_def, fw_io_map_def_init>;

/// Reads a map from a file of any format that the library knows.
inline expected<map> load_map(const char *file, const io_map_def &def = {})
{
    fw_io_map *read = nullptr;
    fw_io_fault fault{};
    const fw_result result = fw_io_map_load(file, &def, &read, &fault);
    if (result != FW_OK)
        return detail::fail<map>(fault.text[0] ? error(result, fault.text)
                                               : detail::error_of(result, "fw_io_map_load"));
    fw_map *loaded = fw_io_map_take(read);
    fw_io_map_free(read);
    return map::adopt(loaded);
}

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
