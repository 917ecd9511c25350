// Searches over exact poses answer alike in a world and in its seven mirror images: which pose a cell keeps, and which
// of equal curves is tried, does not depend on the compass.
#include <string.h>

#include "common/judge.h"
#include "common/rounds.h"
#include "common/unit.h"

/// A request to a unit that turns wide, on a drawing of ground and rock.
static trial trial_of(const char *const *rows, int32_t height, fw_unit_def unit, fw_pose start, fw_goal goal)
{
    trial drawn = { .width = (int32_t)strlen(rows[0]), .height = height, .unit = unit };
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < drawn.width; x++)
            drawn.tiles[y * drawn.width + x] = rows[y][x] == '#' ? FW_BLOCKED : FW_GROUND;
    drawn.ask = fw_default_request();
    drawn.ask.start = start;
    drawn.ask.goal = goal;
    return drawn;
}

static fw_unit_def unit_of(fw_footprint body, double turn_radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = body;
    unit.turn_radius = turn_radius;
    return unit;
}

static void assert_alike(trial drawn)
{
    for (drawn.slice = 0; drawn.slice < TRIAL_SYMMETRIES - 1; drawn.slice += (uint64_t)stride(3)) {
        finding found;
        if (!judge_trial(&drawn, "a turned world", &found))
            fail_msg("%d: %s", (int)drawn.slice, found.detail);
    }
}

#define TRIAL(rows, unit, start, goal)                                                                       \
    trial_of((rows), (int32_t)(sizeof(rows) / sizeof *(rows)), (unit), (start), (goal))

TEST(a_lane_that_hardly_admits_the_body_is_found_from_all_sides)
{
    const char *rows[] = {
        "#########.###", //
        "#.....###..##", //
        "#.....####..#", //
        "#.....####..#", //
        "......#####..", //
        "......#####..", //
        "......######.", //
        ".....#######.", //
        ".....#######.", //
        "##..########.", //
        "###..######..", //
        "###...####..#", //
        "####.......##",
    };
    const fw_footprint body = fw_rectangle(0.76625947930371241, 0.27755355561338024);
    assert_alike(TRIAL(rows, unit_of(body, 5), ((fw_pose){ 3.5, 3.5, FW_PI / 2 }), fw_goal_at(9.5, 0.5)));
}

TEST(changes_of_gear_cost_the_same_from_all_sides)
{
    const char *rows[] = {
        "##.........", //
        "...........", //
        "...........", //
        "...........", //
        "...........", //
        "...........",
    };
    fw_unit_def unit = unit_of(fw_rectangle(1.4250038530084932, 0.91353524288839782), 1.0270593921624109);
    unit.reverse = true;
    unit.gear_change_cost = 1;
    assert_alike(TRIAL(rows, unit, ((fw_pose){ 9.5, 1.5, -2.0881935808468537 }), fw_goal_at(0.5, 3.5)));
}

TEST(one_of_many_goals_is_found_from_all_sides)
{
    const char *rows[] = {
        "################", //
        "################", //
        "###.........####", //
        "##............##", //
        "#...#######....#", //
        "...#########...#", //
        "..###########...", //
        "..############..", //
        "..############..", //
        "..############..", //
        "...######..##...", //
        "#...####...#...#", //
        "##........#...##", //
        "###......##..###", //
        "####.....#######", //
        "####....########",
    };
    const fw_unit_def unit = unit_of(fw_rectangle(2.4610506504516514, 0.82427331564721551), 5);
    const fw_goal goal = fw_goal_pose_within((fw_pose){ 9.5, 14.5, -FW_PI / 4 }, 4.8514398623029038);
    assert_alike(TRIAL(rows, unit, ((fw_pose){ 12.5, 12.5, -6.8616642759548281 }), goal));
}

TEST(wide_turns_in_both_gears_are_found_from_all_sides)
{
    const char *rows[] = {
        "....####.##", //
        ".....###.##", //
        "#.....##.##", //
        "###......##", //
        "###........", //
        "###........", //
        "#..........",
    };
    fw_unit_def unit = unit_of(fw_circle(0.26646957656873532), 74.728162986517304);
    unit.reverse = true;
    assert_alike(TRIAL(rows, unit, ((fw_pose){ 0.5, 1.5, 0.31549397615649788 }), fw_goal_at(8.5, 0.5)));
}

