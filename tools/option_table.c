#include "option_table.h"

#include "fairway/request.h"
#include "options.h"

enum {
    SEARCHES = COMMAND_ROUTE | COMMAND_BENCH | COMMAND_COMPARE,
    WITH_UNIT = COMMAND_ROUTE | COMMAND_BENCH | COMMAND_CHECK | COMMAND_INFO | COMMAND_COMPARE,
    DRAWS = COMMAND_ROUTE | COMMAND_CHECK |
            COMMAND_COMPARE, // commands that draw a path, and know its start and goal
    WITH_MAP = WITH_UNIT | COMMAND_CONVERT,
    EVERY_COMMAND = ~0,
    WORKS = EVERY_COMMAND & ~(COMMAND_COMPLETION | COMMAND_MANUAL)
};

#define MOST_WHOLE 9e15

static const char *const corner_names[] = { "never", "one", "always", "orthogonal", NULL };
static const char *const unknown_names[] = { "free", "blocked", NULL };
static const char *const table_names[] = { "md", "csv", "html", NULL };
static const char *const draw_names[] = { "auto", "blocks", "sixel", "kitty", NULL };
static const char *const color_names[] = { "auto", "always", "never", NULL };
static const char *const angle_names[] = { "8", "16", NULL };
static const char *const heuristic_names[] = { "auto", "straight", "curve",      "table",
                                               "grid", "turn",     "turn-table", NULL };
static const char *const dominance_names[] = { "strong", "weak", NULL };
static const char *const abstraction_names[] = { "unit", "shared", NULL };
static const char *const placement_names[] = { "cheapest", "clearance", NULL };
static const char *const partition_names[] = { "squares", "quadtree", NULL };
static const char *const pre_smooth_names[] = { "none", "48", "48-strict", NULL };
static const char *const smooth_names[] = { "none", "auto",   "simple",     "simple-sampled",
                                            "taut", "curved", "taut-lines", NULL };
