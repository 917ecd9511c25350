#include "batch/plot.h"

#include <math.h>
#include <stdlib.h>

#include "batch/query_work.h"
#include "io/output.h"

enum { LEFT = 130, TOP = 40, CELL_WIDTH = 64, CELL_HEIGHT = 26, CHART_WIDTH = 420, CHART_HEIGHT = 260 };

static const char *const line_colors[] = { "#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                           "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f" };

static void begin_svg(FILE *to, double width, double height, const char *title)
{
    fprintf(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"white\"/>\n"
        "<text x=\"10\" y=\"20\" font-weight=\"bold\">%s</text>\n",
        width, height, width, height, title);
}

static void write_text(FILE *to, double x, double y, const char *anchor, const char *text)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    for (; *text; text++)
        if (*text == '<' || *text == '&' || *text == '>')
            fprintf(to, "&#%d;", *text);
        else
            fputc(*text, to);
    fputs("</text>\n", to);
}

/// Which share of the queries was answered by a path.
static double share_found(const study *asked, const summary_row *rows, study_job place)
{
    const uint64_t queries = asked->maps[place.map].query_count;
    size_t found = 0;
    for (uint64_t i = 0; i < queries; i++) {
        place.query = i * asked->stride;
        found += rows[study_number_of(asked, &place)].is_good;
    }
    return (double)found / (double)queries;
}

/// A table for each method: maps downward, units to the right, the share found as colour and number.
static void draw_found(const study *asked, const summary_row *rows, FILE *to)
{
    const double table = TOP + CELL_HEIGHT * (asked->map_count + 1);
    begin_svg(to, LEFT + CELL_WIDTH * asked->unit_count + 20, 30 + table * asked->method_count,
              "Share of the queries with a path");
    for (int32_t method = 0; method < asked->method_count; method++) {
        const double top = 30 + method * table + TOP;
        write_text(to, 10, top - 24, "start", asked->methods[method].name);
        for (int32_t unit = 0; unit < asked->unit_count; unit++)
            write_text(to, LEFT + CELL_WIDTH * (unit + 0.5), top - 6, "middle", asked->units[unit].name);
        for (int32_t map = 0; map < asked->map_count; map++) {
            write_text(to, LEFT - 8, top + CELL_HEIGHT * (map + 0.7), "end", asked->maps[map].name);
            for (int32_t unit = 0; unit < asked->unit_count; unit++) {
                char number[16];
                const study_job place = { .map = map, .unit = unit, .method = method };
                const double share = share_found(asked, rows, place);
                snprintf(number, sizeof number, "%.3f", share);
                fprintf(
                    to,
                    "<rect x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%d\" fill=\"hsl(%.0f,60%%,75%%)\"/>\n",
                    LEFT + CELL_WIDTH * unit, top + CELL_HEIGHT * map, CELL_WIDTH - 2, CELL_HEIGHT - 2,
                    120 * share);
                write_text(to, LEFT + CELL_WIDTH * (unit + 0.5) - 1, top + CELL_HEIGHT * (map + 0.7),
                           "middle", number);
            }
        }
    }
    fputs("</svg>\n", to);
}

/// Mean length against the baseline at one place of its axis, and how many jobs have no path any more.
static double mean_detour(const study *asked, const summary_row *rows, int32_t index, size_t *lost)
{
    double sum = 0;
    size_t count = 0;
    *lost = 0;
    for (uint64_t job = 0; job < asked->starts[asked->map_count]; job++) {
        uint64_t other = 0;
        const study_job place = study_job_at(asked, job);
        const int32_t at = asked->baseline_axis == AXIS_MAP    ? place.map
                           : asked->baseline_axis == AXIS_UNIT ? place.unit
                                                               : place.method;
        if (at != index || !summary_at_baseline(asked, job, &other) || !rows[other].is_good)
            continue;
        *lost += !rows[job].is_good;
        if (rows[job].is_good && rows[other].length > 0) {
            sum += rows[job].length / rows[other].length;
            count++;
        }
    }
    return count ? sum / (double)count : 1;
}

