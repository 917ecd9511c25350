#pragma once

/// Fuzzers of readers of maps: the bytes of an input as a map and its neighbours.

#include <stddef.h>
#include <stdint.h>

/// Reads an input as a map. Lines `====` part it into files: the map first, then neighbours with these names.
///
/// @param names    [name * count] of the map and its neighbours
/// @param letters  as fw_io_map_def::letters
void fuzz_files(const uint8_t *data, size_t size, const char *const *names, int count, const char *letters);
