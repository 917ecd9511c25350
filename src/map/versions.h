#pragma once

/// Versions of a map. A version never changes while a reader holds it. To edit a map whose newest version is held, the
/// editor takes a spare version, makes it equal to the newest one, changes it and shows it to readers as the newest
/// one. Equal versions share all pages and records; what one of them changes becomes its own. If no reader holds the
/// newest version, it is changed in place.

#include "map/editor.h"

/// A version without units, whose tiles are these.
///
/// @param tiles  the version takes them over; if memory runs out, they are destroyed
/// @return null without memory
map_version *versions_add(map_editor *editor, paged *tiles);

void versions_free_all(map_editor *editor);

/// Gives the editor a version to change. If no reader holds the newest version, the editor gets it, and new readers
/// wait. Else the editor gets another version, which was made equal to the newest. Null without memory.
map_version *versions_open(map_editor *editor);

/// Ends the change that versions_open() began.
///
/// @param publish  true: readers see the opened version from now on; false: the newest version stays the same
void versions_close(map_editor *editor, map_version *opened, bool publish);

/// Removes a unit from all versions that no reader holds, the newest one excepted.
void versions_drop_unit(map_editor *editor, fw_unit_id id);
