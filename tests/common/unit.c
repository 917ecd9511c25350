#include "common/unit.h"

enum { MOST_TESTS = 128 };

static struct CMUnitTest tests[MOST_TESTS];
static size_t count;

void tests_add(struct CMUnitTest test)
{
    assert_true(count < MOST_TESTS);
    tests[count++] = test;
}

int tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return _cmocka_run_group_tests("tests", tests, count, set_up, tear_down);
}
