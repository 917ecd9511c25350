#include "open_lists/chart.h"

#include <math.h>
#include <stdlib.h>

#include "open_lists/kinds.h"

enum { WIDTH = 1000, HEIGHT = 620, LEFT = 70, RIGHT = 350, TOP = 50, BOTTOM = 60, LABEL_HEIGHT = 17 };

/// Families of structures, a colour each.
typedef struct family {
    const char *colour;
    const open_list_kind *kinds[8]; ///< null behind the last
} family;

static const family families[] = {
    { "#8a8f98",
      { &open_list_unsorted_array, &open_list_unsorted_linked_list, &open_list_sorted_array,
        &open_list_sorted_linked_list, &open_list_indexed_array, &open_list_hash_table,
        &open_list_skip_list_by_location } },
    { "#a05a9c", { &open_list_skip_list_by_f, &open_list_splay_tree } },
    { "#2f6fb0",
      { &open_list_binary_heap, &open_list_hybrid_heap, &open_list_positioned_heap,
        &open_list_positioned_heap_4, &open_list_lazy_heap, &open_list_lazy_heap_4,
        &open_list_pairing_heap } },
    { "#d9822b", { &open_list_hot_queue, &open_list_hot_queue_no_heap, &open_list_two_level_queue } },
    { "#2e8b57", { &open_list_radix_heap, &open_list_bucket_queue, &open_list_library_queue } },
};

/// The frame that figures are drawn into, in powers of ten.
typedef struct frame {
    double least_x, most_x, least_y, most_y;
} frame;

/// Where a line ends and what it is called.
typedef struct label {
    double x, y;   ///< end of the line
    double beside; ///< height of the text
    const char *name;
    const char *colour;
} label;

static const char *colour_of(const open_list_kind *kind)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (size_t k = 0; k < 8; k++)
            if (families[i].kinds[k] == kind)
                return families[i].colour;
    return "#000000";
}

static double x_of(const frame *frame, double size)
{
    return LEFT + (log10(size) - frame->least_x) / (frame->most_x - frame->least_x) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const frame *frame, double figure)
{
    return HEIGHT - BOTTOM -
           (log10(figure) - frame->least_y) / (frame->most_y - frame->least_y) * (HEIGHT - TOP - BOTTOM);
}

static frame frame_of(const table *table)
{
    double most = 1, least = INFINITY;
    for (size_t row = 0; row < table->rows; row++)
        for (size_t column = 0; column < table->columns; column++) {
            most = fmax(most, table->cells[row][column]);
            least = fmin(least, table->cells[row][column]);
        }
    return (frame){ .least_x = log10(table->sizes[0]) - 0.05,
                    .most_x = log10(table->sizes[table->columns - 1]) + 0.02,
                    .least_y = floor(log10(least) * 2) / 2,
                    .most_y = ceil(log10(most) * 2) / 2 };
}

/// Lines of the frame at 1, 2 and 5 of each power of ten.
static void draw_frame(const frame *frame, text *svg)
{
    static const double parts[] = { 1, 2, 5 };
    for (double power = 1; power < 1e7; power *= 10)
        for (size_t i = 0; i < 3; i++) {
            const double at = power * parts[i];
            const char *stroke = i == 0 ? "#c9ced6" : "#eceff3";
            if (log10(at) >= frame->least_y && log10(at) <= frame->most_y) {
                text_add(svg, "<path d='M%d %.1fH%d' stroke='%s'/>\n", LEFT, y_of(frame, at), WIDTH - RIGHT,
                         stroke);
                text_add(svg, "<text x='%d' y='%.1f' text-anchor='end'>%.0f</text>\n", LEFT - 8,
                         y_of(frame, at) + 4, at);
            }
            if (log10(at) >= frame->least_x && log10(at) <= frame->most_x) {
                text_add(svg, "<path d='M%.1f %dV%d' stroke='%s'/>\n", x_of(frame, at), TOP, HEIGHT - BOTTOM,
                         stroke);
                text_add(svg, "<text x='%.1f' y='%d' text-anchor='middle'>%.0f</text>\n", x_of(frame, at),
                         HEIGHT - BOTTOM + 18, at);
            }
        }
    text_add(svg, "<text x='%d' y='%d' text-anchor='middle'>open nodes</text>\n", (LEFT + WIDTH - RIGHT) / 2,
             HEIGHT - 14);
    text_add(svg,
             "<text transform='translate(18 %d) rotate(-90)' text-anchor='middle'>ns an operation</text>\n",
             (TOP + HEIGHT - BOTTOM) / 2);
}