/// The body is much smaller than the unit's size, whose anchor lies outside the map at two of the borders.
TEST(a_disc_with_one_place_at_the_border_is_entered_from_all_sides)
{
    const char *rows[] = {
        "##", //
        "#.", //
        "#.",
    };
    fw_unit_def unit = unit_of(fw_circle(0.1443826115786776), 0.06337160087577498);
    unit.size = 3;
    assert_alike(TRIAL(rows, unit, ((fw_pose){ 1.5, 1.5, 0 }), fw_goal_within(1.5, 3.5, 1.1381450895759264)));
}

/// The goal's anchor lies outside the map at two of the borders; the corridor begins at the border.
TEST(a_corridor_along_the_border_admits_a_small_body_from_all_sides)
{
    const char *rows[] = {
        "#####", //
        "#.#..", //
        "#....",
    };
    fw_unit_def unit = unit_of(fw_circle(0.5), 0.5);
    unit.size = 3;
    unit.reverse = true;
    trial drawn = TRIAL(rows, unit, ((fw_pose){ 3.5, 1.5, 0 }),
                        fw_goal_pose_within((fw_pose){ 0.5, 1.5, 0 }, 2.2762675883541998));
    drawn.edits[0] = (overlay_edit){ .kind = EDIT_CORRIDOR, .width = 49, .height = 2 };
    drawn.edit_count = 1;
    assert_alike(drawn);
    drawn.edits[0].height =
        1; // a narrower corridor holds the goal's anchor only as the nearest one on the map
    assert_alike(drawn);
    drawn.edits[0].y = 1; // no anchor on the map
    assert_alike(drawn);
}

/// One member of the set has its anchor on the map from some sides only.
TEST(a_member_whose_anchor_lies_outside_the_map_is_found_from_all_sides)
{
    const char *rows[] = {
        "..#..", //
        ".....", //
        ".....",
    };
    fw_unit_def unit = unit_of(fw_circle(0.18395528954969886), 0.85819882711199036);
    unit.size = 3;
    trial drawn = TRIAL(rows, unit, ((fw_pose){ 2.5, 1.5, 0 }), ((fw_goal){ .kind = FW_GOAL_SET }));
    drawn.places[0] = (fw_pose){ 2.5, 2.5, -6.5681066888152611 };
    drawn.places[1] = (fw_pose){ 2.5, 1.5, 7.3967237213792405 };
    drawn.ask.goal.count = 2;
    drawn.ask.goal.has_heading = true;
    assert_alike(drawn);
}

/// The goal lies between two anchors, and a body that drives there along the row would leave the map. From the anchor
/// nearer to the start, the path does not pass its goal and come back.
TEST(a_goal_between_two_anchors_is_joined_to_the_one_nearer_to_the_start_from_all_sides)
{
    const char *rows[] = {
        "............", //
        "............", //
        "............", //
        "............", //
        "............", //
        "............", //
        "............", //
        "............", //
        "............", //
        "............",
    };
    fw_unit_def unit = unit_of(fw_rectangle(1.6, 1.05), 0.5);
    unit.methods = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_ON_DEMAND) | FW_METHOD_BIT(FW_JUMP_POINTS);
    const fw_pose ends[] = { { 11.22, 5, FW_PI / 2 }, { 4.1, 8.2, 0 }, { 4.1, 2.2, 0 } };
    for (fw_method method = FW_ASTAR; method <= FW_ON_DEMAND; method++)
        for (int i = 1; i < 3; i++)
            for (int backward = 0; backward < 2; backward++) {
                const fw_pose start = ends[backward ? 0 : i], goal = ends[backward ? i : 0];
                trial drawn = TRIAL(rows, unit, start, fw_goal_at(goal.x, goal.y));
                drawn.ask.method = method;
                assert_alike(drawn);
            }
}

/// No curve of this vehicle leads to the goal. Of two equally good grid paths, one faces the requested headings.
TEST(at_fixed_angles_a_vehicle_gets_a_legal_grid_path_or_none_from_all_sides)
{
    const char *rows[] = {
        "...", //
        "#..",
    };
    fw_unit_def unit = unit_of(fw_circle(0.5), 64);
    unit.corners = FW_CORNERS_ORTHOGONAL;
    trial drawn = TRIAL(rows, unit, ((fw_pose){ 2.5, 1.5, -3.4029217024149858 }),
                        fw_goal_pose((fw_pose){ 0.5, 0.5, -7 * FW_PI / 8 }));
    drawn.ask.fixed_angles = 8;
    assert_alike(drawn);
}
