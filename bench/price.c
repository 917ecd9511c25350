/// The fixed price of a request: the queries of a map's scenario, one by one, in 20 passes. scripts/price counts the
/// instructions of fw_find_path().
///
///     bench_price MAP
///
/// Prints the number of queries. MAP is a map below ../shared/data/movingai, such as dao/arena. Run in the project's
/// root.

#include <stdio.h>

#include "common/contest.h"
#include "common/give_up.h"
#include "fairway/fairway.h"

/// So that what the first queries make once does not count much.
enum { PASSES = 20 };

int main(int count, char **words)
{
    contest contest;
    const fw_unit_def unit = fw_default_unit_def();
    if (count != 2)
        give_up("usage: bench_price MAP, such as dao/arena");
    if (!contest_open(&contest, words[1], CONTEST_SCENARIO, &unit, false))
        give_up("the map is not there");
    const size_t queries = PASSES * contest.queries.count;
    for (size_t i = 0; i < queries; i++) {
        const io_query *query = &contest.queries.items[i % contest.queries.count];
        const fw_pose goal = io_place_pose(&query->goal, 1);
        fw_request ask = fw_default_request();
        ask.unit = contest.unit;
        ask.start = io_place_pose(&query->start, 1);
        ask.goal = fw_goal_at(goal.x, goal.y);
        fw_find_path(contest.planner, &ask, contest.path);
    }
    printf("%zu\n", queries);
    contest_close(&contest);
    return 0;
}
