#include "base/trig.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "fairway/pose.h"

// Answers are the same on every platform only if the result of each operation is rounded to its type: not kept in a
// wider register, not fused with the next operation, not reordered. No macro tells if the compiler fuses
// operations. So a build without the project's CMakeLists.txt must pass -ffp-contract=off, and define
// FAIRWAY_NO_CONTRACTION to confirm it.
#if FLT_EVAL_METHOD == 1
#error                                                                                                       \
    "Fairway needs floats that are computed as floats; with gcc for s390x compile with -fexcess-precision=fast"
#elif FLT_EVAL_METHOD != 0
#error "Fairway needs doubles that are computed as doubles; for 32-bit x86 compile with -msse2 -mfpmath=sse"
#elif defined __FAST_MATH__
#error "Fairway needs exact rules of arithmetic; compile without -ffast-math"
#elif !defined FAIRWAY_NO_CONTRACTION
#error "Compile Fairway with -ffp-contract=off -DFAIRWAY_NO_CONTRACTION"
#endif

// Polynomials: the minimax coefficients of FreeBSD's msun (k_sin.c, k_cos.c, s_atan.c), Sun Microsystems 1993.

#define TWO_PI (2 * FW_PI)

/// The tangent of pi / 8.
#define TAN_EIGHTH 0.41421356237309503

/// Adding and then subtracting this number rounds to a whole number, for numbers below 2^51.
#define ROUNDER 0x1.8p52

/// pi / 2 in parts of 33 bits, so that products with whole numbers of up to 20 bits are exact.
#define HALF_PI_1 0x1.921fb544p0
#define HALF_PI_2 0x1.0b4611a6p-34
#define HALF_PI_3 0x1.3198a2e03707345p-69

/// An angle as a count of quarter turns and a remainder of at most pi / 4.
typedef struct quarters {
    int64_t count;
    double remainder;
} quarters;

/// Reduces an angle of 2^20 or more quarter turns. The count is split, so that its products stay exact up to 2^40.
static quarters reduce_large(double angle)
{
    if (fabs(angle) > 0x1p40)
        angle = fmod(angle, TWO_PI);
    const double count = angle * (2 / FW_PI) + ROUNDER - ROUNDER;
    const double high = floor(count * 0x1p-20) * 0x1p20, low = count - high;
    double remainder = angle - high * HALF_PI_1 - low * HALF_PI_1;
    remainder = remainder - high * HALF_PI_2 - low * HALF_PI_2 - count * HALF_PI_3;
    return (quarters){ (int64_t)count, remainder };
}

/// For angles near 0, FW_PI / 2 stands for pi / 2: the difference is far below the allowed error, and multiples of
/// FW_PI / 2 have the remainder 0.
static inline quarters reduce(double angle)
{
    const double count = angle * (2 / FW_PI) + ROUNDER - ROUNDER;
    if (fabs(count) <= 4)
        return (quarters){ (int64_t)count, angle - count * (FW_PI / 2) };
    if (!(fabs(count) < 0x1p20))
        return isfinite(angle) ? reduce_large(angle) : (quarters){ 0, NAN };
    const double remainder = angle - count * HALF_PI_1 - count * HALF_PI_2 - count * HALF_PI_3;
    return (quarters){ (int64_t)count, remainder };
}

static inline double sine_of_remainder(double x)
{
    const double z = x * x, z2 = z * z;
    const double low = -1.66666666666666324348e-01 + z * 8.33333333332248946124e-03;
    const double middle = -1.98412698298579493134e-04 + z * 2.75573137070700676789e-06;
    const double high = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10;
    return x + x * z * (low + z2 * (middle + z2 * high));
}

static inline double cosine_of_remainder(double x)
{
    const double z = x * x, z2 = z * z;
    const double low = 4.16666666666666019037e-02 + z * -1.38888888888741095749e-03;
    const double middle = 2.48015872894767294178e-05 + z * -2.75573143513906633035e-07;
    const double high = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11;
    return 1 - (z / 2 - z2 * (low + z2 * (middle + z2 * high)));
}

/// 1 or -1: the sign of a function whose sign changes every two quarters.
static inline double sign_of_quarter(int64_t count)
{
    return (double)(1 - (count & 2));
}

/// Does not branch on the quarter, which no branch predictor can guess.
void trig_sincos(double angle, double *sine, double *cosine)
{
    const quarters q = reduce(angle);
    const double values[2] = { sine_of_remainder(q.remainder), cosine_of_remainder(q.remainder) };
    *sine = values[q.count & 1] * sign_of_quarter(q.count);
    *cosine = values[(q.count + 1) & 1] * sign_of_quarter(q.count + 1);
}

