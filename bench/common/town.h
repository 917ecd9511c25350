#pragma once

/// A public map with a traffic of round units: radius .4, top speed 2, acceleration 4.

#include <stdbool.h>

#include "base/random.h"
#include "fairway/fairway.h"

typedef struct town {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
    random_source random;
} town;

/// Reads a map of ../shared/data/movingai, without units in its traffic.
///
/// @param name  such as "dao/brc202d"
/// @return false: the map is not there
bool town_open(town *town, const char *name);

/// The middle of a tile at random on which units fit.
///
/// @param other  a place that can be reached from there; null: any
fw_pose town_place(town *town, const fw_pose *other);

/// Adds units with the ids from 1 on at places at random.
///
/// @param other  a place that all of them can reach; null: any
void town_add_units(town *town, int count, const fw_pose *other);

void town_close(town *town);
