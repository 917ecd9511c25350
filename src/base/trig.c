#include "base/trig.h"

#include <math.h>
#include <stdint.h>

#include "fairway/pose.h"

// Polynomials: the minimax coefficients of FreeBSD's msun (k_sin.c, k_cos.c, s_atan.c), Sun Microsystems
// 1993.

#define TWO_PI (2 * FW_PI)

/// Adding and taking away this rounds to a whole number, for anything below 2^51.
#define ROUNDER 0x1.8p52

/// pi / 2 in parts of 33 bits, so that products with whole numbers of up to 20 bits are exact.
#define HALF_PI_1 0x1.921fb544p0
#define HALF_PI_2 0x1.0b4611a6p-34
#define HALF_PI_3 0x1.3198a2e03707345p-69

/// An angle as quarter turns and a rest of at most pi / 4.
typedef struct quarters {
    int64_t count;
    double rest;
} quarters;

/// Angles beyond 20 bits of quarter turns. The count is split, so that its products stay exact up to 2^40.
static quarters reduce_large(double angle)
{
    if (fabs(angle) > 0x1p40)
        angle = fmod(angle, TWO_PI);
    const double count = angle * (2 / FW_PI) + ROUNDER - ROUNDER;
    const double high = floor(count * 0x1p-20) * 0x1p20, low = count - high;
    double rest = angle - high * HALF_PI_1 - low * HALF_PI_1;
    rest = rest - high * HALF_PI_2 - low * HALF_PI_2 - count * HALF_PI_3;
    return (quarters){ (int64_t)count, rest };
}

/// The tail of pi / 2 is left out near 0: it is far below the error allowed there, and multiples of FW_PI / 2
/// then have no rest.
static inline quarters reduce(double angle)
{
    const double count = angle * (2 / FW_PI) + ROUNDER - ROUNDER;
    if (fabs(count) <= 4)
        return (quarters){ (int64_t)count, angle - count * (FW_PI / 2) };
    if (!(fabs(count) < 0x1p20))
        return isfinite(angle) ? reduce_large(angle) : (quarters){ 0, NAN };
    const double rest = angle - count * HALF_PI_1 - count * HALF_PI_2 - count * HALF_PI_3;
    return (quarters){ (int64_t)count, rest };
}

static inline double sine_of_rest(double x)
{
    const double z = x * x, z2 = z * z;
    const double low = -1.66666666666666324348e-01 + z * 8.33333333332248946124e-03;
    const double middle = -1.98412698298579493134e-04 + z * 2.75573137070700676789e-06;
    const double high = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10;
    return x + x * z * (low + z2 * (middle + z2 * high));
}

static inline double cosine_of_rest(double x)
{
    const double z = x * x, z2 = z * z;
    const double low = 4.16666666666666019037e-02 + z * -1.38888888888741095749e-03;
    const double middle = 2.48015872894767294178e-05 + z * -2.75573143513906633035e-07;
    const double high = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11;
    return 1 - (z / 2 - z2 * (low + z2 * (middle + z2 * high)));
}

void trig_sincos(double angle, double *sine, double *cosine)
{
    const quarters q = reduce(angle);
    const double s = sine_of_rest(q.rest), c = cosine_of_rest(q.rest);
    const double across = q.count & 1 ? c : s, along = q.count & 1 ? s : c;
    *sine = q.count & 2 ? -across : across;
    *cosine = (q.count + 1) & 2 ? -along : along;
}

double trig_sin(double angle)
{
    const quarters q = reduce(angle);
    const double sine = q.count & 1 ? cosine_of_rest(q.rest) : sine_of_rest(q.rest);
    return q.count & 2 ? -sine : sine;
}

double trig_cos(double angle)
{
    const quarters q = reduce(angle);
    const double cosine = q.count & 1 ? sine_of_rest(q.rest) : cosine_of_rest(q.rest);
    return (q.count + 1) & 2 ? -cosine : cosine;
}

/// atan for |x| <= tan(pi / 8).
static inline double arc_of_slope(double x)
{
    const double z = x * x, w = z * z;
    const double even = 3.33333333333329318027e-01 +
                        w * (1.42857142725034663711e-01 +
                             w * (9.09088713343650656196e-02 +
                                  w * (6.66107313738753120669e-02 +
                                       w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02))));
    const double odd = -1.99999999998764832476e-01 +
                       w * (-1.11111104054623557880e-01 +
                            w * (-7.69187620504482999495e-02 +
                                 w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02)));
    return x - x * (z * (even + z * odd));
}

/// Without branches: mirrored into the first half quadrant, and above tan(pi / 8) turned back by pi / 4,
/// which one division serves.
double trig_atan2(double y, double x)
{
    const double ax = fabs(x), ay = fabs(y);
    const double most = ax > ay ? ax : ay, least = ax > ay ? ay : ax;
    if (most == 0)
        return 0;
    const int steep = least > most * 0.41421356237309503;
    const double slope = (steep ? least - most : least) / (steep ? least + most : most);
    double angle = arc_of_slope(slope) + (steep ? FW_PI / 4 : 0);
    angle = ax >= ay ? angle : FW_PI / 2 - angle;
    angle = x < 0 ? FW_PI - angle : angle;
    return y < 0 ? -angle : angle;
}

double trig_acos(double cosine)
{
    if (cosine >= 1)
        return 0;
    if (cosine <= -1)
        return FW_PI;
    return trig_atan2(sqrt((1 - cosine) * (1 + cosine)), cosine);
}

double trig_wrap(double angle)
{
    if (fabs(angle) <= FW_PI)
        return angle == -FW_PI ? FW_PI : angle;
    const quarters q = reduce(angle);
    const double wrapped = (double)(((q.count + 1) & 3) - 1) * (FW_PI / 2) + q.rest;
    return wrapped > FW_PI ? wrapped - TWO_PI : wrapped <= -FW_PI ? wrapped + TWO_PI : wrapped;
}
