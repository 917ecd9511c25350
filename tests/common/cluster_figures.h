#ifndef TESTS_CLUSTER_FIGURES_H
#define TESTS_CLUSTER_FIGURES_H

/// @file
/// The figures of docs/hierarchy.md: those of Harabor & Botea on a map of 15 x 12 tiles, and a path.

#include "common/canvas.h"

/// Figure 11: the borders of the clusters.
void borders_of_clusters(canvas *canvas);

/// Figure 12: the transitions of a walker, of a swimmer, and of a unit that does both.
void transitions_for_each_capability(canvas *canvas);

/// Figure 13: the graph of the unit that does both; figure 14: that of a walker of size 2.
void graph_of_a_unit(canvas *canvas);
void graph_of_a_larger_unit(canvas *canvas);

/// Figures 15 and 16: the graph under weak dominance, which leaves one transition for each entrance.
void graph_under_weak_dominance(canvas *canvas);

/// Figure 14: fewer transitions, because each is wide enough for the unit. Figure 16: about half of figure 13's.
void a_larger_unit_has_fewer_transitions(canvas *canvas);
void weak_dominance_halves_the_graph(canvas *canvas);

/// The way on the graph, and the path that its refinement finds.
void way_on_the_graph_and_path(canvas *canvas);

#endif
