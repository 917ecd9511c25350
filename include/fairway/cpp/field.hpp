#ifndef FAIRWAY_CPP_FIELD_HPP
#define FAIRWAY_CPP_FIELD_HPP

/// @file
/// Fields: the cost from every tile to the nearest of some goals, and the first step of the way.

#include <vector>

#include "fairway/bulk.h"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/overlay.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/field.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

/// A field on one map. One thread at a time may use it.
class field : public detail::owner<fw_field> {
public:
    static expected<field> create(const readable_map &ground) {
        fw_field *made = nullptr;
        const fw_result result = fw_field_create(ground.get(), nullptr, &made);
        if (result != FW_OK)
            return detail::fail<field>(detail::error_of(result, "fw_field_create"));
        field created(detail::share(made, fw_field_destroy, ground.shared()));
        created.width_ = ground.width();
        created.height_ = ground.height();
        return created;
    }

    /// Searches backward from the goals, on the map as of its newest commit.
    expected<void> fill(fw_unit_id unit, view<const fw_anchor> goals, const overlay *changes = nullptr) {
        const fw_result result = fw_field_fill(get(), unit, goals.data(), static_cast<std::int32_t>(goals.size()),
                                               changes ? changes->get() : nullptr);
        return detail::must(result, "fw_field_fill");
    }
    /// In tiles; infinite if no way leads to a goal.
    double cost(std::int32_t x, std::int32_t y) const noexcept { return fw_field_cost(get(), x, y); }
    /// The first step from a tile: an FW_MOVE_ bit; 0 at a goal, and if there is no way.
    std::uint8_t step(std::int32_t x, std::int32_t y) const noexcept { return fw_field_step(get(), x, y); }
    /// The costs from all tiles, row by row.
    expected<std::vector<double>> costs() const {
        std::vector<double> values(tiles());
        const fw_result result = fw_field_read_costs(get(), width_, height_, values.data());
        return detail::value_of(result, "fw_field_read_costs", std::move(values));
    }
    /// The first steps from all tiles, row by row.
    expected<std::vector<std::uint8_t>> steps() const {
        std::vector<std::uint8_t> values(tiles());
        const fw_result result = fw_field_read_steps(get(), width_, height_, values.data());
        return detail::value_of(result, "fw_field_read_steps", std::move(values));
    }

private:
    using owner::owner;
    std::size_t tiles() const noexcept { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
    std::int32_t width_ = 0, height_ = 0;
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
