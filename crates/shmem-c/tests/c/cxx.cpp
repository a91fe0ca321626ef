// The interface as C++ sees it: C linkage, all constants, typed functions of each family.
#include <shmem.h>
#include <shmemx.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int me, npes;

void expect(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "PE %d of %d: %s: not as expected\n", me, npes, what);
        std::exit(1);
    }
}

// Symmetric memory with an owner.
template <typename T>
class Symmetric {
public:
    explicit Symmetric(std::size_t count) : memory(static_cast<T *>(shmem_calloc(count, sizeof(T)))) {}
    ~Symmetric() { shmem_free(memory); }
    Symmetric(const Symmetric &) = delete;
    Symmetric &operator=(const Symmetric &) = delete;
    T &operator[](std::size_t index) { return memory[index]; }
    T *at(std::size_t index) { return memory + index; }

private:
    T *memory;
};

void transfers()
{
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    Symmetric<double> dest(8);
    Symmetric<std::uint64_t> signal(1);
    const std::vector<double> source{1.5 + me, 2.5, 3.5};
    shmem_double_put(dest.at(0), source.data(), source.size(), to);
    shmem_double_p(dest.at(3), 9.25 - me, to);
    shmem_double_put_signal(dest.at(4), source.data(), 2, signal.at(0), 1, SHMEM_SIGNAL_ADD, to);
    shmem_signal_wait_until(signal.at(0), SHMEM_CMP_EQ, 1);
    expect(dest[4] == 1.5 + from && dest[5] == 2.5, "shmem_double_put_signal");
    shmem_barrier_all();
    expect(dest[0] == 1.5 + from && dest[1] == 2.5 && dest[2] == 3.5, "shmem_double_put");
    expect(dest[3] == 9.25 - from, "shmem_double_p");
    expect(shmem_double_g(dest.at(0), to) == 1.5 + me, "shmem_double_g");
    shmem_barrier_all();
}

void atomics()
{
    Symmetric<long> counter(2);
    shmem_barrier_all();
    for (int pe = 0; pe < npes; pe++)
        shmem_long_atomic_add(counter.at(0), me + 1, pe);
    shmem_ctx_long_atomic_inc(SHMEM_CTX_DEFAULT, counter.at(1), 0);
    shmem_barrier_all();
    expect(counter[0] == static_cast<long>(npes) * (npes + 1) / 2, "shmem_long_atomic_add");
    expect(shmem_long_atomic_fetch(counter.at(1), 0) == npes, "shmem_ctx_long_atomic_inc");
    shmem_barrier_all();
}

void contexts_and_teams()
{
    shmem_team_t team = SHMEM_TEAM_INVALID;
    shmem_team_config_t config;
    config.num_contexts = 1;
    expect(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, &config, SHMEM_TEAM_NUM_CONTEXTS, &team) == 0,
           "shmem_team_split_strided");
    expect(team != SHMEM_TEAM_INVALID && shmem_team_my_pe(team) == me, "shmem_team_my_pe");
    shmem_ctx_t ctx = SHMEM_CTX_INVALID;
    expect(shmem_team_create_ctx(team, SHMEM_CTX_SERIALIZED, &ctx) == 0, "shmem_team_create_ctx");
    Symmetric<int> value(2);
    shmem_ctx_int_p(ctx, value.at(0), 100 + me, (me + 1) % npes);
    shmem_ctx_quiet(ctx);
    expect(shmem_team_sync(team) == 0, "shmem_team_sync");
    expect(value[0] == 100 + (me + npes - 1) % npes, "shmem_ctx_int_p");
    shmem_ctx_destroy(ctx);
    expect(shmem_int_max_reduce(team, value.at(1), value.at(0), 1) == 0, "shmem_int_max_reduce");
    expect(value[1] == 100 + npes - 1, "shmem_int_max_reduce");
    // Active sets keep their name, where C11 has a type-generic shmem_sync.
    static long psync[SHMEM_SYNC_SIZE];
    for (long &word : psync)
        word = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    shmem_sync(0, 0, npes, psync);
    shmem_team_destroy(team);
}

// Overloads stand where C11 has generic selection; complex numbers are those of C++.
void overloads()
{
    const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
    Symmetric<float> dest(4);
    Symmetric<unsigned long> counter(1);
    Symmetric<std::complex<double>> terms(2);
    const float source[2] = {0.5f + static_cast<float>(me), 7.0f};
    shmem_barrier_all();
    shmem_put(dest.at(0), source, 2, to);
    shmem_p(SHMEM_CTX_DEFAULT, dest.at(2), 3.25f, to);
    shmem_atomic_add(counter.at(0), 2UL, 0);
    terms[0] = std::complex<double>(me, -1);
    shmem_barrier_all();
    expect(dest[0] == 0.5f + static_cast<float>(from) && dest[1] == 7.0f && dest[2] == 3.25f, "overloaded shmem_put");
    expect(shmem_g(dest.at(0), to) == 0.5f + static_cast<float>(me), "overloaded shmem_g");
    expect(shmem_atomic_fetch(counter.at(0), 0) == 2UL * static_cast<unsigned long>(npes),
           "overloaded shmem_atomic_add");
    expect(shmem_sum_reduce(SHMEM_TEAM_WORLD, terms.at(1), terms.at(0), 1) == 0, "overloaded shmem_sum_reduce");
    expect(terms[1] == std::complex<double>(npes * (npes - 1) / 2, -npes), "overloaded shmem_sum_reduce");
    expect(shmem_complexd_sum_exscan(SHMEM_TEAM_WORLD, terms.at(1), terms.at(0), 1) == 0, "shmem_complexd_sum_exscan");
    expect(terms[1] == std::complex<double>(me * (me - 1) / 2, -me), "shmem_complexd_sum_exscan");
    expect(shmem_sync(SHMEM_TEAM_WORLD) == 0, "overloaded shmem_sync");
}

} // namespace

int main()
{
    int provided = -1;
    expect(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0, "shmem_init_thread");
    me = shmem_my_pe();
    npes = shmem_n_pes();
    transfers();
    atomics();
    contexts_and_teams();
    overloads();
    shmem_barrier_all();
    if (me == 0)
        std::puts("ok");
    shmem_finalize();
}
