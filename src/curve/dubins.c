#include "curve/dubins.h"

#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "curve/build.h"

// Shkel & Lumelsky 2001 in terms of circles. A body that faces (cos, sin) and turns to side s (+1 right, -1 left)
// circles a centre at s * (-sin, cos) from it. All words are computed together, without branches and in loops that
// compilers turn into vector instructions: no branch predictor can guess which word is the shortest, and a wrong guess
// costs as much as the computation of a word.

enum { STRAIGHT_WORDS = 4, ONE_SIDED_WORDS = 2 };

static inline double lesser(double a, double b)
{
    return b < a ? b : a;
}

/// The words in the order of all tables here. Words without a straight part come last; they use the circles of the
/// first two words.
static const fw_dubins_word word_of_index[FW_DUBINS_WORDS] = { FW_DUBINS_LSL, FW_DUBINS_RSR, FW_DUBINS_LSR,
                                                               FW_DUBINS_RSL, FW_DUBINS_LRL, FW_DUBINS_RLR };
/// Sides of a word's parts: -1 left, 1 right, 0 straight.
static const double first_side[FW_DUBINS_WORDS] = { -1, 1, -1, 1, -1, 1 };
static const double middle_side[FW_DUBINS_WORDS] = { 0, 0, 0, 0, 1, -1 };
static const double last_side[FW_DUBINS_WORDS] = { -1, 1, 1, -1, -1, 1 };
/// A tiny step along the start heading, added to the straight part between circles on the same side: if this part has
/// length 0, its bearing is the start heading.
static const double start_bias[STRAIGHT_WORDS] = { 1e-60, 1e-60, 0, 0 };

/// Largest squared distance between first and last centre, in radii, that three circles can join.
#define MOST_SQUARED 16

#define ROUNDING 1e-15 ///< radians by which headings that should be equal may differ

/// The parts of all words, in radii and radians.
typedef struct word_table {
    double y[FW_DUBINS_WORDS];       ///< direction whose angle becomes the bearing
    double x[FW_DUBINS_WORDS];       ///< direction whose angle becomes the bearing
    double squared[STRAIGHT_WORDS];  ///< squared length of the straight part
    double bearing[FW_DUBINS_WORDS]; ///< heading along the straight part, or direction of last centre
    double offset[FW_DUBINS_WORDS];  ///< angle from the bearing to the heading at the middle part's start
    double middle[FW_DUBINS_WORDS];  ///< length of the straight part, or angle of the middle turn
    double first[FW_DUBINS_WORDS];   ///< angle of the first turn
    double last[FW_DUBINS_WORDS];    ///< angle of the last turn
    double length[FW_DUBINS_WORDS];  ///< of all parts; infinite if the word does not reach the goal
} word_table;

dubins_frame dubins_between(fw_pose start, fw_pose goal, double turn_radius)
{
    if (fabs(start.heading) >= FW_PI || fabs(goal.heading) >= FW_PI) {
        start.heading = trig_wrap(start.heading);
        goal.heading = trig_wrap(goal.heading);
    }
    const double headings[2] = { start.heading, goal.heading };
    double sines[2], cosines[2];
    trig_sincos_each(2, headings, sines, cosines);
    return (dubins_frame){ .start = { start.x, start.y, headings[0] },
                           .goal = { goal.x, goal.y, headings[1] },
                           .radius = turn_radius,
                           .x = (goal.x - start.x) / turn_radius,
                           .y = (goal.y - start.y) / turn_radius,
                           .start_sine = sines[0],
                           .start_cosine = cosines[0],
                           .goal_sine = sines[1],
                           .goal_cosine = cosines[1] };
}

/// Computes the straight parts. The straight part is parallel to the line of centres if both circles lie to the same
/// side; otherwise it crosses the line of centres, and the circles must not overlap. If both turns use the same circle,
/// the first turn has angle 0.
static inline void find_straight_parts(const dubins_frame *frame, word_table *words)
{
    const double least = NO_PART / frame->radius, least_squared = least * least;
    for (int i = 0; i < STRAIGHT_WORDS; i++) {
        const double first = first_side[i], last = last_side[i], cross = first - last;
        const double x = frame->x - last * frame->goal_sine + first * frame->start_sine;
        const double y = frame->y + last * frame->goal_cosine - first * frame->start_cosine;
        const double squared = x * x + y * y - cross * cross;
        const double straight = sqrt(squared > least_squared ? squared : 0);
        words->x[i] = (start_bias[i] * frame->start_cosine - cross * y) + x * straight;
        words->y[i] = (start_bias[i] * frame->start_sine + cross * x) + y * straight;
        words->squared[i] = squared;
        words->middle[i] = straight;
        words->length[i] = squared < -1e-12 ? INFINITY : 0;
    }
}

