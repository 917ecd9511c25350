#pragma once

/// Scenes with many units: who stands where, who goes where, and walls. Lengths are in units of a scene; such a unit is
/// a whole number of tiles, and (0, 0) is the middle of the map.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/traffic.h"

enum { MOST_CROWD = 1024, MOST_WALLS = 1024 };

typedef struct crowd_member {
    double x, y, to_x, to_y; ///< of the scene
    double radius, top;
} crowd_member;

/// A rectangle that is blocked (or open: walls are laid in their order).
typedef struct crowd_wall {
    double x, y, to_x, to_y;
    bool is_open;
    double time; ///< seconds at which it appears; 0: at the start
} crowd_wall;

typedef struct crowd {
    const char *name;
    double side;   ///< of the square map
    int32_t tiles; ///< to a unit of length
    crowd_member members[MOST_CROWD];
    int32_t count;
    crowd_wall walls[MOST_WALLS];
    int32_t wall_count;
    double bar;        ///< all must have arrived by then, in seconds
    int32_t reversals; ///< of one unit, at most
    bool is_infeasible;
    /// Of all members, which then have a reverse gear and face their goals; 0: they turn on the spot
    double turn_radius;
} crowd;

/// How a scene went.
typedef struct crowd_outcome {
    double time; ///< of the last arrival; infinite if not all have arrived
    int32_t arrived;
    int32_t infeasible;
    bool names_each_other; ///< the first two units name each other
    int32_t most_reversals;
    double smallest_gap;      ///< between bodies, in units of the scene
    double smallest_wall_gap; ///< in units of the scene
    double driven;            ///< by all units together, in units of the scene
    double seconds_spent;     ///< of processor time
    uint64_t search_work;     ///< work of searches for ways, and steps
    uint64_t hash;            ///< of all poses of all ticks
} crowd_outcome;

/// A scene by its name; false: there is no such scene.
bool crowd_find(const char *name, crowd *scene);

/// Begins an empty scene.
void crowd_begin(crowd *scene, const char *name, double side, int32_t tiles, double bar, int32_t reversals);

/// Adds a member with radius 0.5 and top speed 1.
void crowd_add(crowd *scene, double x, double y, double to_x, double to_y);

/// Blocks a rectangle from the start on.
void crowd_block(crowd *scene, double x, double y, double to_x, double to_y);

/// Opens a rectangle of what was blocked before.
void crowd_open(crowd *scene, double x, double y, double to_x, double to_y);

/// Random scenes.
typedef enum crowd_place {
    CROWD_DISC,         ///< an open disc of which 150 bodies cover 20 %
    CROWD_BOXES,        ///< 60 bodies between boxes
    CROWD_ROOMS,        ///< nine rooms of 11 x 11 with doors of 2 to 3, and 60 bodies
    CROWD_FULL_ROOMS,   ///< the same with 90 bodies
    CROWD_CAVES,        ///< generated caves with passages 3 wide or more, and 200 bodies
    CROWD_NARROW_CAVES, ///< the same with passages 2 wide or more: two bodies
    CROWD_PLACES        ///< number of places
} crowd_place;

/// A random scene: bodies at least 1.3 apart, and as far apart at their goals. They have 300 seconds.
void crowd_at_random(crowd_place place, uint64_t seed, crowd *scene);

/// Makes all members of a scene cars, with a turning radius of 0.8, and sets what is asked of cars.
void crowd_drive(crowd *scene);

/// What a run may do besides.
typedef struct crowd_options {
    double dt;
    double limit;        ///< seconds
    uint64_t budget;     ///< of each tick
    bool checks;         ///< every motion is checked at dt / 8
    bool adds_backwards; ///< units are added in the opposite order
    /// Goals turn about (0, 0) until this time: each tick orders all units anew; 0: goals rest
    double moves_until;
    const fw_group_def *group; ///< the members are ordered together; null: each one on its own
    double save_at;            ///< the traffic is saved, destroyed and restored at this time; 0: never
} crowd_options;

/// Runs a scene. Fails the test if the motion breaks a rule.
crowd_outcome crowd_run(const crowd *scene, const crowd_options *options);