static void draw_detours(const study *asked, const summary_row *rows, FILE *to)
{
    const int32_t count = summary_axis_count(asked, asked->baseline_axis);
    double most = 1;
    for (int32_t i = 0; i < count; i++) {
        size_t lost = 0;
        most = fmax(most, mean_detour(asked, rows, i, &lost));
    }
    begin_svg(to, LEFT + CHART_WIDTH + 170, TOP + CELL_HEIGHT * count + 20,
              "Mean length against the baseline");
    for (int32_t i = 0; i < count; i++) {
        char text[96];
        size_t lost = 0;
        const double ratio = mean_detour(asked, rows, i, &lost), width = CHART_WIDTH * ratio / most;
        write_text(to, LEFT - 8, TOP + CELL_HEIGHT * (i + 0.7), "end",
                   summary_axis_name(asked, asked->baseline_axis, i));
        fprintf(to, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", LEFT,
                TOP + CELL_HEIGHT * i, width, CELL_HEIGHT - 4,
                i == asked->baseline ? "#aaaaaa" : line_colors[0]);
        snprintf(text, sizeof text, lost ? "%.3f, %zu without a path" : "%.3f", ratio, lost);
        write_text(to, LEFT + width + 6, TOP + CELL_HEIGHT * (i + 0.7), "start", text);
    }
    fputs("</svg>\n", to);
}

static double mean_share(const study *asked, const summary_row *rows, int32_t map, int32_t density)
{
    const int32_t seeds = asked->simulation.seed_count;
    double sum = 0;
    int32_t count = 0;
    for (int32_t unit = 0; unit < asked->unit_count; unit++)
        for (int32_t seed = 0; seed < seeds; seed++) {
            study_job place = { .map = map, .unit = unit };
            place.query = (uint64_t)density * (uint64_t)seeds + (uint64_t)seed;
            if (place.query % asked->stride != 0)
                continue;
            sum += rows[study_number_of(asked, &place)].share;
            count++;
        }
    return count ? sum / count : NAN;
}

/// A line for each map; the first parameters.
static void draw_arrival(const study *asked, const summary_row *rows, FILE *to)
{
    const study_simulation *runs = &asked->simulation;
    double most = 0;
    for (int32_t i = 0; i < runs->density_count; i++)
        most = fmax(most, runs->densities[i]);
    begin_svg(to, CHART_WIDTH + 220, CHART_HEIGHT + 90, "Units that arrive, against density");
    for (int i = 0; i <= 4; i++) {
        char number[16];
        const double y = TOP + CHART_HEIGHT * (1 - 0.25 * i), x = 60 + CHART_WIDTH * 0.25 * i;
        fprintf(to, "<path d=\"M60 %.1fh%d\" stroke=\"#dddddd\"/>\n", y, CHART_WIDTH);
        snprintf(number, sizeof number, "%d %%", 25 * i);
        write_text(to, 54, y + 4, "end", number);
        snprintf(number, sizeof number, "%.3g", 0.25 * i * most);
        write_text(to, x, TOP + CHART_HEIGHT + 18, "middle", number);
    }
    write_text(to, 60 + CHART_WIDTH / 2.0, TOP + CHART_HEIGHT + 38, "middle",
               "share of the free tiles under bodies");
    for (int32_t map = 0; map < asked->map_count; map++) {
        const char *color = line_colors[(size_t)map % (sizeof line_colors / sizeof *line_colors)];
        fputs("<polyline fill=\"none\" stroke-width=\"2\" points=\"", to);
        for (int32_t i = 0; i < runs->density_count; i++) {
            const double share = mean_share(asked, rows, map, i);
            if (isfinite(share))
                fprintf(to, "%.1f,%.1f ", 60 + CHART_WIDTH * runs->densities[i] / most,
                        TOP + CHART_HEIGHT * (1 - share));
        }
        fprintf(to, "\" stroke=\"%s\"/>\n<path d=\"M%d %dh20\" stroke=\"%s\" stroke-width=\"2\"/>\n", color,
                CHART_WIDTH + 75, TOP + 18 * map, color);
        write_text(to, CHART_WIDTH + 100, TOP + 18 * map + 4, "start", asked->maps[map].name);
    }
    fputs("</svg>\n", to);
}

