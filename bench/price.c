/// The fixed price of a request: the queries of a map's scenario, one by one, in 20 passes. scripts/price counts the
/// instructions of fw_find_path().
///
///     bench_price MAP [record]
///
/// Prints the number of queries. MAP is a map below ../shared/data/movingai, such as dao/arena. With `record`, the
/// calls are recorded, and the recording goes nowhere. Run in the project's root.

#include <stdio.h>
#include <string.h>

#include "common/contest.h"
#include "common/give_up.h"
#include "fairway/fairway.h"

/// So that what the first queries make once does not count much.
enum { PASSES = 20 };

/// Takes a recording.
static void forget(const void *bytes, size_t count, void *user)
{
    (void)bytes, (void)count, (void)user;
}

int main(int count, char **words)
{
    contest contest;
    const fw_unit_def unit = fw_default_unit_def();
    const bool records = count == 3 && strcmp(words[2], "record") == 0;
    if (count != 2 && !records)
        give_up("usage: bench_price MAP [record], such as dao/arena");
    if (!contest_open(&contest, words[1], CONTEST_SCENARIO, &unit, false))
        give_up("the map is not there");
    if (records && fw_record_begin(contest.map, forget, NULL) != FW_OK)
        give_up("the map cannot be recorded");
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
