#pragma once

/// Trigonometry that uses only + - * / and sqrt: results have the same bits on every platform, unlike those of libm.
///
/// Errors stay below 4e-16 (absolute, for results up to pi). NaN and infinite angles give NaN.

/// Sine and cosine of an angle in radians. Exact at multiples of FW_PI / 2 up to +-2 FW_PI.
///
/// Beyond 2^40 the angle is first taken modulo the double nearest to 2 pi: the results are those of an angle that is
/// off by up to |angle| * 4e-17.
void trig_sincos(double angle, double *sine, double *cosine);

/// Sines and cosines of `count` angles within +-2 FW_PI, in about half the time of as many calls of trig_sincos(). The
/// arrays must not overlap.
void trig_sincos_each(int count, const double *angle, double *sine, double *cosine);

/// Sine alone; see trig_sincos().
double trig_sin(double angle);

/// Cosine alone; see trig_sincos().
double trig_cos(double angle);

/// Angle of the direction (x, y), within [-pi, pi]; 0 for (0, 0). The sign of a zero does not matter: the direction
/// (-1, -0) has the angle +pi. The eight compass directions give multiples of FW_PI / 4 exactly. NaN if both arguments
/// are infinite.
double trig_atan2(double y, double x);

/// Angles of `count` directions, in about half the time of as many calls of trig_atan2(). The arrays must not overlap.
void trig_atan2_each(int count, const double *y, const double *x, double *angle);

/// Angle within [0, pi] that has this cosine; arguments beyond +-1 count as +-1.
double trig_acos(double cosine);

/// An angle reduced to (-pi, pi] by full turns; as exact as trig_sincos().
double trig_wrap(double angle);
