#ifndef FAIRWAY_CPP_FOREST_HPP
#define FAIRWAY_CPP_FOREST_HPP

/// @file
/// Forests: shortest paths of a round body among circles.

#include <optional>

#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/forest.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

using forest_request = filled<fw_forest_request, fw_forest_request_init>;

/// What a forest and its snapshot answer alike. Forest planners search either.
class readable_forest : public detail::owner<const fw_forest> {
public:
    /// Number of circles.
    std::int32_t count() const noexcept { return fw_forest_count(get()); }
    /// Grows with each edit.
    std::uint64_t version() const noexcept { return fw_forest_version(get()); }
    /// The circle of an id.
    expected<fw_tree> tree(fw_tree_id id) const {
        fw_tree circle{};
        const fw_result result = fw_forest_tree(get(), id, &circle);
        return detail::value_of(result, "fw_forest_tree", circle);
    }

protected:
    using owner::owner;
};

/// One version of a forest, for any thread, while the forest is edited.
class forest_snapshot : public readable_forest {
private:
    friend class forest;
    using readable_forest::readable_forest;
};

/// Round obstacles.
class forest : public readable_forest {
public:
    static expected<forest> create() {
        fw_forest *made = nullptr;
        const fw_result result = fw_forest_create(nullptr, &made);
        if (result != FW_OK)
            return detail::fail<forest>(detail::error_of(result, "fw_forest_create"));
        return forest(detail::share(made, fw_forest_destroy));
    }
    /// The object, for C functions that change it.
    fw_forest *get() noexcept { return const_cast<fw_forest *>(readable_forest::get()); }
    const fw_forest *get() const noexcept { return readable_forest::get(); }

    /// Adds a circle, and returns its id.
    expected<fw_tree_id> add(fw_tree circle) {
        fw_tree_id id = 0;
        const fw_result result = fw_forest_add(get(), circle, &id);
        return detail::value_of(result, "fw_forest_add", id);
    }
    expected<void> move(fw_tree_id id, fw_tree circle) {
        return detail::must(fw_forest_move(get(), id, circle), "fw_forest_move");
    }
    expected<void> remove(fw_tree_id id) { return detail::must(fw_forest_remove(get(), id), "fw_forest_remove"); }
    /// Makes obstacles of the tiles of a map that are none of the capability's terrains, one bit each.
    expected<void> set_map(const readable_map &ground, std::uint32_t capability) {
        return detail::must(fw_forest_set_map(get(), ground.get(), capability), "fw_forest_set_map");
    }
    /// Holds the present version.
    expected<forest_snapshot> snapshot() {
        const fw_forest *taken = fw_forest_snapshot(get());
        if (!taken)
            return detail::fail<forest_snapshot>(
                detail::error_of(get() ? FW_NO_MEMORY : FW_NULL_ARGUMENT, "fw_forest_snapshot"));
        return forest_snapshot(detail::share(taken, fw_forest_release, shared()));
    }

private:
    using readable_forest::readable_forest;
};

/// Searches a forest. One thread at a time may use it.
class forest_planner : public detail::owner<fw_forest_planner> {
public:
    static expected<forest_planner> create(const readable_forest &trees) {
        fw_forest_planner *made = nullptr;
        const fw_result result = fw_forest_planner_create(trees.get(), nullptr, &made);
        if (result != FW_OK)
            return detail::fail<forest_planner>(detail::error_of(result, "fw_forest_planner_create"));
        return forest_planner(detail::share(made, fw_forest_planner_destroy, trees.shared()));
    }
    /// Finds the shortest path. Returns FW_OK, or why there is none; mistakes are errors.
    expected<fw_result> find_path(const forest_request &ask, path &found) {
        fw_result result = found.prepare();
        if (result == FW_OK)
            result = fw_forest_find_path(get(), &ask, found.get());
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(detail::error_of(result, "fw_forest_find_path"));
        return result;
    }

private:
    using owner::owner;
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
