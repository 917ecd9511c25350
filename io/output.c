#define _XOPEN_SOURCE 700

#include "io/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/// A temporary name in the same folder, so that the file can be renamed within one file system.
static char *temporary_beside(const char *name)
{
    const size_t room = strlen(name) + 32;
    char *temporary = malloc(room);
    if (temporary)
        snprintf(temporary, room, "%s.%ld.part", name, (long)getpid());
    return temporary;
}

static void release(io_output *output)
{
    free(output->name);
    free(output->temporary);
    *output = (io_output){ 0 };
}

/// True if the name must not be replaced by renaming: it belongs to a device, a pipe or a link.
static bool is_written_in_place(const char *name)
{
    struct stat what;
    return stat(name, &what) == 0 && !S_ISREG(what.st_mode);
}

bool io_output_open(const char *name, io_output *output, io_fault *fault)
{
    *output = (io_output){ 0 };
    if (strcmp(name, "-") == 0) {
        output->to = stdout;
        return true;
    }
    char *real = realpath(name, NULL);
    output->name = real ? real : copy_of(name);
    if (output->name && !is_written_in_place(name))
        output->temporary = temporary_beside(output->name);
    if (!output->name || (!output->temporary && !is_written_in_place(name))) {
        release(output);
        return io_fail(fault, "%s: there is not enough memory to write it", name);
    }
    output->to = fopen(output->temporary ? output->temporary : output->name, "wb");
    if (output->to)
        return true;
    const int error = errno;
    release(output);
    return io_fail(fault, "%s: cannot be written (%s)", name, strerror(error));
}

bool io_output_is_possible(const char *name, io_fault *fault)
{
    struct stat what;
    const bool is_stream = stat(name, &what) == 0 && !S_ISREG(what.st_mode) && !S_ISDIR(what.st_mode);
    io_output output;
    if (is_stream || strcmp(name, "-") == 0)
        return true; // whoever reads a pipe would see its end
    if (!io_output_open(name, &output, fault))
        return false;
    io_output_abandon(&output);
    return true;
}

bool io_output_finish(io_output *output, io_fault *fault)
{
    const bool is_stdout = !output->name;
    errno = 0;
    bool written = fflush(output->to) == 0 && !ferror(output->to);
    int error = errno;
    if (!is_stdout && fclose(output->to) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && output->temporary && rename(output->temporary, output->name) != 0) {
        written = false;
        error = errno;
    }
    if (!written) {
        if (output->temporary)
            remove(output->temporary);
        io_fail(fault, "%s: cannot be written (%s)", is_stdout ? "standard output" : output->name,
                error ? strerror(error) : "a write has failed, as on a full disk");
    }
    release(output);
    return written;
}

void io_output_abandon(io_output *output)
{
    if (output->to && output->name)
        fclose(output->to);
    if (output->temporary)
        remove(output->temporary);
    release(output);
}
