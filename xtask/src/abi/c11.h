
#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
/* The first arguments, by which functions are selected. */
#define SHMEM_C11_1_(a, ...) a
#define SHMEM_C11_2_(a, b, ...) b
#define SHMEM_C11_1(...) SHMEM_C11_1_(__VA_ARGS__, 0)
#define SHMEM_C11_2(...) SHMEM_C11_2_(__VA_ARGS__, 0, 0)
/* Selected where the arguments are of no type that the function knows; nothing defines it. */
void shmem_c11_no_such_type(void);
