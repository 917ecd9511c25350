#pragma once

/// Files in memory: a map and its neighbours, which tests read through the public functions of fairway-io.

#include <stddef.h>

#include "fairway-io/map.h"

/// Forgets all files.
void files_clear(void);

/// A test that forgets its files at its end.
#define FILE_TEST(name) TEST_BETWEEN(name, NULL, forget_files)

int forget_files(void **state);

/// Adds a file, or replaces it.
void file_add(const char *name, const char *text);
void file_add_bytes(const char *name, const void *bytes, size_t size);

/// Adds a file of shared test data; false if it is absent.
///
/// @param path  below ../shared/data
bool file_add_shared(const char *name, const char *path);

/// The defaults, with the files as neighbours.
fw_io_map_def files_def(const char *name);

/// Reads a file; fails the test if it is refused.
///
/// @param def  null = files_def()
fw_io_map *file_read(const char *name, const fw_io_map_def *def);

/// Fails unless a file is refused with this result and a sentence that holds this text.
///
/// @param def  null = files_def()
void assert_file_refused(const char *name, const fw_io_map_def *def, fw_result result, const char *sentence);

/// Fails unless a map has these rows, with `|` between them, and frees it. `#` is blocked; 0, 1, ... are the
/// terrains with own names, in their order; other terrains have their letters of .map files.
void assert_rows(fw_io_map *read, const char *rows);

/// Fails unless a warning holds this text.
void assert_warned(const fw_io_map *read, const char *text);

/// Reads a file cut off at every place and with bytes changed at random; it must be read or refused with a sentence.
///
/// @param most  at most so many places, evenly spread, and so many changed files
void assert_survives_damage(const char *name, const fw_io_map_def *def, int most);
