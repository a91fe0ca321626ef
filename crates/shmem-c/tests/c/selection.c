/* One name for all types: C11 and C++ select the function by the arguments, with a context and without. */
#include <shmem.h>
#include <stdio.h>

#ifdef __cplusplus
#include <complex>
#endif

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%d: %s is not so\n", __LINE__, #condition);                \
            wrong++;                                                           \
        }                                                                      \
    } while (0)

/* What works for every type of RMA. */
#define RMA(TYPE)                                                              \
    do {                                                                       \
        static TYPE object[4];                                                 \
        TYPE own[4] = {1, 2, 3, 4};                                            \
        shmem_put(object, own, 2, right);                                      \
        shmem_put(ctx, object + 2, own + 2, 1, right);                         \
        shmem_p(object + 3, (TYPE)9, right);                                   \
        shmem_barrier_all();                                                   \
        CHECK(object[0] == 1 && object[1] == 2 && object[2] == 3 && object[3] == 9); \
        CHECK(shmem_g(object + 1, right) == 2 && shmem_g(ctx, object + 3, right) == 9); \
        shmem_get(own, object, 4, right);                                      \
        shmem_get(ctx, own, object + 3, 1, right);                             \
        CHECK(own[0] == 9 && own[3] == 9);                                     \
        shmem_iget(own, object, 1, 2, 2, right);                               \
        CHECK(own[0] == 1 && own[1] == 3);                                     \
        shmem_barrier_all();                                                   \
        shmem_iput(ctx, object, own, 3, 1, 2, right);                          \
        shmem_put_nbi(object + 1, own, 1, right);                              \
        shmem_get_nbi(ctx, own + 3, object + 3, 1, right);                     \
        shmem_quiet();                                                         \
        shmem_ctx_quiet(ctx);                                                  \
        shmem_barrier_all();                                                   \
        CHECK(object[0] == 1 && object[1] == 1 && object[3] == 3);             \
        shmem_put_signal(object, own, 1, &signal, 1, SHMEM_SIGNAL_ADD, right); \
        shmem_barrier_all();                                                   \
        static TYPE gathered[2 * 4];                                           \
        CHECK(shmem_broadcast(SHMEM_TEAM_WORLD, gathered, object, 2, 0) == 0); \
        shmem_sync_all();                                                      \
        CHECK(shmem_fcollect(SHMEM_TEAM_WORLD, gathered, object, 2) == 0);     \
        shmem_sync_all();                                                      \
        CHECK(shmem_collect(SHMEM_TEAM_WORLD, gathered, object, 2) == 0);      \
        shmem_sync_all();                                                      \
        CHECK(shmem_alltoall(SHMEM_TEAM_WORLD, gathered, object, 2) == 0);     \
        CHECK(gathered[0] == object[2 * me]);                                  \
    } while (0)

/* What works for every type with an order. */
#define REDUCE(TYPE)                                                           \
    do {                                                                       \
        static TYPE sum[1], each[1];                                           \
        *each = (TYPE)(me + 1);                                                \
        CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, sum, each, 1) == 0 && *sum == 3); \
        CHECK(shmem_max_reduce(SHMEM_TEAM_WORLD, sum, each, 1) == 0 && *sum == 2); \
        CHECK(shmem_sum_exscan(SHMEM_TEAM_WORLD, sum, each, 1) == 0 && *sum == (TYPE)me); \
    } while (0)

/* What works for every type with arithmetic atomics. */
#define AMO(TYPE)                                                              \
    do {                                                                       \
        static TYPE word = 5;                                                  \
        shmem_barrier_all();                                                   \
        CHECK(shmem_atomic_fetch_add(&word, (TYPE)2, right) == 5);             \
        shmem_atomic_inc(ctx, &word, right);                                   \
        CHECK(shmem_atomic_fetch(&word, right) == 8);                          \
        CHECK(shmem_atomic_compare_swap(ctx, &word, (TYPE)8, (TYPE)3, right) == 8); \
        shmem_barrier_all();                                                   \
        shmem_wait_until(&word, SHMEM_CMP_EQ, (TYPE)3);                        \
        CHECK(shmem_test(&word, SHMEM_CMP_LT, (TYPE)4));                       \
        CHECK(shmem_test_all(&word, 1, NULL, SHMEM_CMP_EQ, (TYPE)3));          \
        shmem_barrier_all();                                                   \
    } while (0)

static int wrong;
static uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();
    shmem_ctx_t ctx;
    CHECK(shmem_ctx_create(0, &ctx) == 0);
    RMA(float);
    RMA(double);
    RMA(long double);
    RMA(char);
    RMA(signed char);
    RMA(short);
    RMA(int);
    RMA(long);
    RMA(long long);
    RMA(unsigned char);
    RMA(unsigned short);
    RMA(unsigned int);
    RMA(unsigned long);
    RMA(unsigned long long);
    RMA(int8_t);
    RMA(uint64_t);
    RMA(size_t);
    RMA(ptrdiff_t);
    CHECK(signal == 18);
    REDUCE(float);
    REDUCE(long double);
    REDUCE(short);
    REDUCE(unsigned long long);
    AMO(int);
    AMO(long);
    AMO(long long);
    AMO(unsigned int);
    AMO(unsigned long);
    AMO(unsigned long long);
    AMO(size_t);
    CHECK(shmem_sync(SHMEM_TEAM_WORLD) == 0);
    shmem_signal_set(ctx, &signal, 4, right);
    shmem_ctx_quiet(ctx);
    CHECK(shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 4) == 4);
#ifdef __cplusplus
    static std::complex<double> total, own;
    own = std::complex<double>(me, 1);
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &total, &own, 1) == 0);
    CHECK(total == std::complex<double>(1, 2));
#else
    static double _Complex total, own;
    own = me;
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &total, &own, 1) == 0 && total == 1);
#endif
    shmem_ctx_destroy(ctx);
    shmem_finalize();
    return wrong != 0;
}
