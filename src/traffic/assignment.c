#include "traffic/assignment.h"

#include <math.h>

#include "traffic/matching.h"

/// By how much the sum of lengths may exceed the least one.
#define LONGER 1.01

/// Rounds of exchanges of groups larger than EXACTLY_ASSIGNED: for the sum of lengths, and for that of their squares.
enum { ROUNDS = 3 };

/// Exchanges that gain less than this share may gain nothing but rounding errors.
#define LEAST_GAIN_SHARE 1e-9

/// Extends the tree of shortest paths by the place given last, and finds the nearest place outside.
static int32_t reach_next(pairing *pairs, int32_t count, int32_t last)
{
    const pairing *member = &pairs[pairs[last].member];
    double delta = INFINITY;
    int32_t next = 0;
    pairs[last].is_reached = true;
    for (int32_t j = 1; j <= count; j++) {
        if (pairs[j].is_reached)
            continue;
        const double length = apart(member->x, member->y, pairs[j].place.x, pairs[j].place.y) -
                              member->potential - pairs[j].discount;
        if (length < pairs[j].least) {
            pairs[j].least = length;
            pairs[j].before = last;
        }
        if (pairs[j].least < delta) {
            delta = pairs[j].least;
            next = j;
        }
    }
    for (int32_t j = 0; j <= count; j++) {
        if (pairs[j].is_reached) {
            pairs[pairs[j].member].potential += delta;
            pairs[j].discount -= delta;
        } else {
            pairs[j].least -= delta;
        }
    }
    return next;
}

/// Finds the least sum by shortest augmenting paths with potentials (Kuhn 1955, Jonker & Volgenant 1987).
static void assign_exactly(pairing *pairs, int32_t count)
{
    for (int32_t i = 0; i <= count; i++) {
        pairs[i].potential = pairs[i].discount = 0;
        pairs[i].member = 0;
    }
    for (int32_t i = 1; i <= count; i++) {
        pairs[0].member = i;
        for (int32_t j = 0; j <= count; j++) {
            pairs[j].least = INFINITY;
            pairs[j].is_reached = false;
        }
        int32_t place = 0;
        do
            place = reach_next(pairs, count, place);
        while (pairs[place].member != 0);
        while (place != 0) {
            const int32_t before = pairs[place].before;
            pairs[place].member = pairs[before].member;
            place = before;
        }
    }
}

/// The number of a place. Places are sorted by x, then by y.
static int32_t number_of(const pairing *pairs, int32_t count, way_point place)
{
    int32_t low = 1, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const fw_pose *at = &pairs[middle].place;
        if (at->x < place.x || (at->x == place.x && at->y < place.y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Gives places to members as match_places() does.
static fw_result assign_roughly(memory *memory, pairing *pairs, int32_t count)
{
    rally_member *members = memory_get(memory, (size_t)count, sizeof *members);
    way_point *places = memory_get(memory, (size_t)count, sizeof *places);
    const bool has_room = members && places;
    for (int32_t i = 0; has_room && i < count; i++) {
        const pairing *at = &pairs[i + 1];
        members[i] = (rally_member){ .x = at->x, .y = at->y, .id = (fw_agent_id)i + 1 };
        places[i] = (way_point){ at->place.x, at->place.y };
    }
    if (has_room)
        match_places(members, places, count);
    for (int32_t i = 0; has_room && i < count; i++)
        pairs[number_of(pairs, count, places[i])].member = (int32_t)members[i].id;
    memory_give_back(memory, members, (size_t)count, sizeof *members);
    memory_give_back(memory, places, (size_t)count, sizeof *places);
    return has_room ? FW_OK : FW_NO_MEMORY;
}

static double length_of(const pairing *pairs, int32_t member, int32_t place)
{
    return apart(pairs[member].x, pairs[member].y, pairs[place].place.x, pairs[place].place.y);
}

/// The sum of all lengths; each is noted in `least` of its place.
static double measure(pairing *pairs, int32_t count)
{
    double sum = 0;
    for (int32_t j = 1; j <= count; j++) {
        pairs[j].least = length_of(pairs, pairs[j].member, j);
        sum += pairs[j].least;
    }
    return sum;
}

static double square_of(const pairing *pairs, int32_t member, int32_t place)
{
    const double dx = pairs[member].x - pairs[place].place.x, dy = pairs[member].y - pairs[place].place.y;
    return dx * dx + dy * dy;
}

/// Exchanges the places of two members if that makes the sum of lengths, or that of their squares, smaller.
///
/// @param[in,out] sum  of all lengths, which stays at most `most` if squares count
/// @return true if they were exchanged
static bool exchange(pairing *pairs, int32_t j, int32_t k, bool squares_count, double most, double *sum)
{
    const int32_t a = pairs[j].member, b = pairs[k].member;
    const double now = pairs[j].least, other = pairs[k].least;
    const double to_k = square_of(pairs, a, k), to_j = square_of(pairs, b, j);
    if (squares_count && to_k + to_j >= (now * now + other * other) * (1 - LEAST_GAIN_SHARE))
        return false;
    const double new_k = sqrt(to_k), new_j = sqrt(to_j), change = new_k + new_j - now - other;
    if (squares_count ? *sum + change > most : change >= -LEAST_GAIN_SHARE * (now + other))
        return false;
    *sum += change;
    pairs[j].member = b;
    pairs[k].member = a;
    pairs[j].least = new_j;
    pairs[k].least = new_k;
    return true;
}

/// Exchanges places until no exchange helps, or for some rounds.
static void improve(pairing *pairs, int32_t count, bool squares_count, double most, int32_t rounds)
{
    double sum = measure(pairs, count);
    bool helps = true;
    for (int32_t round = 0; round < rounds && helps; round++) {
        helps = false;
        for (int32_t j = 1; j < count; j++)
            for (int32_t k = j + 1; k <= count; k++)
                helps = exchange(pairs, j, k, squares_count, most, &sum) || helps;
    }
}

fw_result assign_places(memory *memory, pairing *pairs, int32_t count)
{
    const bool is_exact = count <= EXACTLY_ASSIGNED;
    if (is_exact) {
        assign_exactly(pairs, count);
    } else {
        if (assign_roughly(memory, pairs, count) != FW_OK)
            return FW_NO_MEMORY;
        improve(pairs, count, false, INFINITY, ROUNDS);
    }
    const double least = measure(pairs, count);
    improve(pairs, count, true, LONGER * least, is_exact ? INT32_MAX : ROUNDS);
    return FW_OK;
}
