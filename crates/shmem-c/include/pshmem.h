/*
 * The profiling interface: each function of shmem.h under a name that no profiler replaces.
 * Made by `cargo xtask abi` from the table in xtask/src/abi.
 */
#ifndef PSHMEM_H
#define PSHMEM_H

#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Beginning and end, who is there, what is accessible. */
void pshmem_init(void);
void pshmem_finalize(void);
int pshmem_my_pe(void);
int pshmem_n_pes(void);

/* The symmetric heap. */
void *pshmem_malloc(size_t size);
void pshmem_free(void *ptr);

/* Puts. */
void pshmem_float_put(float *dest, const float *source, size_t nelems, int pe);
void pshmem_ctx_float_put(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe);
void pshmem_double_put(double *dest, const double *source, size_t nelems, int pe);
void pshmem_ctx_double_put(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe);
void pshmem_longdouble_put(long double *dest, const long double *source, size_t nelems, int pe);
void pshmem_ctx_longdouble_put(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe);
void pshmem_char_put(char *dest, const char *source, size_t nelems, int pe);
void pshmem_ctx_char_put(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe);
void pshmem_schar_put(signed char *dest, const signed char *source, size_t nelems, int pe);
void pshmem_ctx_schar_put(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe);
void pshmem_short_put(short *dest, const short *source, size_t nelems, int pe);
void pshmem_ctx_short_put(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe);
void pshmem_int_put(int *dest, const int *source, size_t nelems, int pe);
void pshmem_ctx_int_put(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void pshmem_long_put(long *dest, const long *source, size_t nelems, int pe);
void pshmem_ctx_long_put(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe);
void pshmem_longlong_put(long long *dest, const long long *source, size_t nelems, int pe);
void pshmem_ctx_longlong_put(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe);
void pshmem_uchar_put(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void pshmem_ctx_uchar_put(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void pshmem_ushort_put(unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void pshmem_ctx_ushort_put(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void pshmem_uint_put(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void pshmem_ctx_uint_put(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void pshmem_ulong_put(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void pshmem_ctx_ulong_put(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void pshmem_ulonglong_put(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void pshmem_ctx_ulonglong_put(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void pshmem_int8_put(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void pshmem_ctx_int8_put(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems, int pe);
void pshmem_int16_put(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void pshmem_ctx_int16_put(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems, int pe);
void pshmem_int32_put(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void pshmem_ctx_int32_put(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems, int pe);
void pshmem_int64_put(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void pshmem_ctx_int64_put(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems, int pe);
void pshmem_uint8_put(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void pshmem_ctx_uint8_put(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void pshmem_uint16_put(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void pshmem_ctx_uint16_put(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void pshmem_uint32_put(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void pshmem_ctx_uint32_put(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void pshmem_uint64_put(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void pshmem_ctx_uint64_put(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void pshmem_size_put(size_t *dest, const size_t *source, size_t nelems, int pe);
void pshmem_ctx_size_put(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems, int pe);
void pshmem_ptrdiff_put(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void pshmem_ctx_ptrdiff_put(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void pshmem_float_p(float *dest, float value, int pe);
void pshmem_ctx_float_p(shmem_ctx_t ctx, float *dest, float value, int pe);
void pshmem_double_p(double *dest, double value, int pe);
void pshmem_ctx_double_p(shmem_ctx_t ctx, double *dest, double value, int pe);
void pshmem_longdouble_p(long double *dest, long double value, int pe);
void pshmem_ctx_longdouble_p(shmem_ctx_t ctx, long double *dest, long double value, int pe);
void pshmem_char_p(char *dest, char value, int pe);
void pshmem_ctx_char_p(shmem_ctx_t ctx, char *dest, char value, int pe);
void pshmem_schar_p(signed char *dest, signed char value, int pe);
void pshmem_ctx_schar_p(shmem_ctx_t ctx, signed char *dest, signed char value, int pe);
void pshmem_short_p(short *dest, short value, int pe);
void pshmem_ctx_short_p(shmem_ctx_t ctx, short *dest, short value, int pe);
void pshmem_int_p(int *dest, int value, int pe);
void pshmem_ctx_int_p(shmem_ctx_t ctx, int *dest, int value, int pe);
void pshmem_long_p(long *dest, long value, int pe);
void pshmem_ctx_long_p(shmem_ctx_t ctx, long *dest, long value, int pe);
void pshmem_longlong_p(long long *dest, long long value, int pe);
void pshmem_ctx_longlong_p(shmem_ctx_t ctx, long long *dest, long long value, int pe);
void pshmem_uchar_p(unsigned char *dest, unsigned char value, int pe);
void pshmem_ctx_uchar_p(shmem_ctx_t ctx, unsigned char *dest, unsigned char value, int pe);
void pshmem_ushort_p(unsigned short *dest, unsigned short value, int pe);
void pshmem_ctx_ushort_p(shmem_ctx_t ctx, unsigned short *dest, unsigned short value, int pe);
void pshmem_uint_p(unsigned int *dest, unsigned int value, int pe);
void pshmem_ctx_uint_p(shmem_ctx_t ctx, unsigned int *dest, unsigned int value, int pe);
void pshmem_ulong_p(unsigned long *dest, unsigned long value, int pe);
void pshmem_ctx_ulong_p(shmem_ctx_t ctx, unsigned long *dest, unsigned long value, int pe);
void pshmem_ulonglong_p(unsigned long long *dest, unsigned long long value, int pe);
void pshmem_ctx_ulonglong_p(shmem_ctx_t ctx, unsigned long long *dest, unsigned long long value, int pe);
void pshmem_int8_p(int8_t *dest, int8_t value, int pe);
void pshmem_ctx_int8_p(shmem_ctx_t ctx, int8_t *dest, int8_t value, int pe);
void pshmem_int16_p(int16_t *dest, int16_t value, int pe);
void pshmem_ctx_int16_p(shmem_ctx_t ctx, int16_t *dest, int16_t value, int pe);
void pshmem_int32_p(int32_t *dest, int32_t value, int pe);
void pshmem_ctx_int32_p(shmem_ctx_t ctx, int32_t *dest, int32_t value, int pe);
void pshmem_int64_p(int64_t *dest, int64_t value, int pe);
void pshmem_ctx_int64_p(shmem_ctx_t ctx, int64_t *dest, int64_t value, int pe);
void pshmem_uint8_p(uint8_t *dest, uint8_t value, int pe);
void pshmem_ctx_uint8_p(shmem_ctx_t ctx, uint8_t *dest, uint8_t value, int pe);
void pshmem_uint16_p(uint16_t *dest, uint16_t value, int pe);
void pshmem_ctx_uint16_p(shmem_ctx_t ctx, uint16_t *dest, uint16_t value, int pe);
void pshmem_uint32_p(uint32_t *dest, uint32_t value, int pe);
void pshmem_ctx_uint32_p(shmem_ctx_t ctx, uint32_t *dest, uint32_t value, int pe);
void pshmem_uint64_p(uint64_t *dest, uint64_t value, int pe);
void pshmem_ctx_uint64_p(shmem_ctx_t ctx, uint64_t *dest, uint64_t value, int pe);
void pshmem_size_p(size_t *dest, size_t value, int pe);
void pshmem_ctx_size_p(shmem_ctx_t ctx, size_t *dest, size_t value, int pe);
void pshmem_ptrdiff_p(ptrdiff_t *dest, ptrdiff_t value, int pe);
void pshmem_ctx_ptrdiff_p(shmem_ctx_t ctx, ptrdiff_t *dest, ptrdiff_t value, int pe);
void pshmem_put8(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_put8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_put16(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_put16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_put32(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_put32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_put64(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_put64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_put128(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_put128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_putmem(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_putmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

/* Gets. */
void pshmem_float_get(float *dest, const float *source, size_t nelems, int pe);
void pshmem_ctx_float_get(shmem_ctx_t ctx, float *dest, const float *source, size_t nelems, int pe);
void pshmem_double_get(double *dest, const double *source, size_t nelems, int pe);
void pshmem_ctx_double_get(shmem_ctx_t ctx, double *dest, const double *source, size_t nelems, int pe);
void pshmem_longdouble_get(long double *dest, const long double *source, size_t nelems, int pe);
void pshmem_ctx_longdouble_get(shmem_ctx_t ctx, long double *dest, const long double *source, size_t nelems, int pe);
void pshmem_char_get(char *dest, const char *source, size_t nelems, int pe);
void pshmem_ctx_char_get(shmem_ctx_t ctx, char *dest, const char *source, size_t nelems, int pe);
void pshmem_schar_get(signed char *dest, const signed char *source, size_t nelems, int pe);
void pshmem_ctx_schar_get(shmem_ctx_t ctx, signed char *dest, const signed char *source, size_t nelems, int pe);
void pshmem_short_get(short *dest, const short *source, size_t nelems, int pe);
void pshmem_ctx_short_get(shmem_ctx_t ctx, short *dest, const short *source, size_t nelems, int pe);
void pshmem_int_get(int *dest, const int *source, size_t nelems, int pe);
void pshmem_ctx_int_get(shmem_ctx_t ctx, int *dest, const int *source, size_t nelems, int pe);
void pshmem_long_get(long *dest, const long *source, size_t nelems, int pe);
void pshmem_ctx_long_get(shmem_ctx_t ctx, long *dest, const long *source, size_t nelems, int pe);
void pshmem_longlong_get(long long *dest, const long long *source, size_t nelems, int pe);
void pshmem_ctx_longlong_get(shmem_ctx_t ctx, long long *dest, const long long *source, size_t nelems, int pe);
void pshmem_uchar_get(unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void pshmem_ctx_uchar_get(shmem_ctx_t ctx, unsigned char *dest, const unsigned char *source, size_t nelems, int pe);
void pshmem_ushort_get(unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void pshmem_ctx_ushort_get(shmem_ctx_t ctx, unsigned short *dest, const unsigned short *source, size_t nelems, int pe);
void pshmem_uint_get(unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void pshmem_ctx_uint_get(shmem_ctx_t ctx, unsigned int *dest, const unsigned int *source, size_t nelems, int pe);
void pshmem_ulong_get(unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void pshmem_ctx_ulong_get(shmem_ctx_t ctx, unsigned long *dest, const unsigned long *source, size_t nelems, int pe);
void pshmem_ulonglong_get(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void pshmem_ctx_ulonglong_get(shmem_ctx_t ctx, unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe);
void pshmem_int8_get(int8_t *dest, const int8_t *source, size_t nelems, int pe);
void pshmem_ctx_int8_get(shmem_ctx_t ctx, int8_t *dest, const int8_t *source, size_t nelems, int pe);
void pshmem_int16_get(int16_t *dest, const int16_t *source, size_t nelems, int pe);
void pshmem_ctx_int16_get(shmem_ctx_t ctx, int16_t *dest, const int16_t *source, size_t nelems, int pe);
void pshmem_int32_get(int32_t *dest, const int32_t *source, size_t nelems, int pe);
void pshmem_ctx_int32_get(shmem_ctx_t ctx, int32_t *dest, const int32_t *source, size_t nelems, int pe);
void pshmem_int64_get(int64_t *dest, const int64_t *source, size_t nelems, int pe);
void pshmem_ctx_int64_get(shmem_ctx_t ctx, int64_t *dest, const int64_t *source, size_t nelems, int pe);
void pshmem_uint8_get(uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void pshmem_ctx_uint8_get(shmem_ctx_t ctx, uint8_t *dest, const uint8_t *source, size_t nelems, int pe);
void pshmem_uint16_get(uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void pshmem_ctx_uint16_get(shmem_ctx_t ctx, uint16_t *dest, const uint16_t *source, size_t nelems, int pe);
void pshmem_uint32_get(uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void pshmem_ctx_uint32_get(shmem_ctx_t ctx, uint32_t *dest, const uint32_t *source, size_t nelems, int pe);
void pshmem_uint64_get(uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void pshmem_ctx_uint64_get(shmem_ctx_t ctx, uint64_t *dest, const uint64_t *source, size_t nelems, int pe);
void pshmem_size_get(size_t *dest, const size_t *source, size_t nelems, int pe);
void pshmem_ctx_size_get(shmem_ctx_t ctx, size_t *dest, const size_t *source, size_t nelems, int pe);
void pshmem_ptrdiff_get(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
void pshmem_ctx_ptrdiff_get(shmem_ctx_t ctx, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe);
float pshmem_float_g(const float *source, int pe);
float pshmem_ctx_float_g(shmem_ctx_t ctx, const float *source, int pe);
double pshmem_double_g(const double *source, int pe);
double pshmem_ctx_double_g(shmem_ctx_t ctx, const double *source, int pe);
long double pshmem_longdouble_g(const long double *source, int pe);
long double pshmem_ctx_longdouble_g(shmem_ctx_t ctx, const long double *source, int pe);
char pshmem_char_g(const char *source, int pe);
char pshmem_ctx_char_g(shmem_ctx_t ctx, const char *source, int pe);
signed char pshmem_schar_g(const signed char *source, int pe);
signed char pshmem_ctx_schar_g(shmem_ctx_t ctx, const signed char *source, int pe);
short pshmem_short_g(const short *source, int pe);
short pshmem_ctx_short_g(shmem_ctx_t ctx, const short *source, int pe);
int pshmem_int_g(const int *source, int pe);
int pshmem_ctx_int_g(shmem_ctx_t ctx, const int *source, int pe);
long pshmem_long_g(const long *source, int pe);
long pshmem_ctx_long_g(shmem_ctx_t ctx, const long *source, int pe);
long long pshmem_longlong_g(const long long *source, int pe);
long long pshmem_ctx_longlong_g(shmem_ctx_t ctx, const long long *source, int pe);
unsigned char pshmem_uchar_g(const unsigned char *source, int pe);
unsigned char pshmem_ctx_uchar_g(shmem_ctx_t ctx, const unsigned char *source, int pe);
unsigned short pshmem_ushort_g(const unsigned short *source, int pe);
unsigned short pshmem_ctx_ushort_g(shmem_ctx_t ctx, const unsigned short *source, int pe);
unsigned int pshmem_uint_g(const unsigned int *source, int pe);
unsigned int pshmem_ctx_uint_g(shmem_ctx_t ctx, const unsigned int *source, int pe);
unsigned long pshmem_ulong_g(const unsigned long *source, int pe);
unsigned long pshmem_ctx_ulong_g(shmem_ctx_t ctx, const unsigned long *source, int pe);
unsigned long long pshmem_ulonglong_g(const unsigned long long *source, int pe);
unsigned long long pshmem_ctx_ulonglong_g(shmem_ctx_t ctx, const unsigned long long *source, int pe);
int8_t pshmem_int8_g(const int8_t *source, int pe);
int8_t pshmem_ctx_int8_g(shmem_ctx_t ctx, const int8_t *source, int pe);
int16_t pshmem_int16_g(const int16_t *source, int pe);
int16_t pshmem_ctx_int16_g(shmem_ctx_t ctx, const int16_t *source, int pe);
int32_t pshmem_int32_g(const int32_t *source, int pe);
int32_t pshmem_ctx_int32_g(shmem_ctx_t ctx, const int32_t *source, int pe);
int64_t pshmem_int64_g(const int64_t *source, int pe);
int64_t pshmem_ctx_int64_g(shmem_ctx_t ctx, const int64_t *source, int pe);
uint8_t pshmem_uint8_g(const uint8_t *source, int pe);
uint8_t pshmem_ctx_uint8_g(shmem_ctx_t ctx, const uint8_t *source, int pe);
uint16_t pshmem_uint16_g(const uint16_t *source, int pe);
uint16_t pshmem_ctx_uint16_g(shmem_ctx_t ctx, const uint16_t *source, int pe);
uint32_t pshmem_uint32_g(const uint32_t *source, int pe);
uint32_t pshmem_ctx_uint32_g(shmem_ctx_t ctx, const uint32_t *source, int pe);
uint64_t pshmem_uint64_g(const uint64_t *source, int pe);
uint64_t pshmem_ctx_uint64_g(shmem_ctx_t ctx, const uint64_t *source, int pe);
size_t pshmem_size_g(const size_t *source, int pe);
size_t pshmem_ctx_size_g(shmem_ctx_t ctx, const size_t *source, int pe);
ptrdiff_t pshmem_ptrdiff_g(const ptrdiff_t *source, int pe);
ptrdiff_t pshmem_ctx_ptrdiff_g(shmem_ctx_t ctx, const ptrdiff_t *source, int pe);
void pshmem_get8(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_get8(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_get16(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_get16(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_get32(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_get32(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_get64(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_get64(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_get128(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_get128(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void pshmem_getmem(void *dest, const void *source, size_t nelems, int pe);
void pshmem_ctx_getmem(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

/* Ordering and completion. */
void pshmem_fence(void);
void pshmem_ctx_fence(shmem_ctx_t ctx);
void pshmem_quiet(void);
void pshmem_ctx_quiet(shmem_ctx_t ctx);
void pshmem_barrier_all(void);
void pshmem_sync_all(void);

/* Waiting for variables, and looking at them. */
void pshmem_short_wait_until(volatile short *ivar, int cmp, short cmp_value);
void pshmem_int_wait_until(volatile int *ivar, int cmp, int cmp_value);
void pshmem_long_wait_until(volatile long *ivar, int cmp, long cmp_value);
void pshmem_longlong_wait_until(volatile long long *ivar, int cmp, long long cmp_value);
void pshmem_ushort_wait_until(volatile unsigned short *ivar, int cmp, unsigned short cmp_value);
void pshmem_uint_wait_until(volatile unsigned int *ivar, int cmp, unsigned int cmp_value);
void pshmem_ulong_wait_until(volatile unsigned long *ivar, int cmp, unsigned long cmp_value);
void pshmem_ulonglong_wait_until(volatile unsigned long long *ivar, int cmp, unsigned long long cmp_value);
void pshmem_int32_wait_until(volatile int32_t *ivar, int cmp, int32_t cmp_value);
void pshmem_int64_wait_until(volatile int64_t *ivar, int cmp, int64_t cmp_value);
void pshmem_uint32_wait_until(volatile uint32_t *ivar, int cmp, uint32_t cmp_value);
void pshmem_uint64_wait_until(volatile uint64_t *ivar, int cmp, uint64_t cmp_value);
void pshmem_size_wait_until(volatile size_t *ivar, int cmp, size_t cmp_value);
void pshmem_ptrdiff_wait_until(volatile ptrdiff_t *ivar, int cmp, ptrdiff_t cmp_value);

#ifdef __cplusplus
}
#endif

#endif
