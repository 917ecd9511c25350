#ifndef FAIRWAY_CPP_REQUEST_HPP
#define FAIRWAY_CPP_REQUEST_HPP

/// @file
/// Requests for paths.

#include <memory>
#include <utility>
#include <vector>

#include "fairway/cpp/areas.hpp"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/overlay.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/request.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

/// A request: the members of fw_request, with their defaults. Its functions set the members that are pointers, and keep
/// what they point to; a copy shares it.
class request : public filled<fw_request, fw_request_init> {
public:
    request() = default;
    request(fw_unit_id unit_, fw_pose start_, fw_goal goal_) noexcept {
        unit = unit_;
        start = start_;
        goal = goal_;
    }

    /// The goal becomes the cheapest to reach of several positions, or of several poses.
    request &go_to_any(std::vector<fw_pose> poses, bool has_headings = false) {
        auto kept = std::make_shared<const std::vector<fw_pose>>(std::move(poses));
        const auto count = static_cast<std::int32_t>(kept->size());
        goal = has_headings ? fw_goal_nearest_pose_of(kept->data(), count) : fw_goal_nearest_of(kept->data(), count);
        poses_ = std::move(kept);
        return *this;
    }
    /// Changes to the map for this request.
    request &apply(const fairway::FAIRWAY_MODE::overlay &changes) {
        overlay_ = changes.shared();
        overlay = overlay_.get();
        return *this;
    }
    /// FW_AREAS: the area map.
    request &use(const area_map &map) {
        areas_ = map.shared();
        areas = areas_.get();
        return *this;
    }
    /// The path that a unit follows, which asks again: what is left of it is kept as far as it can be, see
    /// fw_request::previous. It may be the path that receives the answer.
    request &follow(const path &followed) {
        previous_ = followed.shared();
        previous = previous_.get();
        return *this;
    }
    /// Minimises time instead of cost.
    request &minimise_time(const speed_def &limits) {
        speeds_ = std::make_shared<const speed_def>(limits);
        fastest = speeds_.get();
        return *this;
    }

private:
    std::shared_ptr<const std::vector<fw_pose>> poses_;
    std::shared_ptr<const fw_overlay> overlay_;
    std::shared_ptr<const fw_area_map> areas_;
    std::shared_ptr<const fw_path> previous_;
    std::shared_ptr<const speed_def> speeds_;
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
