/* The library's own thread finds what can't be: a function of the C library, which is this program's, returns to it more bytes than
 * there is room for.
 */
#include <shmem.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static long word;

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    char name[16] = "";
    const ssize_t received = syscall(SYS_recvmsg, fd, message, flags);
    prctl(PR_GET_NAME, name);
    return received > 0 && strcmp(name, "farreach-helper") == 0 ? 1 << 30 : received;
}

int main(void)
{
    shmem_init();
    if (shmem_my_pe() == 0)
        for (;;)
            pause();
    shmem_long_p(&word, 1, 0);
    shmem_quiet();
    shmem_barrier_all();
    return 0;
}
