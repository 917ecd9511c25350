#define _POSIX_C_SOURCE 200809L

#include "replayed.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool replay_apart(const void *recording, size_t bytes, replayed *outcome)
{
    int ends[2];
    memset(outcome, 0, sizeof *outcome);
    if (pipe(ends) != 0)
        return false;
    const pid_t process = fork();
    if (process == 0) {
        outcome->result = fw_replay(recording, bytes, NULL, &outcome->report, sizeof outcome->report);
        const ssize_t written = write(ends[1], outcome, sizeof *outcome);
        _exit(written == (ssize_t)sizeof *outcome ? 0 : 1);
    }
    close(ends[1]);
    int status = 0;
    const bool has_started = process > 0;
    const ssize_t got = has_started ? read(ends[0], outcome, sizeof *outcome) : 0;
    close(ends[0]);
    if (!has_started || waitpid(process, &status, 0) != process)
        return false;
    if (WIFSIGNALED(status))
        outcome->signal = WTERMSIG(status);
    return outcome->signal || got == (ssize_t)sizeof *outcome;
}
