#ifndef FAIRWAY_CPP_PLANNER_HPP
#define FAIRWAY_CPP_PLANNER_HPP

/// @file
/// Planners, searches that run in slices, and the queue of a planner.

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fairway/batch.h"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/map.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/cpp/request.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/explain.h"
#include "fairway/planner.h"
#include "fairway/queue.h"
#include "fairway/shape.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

using planner_def = filled<fw_planner_def, fw_planner_def_init>;

namespace detail {
/// The areas that a function writes.
template <typename T>
std::vector<std::int32_t> areas_of(std::int32_t (*list)(const T *, std::int32_t *, std::int32_t), const T *object) {
    std::vector<std::int32_t> areas(static_cast<std::size_t>(list(object, nullptr, 0)));
    list(object, areas.data(), static_cast<std::int32_t>(areas.size()));
    return areas;
}
} // namespace detail

/// A search in progress. It ends when the object is destroyed.
class search : public detail::owner<fw_search> {
public:
    /// Continues the search by some work; 0 = until the end. FW_PENDING: it needs another step.
    expected<fw_result> step(std::uint64_t work = 0) { return answer(fw_search_step(get(), work), "fw_search_step"); }
    /// Continues the search for a time; 0 = until the end.
    expected<fw_result> step_for(std::uint64_t microseconds) {
        return answer(fw_search_step_for(get(), microseconds), "fw_search_step_for");
    }
    /// The path that was found, or the best one so far. Returns as find_path() does.
    expected<fw_result> best_so_far(path &found) const {
        fw_result result = found.prepare();
        if (result == FW_OK)
            result = fw_search_best_so_far(get(), found.get());
        return answer(result, "fw_search_best_so_far");
    }
    /// FW_AREAS: the areas that the walk leads through, from the start on.
    std::vector<std::int32_t> area_path() const { return detail::areas_of<fw_search>(fw_search_area_path, get()); }
    /// 0 .. 1; never decreases.
    double progress() const noexcept { return fw_search_progress(get()); }
    fw_statistics statistics() const noexcept {
        fw_statistics told{};
        fw_search_get_statistics(get(), &told, sizeof told);
        return told;
    }

private:
    friend class planner;
    using owner::owner;
    static expected<fw_result> answer(fw_result result, const char *call) {
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(detail::error_of(result, call));
        return result;
    }
};

/// Answers to many requests: path i consists of the segments from offsets[i] to offsets[i + 1].
struct paths {
    std::vector<fw_result> results;    ///< FW_OK for a path; FW_BAD_VALUE and so on for a start or goal that is refused
    std::vector<double> lengths;       ///< tiles; 0 where there is no path
    std::vector<double> costs;         ///< tiles, weighed by the costs of terrains
    std::vector<std::int32_t> offsets; ///< one more than there are paths
    std::vector<fw_segment> segments;  ///< of all paths

    /// The segments of a path.
    view<const fw_segment> operator[](std::size_t index) const &noexcept {
        const auto first = static_cast<std::size_t>(offsets[index]),
                   last = static_cast<std::size_t>(offsets[index + 1]);
        return { segments.data() + first, last - first };
    }
};

/// Working memory for searches on one map. One thread at a time may use it.
class planner : public detail::owner<fw_planner> {
public:
    static expected<planner> create(const readable_map &ground, const planner_def &def = {}) {
        fw_planner *made = nullptr;
        const fw_result result = fw_planner_create(ground.get(), &def, &made);
        if (result != FW_OK)
            return detail::fail<planner>(detail::error_of(result, "fw_planner_create"));
        return planner(detail::share(made, fw_planner_destroy, ground.shared()), ground.shared());
    }

