#define _XOPEN_SOURCE 700

#include "raster.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// Runs the program from one open file to another.
///
/// @return 0, or why it did not run
static int run(int from, int to)
{
    char *words[] = { "rsvg-convert", NULL };
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    error = error ? error : posix_spawnp(&child, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (!error && waitpid(child, &status, 0) != child)
        error = errno;
    return error ? error : status == 0 ? 0 : EIO;
}

bool raster_png(FILE *to, FILE *svg, io_fault *fault)
{
    const bool is_written = fflush(to) == 0 && fflush(svg) == 0 && lseek(fileno(svg), 0, SEEK_SET) == 0;
    const int error = is_written ? run(fileno(svg), fileno(to)) : errno;
    if (error == ENOENT)
        return io_fail_as(
            fault, FW_NOT_SUPPORTED,
            "PNG pictures need the program rsvg-convert (Debian: librsvg2-bin); --svg draws the same");
    return error == 0 || io_fail(fault, "the PNG picture cannot be written (%s)", strerror(error));
}
