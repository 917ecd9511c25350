#ifndef FAIRWAY_CPP_TRAFFIC_HPP
#define FAIRWAY_CPP_TRAFFIC_HPP

/// @file
/// Traffic: many round units that move on one map and never overlap each other or a wall.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/overlay.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/traffic.h"
#include "fairway/traffic_obstacles.h"
#include "fairway/traffic_orders.h"
#include "fairway/traffic_queries.h"
#include "fairway/traffic_regard.h"
#include "fairway/traffic_sites.h"
#include "fairway/traffic_terrain.h"

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
    /// Orders a group to a place that need not be free: each unit gets a place of its own near it.
    expected<void> order_near(view<const fw_agent_id> ids, double x, double y) {
        const auto count = static_cast<std::int32_t>(ids.size());
        return detail::must(fw_traffic_order_near(get(), ids.data(), count, x, y), "fw_traffic_order_near");
    }
    /// Orders a unit to several places, one after the other.
    expected<void> order_along(fw_agent_id id, view<const fw_pose> places) {
        const auto count = static_cast<std::int32_t>(places.size());
        return detail::must(fw_traffic_order_along(get(), id, places.data(), count), "fw_traffic_order_along");
    }
    /// Lets a unit follow another one at a distance.
    expected<void> follow(fw_agent_id id, fw_agent_id other, double distance) {
        return detail::must(fw_traffic_follow(get(), id, other, distance), "fw_traffic_follow");
    }
    /// Takes a unit's order away: it brakes, and stands where it comes to rest.
    expected<void> stop(fw_agent_id id) { return detail::must(fw_traffic_stop(get(), id), "fw_traffic_stop"); }
    /// Lets a unit hold: where it rests, it stays, and no other unit makes it step aside.
    expected<void> hold(fw_agent_id id, bool holds = true) {
        return detail::must(fw_traffic_hold(get(), id, holds), "fw_traffic_hold");
    }
    /// Lets a unit halt when a unit of some sides comes near it: attack-move.
    expected<void> halt_near(fw_agent_id id, std::uint32_t sides, double radius) {
        return detail::must(fw_traffic_halt_near(get(), id, sides, radius), "fw_traffic_halt_near");
    }
    /// Says to which sides a unit belongs: one bit for each.
    expected<void> set_sides(fw_agent_id id, std::uint32_t sides) {
        return detail::must(fw_traffic_set_sides(get(), id, sides), "fw_traffic_set_sides");
    }
    /// Says whom a unit sees, gives way to and may push: one bit for each layer, and for each side.
    expected<void> set_regard(fw_agent_id id, std::uint32_t layers, std::uint32_t gives_way_to,
                              std::uint32_t may_push) {
        return detail::must(fw_traffic_set_regard(get(), id, layers, gives_way_to, may_push), "fw_traffic_set_regard");
    }
    /// Places a unit elsewhere, where it stands: knockback, teleport. It keeps its order.
    expected<void> place(fw_agent_id id, fw_pose pose) {
        return detail::must(fw_traffic_place(get(), id, pose), "fw_traffic_place");
    }
    /// Says where a body is that the traffic does not move, before each step while it moves.
    expected<void> set_obstacle(fw_obstacle_id id, fw_pose pose, double vx, double vy, double radius) {
        return detail::must(fw_traffic_set_obstacle(get(), id, pose, vx, vy, radius), "fw_traffic_set_obstacle");
    }
    expected<void> remove_obstacle(fw_obstacle_id id) {
        return detail::must(fw_traffic_remove_obstacle(get(), id), "fw_traffic_remove_obstacle");
    }
    /// Lets all units leave a rectangle of tiles, and keeps others out: a building site. Gives its number.
    expected<std::uint32_t> clear_rect(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) {
        std::uint32_t site = 0;
        const fw_result result = fw_traffic_clear_rect(get(), x, y, width, height, &site);
        return detail::value_of(result, "fw_traffic_clear_rect", site);
    }
    /// Ends a site: units may drive there again.
    expected<void> release_site(std::uint32_t site) {
        return detail::must(fw_traffic_release_site(get(), site), "fw_traffic_release_site");
    }
    /// Sets the top speeds of a kind of unit on terrains, in tiles per second; 0 = its own alone limits it.
    expected<void> set_speeds(fw_unit_id unit, const std::array<double, FW_TERRAIN_COUNT> &terrain_top) {
        return detail::must(fw_traffic_set_speeds(get(), unit, terrain_top.data()), "fw_traffic_set_speeds");
    }
    /// Lays an overlay over the ground of all units, of which a copy is made; null = none.
    expected<void> set_overlay(const overlay *changes) {
        return detail::must(fw_traffic_set_overlay(get(), address(changes)), "fw_traffic_set_overlay");
    }
    /// The same for a kind of unit; null = that of all units.
    expected<void> set_kind_overlay(fw_unit_id unit, const overlay *changes) {
        return detail::must(fw_traffic_set_kind_overlay(get(), unit, address(changes)), "fw_traffic_set_kind_overlay");
    }
    /// The same for one unit; null = that of its kind.
    expected<void> set_unit_overlay(fw_agent_id id, const overlay *changes) {
        return detail::must(fw_traffic_set_unit_overlay(get(), id, address(changes)), "fw_traffic_set_unit_overlay");
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

    /// The units in a rectangle of tiles, sorted by id: now, or also those whose ways lead there.
    expected<std::vector<fw_agent_id>> in_rect(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height,
                                               fw_presence presence = FW_PRESENT_NOW) const {
        return listed<fw_agent_id>("fw_traffic_in_rect", [&](fw_agent_id *ids, std::int32_t room, std::int32_t *count) {
            return fw_traffic_in_rect(get(), x, y, width, height, presence, ids, room, count);
        });
    }
    /// The units whose bodies overlap a circle now, sorted by id.
    expected<std::vector<fw_agent_id>> in_circle(double x, double y, double radius = 0) const {
        return listed<fw_agent_id>("fw_traffic_in_circle",
                                   [&](fw_agent_id *ids, std::int32_t room, std::int32_t *count) {
                                       return fw_traffic_in_circle(get(), x, y, radius, ids, room, count);
                                   });
    }
    /// A unit, and its distance from a point.
    struct neighbour {
        fw_agent_id id;
        double distance; ///< tiles
    };
    /// The unit of some sides whose middle is nearest to a point; none if it is more than `most` tiles away. The unit
    /// `except` does not count.
    expected<std::optional<neighbour>> nearest(double x, double y, std::uint32_t sides = ~std::uint32_t{},
                                               fw_agent_id except = 0,
                                               double most = std::numeric_limits<double>::infinity()) const {
        using maybe = std::optional<neighbour>;
        neighbour found{};
        const fw_result result = fw_traffic_nearest(get(), x, y, sides, except, most, &found.id, &found.distance);
        if (result == FW_NOT_FOUND)
            return maybe();
        return detail::value_of(result, "fw_traffic_nearest", maybe(found));
    }
    /// The corners of a unit's way that are ahead, without headings.
    expected<std::vector<fw_pose>> corners(fw_agent_id id) const {
        return listed<fw_pose>("fw_traffic_get_corners", [&](fw_pose *found, std::int32_t room, std::int32_t *count) {
            return fw_traffic_get_corners(get(), id, found, room, count);
        });
    }
    /// How long a unit has waited without a break, and for whom.
    struct waiting {
        double seconds;    ///< 0: it does not wait
        fw_agent_id other; ///< 0: none, or it is not known
    };
    expected<waiting> wait(fw_agent_id id) const {
        waiting found{};
        const fw_result result = fw_traffic_get_wait(get(), id, &found.seconds, &found.other);
        return detail::value_of(result, "fw_traffic_get_wait", found);
    }
    /// Which rule keeps a unit where it stands, and the unit that it is about.
    struct hindrance {
        fw_wait_cause cause;
        fw_agent_id other; ///< 0: none, or it is not known
    };
    expected<hindrance> cause(fw_agent_id id) const {
        hindrance found{};
        const fw_result result = fw_traffic_get_cause(get(), id, &found.cause, &found.other);
        return detail::value_of(result, "fw_traffic_get_cause", found);
    }
    /// Of what all units do and are about to do; equal on all platforms after equal calls.
    std::uint64_t hash() const noexcept { return fw_traffic_hash(get()); }

    /// The whole state, for restore().
    expected<std::vector<std::byte>> save() const {
        std::size_t bytes = 0;
        fw_result result = fw_traffic_save(get(), nullptr, 0, &bytes);
        std::vector<std::byte> saved(bytes);
        if (result == FW_OK || result == FW_BUFFER_TOO_SMALL)
            result = fw_traffic_save(get(), saved.data(), saved.size(), &bytes);
        return detail::value_of(result, "fw_traffic_save", std::move(saved));
    }
    /// Continues from a saved state; the traffic must be new. Returns FW_OK, or FW_STALE: the map has other tiles than
    /// when it was saved. If this fails, the traffic can only be destroyed.
    expected<fw_result> restore(view<const std::byte> saved) {
        const fw_result result = fw_traffic_restore(get(), saved.data(), saved.size());
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(detail::error_of(result, "fw_traffic_restore"));
        return result;
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
    static const fw_overlay *address(const overlay *changes) noexcept { return changes ? changes->get() : nullptr; }
    /// The array that a call fills.
    template <typename T, typename Call> static expected<std::vector<T>> listed(const char *name, Call call) {
        std::vector<T> found(16);
        std::int32_t count = 0;
        fw_result result = call(found.data(), static_cast<std::int32_t>(found.size()), &count);
        if (result == FW_BUFFER_TOO_SMALL) {
            found.resize(static_cast<std::size_t>(count));
            result = call(found.data(), count, &count);
        }
        found.resize(result == FW_OK ? static_cast<std::size_t>(count) : 0);
        return detail::value_of(result, name, std::move(found));
    }
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
