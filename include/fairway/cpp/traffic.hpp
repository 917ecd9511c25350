#ifndef FAIRWAY_CPP_TRAFFIC_HPP
#define FAIRWAY_CPP_TRAFFIC_HPP

/// @file
/// Traffic: many round units that move on one map and never overlap each other or a wall.

#include <cstddef>
#include <vector>

#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/traffic.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

using agent_def = filled<fw_agent_def, fw_agent_def_init>;
using group_def = filled<fw_group_def, fw_group_def_init>;

/// Units that move on one map. One thread at a time may use it.
class traffic : public detail::owner<fw_traffic> {
public:
    static expected<traffic> create(const readable_map &ground) {
        fw_traffic *made = nullptr;
        const fw_result result = fw_traffic_create(ground.get(), nullptr, &made);
        if (result != FW_OK)
            return detail::fail<traffic>(detail::error_of(result, "fw_traffic_create"));
        return traffic(detail::share(made, fw_traffic_destroy, ground.shared()));
    }

    /// Adds a unit, which stands until it gets an order.
    expected<void> add(const agent_def &def) {
        const fw_result result = fw_traffic_add(get(), &def);
        if (result == FW_OK)
            return detail::succeed();
        return detail::fail<void>(detail::refused(fw_agent_refusal(get(), &def), result, "fw_traffic_add"));
    }
    expected<void> remove(fw_agent_id id) { return detail::must(fw_traffic_remove(get(), id), "fw_traffic_remove"); }

    /// Orders a unit to a place; a new order replaces the last one.
    expected<void> order(fw_agent_id id, double x, double y) {
        return detail::must(fw_traffic_order(get(), id, x, y), "fw_traffic_order");
    }
    /// Orders units to places, one for each, so that they drive least.
    expected<void> order_group(view<const fw_agent_id> ids, view<const fw_pose> places) {
        if (ids.size() != places.size())
            return unequal(ids.size(), places.size());
        const auto count = static_cast<std::int32_t>(ids.size());
        return detail::must(fw_traffic_order_group(get(), ids.data(), places.data(), count), "fw_traffic_order_group");
    }
    /// The same, and the units share the middle of their ways.
    expected<void> order_together(view<const fw_agent_id> ids, view<const fw_pose> places, const group_def &def = {}) {
        if (ids.size() != places.size())
            return unequal(ids.size(), places.size());
        const fw_result result =
            fw_traffic_order_together(get(), &def, ids.data(), places.data(), static_cast<std::int32_t>(ids.size()));
        return detail::must(result, "fw_traffic_order_together");
    }
    expected<void> prioritise(fw_agent_id id, std::int32_t priority) {
        return detail::must(fw_traffic_prioritise(get(), id, priority), "fw_traffic_prioritise");
    }

    /// Lets time pass. `budget` is the work that searches for paths may spend.
    expected<void> step(double seconds, std::uint64_t budget) {
        return detail::must(fw_traffic_step(get(), seconds, budget), "fw_traffic_step");
    }
    /// Seconds since the traffic was created.
    double time() const noexcept { return fw_traffic_time(get()); }
    std::size_t size() const noexcept { return static_cast<std::size_t>(fw_traffic_count(get())); }
    /// States of all units, sorted by id; valid until the traffic changes. So are events().
    view<const fw_agent_state> states() const &noexcept {
        std::int32_t count = 0;
        const fw_agent_state *first = fw_traffic_states(get(), &count);
        return { first, first ? static_cast<std::size_t>(count) : 0 };
    }
    view<const fw_agent_state> states() const && = delete;
    /// What happened during the last step.
    view<const fw_traffic_event> events() const &noexcept {
        std::int32_t count = 0;
        const fw_traffic_event *first = fw_traffic_events(get(), &count);
        return { first, first ? static_cast<std::size_t>(count) : 0 };
    }
    view<const fw_traffic_event> events() const && = delete;
    expected<fw_agent_state> state(fw_agent_id id) const {
        fw_agent_state told{};
        const fw_result result = fw_traffic_get_state(get(), id, &told, sizeof told);
        return detail::value_of(result, "fw_traffic_get_state", told);
    }

    /// The whole state, for restore().
    expected<std::vector<std::byte>> save() const {
        std::size_t bytes = 0;
        fw_result result = fw_traffic_save(get(), nullptr, 0, &bytes);
        std::vector<std::byte> saved(bytes);
        if (result == FW_OK || result == FW_BUFFER_TOO_SMALL)
            result = fw_traffic_save(get(), saved.data(), saved.size(), &bytes);
        return detail::value_of(result, "fw_traffic_save", std::move(saved));
    }
    /// Continues from a saved state; the traffic must be new. If this fails, the traffic can only be destroyed.
    expected<void> restore(view<const std::byte> saved) {
        return detail::must(fw_traffic_restore(get(), saved.data(), saved.size()), "fw_traffic_restore");
    }

    /// The places of a formation, for order_group().
    static expected<std::vector<fw_pose>> places(fw_formation formation, fw_pose centre, double spacing,
                                                 std::size_t count) {
        std::vector<fw_pose> made(count);
        const fw_result result =
            fw_formation_places(formation, centre, spacing, made.data(), static_cast<std::int32_t>(count));
        return detail::value_of(result, "fw_formation_places", std::move(made));
    }

private:
    using owner::owner;
    static expected<void> unequal(std::size_t units, std::size_t places) {
        return detail::fail<void>(
            error(FW_BAD_SIZE,
                  "places: there are " + std::to_string(units) + " units and " + std::to_string(places) + " places",
                  "places"));
    }
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
