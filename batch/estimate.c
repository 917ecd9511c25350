#define _POSIX_C_SOURCE 200809L

#include "batch/estimate.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch/now.h"

/// Time spent on jobs and maps, and the most jobs of a map.
#define MOST_US 500e3
enum { JOBS_OF_MAP = 32 };

static double sample(const workload *work)
{
    const double began = now_us();
    double spent = 0;
    int done = 0;
    for (int32_t stage = 0; stage < work->stage_count && (done == 0 || now_us() - began < MOST_US); stage++) {
        const uint64_t first = work->starts[stage], jobs = work->starts[stage + 1] - first;
        io_fault fault;
        if (!work->prepare(work->user, stage, &fault) || !work->begin(work->user))
            return -1;
        const double start = now_us();
        for (uint64_t i = 0; i < JOBS_OF_MAP && i < jobs && (done == 0 || now_us() - began < MOST_US); i++) {
            answer unused = { 0 };
            work->run(work->user, first + i * (jobs / (jobs < JOBS_OF_MAP ? jobs : JOBS_OF_MAP)), &unused);
            done++;
        }
        spent += now_us() - start;
    }
    return spent / done;
}

double estimate_job_us(const workload *work)
{
    enum { MOST_SECONDS = 60 }; // a job may hang
    int ends[2];
    double mean = -1;
    if (pipe(ends) != 0)
        return -1;
    const pid_t process = fork();
    if (process == 0) {
        alarm(MOST_SECONDS);
        mean = sample(work);
        _exit(write(ends[1], &mean, sizeof mean) == (ssize_t)sizeof mean ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    if (process < 0 || read(ends[0], &mean, sizeof mean) != (ssize_t)sizeof mean)
        mean = -1;
    close(ends[0]);
    if (process > 0)
        waitpid(process, NULL, 0);
    return mean;
}
