// Maps, planners, paths and so on, as a program with exceptions meets them.
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "check.hpp"

namespace {

/// A call that must be refused with a sentence that contains some text.
template <typename Call> void refuses(const char *text, fw_result result, Call call, int line) {
    try {
        call();
        std::fprintf(stderr, "%s:%d: nothing was refused\n", __FILE__, line);
        failures++;
    } catch (const fairway::error &why) {
        if (std::strstr(why.what(), text) && why.result() == result)
            return;
        std::fprintf(stderr, "%s:%d: %d, %s\n", __FILE__, line, why.result(), why.what());
        failures++;
    }
}
#define REFUSES(text, result, call)                                                                                    \
    refuses(                                                                                                           \
        text, result, [&] { (void)(call); }, __LINE__)

fairway::map room_with_wall() {
    auto room = fairway::map::create(32, 16);
    room.set_rect(15, 0, 2, 12, FW_BLOCKED);
    room.commit();
    return room;
}

fairway::request across(fw_unit_id unit) {
    return { unit, fw_pose_on_tile(2, 2, 1), fw_goal_on_tile(28, 2, 1) };
}

void paths_are_those_of_the_c_function() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto planner = fairway::planner::create(room);
    auto ask = across(unit);
    ask.smoothing = FW_SMOOTH_TAUT;
    const auto path = planner.find_path(ask);
    EXPECT(path.has_value());
    fairway::path same;
    EXPECT(same.prepare() == FW_OK && fw_find_path(planner.get(), &ask, same.get()) == FW_OK);
    EXPECT(path->size() == same.size() && path->length() == same.length() && path->cost() == same.cost());
    double length = 0;
    for (const fw_segment &segment : *path)
        length += segment.length;
    EXPECT(std::abs(length - path->length()) < 1e-9);
    const auto poses = path->sample(0.5);
    EXPECT(poses.front().x == 2.5 && std::abs(poses.back().x - 28.5) < 1e-9);
    for (std::size_t i = 1; i < poses.size(); i++)
        EXPECT(std::hypot(poses[i].x - poses[i - 1].x, poses[i].y - poses[i - 1].y) <= 0.5 + 1e-9);
    EXPECT(room.check(unit, *path).legal);
#if __cplusplus >= 202002L
    const std::span<const fw_segment> span = path->segments();
    EXPECT(span.size() == path->size());
#endif
}

void no_path_is_an_answer() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    room.set_rect(15, 0, 1, 16, FW_BLOCKED);
    room.commit();
    auto planner = fairway::planner::create(room);
    fairway::path found;
    EXPECT(!planner.find_path(across(unit)));
    EXPECT(planner.find_path(across(unit), found) == FW_UNREACHABLE && found.empty());
    auto begun = planner.begin(across(unit));
    EXPECT(begun.step() == FW_UNREACHABLE);
}

void searches_in_slices_and_queues_find_the_same() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto planner = fairway::planner::create(room);
    const auto ask = across(unit);
    const auto whole = planner.find_path(ask);
    auto begun = planner.begin(ask);
    fairway::path sliced, queued;
    while (begun.step(3) == FW_PENDING)
        EXPECT(begun.progress() <= 1);
    EXPECT(begun.best_so_far(sliced) == FW_OK && sliced.length() == whole->length());
    const auto ticket = planner.enqueue(ask, 2);
    while (planner.run(5) == FW_PENDING)
        EXPECT(planner.collect(ticket, queued) == FW_PENDING);
    EXPECT(planner.next_answer() == ticket);
    EXPECT(planner.collect(ticket, queued) == FW_OK && queued.length() == whole->length());
    REFUSES("ticket", FW_UNKNOWN_TICKET, planner.collect(ticket, queued));
    const std::vector<fw_pose> starts(3, ask.start), goals(3, ask.goal.pose);
    const auto many = planner.find_paths(ask, starts, goals);
    EXPECT(many.lengths[2] == whole->length() && many[2].size() == whole->size());
    REFUSES("goals", FW_BAD_SIZE, planner.find_paths(ask, starts, { ask.start }));
}

