/* The types of the OpenSHMEM C API, one list per table of the specification (1.6), for X(typename, type, kind).
 *
 * The kind (INT, REAL, COMPLEX) says how values of the type are made and shown, see check.h.
 */
#ifndef TYPES_H
#define TYPES_H

#include <stddef.h>
#include <stdint.h>

/* Standard RMA types (table 5); also those of the team-based collectives that move data. */
#define RMA_TYPES(X) \
    X(float, float, REAL) \
    X(double, double, REAL) \
    X(longdouble, long double, REAL) \
    X(char, char, INT) \
    X(schar, signed char, INT) \
    X(short, short, INT) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT) \
    X(uchar, unsigned char, INT) \
    X(ushort, unsigned short, INT) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT) \
    X(int8, int8_t, INT) \
    X(int16, int16_t, INT) \
    X(int32, int32_t, INT) \
    X(int64, int64_t, INT) \
    X(uint8, uint8_t, INT) \
    X(uint16, uint16_t, INT) \
    X(uint32, uint32_t, INT) \
    X(uint64, uint64_t, INT) \
    X(size, size_t, INT) \
    X(ptrdiff, ptrdiff_t, INT)

/* Those that C11 generic selection can tell apart: each type of the list above is one of these. */
#define DISTINCT_TYPES(X) \
    X(float, float, REAL) \
    X(double, double, REAL) \
    X(longdouble, long double, REAL) \
    X(char, char, INT) \
    X(schar, signed char, INT) \
    X(short, short, INT) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT) \
    X(uchar, unsigned char, INT) \
    X(ushort, unsigned short, INT) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT)

/* Bitwise, standard and extended types of atomics. */
#define BITWISE_AMO_TYPES(X) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT) \
    X(int32, int32_t, INT) \
    X(int64, int64_t, INT) \
    X(uint32, uint32_t, INT) \
    X(uint64, uint64_t, INT)
#define STANDARD_AMO_TYPES(X) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT) \
    X(size, size_t, INT) \
    X(ptrdiff, ptrdiff_t, INT) \
    BITWISE_AMO_TYPES(X)
#define REAL_AMO_TYPES(X) \
    X(float, float, REAL) \
    X(double, double, REAL)
#define EXTENDED_AMO_TYPES(X) \
    REAL_AMO_TYPES(X) \
    STANDARD_AMO_TYPES(X)

/* Those that C11 generic selection can tell apart. */
#define DISTINCT_BITWISE_AMO_TYPES(X) \
    X(int32, int32_t, INT) \
    X(int64, int64_t, INT) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT)
#define DISTINCT_STANDARD_AMO_TYPES(X) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT)
#define DISTINCT_EXTENDED_AMO_TYPES(X) \
    REAL_AMO_TYPES(X) \
    DISTINCT_STANDARD_AMO_TYPES(X)

/* The types that the deprecated names of atomics and of waiting have. */
#define OLD_AMO_TYPES(X) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT)
#define OLD_EXTENDED_AMO_TYPES(X) \
    REAL_AMO_TYPES(X) \
    OLD_AMO_TYPES(X)
#define OLD_WAIT_TYPES(X) \
    X(short, short, INT) \
    OLD_AMO_TYPES(X)
/* Deprecated; not among the types of atomics, but there for waiting and testing. */
#define SHORT_WAIT_TYPES(X) \
    X(short, short, INT) \
    X(ushort, unsigned short, INT)

/* Team-based reductions. */
#define BITWISE_REDUCE_TYPES(X) \
    X(uchar, unsigned char, INT) \
    X(ushort, unsigned short, INT) \
    X(uint, unsigned int, INT) \
    X(ulong, unsigned long, INT) \
    X(ulonglong, unsigned long long, INT) \
    X(int8, int8_t, INT) \
    X(int16, int16_t, INT) \
    X(int32, int32_t, INT) \
    X(int64, int64_t, INT) \
    X(uint8, uint8_t, INT) \
    X(uint16, uint16_t, INT) \
    X(uint32, uint32_t, INT) \
    X(uint64, uint64_t, INT) \
    X(size, size_t, INT)
#define SIGNED_REDUCE_TYPES(X) \
    X(char, char, INT) \
    X(schar, signed char, INT) \
    X(short, short, INT) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT) \
    X(ptrdiff, ptrdiff_t, INT)
#define REAL_REDUCE_TYPES(X) \
    X(float, float, REAL) \
    X(double, double, REAL) \
    X(longdouble, long double, REAL)
#define ORDERED_REDUCE_TYPES(X) \
    BITWISE_REDUCE_TYPES(X) \
    SIGNED_REDUCE_TYPES(X) \
    REAL_REDUCE_TYPES(X)
#define COMPLEX_REDUCE_TYPES(X) \
    X(complexd, double _Complex, COMPLEX) \
    X(complexf, float _Complex, COMPLEX)

/* Reductions over active sets. */
#define ACTIVE_BITWISE_TYPES(X) \
    X(short, short, INT) \
    X(int, int, INT) \
    X(long, long, INT) \
    X(longlong, long long, INT)

/* The sizes of elements, in bits, of the functions that are named after them. */
#define SIZES(X) X(8) X(16) X(32) X(64) X(128)

#endif
