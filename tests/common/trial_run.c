#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "common/trial_run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Processor time: a busy machine makes no case hang. A vehicle with a reverse gear and a turning radius of 1,024 has
/// millions of poses even on small maps; an honest "no path" takes it 100 seconds (seed 730484), and a case asks ten
/// times.
enum { HANG_SECONDS = 3600 };

/// What a process of its own shares with the one that began it.
typedef struct blackboard {
    uint64_t seed; ///< of the case that is judged
    uint64_t last;
    const char *only;
    trial smaller;
    finding found;
} blackboard;

/// Runs something in a process of its own; how that process ended if not by itself is told in `found`.
static void run_apart(blackboard *shared, void (*run)(blackboard *))
{
    fflush(NULL);
    memset(&shared->found, 0, sizeof shared->found);
    const pid_t child = fork();
    if (child == 0) {
        run(shared);
        exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (!WIFSIGNALED(status) && WEXITSTATUS(status) == 0)
        return;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    shared->found.statement = signal == SIGPROF ? "no case hangs" : "no case crashes";
    snprintf(shared->found.detail, sizeof shared->found.detail, signal ? "signal %d" : "exit code %d",
             signal ? signal : WEXITSTATUS(status));
}

/// Ends the process by SIGPROF when the next case hangs.
static void limit_time(void)
{
    const struct itimerval limit = { .it_value = { .tv_sec = HANG_SECONDS } };
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void judge_smaller(blackboard *shared)
{
    limit_time();
    judge_trial(&shared->smaller, shared->only, &shared->found);
}

/// Judges from the blackboard's seed up to a last one or the first that fails.
static void judge_range(blackboard *shared)
{
    for (; shared->seed <= shared->last; shared->seed++) {
        static trial drawn;
        choices source = choices_of_seed(shared->seed);
        trial_draw(&source, &drawn);
        limit_time();
        if (!judge_trial(&drawn, shared->only, &shared->found))
            return;
    }
}

/// True if two messages name the same failed statement: they differ in numbers at most.
static bool is_same_finding(const finding *one, const finding *other)
{
    const size_t words = strcspn(one->detail, "0123456789");
    return other->statement && strcmp(one->statement, other->statement) == 0 &&
           strncmp(one->detail, other->detail, words) == 0;
}

/// Makes a case smaller for as long as the same does not hold.
static void shrink(blackboard *shared, trial *drawn, int seconds)
{
    const time_t end = time(NULL) + seconds;
    const finding first = shared->found;
    finding last = first;
    for (bool changed = true; changed;) {
        trial *smaller = &shared->smaller;
        changed = false;
        *smaller = *drawn;
        for (int n = 0; time(NULL) < end && trial_simplify(smaller, n); n++, *smaller = *drawn) {
            if (memcmp((const char *)smaller, (const char *)drawn, sizeof *smaller) == 0)
                continue;
            run_apart(shared, judge_smaller);
            if (!is_same_finding(&first, &shared->found))
                continue;
            *drawn = *smaller;
            last = shared->found;
            changed = true;
        }
    }
    shared->found = last;
}

static void write_out(const char *text, void *user)
{
    fputs(text, user);
}

static void report(blackboard *shared, int seconds)
{
    static trial drawn;
    choices source = choices_of_seed(shared->seed);
    trial_draw(&source, &drawn);
    printf("seed %llu: it does not hold that %s: %s\n", (unsigned long long)shared->seed,
           shared->found.statement, shared->found.detail);
    if (seconds == 0)
        return;
    shrink(shared, &drawn, seconds);
    printf("the smallest such case (%s):\n", shared->found.detail);
    trial_print(&drawn, write_out, stdout);
    fflush(stdout);
}

int trial_run(uint64_t first, uint64_t last, int seconds, const char *only)
{
    blackboard *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    shared->last = last;
    shared->only = only;
    int failed = 0;
    for (shared->seed = first; shared->seed <= last; shared->seed++) {
        run_apart(shared, judge_range);
        if (!shared->found.statement)
            break;
        report(shared, seconds);
        failed++;
    }
    munmap(shared, sizeof *shared);
    return failed;
}