/// In a form that compilers turn into vector instructions: no tables, no 64-bit integers. copysign() replaces
/// conditions, for which compilers make many more instructions.
void trig_sincos_each(int count, const double *restrict angle, double *restrict sine, double *restrict cosine)
{
    for (int i = 0; i < count; i++) {
        const double turned = angle[i] * (2 / FW_PI) + ROUNDER - ROUNDER;
        const double remainder = angle[i] - turned * (FW_PI / 2);
        const double quarter = turned - 4 * (turned * 0.25 - 0.375 + ROUNDER - ROUNDER); // 0, 1, 2 or 3
        const double s = sine_of_remainder(remainder), c = cosine_of_remainder(remainder);
        const bool is_odd = quarter == 1 || quarter == 3;
        sine[i] = (is_odd ? c : s) * copysign(1.0, 1.5 - quarter);
        cosine[i] = (is_odd ? s : c) * copysign(1.0, fabs(quarter - 1.5) - 1);
    }
}

double trig_sin(double angle)
{
    const quarters q = reduce(angle);
    const double values[2] = { sine_of_remainder(q.remainder), cosine_of_remainder(q.remainder) };
    return values[q.count & 1] * sign_of_quarter(q.count);
}

double trig_cos(double angle)
{
    const quarters q = reduce(angle);
    const double values[2] = { sine_of_remainder(q.remainder), cosine_of_remainder(q.remainder) };
    return values[(q.count + 1) & 1] * sign_of_quarter(q.count + 1);
}

/// atan for |x| <= tan(pi / 8). Coefficients are grouped in pairs, so that few products wait for another one.
static inline double arc_of_slope(double x)
{
    const double z = x * x, w = z * z, v = w * w;
    const double even = (3.33333333333329318027e-01 + w * 1.42857142725034663711e-01) +
                        v * ((9.09088713343650656196e-02 + w * 6.66107313738753120669e-02) +
                             v * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02));
    const double odd = (-1.99999999998764832476e-01 + w * -1.11111104054623557880e-01) +
                       v * ((-7.69187620504482999495e-02 + w * -5.83357013379057348645e-02) +
                            v * -3.65315727442169155270e-02);
    return x - x * z * (even + z * odd);
}

/// The angle of a direction that was mirrored into the first octant. A direction of a slope above tan(pi / 8) is turned
/// back by pi / 4 first; both cases share one division.
static inline double angle_of_slope(double most, double least, double is_steep)
{
    const double below = most + (most == 0 ? 1.0 : 0.0);
    return arc_of_slope((least - is_steep * most) / (below + is_steep * least));
}

/// Tables replace branches: no branch predictor can guess directions, and a wrong guess costs as much as a whole arc
/// tangent.
double trig_atan2(double y, double x)
{
    static const struct {
        double is_steep, base, sign;
    } octants[8] = {
        { 0, 0, 1 },      { 1, FW_PI / 4, 1 },      { 0, FW_PI / 2, -1 }, { 1, FW_PI / 4, -1 },
        { 0, FW_PI, -1 }, { 1, 3 * FW_PI / 4, -1 }, { 0, FW_PI / 2, 1 },  { 1, 3 * FW_PI / 4, 1 },
    };
    const double sides[2] = { fabs(x), fabs(y) };
    const int upright = sides[1] > sides[0];
    const double most = sides[upright], least = sides[1 - upright];
    const int octant = (least > most * TAN_EIGHTH) | upright << 1 | (x < 0) << 2;
    const double angle = angle_of_slope(most, least, octants[octant].is_steep);
    return copysign(octants[octant].base + octants[octant].sign * angle, y + 0.0);
}

/// In a form that compilers turn into vector instructions, see trig_sincos_each().
void trig_atan2_each(int count, const double *restrict y, const double *restrict x, double *restrict angle)
{
    for (int i = 0; i < count; i++) {
        const double ax = fabs(x[i]), ay = fabs(y[i]);
        const double most = ax > ay ? ax : ay, least = ay < ax ? ay : ax;
        const double mirror = copysign(1.0, ax - ay), side = copysign(1.0, x[i] + 0.0);
        const double is_steep = 0.5 - copysign(0.5, most * TAN_EIGHTH - least);
        const double base =
            (1 - side) * (FW_PI / 2) + side * ((1 - mirror) + mirror * is_steep) * (FW_PI / 4);
        angle[i] = copysign(base + side * mirror * angle_of_slope(most, least, is_steep), y[i] + 0.0);
    }
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
    const double wrapped = (double)(((q.count + 1) & 3) - 1) * (FW_PI / 2) + q.remainder;
    return wrapped > FW_PI ? wrapped - TWO_PI : wrapped <= -FW_PI ? wrapped + TWO_PI : wrapped;
}
