/* Where the number or the first of the arguments decides. */
#define shmem_sync(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_team_t: shmem_team_sync, \
    default: shmem_sync)(__VA_ARGS__)
#define shmem_signal_set(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: shmem_ctx_signal_set, \
    default: shmem_signal_set)(__VA_ARGS__)
#define shmem_signal_add(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \
    shmem_ctx_t: shmem_ctx_signal_add, \
    default: shmem_signal_add)(__VA_ARGS__)
#endif