void what_an_object_needs_outlives_it() {
    fairway::path found;
    auto begun = [] {
        auto room = room_with_wall();
        const auto unit = room.add_unit({});
        auto ask = across(unit);
        ask.go_to_any({ { 28.5, 2.5, 0 }, { 29.5, 2.5, 0 } });
        auto overlay = fairway::overlay::create(32, 16);
        overlay.block(15, 12, 2, 2);
        ask.apply(overlay);
        auto planner = fairway::planner::create(room);
        return planner.begin(ask);
    }(); // map, planner, overlay and request are gone
    EXPECT(begun.step() == FW_OK && begun.best_so_far(found) == FW_OK && found.length() > 26);
    auto planner = fairway::planner::create(room_with_wall());
    EXPECT(planner.statistics().expanded == 0);
    auto snapshot = room_with_wall().snapshot();
    EXPECT(snapshot.width() == 32 && snapshot.terrain(15, 3) == FW_BLOCKED);
}

void snapshots_stay_as_they_are_on_other_threads() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto held = room.snapshot();
    double length = 0;
    std::thread search([&] { length = fairway::planner::create(held).find_path(across(unit))->length(); });
    room.set_rect(15, 0, 2, 12, FW_GROUND);
    room.commit();
    search.join();
    EXPECT(length > 30 && fairway::planner::create(room).find_path(across(unit))->length() == 26);
    EXPECT(held.version() + 1 == room.version());
}

void arrays_of_maps_and_fields_are_those_of_single_calls() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    const auto terrains = room.terrains();
    const auto regions = room.regions(unit);
    const auto clearances = room.clearances(1u << FW_GROUND);
    auto field = fairway::field::create(room);
    field.fill(unit, { fw_anchor{ 28, 2 } });
    const auto costs = field.costs();
    const auto steps = field.steps();
    for (std::int32_t y = 0; y < 16; y++)
        for (std::int32_t x = 0; x < 32; x++) {
            const auto at = static_cast<std::size_t>(y * 32 + x);
            EXPECT(terrains[at] == room.terrain(x, y) && costs[at] == field.cost(x, y));
            EXPECT(steps[at] == field.step(x, y) && (regions[at] != 0) == room.fits(unit, x, y));
            EXPECT(clearances[at] == fw_map_clearance(room.get(), 1u << FW_GROUND, x, y));
        }
    const double cost = fairway::planner::create(room).find_path(across(unit))->cost();
    EXPECT(std::abs(costs[2 * 32 + 2] - cost) < 1e-6); // integers are added
    auto copy = fairway::map::create(32, 16);
    copy.set_tiles(0, 0, 32, 16, terrains);
    copy.commit();
    EXPECT(copy.terrains() == terrains);
    REFUSES("3 of 512 tiles", FW_BAD_SIZE, copy.set_tiles(0, 0, 32, 16, std::array<std::uint8_t, 3>{}));
}

void forests_and_their_snapshots_find_paths() {
    auto forest = fairway::forest::create();
    const auto tree = forest.add({ 0, 0, 1 });
    auto held = forest.snapshot();
    forest.remove(tree);
    fairway::forest_request ask;
    ask.start_x = -4;
    ask.goal_x = 4;
    fairway::path around, straight;
    EXPECT(fairway::forest_planner::create(held).find_path(ask, around) == FW_OK && around.size() == 3);
    EXPECT(fairway::forest_planner::create(forest).find_path(ask, straight) == FW_OK && straight.length() == 8);
    REFUSES("circle", FW_UNKNOWN_TREE, forest.remove(tree));
    ask.radius = -1;
    REFUSES("fw_forest_find_path", FW_BAD_VALUE, fairway::forest_planner::create(held).find_path(ask, around));
}

