#pragma once

/// The values of the command line's options; the commands share one table of options.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Commands as bits: an option may belong to several.
enum {
    COMMAND_ROUTE = 1,
    COMMAND_BENCH = 2,
    COMMAND_CHECK = 4,
    COMMAND_INFO = 8,
    COMMAND_GENERATE = 16,
    COMMAND_FOREST = 32,
    COMMAND_SIMULATE = 64,
    COMMAND_COMPARE = 128,
    COMMAND_BATCH = 256,
    COMMAND_CONVERT = 512,
    COMMAND_COMPLETION = 1024,
    COMMAND_MANUAL = 2048,
    COMMAND_REPLAY = 4096
};

enum { MOST_ARGUMENTS = 64, MOST_OPTIONS = 160, NOT_CHOSEN = -1 };

/// Kinds of tables, beside aligned text.
enum { TABLE_MD, TABLE_CSV, TABLE_HTML };

/// The values of all options. If an option is not given, its text is null, its number is 0 and its choice is
/// NOT_CHOSEN, unless stated otherwise.
typedef struct options {
    const char *arguments[MOST_ARGUMENTS];
    int argument_count;
    bool help;
    bool is_given[MOST_OPTIONS]; ///< by row of the table

    const char *letters;
    double covered; ///< negative: not given
    const char *level;
    const char *layer;
    const char *world; ///< "" if no name was given
    int unknown;       ///< index into free, blocked
    bool outside;
    const char *frame;
    bool metres;

    const char *from;
    double start_slack; ///< negative: not given
    const char *to;
    double within; ///< 0: not given
    const char *goal_tolerance;

    int64_t size;
    const char *enter;
    const char *footprint;
    double turn_radius;    ///< negative: not given
    int corners;           ///< fw_corner_rule
    const char *reverse;   ///< the penalty; "" if none was given
    double gear_change;    ///< negative: not given
    double curvature_rate; ///< negative: not given
    const char *unit;

    const char *method;
    int table;     ///< TABLE_MD, TABLE_CSV or TABLE_HTML
    int headings;  ///< index into 8, 16
    int heuristic; ///< fw_heuristic
    double turn_charge;
    bool all_curves;
    bool fastest;
    bool fewer_bends;
    double bend_cost;   ///< 0: not given
    double sample_step; ///< 0: not given
    bool allow_longer;
    bool methodical;
    int64_t refine;
    double weight;
    int64_t slice;
    int64_t max_work;
    int64_t max_time;
    double max_distance;
    int64_t window;
    const char *overlay;
    const char *keep_out;
    const char *speed_mask;
    const char *previous;
    double braking; ///< 0: not given
    double splice;  ///< 0: not given
    const char *wall_cost;
    const char *area_map;
    int partition; ///< an fw_partition
    const char *trees;
    bool nearest;
    bool why;
    double nearest_tolerance; ///< negative: not given
    bool allow_violations;
    int64_t cluster;
    int64_t segment;
    int dominance;
    int placement;
    int abstraction;

    int pre_smooth; ///< fw_pre_smooth
    int smooth;     ///< fw_smoothing
    int turns;      ///< fw_turns
    int roads;      ///< fw_roads
    bool keep_right;
    int fixed_angles; ///< index into 8, 16
    const char *speed;
    const char *speed_on;
    const char *speed_ends;
    double radius_per_speed; ///< 0: not given

    const char *json;
    const char *svg;
    const char *png;
    const char *html;
    const char *page; ///< of the playground
    const char *with; ///< files, by commas
    bool ascii;
    int draw; ///< draw_kind
    bool clearance;
    const char *trace;
    const char *record;
    const char *minimise;
    bool expanded;
    int show;  ///< shown_subject
    int color; ///< color_rule
    bool quiet;
    bool verbose;

    int64_t every;
    double bucket; ///< 0: not given
    int64_t repeat;
    int64_t threads;
    const char *each;

    const char *scen;
    int64_t agents; ///< 0: not given
    double radius;  ///< 0: not given
    const char *poses;
    double sample; ///< 0: not given
    double time;   ///< 0: not given
    int64_t budget;
    int64_t cadence; ///< 0: not given

    const char *map_size;
    int64_t seed;
    const char *output;

    const char *out; ///< folder
    int64_t workers; ///< 0: not given
    double patience; ///< seconds; 0: not given
    double share;    ///< of the jobs; 0: all
    bool resume;
    bool check_only;
    bool sqlite;
    bool summary;
    const char *plot; ///< folder
} options;

/// Reads the command line of a command.
///
/// @param command     a COMMAND_ bit
/// @param words       [word * count] the words after the command's name
/// @param[out] given  the values of the options
/// @return false after an error message
bool options_read(int command, int count, char *const *words, options *given);

/// True if an option was given.
///
/// @param name  without dashes, such as "reverse"
bool options_has(const options *given, const char *name);

/// The first of these options that was given, or null.
///
/// @param names  as for options_has(), ended by null
const char *options_first(const options *given, const char *const *names);

/// Writes the options of a command, by groups, with a line each.
void options_help(int command);
