#include "common/line_chart.h"

#include <math.h>

enum { WIDTH = 720, HEIGHT = 420, LEFT = 70, RIGHT = 190, TOP = 40, BOTTOM = 50 };

/// One axis: decades from `low` to `high` over pixels.
typedef struct axis {
    int low, high; ///< powers of ten
    double from, to;
} axis;

static double place(const axis *along, double value)
{
    return along->from + (log10(value) - along->low) / (along->high - along->low) * (along->to - along->from);
}

static axis axis_over(double least, double most, double from, double to)
{
    axis along = { .low = (int)floor(log10(least)), .high = (int)ceil(log10(most)), .from = from, .to = to };
    along.high += along.high == along.low;
    return along;
}

static void draw_grid(const line_chart *chart, const axis *across, const axis *up, FILE *to)
{
    for (int power = across->low; power <= across->high; power++) {
        const double x = place(across, pow(10, power));
        fprintf(to, "<path d='M%.1f %.1fV%.1f' stroke='#ddd'/>\n", x, up->from, up->to);
        fprintf(to, "<text x='%.1f' y='%.1f' text-anchor='middle'>%g</text>\n", x, up->from + 16,
                pow(10, power));
    }
    for (int power = up->low; power <= up->high; power++) {
        const double y = place(up, pow(10, power));
        fprintf(to, "<path d='M%.1f %.1fH%.1f' stroke='#ddd'/>\n", across->from, y, across->to);
        fprintf(to, "<text x='%.1f' y='%.1f' text-anchor='end'>%g</text>\n", across->from - 6, y + 4,
                pow(10, power));
    }
    fprintf(to, "<text x='%d' y='20' font-size='15'>%s</text>\n", LEFT, chart->title);
    fprintf(to, "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n", (across->from + across->to) / 2,
            HEIGHT - 10, chart->x_name);
    fprintf(to, "<text transform='translate(16 %.1f) rotate(-90)' text-anchor='middle'>%s</text>\n",
            (up->from + up->to) / 2, chart->y_name);
}

static void draw_line(const chart_line *line, int index, const axis *across, const axis *up, FILE *to)
{
    const char *dashes = line->dashed ? " stroke-dasharray='5 4'" : "";
    fprintf(to, "<path fill='none' stroke='%s' stroke-width='2'%s d='", line->colour, dashes);
    for (int i = 0; i < line->count; i++)
        fprintf(to, "%c%.1f %.1f", i ? 'L' : 'M', place(across, line->x[i]), place(up, line->y[i]));
    fprintf(to, "'/>\n");
    const int y = TOP + 10 + 18 * index;
    fprintf(to, "<path d='M%d %dh24' stroke='%s' stroke-width='2'%s/>", WIDTH - RIGHT + 14, y, line->colour,
            dashes);
    fprintf(to, "<text x='%d' y='%d'>%s</text>\n", WIDTH - RIGHT + 44, y + 4, line->name);
}

void line_chart_write(const line_chart *chart, FILE *to)
{
    double least_x = INFINITY;
    double most_x = 1;
    double least_y = INFINITY;
    double most_y = 1;
    for (int i = 0; i < chart->count; i++)
        for (int k = 0; k < chart->lines[i].count; k++) {
            least_x = fmin(least_x, chart->lines[i].x[k]);
            most_x = fmax(most_x, chart->lines[i].x[k]);
            least_y = fmin(least_y, chart->lines[i].y[k]);
            most_y = fmax(most_y, chart->lines[i].y[k]);
        }
    const axis across = axis_over(least_x, most_x, LEFT, WIDTH - RIGHT);
    const axis up = axis_over(least_y, most_y, HEIGHT - BOTTOM, TOP);
    fprintf(to,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
            "font-size='12'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            WIDTH, HEIGHT);
    draw_grid(chart, &across, &up, to);
    for (int i = 0; i < chart->count; i++)
        draw_line(&chart->lines[i], i, &across, &up, to);
    fprintf(to, "</svg>\n");
}