/// Prepares the words of three turns. Their middle circle touches both others, and the middle turn is more than half a
/// turn. The three centres form a triangle with two sides of 2 radii; if A is the angle at its base, the middle turn is
/// pi + 2 A. Writes the direction with angle A.
static inline void find_base_angles(word_table *words)
{
    for (int i = 0; i < ONE_SIDED_WORDS; i++) {
        words->x[STRAIGHT_WORDS + i] = words->middle[i];
        words->y[STRAIGHT_WORDS + i] = sqrt(fabs(MOST_SQUARED - words->squared[i]));
        words->length[STRAIGHT_WORDS + i] = words->squared[i] > MOST_SQUARED ? INFINITY : 0;
    }
}

static inline void find_middle_turns(word_table *words)
{
    for (int i = 0; i < ONE_SIDED_WORDS; i++) {
        const double base = words->bearing[STRAIGHT_WORDS + i];
        words->bearing[STRAIGHT_WORDS + i] = words->bearing[i];
        words->offset[STRAIGHT_WORDS + i] = base + FW_PI / 2;
        words->middle[STRAIGHT_WORDS + i] = 2 * (base + FW_PI / 2);
    }
}

static inline double below_full_turn(double angle)
{
    return angle - (angle < TWO_PI ? 0 : TWO_PI);
}

/// Computes the first turn, from the start heading, and the last turn, to the goal heading.
static inline void find_outer_turns(const dubins_frame *frame, word_table *words, int begin, int end)
{
    for (int i = begin; i < end; i++) {
        const double bearing = words->bearing[i], offset = words->offset[i], middle = words->middle[i];
        const double none = ROUNDING + NO_PART / (frame->radius * (1 + middle));
        const double first = first_side[i] * (bearing - frame->start.heading) + offset;
        const double last = last_side[i] * (frame->goal.heading - bearing) + offset;
        const bool is_straight = begin < STRAIGHT_WORDS; // the offset is 0
        words->first[i] = full_turn(is_straight ? first : below_full_turn(first), none);
        words->last[i] = full_turn(is_straight ? last : below_full_turn(last), none);
        words->length[i] += middle + (words->first[i] + words->last[i]);
    }
}

/// Computes the words whose straight parts are known.
///
/// @param count  STRAIGHT_WORDS, or FW_DUBINS_WORDS for all
static inline void find_first_words(const dubins_frame *frame, word_table *words, int count)
{
    for (int i = 0; i < STRAIGHT_WORDS; i++)
        words->offset[i] = 0;
    if (count > STRAIGHT_WORDS)
        find_base_angles(words);
    trig_atan2_each(count, words->y, words->x, words->bearing);
    find_outer_turns(frame, words, 0, STRAIGHT_WORDS);
    if (count > STRAIGHT_WORDS) {
        find_middle_turns(words);
        find_outer_turns(frame, words, STRAIGHT_WORDS, count);
    }
}

static inline void find_words(const dubins_frame *frame, word_table *words)
{
    find_straight_parts(frame, words);
    find_first_words(frame, words, FW_DUBINS_WORDS);
}

/// Computes the words that may be the shortest. If the circles are far apart, words of three turns do not reach the
/// goal. Returns the number of words, which are the first ones of the tables.
static inline int find_short_words(const dubins_frame *frame, word_table *words)
{
    find_straight_parts(frame, words);
    if (lesser(words->squared[0], words->squared[1]) > MOST_SQUARED) {
        find_first_words(frame, words, STRAIGHT_WORDS);
        return STRAIGHT_WORDS;
    }
    find_first_words(frame, words, FW_DUBINS_WORDS);
    return FW_DUBINS_WORDS;
}

static inline dubins_curve curve_of(const dubins_frame *frame, const word_table *words, int index)
{
    return (dubins_curve){ .word = word_of_index[index],
                           .length = words->length[index] * frame->radius,
                           .parts = { words->first[index], words->middle[index], words->last[index] },
                           .heading = words->bearing[index] + first_side[index] * words->offset[index] };
}

static inline int index_of(fw_dubins_word word)
{
    return word <= FW_DUBINS_RSL ? (int)word - FW_DUBINS_LSL : FW_DUBINS_LRL - (int)word + STRAIGHT_WORDS;
}

/// The index of the shorter word; `a` if both are equal.
static inline int shorter(const word_table *words, int a, int b)
{
    return words->length[b] < words->length[a] ? b : a;
}

