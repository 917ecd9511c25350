#include "curve/dubins.h"

#include <math.h>

#include "base/trig.h"
#include "curve/build.h"

// Shkel & Lumelsky 2001 in terms of circles. A body that faces e = (cos, sin) and turns to side s (+1 right, -1 left)
// circles a centre at s * (-sin, cos) from it. Directions of tangents come from products of vectors as complex numbers,
// so that a word takes one arc tangent, and no sine.

typedef struct vector {
    double x, y;
} vector;

dubins_frame dubins_between(fw_pose start, fw_pose goal, double turn_radius)
{
    dubins_frame frame = { .start = start, .goal = goal, .radius = turn_radius };
    frame.start.heading = trig_wrap(start.heading);
    frame.goal.heading = trig_wrap(goal.heading);
    frame.x = (goal.x - start.x) / turn_radius;
    frame.y = (goal.y - start.y) / turn_radius;
    trig_sincos(frame.start.heading, &frame.start_sine, &frame.start_cosine);
    trig_sincos(frame.goal.heading, &frame.goal_sine, &frame.goal_cosine);
    return frame;
}

/// From the centre of the first circle to that of the last one.
static inline vector between_centres(const dubins_frame *frame, int first, int last)
{
    return (vector){ frame->x - last * frame->goal_sine + first * frame->start_sine,
                     frame->y + last * frame->goal_cosine - first * frame->start_cosine };
}

/// The turn that counts as none, where it moves a straight part of so many radii.
static inline double no_turn(const dubins_frame *frame, double straight)
{
    return NO_PART / (frame->radius * (1 + straight));
}

/// Turn, straight, turn. The straight part is parallel to the line of centres for circles of one side, and crosses it
/// between circles of different sides, which must not overlap.
static inline bool turn_straight_turn(const dubins_frame *frame, int first, int last, dubins_curve *curve)
{
    const vector apart = between_centres(frame, first, last);
    const double squared = apart.x * apart.x + apart.y * apart.y;
    const double cross = first - last; // twice the side, or 0
    const double straight_squared = squared - cross * cross;
    if (straight_squared < -1e-12)
        return false;
    double straight = sqrt(straight_squared > 0 ? straight_squared : 0);
    double heading = frame->start.heading;
    vector along = { frame->start_cosine, frame->start_sine };
    if (straight * frame->radius < NO_PART)
        straight = 0;
    if (straight > 0 || cross != 0) {
        along = (vector){ (apart.x * straight - cross * apart.y) / squared,
                          (apart.y * straight + cross * apart.x) / squared };
        heading = trig_atan2(along.y, along.x);
    }
    const double none = no_turn(frame, straight);
    curve->parts[0] = full_turn(first * (heading - frame->start.heading), none);
    curve->parts[1] = straight;
    curve->parts[2] = full_turn(last * (frame->goal.heading - heading), none);
    curve->length = (curve->parts[0] + straight + curve->parts[2]) * frame->radius;
    curve->leave = curve->arrive = heading;
    curve->leave_x = first * along.y;
    curve->leave_y = -first * along.x;
    curve->arrive_x = last * along.y;
    curve->arrive_y = -last * along.x;
    return true;
}

/// Three turns. The middle circle touches both others and is driven by more than half: the three centres make a
/// triangle with sides 2, 2 and `distance`, and with A for the angle at its base, that part is pi + 2 A.
static inline bool three_turns(const dubins_frame *frame, int side, dubins_curve *curve)
{
    const vector apart = between_centres(frame, side, side);
    const double squared = apart.x * apart.x + apart.y * apart.y;
    if (squared > 16)
        return false;
    const double distance = sqrt(squared), cosine = distance / 4, sine = sqrt(1 - cosine * cosine);
    const double base = trig_atan2(sine, cosine), bearing = trig_atan2(apart.y, apart.x);
    const double none = no_turn(frame, 0), aside = base + FW_PI / 2;
    const double first = side * (bearing - frame->start.heading) + aside;
    const double last = side * (frame->goal.heading - bearing) + aside;
    curve->parts[0] = full_turn(first < TWO_PI ? first : first - TWO_PI, none);
    curve->parts[1] = 2 * aside;
    curve->parts[2] = full_turn(last < TWO_PI ? last : last - TWO_PI, none);
    curve->length = (curve->parts[0] + curve->parts[1] + curve->parts[2]) * frame->radius;
    curve->leave = bearing + side * aside;
    curve->arrive = curve->leave - side * curve->parts[1];
    // From both outer centres to the middle one: along the line of centres, turned by A.
    const vector line = distance > 0 ? (vector){ apart.x / distance, apart.y / distance } : (vector){ 1, 0 };
    curve->leave_x = line.x * cosine - side * line.y * sine;
    curve->leave_y = line.y * cosine + side * line.x * sine;
    curve->arrive_x = -line.x * cosine - side * line.y * sine;
    curve->arrive_y = -line.y * cosine + side * line.x * sine;
    return true;
}