void traffic_is_saved_and_restored() {
    auto yard = fairway::map::create(16, 16);
    fairway::unit_def round;
    round.footprint = fw_circle(0.4);
    const auto kind = yard.add_unit(round);
    auto crowd = fairway::traffic::create(yard);
    fairway::agent_def agent;
    agent.unit = kind;
    agent.start = { 2, 2, 0 };
    REFUSES("id", FW_BAD_VALUE, crowd.add(agent));
    agent.id = 7;
    crowd.add(agent);
    crowd.order(7, 12, 12);
    crowd.step(1, 1000);
    auto later = fairway::traffic::create(yard);
    later.restore(crowd.save());
    for (auto *each : { &crowd, &later })
        each->step(2.5, 1000);
    EXPECT(crowd.state(7).pose.x == later.state(7).pose.x && crowd.states().front().driven > 1);
    REFUSES("places", FW_BAD_SIZE, crowd.order_group({ 7u }, {}));
    REFUSES("fw_traffic_get_state", FW_UNKNOWN_UNIT, crowd.state(8));
}

void traffic_takes_orders_and_answers_questions() {
    auto yard = fairway::map::create(40, 40);
    fairway::unit_def round;
    round.footprint = fw_circle(0.4);
    fairway::agent_def agent;
    agent.unit = yard.add_unit(round);
    auto crowd = fairway::traffic::create(yard);
    std::vector<fw_agent_id> ids;
    for (agent.id = 1; agent.id <= 20; agent.id++) {
        agent.start = { 3.5 + agent.id, 3.5, 0 };
        crowd.add(agent);
        ids.push_back(agent.id);
    }
    EXPECT(crowd.in_rect(0, 0, 40, 40) == ids &&
           crowd.in_circle(6.5, 3.5, 0.7) == std::vector<fw_agent_id>({ 2, 3, 4 }));
    const auto nearest = crowd.nearest(9.6, 3.5);
    EXPECT(nearest && nearest->id == 6 && std::fabs(nearest->distance - 0.1) < 1e-9);
    EXPECT(!crowd.nearest(9.6, 3.5, 2) && !crowd.nearest(39, 39, 1, 0, 2));
    crowd.set_sides(9, 2);
    EXPECT(crowd.nearest(9.6, 3.5, 2)->id == 9);

    const auto before = crowd.hash();
    crowd.order_near(ids, 30.5, 30.5);
    crowd.order_along(1, { { 10.5, 20.5, 0 }, { 20.5, 20.5, 0 } });
    crowd.follow(2, 1, 2);
    crowd.halt_near(3, 4, 1);
    crowd.set_regard(4, 2, 1, 1);
    EXPECT(crowd.hash() != before);
    for (int i = 0; i < 20; i++)
        crowd.step(0.1, 20000);
    EXPECT(crowd.corners(1).size() >= 1);
    crowd.stop(1);
    crowd.hold(1);
    crowd.set_obstacle(1, { 39, 39, 0 }, 0, 0, 0.5);
    crowd.remove_obstacle(1);
    crowd.place(5, { 2.5, 30.5, 0 });
    EXPECT(crowd.in_circle(2.5, 30.5).at(0) == 5);
    const auto site = crowd.clear_rect(0, 0, 30, 3);
    crowd.release_site(site);
    EXPECT(crowd.wait(5).seconds == 0 && crowd.wait(5).other == 0);
    EXPECT(crowd.cause(1).cause == FW_CAUSE_NONE && crowd.cause(1).other == 0);
    REFUSES("fw_traffic_get_cause", FW_UNKNOWN_UNIT, crowd.cause(99));
    REFUSES("fw_traffic_release_site", FW_BAD_VALUE, crowd.release_site(site));
    REFUSES("fw_traffic_get_corners", FW_UNKNOWN_UNIT, crowd.corners(99));
    REFUSES("fw_traffic_in_circle", FW_BAD_VALUE, crowd.in_circle(1, 1, -1));
}

