#pragma once

/// Building sites: rectangles of tiles that count as blocked before a building stands there. The units in them leave as
/// they leave new walls (escape.h).

#include "traffic/inside.h"

/// Ends the sites in which a commit has changed a terrain.
void sites_notice_edits(fw_traffic *traffic);

/// At a knot: tells of sites that are clear now.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result sites_look(fw_traffic *traffic);

void sites_free(fw_traffic *traffic);