/// Finds where a structure's line ends; false when it has no figure.
static bool end_of_line(const table *table, const frame *frame, size_t row, label *end)
{
    const open_list_kind *kind = table->kinds[row];
    *end = (label){ .name = kind->name, .colour = colour_of(kind), .x = NAN };
    for (size_t column = 0; column < table->columns; column++)
        if (!isnan(table->cells[row][column])) {
            end->x = x_of(frame, table->sizes[column]);
            end->y = end->beside = y_of(frame, table->cells[row][column]);
        }
    return !isnan(end->x);
}

static void draw_line(const table *table, const frame *frame, size_t row, text *svg)
{
    const open_list_kind *kind = table->kinds[row];
    text_add(svg, "<path fill='none' stroke='%s' stroke-width='%s' stroke-linejoin='round' d='",
             colour_of(kind), kind == &open_list_library_queue ? "3.5" : "1.6");
    const char *pen = "M";
    for (size_t column = 0; column < table->columns; column++)
        if (!isnan(table->cells[row][column])) {
            text_add(svg, "%s%.1f %.1f", pen, x_of(frame, table->sizes[column]),
                     y_of(frame, table->cells[row][column]));
            pen = "L";
        }
    text_add(svg, "'/>\n");
}

static int by_height(const void *a, const void *b)
{
    const double ya = ((const label *)a)->y, yb = ((const label *)b)->y;
    return (ya > yb) - (ya < yb);
}

/// Moves the texts apart: down from the top where they are too near, then up from the bottom.
static void spread(label *labels, size_t count)
{
    qsort(labels, count, sizeof *labels, by_height);
    for (size_t i = 1; i < count; i++)
        labels[i].beside = fmax(labels[i].beside, labels[i - 1].beside + LABEL_HEIGHT);
    double lowest = HEIGHT - BOTTOM + LABEL_HEIGHT;
    for (size_t i = count; i-- > 0; lowest = labels[i].beside - LABEL_HEIGHT)
        labels[i].beside = fmin(labels[i].beside, lowest);
}

static void draw_labels(const label *labels, size_t count, text *svg)
{
    const double text_x = WIDTH - RIGHT + 28;
    for (size_t i = 0; i < count; i++) {
        text_add(svg,
                 "<path fill='none' stroke='%s' stroke-width='0.8' stroke-dasharray='1 3' d='M%.1f %.1fL%.1f "
                 "%.1f'/>\n",
                 labels[i].colour, labels[i].x, labels[i].y, text_x - 4, labels[i].beside);
        text_add(svg, "<text x='%.1f' y='%.1f' fill='%s'>%s</text>\n", text_x, labels[i].beside + 4,
                 labels[i].colour, labels[i].name);
    }
}

void chart_draw(const table *table, const char *title, text *svg)
{
    const frame frame = frame_of(table);
    label labels[TABLE_ROWS] = { 0 };
    size_t count = 0;
    text_add(
        svg,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
        "font-size='12.3' fill='#30343b'>\n<rect width='%d' height='%d' fill='#ffffff' stroke='none'/>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    text_add(svg, "<text x='%d' y='28' font-size='16'>%s</text>\n", LEFT, title);
    draw_frame(&frame, svg);
    for (size_t row = 0; row < table->rows; row++) {
        if (!end_of_line(table, &frame, row, &labels[count]))
            continue;
        draw_line(table, &frame, row, svg);
        count++;
    }
    spread(labels, count);
    draw_labels(labels, count, svg);
    text_add(svg, "</svg>\n");
}
