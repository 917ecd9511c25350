#pragma once

/// How a derived table of a version is built.

#include "map/version.h"

/// The source of a table.
derived_source map_table_source(const map_version *version, const map_layer *layer,
                                const map_table_entry *entry);

/// Builds a table of an entry's kind, with a serial number of its own.
///
/// @param from  an entry of the same kind whose layer is equal, or null
fw_result map_build_table(map_version *version, const map_layer *shared, const map_table_entry *entry,
                          const map_table_entry *from, void **table);
