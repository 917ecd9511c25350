#pragma once

/// The oracle of smoothing: shortest ways of a round body in the plane, in lines and arcs around the corners of
/// blocked tiles, over all tangents. Slow and plain, with trigonometry from libm; it shares no thought with the
/// library's funnel.
///
/// The homotopy class of a way is told by rays: one goes up from every obstacle that does not touch the map's edge, and
/// the order in which a way crosses them, once crossings there and back are taken out, is its class.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"

enum { TANGENTS_LONGEST_WORD = 40 };

/// Rays that a way crosses: id of the ray, positive toward growing x, negative toward falling x.
typedef struct ray_word {
    int16_t letters[TANGENTS_LONGEST_WORD];
    int32_t count;
} ray_word;

typedef struct tangents tangents;

/// The corners of all tiles that a unit may not enter.
///
/// @param radius  of the body: 0 < radius < 1/2
tangents *tangents_of(const fw_map *map, fw_unit_id unit, double radius);

void tangents_free(tangents *tangents);

/// The class of a path. False where its word grows too long.
bool tangents_class(const tangents *tangents, const fw_path *path, ray_word *word);

bool ray_words_are_equal(const ray_word *a, const ray_word *b);

/// Length of the shortest way from point to point.
///
/// @param word  its class; null = of all classes
/// @param most  longer ways are not looked for
/// @return INFINITY when there is none
double tangents_shortest(const tangents *tangents, double from_x, double from_y, double to_x, double to_y,
                         const ray_word *word, double most);
