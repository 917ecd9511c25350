#include "option_table.h"

#include "options.h"

enum {
    SEARCHES = COMMAND_ROUTE | COMMAND_BENCH,
    WITH_UNIT = COMMAND_ROUTE | COMMAND_BENCH | COMMAND_CHECK | COMMAND_INFO,
    DRAWS = COMMAND_ROUTE | COMMAND_CHECK, // and knows start and goal
    EVERY_COMMAND = 127
};

#define MOST_WHOLE 9e15

static const char *const corner_names[] = { "never", "one", "always", "orthogonal", NULL };
static const char *const angle_names[] = { "8", "16", NULL };
static const char *const heuristic_names[] = { "auto", "straight", "curve", "table", "grid", NULL };
static const char *const dominance_names[] = { "strong", "weak", NULL };
static const char *const pre_smooth_names[] = { "none", "48", NULL };
static const char *const smooth_names[] = { "none", "auto",   "simple",     "simple-sampled",
                                            "taut", "curved", "taut-lines", NULL };
static const char *const turn_names[] = { "none", "ignore", "recalculate", "tighten", "back-up", NULL };
static const char *const road_names[] = { "none", "follow", "lanes", "wide", "cones", NULL };

#define AN_OPTION(text, form, type, place, who, where, what)                                                 \
    .name = (text), .value = (form), .kind = (type), .field = offsetof(options, place), .commands = (who),   \
    .group = (where), .help = (what)
#define FLAG(name, field, commands, group, help)                                                             \
    {                                                                                                        \
        AN_OPTION(name, NULL, VALUE_FLAG, field, commands, group, help)                                      \
    }
#define TEXT(name, value, field, commands, group, help)                                                      \
    {                                                                                                        \
        AN_OPTION(name, value, VALUE_TEXT, field, commands, group, help)                                     \
    }
#define ATTACHED(name, value, field, commands, group, help)                                                  \
    {                                                                                                        \
        AN_OPTION(name, value, VALUE_ATTACHED, field, commands, group, help)                                 \
    }
#define WHOLE(name, value, field, from, to, commands, group, help)                                           \
    {                                                                                                        \
        AN_OPTION(name, value, VALUE_WHOLE, field, commands, group, help), .least = (from), .most = (to)     \
    }
#define REAL(name, value, field, from, to, commands, group, help)                                            \
    {                                                                                                        \
        AN_OPTION(name, value, VALUE_REAL, field, commands, group, help), .least = (from), .most = (to)      \
    }
#define CHOICE(name, value, field, names, commands, group, help)                                             \
    {                                                                                                        \
        AN_OPTION(name, value, VALUE_CHOICE, field, commands, group, help), .choices = (names)               \
    }

