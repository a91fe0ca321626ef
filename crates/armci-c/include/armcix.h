/*
 * Extensions of ARMCI-MPI: groups by colour, mutexes by handle.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/armci.
 */
#ifndef FARREACH_ARMCIX_H
#define FARREACH_ARMCIX_H

#include <armci.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A set of mutexes. */
typedef struct armcix_mutex_hdl_s *armcix_mutex_hdl_t;

/* ARMCI-MPI's extensions. */
int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *new_group);
int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *new_group);
armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int count, ARMCI_Group *pgroup);
int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl);
void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc);
void ARMCIX_Progress(void);

#ifdef __cplusplus
}
#endif

#endif
