/* The deprecated place of shmemx.h. */
#ifndef MPP_SHMEMX_H
#define MPP_SHMEMX_H
#include <shmemx.h>
#endif