static const char *const turn_names[] = { "none", "ignore", "recalculate", "tighten", "back-up", NULL };
static const char *const show_names[] = { "layer",   "regions", "jump-points", "clusters",
                                          "motions", "areas",   NULL };
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
    TEXT("--letters", "E=ground,#=blocked,...", letters, WITH_MAP, GROUP_MAP,
         "what letters or numbers of a grid are (a table beside the map: town.letters)"),
    CHOICE("--unknown", "free|blocked", unknown, unknown_names, WITH_MAP, GROUP_MAP,
           "ROS: what unknown cells are (a terrain of their own, unknown)"),
    TEXT("--level", "NAME", level, WITH_MAP, GROUP_MAP, "LDtk: the level, if there are several"),
    TEXT("--layer", "NAME", layer, WITH_MAP, GROUP_MAP, "LDtk: the IntGrid layer, if there are several"),
    ATTACHED("--world", "[=NAME]", world, WITH_MAP, GROUP_MAP,
             "LDtk: join all levels of a world, where they lie in it; what no level covers is blocked"),
    REAL("--covered", "SHARE", covered, 0, 0.999, WITH_MAP, GROUP_MAP,
         "Tiled: shapes block tiles of which they cover more than this share (0.1)"),
    FLAG("--outside", outside, WITH_MAP, GROUP_MAP,
         "let the map name pictures and tilesets outside its folder"),
    TEXT("--frame", "RES,X,Y[,YAW]", frame, WITH_MAP, GROUP_MAP,
         "where the map lies in the world: metres a tile, lower left corner, degrees (as map.yaml says)"),
    FLAG("--metres", metres, DRAWS, GROUP_MAP,
         "places, lengths, speeds and angles, of options and of the output, are metres, y up"),

    TEXT("--from", "X,Y[,DEG]", from, DRAWS, GROUP_QUERY,
         "start; whole numbers: anchor tile, with a decimal point: body centre; or NAME[,DEG], a place "
         "of the map, or a unit of it, which then goes"),
    REAL("--start-slack", "T", start_slack, 0, 32768, SEARCHES | COMMAND_CHECK, GROUP_QUERY,
         "if the body overlaps something at the start, begin up to T tiles beside it (0.01)"),
    TEXT("--to", "X,Y[,DEG][/...]", to, DRAWS, GROUP_QUERY,
         "goal, or several goals: the cheapest to reach is taken; without DEG: any heading"),
    REAL("--within", "RADIUS", within, 1e-9, 32768, DRAWS, GROUP_QUERY,
         "the path may end anywhere within RADIUS tiles of the goal"),
    TEXT("--goal-tolerance", "T[,DEG]", goal_tolerance, DRAWS, GROUP_QUERY,
         "a start within T tiles of the goal has arrived; the heading there may differ by DEG degrees"),
    WHOLE("--every", "K", every, 1, MOST_WHOLE, COMMAND_BENCH, GROUP_QUERY, "run only every K-th query"),
    WHOLE("--repeat", "N", repeat, 1, 1e6, COMMAND_BENCH, GROUP_QUERY,
          "run each query N times and report the least time"),
    WHOLE("--threads", "N", threads, 1, 256, COMMAND_BENCH, GROUP_QUERY,
          "divide the queries among N threads"),
    TEXT("--size", "WxH", map_size, COMMAND_GENERATE, GROUP_QUERY, "size of the map in tiles (64x64)"),
    WHOLE("--seed", "N", seed, 0, MOST_WHOLE, COMMAND_GENERATE, GROUP_QUERY,
          "seed of the random generator (1)"),

    TEXT("--scen", "FILE.scen", scen, COMMAND_SIMULATE | COMMAND_CONVERT, GROUP_QUERY,
         "the file is a map, and the agents are those of this file of the MAPF benchmarks"),
    WHOLE("--agents", "N", agents, 1, 1e9, COMMAND_SIMULATE | COMMAND_CONVERT, GROUP_QUERY,
          "only the first N agents of --scen (all)"),
    REAL("--radius", "R", radius, 1e-3, 32, COMMAND_SIMULATE | COMMAND_CONVERT, GROUP_QUERY,
         "radius of the bodies of --scen, in tiles (0.35)"),
    REAL("--time", "S", time, 1e-9, 1e6, COMMAND_SIMULATE, GROUP_QUERY,
         "seconds after which the simulation ends (those of the scenario; --scen: 600)"),
    WHOLE("--budget", "WORK", budget, 1, MOST_WHOLE, COMMAND_SIMULATE, GROUP_QUERY,
          "expansions that searches for paths may spend in each tick (20000)"),
    WHOLE("--cadence", "N", cadence, 1, 1e6, COMMAND_SIMULATE, GROUP_QUERY,
          "find one path every N ticks, instead of --budget"),

    WHOLE("--size", "N", size, 1, 64, WITH_UNIT, GROUP_UNIT,
          "side of the square of tiles that the unit needs"),
    TEXT("--enter", "TERRAIN[=COST],...", enter, WITH_UNIT, GROUP_UNIT,
         "terrains that the unit can enter (ground,swamp)"),
    TEXT("--footprint", "circle:R|rect:LxW[@A,S]|polygon:A,S:...", footprint, WITH_UNIT, GROUP_UNIT,
         "its body, in tiles; A,S: its middle, or corners, ahead and right of its pose (circle of --size)"),
    REAL("--turn-radius", "R", turn_radius, 0, 1024, WITH_UNIT, GROUP_UNIT,
         "radius of its tightest turn, in tiles; 0 = turns on the spot (0)"),
    CHOICE("--corners", "RULE", corners, corner_names, WITH_UNIT, GROUP_UNIT,
           "diagonal moves past blocked corners (never):"),
    ATTACHED("--reverse", "[=PENALTY]", reverse, WITH_UNIT, GROUP_UNIT,
             "has a reverse gear; driving in reverse costs PENALTY times as much (1)"),
    REAL("--gear-change", "COST", gear_change, 0, 1024, WITH_UNIT, GROUP_UNIT,
         "cost of a gear change, in tiles (0)"),
    REAL("--curvature-rate", "RATE", curvature_rate, 0, 1e6, WITH_UNIT, GROUP_UNIT,
         "most change of curvature for each tile driven, in 1/tile^2; 0 = no limit (0)"),
    TEXT("--unit", "FILE.json", unit, WITH_UNIT & ~COMMAND_BENCH, GROUP_UNIT, "read the unit from a file"),
    TEXT("--unit", "FILE.json,...", unit, COMMAND_BENCH, GROUP_UNIT,
         "read units from files, one after the other"),

    TEXT("--method", "METHOD", method, COMMAND_ROUTE | COMMAND_INFO, GROUP_SEARCH,
         "path-finding method (auto):"),
    TEXT("--method", "METHOD,...", method, COMMAND_BENCH, GROUP_SEARCH,
         "path-finding methods, one after the other (auto):"),
    TEXT("--method", "METHOD,...", method, COMMAND_COMPARE, GROUP_SEARCH,
         "path-finding methods (those that are usual for the unit):"),
    CHOICE("--headings", "8|16", headings, angle_names, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
           "number of headings in directional search (8)"),
    CHOICE("--heuristic", "NAME", heuristic, heuristic_names, SEARCHES, GROUP_SEARCH,
           "heuristic of directional search (auto):"),
    REAL("--turn-charge", "COST", turn_charge, 0, 1e6, SEARCHES, GROUP_SEARCH,
         "directional search: charge for a full turn, in tiles (0)"),
    FLAG("--all-curves", all_curves, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
         "directional-8 to -80: use all four curves between two poses, not only the shortest"),
    FLAG("--fastest", fastest, SEARCHES, GROUP_SEARCH,
         "directional search: minimise the driving time at --speed (1,1,1,1)"),
    FLAG("--allow-longer", allow_longer, SEARCHES, GROUP_SEARCH,
         "auto and grid: use the hierarchy if terrains differ in cost; paths may be a little longer"),
    FLAG("--methodical", methodical, SEARCHES, GROUP_SEARCH,
         "midpoint, areas, compass and sight: if the method gives up, search from start to goal by A*"),
    WHOLE("--refine", "WORK", refine, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "astar: find a quick path first, then make it cheaper by up to WORK expansions"),
    FLAG("--fewer-bends", fewer_bends, SEARCHES, GROUP_SEARCH,
         "of all cheapest grid paths, take one with the fewest bends"),
    REAL("--bend-cost", "COST", bend_cost, 0, 1024, SEARCHES, GROUP_SEARCH,
         "grid paths: charge COST tiles for each bend; the path may become longer (0)"),
    REAL("--weight", "W", weight, 1, 1000, SEARCHES, GROUP_SEARCH,
         "allow a path that costs up to W times the optimum (1)"),
    WHOLE("--slice", "N", slice, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "run the search in steps of N expansions"),
    WHOLE("--max-work", "N", max_work, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "stop after N expansions and return the best path so far"),
    WHOLE("--max-time", "US", max_time, 1, MOST_WHOLE, SEARCHES, GROUP_SEARCH,
          "stop after US microseconds and return the best path so far"),
    REAL("--max-distance", "D", max_distance, 1e-9, 1e9, SEARCHES, GROUP_SEARCH,
         "stop at cost D from the start and return the path up to there"),
    WHOLE("--window", "N", window, 1, 65536, SEARCHES, GROUP_SEARCH,
          "search only in the NxN tiles around the midpoint of start and goal"),
    TEXT(
        "--previous", "FILE.json", previous, COMMAND_ROUTE, GROUP_SEARCH,
        "keep to the path of FILE, written by --json, from where it leads through --from, while it is legal"),
    REAL("--braking", "T", braking, 1e-9, 32768, COMMAND_ROUTE, GROUP_SEARCH,
         "--previous: search anew from T tiles before something in the way (twice the turning radius and "
         "the reach of the body)"),
    REAL("--splice", "T", splice, 1e-9, 1e9, COMMAND_ROUTE, GROUP_SEARCH,
         "--previous: keep T tiles of the path, wherever it leads, and search for the goal from there"),
    TEXT("--overlay", "FILE.json", overlay, SEARCHES | COMMAND_CHECK, GROUP_SEARCH,
         "changes to the map for this request: blocked tiles, forbidden moves, costs, a corridor"),
    TEXT("--keep-out", "MASK.yaml[,COST]", keep_out, SEARCHES | COMMAND_CHECK, GROUP_SEARCH,
         "ROS: a mask whose occupied cells are blocked; cells that are partly occupied cost up to COST more "
         "(2)"),
    TEXT("--speed-mask", "MASK.yaml[,percent|absolute,BASE,MULTIPLIER]", speed_mask, SEARCHES | COMMAND_CHECK,
         GROUP_SEARCH,
         "ROS: a mask with limits of speed, as costs: BASE + MULTIPLIER * cell, in percent of the top speed "
         "or in m/s (percent,100,-1)"),
    TEXT("--wall-cost", "COST[,DECAY[,RADIUS]]", wall_cost, SEARCHES | COMMAND_CHECK, GROUP_SEARCH,
         "tiles near walls cost up to COST more; beyond RADIUS (half of the body's width), e^-DECAY a tile "
         "of it (1)"),
    TEXT("--area-map", "FILE", area_map, SEARCHES, GROUP_SEARCH,
         "areas: a designer's areas, as JSON or as a picture with a colour for each (squares alone)"),
    CHOICE("--partition", "squares|quadtree", partition, partition_names, SEARCHES, GROUP_SEARCH,
           "areas: how the map is cut where no area is named (squares)"),
    TEXT("--trees", "FILE", trees, COMMAND_ROUTE | COMMAND_CHECK, GROUP_SEARCH,
         "round obstacles, lines `x y r`: the shortest path of a round body among them and blocked tiles"),
    FLAG("--nearest", nearest, SEARCHES, GROUP_SEARCH,
         "if the goal cannot be reached, go as near to it as possible"),
    REAL("--nearest-tolerance", "T", nearest_tolerance, 0, 32768, SEARCHES, GROUP_SEARCH,
         "of places as near to the goal as the nearest one but for T tiles, go to the cheapest (0.25)"),
    FLAG("--why", why, COMMAND_ROUTE, GROUP_SEARCH,
         "if there is no path, tell what is in the way, and what unit would get there"),
    FLAG("--allow-violations", allow_violations, SEARCHES, GROUP_SEARCH,
         "accept a path that breaks rules of the unit, if there is no other"),
    WHOLE("--cluster", "N", cluster, 4, 64, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
          "side of a cluster of the hierarchy (16; 32 or 64 on large maps)"),
    WHOLE("--segment", "N", segment, 1, 16384, SEARCHES, GROUP_SEARCH,
          "hierarchy: find the path in legs of about N tiles; tells when the first one was ready"),
    CHOICE("--dominance", "strong|weak", dominance, dominance_names, SEARCHES | COMMAND_INFO, GROUP_SEARCH,
           "how many steps between clusters the hierarchy keeps (strong)"),
    CHOICE("--abstraction", "unit|shared", abstraction, abstraction_names, SEARCHES | COMMAND_INFO,
           GROUP_SEARCH,
           "whose graph the hierarchy searches: the unit's, or one for all units of the map (unit)"),
    CHOICE("--placement", "cheapest|clearance", placement, placement_names, SEARCHES | COMMAND_INFO,
           GROUP_SEARCH, "which steps between clusters the hierarchy keeps (cheapest)"),

    CHOICE("--pre-smooth", "none|48|48-strict", pre_smooth, pre_smooth_names, SEARCHES, GROUP_SHAPE,
           "directional search along a grid path, before other smoothing (none)"),
    CHOICE("--smooth", "KIND", smooth, smooth_names, SEARCHES, GROUP_SHAPE,
           "smoothing: makes the path straighter or rounder (auto; bench, 4 neighbours: none):"),
    REAL("--sample-step", "T", sample_step, 1.0 / 64, 64, SEARCHES, GROUP_SHAPE,
         "--smooth simple-sampled: most tiles between two samples (0.2)"),
    CHOICE("--turns", "KIND", turns, turn_names, SEARCHES, GROUP_SHAPE,
           "how the turns of a grid path are made drivable (none):"),
    CHOICE("--roads", "KIND", roads, road_names, SEARCHES, GROUP_SHAPE, "how the path uses roads (none):"),
    FLAG("--keep-right", keep_right, SEARCHES, GROUP_SHAPE, "drive on the right half of roads"),
    CHOICE("--fixed-angles", "8|16", fixed_angles, angle_names, SEARCHES, GROUP_SHAPE,
           "bend the path to 8 or 16 directions, for sprites"),
    TEXT("--speed", "V,ACCEL,DECEL,LATERAL", speed, SEARCHES, GROUP_SHAPE,
         "compute a speed profile; tiles and seconds"),
    TEXT("--speed", "V,ACCEL,DECEL,LATERAL", speed, COMMAND_SIMULATE | COMMAND_CONVERT, GROUP_QUERY,
         "limits of the agents of --scen (2,4,4,4)"),
    TEXT("--speed-on", "TERRAIN=V,...", speed_on, SEARCHES, GROUP_SHAPE,
         "top speed on each of these terrains"),
    TEXT("--speed-ends", "START,END", speed_ends, SEARCHES, GROUP_SHAPE,
         "speed at the start, and greatest speed at the end (0,0)"),
    REAL("--radius-per-speed", "K", radius_per_speed, 1e-9, 1e9, SEARCHES, GROUP_SHAPE,
         "at speed v, arcs have a radius of at least K v"),

    CHOICE("--table", "md|csv|html", table, table_names, COMMAND_COMPARE | COMMAND_BENCH, GROUP_OUTPUT,
           "print the table as Markdown, CSV or HTML (aligned text); bench: a table also of one run"),
    REAL("--bucket", "LENGTH", bucket, 1e-3, 1e6, COMMAND_BENCH, GROUP_OUTPUT,
         "a row of the table for each LENGTH tiles of the optimum (MovingAI's buckets: 4)"),
    TEXT("--json", "FILE|-", json, (WITH_UNIT & ~COMMAND_COMPARE) | COMMAND_FOREST | COMMAND_SIMULATE,
         GROUP_OUTPUT, "write the result as JSON"),
    TEXT("--each", "FILE.csv", each, COMMAND_BENCH, GROUP_OUTPUT, "write one line for each query"),
    FLAG("--clearance", clearance, COMMAND_INFO, GROUP_OUTPUT,
         "print the clearance of every tile, or draw it with --svg and --png"),
    TEXT("--svg", "FILE", svg, DRAWS | COMMAND_FOREST | COMMAND_INFO | COMMAND_SIMULATE, GROUP_OUTPUT,
         "draw a picture; simulate: one that moves"),
    TEXT("--png", "FILE", png, DRAWS | COMMAND_INFO, GROUP_OUTPUT, "draw a picture"),
    TEXT("--html", "FILE", html, COMMAND_ROUTE | COMMAND_COMPARE, GROUP_OUTPUT,
         "write a page for the browser that shows the search step by step: the playground with this query "
         "inside"),
    TEXT("--page", "FILE", page, COMMAND_ROUTE | COMMAND_COMPARE, GROUP_OUTPUT,
         "--html: the page of the playground (the installed one)"),
    TEXT("--with", "FILE.json,...", with, COMMAND_ROUTE, GROUP_OUTPUT, "draw these paths as well"),
    CHOICE("--draw", "auto|blocks|sixel|kitty", draw, draw_names, DRAWS | COMMAND_FOREST | COMMAND_INFO,
           GROUP_OUTPUT, "draw the picture in the terminal"),
    FLAG("--ascii", ascii, DRAWS, GROUP_OUTPUT, "print the map and the path as text"),
    TEXT("--trace", "FILE", trace, COMMAND_ROUTE, GROUP_OUTPUT,
         "write every step of the search in the Posthoc search-trace format"),
    TEXT("--record", "FILE", record, COMMAND_ROUTE | COMMAND_SIMULATE, GROUP_OUTPUT,
         "record the calls of the library, for fairway replay"),
    TEXT("--minimise", "FILE", minimise, COMMAND_REPLAY, GROUP_OUTPUT,
         "write the shortest recording that still fails"),
    FLAG("--expanded", expanded, COMMAND_ROUTE, GROUP_OUTPUT,
         "pictures show which places the search has opened and closed; large tiles tell f"),
    CHOICE("--show", "SUBJECT", show, show_names, COMMAND_ROUTE, GROUP_OUTPUT,
           "pictures show the inside of the library:"),
    TEXT("--poses", "FILE.csv", poses, COMMAND_SIMULATE, GROUP_OUTPUT,
         "write the pose and speed of every unit, frame by frame"),
    REAL("--sample", "DT", sample, 1e-6, 1e6, COMMAND_SIMULATE, GROUP_OUTPUT,
         "seconds between frames (the scenario's dt)"),
    REAL("--share", "S", share, 1e-9, 1, COMMAND_BATCH, GROUP_OUTPUT,
         "only about this share of the jobs, evenly spread"),
    TEXT("--out", "FOLDER", out, COMMAND_BATCH, GROUP_OUTPUT,
         "where answers go (beside the study, ending in .answers)"),
    FLAG("--resume", resume, COMMAND_BATCH, GROUP_OUTPUT, "go on with a study that ended early"),
    FLAG("--check", check_only, COMMAND_BATCH, GROUP_OUTPUT,
         "only check the study, count its jobs and estimate its time"),
    WHOLE("--workers", "N", workers, 1, 256, COMMAND_BATCH, GROUP_OUTPUT,
          "worker processes of each rank (as many as the machine has cores for it)"),
    REAL("--patience", "SECONDS", patience, 1e-3, 1e9, COMMAND_BATCH, GROUP_OUTPUT,
         "a job that takes longer is taken to hang (3600)"),
    FLAG("--summary", summary, COMMAND_BATCH, GROUP_OUTPUT, "print tables of the answers"),
    TEXT("--plot", "FOLDER", plot, COMMAND_BATCH, GROUP_OUTPUT, "draw the answers as SVG"),
    FLAG("--sqlite", sqlite, COMMAND_BATCH, GROUP_OUTPUT, "also write the answers as answers.sqlite"),
    TEXT("-o", "FILE", output, COMMAND_GENERATE, GROUP_OUTPUT,
         "where to write the map, as .map, .png, .yaml or .tmj (standard output, as .map)"),
    TEXT("-o", "FILE", output, COMMAND_CONVERT, GROUP_OUTPUT,
         "where to write the map, as .map, .png, .yaml or .tmj, or a scenario, .json (standard output, as "
         ".map)"),
    CHOICE("--color", "auto|always|never", color, color_names, WORKS, GROUP_OUTPUT,
           "colour texts (auto: at a terminal, unless NO_COLOR is set)"),
    { AN_OPTION("--quiet", NULL, VALUE_FLAG, quiet, WORKS, GROUP_OUTPUT, "print no summary"), .letter = 'q' },
    { AN_OPTION("--verbose", NULL, VALUE_FLAG, verbose, WORKS, GROUP_OUTPUT, "print a longer summary"),
      .letter = 'v' },
    FLAG("--help", help, EVERY_COMMAND, GROUP_OUTPUT, "print this text"),
};

const int option_count = sizeof option_table / sizeof *option_table;
_Static_assert(sizeof option_table / sizeof *option_table <= MOST_OPTIONS,
               "options_read() notes each that is given");

const char *const option_group_titles[GROUP_COUNT] = {
    [GROUP_MAP] = "Map",       [GROUP_QUERY] = "Query", [GROUP_UNIT] = "Unit",
    [GROUP_SEARCH] = "Search", [GROUP_SHAPE] = "Shape", [GROUP_OUTPUT] = "Output",
};

_Static_assert((int)FW_METHOD_COUNT <= (int)MOST_CHOICES, "all methods are choices");

int option_choices(const option *row, const char *names[MOST_CHOICES])
{
    int count = 0;
    if (row->field == offsetof(options, method))
        for (; count < FW_METHOD_COUNT; count++)
            names[count] = fw_method_name((fw_method)count);
    for (; row->choices && row->choices[count]; count++)
        names[count] = row->choices[count];
    return count;
}
