#define _XOPEN_SOURCE 700 // realpath

#include "convert_scenario.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/scenario.h"
#include "io/text.h"
#include "mapf.h"
#include "outputs.h"

enum { NAME_BYTES = 1024 };

typedef struct scenario_text {
    const io_scenario *scenario;
    const job *work;
    char map[NAME_BYTES]; ///< name of the map's file, relative to that of the scenario
} scenario_text;

bool is_scenario_name(const char *file)
{
    return io_ends_with(file, ".json");
}

/// The folder of a file, with links followed; to be freed. Null if there is none.
static char *folder_of(const char *file)
{
    char *folder = malloc(strlen(file) + 2);
    char *slash = folder ? strrchr(strcpy(folder, file), '/') : NULL;
    if (folder)
        strcpy(slash ? slash + (slash == folder) : folder, slash ? "" : ".");
    char *real = folder ? realpath(folder, NULL) : NULL;
    free(folder);
    return real;
}

/// Writes the name that a file has as seen from a folder; both begin at the root.
static bool name_from(const char *folder, const char *file, char name[NAME_BYTES])
{
    size_t same = 0, used = 0; // `same` ends with a slash of both
    for (size_t i = 0; file[i] && (file[i] == folder[i] || (!folder[i] && file[i] == '/')); i++) {
        if (file[i] == '/' && (!folder[i] || folder[i] == '/'))
            same = i + 1;
        if (!folder[i])
            break;
    }
    name[0] = '\0';
    const size_t length = strlen(folder);
    for (size_t i = same; i < length; i++)
        if ((i == same || folder[i - 1] == '/') && used + 4 < NAME_BYTES)
            used += (size_t)snprintf(name + used, NAME_BYTES - used, "../");
    return snprintf(name + used, NAME_BYTES - used, "%s", file + same) < (int)(NAME_BYTES - used);
}

/// Finds the map's file from where the scenario will be.
static bool find_map(const char *map, const char *scenario, char name[NAME_BYTES])
{
    char *folder = folder_of(scenario), *real = realpath(map, NULL);
    const bool is_found = folder && real && name_from(folder, real, name);
    free(folder);
    free(real);
    return is_found || complain("%s: the scenario cannot name its map's file, %s", scenario, map);
}

static bool write_text(FILE *to, const void *what, io_fault *fault)
{
    const scenario_text *text = what;
    (void)fault;
    io_scenario_write(to, text->scenario, text->work->map, text->map,
                      fw_io_format_name(text->work->source.format));
    return true;
}

/// A scenario names its map, and who opens it knows nothing of these options.
static bool is_read_plainly(const options *given)
{
    static const char *const names[] = { "letters", "unknown", "level",   "layer",
                                         "world",   "covered", "outside", NULL };
    const char *unknown = options_first(given, names);
    if (unknown)
        return complain(
            "--%s is not known to who opens the scenario: convert the map first, to .tmj, .png or "
            ".map, and then that file to a scenario",
            unknown);
    return strcmp(given->arguments[0], "-") != 0 ||
           complain("a scenario names the file of its map, which standard input is not");
}

bool convert_to_scenario(const options *given, const job *work, const char *file)
{
    io_scenario scenario = { 0 };
    scenario_text text = { .scenario = &scenario, .work = work };
    bool is_written = is_read_plainly(given) && mapf_read(given, work->map, &scenario) &&
                      mapf_add_units(given, work->map, &work->source, &scenario) &&
                      find_map(given->arguments[0], file, text.map);
    if (is_written) {
        scenario.places = work->source.places;
        scenario.place_count = work->source.place_count;
        is_written = write_file(file, write_text, &text);
        scenario.places = NULL; // they belong to the job
    }
    io_scenario_free(&scenario);
    return is_written;
}
