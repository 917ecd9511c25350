#pragma once

/// Layers made by hand with their regions, and a flood that knows what regions should say.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "regions/regions.h"
#include "regions/regions_inside.h"

/// A layer made by hand, its regions, and what changed since the last commit.
typedef struct town {
    memory memory; ///< of the regions
    memory ground; ///< of the layers
    layer layer;
    bool diagonal;
    regions *joined;
    layer before;     ///< the layer at the last commit
    uint32_t *oracle; ///< [tile]
    uint32_t *queue;
    change_list changes;
} town;

/// What a town is filled with.
typedef enum town_kind {
    EMPTY,
    FULL,
    RANDOM_30,
    RANDOM_40,
    RANDOM_60,
    CAVES,
    ROOMS,
    MAZE,
    CORRIDORS,
    CHECKERS,
    KIND_COUNT
} town_kind;

/// All anchors blocked, and no regions yet.
void open_town(town *opened, int32_t width, int32_t height, int32_t size, bool diagonal);

/// Frees everything, and fails the test where the regions lost memory.
void close_town(town *town);

/// Makes an anchor free or blocked.
void set_anchor(town *town, int32_t x, int32_t y, bool is_free);

/// The same for a rectangle, as far as it lies in the town.
void set_anchors(town *town, int32_t left, int32_t top, int32_t width, int32_t height, bool is_free);

/// Builds the regions of the layer as it is.
void build_town(town *town);

/// Stages what changed since the last commit.
fw_result stage_town(town *town);

/// Stages and publishes it.
void commit_town(town *town);

/// Stages it, discards that, and takes the layer back to the last commit.
void stage_and_discard(town *town);

/// Labels equal those of the flood, up to renaming: sorted pairs of both hold each label once on either side.
void assert_labels_right(town *town);

/// Every label in use is counted once for each of its border components, lies in its box, and all others are
/// free.
void assert_counts_right(const town *town);

/// Fills the layer.
void fill_town(town *town, town_kind kind, random_source *source);
