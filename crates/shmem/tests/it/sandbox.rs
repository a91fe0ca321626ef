//! Sandboxes that forbid system calls, as containers do.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter_all_threads};

/// A variable that puts all processes of a job into [`enter_container`]'s sandbox.
pub(crate) const CONTAINER: &str = "SHMEM_IT_CONTAINER";

/// Has the kernel answer these calls of this process, and of all that it starts, with `errno`.
pub(crate) fn forbid(calls: &[libc::c_long], errno: i32) {
    let target: TargetArch = std::env::consts::ARCH.try_into().unwrap();
    let rules = calls.iter().map(|&call| (call, Vec::new())).collect();
    let refuse = SeccompAction::Errno(errno as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, target).unwrap();
    let program: BpfProgram = filter.try_into().unwrap();
    apply_filter_all_threads(&program).unwrap();
}

/// Forbids what strict containers forbid: to trace and to attach to other processes, barriers of
/// other processors, and waits for several words.
pub(crate) fn enter_container() {
    let calls = [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_membarrier,
        libc::SYS_futex_waitv,
    ];
    forbid(&calls, libc::EPERM);
}
