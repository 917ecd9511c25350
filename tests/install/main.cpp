// Asks an installed library for a path, by the C++ headers.
#include <cstdio>

#include <fairway/fairway.hpp>

int main()
{
    auto map = fairway::map::create(64, 64);
    const fw_unit_id unit = map.add_unit({});
    auto planner = fairway::planner::create(map);
    const auto path = planner.find_path({ unit, fw_pose_on_tile(3, 4, 1), fw_goal_at(40.4, 20.7) });
    std::printf("%.3f tiles\n", path ? path->length() : 0.0);
    return path ? 0 : 1;
}
