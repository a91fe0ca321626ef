// Objects that put when they are destroyed, after the variables of their thread that the library has.
#include "check.h"

#include <thread>

static constexpr int LENGTH = 5000;

static long target[LENGTH], source[LENGTH];

struct Puts {
    const char *when;

    explicit Puts(const char *when) : when(when) {}

    ~Puts()
    {
        const int to = (me + 1) % npes, from = (me + npes - 1) % npes;
        for (int i = 0; i < LENGTH; i++)
            source[i] = me * 10000L + i;
        for (int length : {3, 100, LENGTH}) {
            memset(target, 0, sizeof target);
            shmem_barrier_all();
            shmem_long_put(target, source, (size_t)length, to);
            shmem_barrier_all();
            for (int i = 0; i < length; i++)
                EXPECT(when, "long", (size_t)i, from * 10000L + i, target[i]);
        }
        if (me == 0)
            puts(when);
    }
};

static void put_in_thread()
{
    thread_local Puts of_thread("thread");
    of_thread.when = "thread";
    shmem_long_put(target, source, 100, (me + 1) % npes);
}

int main()
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    me = shmem_my_pe();
    npes = shmem_n_pes();
    static Puts of_program("program");
    shmem_long_put(target, source, 100, (me + 1) % npes);
    std::thread(put_in_thread).join();
    return 0;
}
