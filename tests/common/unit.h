#ifndef TESTS_COMMON_UNIT_H
#define TESTS_COMMON_UNIT_H

/// @file
/// cmocka with the headers that must come before it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
