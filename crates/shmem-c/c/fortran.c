/*
 * OpenSHMEM 1.4 for Fortran: its names as gfortran spells them.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/fortran.rs.
 */
#include "fortran.h"

void start_pes_(const int *npes);
void start_pes_(const int *npes)
{
    start_pes(*npes);
}

void shmem_init_(void);
void shmem_init_(void)
{
    shmem_init();
}

void shmem_finalize_(void);
void shmem_finalize_(void)
{
    shmem_finalize();
}

void shmem_global_exit_(const int *status);
void shmem_global_exit_(const int *status)
{
    shmem_global_exit(*status);
}

int shmem_my_pe_(void);
int shmem_my_pe_(void)
{
    return shmem_my_pe();
}

int my_pe_(void);
int my_pe_(void)
{
    return shmem_my_pe();
}

int shmem_n_pes_(void);
int shmem_n_pes_(void)
{
    return shmem_n_pes();
}

int num_pes_(void);
int num_pes_(void)
{
    return shmem_n_pes();
}

__attribute__((weak)) int my_pe(void);
__attribute__((weak)) int my_pe(void)
{
    return shmem_my_pe();
}

__attribute__((weak)) int num_pes(void);
__attribute__((weak)) int num_pes(void)
{
    return shmem_n_pes();
}

int shmem_pe_accessible_(const int *pe);
int shmem_pe_accessible_(const int *pe)
{
    return shmem_pe_accessible(*pe);
}

int shmem_addr_accessible_(const void *addr, const int *pe);
int shmem_addr_accessible_(const void *addr, const int *pe)
{
    return shmem_addr_accessible(addr, *pe);
}

void *shmem_ptr_(const void *dest, const int *pe);
void *shmem_ptr_(const void *dest, const int *pe)
{
    return shmem_ptr(dest, *pe);
}

void shmem_info_get_version_(int *major, int *minor);
void shmem_info_get_version_(int *major, int *minor)
{
    shmem_info_get_version(major, minor);
}

void shmem_info_get_name_(char *name, size_t len);
void shmem_info_get_name_(char *name, size_t len)
{
    name_of_library(name, len);
}

void shpalloc_(void **addr, const int *length, int *errcode, const int *abort);
void shpalloc_(void **addr, const int *length, int *errcode, const int *abort)
{
    allocate(addr, *length, errcode, *abort);
}

void shpclmove_(void **addr, const int *length, int *status, const int *abort);
void shpclmove_(void **addr, const int *length, int *status, const int *abort)
{
    resize(addr, *length, status, *abort);
}

void shpdeallc_(void **addr, int *errcode, const int *abort);
void shpdeallc_(void **addr, int *errcode, const int *abort)
{
    release(addr, errcode, *abort);
}

void shmem_character_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_character_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_complex_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_complex_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_double_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_double_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_integer_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_integer_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_logical_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_logical_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_real_put_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_real_put_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put4_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put4_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put8_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put8_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_put32_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put32_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put64_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put64_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_put128_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put128_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 16), *pe);
}

void shmem_putmem_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_putmem_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_character_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_character_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_complex_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_complex_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_double_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_double_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_integer_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_integer_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_logical_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_logical_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_real_get_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_real_get_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get4_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get4_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get8_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get8_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_get32_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get32_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get64_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get64_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_get128_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get128_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 16), *pe);
}

void shmem_getmem_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_getmem_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_character_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_character_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_complex_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_complex_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_double_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_double_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_integer_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_integer_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_logical_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_logical_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_real_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_real_put_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put4_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put4_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put8_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put8_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_put32_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put32_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_put64_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put64_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_put128_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_put128_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 16), *pe);
}

void shmem_putmem_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_putmem_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_putmem_nbi(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_character_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_character_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_complex_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_complex_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_double_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_double_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_integer_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_integer_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_logical_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_logical_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_real_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_real_get_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get4_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get4_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get8_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get8_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_get32_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get32_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 4), *pe);
}

void shmem_get64_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get64_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 8), *pe);
}