static inline int shortest(const word_table *words, int count)
{
    const int straight = shorter(words, shorter(words, 0, 1), shorter(words, 2, 3));
    return count > STRAIGHT_WORDS ? shorter(words, straight, shorter(words, 5, 4)) : straight;
}

/// The curve of one word (not FW_DUBINS_SHORTEST). Returns false if the word does not reach the goal.
static bool curve_of_word(const dubins_frame *frame, fw_dubins_word word, dubins_curve *curve)
{
    word_table words;
    find_words(frame, &words);
    *curve = curve_of(frame, &words, index_of(word));
    return curve->length < INFINITY;
}

dubins_curve dubins_shortest(const dubins_frame *frame)
{
    word_table words;
    const int count = find_short_words(frame, &words);
    return curve_of(frame, &words, shortest(&words, count));
}

double dubins_length(const dubins_frame *frame)
{
    word_table words;
    const int count = find_short_words(frame, &words);
    const double *lengths = words.length;
    const double straight = lesser(lesser(lengths[0], lengths[1]), lesser(lengths[2], lengths[3]));
    return (count > STRAIGHT_WORDS ? lesser(straight, lesser(lengths[4], lengths[5])) : straight) *
           frame->radius;
}

int dubins_by_length(const dubins_frame *frame, dubins_curve curves[FW_DUBINS_WORDS])
{
    word_table words;
    find_words(frame, &words);
    int count = 0;
    for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++) {
        const dubins_curve curve = curve_of(frame, &words, index_of((fw_dubins_word)word));
        if (!(curve.length < INFINITY))
            continue;
        int place = count++;
        for (; place > 0 && curves[place - 1].length > curve.length; place--)
            curves[place] = curves[place - 1];
        curves[place] = curve;
    }
    return count;
}

/// The middle part begins on the first circle and ends on the last one; the circles' centres give both points.
void dubins_segments(const dubins_frame *frame, const dubins_curve *curve, fw_curve *segments)
{
    const int index = index_of(curve->word);
    const double first = first_side[index], middle = middle_side[index], last = last_side[index];
    const double radius = frame->radius, bend = 1 / radius;
    fw_pose leave = frame->start, arrive = { .heading = curve->heading + middle * curve->parts[1] };
    double sine, cosine;
    trig_sincos(curve->heading, &sine, &cosine);
    if (curve->parts[0] > 0) {
        leave.x += radius * first * (sine - frame->start_sine);
        leave.y -= radius * first * (cosine - frame->start_cosine);
        leave.heading = curve->heading;
    }
    if (middle != 0)
        trig_sincos(arrive.heading, &sine, &cosine);
    arrive.x = frame->goal.x + radius * last * (sine - frame->goal_sine);
    arrive.y = frame->goal.y - radius * last * (cosine - frame->goal_cosine);
    curve_clear(segments);
    curve_add(segments, frame->start, first * bend, curve->parts[0] * radius);
    curve_add(segments, leave, middle * bend, curve->parts[1] * radius);
    curve_add(segments, arrive, last * bend, curve->parts[2] * radius);
}

fw_result fw_dubins(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word word, fw_curve *curve)
{
    if (!curve)
        return FW_NULL_ARGUMENT;
    const fw_result result = curve_judge_query(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    if ((int)word < FW_DUBINS_SHORTEST || word > FW_DUBINS_LRL)
        return FW_BAD_VALUE;
    const dubins_frame frame = dubins_between(start, goal, turn_radius);
    dubins_curve found;
    if (word == FW_DUBINS_SHORTEST)
        found = dubins_shortest(&frame);
    else if (!curve_of_word(&frame, word, &found))
        return FW_NOT_FOUND;
    dubins_segments(&frame, &found, curve);
    return FW_OK;
}

fw_result fw_dubins_by_length(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word *words,
                              fw_curve *curves, int32_t *count)
{
    if (!curves || !count)
        return FW_NULL_ARGUMENT;
    const fw_result result = curve_judge_query(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    const dubins_frame frame = dubins_between(start, goal, turn_radius);
    dubins_curve found[FW_DUBINS_WORDS];
    *count = dubins_by_length(&frame, found);
    for (int32_t i = 0; i < *count; i++) {
        dubins_segments(&frame, &found[i], &curves[i]);
        if (words)
            words[i] = found[i].word;
    }
    return FW_OK;
}

fw_result fw_dubins_length(fw_pose start, fw_pose goal, double turn_radius, double *length)
{
    if (!length)
        return FW_NULL_ARGUMENT;
    const fw_result result = curve_judge_query(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    const dubins_frame frame = dubins_between(start, goal, turn_radius);
    *length = dubins_length(&frame);
    return FW_OK;
}
