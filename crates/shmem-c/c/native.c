/*
 * The functions that Rust can't express: values of type long double, and more arguments than were named. What they do is done in Rust.
 */
#include <shmem.h>

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
