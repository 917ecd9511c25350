#define _POSIX_C_SOURCE 200809L

#include "batch/agent.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "batch/now.h"

/// Chunks that a rank has or asks for, for each worker: one in work, one ahead.
enum { CHUNKS_EACH = 2, MOST_FAILED_STARTS = 3, MOST_LOST_SITES = 3, MASTER = 0 };

void agent_begin(workforce *force, transport *link, double patience_us, agent *led)
{
    *led = (agent){ .force = force, .link = link, .patience_us = patience_us, .next = -1 };
}

void agent_take(agent *led, const message *from_master)
{
    led->asked--;
    led->queue[led->queued++] = from_master->jobs;
    led->next = from_master->number;
}

static void say(agent *led, message_kind kind)
{
    led->said.kind = kind;
    message_send(led->link, MASTER, &led->said);
}

static void refuse(agent *led, const char *text)
{
    snprintf(led->said.text, sizeof led->said.text, "%s", text);
    say(led, MESSAGE_REFUSED);
}

/// The bay of a stage; -1: no site has it, nor gets it.
static int32_t bay_of(const agent *led, int32_t stage)
{
    for (int32_t bay = 0; bay < BAYS; bay++)
        if (led->bays[bay].stage == stage &&
            (led->bays[bay].state == BAY_OPENING || led->bays[bay].state == BAY_READY))
            return bay;
    return -1;
}

static bool is_needed(const agent *led, int32_t bay)
{
    for (int32_t i = 0; i < led->queued; i++)
        if (led->queue[i].stage == led->bays[bay].stage)
            return true;
    for (int32_t i = 0; i < led->force->workers; i++)
        if (led->posts[bay][i].state == POST_BUSY)
            return true;
    return false;
}

static void order(const agent *led, int socket, const site_order *what)
{
    (void)led;
    send(socket, what, sizeof *what, MSG_NOSIGNAL);
}

/// Opens a site for a stage, or closes one that is not needed any more to make room.
///
/// @param keep  a bay that must stay open; -1: none
static void provide(agent *led, int32_t stage, int32_t keep)
{
    if (stage < 0 || bay_of(led, stage) >= 0)
        return;
    for (int32_t bay = 0; bay < BAYS; bay++)
        if (led->bays[bay].state == BAY_EMPTY) {
            led->bays[bay] = (site_bay){ BAY_OPENING, stage };
            const site_order open = { .what = SITE_OPEN, .bay = bay, .stage = stage };
            order(led, led->force->launcher[0], &open);
            return;
        }
    for (int32_t bay = 0; bay < BAYS; bay++)
        if (bay != keep && led->bays[bay].state == BAY_READY && !is_needed(led, bay)) {
            led->bays[bay].state = BAY_CLOSING;
            const site_order close_it = { .what = SITE_CLOSE, .bay = bay };
            order(led, led->force->sites[bay][0], &close_it);
            return;
        }
}

/// A worker of the bay that is idle, or the number of one that may be started; -1: none.
static int32_t post_for(const agent *led, int32_t bay)
{
    for (int32_t i = 0; i < led->force->workers; i++) {
        const post_state other = led->posts[1 - bay][i].state, own = led->posts[bay][i].state;
        if (other != POST_BUSY && other != POST_STARTING && (own == POST_IDLE || own == POST_EMPTY))
            return i;
    }
    return -1;
}

/// Gives a chunk of the queue to a worker; false if there is none for it. A worker that must be started first gets its
/// chunk later.
static bool assign(agent *led, int32_t at)
{
    const int32_t bay = bay_of(led, led->queue[at].stage);
    const int32_t slot = bay >= 0 && led->bays[bay].state == BAY_READY ? post_for(led, bay) : -1;
    if (slot < 0)
        return false;
    worker_post *post = &led->posts[bay][slot];
    if (post->state == POST_EMPTY) {
        post->state = POST_STARTING;
        const site_order start = { .what = SITE_FORK, .bay = bay, .slot = slot };
        order(led, led->force->sites[bay][0], &start);
        return false;
    }
    *post = (worker_post){ .state = POST_BUSY, .jobs = led->queue[at] };
    send(led->force->slots[bay][slot][0], &post->jobs, sizeof post->jobs, MSG_NOSIGNAL);
    for (int32_t i = at + 1; i < led->queued; i++)
        led->queue[i - 1] = led->queue[i];
    led->queued--;
    return true;
}

static void ask(agent *led)
{
    int32_t have = led->queued + led->asked;
    for (int32_t bay = 0; bay < BAYS; bay++)
        for (int32_t i = 0; i < led->force->workers; i++)
            have += led->posts[bay][i].state == POST_BUSY;
    const int32_t wanted = CHUNKS_EACH * led->force->workers - have;
    if (wanted <= 0)
        return;
    led->said.number = wanted;
    led->said.workers = led->force->workers;
    led->asked += wanted;
    say(led, MESSAGE_ASK);
}

