#ifndef FAIRWAY_CPP_MAP_HPP
#define FAIRWAY_CPP_MAP_HPP

/// @file
/// Maps, the units that move on them, and snapshots.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "fairway/bulk.h"
#include "fairway/check.h"
#include "fairway/cpp/error.hpp"
#include "fairway/cpp/overlay.hpp"
#include "fairway/cpp/path.hpp"
#include "fairway/cpp/view.hpp"
#include "fairway/map.h"
#include "fairway/place.h"
#include "fairway/snapshot.h"

namespace fairway {
inline namespace FAIRWAY_MODE {

using map_def = filled<fw_map_def, fw_map_def_init>;
using unit_def = filled<fw_unit_def, fw_unit_def_init>;
using check_def = filled<fw_check_def, fw_check_def_init>;

class snapshot;

/// What a map and a snapshot answer alike, as of the last commit. Planners search either.
class readable_map : public detail::owner<const fw_map> {
public:
    std::int32_t width() const noexcept { return fw_map_width(get()); }
    std::int32_t height() const noexcept { return fw_map_height(get()); }
    /// Grows with each commit that changes a tile.
    std::uint64_t version() const noexcept { return fw_map_version(get()); }
    std::uint8_t terrain(std::int32_t x, std::int32_t y) const noexcept { return fw_map_terrain(get(), x, y); }
    /// Name of a terrain; "" if it has none.
    const char *terrain_name(std::uint8_t terrain) const noexcept { return fw_map_terrain_name(get(), terrain); }
    /// The place nearest to a pose where a unit may stand besides other bodies, whether or not it can get there; none
    /// if there is no such place.
    expected<std::optional<fw_pose>> nearest_free(fw_unit_id unit, fw_pose from, view<const fw_tree> taken = {},
                                                  const overlay *changes = nullptr) const {
        using maybe = std::optional<fw_pose>;
        fw_pose place{};
        const fw_result result = fw_map_nearest_free(get(), unit, changes ? changes->get() : nullptr, from,
                                                     taken.data(), static_cast<std::int32_t>(taken.size()), &place);
        if (result == FW_NOT_FOUND)
            return maybe();
        return detail::value_of(result, "fw_map_nearest_free", maybe(place));
    }
    /// True if the unit may stand with its north-west tile at (x, y).
    bool fits(fw_unit_id unit, std::int32_t x, std::int32_t y) const noexcept { return fw_map_fits(get(), unit, x, y); }
    /// True if a path joins two tiles; found without a search.
    bool connected(fw_unit_id unit, fw_anchor from, fw_anchor to) const noexcept {
        return fw_map_connected(get(), unit, from.x, from.y, to.x, to.y);
    }
    /// Terrains of all tiles, row by row.
    expected<std::vector<std::uint8_t>> terrains() const {
        std::vector<std::uint8_t> values(tiles());
        const fw_result result = fw_map_read_terrains(get(), values.data());
        return detail::value_of(result, "fw_map_read_terrains", std::move(values));
    }
    /// Side of the largest square of tiles that can be entered, growing right and down from each tile.
    expected<std::vector<std::int32_t>> clearances(std::uint32_t capability) const {
        std::vector<std::int32_t> values(tiles());
        const fw_result result = fw_map_read_clearances(get(), capability, values.data());
        return detail::value_of(result, "fw_map_read_clearances", std::move(values));
    }
    /// Label of each tile's region; 0 where the unit does not fit. Paths join the tiles of one label.
    expected<std::vector<std::uint32_t>> regions(fw_unit_id unit) const {
        std::vector<std::uint32_t> values(tiles());
        const fw_result result = fw_map_read_regions(get(), unit, values.data());
        return detail::value_of(result, "fw_map_read_regions", std::move(values));
    }
    /// The definition of a unit, with its derived size and footprint.
    expected<fw_unit_def> unit(fw_unit_id id) const {
        fw_unit_def def{};
        const fw_result result = fw_map_get_unit(get(), id, &def, sizeof def);
        return detail::value_of(result, "fw_map_get_unit", def);
    }
    /// Judges a path by geometry that no planner uses.
    expected<fw_check_report> check(fw_unit_id unit, const path &judged, const check_def &def = {}) const {
        fw_check_report report{};
        const fw_result result = fw_path_get_check(get(), unit, judged.get(), &def, &report, sizeof report);
        return detail::value_of(result, "fw_path_get_check", report);
    }
    /// Holds this version, for any thread, while the map is edited.
    expected<fairway::FAIRWAY_MODE::snapshot> snapshot() const;

protected:
    using owner::owner;

private:
    std::size_t tiles() const noexcept {
        return static_cast<std::size_t>(width()) * static_cast<std::size_t>(height());
    }
};

namespace detail {

/// The error that says which field of a map's def is wrong. Of several, it is the one that fw_map_create() refuses.
inline error map_refused(const fw_map_def &def, fw_result result) {
    const auto wrong = [result](const char *field, const char *expected, long value) {
        return error(result, std::string(field) + ": " + expected + " expected, not " + std::to_string(value), field);
    };
    const auto is_side = [](std::int32_t side) { return side >= 1 && side <= FW_MAX_SIDE; };
    const std::string sides = "from 1 to " + std::to_string(FW_MAX_SIDE) + " tiles";
    if (result == FW_BAD_SIZE && !is_side(def.width))
        return wrong("width", sides.c_str(), def.width);
    if (result == FW_BAD_SIZE && !is_side(def.height))
        return wrong("height", sides.c_str(), def.height);
    if (result == FW_UNKNOWN_TERRAIN)
        return wrong("fill", "a terrain from 0 to 31", def.fill);
    if (result == FW_BAD_VALUE)
        return wrong("old_versions", ("from 0 to " + std::to_string(FW_MAX_OLD_VERSIONS)).c_str(), def.old_versions);
    return error_of(result, "fw_map_create");
}

} // namespace detail

/// A map. The thread that edits it calls these functions; planners on other threads search meanwhile.
class map : public readable_map {
public:
    static expected<map> create(const map_def &def) {
        fw_map *made = nullptr;
        const fw_result result = fw_map_create(&def, &made);
        if (result != FW_OK)
            return detail::fail<map>(detail::map_refused(def, result));
        return adopt(made);
    }
    /// A map of one terrain.
    static expected<map> create(std::int32_t width, std::int32_t height, std::uint8_t fill = FW_GROUND) {
        map_def def;
        def.width = width;
        def.height = height;
        def.fill = fill;
        return create(def);
    }
    /// Owns a map that a C function has made.
    static map adopt(fw_map *made) { return map(detail::share(made, fw_map_destroy)); }

    /// The object, for C functions that change it.
    fw_map *get() noexcept { return const_cast<fw_map *>(readable_map::get()); }
    const fw_map *get() const noexcept { return readable_map::get(); }

    /// Edits: searches see them after commit().
    expected<void> set_tile(std::int32_t x, std::int32_t y, std::uint8_t terrain) {
        return detail::must(fw_map_set_tile(get(), x, y, terrain), "fw_map_set_tile");
    }
    expected<void> set_rect(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height,
                            std::uint8_t terrain) {
        return detail::must(fw_map_set_rect(get(), x, y, width, height, terrain), "fw_map_set_rect");
    }
    /// Sets a rectangle of tiles, whose terrains come row by row.
    expected<void> set_tiles(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height,
                             view<const std::uint8_t> terrains) {
        const std::size_t wanted =
            width > 0 && height > 0 ? static_cast<std::size_t>(width) * static_cast<std::size_t>(height) : 0;
        if (wanted && terrains.size() != wanted)
            return detail::fail<void>(
                error(FW_BAD_SIZE,
                      "terrains: " + std::to_string(terrains.size()) + " of " + std::to_string(wanted) + " tiles",
                      "terrains"));
        const fw_result result = fw_map_set_tiles(get(), x, y, width, height, terrains.data(),
                                                  width > 0 ? static_cast<std::size_t>(width) : 0);
        return detail::must(result, "fw_map_set_tiles");
    }
    expected<void> commit() { return detail::must(fw_map_commit(get()), "fw_map_commit"); }
    /// Takes back all edits since the last commit.
    void discard() noexcept { fw_map_discard(get()); }

    /// Registers a kind of unit.
    expected<fw_unit_id> add_unit(const unit_def &def) {
        fw_unit_id id = 0;
        const fw_result result = fw_map_add_unit(get(), &def, &id);
        if (result != FW_OK)
            return detail::fail<fw_unit_id>(detail::refused(fw_unit_refusal(&def), result, "fw_map_add_unit"));
        return id;
    }
    expected<void> remove_unit(fw_unit_id unit) {
        return detail::must(fw_map_remove_unit(get(), unit), "fw_map_remove_unit");
    }
    /// Builds the tables of a method for a unit.
    expected<void> prepare(fw_unit_id unit, fw_method method) {
        const fw_result result = fw_map_prepare(get(), unit, method);
        if (result == FW_OK)
            return detail::succeed();
        return detail::fail<void>(
            detail::refused(fw_map_prepare_refusal(get(), unit, method), result, "fw_map_prepare"));
    }

private:
    using readable_map::readable_map;
};

/// A hold on one version of a map, for any thread. Planners, fields and forests take it for a map.
class snapshot : public readable_map {
private:
    friend class readable_map;
    using readable_map::readable_map;
};

inline expected<snapshot> readable_map::snapshot() const {
    using held_map = fairway::FAIRWAY_MODE::snapshot;
    fw_snapshot *taken = nullptr;
    const fw_result result = fw_snapshot_take(get(), &taken);
    if (result != FW_OK)
        return detail::fail<held_map>(detail::error_of(result, "fw_snapshot_take"));
    const auto release = [taken](const fw_map *) { fw_snapshot_release(taken); };
    return held_map(detail::share(fw_snapshot_map(taken), release, shared()));
}

} // namespace FAIRWAY_MODE
} // namespace fairway

#endif
