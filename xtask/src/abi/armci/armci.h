/*
 * ARMCI: one-sided access to memory that the processes of a program allocate together.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/armci. It needs no MPI.
 */
#ifndef FARREACH_ARMCI_H
#define FARREACH_ARMCI_H

/* Programs of ARMCI-MPI expect MPI's functions from this header. Where there is no MPI they don't need them. */
#if defined(__has_include)
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define FARREACH_ARMCI 1

/* What an accumulate adds. */
enum ARMCI_Acc_e {
    ARMCI_ACC_INT, /* int */
    ARMCI_ACC_LNG, /* long */
    ARMCI_ACC_FLT, /* float */
    ARMCI_ACC_DBL, /* double */
    ARMCI_ACC_CPL, /* float _Complex */
    ARMCI_ACC_DCP  /* double _Complex */
};

/* How ARMCI_Rmw changes a word. */
enum ARMCI_Rmw_e {
    ARMCI_FETCH_AND_ADD,      /* int */
    ARMCI_FETCH_AND_ADD_LONG, /* long */
    ARMCI_SWAP,               /* int */
    ARMCI_SWAP_LONG           /* long */
};

enum armci_domain_e { ARMCI_DOMAIN_SMP };

typedef long armci_size_t;
typedef int armci_domain_t;

/* Levels of strides. */
#define ARMCI_MAX_STRIDE_LEVEL 8

/* A transfer that was begun. Only functions look inside. */
typedef struct armci_hdl_s {
    int target;
    int aggregate;
} armci_hdl_t;

/* Pieces of one length. */
typedef struct {
    void **src_ptr_array;
    void **dst_ptr_array;
    int bytes;         /* of each piece */
    int ptr_array_len; /* the number of pieces */
} armci_giov_t;

/* A set of processes. */
typedef struct {
    int comm;
    int noncoll_pgroup_comm;
    int *grp_to_abs;
    int *abs_to_grp;
    int rank;
    int size;
} ARMCI_Group;
