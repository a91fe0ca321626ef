/* A path that does not carry what it seemed to: of what PE 0 sends, the first packet of more than 9000 bytes is refused, as
 * the kernel refuses packets after a change of routes. Then the path carries all again, and the put goes on.
 *
 * The library sends by the functions of the C library that stand here in their place.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CARRIED = 9000, BYTES = 200000 };

static atomic_int is_narrow;
static char from[BYTES], to[BYTES];

static size_t bytes_of(const struct msghdr *message)
{
    size_t bytes = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++)
        bytes += message->msg_iov[i].iov_len;
    return bytes;
}

static int exceeds(size_t bytes)
{
    return bytes > CARRIED && atomic_load(&is_narrow);
}

/* Refuses what comes first in a call. After one packet the path is wide again, but not after several that the kernel was to
 * cut: the library then sends them one by one. */
static ssize_t refuse(int is_one)
{
    if (is_one)
        atomic_store(&is_narrow, 0);
    errno = EMSGSIZE;
    return -1;
}

ssize_t sendto(int fd, const void *data, size_t bytes, int flags, const struct sockaddr *name, socklen_t name_bytes)
{
    if (exceeds(bytes))
        return refuse(1);
    return syscall(SYS_sendto, fd, data, bytes, flags, name, name_bytes);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (exceeds(bytes_of(message)))
        return refuse(message->msg_controllen == 0);
    return syscall(SYS_sendmsg, fd, message, flags);
}

int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags)
{
    unsigned carried = 0;
    while (carried < count && !exceeds(bytes_of(&messages[carried].msg_hdr)))
        carried++;
    if (carried == 0)
        return (int)refuse(messages[0].msg_hdr.msg_controllen == 0);
    return (int)syscall(SYS_sendmmsg, fd, messages, carried, flags);
}

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    for (int i = 0; i < BYTES; i++)
        from[i] = (char)(i % 251 + 1);
    shmem_barrier_all();
    if (me == 0) {
        atomic_store(&is_narrow, 1);
        shmem_putmem(to, from, BYTES, 1);
    }
    shmem_barrier_all();
    if (me == 1) {
        for (int i = 0; i < BYTES; i++) {
            if (to[i] != from[i]) {
                printf("byte %d is %d\n", i, to[i]);
                shmem_global_exit(1);
            }
        }
        puts("ok");
    }
    shmem_finalize();
    return 0;
}
