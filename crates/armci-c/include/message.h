/*
 * ARMCI's messages, collectives and global operations.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/armci.
 */
#ifndef FARREACH_ARMCI_MESSAGE_H
#define FARREACH_ARMCI_MESSAGE_H

#include <armci.h>

#ifdef __cplusplus
extern "C" {
#endif

enum armci_scope_e {
    SCOPE_ALL,    /* all processes */
    SCOPE_NODE,   /* those of this node */
    SCOPE_MASTERS /* the first process of each node, which alone call */
};

enum armci_type_e { ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT, ARMCI_DOUBLE };

/* Messages. */
int armci_msg_me(void);
int armci_msg_nproc(void);
void armci_msg_abort(int code);
double armci_timer(void);
void armci_msg_snd(int tag, void *buffer, int len, int to);
void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from);
int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen);
int armci_notify(int proc);
int armci_notify_wait(int proc, int *pval);

/* Collectives, and global operations. */
void armci_msg_barrier(void);
void armci_msg_group_barrier(ARMCI_Group *group);
void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right);
void armci_msg_bcast(void *buffer, int len, int root);
void armci_msg_brdcst(void *buffer, int len, int root);
void armci_msg_bcast_scope(int scope, void *buffer, int len, int root);
void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group);
void armci_msg_reduce(void *x, int n, char *op, int datatype);
void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int datatype);
void armci_msg_sel(void *x, int n, char *op, int datatype, int contribute);
void armci_msg_sel_scope(int scope, void *x, int n, char *op, int datatype, int contribute);
void armci_exchange_address(void **ptr_ar, int n);
void armci_exchange_address_grp(void **ptr_arr, int n, ARMCI_Group *group);
void armci_msg_gop_scope(int scope, void *x, int n, char *op, int datatype);
void armci_msg_igop(int *x, int n, char *op);
void armci_msg_lgop(long *x, int n, char *op);
void armci_msg_llgop(long long *x, int n, char *op);
void armci_msg_fgop(float *x, int n, char *op);
void armci_msg_dgop(double *x, int n, char *op);
void armci_msg_clus_brdcst(void *buf, int len);
void armci_msg_clus_igop(int *x, int n, char *op);
void armci_msg_clus_lgop(long *x, int n, char *op);
void armci_msg_clus_llgop(long long *x, int n, char *op);
void armci_msg_clus_fgop(float *x, int n, char *op);
void armci_msg_clus_dgop(double *x, int n, char *op);
void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int datatype, ARMCI_Group *group);
void armci_msg_group_igop(int *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_lgop(long *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_llgop(long long *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_fgop(float *x, int n, char *op, ARMCI_Group *group);
void armci_msg_group_dgop(double *x, int n, char *op, ARMCI_Group *group);

/* The same under names that no profiler replaces. */
void parmci_msg_barrier(void);
void parmci_msg_group_barrier(ARMCI_Group *group);

#ifdef __cplusplus
}
#endif

#endif
