#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "batch/site.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch/heap.h"
#include "batch/worker.h"

/// A child, and a pipe that ends when it dies.
typedef struct child {
    pid_t process; ///< 0: none
    int life;      ///< read end; -1: none
} child;

/// Forks a process that holds the other end of a pipe as long as it, or a child of its own, lives.
///
/// @return as fork()
static pid_t fork_child(child *born)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    const pid_t process = fork();
    close(ends[process == 0 ? 0 : 1]);
    if (process > 0)
        *born = (child){ process, ends[0] };
    if (process < 0)
        close(ends[0]);
    return process;
}

/// Waits for the end of a child; returns its status.
static int bury(child *dead)
{
    int status = 0;
    while (waitpid(dead->process, &status, 0) < 0 && errno == EINTR)
        ;
    close(dead->life);
    *dead = (child){ 0, -1 };
    return status;
}

static void tell(int socket, const site_news *news)
{
    send(socket, news, sizeof *news, MSG_NOSIGNAL);
}

/// Throws away what was sent to a process that has died.
static void drain(int socket)
{
    char bytes[sizeof(chunk)];
    while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        ;
}

/// Waits until an order arrives or a child dies.
///
/// @param[out] dead  index of a child that has died; -1: none
/// @return 1: an order, 0: a death, -1: the rank has died
static int wait_for_news(int socket, const child *children, int32_t count, site_order *order, int32_t *dead)
{
    struct pollfd watched[1 + MOST_WORKERS];
    *dead = -1;
    watched[0] = (struct pollfd){ .fd = socket, .events = POLLIN };
    for (int32_t i = 0; i < count; i++)
        watched[1 + i] = (struct pollfd){ .fd = children[i].life, .events = POLLIN };
    while (poll(watched, (nfds_t)(1 + count), -1) < 0)
        if (errno != EINTR)
            return -1;
    for (int32_t i = 0; i < count; i++)
        if (children[i].life >= 0 && watched[1 + i].revents) {
            *dead = i;
            return 0;
        }
    return recv(socket, order, sizeof *order, 0) == (ssize_t)sizeof *order ? 1 : -1;
}

static void kill_all(child *children, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (children[i].process > 0)
            kill(children[i].process, SIGKILL);
    for (int32_t i = 0; i < count; i++)
        if (children[i].process > 0)
            bury(&children[i]);
}

/// Lets the kernel end this process with its parent; elsewhere than on Linux it goes on until its sockets are closed.
static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

static void fork_worker(const workforce *force, int32_t bay, int32_t slot, child *workers)
{
    worker_state *state = worker_state_of(force, bay, slot);
    const int socket = force->slots[bay][slot][1];
    drain(socket);
    atomic_store(&state->job, NO_JOB);
    const pid_t site = getpid();
    const pid_t process = fork_child(&workers[slot]);
    if (process == 0) {
        end_with(site);
        atomic_store(&state->process, getpid());
        worker_run(force->work, socket, slot, state);
    }
    if (process > 0)
        return;
    const site_news news = { .what = SITE_WORKER_DIED, .bay = bay, .slot = slot, .status = -1 };
    tell(force->sites[bay][1], &news);
}

/// Closes what belongs to the other bay and to the launcher, so that ends of sockets are held by those who use them.
static void keep_own_ends(const workforce *force, int32_t bay)
{
    close(force->launcher[1]);
    for (int32_t other = 0; other < BAYS; other++)
        for (int32_t i = 0; i < force->workers && other != bay; i++)
            close(force->slots[other][i][1]);
    close(force->sites[1 - bay][1]);
}

/// A site: prepares a stage, then forks workers as it is asked.
static _Noreturn void run_site(const workforce *force, int32_t bay, int32_t stage)
{
    const int socket = force->sites[bay][1];
    child workers[MOST_WORKERS];
    io_fault fault = { .text = "" };
    keep_own_ends(force, bay);
    site_news news = { .what = SITE_READY, .bay = bay };
    if (!force->work->prepare(force->work->user, stage, &fault)) {
        news.what = SITE_REFUSED;
        snprintf(news.text, sizeof news.text, "%s", fault.text);
    } else if (force->work->warm_up)
        force->work->warm_up(force->work->user);
    heap_trim();
    for (int32_t i = 0; i < MOST_WORKERS; i++)
        workers[i] = (child){ 0, -1 };
    tell(socket, &news);
    for (;;) {
        site_order order;
        int32_t dead = -1;
        const int what = wait_for_news(socket, workers, force->workers, &order, &dead);
        if (what == 0) {
            news = (site_news){
                .what = SITE_WORKER_DIED, .bay = bay, .slot = dead, .status = bury(&workers[dead])
            };
            tell(socket, &news);
        } else if (what > 0 && order.what == SITE_FORK)
            fork_worker(force, bay, order.slot, workers);
        else {
            kill_all(workers, force->workers);
            _exit(EXIT_SUCCESS);
        }
    }
}