void shmem_get128_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_get128_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 16), *pe);
}

void shmem_getmem_nbi_(void *dest, const void *source, const int *nelems, const int *pe);
void shmem_getmem_nbi_(void *dest, const void *source, const int *nelems, const int *pe)
{
    shmem_getmem_nbi(dest, source, bytes(*nelems, 1), *pe);
}

void shmem_complex_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_complex_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_double_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_double_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_integer_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_integer_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_logical_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_logical_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_real_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_real_iput_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iput4_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iput4_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iput8_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iput8_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iput32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iput32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iput64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iput64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iput128_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iput128_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iput128(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_complex_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_complex_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_double_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_double_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_integer_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_integer_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_logical_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_logical_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_real_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_real_iget_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iget4_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iget4_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iget8_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iget8_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iget32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iget32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget32(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iget64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iget64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget64(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_iget128_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe);
void shmem_iget128_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *pe)
{
    shmem_iget128(dest, source, *dst, *sst, elements(*nelems), *pe);
}

void shmem_int4_add_(int *dest, const int *value, const int *pe);
void shmem_int4_add_(int *dest, const int *value, const int *pe)
{
    shmem_int_atomic_add(dest, *value, *pe);
}

void shmem_int8_add_(long *dest, const long *value, const int *pe);
void shmem_int8_add_(long *dest, const long *value, const int *pe)
{
    shmem_long_atomic_add(dest, *value, *pe);
}

void shmem_int4_inc_(int *dest, const int *pe);
void shmem_int4_inc_(int *dest, const int *pe)
{
    shmem_int_atomic_inc(dest, *pe);
}

void shmem_int8_inc_(long *dest, const int *pe);
void shmem_int8_inc_(long *dest, const int *pe)
{
    shmem_long_atomic_inc(dest, *pe);
}

int shmem_int4_fadd_(int *dest, const int *value, const int *pe);
int shmem_int4_fadd_(int *dest, const int *value, const int *pe)
{
    return shmem_int_atomic_fetch_add(dest, *value, *pe);
}

long shmem_int8_fadd_(long *dest, const long *value, const int *pe);
long shmem_int8_fadd_(long *dest, const long *value, const int *pe)
{
    return shmem_long_atomic_fetch_add(dest, *value, *pe);
}

int shmem_int4_finc_(int *dest, const int *pe);
int shmem_int4_finc_(int *dest, const int *pe)
{
    return shmem_int_atomic_fetch_inc(dest, *pe);
}

long shmem_int8_finc_(long *dest, const int *pe);
long shmem_int8_finc_(long *dest, const int *pe)
{
    return shmem_long_atomic_fetch_inc(dest, *pe);
}

int shmem_int4_cswap_(int *dest, const int *cond, const int *value, const int *pe);
int shmem_int4_cswap_(int *dest, const int *cond, const int *value, const int *pe)
{
    return shmem_int_atomic_compare_swap(dest, *cond, *value, *pe);
}

long shmem_int8_cswap_(long *dest, const long *cond, const long *value, const int *pe);
long shmem_int8_cswap_(long *dest, const long *cond, const long *value, const int *pe)
{
    return shmem_long_atomic_compare_swap(dest, *cond, *value, *pe);
}

int shmem_int4_swap_(int *dest, const int *value, const int *pe);
int shmem_int4_swap_(int *dest, const int *value, const int *pe)
{
    return shmem_int_atomic_swap(dest, *value, *pe);
}

long shmem_int8_swap_(long *dest, const long *value, const int *pe);
long shmem_int8_swap_(long *dest, const long *value, const int *pe)
{
    return shmem_long_atomic_swap(dest, *value, *pe);
}

float shmem_real4_swap_(float *dest, const float *value, const int *pe);
float shmem_real4_swap_(float *dest, const float *value, const int *pe)
{
    return shmem_float_atomic_swap(dest, *value, *pe);
}

double shmem_real8_swap_(double *dest, const double *value, const int *pe);
double shmem_real8_swap_(double *dest, const double *value, const int *pe)
{
    return shmem_double_atomic_swap(dest, *value, *pe);
}

int shmem_swap_(int *dest, const int *value, const int *pe);
int shmem_swap_(int *dest, const int *value, const int *pe)
{
    return shmem_int_atomic_swap(dest, *value, *pe);
}

int shmem_int4_fetch_(const int *source, const int *pe);
int shmem_int4_fetch_(const int *source, const int *pe)
{
    return shmem_int_atomic_fetch(source, *pe);
}

long shmem_int8_fetch_(const long *source, const int *pe);
long shmem_int8_fetch_(const long *source, const int *pe)
{
    return shmem_long_atomic_fetch(source, *pe);
}

float shmem_real4_fetch_(const float *source, const int *pe);
float shmem_real4_fetch_(const float *source, const int *pe)
{
    return shmem_float_atomic_fetch(source, *pe);
}

double shmem_real8_fetch_(const double *source, const int *pe);
double shmem_real8_fetch_(const double *source, const int *pe)
{
    return shmem_double_atomic_fetch(source, *pe);
}

void shmem_int4_set_(int *dest, const int *value, const int *pe);
void shmem_int4_set_(int *dest, const int *value, const int *pe)
{
    shmem_int_atomic_set(dest, *value, *pe);
}

void shmem_int8_set_(long *dest, const long *value, const int *pe);
void shmem_int8_set_(long *dest, const long *value, const int *pe)
{
    shmem_long_atomic_set(dest, *value, *pe);
}

void shmem_real4_set_(float *dest, const float *value, const int *pe);
void shmem_real4_set_(float *dest, const float *value, const int *pe)
{
    shmem_float_atomic_set(dest, *value, *pe);
}

void shmem_real8_set_(double *dest, const double *value, const int *pe);
void shmem_real8_set_(double *dest, const double *value, const int *pe)
{
    shmem_double_atomic_set(dest, *value, *pe);
}

void shmem_wait_(int *ivar, const int *cmp_value);
void shmem_wait_(int *ivar, const int *cmp_value)
{
    shmem_int_wait_until(ivar, SHMEM_CMP_NE, *cmp_value);
}

void shmem_int4_wait_(int *ivar, const int *cmp_value);
void shmem_int4_wait_(int *ivar, const int *cmp_value)
{
    shmem_int_wait_until(ivar, SHMEM_CMP_NE, *cmp_value);
}

void shmem_int8_wait_(long *ivar, const long *cmp_value);
void shmem_int8_wait_(long *ivar, const long *cmp_value)
{
    shmem_long_wait_until(ivar, SHMEM_CMP_NE, *cmp_value);
}

void shmem_wait_until_(int *ivar, const int *cmp, const int *cmp_value);
void shmem_wait_until_(int *ivar, const int *cmp, const int *cmp_value)
{
    shmem_int_wait_until(ivar, *cmp, *cmp_value);
}

void shmem_int4_wait_until_(int *ivar, const int *cmp, const int *cmp_value);
void shmem_int4_wait_until_(int *ivar, const int *cmp, const int *cmp_value)
{
    shmem_int_wait_until(ivar, *cmp, *cmp_value);
}

void shmem_int8_wait_until_(long *ivar, const int *cmp, const long *cmp_value);
void shmem_int8_wait_until_(long *ivar, const int *cmp, const long *cmp_value)
{
    shmem_long_wait_until(ivar, *cmp, *cmp_value);
}

void shmem_fence_(void);
void shmem_fence_(void)
{
    shmem_fence();
}

void shmem_quiet_(void);
void shmem_quiet_(void)
{
    shmem_quiet();
}

void shmem_barrier_all_(void);
void shmem_barrier_all_(void)
{
    shmem_barrier_all();
}

void shmem_barrier_(const int *start, const int *log_stride, const int *size, void *sync);
void shmem_barrier_(const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_barrier(*start, *log_stride, *size, words(sync));
}

void shmem_broadcast4_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_broadcast4_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_broadcast32(dest, source, elements(*nelems), *root, *start, *log_stride, *size, words(sync));
}

