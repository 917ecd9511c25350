#define _DEFAULT_SOURCE // TIOCGWINSZ

#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static color_rule terminal_rule = COLOR_AUTO;

void terminal_color(color_rule rule)
{
    terminal_rule = rule;
}

bool terminal_is(FILE *stream)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(stream)) && !(kind && strcmp(kind, "dumb") == 0);
}

static bool is_colored(FILE *stream)
{
    const char *plain = getenv("NO_COLOR"); // https://no-color.org
    if (terminal_rule != COLOR_AUTO)
        return terminal_rule == COLOR_ALWAYS;
    return !(plain && *plain) && terminal_is(stream);
}

const char *ink_on(FILE *to, ink which)
{
    static const char *const codes[INK_COUNT] = { [INK_PLAIN] = "",
                                                  [INK_GOOD] = "\033[32m",
                                                  [INK_POOR] = "\033[33m",
                                                  [INK_BAD] = "\033[1;31m",
                                                  [INK_TITLE] = "\033[1m" };
    return is_colored(to) ? codes[which] : "";
}

const char *ink_off(FILE *to, ink which)
{
    return which != INK_PLAIN && is_colored(to) ? "\033[0m" : "";
}

static struct winsize size_of(FILE *stream)
{
    struct winsize size = { 0 };
    ioctl(fileno(stream), TIOCGWINSZ, &size); // leaves 0 if it is no terminal
    return size;
}

int terminal_width(FILE *stream, int otherwise)
{
    const int width = size_of(stream).ws_col;
    return width > 0 ? width : otherwise;
}

int terminal_height(FILE *stream, int otherwise)
{
    const int height = size_of(stream).ws_row;
    return height > 0 ? height : otherwise;
}

void terminal_wrap(const char *text, int column, int indent)
{
    enum { LEAST_TEXT = 24, NARROW_INDENT = 6 };
    const int terminal = terminal_width(stdout, HELP_WIDTH),
              width = terminal < HELP_WIDTH ? terminal : HELP_WIDTH;
    if (indent + LEAST_TEXT > width && indent > NARROW_INDENT)
        indent = NARROW_INDENT;
    if (column > 0 && column >= indent) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", indent - column, "");
    column = indent;
    for (; *text; text += strspn(text, " ")) {
        const int word = (int)strcspn(text, " ");
        if (column > indent && column + 1 + word > width) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", word, text);
        column += word;
        text += word;
    }
    putchar('\n');
}