/// Adds one to each tile that a path's centre passes, once for each path.
static void count_tiles(const fw_path *path, int32_t width, int32_t height, uint32_t *counts)
{
    const double length = fw_path_length(path);
    int32_t cursor = 0;
    int64_t last = -1;
    for (double at = 0; at <= length; at += 0.25) {
        fw_pose pose;
        if (fw_path_pose_following(path, at, &cursor, &pose) != FW_OK)
            return;
        const int64_t x = (int64_t)floor(pose.x), y = (int64_t)floor(pose.y);
        if (x < 0 || y < 0 || x >= width || y >= height || y * width + x == last)
            continue;
        last = y * width + x;
        counts[last]++;
    }
}

/// Finds the paths of a map's queries again, at most so many, evenly spread, by the first unit and method.
static void count_paths(query_work *again, int32_t map, uint32_t *counts)
{
    enum { MOST_PATHS = 10000 };
    const study *asked = again->asked;
    const uint64_t queries = asked->maps[map].query_count, step = 1 + queries / MOST_PATHS;
    for (uint64_t i = 0; i < queries; i += step) {
        const study_job place = { .map = map, .query = i * asked->stride };
        answer found = { 0 };
        query_run(again, study_number_of(asked, &place), &found);
        if (found.values[QUERY_RESULT].whole == FW_OUTCOME_FOUND)
            count_tiles(again->path, fw_map_width(again->map), fw_map_height(again->map), counts);
    }
}

static bool draw_heat(const study *asked, FILE *to, io_fault *fault)
{
    query_work again = { .asked = asked };
    bool done = query_prepare(&again, 0, fault) && query_begin(&again);
    const int32_t width = done ? fw_map_width(again.map) : 1, height = done ? fw_map_height(again.map) : 1;
    uint32_t *counts = calloc((size_t)width * (size_t)height, sizeof *counts), most = 1;
    const double side = fmax(1, floor(640.0 / width));
    if (done && counts) {
        count_paths(&again, 0, counts);
        for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
            most = counts[i] > most ? counts[i] : most;
        begin_svg(to, side * width + 20, side * height + TOP + 10, "Paths over each tile");
        for (int32_t y = 0; y < height; y++)
            for (int32_t x = 0; x < width; x++) {
                const uint32_t count = counts[y * width + x];
                const bool is_blocked = fw_map_terrain(again.map, x, y) == FW_BLOCKED;
                if (!is_blocked && count == 0)
                    continue;
                const double heat = sqrt((double)count / most);
                fprintf(to, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"",
                        10 + side * x, TOP + side * y, side, side);
                if (is_blocked)
                    fputs("#444444\"/>\n", to);
                else
                    fprintf(to, "hsl(%.0f,90%%,%.0f%%)\"/>\n", 60 - 60 * heat, 90 - 45 * heat);
            }
        fputs("</svg>\n", to);
    }
    done = done && counts;
    free(counts);
    query_close(&again);
    return done;
}

/// What one picture is drawn from.
typedef void draw_function(const study *asked, const summary_row *rows, FILE *to);

/// @param draw  null = the heat map
static bool write_picture(const study *asked, const summary_row *rows, const char *folder, const char *name,
                          draw_function *draw, io_fault *fault)
{
    char file[4096];
    io_output output;
    snprintf(file, sizeof file, "%s/%s", folder, name);
    if (!io_output_open(file, &output, fault))
        return false;
    if (draw)
        draw(asked, rows, output.to);
    else if (!draw_heat(asked, output.to, fault)) {
        io_output_abandon(&output);
        return false;
    }
    return io_output_finish(&output, fault);
}

bool plot_write(const study *asked, const summary_row *rows, const char *folder, io_fault *fault)
{
    if (asked->simulates)
        return write_picture(asked, rows, folder, "arrival.svg", draw_arrival, fault);
    bool has_places = false;
    for (int32_t i = 0; i < asked->queries_count; i++)
        has_places = has_places || asked->queries[i].kind == QUERIES_PAIRS;
    return write_picture(asked, rows, folder, "found.svg", draw_found, fault) &&
           (!asked->baseline_axis || write_picture(asked, rows, folder, "detour.svg", draw_detours, fault)) &&
           (!has_places || write_picture(asked, rows, folder, "heat.svg", NULL, fault));
}
