#include "curve/dubins.h"

#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "curve/build.h"

// Shkel & Lumelsky 2001 in terms of circles. A body that faces (cos, sin) and turns to side s (+1 right, -1 left)
// circles a centre at s * (-sin, cos) from it. Turns cost an arc tangent a word, so each word is first held against a
// lower bound of its length, which for half of them is exact.

enum { STRAIGHT_WORDS = 4, ONE_SIDED_WORDS = 2 };

/// The words in their order, and the sides of their first and last turns. The words without a straight part have the
/// same circles as the first two, in the other order.
static const double first_side[DUBINS_WORDS] = { -1, 1, -1, 1, 1, -1 };
static const double last_side[DUBINS_WORDS] = { -1, 1, 1, -1, 1, -1 };

/// What is known of all words before any arc tangent, in radii and radians.
typedef struct word_table {
    double apart_x[STRAIGHT_WORDS]; ///< from the centre of the first circle to that of the last one
    double apart_y[STRAIGHT_WORDS];
    double straight[STRAIGHT_WORDS]; ///< length of the straight part
    double turns[ONE_SIDED_WORDS];   ///< both turns of a word together
    double bound[DUBINS_WORDS];      ///< the word is not shorter; infinite when it does not reach the goal
} word_table;

dubins_frame dubins_between(fw_pose start, fw_pose goal, double turn_radius)
{
    const double headings[2] = { trig_wrap(start.heading), trig_wrap(goal.heading) };
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

/// The straight part is parallel to the line of centres for circles of one side, and crosses it between circles of
/// different sides, which must not overlap.
static void find_straight_parts(const dubins_frame *frame, word_table *words)
{
    const double least = NO_PART / frame->radius;
    for (int i = 0; i < STRAIGHT_WORDS; i++) {
        const double first = first_side[i], last = last_side[i], cross = first - last;
        const double x = frame->x - last * frame->goal_sine + first * frame->start_sine;
        const double y = frame->y + last * frame->goal_cosine - first * frame->start_cosine;
        const double squared = x * x + y * y - cross * cross;
        const double straight = sqrt(squared > 0 ? squared : 0);
        words->apart_x[i] = x;
        words->apart_y[i] = y;
        words->straight[i] = straight < least ? 0 : straight;
        words->bound[i] = squared < -1e-12 ? INFINITY : straight;
    }
}

/// Does a word to one side face along its straight part before it has turned by `net` to the goal's heading?
static bool faces_straight_in_time(const dubins_frame *frame, const word_table *words, int index, double net)
{
    const double side = first_side[index], x = words->apart_x[index], y = words->apart_y[index];
    const double straight = words->straight[index];
    const double none = NO_PART * straight / (frame->radius * (1 + straight));
    const double after_start = side * (frame->start_cosine * y - frame->start_sine * x);
    const double before_goal = side * (frame->goal_sine * x - frame->goal_cosine * y);
    const double along =
        x * (frame->start_cosine + frame->goal_cosine) + y * (frame->start_sine + frame->goal_sine);
    return net <= FW_PI ? after_start >= -none && before_goal >= -none && along >= -none
                        : !(after_start < -none && before_goal < -none);
}

/// Three turns are pi + 2 A in the middle (see three_turns()), and the outer two add up to the change of heading and
/// what makes up for the middle one, or a full turn more. A = acos(1 - z) >= sqrt(2 z) * (1 + z / 12), and by at most
/// 0.0125 where z <= 1.
static double bound_of_three_turns(double distance, double net)
{
    if (distance > 4)
        return INFINITY;
    const double z = 1 - distance / 4, base = sqrt(2 * z) * (1 + z / 12), middle = FW_PI + 2 * base;
    const double sum = net + middle, outer = sum < TWO_PI ? sum : sum - TWO_PI;
    return outer + 0.025 < TWO_PI ? middle + outer : middle;
}

/// Both turns of a word to one side add up to the change of heading, or to a full turn more; those to different sides
/// make up for it at least.
static void find_bounds(const dubins_frame *frame, word_table *words)
{
    const double right = full_turn(frame->goal.heading - frame->start.heading, frame->radius);
    const double left = right > 0 ? TWO_PI - right : 0, slack = 1e-12 + 4 * NO_PART / frame->radius;
    const double net[ONE_SIDED_WORDS] = { left, right };
    for (int i = 0; i < ONE_SIDED_WORDS; i++) {
        words->turns[i] = net[i] + (faces_straight_in_time(frame, words, i, net[i]) ? 0 : TWO_PI);
        words->bound[i] += words->turns[i];
    }
    const double least = (left < right ? left : right) - slack;
    words->bound[2] += least;
    words->bound[3] += least;
    words->bound[4] = bound_of_three_turns(words->straight[1], right) - slack;
    words->bound[5] = bound_of_three_turns(words->straight[0], left) - slack;
}

/// The first turn of a word to one side, of which both turns are known: rounding must not make it more than both.
static double first_of_turns(double turn, double both)
{
    return turn <= both ? turn : turn - both > FW_PI ? 0 : both;
}

static dubins_curve turn_straight_turn(const dubins_frame *frame, const word_table *words, int index)
{
    const double first = first_side[index], last = last_side[index], cross = first - last;
    const double x = words->apart_x[index], y = words->apart_y[index], straight = words->straight[index];
    const double lever = frame->radius * (1 + straight);
    double heading = frame->start.heading;
    if (straight > 0 || cross != 0)
        heading = trig_atan2(y * straight + cross * x, x * straight - cross * y);
    dubins_curve curve = { .word = (fw_dubins_word)(index + FW_DUBINS_LSL), .heading = heading };
    const double turn = full_turn(first * (heading - frame->start.heading), lever);
    curve.parts[1] = straight;
    if (index < ONE_SIDED_WORDS) {
        curve.parts[0] = first_of_turns(turn, words->turns[index]);
        curve.parts[2] = words->turns[index] - curve.parts[0];
        curve.length = words->bound[index] * frame->radius;
    } else {
        curve.parts[0] = turn;
        curve.parts[2] = full_turn(last * (frame->goal.heading - heading), lever);
        curve.length = (turn + straight + curve.parts[2]) * frame->radius;
    }
    return curve;
}

/// The middle circle touches both others and is driven by more than half: the three centres make a triangle with
/// sides 2, 2 and their distance, and with A for the angle at its base, that is pi + 2 A.
static dubins_curve three_turns(const dubins_frame *frame, const word_table *words, int index)
{
    const int same = DUBINS_WORDS - 1 - index; // the word with these circles and a straight part
    const double side = first_side[index], distance = words->straight[same];
    const double bearing =
        distance > 0 ? trig_atan2(words->apart_y[same], words->apart_x[same]) : frame->start.heading;
    const double aside = trig_atan2(sqrt(16 - distance * distance), distance) + FW_PI / 2;
    const double first = side * (bearing - frame->start.heading) + aside;
    const double last = side * (frame->goal.heading - bearing) + aside;
    dubins_curve curve = { .word = (fw_dubins_word)(index + FW_DUBINS_LSL),
                           .heading = bearing + side * aside };
    curve.parts[0] = full_turn(first - (first < TWO_PI ? 0 : TWO_PI), frame->radius);
    curve.parts[1] = 2 * aside;
    curve.parts[2] = full_turn(last - (last < TWO_PI ? 0 : TWO_PI), frame->radius);
    curve.length = (curve.parts[0] + curve.parts[1] + curve.parts[2]) * frame->radius;
    return curve;
}

static dubins_curve curve_of(const dubins_frame *frame, const word_table *words, int index)
{
    return index < STRAIGHT_WORDS ? turn_straight_turn(frame, words, index)
                                  : three_turns(frame, words, index);
}

bool dubins_of_word(const dubins_frame *frame, fw_dubins_word word, dubins_curve *curve)
{
    word_table words;
    find_straight_parts(frame, &words);
    find_bounds(frame, &words);
    const int index = (int)word - FW_DUBINS_LSL;
    if (!(words.bound[index] < INFINITY))
        return false;
    *curve = curve_of(frame, &words, index);
    return true;
}

/// The shortest word but for those to one side, of which the shorter one is given; its index is returned. Only words
/// that may be shorter are looked at.
static int shorten(const dubins_frame *frame, const word_table *words, int shortest, double *length,
                   dubins_curve *curve)
{
    for (int i = ONE_SIDED_WORDS; i < DUBINS_WORDS; i++) {
        if (words->bound[i] * frame->radius >= *length)
            continue;
        const dubins_curve tried = curve_of(frame, words, i);
        if (tried.length < *length) {
            *length = tried.length;
            *curve = tried;
            shortest = i;
        }
    }
    return shortest;
}

static int shorter_of_one_sided(const dubins_frame *frame, word_table *words, double *length)
{
    find_straight_parts(frame, words);
    find_bounds(frame, words);
    const int shorter = words->bound[1] < words->bound[0];
    *length = words->bound[shorter] * frame->radius;
    return shorter;
}

dubins_curve dubins_shortest(const dubins_frame *frame)
{
    word_table words;
    dubins_curve curve;
    double length;
    const int one_sided = shorter_of_one_sided(frame, &words, &length);
    const int shortest = shorten(frame, &words, one_sided, &length, &curve);
    return shortest < ONE_SIDED_WORDS ? turn_straight_turn(frame, &words, shortest) : curve;
}

double dubins_length(const dubins_frame *frame)
{
    word_table words;
    dubins_curve curve;
    double length;
    shorten(frame, &words, shorter_of_one_sided(frame, &words, &length), &length, &curve);
    return length;
}

int dubins_by_length(const dubins_frame *frame, dubins_curve curves[DUBINS_WORDS])
{
    int count = 0;
    for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++) {
        dubins_curve curve;
        if (!dubins_of_word(frame, (fw_dubins_word)word, &curve))
            continue;
        int place = count++;
        for (; place > 0 && curves[place - 1].length > curve.length; place--)
            curves[place] = curves[place - 1];
        curves[place] = curve;
    }
    return count;
}

