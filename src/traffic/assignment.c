#include "traffic/assignment.h"

#include <math.h>

#include "traffic/place.h"

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

/// What the rough assignment sorts: members by where they will stop, or places.
typedef enum side { MEMBERS, PLACES } side;

/// The number that is at an index of the order of a side, which uses fields that the rough assignment does not need.
static int32_t *order_at(pairing *pairs, side side, int32_t index)
{
    return side == MEMBERS ? &pairs[index].before : &pairs[index].member;
}

static bool is_behind(const pairing *pairs, side side, bool is_wide, int32_t a, int32_t b)
{
    const pairing *left = &pairs[a], *right = &pairs[b];
    const double difference =
        side == MEMBERS ? (is_wide ? left->x - right->x : left->y - right->y)
                        : (is_wide ? left->place.x - right->place.x : left->place.y - right->place.y);
    return difference > 0 || (difference == 0 && a > b);
}

/// Sorts a part of the order of a side (Shell).
static void sort_part(pairing *pairs, side side, bool is_wide, int32_t first, int32_t count)
{
    for (int32_t step = count / 2; step > 0; step = step == 2 ? 1 : step * 5 / 11)
        for (int32_t i = first + step; i < first + count; i++) {
            const int32_t number = *order_at(pairs, side, i);
            int32_t at = i;
            for (; at - step >= first &&
                   is_behind(pairs, side, is_wide, *order_at(pairs, side, at - step), number);
                 at -= step)
                *order_at(pairs, side, at) = *order_at(pairs, side, at - step);
            *order_at(pairs, side, at) = number;
        }
}

/// Sorts both sides so that the member at an index gets the place there: the left half of the members gets the left
/// half of the places, of these halves the upper halves get the upper ones, and so on.
static void split(pairing *pairs, int32_t first, int32_t count)
{
    if (count < 2)
        return;
    double min_x = INFINITY, max_x = -INFINITY, min_y = INFINITY, max_y = -INFINITY;
    for (int32_t i = first; i < first + count; i++) {
        const pairing *member = &pairs[pairs[i].before];
        min_x = fmin(min_x, member->x);
        max_x = fmax(max_x, member->x);
        min_y = fmin(min_y, member->y);
        max_y = fmax(max_y, member->y);
    }
    const bool is_wide = max_x - min_x >= max_y - min_y;
    sort_part(pairs, MEMBERS, is_wide, first, count);
    sort_part(pairs, PLACES, is_wide, first, count);
    split(pairs, first, count / 2);
    split(pairs, first + count / 2, count - count / 2);
}

static void assign_roughly(pairing *pairs, int32_t count)
{
    for (int32_t i = 1; i <= count; i++)
        pairs[i].before = pairs[i].member = i;
    split(pairs, 1, count);
    for (int32_t i = 1; i <= count; i++) // `least` holds the members meanwhile: the order of places is read
        pairs[pairs[i].member].least = pairs[i].before;
    for (int32_t j = 1; j <= count; j++)
        pairs[j].member = (int32_t)pairs[j].least;
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

void assign_places(pairing *pairs, int32_t count)
{
    const bool is_exact = count <= EXACTLY_ASSIGNED;
    if (is_exact) {
        assign_exactly(pairs, count);
    } else {
        assign_roughly(pairs, count);
        improve(pairs, count, false, INFINITY, ROUNDS);
    }
    const double least = measure(pairs, count);
    improve(pairs, count, true, LONGER * least, is_exact ? INT32_MAX : ROUNDS);
}
