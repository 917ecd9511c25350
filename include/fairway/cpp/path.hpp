#ifndef FAIRWAY_CPP_PATH_HPP
#define FAIRWAY_CPP_PATH_HPP

/// @file
/// Paths: sequences of lines and arcs.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fairway/bulk.h"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/path.h"
#include "fairway/shape.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

using speed_def = filled<fw_speed_def, fw_speed_def_init>;

/// A path. A new one is empty, and so is one that was moved from. It keeps its memory from query to query.
class path {
public:
    path() noexcept = default;
    path(path &&) noexcept = default;
    path &operator=(path &&) noexcept = default;

    /// A path of these segments, such as those of a file.
    static expected<path> of(view<const fw_segment> segments, const fw_path_summary *claimed = nullptr) {
        path made;
        fw_result result = made.prepare();
        if (result == FW_OK)
            result = fw_path_set(made.get(), segments.data(), static_cast<std::int32_t>(segments.size()), claimed);
        if (result != FW_OK)
            return detail::fail<path>(detail::error_of(result, "fw_path_set"));
        return made;
    }
    expected<path> copy() const {
        path made;
        fw_result result = made.prepare();
        if (result == FW_OK && get())
            result = fw_path_copy(get(), made.get());
        if (result != FW_OK)
            return detail::fail<path>(detail::error_of(result, "fw_path_copy"));
        return made;
    }

    /// The object, for C functions; null if nothing was put into it yet. See prepare().
    fw_path *get() const noexcept { return object_.get(); }
    const std::shared_ptr<fw_path> &shared() const noexcept { return object_; }
    /// Makes the object for C functions that fill a path.
    fw_result prepare() {
        if (object_)
            return FW_OK;
        fw_path *made = nullptr;
        const fw_result result = fw_path_create(nullptr, &made);
        if (made)
            object_ = detail::share(made, fw_path_destroy);
        return result;
    }

    /// Length in tiles.
    double length() const noexcept { return fw_path_length(get()); }
    bool empty() const noexcept { return size() == 0; }
    /// Number of segments.
    std::size_t size() const noexcept { return segments().size(); }
    /// Lines and arcs in driving order; valid until the path changes or is destroyed. So are the other views.
    view<const fw_segment> segments() const &noexcept {
        std::int32_t count = 0;
        const fw_segment *first = fw_path_segments(get(), &count);
        return { first, static_cast<std::size_t>(count) };
    }
    view<const fw_segment> segments() const && = delete;
    const fw_segment *begin() const &noexcept { return segments().begin(); }
    const fw_segment *end() const &noexcept { return segments().end(); }

    /// The speed profile; empty if there is none.
    view<const fw_speed_sample> speeds() const &noexcept {
        std::int32_t count = 0;
        const fw_speed_sample *first = fw_path_speeds(get(), &count);
        return { first, static_cast<std::size_t>(count) };
    }
    view<const fw_speed_sample> speeds() const && = delete;

    /// Length, cost, outcome and more.
    fw_path_summary summary() const noexcept {
        fw_path_summary told{};
        fw_path_get_summary(get(), &told, sizeof told);
        return told;
    }
    /// Cost in tiles, weighed by the costs of terrains.
    double cost() const noexcept { return summary().cost; }

    /// The unit's pose at a distance along the path, which is clamped to its ends.
    expected<fw_pose> pose_at(double distance) const {
        fw_pose pose{};
        const fw_result result = fw_path_pose_at(get(), distance, &pose);
        return detail::value_of(result, "fw_path_pose_at", pose);
    }
    /// The unit's pose at a time, by the speed profile.
    expected<fw_pose> pose_at_time(double seconds) const {
        fw_pose pose{};
        const fw_result result = fw_path_pose_at_time(get(), seconds, &pose, nullptr);
        return detail::value_of(result, "fw_path_pose_at_time", pose);
    }
    /// The place on the path that is nearest to a point.
    struct nearest_place {
        double distance; ///< tiles along the path
        double away;     ///< tiles from the point to the path
    };
    expected<nearest_place> nearest(double x, double y) const {
        nearest_place found{};
        const fw_result result = fw_path_nearest(get(), x, y, &found.distance, &found.away);
        return detail::value_of(result, "fw_path_nearest", found);
    }
    /// Driving time in seconds by the speed profile.
    double duration() const noexcept { return fw_path_duration(get()); }

    /// Poses from the start to the end, equally far apart and at most `step` tiles.
    expected<std::vector<fw_pose>> sample(double step) const {
        std::int32_t count = 0;
        fw_result result = fw_path_sample(get(), step, nullptr, 0, &count);
        std::vector<fw_pose> poses(static_cast<std::size_t>(count));
        if (result == FW_BUFFER_TOO_SMALL)
            result = fw_path_sample(get(), step, poses.data(), count, &count);
        return detail::value_of(result, "fw_path_sample", std::move(poses));
    }
    /// Appends a path that starts where this path ends.
    expected<void> join(const path &tail) { return detail::must(fw_path_join(get(), tail.get()), "fw_path_join"); }
    /// Cuts the path at a distance, and returns the second part.
    expected<path> split(double distance) {
        path rest;
        fw_result result = rest.prepare();
        if (result == FW_OK)
            result = fw_path_split(get(), distance, rest.get());
        if (result != FW_OK)
            return detail::fail<path>(detail::error_of(result, "fw_path_split"));
        return rest;
    }
    expected<void> reverse() { return detail::must(fw_path_reverse(get()), "fw_path_reverse"); }

private:
    std::shared_ptr<fw_path> object_; ///< shared with requests that follow the path
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
