#pragma once

/// In place of cmocka, for platforms that have none: what the tests of the library use of it, in plain C17. The first
/// test that fails ends the program.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    CMFixtureFunction setup_func, teardown_func;
    void *initial_state;
};

#define print_error(...)           ((void)fprintf(stderr, __VA_ARGS__))
#define print_message(...)         ((void)printf(__VA_ARGS__))
#define fail()                     (print_error("%s:%d: failed\n", __FILE__, __LINE__), exit(EXIT_FAILURE))
#define fail_msg(...)              (print_error(__VA_ARGS__), print_error("\n"), fail())
#define assert_true(holds)         ((holds) ? (void)0 : (print_error("%s\n", #holds), fail()))
#define assert_false(holds)        assert_true(!(holds))
#define assert_null(pointer)       assert_true((pointer) == NULL)
#define assert_non_null(pointer)   assert_true((pointer) != NULL)
#define assert_ptr_equal(a, b)     assert_true((a) == (b))
#define assert_int_equal(a, b)     assert_true((uint64_t)(a) == (uint64_t)(b))
#define assert_int_not_equal(a, b) assert_true((uint64_t)(a) != (uint64_t)(b))
#define assert_in_range(value, low, high)                                                                    \
    assert_true((uint64_t)(value) >= (uint64_t)(low) && (uint64_t)(value) <= (uint64_t)(high))
#define assert_string_equal(a, b)       assert_true(strcmp(a, b) == 0)
#define assert_string_not_equal(a, b)   assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

#define test_malloc(size)  malloc(size) // cmocka's own looks for leaks
#define test_free(pointer) free(pointer)

static inline int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                          CMFixtureFunction setup, CMFixtureFunction teardown)
{
    void *shared = NULL;
    assert_true(!setup || setup(&shared) == 0);
    for (size_t i = 0; i < count; i++) {
        void *state = shared;
        print_message("%s: %s\n", name, tests[i].name);
        assert_true(!tests[i].setup_func || tests[i].setup_func(&state) == 0);
        tests[i].test_func(&state);
        assert_true(!tests[i].teardown_func || tests[i].teardown_func(&state) == 0);
    }
    assert_true(!teardown || teardown(&shared) == 0);
    return EXIT_SUCCESS;
}
