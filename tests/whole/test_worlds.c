/// Whatever is asked of whatever unit in whatever world, every statement of the judge holds.
///
/// usage: test_worlds            the cases of some seeds, as a test
///        test_worlds FIRST LAST [SECONDS [STATEMENT]]
/// judges the cases of these seeds and prints each that fails, made smaller for so long; by those statements only whose
/// name has this text.
#include <stdlib.h>

#include "common/rounds.h"
#include "common/trial_run.h"
#include "common/unit.h"

enum { SEEDS = 150, SECONDS = 20 };

TEST(every_answer_keeps_what_is_promised)
{
    assert_int_equal(trial_run(1, (uint64_t)rounds(SEEDS), SECONDS, NULL), 0);
}

int main(int count, char **arguments)
{
    if (count >= 3)
        return trial_run(strtoull(arguments[1], NULL, 10), strtoull(arguments[2], NULL, 10),
                         count > 3 ? atoi(arguments[3]) : SECONDS, count > 4 ? arguments[4] : "") > 0;
    return tests_run(NULL, NULL);
}