const option option_table[] = {
    TEXT("--from", "X,Y[,DEG]", from, DRAWS, GROUP_QUERY,
         "start: whole numbers = anchor tile, with a decimal point = body centre"),
    TEXT("--to", "X,Y[,DEG][/...]", to, DRAWS, GROUP_QUERY,
         "goal, or several of which the cheapest to reach counts; without DEG any heading will do"),
    REAL("--within", "RADIUS", within, 1e-9, 32768, DRAWS, GROUP_QUERY,
         "any place within RADIUS tiles of the goal will do"),
    WHOLE("--every", "K", every, 1, MOST_WHOLE, COMMAND_BENCH, GROUP_QUERY, "run only every K-th query"),
    WHOLE("--repeat", "N", repeat, 1, 1e6, COMMAND_BENCH, GROUP_QUERY,
          "time each query N times, the least counts"),
    WHOLE("--threads", "N", threads, 1, 256, COMMAND_BENCH, GROUP_QUERY,
          "share the queries among N planners"),
    TEXT("--size", "WxH", map_size, COMMAND_GENERATE, GROUP_QUERY, "tiles (64x64)"),
    WHOLE("--seed", "N", seed, 0, MOST_WHOLE, COMMAND_GENERATE, GROUP_QUERY,
          "another number, another map of this kind (1)"),

    WHOLE("--size", "N", size, 1, 64, WITH_UNIT, GROUP_UNIT, "side of the square of tiles that it needs"),
    TEXT("--enter", "TERRAIN[=COST],...", enter, WITH_UNIT, GROUP_UNIT, "what it may enter (ground,swamp)"),
    TEXT("--footprint", "circle:R|rect:LxW", footprint, WITH_UNIT, GROUP_UNIT,
         "its body, in tiles (a circle as wide as its size)"),
    REAL("--turn-radius", "R", turn_radius, 0, 1024, WITH_UNIT, GROUP_UNIT, "tightest turn; 0 = on the spot"),
    CHOICE("--corners", "RULE", corners, corner_names, WITH_UNIT, GROUP_UNIT,
           "diagonal steps past blocked corners (never):"),
    ATTACHED("--reverse", "[=PENALTY]", reverse, WITH_UNIT, GROUP_UNIT,
             "has a reverse gear; driving backward costs PENALTY times as much"),
    REAL("--gear-change", "COST", gear_change, 0, 1024, WITH_UNIT, GROUP_UNIT, "of changing gear, in tiles"),
    TEXT("--unit", "FILE.json", unit, WITH_UNIT, GROUP_UNIT, "all of it from a file"),

    TEXT("--method", "METHOD", method, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
         "how the path is searched for (auto):"),
    CHOICE("--headings", "8|16", headings, angle_names, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
           "directions that directional search drives in (8)"),
    CHOICE("--heuristic", "NAME", heuristic, heuristic_names, SEARCHES, GROUP_SEARCH,
           "estimates what remains, in directional search (auto):"),
    REAL("--turn-charge", "COST", turn_charge, 0, 1e6, SEARCHES, GROUP_SEARCH,
         "of a full turn, in tiles, in directional search"),
    FLAG("--all-curves", all_curves, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
         "directional-8 to -80: all four curves between poses, not the shortest only"),
    FLAG("--fastest", fastest, SEARCHES, GROUP_SEARCH,
         "directional search for the least time at --speed (1,1,1,1)"),
    FLAG("--fewer-bends", fewer_bends, SEARCHES, GROUP_SEARCH, "fewest bends among the shortest grid paths"),
    REAL("--weight", "W", weight, 1, 1000, SEARCHES, GROUP_SEARCH, "at most W times as dear as the best"),
    WHOLE("--slice", "N", slice, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH, "search in steps of N expansions"),
    WHOLE("--max-work", "N", max_work, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "stop after N expansions with the best so far"),
    WHOLE("--max-time", "US", max_time, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "stop after US microseconds with the best so far"),
    REAL("--max-distance", "D", max_distance, 1e-9, 1e9, SEARCHES, GROUP_SEARCH,
         "stop at a cost of D tiles from the start, with the path up to there"),
    WHOLE("--window", "N", window, 1, 65536, SEARCHES, GROUP_SEARCH,
          "enter nothing outside NxN tiles around the midpoint of start and goal"),
    TEXT("--overlay", "FILE.json", overlay, SEARCHES | COMMAND_CHECK, GROUP_SEARCH,
         "what this request sees differently: blocked tiles, forbidden moves, costs, a corridor"),
    FLAG("--nearest", nearest, SEARCHES, GROUP_SEARCH,
         "go as near as possible where the goal cannot be reached"),
    WHOLE("--cluster", "N", cluster, 2, 1024, SEARCHES, GROUP_SEARCH,
          "side of a cluster, in hierarchy (not part of this build)"),
    CHOICE("--dominance", "strong|weak", dominance, dominance_names, SEARCHES, GROUP_SEARCH,
           "which entrances a hierarchy keeps (not part of this build)"),

    CHOICE("--pre-smooth", "none|48", pre_smooth, pre_smooth_names, SEARCHES, GROUP_SHAPE,
           "directional search along the path, before other smoothing"),
    CHOICE("--smooth", "KIND", smooth, smooth_names, SEARCHES, GROUP_SHAPE,
           "makes the path straighter or rounder (auto; bench: none):"),
    CHOICE("--turns", "KIND", turns, turn_names, SEARCHES, GROUP_SHAPE,
           "turns along a grid path that touch something (none):"),
    CHOICE("--roads", "KIND", roads, road_names, SEARCHES, GROUP_SHAPE, "what is done about roads (none):"),
    FLAG("--keep-right", keep_right, SEARCHES, GROUP_SHAPE, "drive on the right half of roads"),
    CHOICE("--fixed-angles", "8|16", fixed_angles, angle_names, SEARCHES, GROUP_SHAPE,
           "for art drawn in so many directions"),
    TEXT("--speed", "V,ACCEL,DECEL,LATERAL", speed, SEARCHES, GROUP_SHAPE,
         "adds a speed profile, in tiles and seconds"),
    TEXT("--speed-on", "TERRAIN=V,...", speed_on, SEARCHES, GROUP_SHAPE, "top speeds on terrains"),
    TEXT("--speed-ends", "START,END", speed_ends, SEARCHES, GROUP_SHAPE,
         "how fast it is at the start, and at most at the end (0,0)"),
    REAL("--radius-per-speed", "K", radius_per_speed, 1e-9, 1e9, SEARCHES, GROUP_SHAPE,
         "at speed v it turns with radius K v at least, as people do"),

    TEXT("--json", "FILE|-", json, WITH_UNIT, GROUP_OUTPUT, "everything as JSON"),
    TEXT("--each", "FILE.csv", each, COMMAND_BENCH, GROUP_OUTPUT, "a line for each query"),
    TEXT("--svg", "FILE", svg, DRAWS, GROUP_OUTPUT, "a picture"),
    TEXT("--png", "FILE", png, DRAWS, GROUP_OUTPUT, "a picture"),
    TEXT("--with", "FILE.json,...", with, COMMAND_ROUTE, GROUP_OUTPUT, "draw these paths too"),
    FLAG("--ascii", ascii, DRAWS, GROUP_OUTPUT, "the map and the path as text"),
    TEXT("--trace", "FILE", trace, COMMAND_ROUTE, GROUP_OUTPUT,
         "every step of the search, in the Posthoc search-trace format"),
    TEXT("-o", "FILE", output, COMMAND_GENERATE, GROUP_OUTPUT, "the map (standard output)"),
    FLAG("-q", quiet, EVERY_COMMAND, GROUP_OUTPUT, "no summary"),
    FLAG("-v", verbose, EVERY_COMMAND, GROUP_OUTPUT, "a longer summary"),
    FLAG("--help", help, EVERY_COMMAND, GROUP_OUTPUT, "this text"),
};

const int option_count = sizeof option_table / sizeof *option_table;
