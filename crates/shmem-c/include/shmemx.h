/*
 * Farreach's extensions to OpenSHMEM.
 * Made by `cargo xtask abi` from the table in xtask/src/abi.
 */
#ifndef SHMEMX_H
#define SHMEMX_H

#include <shmem.h>

#endif