/// Takes what a worker has sent; false if nothing.
static bool hear_worker(agent *led, int32_t bay, int32_t slot)
{
    worker_post *post = &led->posts[bay][slot];
    const ssize_t got =
        recv(led->force->slots[bay][slot][0], led->said.answers, sizeof led->said.answers, MSG_DONTWAIT);
    if (got <= 0)
        return false;
    if (got > 1 && post->state == POST_BUSY) {
        led->said.jobs = post->jobs;
        for (uint32_t i = 0; i < post->jobs.count; i++)
            led->said.answers[i].rank = led->link->rank;
        snprintf(led->said.text, sizeof led->said.text, "%s", led->link->machine);
        say(led, MESSAGE_ANSWERS);
    }
    post->state = POST_IDLE;
    return true;
}

static void note_death(agent *led, int32_t bay, int32_t slot)
{
    while (hear_worker(led, bay, slot))
        ;
    worker_post *post = &led->posts[bay][slot];
    if (post->state == POST_STARTING && ++led->failed_starts > MOST_FAILED_STARTS)
        refuse(led, "workers end before they have begun: there may be too little memory");
    if (post->state == POST_BUSY) {
        led->said.jobs = post->jobs;
        led->said.culprit = atomic_load(&worker_state_of(led->force, bay, slot)->job);
        led->said.reason = post->is_hung ? ANSWER_HUNG : ANSWER_CRASHED;
        say(led, MESSAGE_FAILED);
    }
    *post = (worker_post){ .state = POST_EMPTY };
}

/// Notes that a site and all its workers have ended. If it was at work, it is opened again for what is left to do.
static void note_end_of_site(agent *led, const site_news *news)
{
    char text[160];
    const bay_state state = led->bays[news->bay].state;
    if (state == BAY_OPENING || (state == BAY_READY && ++led->lost_sites > MOST_LOST_SITES)) {
        const bool was_killed = news->status >= 0 && WIFSIGNALED(news->status);
        snprintf(text, sizeof text, "the process on %.60s that prepares maps has ended%s%.0d",
                 led->link->machine, was_killed ? " by signal " : "",
                 was_killed ? WTERMSIG(news->status) : 0);
        refuse(led, text);
    }
    led->bays[news->bay].state = BAY_EMPTY;
    for (int32_t i = 0; i < led->force->workers; i++) {
        char bytes[64];
        if (led->posts[news->bay][i].state == POST_BUSY)
            note_death(led, news->bay, i);
        led->posts[news->bay][i] = (worker_post){ .state = POST_EMPTY };
        while (recv(led->force->slots[news->bay][i][0], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
            ;
    }
}

/// Takes what the launcher or a site has sent; false if the process has closed its end.
static bool hear_site(agent *led, int socket)
{
    site_news news;
    ssize_t got = 0;
    while ((got = recv(socket, &news, sizeof news, MSG_DONTWAIT)) == (ssize_t)sizeof news) {
        switch (news.what) {
        case SITE_READY:
            led->bays[news.bay].state = BAY_READY;
            break;
        case SITE_REFUSED:
            refuse(led, news.text);
            break;
        case SITE_WORKER_DIED:
            note_death(led, news.bay, news.slot);
            break;
        case SITE_GONE:
            note_end_of_site(led, &news);
            break;
        }
    }
    return got != 0;
}

/// Kills workers whose job takes too long. Their death is noticed like any other.
static void end_hung_workers(agent *led)
{
    const double now = now_us();
    for (int32_t bay = 0; bay < BAYS; bay++)
        for (int32_t i = 0; i < led->force->workers; i++) {
            worker_post *post = &led->posts[bay][i];
            const worker_state *state = worker_state_of(led->force, bay, i);
            if (post->state != POST_BUSY || post->is_hung || atomic_load(&state->job) == NO_JOB ||
                now - (double)atomic_load(&state->began_us) < led->patience_us)
                continue;
            post->is_hung = true;
            kill(atomic_load(&state->process), SIGKILL);
        }
}

/// Sleeps until a process of this rank says something, and listens.
static void listen_to_all(agent *led)
{
    struct pollfd watched[1 + BAYS * (1 + MOST_WORKERS)];
    nfds_t count = 0;
    watched[count++] = (struct pollfd){ .fd = led->force->launcher[0], .events = POLLIN };
    for (int32_t bay = 0; bay < BAYS; bay++) {
        watched[count++] = (struct pollfd){ .fd = led->force->sites[bay][0], .events = POLLIN };
        for (int32_t i = 0; i < led->force->workers; i++)
            watched[count++] = (struct pollfd){ .fd = led->force->slots[bay][i][0], .events = POLLIN };
    }
    if (poll(watched, count, led->link->poll_ms) <= 0)
        return;
    for (int32_t bay = 0; bay < BAYS; bay++) {
        for (int32_t i = 0; i < led->force->workers; i++)
            hear_worker(led, bay, i);
        hear_site(led, led->force->sites[bay][0]);
    }
    if (!hear_site(led, led->force->launcher[0]) && !led->has_lost_launcher) {
        led->has_lost_launcher = true;
        refuse(led, "the process that starts all others has ended");
    }
}

void agent_work(agent *led)
{
    int32_t busy_bay = -1;
    for (int32_t at = 0; at < led->queued;)
        if (!assign(led, at))
            at++;
    for (int32_t i = 0; i < led->queued; i++)
        provide(led, led->queue[i].stage, -1);
    for (int32_t bay = 0; bay < BAYS; bay++)
        if (is_needed(led, bay))
            busy_bay = bay;
    provide(led, led->next, busy_bay);
    ask(led);
    listen_to_all(led);
    end_hung_workers(led);
}
