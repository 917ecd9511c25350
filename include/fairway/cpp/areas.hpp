#ifndef FAIRWAY_CPP_AREAS_HPP
#define FAIRWAY_CPP_AREAS_HPP

/// @file
/// Area maps, for walks that are planned in legs.

#include "fairway/areas.h"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"

namespace fairway {
inline namespace FAIRWAY_MODE {

using area_map_def = filled<fw_area_map_def, fw_area_map_def_init>;

/// A map cut into areas for one unit.
class area_map : public detail::owner<const fw_area_map> {
public:
    static expected<area_map> create(const readable_map &ground, fw_unit_id unit, const area_map_def &def = {}) {
        fw_area_map *made = nullptr;
        const fw_result result = fw_area_map_create(ground.get(), unit, &def, &made);
        if (result != FW_OK)
            return detail::fail<area_map>(detail::error_of(result, "fw_area_map_create"));
        return area_map(detail::share(made, fw_area_map_destroy));
    }
    /// Number of areas.
    std::int32_t count() const noexcept { return fw_area_map_count(get()); }
    /// The area of a tile; -1 if the unit cannot be anchored there.
    std::int32_t at(std::int32_t x, std::int32_t y) const noexcept { return fw_area_map_at(get(), x, y); }
    /// The label that an area was painted with; 0 for squares.
    std::int32_t label(std::int32_t area) const noexcept { return fw_area_map_label(get(), area); }

private:
    using owner::owner;
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
