#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/unit.h"
#include "fairway/pose.h"

enum { ARGUMENTS = 10000000 };

/// What is promised. Asserted once a function, for the worst argument, so that a million arguments stay fast.
#define ERROR_ALLOWED 4e-16

static double worse(double error, double worst)
{
    return error <= worst ? worst : error;
}

static double sincos_error(double angle)
{
    double sine, cosine;
    trig_sincos(angle, &sine, &cosine);
    if (sine != trig_sin(angle) || cosine != trig_cos(angle))
        return INFINITY;
    return fmax(fabs(sine - sin(angle)), fabs(cosine - cos(angle)));
}

TEST(sine_and_cosine_are_those_of_libm)
{
    static const double spans[] = { 1e-6, 1, 10, 1e3, 1e6, 1e9, 1e12 };
    random_source random = { 1 };
    double worst = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
        const double span = spans[i % 7];
        worst = worse(sincos_error(random_within(&random, -span, span)), worst);
    }
    assert_true(worst <= ERROR_ALLOWED);
}

TEST(angles_beyond_all_limits_lose_exactness_only_gradually)
{
    random_source random = { 2 };
    for (int i = 0; i < 1000; i++) {
        const double angle = random_within(&random, -1e15, 1e15);
        assert_true(sincos_error(angle) <= fabs(angle) * 4e-17 + ERROR_ALLOWED);
        assert_true(fabs(trig_sin(angle * 1e280)) <= 1);
    }
}

TEST(arc_tangent_is_that_of_libm)
{
    random_source random = { 3 };
    double worst = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
        const double scale = ldexp(1, (int)random_below(&random, 40) - 20);
        const double y = random_within(&random, -1, 1), x = random_within(&random, -1, 1) * scale;
        worst = worse(fabs(trig_atan2(y, x) - atan2(y, x)), worst);
    }
    assert_true(worst <= 2 * ERROR_ALLOWED); // libm's own error counts in: an ulp near pi is 4.4e-16
    assert_true(trig_atan2(1e-300, 1e300) >= 0 && trig_atan2(1e300, 1e300) == FW_PI / 4);
}

TEST(arc_cosine_is_that_of_libm)
{
    random_source random = { 4 };
    double worst = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
        const double cosine = random_within(&random, -1, 1);
        worst = worse(fabs(trig_acos(cosine) - acos(cosine)), worst);
    }
    assert_true(worst <= 2 * ERROR_ALLOWED);
    assert_true(trig_acos(1.5) == 0 && trig_acos(-1.5) == FW_PI && trig_acos(0) == FW_PI / 2);
    assert_true(fabs(trig_acos(1 - 1e-14) - acos(1 - 1e-14)) < 1e-16);
}

TEST(several_at_once_are_the_same_as_each_alone)
{
    random_source random = { 6 };
    for (int i = 0; i < 20000; i++) {
        double y[5], x[5], angle[5], sine[5], cosine[5];
        for (int k = 0; k < 5; k++) {
            y[k] = i % 4 ? random_within(&random, -1, 1) : (double)random_below(&random, 5) - 2;
            x[k] = i % 4 ? random_within(&random, -1, 1) : (double)random_below(&random, 5) - 2;
        }
        trig_atan2_each(5, y, x, angle);
        for (int k = 0; k < 5; k++) {
            assert_true(angle[k] == trig_atan2(y[k], x[k]));
            angle[k] = i % 4 ? 2 * angle[k] : (double)random_below(&random, 17) * FW_PI / 4 - 2 * FW_PI;
        }
        trig_sincos_each(5, angle, sine, cosine);
        for (int k = 0; k < 5; k++)
            assert_true(sine[k] == trig_sin(angle[k]) && cosine[k] == trig_cos(angle[k]));
    }
}

TEST(quarter_turns_are_exact)
{
    static const int sines[] = { 0, 1, 0, -1 };
    for (int i = -4; i <= 4; i++) {
        double sine, cosine;
        trig_sincos(i * (FW_PI / 2), &sine, &cosine);
        assert_true(sine == sines[i & 3]);
        assert_true(cosine == sines[(i + 1) & 3]);
    }
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (x || y)
                assert_true(trig_atan2(y, x) == atan2(y, x));
    assert_true(trig_atan2(0, 0) == 0 && trig_atan2(-0.0, -1) == FW_PI);
}

TEST(wrapped_an_angle_keeps_its_direction)
{
    random_source random = { 5 };
    for (int i = 0; i < 20000; i++) {
        const double span = i % 2 ? 20 : 1e8, angle = random_within(&random, -span, span);
        const double wrapped = trig_wrap(angle);
        assert_true(wrapped > -FW_PI && wrapped <= FW_PI);
        assert_true(fabs(sin(wrapped) - sin(angle)) < 1e-15 && fabs(cos(wrapped) - cos(angle)) < 1e-15);
    }
    assert_true(trig_wrap(-FW_PI) == FW_PI && trig_wrap(FW_PI) == FW_PI && trig_wrap(3 * FW_PI) > 3.14159);
    assert_true(trig_wrap(2 * FW_PI) == 0 && trig_wrap(1.25) == 1.25);
}

TEST(no_number_gives_no_number)
{
    static const double angles[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; i++) {
        double sine, cosine;
        trig_sincos(angles[i], &sine, &cosine);
        assert_true(isnan(sine) && isnan(cosine));
        assert_true(isnan(trig_sin(angles[i])) && isnan(trig_cos(angles[i])) && isnan(trig_wrap(angles[i])));
    }
    assert_true(isnan(trig_atan2(NAN, 1)) && isnan(trig_atan2(1, NAN)) && isnan(trig_acos(NAN)));
    assert_true(isnan(trig_atan2(INFINITY, INFINITY)));
}
