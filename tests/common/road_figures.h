#pragma once

/// Pinter's figure 16 and those of docs/roads.md, and what they teach.

#include "common/canvas.h"

/// Figures of roads: paths that are shaped by each of the ways to treat them.
void roads_as_they_come(canvas *canvas);
void roads_with_cones(canvas *canvas);
void roads_followed(canvas *canvas);
void roads_with_lanes(canvas *canvas);
void roads_on_the_right(canvas *canvas);
void roads_with_wide_turns(canvas *canvas);

/// Figure 16a.
void standard_cornering(canvas *canvas);

/// Figure 16b.
void tight_cornering(canvas *canvas);

/// The way with cones is longer, and keeps to the road.
void cones_keep_it_on_the_road(canvas *canvas);

/// Cones stand beside the way, and the body touches none.
void the_body_passes_between_cones(canvas *canvas);

/// The turn at p, five tiles before q, is one of about 105 degrees.
void it_turns_too_far_and_comes_back(canvas *canvas);

/// Each turn is one of 90 degrees, and between cones.
void it_turns_within_the_road(canvas *canvas);

/// The path has the directions of the grid.
void it_follows_the_tiles(canvas *canvas);

/// No part of the body leaves the road.
void the_body_stays_on_the_road(canvas *canvas);

/// The path leads through the right half of the road, with turns that the vehicle can drive.
void it_drives_on_the_right(canvas *canvas);

/// Most of the way leads along the road, with turns that the vehicle can drive.
void it_keeps_its_lane(canvas *canvas);
