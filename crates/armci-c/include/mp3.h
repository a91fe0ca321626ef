/*
 * The names by which programs of ARMCI's and Global Arrays' tests begin, end and meet. Here they need no MPI.
 */
#ifndef FARREACH_MP3_H
#define FARREACH_MP3_H

#include <armci.h>

#define MP_INIT(argc, argv) ARMCI_Init()
#define MP_BARRIER() armci_msg_barrier()
#define MP_FINALIZE() ARMCI_Finalize()
#define MP_PROCS(count) (*(count) = armci_msg_nproc())
#define MP_MYID(rank) (*(rank) = armci_msg_me())
#define MP_TIMER() armci_timer()

#define ARMCI_INIT(argc, argv) ARMCI_Init()

#endif
