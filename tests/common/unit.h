#pragma once

/// cmocka with the headers that must come before it, and tests that a program runs without a list of them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Begins a test. The program runs its tests in the order of the file.
#define TEST(name) TEST_BETWEEN(name, NULL, NULL)

/// A test that runs between a set-up and a tear-down of its own; either may be NULL.
#define TEST_BETWEEN(name, set_up, tear_down)                                                                \
    static void name(void **state);                                                                          \
    __attribute__((constructor)) static void add_##name(void)                                                \
    {                                                                                                        \
        tests_add((struct CMUnitTest){ #name, name, set_up, tear_down, NULL });                              \
    }                                                                                                        \
    static void name(void **state)

/// Runs all tests of a program between a set-up and a tear-down of the program.
#define TESTS_BETWEEN(set_up, tear_down)                                                                     \
    int main(void)                                                                                           \
    {                                                                                                        \
        return tests_run(set_up, tear_down);                                                                 \
    }

void tests_add(struct CMUnitTest test);

/// What main() does where a program has none of its own, without a set-up and a tear-down.
///
/// @return what main() returns
int tests_run(CMFixtureFunction set_up, CMFixtureFunction tear_down);
