// Lengths of Dubins and Reeds-Shepp curves beside those of another library, the Open Motion Planning Library. Built
// where that is installed.

#include <cmath>
#include <cstdio>
#include <random>

#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include "fairway/curve.h"

namespace {

using State = ompl::base::SE2StateSpace::StateType;

fw_pose random_pose(std::mt19937_64 &random, double span)
{
    std::uniform_real_distribution<double> along(-span, span), heading(-FW_PI, FW_PI);
    const double x = along(random), y = along(random);
    return { x, y, heading(random) };
}

void place(State *state, const fw_pose &pose)
{
    state->setXY(pose.x, pose.y);
    state->setYaw(pose.heading);
}

bool is_same(const char *what, double ours, double theirs, const fw_pose &start, const fw_pose &goal)
{
    if (std::fabs(ours - theirs) <= 1e-6 * (1 + theirs))
        return true;
    std::printf("%s from %.17g %.17g %.17g to %.17g %.17g %.17g: %.12g, not %.12g\n", what, start.x, start.y,
                start.heading, goal.x, goal.y, goal.heading, ours, theirs);
    return false;
}

} // namespace

int main()
{
    constexpr double radius = 1.5;
    constexpr int cases = 50000;
    const ompl::base::DubinsStateSpace dubins(radius);
    const ompl::base::ReedsSheppStateSpace reeds_shepp(radius);
    State *from = dubins.allocState()->as<State>(), *to = dubins.allocState()->as<State>();
    std::mt19937_64 random(1);
    int wrong = 0;
    for (int i = 0; i < cases; i++) {
        const double span = i % 3 == 0 ? 1 : i % 3 == 1 ? 6 : 60;
        const fw_pose start = random_pose(random, span), goal = random_pose(random, span);
        place(from, start);
        place(to, goal);
        double forward = 0;
        fw_curve curve;
        const bool drives = fw_dubins_length(start, goal, radius, &forward) == FW_OK &&
                            fw_reeds_shepp(start, goal, radius, 1, 0, &curve) == FW_OK;
        wrong += !drives ||
                 !is_same("Dubins", forward, radius * dubins.dubins(from, to).length(), start, goal) ||
                 !is_same("Reeds-Shepp", curve.length, radius * reeds_shepp.reedsShepp(from, to).length(),
                          start, goal);
    }
    dubins.freeState(from);
    dubins.freeState(to);
    std::printf("%d curves compared, %d differ\n", 2 * cases, wrong);
    return wrong != 0;
}