void a_save_on_another_map_is_told() {
    auto yard = fairway::map::create(12, 5), other = fairway::map::create(12, 5);
    other.set_tile(3, 3, FW_BLOCKED);
    other.commit();
    const auto saved = fairway::traffic::create(yard).save();
    EXPECT(fairway::traffic::create(yard).restore(saved) == FW_OK);
    EXPECT(fairway::traffic::create(other).restore(saved) == FW_STALE);
    REFUSES("fw_traffic_restore", FW_BAD_VALUE, fairway::traffic::create(yard).restore(std::vector<std::byte>(40)));
}

void ground_of_traffic_changes_by_overlays_and_speeds() {
    auto yard = fairway::map::create(12, 5);
    fairway::unit_def round;
    round.footprint = fw_circle(0.4);
    fairway::agent_def agent;
    agent.id = 1;
    agent.unit = yard.add_unit(round);
    agent.start = { 1.5, 2.5, 0 };
    auto wall = fairway::overlay::create(12, 5), small = fairway::overlay::create(3, 3);
    wall.block(6, 0, 1, 5);
    EXPECT(!yard.nearest_free(agent.unit, { 30, 2, 0 }, { { 11.5, 2.5, 20 } }));
    EXPECT(yard.nearest_free(agent.unit, { 6.6, 2.5, 1 }, {}, &wall)->x > 7.3);
    EXPECT(std::strcmp(yard.terrain_name(FW_GROUND), "ground") == 0);
    const auto position = [&](auto prepare) {
        auto crowd = fairway::traffic::create(yard);
        crowd.add(agent);
        prepare(crowd);
        crowd.order(1, 10.5, 2.5);
        for (int i = 0; i < 30; i++)
            crowd.step(0.25, 20000);
        return crowd.state(1).pose.x;
    };
    std::array<double, FW_TERRAIN_COUNT> slow{};
    slow[FW_GROUND] = 0.2;
    EXPECT(position([&](auto &crowd) { crowd.set_speeds(agent.unit, slow); }) < 4);
    EXPECT(position([&](auto &crowd) { crowd.set_overlay(&wall); }) < 6);
    EXPECT(position([&](auto &crowd) { crowd.set_kind_overlay(agent.unit, &wall); }) < 6);
    EXPECT(position([&](auto &crowd) { crowd.set_unit_overlay(1, &wall); }) < 6);
    EXPECT(position([&](auto &crowd) { crowd.set_unit_overlay(1, nullptr); }) > 7);
    auto crowd = fairway::traffic::create(yard);
    REFUSES("fw_traffic_set_overlay", FW_WRONG_MAP, crowd.set_overlay(&small));
}

void paths_are_shaped() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto planner = fairway::planner::create(room);
    auto path = *planner.find_path(across(unit));
    const auto before = path.copy();
    planner.smooth(path, FW_SMOOTH_TAUT);
    EXPECT(path.length() < before.length() && fairway::path::of(before.segments()).length() == before.length());
    fairway::speed_def limits;
    limits.top = 2;
    planner.profile(path, limits);
    EXPECT(path.duration() > path.length() / 2 && path.speeds().front().speed == 0);
    EXPECT(path.pose_at_time(0).x == 2.5);
    limits.top = -1;
    REFUSES("top: ", FW_BAD_VALUE, planner.profile(path, limits));
    auto rest = path.split(10);
    EXPECT(std::abs(path.length() - 10) < 1e-9);
    path.join(rest);
    REFUSES("fw_path_join", FW_BAD_VALUE, path.join(rest));
    path.reverse();
    EXPECT(path.pose_at(0).x == 28.5);
    EXPECT(path.nearest(29, 2.5).distance == 0 && path.nearest(29, 2.5).away == 0.5);
}

