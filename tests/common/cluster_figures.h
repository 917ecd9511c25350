#pragma once

/// The figures of docs/inside/hierarchy.md: those of Harabor & Botea on a map of 10 x 10 tiles, and a path.

#include "common/canvas.h"

/// Figure 11: the borders of the clusters.
void borders_of_clusters(canvas *canvas);
void four_clusters_make_the_map(canvas *canvas);

/// Figure 12: the entrances between two clusters for a walker, a swimmer, and a unit that does both, and the transition
/// in each of them.
void entrances_for_each_capability(canvas *canvas);
void transitions_for_each_capability(canvas *canvas);
void entrances_add_up(canvas *canvas);
void transitions_maximise_clearance(canvas *canvas);

/// Figure 13: the graph of the unit that does both.
void graph_of_a_unit(canvas *canvas);
void the_graph_is_connected(canvas *canvas);

/// Figure 14: a part of the edges for sizes 1 and 2 in a cluster, and what strong dominance leaves of them.
void edges_of_two_sizes(canvas *canvas);
void edges_that_strong_dominance_keeps(canvas *canvas);
void an_edge_joins_each_pair_for_each_size(canvas *canvas);
void strong_dominance_keeps_every_way(canvas *canvas);

/// Figure 15: two inter-edges of one entrance, and the one that weak dominance leaves.
void two_inter_edges(canvas *canvas);
void the_inter_edge_that_stays(canvas *canvas);
void one_inter_edge_is_enough(canvas *canvas);
void who_walks_gets_from_u_to_x(canvas *canvas);

/// Figure 16: the graph of figure 13 under weak dominance, which is about half as large.
void graph_under_weak_dominance(canvas *canvas);
void weak_dominance_halves_the_graph(canvas *canvas);

/// The way on the graph, and the path that its refinement finds.
void way_on_the_graph_and_path(canvas *canvas);
void the_path_need_not_touch_transitions(canvas *canvas);
