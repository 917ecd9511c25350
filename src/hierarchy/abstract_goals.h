#pragma once

/// Where the goals of a query lie.

#include "hierarchy/abstract_space.h"

/// Finds the box around the anchors that may be goals.
void abstract_goals_bound(abstract_space *space);

bool abstract_goals_may_lie_in(const abstract_space *space, cluster_box box);

/// Adds the goals on the ground of a wave as its seeds.
void abstract_goals_seed(const abstract_space *space, cluster_wave *over);
