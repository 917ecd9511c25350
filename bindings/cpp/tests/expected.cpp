// The same without exceptions: functions return values or errors.
#include <cstring>
#include <utility>

#include "check.hpp"

static_assert(!FAIRWAY_EXCEPTIONS);

int main() {
    auto room = fairway::map::create(16, 16);
    EXPECT(room.has_value() && room->width() == 16);
    EXPECT(room->set_rect(7, 0, 1, 15, FW_BLOCKED).has_value() && room->commit());
    const auto unit = room->add_unit({});
    auto planner = fairway::planner::create(*room);
    EXPECT(unit && planner);

    fairway::request ask(*unit, { 2.5, 2.5, 0 }, fw_goal_at(12.5, 2.5));
    const auto path = planner->find_path(ask);
    EXPECT(path && path->has_value() && (*path)->length() > 10);
    fairway::path found;
    EXPECT(*planner->find_path(ask, found) == FW_OK && found.length() == (*path)->length());
    auto begun = planner->begin(ask);
    EXPECT(begun && begun->step(0).value() == FW_OK);

    ask.weight = 0;
    const auto refused = planner->find_path(ask);
    EXPECT(!refused && refused.error().field() == "weight" && refused.error().result() == FW_BAD_VALUE);
    EXPECT(!planner->begin(ask) && !planner->enqueue(ask) && !fairway::map::create(0, 1));
    const auto wrong = room->set_tile(99, 99, FW_GROUND);
    EXPECT(!wrong && std::strstr(wrong.error().what(), "fw_map_set_tile"));

    const auto elsewhere = std::move(*room);
    EXPECT(!room->commit() && elsewhere.width() == 16); // NOLINT(bugprone-use-after-move)
    return verdict("expected");
}