/// The sides of a word's three parts; 0 = straight.
static const int sides[DUBINS_WORDS + 1][3] = {
    [FW_DUBINS_LSL] = { TURN_LEFT, 0, TURN_LEFT },
    [FW_DUBINS_RSR] = { TURN_RIGHT, 0, TURN_RIGHT },
    [FW_DUBINS_LSR] = { TURN_LEFT, 0, TURN_RIGHT },
    [FW_DUBINS_RSL] = { TURN_RIGHT, 0, TURN_LEFT },
    [FW_DUBINS_RLR] = { TURN_RIGHT, TURN_LEFT, TURN_RIGHT },
    [FW_DUBINS_LRL] = { TURN_LEFT, TURN_RIGHT, TURN_LEFT },
};

/// The middle part begins on the first circle and ends on the last one, each beside its centre.
void dubins_segments(const dubins_frame *frame, const dubins_curve *curve, fw_curve *segments)
{
    const int *side = sides[curve->word];
    const double radius = frame->radius, bend = 1 / radius;
    fw_pose leave = frame->start, arrive = { .heading = curve->heading + side[1] * curve->parts[1] };
    double sine, cosine;
    trig_sincos(curve->heading, &sine, &cosine);
    if (curve->parts[0] > 0) {
        leave.x += radius * side[0] * (sine - frame->start_sine);
        leave.y -= radius * side[0] * (cosine - frame->start_cosine);
        leave.heading = curve->heading;
    }
    if (side[1])
        trig_sincos(arrive.heading, &sine, &cosine);
    arrive.x = frame->goal.x + radius * side[2] * (sine - frame->goal_sine);
    arrive.y = frame->goal.y - radius * side[2] * (cosine - frame->goal_cosine);
    curve_clear(segments);
    curve_add(segments, frame->start, side[0] * bend, curve->parts[0] * radius);
    curve_add(segments, leave, side[1] * bend, curve->parts[1] * radius);
    curve_add(segments, arrive, side[2] * bend, curve->parts[2] * radius);
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
    else if (!dubins_of_word(&frame, word, &found))
        return FW_NOT_FOUND;
    dubins_segments(&frame, &found, curve);
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