static void open_site(const workforce *force, const site_order *order, child *sites)
{
    drain(force->sites[order->bay][1]);
    const pid_t process = fork_child(&sites[order->bay]);
    if (process == 0)
        run_site(force, order->bay, order->stage);
    if (process < 0) {
        const site_news news = { .what = SITE_GONE, .bay = order->bay, .status = -1 };
        tell(force->launcher[1], &news);
    }
}

/// The launcher: forks sites, and tells when they end.
static _Noreturn void run_launcher(const workforce *force)
{
    child sites[BAYS] = { { 0, -1 }, { 0, -1 } };
    close(force->launcher[0]);
    for (int32_t bay = 0; bay < BAYS; bay++) {
        close(force->sites[bay][0]);
        for (int32_t i = 0; i < force->workers; i++)
            close(force->slots[bay][i][0]);
    }
    setsid(); // a signal to the group of the rank must not end the launcher, which tells how to go on
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
        site_order order;
        int32_t dead = -1;
        const int what = wait_for_news(force->launcher[1], sites, BAYS, &order, &dead);
        if (what == 0) {
            const site_news news = { .what = SITE_GONE, .bay = dead, .status = bury(&sites[dead]) };
            tell(force->launcher[1], &news);
        } else if (what > 0 && order.what == SITE_OPEN)
            open_site(force, &order, sites);
        else {
            if (what < 0 && force->last_words)
                dprintf(STDERR_FILENO, "%s\n", force->last_words);
            _exit(EXIT_SUCCESS); // sites end as their rank has: their sockets are closed
        }
    }
}

static bool make_sockets(workforce *force)
{
    bool made = socketpair(AF_UNIX, SOCK_SEQPACKET, 0, force->launcher) == 0;
    for (int32_t bay = 0; bay < BAYS && made; bay++) {
        made = socketpair(AF_UNIX, SOCK_SEQPACKET, 0, force->sites[bay]) == 0;
        for (int32_t i = 0; i < force->workers && made; i++)
            made = socketpair(AF_UNIX, SOCK_SEQPACKET, 0, force->slots[bay][i]) == 0;
    }
    return made;
}

bool workforce_start(const workload *work, int32_t workers, const char *last_words, workforce *force)
{
    *force = (workforce){ .work = work, .workers = workers, .last_words = last_words };
    const size_t bytes = sizeof(worker_state) * (size_t)(workers * BAYS);
    force->states = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (force->states == MAP_FAILED || !make_sockets(force))
        return false;
    force->launcher_process = fork();
    if (force->launcher_process == 0)
        run_launcher(force);
    close(force->launcher[1]);
    for (int32_t bay = 0; bay < BAYS; bay++) {
        close(force->sites[bay][1]);
        for (int32_t i = 0; i < workers; i++)
            close(force->slots[bay][i][1]);
    }
    return force->launcher_process > 0;
}

static const workforce *minded; // by the handler of signals

/// Speaks at once, since mpirun soon hears no more; then the launcher need not.
static void say_last_words(int signal_number)
{
    enum { BAD_INPUT = 2 };
    const site_order goodbye = { .what = SITE_GOODBYE };
    const char *words = minded->last_words;
    (void)signal_number;
    if (words && (write(STDERR_FILENO, words, strlen(words)) < 0 || write(STDERR_FILENO, "\n", 1) < 0))
        _exit(BAD_INPUT);
    send(minded->launcher[0], &goodbye, sizeof goodbye, MSG_NOSIGNAL);
    waitpid(minded->launcher_process, NULL, 0);
    _exit(BAD_INPUT);
}

void workforce_mind_signals(const workforce *force)
{
    minded = force;
    const struct sigaction action = { .sa_handler = say_last_words };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

void workforce_end(workforce *force)
{
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    const site_order goodbye = { .what = SITE_GOODBYE };
    send(force->launcher[0], &goodbye, sizeof goodbye, MSG_NOSIGNAL);
    while (waitpid(force->launcher_process, NULL, 0) < 0 && errno == EINTR)
        ; // the end of a socket with unread news would overtake the goodbye
    close(force->launcher[0]);
    for (int32_t bay = 0; bay < BAYS; bay++) {
        close(force->sites[bay][0]);
        for (int32_t i = 0; i < force->workers; i++)
            close(force->slots[bay][i][0]);
    }
    munmap(force->states, sizeof(worker_state) * (size_t)(force->workers * BAYS));
}