/// The sides of each word's first and last turn; those of three turns turn to the other side between.
static const struct {
    int first, last;
    bool has_straight;
} words[DUBINS_WORDS + 1] = {
    [FW_DUBINS_LSL] = { TURN_LEFT, TURN_LEFT, true },    [FW_DUBINS_RSR] = { TURN_RIGHT, TURN_RIGHT, true },
    [FW_DUBINS_LSR] = { TURN_LEFT, TURN_RIGHT, true },   [FW_DUBINS_RSL] = { TURN_RIGHT, TURN_LEFT, true },
    [FW_DUBINS_RLR] = { TURN_RIGHT, TURN_RIGHT, false }, [FW_DUBINS_LRL] = { TURN_LEFT, TURN_LEFT, false },
};

bool dubins_of_word(const dubins_frame *frame, fw_dubins_word word, dubins_curve *curve)
{
    curve->word = word;
    return words[word].has_straight ? turn_straight_turn(frame, words[word].first, words[word].last, curve)
                                    : three_turns(frame, words[word].first, curve);
}

void dubins_shortest(const dubins_frame *frame, dubins_curve *shortest)
{
    dubins_curve tried;
    shortest->length = INFINITY;
    for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++)
        if (dubins_of_word(frame, (fw_dubins_word)word, &tried) && tried.length < shortest->length)
            *shortest = tried;
}

int dubins_by_length(const dubins_frame *frame, dubins_curve curves[DUBINS_WORDS])
{
    int count = 0;
    for (int word = FW_DUBINS_LSL; word <= FW_DUBINS_LRL; word++) {
        dubins_curve tried;
        if (!dubins_of_word(frame, (fw_dubins_word)word, &tried))
            continue;
        int place = count++;
        for (; place > 0 && curves[place - 1].length > tried.length; place--)
            curves[place] = curves[place - 1];
        curves[place] = tried;
    }
    return count;
}

void dubins_segments(const dubins_frame *frame, const dubins_curve *curve, fw_curve *segments)
{
    const int first = words[curve->word].first, last = words[curve->word].last;
    const double radius = frame->radius, bend = 1 / radius;
    const fw_pose leave = { frame->start.x + radius * (curve->leave_x - first * frame->start_sine),
                            frame->start.y + radius * (curve->leave_y + first * frame->start_cosine),
                            curve->leave };
    const fw_pose arrive = { frame->goal.x + radius * (curve->arrive_x - last * frame->goal_sine),
                             frame->goal.y + radius * (curve->arrive_y + last * frame->goal_cosine),
                             curve->arrive };
    curve_clear(segments);
    curve_add(segments, frame->start, first * bend, curve->parts[0] * radius);
    curve_add(segments, curve->parts[0] > 0 ? leave : frame->start,
              words[curve->word].has_straight ? 0 : -first * bend, curve->parts[1] * radius);
    curve_add(segments, arrive, last * bend, curve->parts[2] * radius);
}

static fw_result judge_poses(fw_pose start, fw_pose goal, double turn_radius)
{
    if (!isfinite(start.x) || !isfinite(start.y) || !isfinite(start.heading) || !isfinite(goal.x) ||
        !isfinite(goal.y) || !isfinite(goal.heading) || !isfinite(turn_radius))
        return FW_NOT_FINITE;
    return turn_radius > 0 ? FW_OK : FW_BAD_VALUE;
}

/// Radii so small, or distances so large, that the curve has no finite length.
static bool is_out_of_range(const dubins_curve *curve)
{
    return !(curve->length < INFINITY);
}

fw_result fw_dubins(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word word, fw_curve *curve)
{
    if (!curve)
        return FW_NULL_ARGUMENT;
    const fw_result result = judge_poses(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    if ((int)word < FW_DUBINS_SHORTEST || word > FW_DUBINS_LRL)
        return FW_BAD_VALUE;
    const dubins_frame frame = dubins_between(start, goal, turn_radius);
    dubins_curve found;
    if (word == FW_DUBINS_SHORTEST)
        dubins_shortest(&frame, &found);
    else if (!dubins_of_word(&frame, word, &found))
        return FW_NOT_FOUND;
    if (is_out_of_range(&found))
        return FW_BAD_VALUE;
    dubins_segments(&frame, &found, curve);
    return FW_OK;
}

fw_result fw_dubins_length(fw_pose start, fw_pose goal, double turn_radius, double *length)
{
    if (!length)
        return FW_NULL_ARGUMENT;
    const fw_result result = judge_poses(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    const dubins_frame frame = dubins_between(start, goal, turn_radius);
    dubins_curve found;
    dubins_shortest(&frame, &found);
    if (is_out_of_range(&found))
        return FW_BAD_VALUE;
    *length = found.length;
    return FW_OK;
}
