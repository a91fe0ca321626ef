/*
 * Farreach's extensions to OpenSHMEM.
 * Made by `cargo xtask abi` from the table in xtask/src/abi.
 */
#ifndef SHMEMX_H
#define SHMEMX_H

#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The figures of this PE, up to now. */
typedef struct {
    uint64_t peers;            /* PEs reached over the network */
    uint64_t connections;      /* connections made */
    uint64_t queue_pairs;      /* connected queue pairs */
    uint64_t queue_pairs_most; /* the most connected ones that there were */
    uint64_t evictions;        /* connections given up for others */
    uint64_t connection_bytes; /* memory that connections cost */
    uint64_t datagram_ops;     /* operations without a connection */
    uint64_t network_bytes;    /* bytes sent and received, with headers */
    uint64_t retransmitted;    /* packets sent again */
    uint64_t heap_bytes;       /* symmetric heap in use */
    double init_seconds;       /* time in the first shmem_init */
    double connect_seconds;    /* time waited for connections */
} shmemx_stats_t;

/* What holds for a program that also uses another programming model (shmemx_query_interoperability). */
enum shmemx_interoperability {
    SHMEMX_MPI_PROCESSES_ARE_PES = 2, /* each rank of MPI_COMM_WORLD is a PE's number */
    SHMEMX_SHMEM_INITIALIZES_MPI,     /* shmem_init initialises MPI too */
    SHMEMX_MPI_INITIALIZES_SHMEM,     /* MPI_Init initialises OpenSHMEM too */
    SHMEMX_PROGRESS_MPI               /* messages of MPI proceed while a PE is in OpenSHMEM */
};
