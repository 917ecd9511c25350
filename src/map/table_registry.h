#pragma once

/// Derived tables that units of a version share: built when the first unit needs a table, freed when the last is gone.

#include "map/version.h"

/// Gives a unit the tables that `methods` need or are better with, and that fit the unit, as far as it lacks them.
/// FW_OK, or a table's own failure: then the unit has no new table.
fw_result map_share_tables(map_version *version, map_member *member, uint32_t methods);

/// Does the work that commits have put off in the tables of a unit for `methods`. FW_OK or FW_NO_MEMORY.
fw_result map_refresh_tables(map_version *version, map_member *member, uint32_t methods);
void map_release_tables(map_version *version, map_member *member);

/// Gives a member tables equal to those of the same unit in another version with equal tiles. FW_OK, or a table's own
/// failure: then some may be missing.
fw_result map_copy_tables(map_version *version, map_member *member, const map_member *from);

/// Makes the tables of a layer equal to those of the same layer in the newest version, which has all of them. FW_OK,
/// or a table's own failure.
fw_result map_catch_up_tables(map_version *version, map_layer *layer, const map_layer *newest);

/// Gives a member the entry of a table that is still to be filled in. Null without memory.
map_table_entry *map_add_table(map_version *version, map_member *member, int32_t kind);
