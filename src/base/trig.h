#ifndef BASE_TRIG_H
#define BASE_TRIG_H

/// @file
/// Trigonometry from + - * / and sqrt only: the same bits on every platform, where libm's differ from one to
/// the next.
///
/// Errors stay below 4e-16 (absolute, for results up to pi). NaN gives NaN, and so does an infinite angle.

/// Sine and cosine of an angle in radians. Exact at multiples of FW_PI / 2 up to +-2 FW_PI.
///
/// Beyond 2^40 the angle is first taken modulo the double nearest to 2 pi: the results then belong to an
/// angle that is off by up to |angle| * 4e-17.
void trig_sincos(double angle, double *sine, double *cosine);

/// The same for several angles within +-2 FW_PI at once, which takes about half the time. The arrays must not overlap.
void trig_sincos_each(int count, const double *angle, double *sine, double *cosine);

/// Sine alone; see trig_sincos().
double trig_sin(double angle);

/// Cosine alone; see trig_sincos().
double trig_cos(double angle);

/// Angle of the direction (x, y), within [-pi, pi]; 0 for (0, 0). The sign of a zero does not matter: the
/// direction
/// (-1, -0) has the angle +pi. The eight compass directions give multiples of FW_PI / 4 exactly. NaN where
/// both arguments are infinite.
double trig_atan2(double y, double x);

/// The same for several directions at once, which takes about half the time. The arrays must not overlap.
void trig_atan2_each(int count, const double *y, const double *x, double *angle);

/// Angle within [0, pi] of which this is the cosine; arguments beyond +-1 count as +-1.
double trig_acos(double cosine);

/// The same angle within (-pi, pi]; as exact as trig_sincos().
double trig_wrap(double angle);

#endif
