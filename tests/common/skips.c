// A program of tests of which some were skipped, and none failed, returns SKIPPED, and ctest reports it as skipped: no
// test passes without having looked. The linker puts these functions in place of cmocka's (see library.cmake), so that
// skip() is all that a test calls.
#include "common/unit.h"

/// What ctest takes for a skipped test, see tests/CMakeLists.txt.
enum { SKIPPED = 77 };

static int skips;

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's option --wrap makes these names
void __real__skip(const char *file, int line);
void __wrap__skip(const char *file, int line);
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);

void __wrap__skip(const char *file, int line)
{
    skips++;
    __real__skip(file, line);
}

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown)
{
    const int failed = __real__cmocka_run_group_tests(name, tests, count, setup, teardown);
    return failed == 0 && skips > 0 ? SKIPPED : failed;
}
// NOLINTEND(bugprone-reserved-identifier)
