#include "joint/claims.h"

#include <math.h>

int32_t claims_find_stay(const joint_solver *solver, const int32_t *pair, bool is_vacant)
{
    const knot *knot = &solver->knot;
    const joint_place home = knot_goal(knot, pair[0]);
    int32_t best = -1;
    double least = INFINITY;
    for (int32_t i = 0; i < solver->stage.places.count; i++) {
        const joint_place at = solver->stage.places.at[i];
        const double square = square_apart(at, home);
        bool is_free =
            square < least && exhaust_may_stay(&solver->exhaust, pair[0] != solver->claims.present.first, i);
        for (int32_t j = 0; j < knot->count && is_free; j++)
            is_free = j == pair[0] || (j != pair[1] && !is_vacant) ||
                      !places_touch(at, knot_goal(knot, j), knot->radii[j] + knot->radii[pair[0]]);
        if (is_free) {
            least = square;
            best = i;
        }
    }
    return best;
}

bool claims_share_goal(const joint_solver *solver, int32_t unit)
{
    for (int32_t i = 0; i < solver->knot.count; i++)
        if (i != unit && solver->goals.groups[i] == solver->goals.groups[unit])
            return true;
    return false;
}
