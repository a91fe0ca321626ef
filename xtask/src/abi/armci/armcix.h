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
