/*
 * OpenSHMEM 1.6 for C and C++, with all that is deprecated since 1.0.
 * Made by `cargo xtask abi` from the table in xtask/src/abi.
 */
#ifndef SHMEM_H
#define SHMEM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<float> farreach_complexf;
typedef std::complex<double> farreach_complexd;
#else
typedef float _Complex farreach_complexf;
typedef double _Complex farreach_complexd;
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define SHMEM_NORETURN [[noreturn]]
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define SHMEM_NORETURN _Noreturn
#else
#define SHMEM_NORETURN __attribute__((__noreturn__))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Contexts. */
typedef struct shmem_ctx_s *shmem_ctx_t;
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)
#define SHMEM_CTX_DEFAULT ((shmem_ctx_t)1)
#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L

/* Sessions. */
typedef struct {
    size_t total_ops;
} shmem_ctx_session_config_t;
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L
#define SHMEM_CTX_SESSION_BATCH 1L

/* Teams. */
typedef struct shmem_team_s *shmem_team_t;
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD ((shmem_team_t)1)
#define SHMEM_TEAM_SHARED ((shmem_team_t)2)
typedef struct {
    int num_contexts;
} shmem_team_config_t;
#define SHMEM_TEAM_NUM_CONTEXTS 1L

/* Threads. */
#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

/* Comparisons. */
#define SHMEM_CMP_EQ 1
#define SHMEM_CMP_NE 2
#define SHMEM_CMP_GT 3
#define SHMEM_CMP_GE 4
#define SHMEM_CMP_LT 5
#define SHMEM_CMP_LE 6

/* Signals. */
#define SHMEM_SIGNAL_SET 1
#define SHMEM_SIGNAL_ADD 2

/* Hints for allocation. */
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L

/* The library. */
#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "Farreach"

/* Work arrays of collectives over active sets. */
#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 16
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

/* Deprecated spellings. */
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_SYNC_SIZE SHMEM_SYNC_SIZE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_ALLTOALLS_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

/* Beginning and end, who is there, what is accessible. */
void shmem_init(void);
void shmem_finalize(void);
int shmem_my_pe(void);
int shmem_n_pes(void);

/* The symmetric heap. */
void *shmem_malloc(size_t size);
void shmem_free(void *ptr);

