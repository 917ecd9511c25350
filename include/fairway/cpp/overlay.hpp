#ifndef FAIRWAY_CPP_OVERLAY_HPP
#define FAIRWAY_CPP_OVERLAY_HPP

/// @file
/// Overlays: changes to the map that apply to single requests only.

#include "fairway/cpp/error.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/overlay.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

/// Changes to the map for single requests. Do not change them while a search uses them.
class overlay : public detail::owner<fw_overlay> {
public:
    /// An empty overlay for maps of a size.
    static expected<overlay> create(std::int32_t width, std::int32_t height) {
        fw_overlay *made = nullptr;
        const fw_result result = fw_overlay_create(width, height, nullptr, &made);
        if (result != FW_OK)
            return detail::fail<overlay>(detail::error_of(result, "fw_overlay_create"));
        return overlay(detail::share(made, fw_overlay_destroy));
    }

    void clear() noexcept { fw_overlay_clear(get()); }

    /// Blocks a rectangle of tiles for every unit.
    expected<void> block(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) {
        return detail::must(fw_overlay_block(get(), x, y, width, height), "fw_overlay_block");
    }
    /// Forbids moves (FW_MOVE_ bits) out of an anchor tile.
    expected<void> forbid(std::int32_t x, std::int32_t y, std::uint8_t moves) {
        return detail::must(fw_overlay_forbid(get(), x, y, moves), "fw_overlay_forbid");
    }
    /// Adds to the cost of a rectangle of tiles.
    expected<void> add_cost(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height, float cost) {
        return detail::must(fw_overlay_add_cost(get(), x, y, width, height, cost), "fw_overlay_add_cost");
    }
    /// Adds a rectangle to the corridor, which the search must not leave.
    expected<void> corridor(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) {
        return detail::must(fw_overlay_corridor(get(), x, y, width, height), "fw_overlay_corridor");
    }
    /// Adds the anchor tiles along a path, and those within `margin` tiles of them, to the corridor.
    expected<void> corridor_along(const path &way, std::int32_t size, std::int32_t margin) {
        const fw_result result = fw_overlay_corridor_along(get(), way.get(), size, margin);
        return detail::must(result, "fw_overlay_corridor_along");
    }

private:
    using owner::owner;
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
