#pragma once

/// Helpers of the readers of a study's parts.

#include "batch/study.h"

/// As json_expect_keys(); tells why max_time is not allowed.
///
/// @param keys  names of the members that the object may have; null at the end
bool fields_expect(const json_place *object, const char *const *keys, const char *what);

/// Copies a name; fails if it is no text, is empty, or holds what a CSV cannot hold.
bool fields_read_name(const json_place *place, char name[NAME_BYTES]);

/// Reads a list, or fails if it is empty or too long.
///
/// @param read        reads an item into its place in the list, which is 0 before; `user` is passed to it
/// @param[out] items  to be freed, also after a failure
bool fields_read_list(const json_place *list, size_t item_bytes, int32_t most,
                      bool (*read)(const json_place *item, void *into, void *user), void *user, void **items,
                      int32_t *count);

/// A file's name relative to the study; null without memory. To be freed.
char *fields_path(const char *study_file, const char *name);

/// Reads the places of `pairs`: those of the study, or those with names that the map's file has.
bool study_read_places(const json_place *item, const study *read, study_queries *into);

/// Reads a study's parts: see study.h.
bool study_read_methods(const json_place *top, study *read);
bool study_read_queries(const json_place *top, study *read);
bool study_read_simulation(const json_place *top, study *read);