    /// Finds a path. Returns FW_OK, or why there is none: FW_UNREACHABLE, FW_START_BLOCKED and so on are answers; other
    /// results are mistakes.
    expected<fw_result> find_path(const request &ask, path &found) {
        fw_result result = found.prepare();
        if (result == FW_OK)
            result = fw_find_path(get(), &ask, found.get());
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(refused(ask, result, "fw_find_path"));
        return result;
    }
    /// Finds a path, or none; the other find_path() says why there is none.
    expected<std::optional<path>> find_path(const request &ask) {
        using maybe = std::optional<path>;
        path found;
        fw_result result = found.prepare();
        if (result == FW_OK)
            result = fw_find_path(get(), &ask, found.get());
        if (!detail::is_answer(result))
            return detail::fail<maybe>(refused(ask, result, "fw_find_path"));
        return result == FW_OK ? maybe(std::move(found)) : maybe();
    }
    /// Finds many paths of one unit. The start of the request and the pose of its goal are not read.
    expected<paths> find_paths(const request &ask, view<const fw_pose> starts, view<const fw_pose> goals) {
        if (starts.size() != goals.size())
            return detail::fail<paths>(error(FW_BAD_SIZE,
                                             "goals: there are " + std::to_string(starts.size()) + " starts and " +
                                                 std::to_string(goals.size()) + " goals",
                                             "goals"));
        const std::size_t count = starts.size();
        paths found{ std::vector<fw_result>(count), std::vector<double>(count), std::vector<double>(count),
                     std::vector<std::int32_t>(count + 1), std::vector<fw_segment>(16 * count + 16) };
        struct unfinished : fw_batch {
            ~unfinished() { fw_search_end(search); } // if memory for segments runs out
        } batch{};
        batch.results = found.results.data();
        batch.offsets = found.offsets.data();
        batch.lengths = found.lengths.data();
        batch.costs = found.costs.data();
        fw_result result = FW_BUFFER_TOO_SMALL;
        while (result == FW_BUFFER_TOO_SMALL) {
            batch.segments = found.segments.data();
            batch.capacity = static_cast<std::int32_t>(found.segments.size());
            result =
                fw_find_paths(get(), &ask, starts.data(), goals.data(), static_cast<std::int32_t>(count), 0, &batch);
            if (result == FW_BUFFER_TOO_SMALL)
                found.segments.resize(2 * found.segments.size());
        }
        if (result != FW_OK)
            return detail::fail<paths>(refused(ask, result, "fw_find_paths"));
        found.segments.resize(static_cast<std::size_t>(found.offsets[count]));
        return found;
    }
    /// Begins a search that the caller runs in steps.
    expected<search> begin(const request &ask) {
        fw_search *begun = nullptr;
        const fw_result result = fw_search_begin(get(), &ask, &begun);
        if (result != FW_OK)
            return detail::fail<search>(refused(ask, result, "fw_search_begin"));
        return search(detail::share(begun, fw_search_end, shared(), std::make_shared<const request>(ask)));
    }
    /// Asks for a path and, if there is none, tells why. Floods the whole map: not for each unit in each tick.
    expected<fw_explanation> explain(const request &ask) {
        fw_explanation why{};
        const fw_result result = fw_explain(get(), &ask, &why, sizeof why);
        return detail::value_of(result, "fw_explain", why);
    }
    /// FW_AREAS: the areas that the walk of the last find_path() leads through.
    std::vector<std::int32_t> area_path() const { return detail::areas_of<fw_planner>(fw_planner_area_path, get()); }
    /// Statistics of the last find_path().
    fw_statistics statistics() const noexcept {
        fw_statistics told{};
        fw_planner_get_statistics(get(), &told, sizeof told);
        return told;
    }

    /// Adds a request to the queue, which run() serves.
    expected<fw_ticket> enqueue(const request &ask, std::int32_t priority = 1) {
        fw_ticket ticket = 0;
        const fw_result result = fw_planner_enqueue(get(), &ask, priority, &ticket);
        if (result != FW_OK)
            return detail::fail<fw_ticket>(refused(ask, result, "fw_planner_enqueue"));
        queued_.emplace(ticket, ask);
        return ticket;
    }
    /// Serves the queue for some work and some time, 0 = no limit. FW_PENDING: some requests have no answer yet.
    expected<fw_result> run(std::uint64_t work, std::uint64_t microseconds = 0) {
        const fw_result result = fw_planner_run(get(), work, microseconds);
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(detail::error_of(result, "fw_planner_run"));
        return result;
    }
    /// The ticket whose answer has waited longest; 0 if there is no answer.
    fw_ticket next_answer() const noexcept { return fw_planner_next_answer(get()); }
    /// Takes the answer of a request, whose ticket ends. Returns as find_path() does, or FW_PENDING: not yet.
    expected<fw_result> collect(fw_ticket ticket, path &found) {
        fw_result result = found.prepare();
        if (result == FW_OK)
            result = fw_planner_collect(get(), ticket, found.get());
        if (!detail::is_answer(result))
            return detail::fail<fw_result>(detail::error_of(result, "fw_planner_collect"));
        if (result != FW_PENDING)
            queued_.erase(ticket);
        return result;
    }
    /// Removes a request from the queue.
    void cancel(fw_ticket ticket) noexcept {
        fw_planner_cancel(get(), ticket);
        queued_.erase(ticket);
    }

    /// Makes a path straighter or rounder.
    expected<void> smooth(path &shaped, fw_smoothing kind, const overlay *changes = nullptr) {
        const fw_result result = fw_path_smooth(get(), changes ? changes->get() : nullptr, kind, shaped.get());
        return detail::must(result, "fw_path_smooth");
    }

    /// Computes the fastest speed profile of a path.
    expected<void> profile(path &shaped, const speed_def &limits) {
        const fw_result result = fw_path_profile(map_.get(), &limits, shaped.get(), nullptr);
        if (result == FW_OK)
            return detail::succeed();
        return detail::fail<void>(detail::refused(fw_speed_refusal(&limits), result, "fw_path_profile"));
    }

private:
    planner(std::shared_ptr<fw_planner> made, std::shared_ptr<const fw_map> ground)
        : owner(std::move(made)), map_(std::move(ground)) {}

    error refused(const request &ask, fw_result result, const char *call) const {
        return detail::refused(fw_request_refusal(map_.get(), &ask), result, call);
    }

    std::shared_ptr<const fw_map> map_;
    std::unordered_map<fw_ticket, request> queued_; ///< what their pointers point to must live until they are collected
};

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
