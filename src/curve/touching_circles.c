#include "curve/touching_circles.h"

#include <math.h>
#include <stdlib.h>

#include "base/trig.h"

/// Distances in radii that differ by less are equal.
#define SAME_DISTANCE 1e-11

/// The links of a word from centre to centre. Each leads across * q radii to the right of the axis.
typedef struct links {
    int count;
    double across[MOST_LINKS];
    double length[MOST_LINKS]; ///< radii
    double sign[MOST_LINKS];   ///< 1: along the axis, with a change of gear; -1: against it
} links;

static double distance_beside(int beside, double penalty)
{
    return (beside < 0 ? -1 : 1) * (abs(beside) == REVERSE ? penalty : abs(beside));
}

static links links_of(const touching_word *word, double penalty)
{
    links links = { .count = word->count - 1 };
    for (int i = 0; i < links.count; i++) {
        const int from = word->beside[i], to = word->beside[i + 1];
        links.across[i] = distance_beside(to, penalty) - distance_beside(from, penalty);
        links.length[i] = to == ON_AXIS ? 1 : 2;
        links.sign[i] = from * to > 0 ? 1 : -1;
    }
    return links;
}

/// How far a link leads along the axis; NaN if it cannot lead that far across it.
static inline double along_axis(const links *links, int i, double q)
{
    const double across = links->across[i] * q,
                 squared = links->length[i] * links->length[i] - across * across;
    return links->sign[i] * (squared > -SAME_DISTANCE ? sqrt(squared > 0 ? squared : 0) : NAN);
}

/// Where the links lead from the first centre.
typedef struct span {
    double along, across, distance;
} span;

static span span_of(const links *links, double q)
{
    span span = { 0, 0, 0 };
    for (int i = 0; i < links->count; i++) {
        span.along += along_axis(links, i, q);
        span.across += links->across[i] * q;
    }
    span.distance = sqrt(span.along * span.along + span.across * span.across);
    return span;
}

/// Finds the q with which two turns from side to side and the change of gear between them lead a distance against the
/// axis: 2 radii if q is 0, less if it is larger. By false position (Dowell & Jarratt 1971, "Illinois").
///
/// @return q; 0 if there is none
static double q_of_two_turns(const links *links, double penalty, double distance)
{
    double low = 0, high = 1 / penalty;
    const span shortest = span_of(links, high);
    double low_excess = 2 - distance,
           excess = (shortest.along < 0 ? shortest.distance : -shortest.distance) - distance;
    if (low_excess < 0 || excess > 0)
        return 0;
    for (int i = 0; i < 60 && fabs(excess) > 4e-16; i++) {
        const double q = low + (high - low) * (low_excess / (low_excess - excess));
        const span span = span_of(links, q);
        const double next = (span.along < 0 ? span.distance : -span.distance) - distance;
        if ((next > 0) == (excess > 0)) {
            low_excess *= 0.5;
        } else {
            low = high;
            low_excess = excess;
        }
        high = q;
        excess = next;
    }
    return high;
}

/// Finds both q with which changes of gear, and one turn from side to side in forward gear, lead a distance. The links
/// with a change of gear lead n = sqrt(4 - (penalty - 1)^2 q^2) along the axis and the other link, of length k, leads
/// k sqrt(1 - q^2) against it; so the square of the distance gives a quadratic equation in q^2.
///
/// @param[out] q  a solution, or any other number
static void q_of_one_turn(const links *links, double penalty, double distance, double q[2])
{
    double changes = 0, turn = 0, across = 0;
    for (int i = 0; i < links->count; i++) {
        changes += links->sign[i] > 0 ? 1 : 0;
        turn += links->sign[i] > 0 ? 0 : links->length[i];
        across += links->across[i];
    }
    const double more = (penalty - 1) * (penalty - 1), product = 4 * changes * changes * turn * turn;
    const double a = 4 * changes * changes + turn * turn - distance * distance;
    const double b = across * across - changes * changes * more - turn * turn;
    const double square = b * b - product * more, linear = 2 * a * b + product * (4 + more),
                 constant = a * a - 4 * product;
    const double root = sqrt(fmax(0, linear * linear - 4 * square * constant));
    const double sum = -(linear + (linear < 0 ? -root : root)) / 2;
    q[0] = sqrt(fmax(0, sum / square));
    q[1] = sqrt(fmax(0, constant / sum));
}

int touching_ways(const touching_word *word, double penalty, double distance,
                  double link[MOST_WAYS][MOST_LINKS])
{
    const links links = links_of(word, penalty);
    double q[MOST_WAYS] = { 0 };
    if (word->beside[word->count - 1] == -REVERSE)
        q[0] = q_of_two_turns(&links, penalty, distance);
    else
        q_of_one_turn(&links, penalty, distance, q);
    int ways = 0;
    for (int way = 0; way < MOST_WAYS; way++) {
        const span span = span_of(&links, q[way]);
        if (!(q[way] > 0 && fabs(span.distance - distance) < SAME_DISTANCE))
            continue;
        const double bearing = trig_atan2(span.across, span.along);
        for (int i = 0; i < links.count; i++)
            link[ways][i] = trig_atan2(links.across[i] * q[way], along_axis(&links, i, q[way])) - bearing;
        ways++;
    }
    return ways;
}
