#pragma once

/// The steps by which ways go on from a wave over one cluster into a neighbour.

#include "hierarchy/wave.h"

/// Wants the tiles of a cluster from which steps lead across a side.
void border_steps_want(cluster_wave *over, int side);

/// Lists the steps of a wave across a side, the cheapest one to each tile to which one leads.
///
/// @param before      the wave, over a cluster on the other side
/// @param ground      of the cluster that the steps lead into
/// @param[out] seeds  room for the tiles of a cluster's side
int32_t border_steps_list(const cluster_wave *before, int side, const ground *ground, wave_seed *seeds);
