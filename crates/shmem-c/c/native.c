/*
 * The functions that Rust can't express: values of type long double, and more arguments than were named. What they do is done in Rust.
 */
#include <shmem.h>
#include <string.h>

/* The name that programs use stands for the one that profilers use, unless something else defines it. */
#define EXPORT(result, name, parameters)                                       \
    result p##name parameters;                                                 \
    result name parameters __attribute__((__weak__, __alias__("p" #name)));    \
    result p##name parameters

void farreach_longdouble_p(shmem_ctx_t ctx, long double *dest, const long double *value, int pe);
void farreach_longdouble_g(shmem_ctx_t ctx, long double *value, const long double *source, int pe);

#undef shmem_p
#undef shmem_g

EXPORT(void, shmem_longdouble_p, (long double *dest, long double value, int pe))
{
    farreach_longdouble_p(SHMEM_CTX_DEFAULT, dest, &value, pe);
}

EXPORT(void, shmem_ctx_longdouble_p, (shmem_ctx_t ctx, long double *dest, long double value, int pe))
{
    farreach_longdouble_p(ctx, dest, &value, pe);
}

EXPORT(long double, shmem_longdouble_g, (const long double *source, int pe))
{
    long double value;
    farreach_longdouble_g(SHMEM_CTX_DEFAULT, &value, source, pe);
    return value;
}

EXPORT(long double, shmem_ctx_longdouble_g, (shmem_ctx_t ctx, const long double *source, int pe))
{
    long double value;
    farreach_longdouble_g(ctx, &value, source, pe);
    return value;
}

EXPORT(void, shmem_pcontrol, (int level, ...))
{
    (void)level;
}

/* Fortran's real(16), which has 128 bits where C's long double has fewer. */
#ifdef __SIZEOF_FLOAT128__
typedef __float128 real16;
#else
typedef long double real16;
#endif

/* A number, with zeros in the bytes that the type does not use; and what combines elements, which may be misaligned, those of both a
 * and b. */
#define ARITHMETIC(type, prefix)                                               \
    void prefix##_of(double value, type *bits)                                 \
    {                                                                          \
        memset(bits, 0, sizeof *bits);                                         \
        *bits = value;                                                         \
    }                                                                          \
    COMBINE(type, prefix##_sum, a + b)                                         \
    COMBINE(type, prefix##_product, a * b)                                     \
    COMBINE(type, prefix##_max, b > a ? b : a)                                 \
    COMBINE(type, prefix##_min, b < a ? b : a)

#define COMBINE(type, name, combined)                                          \
    void name(unsigned char *into, const unsigned char *other, size_t count)   \
    {                                                                          \
        for (size_t i = 0; i < count; i++) {                                   \
            type a, b;                                                         \
            memcpy(&a, into + i * sizeof a, sizeof a);                         \
            memcpy(&b, other + i * sizeof b, sizeof b);                        \
            a = (combined);                                                    \
            memcpy(into + i * sizeof a, &a, sizeof a);                         \
        }                                                                      \
    }

ARITHMETIC(long double, farreach_longdouble)
ARITHMETIC(real16, farreach_real16)