void shmem_broadcast8_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_broadcast8_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_broadcast64(dest, source, elements(*nelems), *root, *start, *log_stride, *size, words(sync));
}

void shmem_broadcast32_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_broadcast32_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_broadcast32(dest, source, elements(*nelems), *root, *start, *log_stride, *size, words(sync));
}

void shmem_broadcast64_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_broadcast64_(void *dest, const void *source, const int *nelems, const int *root, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_broadcast64(dest, source, elements(*nelems), *root, *start, *log_stride, *size, words(sync));
}

void shmem_collect4_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_collect4_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_collect32(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_collect8_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_collect8_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_collect64(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_collect32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_collect32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_collect32(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_collect64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_collect64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_collect64(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_fcollect4_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_fcollect4_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_fcollect32(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_fcollect8_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_fcollect8_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_fcollect64(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_fcollect32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_fcollect32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_fcollect32(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_fcollect64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_fcollect64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_fcollect64(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_alltoall32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_alltoall32_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_alltoall32(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_alltoall64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_alltoall64_(void *dest, const void *source, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_alltoall64(dest, source, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_alltoalls32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_alltoalls32_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_alltoalls32(dest, source, *dst, *sst, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_alltoalls64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync);
void shmem_alltoalls64_(void *dest, const void *source, const int *dst, const int *sst, const int *nelems, const int *start, const int *log_stride, const int *size, void *sync)
{
    shmem_alltoalls64(dest, source, *dst, *sst, elements(*nelems), *start, *log_stride, *size, words(sync));
}

void shmem_set_lock_(int *lock);
void shmem_set_lock_(int *lock)
{
    take_lock(lock);
}

int shmem_test_lock_(int *lock);
int shmem_test_lock_(int *lock)
{
    return try_lock(lock);
}

void shmem_clear_lock_(int *lock);
void shmem_clear_lock_(int *lock)
{
    unlock(lock);
}

void shmem_clear_cache_inv_(void);
void shmem_clear_cache_inv_(void)
{
    shmem_clear_cache_inv();
}

void shmem_set_cache_inv_(void);
void shmem_set_cache_inv_(void)
{
    shmem_clear_cache_inv();
}

void shmem_udcflush_(void);
void shmem_udcflush_(void)
{
    shmem_clear_cache_inv();
}

void shmem_clear_cache_line_inv_(void *dest);
void shmem_clear_cache_line_inv_(void *dest)
{
    shmem_clear_cache_line_inv(dest);
}

void shmem_set_cache_line_inv_(void *dest);
void shmem_set_cache_line_inv_(void *dest)
{
    shmem_clear_cache_line_inv(dest);
}

void shmem_udcflush_line_(void *dest);
void shmem_udcflush_line_(void *dest)
{
    shmem_clear_cache_line_inv(dest);
}

void shmem_int4_and_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_and_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_and_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_and_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_and_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_and_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_or_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_or_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_or_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_or_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_or_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_or_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_xor_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_xor_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_xor_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_xor_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_xor_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_xor_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_max_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_max_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real4_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real4_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_float_max_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real8_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real8_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_double_max_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_min_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_min_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real4_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real4_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_float_min_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real8_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real8_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_double_min_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_float_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_double_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_comp4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_comp4_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_complexf_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_comp8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_comp8_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_complexd_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_int_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_int8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_int8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_long_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_float_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_double_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_comp4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_comp4_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_complexf_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_comp8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_comp8_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    shmem_complexd_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real16_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real16_max_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    farreach_real16_max_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real16_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real16_min_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    farreach_real16_min_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real16_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real16_sum_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    farreach_real16_sum_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}

void shmem_real16_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync);
void shmem_real16_prod_to_all_(void *dest, const void *source, const int *nreduce, const int *start, const int *log_stride, const int *size, void *work, void *sync)
{
    farreach_real16_prod_to_all(dest, source, *nreduce, *start, *log_stride, *size, work, words(sync));
}