/* Puts. */
void shmem_float_put(float *dest, const float *source, size_t nelems, int pe);
void shmem_ctx_float_put(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe);
void shmem_double_put(double *dest, const double *source, size_t nelems, int pe);
void shmem_ctx_double_put(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_put(long double *dest, const long double *source, size_t nelems, int pe);
void shmem_ctx_longdouble_put(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe);
void shmem_char_put(char *dest, const char *source, size_t nelems, int pe);
void shmem_ctx_char_put(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_put(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_ctx_schar_put(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_put(short *dest, const short *source, size_t nelems, int pe);
void shmem_ctx_short_put(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe);
void shmem_int_put(int *dest, const int *source, size_t nelems, int pe);
void shmem_ctx_int_put(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void shmem_long_put(long *dest, const long *source, size_t nelems, int pe);
void shmem_ctx_long_put(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_put(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_ctx_longlong_put(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_put(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ctx_uchar_put(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ushort_put(unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void shmem_ctx_ushort_put(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void shmem_uint_put(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ctx_uint_put(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_put(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ctx_ulong_put(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ulonglong_put(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_ulonglong_put(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void shmem_int8_put(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_ctx_int8_put(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_put(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_ctx_int16_put(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_put(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_ctx_int32_put(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_put(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_ctx_int64_put(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_put(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_ctx_uint8_put(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_put(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_ctx_uint16_put(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_put(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_ctx_uint32_put(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_put(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_ctx_uint64_put(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_put(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ctx_size_put(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_put(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_ctx_ptrdiff_put(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_float_p(float *dest, float value, int pe);
void shmem_ctx_float_p(shmem_ctx_t ctx, float *dest, float value, int pe);
void shmem_double_p(double *dest, double value, int pe);
void shmem_ctx_double_p(shmem_ctx_t ctx, double *dest, double value, int pe);
void shmem_longdouble_p(long double *dest, long double value, int pe);
void shmem_ctx_longdouble_p(shmem_ctx_t ctx, long double *dest, long double value, int pe);
void shmem_char_p(char *dest, char value, int pe);
void shmem_ctx_char_p(shmem_ctx_t ctx, char *dest, char value, int pe);
void shmem_schar_p(signed char *dest, signed char value, int pe);
void shmem_ctx_schar_p(shmem_ctx_t ctx, signed char *dest, signed char value, int pe);
void shmem_short_p(short *dest, short value, int pe);
void shmem_ctx_short_p(shmem_ctx_t ctx, short *dest, short value, int pe);
void shmem_int_p(int *dest, int value, int pe);
void shmem_ctx_int_p(shmem_ctx_t ctx, int *dest, int value, int pe);
void shmem_long_p(long *dest, long value, int pe);
void shmem_ctx_long_p(shmem_ctx_t ctx, long *dest, long value, int pe);
void shmem_longlong_p(long long *dest, long long value, int pe);
void shmem_ctx_longlong_p(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void shmem_uchar_p(unsigned char *dest, unsigned char value, int pe);
void shmem_ctx_uchar_p(shmem_ctx_t ctx, unsigned char *dest, unsigned char value, int pe);
void shmem_ushort_p(unsigned short *dest, unsigned short value, int pe);
void shmem_ctx_ushort_p(shmem_ctx_t ctx, unsigned short *dest, unsigned short value, int pe);
void shmem_uint_p(unsigned int *dest, unsigned int value, int pe);
void shmem_ctx_uint_p(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void shmem_ulong_p(unsigned long *dest, unsigned long value, int pe);
void shmem_ctx_ulong_p(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe);
void shmem_ulonglong_p(unsigned long long *dest, unsigned long long value, int pe);
void shmem_ctx_ulonglong_p(shmem_ctx_t ctx, unsigned long long *dest, unsigned long long value, int pe);
void shmem_int8_p(int8_t *dest, int8_t value, int pe);
void shmem_ctx_int8_p(shmem_ctx_t ctx, int8_t *dest, int8_t value, int pe);
void shmem_int16_p(int16_t *dest, int16_t value, int pe);
void shmem_ctx_int16_p(shmem_ctx_t ctx, int16_t *dest, int16_t value, int pe);
void shmem_int32_p(int32_t *dest, int32_t value, int pe);
void shmem_ctx_int32_p(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void shmem_int64_p(int64_t *dest, int64_t value, int pe);
void shmem_ctx_int64_p(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void shmem_uint8_p(uint8_t *dest, uint8_t value, int pe);
void shmem_ctx_uint8_p(shmem_ctx_t ctx, uint8_t *dest, uint8_t value, int pe);
void shmem_uint16_p(uint16_t *dest, uint16_t value, int pe);
void shmem_ctx_uint16_p(shmem_ctx_t ctx, uint16_t *dest, uint16_t value, int pe);
void shmem_uint32_p(uint32_t *dest, uint32_t value, int pe);
void shmem_ctx_uint32_p(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void shmem_uint64_p(uint64_t *dest, uint64_t value, int pe);
void shmem_ctx_uint64_p(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void shmem_size_p(size_t *dest, size_t value, int pe);
void shmem_ctx_size_p(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void shmem_ptrdiff_p(ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_ctx_ptrdiff_p(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);
void shmem_put8(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_put16(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_put32(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_put64(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_put128(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_put128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_putmem(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

/* Gets. */
void shmem_float_get(float *dest, const float *source, size_t nelems, int pe);
void shmem_ctx_float_get(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe);
void shmem_double_get(double *dest, const double *source, size_t nelems, int pe);
void shmem_ctx_double_get(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe);
void shmem_longdouble_get(long double *dest, const long double *source, size_t nelems, int pe);
void shmem_ctx_longdouble_get(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe);
void shmem_char_get(char *dest, const char *source, size_t nelems, int pe);
void shmem_ctx_char_get(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe);
void shmem_schar_get(signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_ctx_schar_get(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe);
void shmem_short_get(short *dest, const short *source, size_t nelems, int pe);
void shmem_ctx_short_get(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe);
void shmem_int_get(int *dest, const int *source, size_t nelems, int pe);
void shmem_ctx_int_get(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void shmem_long_get(long *dest, const long *source, size_t nelems, int pe);
void shmem_ctx_long_get(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe);
void shmem_longlong_get(long long *dest, const long long *source, size_t nelems, int pe);
void shmem_ctx_longlong_get(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe);
void shmem_uchar_get(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ctx_uchar_get(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void shmem_ushort_get(unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void shmem_ctx_ushort_get(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void shmem_uint_get(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ctx_uint_get(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void shmem_ulong_get(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ctx_ulong_get(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void shmem_ulonglong_get(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void shmem_ctx_ulonglong_get(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void shmem_int8_get(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_ctx_int8_get(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems, int pe);
void shmem_int16_get(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_ctx_int16_get(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems, int pe);
void shmem_int32_get(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_ctx_int32_get(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems, int pe);
void shmem_int64_get(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_ctx_int64_get(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems, int pe);
void shmem_uint8_get(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_ctx_uint8_get(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void shmem_uint16_get(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_ctx_uint16_get(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void shmem_uint32_get(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_ctx_uint32_get(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void shmem_uint64_get(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_ctx_uint64_get(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void shmem_size_get(size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ctx_size_get(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems, int pe);
void shmem_ptrdiff_get(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void shmem_ctx_ptrdiff_get(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
float shmem_float_g(const float *source, int pe);
float shmem_ctx_float_g(shmem_ctx_t ctx, const float *source, int pe);
double shmem_double_g(const double *source, int pe);
double shmem_ctx_double_g(shmem_ctx_t ctx, const double *source, int pe);
long double shmem_longdouble_g(const long double *source, int pe);
long double shmem_ctx_longdouble_g(shmem_ctx_t ctx, const long double *source, int pe);
char shmem_char_g(const char *source, int pe);
char shmem_ctx_char_g(shmem_ctx_t ctx, const char *source, int pe);
signed char shmem_schar_g(const signed char *source, int pe);
signed char shmem_ctx_schar_g(shmem_ctx_t ctx, const signed char *source, int pe);
short shmem_short_g(const short *source, int pe);
short shmem_ctx_short_g(shmem_ctx_t ctx, const short *source, int pe);
int shmem_int_g(const int *source, int pe);
int shmem_ctx_int_g(shmem_ctx_t ctx, const int *source, int pe);
long shmem_long_g(const long *source, int pe);
long shmem_ctx_long_g(shmem_ctx_t ctx, const long *source, int pe);
long long shmem_longlong_g(const long long *source, int pe);
long long shmem_ctx_longlong_g(shmem_ctx_t ctx, const long long *source, int pe);
unsigned char shmem_uchar_g(const unsigned char *source, int pe);
unsigned char shmem_ctx_uchar_g(shmem_ctx_t ctx, const unsigned char *source, int pe);
unsigned short shmem_ushort_g(const unsigned short *source, int pe);
unsigned short shmem_ctx_ushort_g(shmem_ctx_t ctx, const unsigned short *source, int pe);
unsigned int shmem_uint_g(const unsigned int *source, int pe);
unsigned int shmem_ctx_uint_g(shmem_ctx_t ctx, const unsigned int *source, int pe);
unsigned long shmem_ulong_g(const unsigned long *source, int pe);
unsigned long shmem_ctx_ulong_g(shmem_ctx_t ctx, const unsigned long *source, int pe);
unsigned long long shmem_ulonglong_g(const unsigned long long *source, int pe);
unsigned long long shmem_ctx_ulonglong_g(shmem_ctx_t ctx, const unsigned long long *source, int pe);
int8_t shmem_int8_g(const int8_t *source, int pe);
int8_t shmem_ctx_int8_g(shmem_ctx_t ctx, const int8_t *source, int pe);
int16_t shmem_int16_g(const int16_t *source, int pe);
int16_t shmem_ctx_int16_g(shmem_ctx_t ctx, const int16_t *source, int pe);
int32_t shmem_int32_g(const int32_t *source, int pe);
int32_t shmem_ctx_int32_g(shmem_ctx_t ctx, const int32_t *source, int pe);
int64_t shmem_int64_g(const int64_t *source, int pe);
int64_t shmem_ctx_int64_g(shmem_ctx_t ctx, const int64_t *source, int pe);
uint8_t shmem_uint8_g(const uint8_t *source, int pe);
uint8_t shmem_ctx_uint8_g(shmem_ctx_t ctx, const uint8_t *source, int pe);
uint16_t shmem_uint16_g(const uint16_t *source, int pe);
uint16_t shmem_ctx_uint16_g(shmem_ctx_t ctx, const uint16_t *source, int pe);
uint32_t shmem_uint32_g(const uint32_t *source, int pe);
uint32_t shmem_ctx_uint32_g(shmem_ctx_t ctx, const uint32_t *source, int pe);
uint64_t shmem_uint64_g(const uint64_t *source, int pe);
uint64_t shmem_ctx_uint64_g(shmem_ctx_t ctx, const uint64_t *source, int pe);
size_t shmem_size_g(const size_t *source, int pe);
size_t shmem_ctx_size_g(shmem_ctx_t ctx, const size_t *source, int pe);
ptrdiff_t shmem_ptrdiff_g(const ptrdiff_t *source, int pe);
ptrdiff_t shmem_ctx_ptrdiff_g(shmem_ctx_t ctx, const ptrdiff_t *source, int pe);
void shmem_get8(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_get16(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_get32(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_get64(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_get128(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_get128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void shmem_getmem(void *dest, const void *source, size_t nelems, int pe);
void shmem_ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

/* Ordering and completion. */
void shmem_fence(void);
void shmem_ctx_fence(shmem_ctx_t ctx);
void shmem_quiet(void);
void shmem_ctx_quiet(shmem_ctx_t ctx);
void shmem_barrier_all(void);
void shmem_sync_all(void);

/* Waiting for variables, and looking at them. */
void shmem_short_wait_until(volatile short *ivar, int cmp, short cmp_value);
void shmem_int_wait_until(volatile int *ivar, int cmp, int cmp_value);
void shmem_long_wait_until(volatile long *ivar, int cmp, long cmp_value);
void shmem_longlong_wait_until(volatile long long *ivar, int cmp, long long cmp_value);
void shmem_ushort_wait_until(volatile unsigned short *ivar, int cmp, unsigned short cmp_value);
void shmem_uint_wait_until(volatile unsigned int *ivar, int cmp, unsigned int cmp_value);
void shmem_ulong_wait_until(volatile unsigned long *ivar, int cmp, unsigned long cmp_value);
void shmem_ulonglong_wait_until(volatile unsigned long long *ivar, int cmp, unsigned long long cmp_value);
void shmem_int32_wait_until(volatile int32_t *ivar, int cmp, int32_t cmp_value);
void shmem_int64_wait_until(volatile int64_t *ivar, int cmp, int64_t cmp_value);
void shmem_uint32_wait_until(volatile uint32_t *ivar, int cmp, uint32_t cmp_value);
void shmem_uint64_wait_until(volatile uint64_t *ivar, int cmp, uint64_t cmp_value);
void shmem_size_wait_until(volatile size_t *ivar, int cmp, size_t cmp_value);
void shmem_ptrdiff_wait_until(volatile ptrdiff_t *ivar, int cmp, ptrdiff_t cmp_value);

#ifdef __cplusplus
}
#endif

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
/* The first arguments, by which functions are selected. */
#define SHMEM_C11_1_(a, ...) a
#define SHMEM_C11_2_(a, b, ...) b
#define SHMEM_C11_1(...) SHMEM_C11_1_(__VA_ARGS__, 0)
#define SHMEM_C11_2(...) SHMEM_C11_2_(__VA_ARGS__, 0, 0)
/* Selected where the arguments are of no type that the function knows; nothing defines it. */
void shmem_c11_no_such_type(void);
#define shmem_put(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: _Generic((SHMEM_C11_2(__VA_ARGS__)), \
    float *: shmem_ctx_float_put, \
    double *: shmem_ctx_double_put, \
    long double *: shmem_ctx_longdouble_put, \
    char *: shmem_ctx_char_put, \
    signed char *: shmem_ctx_schar_put, \
    short *: shmem_ctx_short_put, \
    int *: shmem_ctx_int_put, \
    long *: shmem_ctx_long_put, \
    long long *: shmem_ctx_longlong_put, \
    unsigned char *: shmem_ctx_uchar_put, \
    unsigned short *: shmem_ctx_ushort_put, \
    unsigned int *: shmem_ctx_uint_put, \
    unsigned long *: shmem_ctx_ulong_put, \
    unsigned long long *: shmem_ctx_ulonglong_put, \
    default: shmem_c11_no_such_type), \
    float *: shmem_float_put, \
    double *: shmem_double_put, \
    long double *: shmem_longdouble_put, \
    char *: shmem_char_put, \
    signed char *: shmem_schar_put, \
    short *: shmem_short_put, \
    int *: shmem_int_put, \
    long *: shmem_long_put, \
    long long *: shmem_longlong_put, \
    unsigned char *: shmem_uchar_put, \
    unsigned short *: shmem_ushort_put, \
    unsigned int *: shmem_uint_put, \
    unsigned long *: shmem_ulong_put, \
    unsigned long long *: shmem_ulonglong_put)(__VA_ARGS__)
#define shmem_p(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: _Generic((SHMEM_C11_2(__VA_ARGS__)), \
    float *: shmem_ctx_float_p, \
    double *: shmem_ctx_double_p, \
    long double *: shmem_ctx_longdouble_p, \
    char *: shmem_ctx_char_p, \
    signed char *: shmem_ctx_schar_p, \
    short *: shmem_ctx_short_p, \
    int *: shmem_ctx_int_p, \
    long *: shmem_ctx_long_p, \
    long long *: shmem_ctx_longlong_p, \
    unsigned char *: shmem_ctx_uchar_p, \
    unsigned short *: shmem_ctx_ushort_p, \
    unsigned int *: shmem_ctx_uint_p, \
    unsigned long *: shmem_ctx_ulong_p, \
    unsigned long long *: shmem_ctx_ulonglong_p, \
    default: shmem_c11_no_such_type), \
    float *: shmem_float_p, \
    double *: shmem_double_p, \
    long double *: shmem_longdouble_p, \
    char *: shmem_char_p, \
    signed char *: shmem_schar_p, \
    short *: shmem_short_p, \
    int *: shmem_int_p, \
    long *: shmem_long_p, \
    long long *: shmem_longlong_p, \
    unsigned char *: shmem_uchar_p, \
    unsigned short *: shmem_ushort_p, \
    unsigned int *: shmem_uint_p, \
    unsigned long *: shmem_ulong_p, \
    unsigned long long *: shmem_ulonglong_p)(__VA_ARGS__)
#define shmem_get(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: _Generic((SHMEM_C11_2(__VA_ARGS__)), \
    float *: shmem_ctx_float_get, \
    double *: shmem_ctx_double_get, \
    long double *: shmem_ctx_longdouble_get, \
    char *: shmem_ctx_char_get, \
    signed char *: shmem_ctx_schar_get, \
    short *: shmem_ctx_short_get, \
    int *: shmem_ctx_int_get, \
    long *: shmem_ctx_long_get, \
    long long *: shmem_ctx_longlong_get, \
    unsigned char *: shmem_ctx_uchar_get, \
    unsigned short *: shmem_ctx_ushort_get, \
    unsigned int *: shmem_ctx_uint_get, \
    unsigned long *: shmem_ctx_ulong_get, \
    unsigned long long *: shmem_ctx_ulonglong_get, \
    default: shmem_c11_no_such_type), \
    float *: shmem_float_get, \
    double *: shmem_double_get, \
    long double *: shmem_longdouble_get, \
    char *: shmem_char_get, \
    signed char *: shmem_schar_get, \
    short *: shmem_short_get, \
    int *: shmem_int_get, \
    long *: shmem_long_get, \
    long long *: shmem_longlong_get, \
    unsigned char *: shmem_uchar_get, \
    unsigned short *: shmem_ushort_get, \
    unsigned int *: shmem_uint_get, \
    unsigned long *: shmem_ulong_get, \
    unsigned long long *: shmem_ulonglong_get)(__VA_ARGS__)
#define shmem_g(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: _Generic((SHMEM_C11_2(__VA_ARGS__)), \
    const float *: shmem_ctx_float_g, \
    float *: shmem_ctx_float_g, \
    const double *: shmem_ctx_double_g, \
    double *: shmem_ctx_double_g, \
    const long double *: shmem_ctx_longdouble_g, \
    long double *: shmem_ctx_longdouble_g, \
    const char *: shmem_ctx_char_g, \
    char *: shmem_ctx_char_g, \
    const signed char *: shmem_ctx_schar_g, \
    signed char *: shmem_ctx_schar_g, \
    const short *: shmem_ctx_short_g, \
    short *: shmem_ctx_short_g, \
    const int *: shmem_ctx_int_g, \
    int *: shmem_ctx_int_g, \
    const long *: shmem_ctx_long_g, \
    long *: shmem_ctx_long_g, \
    const long long *: shmem_ctx_longlong_g, \
    long long *: shmem_ctx_longlong_g, \
    const unsigned char *: shmem_ctx_uchar_g, \
    unsigned char *: shmem_ctx_uchar_g, \
    const unsigned short *: shmem_ctx_ushort_g, \
    unsigned short *: shmem_ctx_ushort_g, \
    const unsigned int *: shmem_ctx_uint_g, \
    unsigned int *: shmem_ctx_uint_g, \
    const unsigned long *: shmem_ctx_ulong_g, \
    unsigned long *: shmem_ctx_ulong_g, \
    const unsigned long long *: shmem_ctx_ulonglong_g, \
    unsigned long long *: shmem_ctx_ulonglong_g, \
    default: shmem_c11_no_such_type), \
    const float *: shmem_float_g, \
    float *: shmem_float_g, \
    const double *: shmem_double_g, \
    double *: shmem_double_g, \
    const long double *: shmem_longdouble_g, \
    long double *: shmem_longdouble_g, \
    const char *: shmem_char_g, \
    char *: shmem_char_g, \
    const signed char *: shmem_schar_g, \
    signed char *: shmem_schar_g, \
    const short *: shmem_short_g, \
    short *: shmem_short_g, \
    const int *: shmem_int_g, \
    int *: shmem_int_g, \
    const long *: shmem_long_g, \
    long *: shmem_long_g, \
    const long long *: shmem_longlong_g, \
    long long *: shmem_longlong_g, \
    const unsigned char *: shmem_uchar_g, \
    unsigned char *: shmem_uchar_g, \
    const unsigned short *: shmem_ushort_g, \
    unsigned short *: shmem_ushort_g, \
    const unsigned int *: shmem_uint_g, \
    unsigned int *: shmem_uint_g, \
    const unsigned long *: shmem_ulong_g, \
    unsigned long *: shmem_ulong_g, \
    const unsigned long long *: shmem_ulonglong_g, \
    unsigned long long *: shmem_ulonglong_g)(__VA_ARGS__)
#define shmem_wait_until(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    volatile short *: shmem_short_wait_until, \
    short *: shmem_short_wait_until, \
    volatile int *: shmem_int_wait_until, \
    int *: shmem_int_wait_until, \
    volatile long *: shmem_long_wait_until, \
    long *: shmem_long_wait_until, \
    volatile long long *: shmem_longlong_wait_until, \
    long long *: shmem_longlong_wait_until, \
    volatile unsigned short *: shmem_ushort_wait_until, \
    unsigned short *: shmem_ushort_wait_until, \
    volatile unsigned int *: shmem_uint_wait_until, \
    unsigned int *: shmem_uint_wait_until, \
    volatile unsigned long *: shmem_ulong_wait_until, \
    unsigned long *: shmem_ulong_wait_until, \
    volatile unsigned long long *: shmem_ulonglong_wait_until, \
    unsigned long long *: shmem_ulonglong_wait_until)(__VA_ARGS__)
#endif

#ifdef __cplusplus
extern "C++" {
static inline void shmem_put(float *dest, const float *source, size_t nelems, int pe) { shmem_float_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe) { shmem_ctx_float_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(double *dest, const double *source, size_t nelems, int pe) { shmem_double_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe) { shmem_ctx_double_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(long double *dest, const long double *source, size_t nelems, int pe) { shmem_longdouble_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe) { shmem_ctx_longdouble_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(char *dest, const char *source, size_t nelems, int pe) { shmem_char_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe) { shmem_ctx_char_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(signed char *dest, const signed char *source, size_t nelems, int pe) { shmem_schar_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe) { shmem_ctx_schar_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(short *dest, const short *source, size_t nelems, int pe) { shmem_short_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe) { shmem_ctx_short_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(int *dest, const int *source, size_t nelems, int pe) { shmem_int_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe) { shmem_ctx_int_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(long *dest, const long *source, size_t nelems, int pe) { shmem_long_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe) { shmem_ctx_long_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(long long *dest, const long long *source, size_t nelems, int pe) { shmem_longlong_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe) { shmem_ctx_longlong_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(unsigned char *dest, const unsigned char *source, size_t nelems, int pe) { shmem_uchar_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe) { shmem_ctx_uchar_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(unsigned short *dest, const unsigned short *source, size_t nelems, int pe) { shmem_ushort_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe) { shmem_ctx_ushort_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(unsigned int *dest, const unsigned int *source, size_t nelems, int pe) { shmem_uint_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe) { shmem_ctx_uint_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(unsigned long *dest, const unsigned long *source, size_t nelems, int pe) { shmem_ulong_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe) { shmem_ctx_ulong_put(ctx, dest, source, nelems, pe); }
static inline void shmem_put(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe) { shmem_ulonglong_put(dest, source, nelems, pe); }
static inline void shmem_put(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe) { shmem_ctx_ulonglong_put(ctx, dest, source, nelems, pe); }
static inline void shmem_p(float *dest, float value, int pe) { shmem_float_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, float *dest, float value, int pe) { shmem_ctx_float_p(ctx, dest, value, pe); }
static inline void shmem_p(double *dest, double value, int pe) { shmem_double_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, double *dest, double value, int pe) { shmem_ctx_double_p(ctx, dest, value, pe); }
static inline void shmem_p(long double *dest, long double value, int pe) { shmem_longdouble_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, long double *dest, long double value, int pe) { shmem_ctx_longdouble_p(ctx, dest, value, pe); }
static inline void shmem_p(char *dest, char value, int pe) { shmem_char_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, char *dest, char value, int pe) { shmem_ctx_char_p(ctx, dest, value, pe); }
static inline void shmem_p(signed char *dest, signed char value, int pe) { shmem_schar_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, signed char *dest, signed char value, int pe) { shmem_ctx_schar_p(ctx, dest, value, pe); }
static inline void shmem_p(short *dest, short value, int pe) { shmem_short_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, short *dest, short value, int pe) { shmem_ctx_short_p(ctx, dest, value, pe); }
static inline void shmem_p(int *dest, int value, int pe) { shmem_int_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, int *dest, int value, int pe) { shmem_ctx_int_p(ctx, dest, value, pe); }
static inline void shmem_p(long *dest, long value, int pe) { shmem_long_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, long *dest, long value, int pe) { shmem_ctx_long_p(ctx, dest, value, pe); }
static inline void shmem_p(long long *dest, long long value, int pe) { shmem_longlong_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, long long *dest, long long value, int pe) { shmem_ctx_longlong_p(ctx, dest, value, pe); }
static inline void shmem_p(unsigned char *dest, unsigned char value, int pe) { shmem_uchar_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, unsigned char *dest, unsigned char value, int pe) { shmem_ctx_uchar_p(ctx, dest, value, pe); }
static inline void shmem_p(unsigned short *dest, unsigned short value, int pe) { shmem_ushort_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, unsigned short *dest, unsigned short value, int pe) { shmem_ctx_ushort_p(ctx, dest, value, pe); }
static inline void shmem_p(unsigned int *dest, unsigned int value, int pe) { shmem_uint_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe) { shmem_ctx_uint_p(ctx, dest, value, pe); }
static inline void shmem_p(unsigned long *dest, unsigned long value, int pe) { shmem_ulong_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe) { shmem_ctx_ulong_p(ctx, dest, value, pe); }
static inline void shmem_p(unsigned long long *dest, unsigned long long value, int pe) { shmem_ulonglong_p(dest, value, pe); }
static inline void shmem_p(shmem_ctx_t ctx, unsigned long long *dest, unsigned long long value, int pe) { shmem_ctx_ulonglong_p(ctx, dest, value, pe); }
static inline void shmem_get(float *dest, const float *source, size_t nelems, int pe) { shmem_float_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe) { shmem_ctx_float_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(double *dest, const double *source, size_t nelems, int pe) { shmem_double_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe) { shmem_ctx_double_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(long double *dest, const long double *source, size_t nelems, int pe) { shmem_longdouble_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe) { shmem_ctx_longdouble_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(char *dest, const char *source, size_t nelems, int pe) { shmem_char_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe) { shmem_ctx_char_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(signed char *dest, const signed char *source, size_t nelems, int pe) { shmem_schar_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe) { shmem_ctx_schar_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(short *dest, const short *source, size_t nelems, int pe) { shmem_short_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe) { shmem_ctx_short_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(int *dest, const int *source, size_t nelems, int pe) { shmem_int_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe) { shmem_ctx_int_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(long *dest, const long *source, size_t nelems, int pe) { shmem_long_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe) { shmem_ctx_long_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(long long *dest, const long long *source, size_t nelems, int pe) { shmem_longlong_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe) { shmem_ctx_longlong_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(unsigned char *dest, const unsigned char *source, size_t nelems, int pe) { shmem_uchar_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe) { shmem_ctx_uchar_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(unsigned short *dest, const unsigned short *source, size_t nelems, int pe) { shmem_ushort_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe) { shmem_ctx_ushort_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(unsigned int *dest, const unsigned int *source, size_t nelems, int pe) { shmem_uint_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe) { shmem_ctx_uint_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(unsigned long *dest, const unsigned long *source, size_t nelems, int pe) { shmem_ulong_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe) { shmem_ctx_ulong_get(ctx, dest, source, nelems, pe); }
static inline void shmem_get(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe) { shmem_ulonglong_get(dest, source, nelems, pe); }
static inline void shmem_get(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe) { shmem_ctx_ulonglong_get(ctx, dest, source, nelems, pe); }
static inline float shmem_g(const float *source, int pe) { return shmem_float_g(source, pe); }
static inline float shmem_g(shmem_ctx_t ctx, const float *source, int pe) { return shmem_ctx_float_g(ctx, source, pe); }
static inline double shmem_g(const double *source, int pe) { return shmem_double_g(source, pe); }
static inline double shmem_g(shmem_ctx_t ctx, const double *source, int pe) { return shmem_ctx_double_g(ctx, source, pe); }
static inline long double shmem_g(const long double *source, int pe) { return shmem_longdouble_g(source, pe); }
static inline long double shmem_g(shmem_ctx_t ctx, const long double *source, int pe) { return shmem_ctx_longdouble_g(ctx, source, pe); }
static inline char shmem_g(const char *source, int pe) { return shmem_char_g(source, pe); }
static inline char shmem_g(shmem_ctx_t ctx, const char *source, int pe) { return shmem_ctx_char_g(ctx, source, pe); }
static inline signed char shmem_g(const signed char *source, int pe) { return shmem_schar_g(source, pe); }
static inline signed char shmem_g(shmem_ctx_t ctx, const signed char *source, int pe) { return shmem_ctx_schar_g(ctx, source, pe); }
static inline short shmem_g(const short *source, int pe) { return shmem_short_g(source, pe); }
static inline short shmem_g(shmem_ctx_t ctx, const short *source, int pe) { return shmem_ctx_short_g(ctx, source, pe); }
static inline int shmem_g(const int *source, int pe) { return shmem_int_g(source, pe); }
static inline int shmem_g(shmem_ctx_t ctx, const int *source, int pe) { return shmem_ctx_int_g(ctx, source, pe); }
static inline long shmem_g(const long *source, int pe) { return shmem_long_g(source, pe); }
static inline long shmem_g(shmem_ctx_t ctx, const long *source, int pe) { return shmem_ctx_long_g(ctx, source, pe); }
static inline long long shmem_g(const long long *source, int pe) { return shmem_longlong_g(source, pe); }
static inline long long shmem_g(shmem_ctx_t ctx, const long long *source, int pe) { return shmem_ctx_longlong_g(ctx, source, pe); }
static inline unsigned char shmem_g(const unsigned char *source, int pe) { return shmem_uchar_g(source, pe); }
static inline unsigned char shmem_g(shmem_ctx_t ctx, const unsigned char *source, int pe) { return shmem_ctx_uchar_g(ctx, source, pe); }
static inline unsigned short shmem_g(const unsigned short *source, int pe) { return shmem_ushort_g(source, pe); }
static inline unsigned short shmem_g(shmem_ctx_t ctx, const unsigned short *source, int pe) { return shmem_ctx_ushort_g(ctx, source, pe); }
static inline unsigned int shmem_g(const unsigned int *source, int pe) { return shmem_uint_g(source, pe); }
static inline unsigned int shmem_g(shmem_ctx_t ctx, const unsigned int *source, int pe) { return shmem_ctx_uint_g(ctx, source, pe); }
static inline unsigned long shmem_g(const unsigned long *source, int pe) { return shmem_ulong_g(source, pe); }
static inline unsigned long shmem_g(shmem_ctx_t ctx, const unsigned long *source, int pe) { return shmem_ctx_ulong_g(ctx, source, pe); }
static inline unsigned long long shmem_g(const unsigned long long *source, int pe) { return shmem_ulonglong_g(source, pe); }
static inline unsigned long long shmem_g(shmem_ctx_t ctx, const unsigned long long *source, int pe) { return shmem_ctx_ulonglong_g(ctx, source, pe); }
static inline void shmem_wait_until(volatile short *ivar, int cmp, short cmp_value) { shmem_short_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile int *ivar, int cmp, int cmp_value) { shmem_int_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile long *ivar, int cmp, long cmp_value) { shmem_long_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile long long *ivar, int cmp, long long cmp_value) { shmem_longlong_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile unsigned short *ivar, int cmp, unsigned short cmp_value) { shmem_ushort_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile unsigned int *ivar, int cmp, unsigned int cmp_value) { shmem_uint_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile unsigned long *ivar, int cmp, unsigned long cmp_value) { shmem_ulong_wait_until(ivar, cmp, cmp_value); }
static inline void shmem_wait_until(volatile unsigned long long *ivar, int cmp, unsigned long long cmp_value) { shmem_ulonglong_wait_until(ivar, cmp, cmp_value); }
}
#endif

#endif
