/* Children have variables of their own, and can do what children do. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long value = 1;
static char large[64 << 20];
static int failures;

static void check(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), what);
        failures++;
    }
}

/* A child's end, and nothing of the parent's. */
static int ended_well(pid_t child)
{
    int status = -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    large[1 << 20] = 5;
    for (int round = 0; round < 20; round++) {
        value = round;
        pid_t child = fork();
        if (child == 0) {
            int good = value == round && large[1 << 20] == 5 && large[7] == 0;
            value = -1;
            large[1 << 20] = large[7] = 9;
            good &= value == -1 && system("exit 3") >> 8 == 3;
            /* With all that is done at exit, in every other round. */
            if (round % 2) {
                exit(!good);
            }
            _exit(!good);
        }
        value = 1000 + round;
        check(ended_well(child), "a child has other values");
        check(value == 1000 + round && large[7] == 0 && large[1 << 20] == 5, "a child's stores are seen");
    }
    char line[64] = "";
    FILE *lines = popen("echo from a shell", "r");
    check(lines && fgets(line, sizeof line, lines) && strcmp(line, "from a shell\n") == 0, "popen");
    check(lines && pclose(lines) == 0, "pclose");
    check(system("exit 0") == 0, "system");
    pid_t child = vfork();
    if (child == 0) {
        execlp("true", "true", (char *)NULL);
        _exit(1);
    }
    check(ended_well(child), "vfork");
    shmem_barrier_all();
    shmem_long_p(&value, 77, (me + 1) % n);
    shmem_barrier_all();
    check(value == 77, "variables after forks");
    shmem_finalize();
    child = fork();
    if (child == 0) {
        value++;
        _exit(value != 78);
    }
    check(ended_well(child) && value == 77, "a fork after the end");
    printf("%s\n", failures ? "wrong" : "good");
    return failures != 0;
}