void a_path_that_is_followed_lives_as_long_as_its_requests() {
    auto room = room_with_wall();
    auto planner = fairway::planner::create(room);
    auto ask = across(room.add_unit({}));
    fairway::path answer;
    double length = 0;
    {
        auto path = planner.find_path(ask);
        length = path->length();
        ask.follow(*path);
    }
    ask.start = { 2.5, 2.5, 0 };
    const auto ticket = planner.enqueue(ask);
    EXPECT(planner.run(0) == FW_OK && planner.collect(ticket, answer) == FW_OK);
    EXPECT(std::abs(answer.length() - length) < 1e-9);
    EXPECT(planner.find_path(ask.follow(answer), answer) == FW_OK && std::abs(answer.length() - length) < 1e-9);
}

void walks_use_areas() {
    auto room = room_with_wall();
    fairway::unit_def def;
    def.methods |= FW_METHOD_BIT(FW_AREAS);
    const auto unit = room.add_unit(def);
    fairway::area_map_def squares;
    squares.side = 8;
    auto ask = across(unit);
    {
        const auto areas = fairway::area_map::create(room, unit, squares);
        EXPECT(areas.count() > 4 && areas.at(15, 3) == -1 && areas.label(0) == 0);
        ask.use(areas);
    }
    ask.method = FW_AREAS;
    auto planner = fairway::planner::create(room);
    EXPECT(planner.find_path(ask).has_value());
    const auto walk = planner.area_path();
    EXPECT(walk.size() > 2);
    auto search = planner.begin(ask);
    EXPECT(search.step() == FW_OK && search.area_path() == walk);
}

void mistakes_are_told_by_field() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto planner = fairway::planner::create(room);
    auto ask = across(unit);
    ask.weight = 0;
    REFUSES("weight: ", FW_BAD_VALUE, planner.find_path(ask));
    REFUSES("weight: ", FW_BAD_VALUE, planner.begin(ask));
    REFUSES("weight: ", FW_BAD_VALUE, planner.enqueue(ask));
    ask = across(unit + 1);
    REFUSES("unit: ", FW_UNKNOWN_UNIT, planner.find_path(ask));
    ask = across(unit);
    ask.start.x = std::nan("");
    REFUSES("start", FW_NOT_FINITE, planner.find_path(ask));
    fairway::unit_def wrong;
    wrong.turn_radius = -1;
    REFUSES("turn_radius: ", FW_BAD_VALUE, room.add_unit(wrong));
    REFUSES("width: from 1 to 16384 tiles expected, not 0", FW_BAD_SIZE, fairway::map::create(0, 5));
    REFUSES("height: from 1 to 16384 tiles expected, not 16385", FW_BAD_SIZE, fairway::map::create(5, 16385));
    REFUSES("fill: a terrain from 0 to 31 expected, not 32", FW_UNKNOWN_TERRAIN, fairway::map::create(5, 5, 32));
    fairway::map_def versions;
    versions.old_versions = -1;
    REFUSES("old_versions: from 0 to 1024 expected, not -1", FW_BAD_VALUE, fairway::map::create(versions));
    REFUSES("fw_map_set_tile", FW_OUT_OF_BOUNDS, room.set_tile(99, 0, FW_GROUND));
    REFUSES("method", FW_METHOD_DOES_NOT_FIT, room.prepare(unit, FW_DIRECTIONAL));
    REFUSES("fw_path_sample", FW_NULL_ARGUMENT, fairway::path().sample(1));
    REFUSES("fw_path_sample", FW_BAD_VALUE, planner.find_path(across(unit))->sample(0));
    REFUSES("fw_path_pose_at", FW_NULL_ARGUMENT, fairway::path().pose_at(0));
}

