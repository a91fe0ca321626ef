//! Messages.

// Made by `cargo xtask abi` from the table in xtask/src/abi/armci.

use crate::export::*;

exports! {
    armci_msg_me  () -> i32 = message::me();
    armci_msg_nproc  () -> i32 = message::nproc();
    armci_msg_abort  (code: i32) = message::abort(code);
    armci_timer  () -> f64 = message::timer();
    armci_msg_snd  (tag: i32, buffer: *mut u8, len: i32, to: i32) = message::send(tag, buffer, len, to);
    armci_msg_rcv  (tag: i32, buffer: *mut u8, buflen: i32, msglen: *mut i32, from: i32) = message::receive(tag, buffer, buflen, msglen, from);
    armci_msg_rcvany  (tag: i32, buffer: *mut u8, buflen: i32, msglen: *mut i32) -> i32 = message::receive_any(tag, buffer, buflen, msglen);
    armci_notify  (proc: i32) -> i32 = message::notify(proc);
    armci_notify_wait  (proc: i32, pval: *mut i32) -> i32 = message::notify_wait(proc, pval);
}
