//! Which processes share a node.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    armci_domain_nprocs  (domain: i32, id: i32) -> i32 = domain::nprocs(domain, id);
    armci_domain_id  (domain: i32, glob_proc_id: i32) -> i32 = domain::id(domain, glob_proc_id);
    armci_domain_glob_proc_id  (domain: i32, id: i32, loc_proc_id: i32) -> i32 = domain::glob_proc_id(domain, id, loc_proc_id);
    armci_domain_my_id  (domain: i32) -> i32 = domain::my_id(domain);
    armci_domain_count  (domain: i32) -> i32 = domain::count(domain);
    armci_domain_same_id  (domain: i32, proc: i32) -> i32 = domain::same_id(domain, proc);
    ARMCI_Same_node  (proc: i32) -> i32 = domain::same_node(proc);
}