void what_was_moved_from_is_refused() {
    auto room = room_with_wall();
    const auto unit = room.add_unit({});
    auto planner = fairway::planner::create(room);
    auto begun = planner.begin(across(unit));
    auto field = fairway::field::create(room);
    auto forest = fairway::forest::create();
    auto crowd = fairway::traffic::create(room);
    auto overlay = fairway::overlay::create(32, 16);
    const auto room2 = std::move(room);
    const auto planner2 = std::move(planner);
    const auto begun2 = std::move(begun);
    const auto field2 = std::move(field);
    const auto forest2 = std::move(forest);
    const auto crowd2 = std::move(crowd);
    const auto overlay2 = std::move(overlay);
    // NOLINTBEGIN(bugprone-use-after-move)
    fairway::path found;
    EXPECT(!room && room.width() == 0 && !room.fits(unit, 1, 1) && crowd.states().empty() && field.step(1, 1) == 0);
    REFUSES("moved from", FW_NULL_ARGUMENT, room.set_tile(1, 1, FW_BLOCKED));
    REFUSES("moved from", FW_NULL_ARGUMENT, room.commit());
    REFUSES("moved from", FW_NULL_ARGUMENT, room.add_unit({}));
    REFUSES("moved from", FW_NULL_ARGUMENT, room.snapshot());
    REFUSES("moved from", FW_NULL_ARGUMENT, room.regions(unit));
    REFUSES("moved from", FW_NULL_ARGUMENT, fairway::planner::create(room));
    REFUSES("moved from", FW_NULL_ARGUMENT, planner.find_path(across(unit)));
    REFUSES("moved from", FW_NULL_ARGUMENT, planner.begin(across(unit)));
    REFUSES("moved from", FW_NULL_ARGUMENT, planner.enqueue(across(unit)));
    REFUSES("moved from", FW_NULL_ARGUMENT, planner.run(1));
    REFUSES("moved from", FW_NULL_ARGUMENT, begun.step());
    REFUSES("moved from", FW_NULL_ARGUMENT, begun.best_so_far(found));
    REFUSES("moved from", FW_NULL_ARGUMENT, field.fill(unit, { fw_anchor{ 1, 1 } }));
    REFUSES("moved from", FW_NULL_ARGUMENT, field.costs());
    REFUSES("moved from", FW_NULL_ARGUMENT, forest.add({ 0, 0, 1 }));
    REFUSES("moved from", FW_NULL_ARGUMENT, forest.snapshot());
    REFUSES("moved from", FW_NULL_ARGUMENT, fairway::forest_planner::create(forest));
    REFUSES("moved from", FW_NULL_ARGUMENT, crowd.step(1, 1));
    REFUSES("moved from", FW_NULL_ARGUMENT, crowd.save());
    REFUSES("moved from", FW_NULL_ARGUMENT, overlay.block(1, 1, 1, 1));
    planner.cancel(1);
    overlay.clear();
    room.discard();
    // NOLINTEND(bugprone-use-after-move)
    EXPECT(room2.width() == 32 && begun2.progress() >= 0 && field2.cost(1, 1) > 0 && forest2.count() == 0);
    EXPECT(crowd2.size() == 0 && overlay2 && planner2.next_answer() == 0);
}

} // namespace

int main() {
    paths_are_those_of_the_c_function();
    no_path_is_an_answer();
    searches_in_slices_and_queues_find_the_same();
    what_an_object_needs_outlives_it();
    snapshots_stay_as_they_are_on_other_threads();
    arrays_of_maps_and_fields_are_those_of_single_calls();
    forests_and_their_snapshots_find_paths();
    traffic_is_saved_and_restored();
    traffic_takes_orders_and_answers_questions();
    a_save_on_another_map_is_told();
    ground_of_traffic_changes_by_overlays_and_speeds();
    paths_are_shaped();
    a_path_that_is_followed_lives_as_long_as_its_requests();
    walks_use_areas();
    mistakes_are_told_by_field();
    what_was_moved_from_is_refused();
    return verdict("objects");
}
