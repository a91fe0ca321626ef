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
