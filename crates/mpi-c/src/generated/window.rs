//! The family `window`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::window;

abis! {
    exports {
        call MPI_Accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, op: Handle, win: Handle) on Win win = window::accumulate(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win);
        call MPI_Accumulate_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, op: Handle, win: Handle) on Win win = window::accumulate(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win);
        call MPI_Compare_and_swap(origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: Handle, target_rank: c_int, target_disp: c_long, win: Handle) on Win win = window::compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
        call MPI_Fetch_and_op(origin_addr: *const c_void, result_addr: *mut c_void, datatype: Handle, target_rank: c_int, target_disp: c_long, op: Handle, win: Handle) on Win win = window::fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
        call MPI_Get(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, win: Handle) on Win win = window::get(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win);
        call MPI_Get_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, result_addr: *mut c_void, result_count: c_int, result_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, op: Handle, win: Handle) on Win win = window::get_accumulate(origin_addr, origin_count.into(), origin_datatype, result_addr, result_count.into(), result_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win);
        call MPI_Get_accumulate_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, result_addr: *mut c_void, result_count: c_long, result_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, op: Handle, win: Handle) on Win win = window::get_accumulate(origin_addr, origin_count.into(), origin_datatype, result_addr, result_count.into(), result_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win);
        call MPI_Get_c(origin_addr: *mut c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, win: Handle) on Win win = window::get(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win);
        call MPI_Put(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, win: Handle) on Win win = window::put(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win);
        call MPI_Put_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, win: Handle) on Win win = window::put(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win);
        call MPI_Raccumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, op: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::raccumulate(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win, request);
        call MPI_Raccumulate_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, op: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::raccumulate(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win, request);
        call MPI_Rget(origin_addr: *mut c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rget(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win, request);
        call MPI_Rget_accumulate(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, result_addr: *mut c_void, result_count: c_int, result_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, op: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rget_accumulate(origin_addr, origin_count.into(), origin_datatype, result_addr, result_count.into(), result_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win, request);
        call MPI_Rget_accumulate_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, result_addr: *mut c_void, result_count: c_long, result_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, op: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rget_accumulate(origin_addr, origin_count.into(), origin_datatype, result_addr, result_count.into(), result_datatype, target_rank, target_disp, target_count.into(), target_datatype, op, win, request);
        call MPI_Rget_c(origin_addr: *mut c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rget(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win, request);
        call MPI_Rput(origin_addr: *const c_void, origin_count: c_int, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_int, target_datatype: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rput(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win, request);
        call MPI_Rput_c(origin_addr: *const c_void, origin_count: c_long, origin_datatype: Handle, target_rank: c_int, target_disp: c_long, target_count: c_long, target_datatype: Handle, win: Handle, request: *mut Handle) on Win win needs request = window::rput(origin_addr, origin_count.into(), origin_datatype, target_rank, target_disp, target_count.into(), target_datatype, win, request);
        call MPI_Win_allocate(size: c_long, disp_unit: c_int, info: Handle, comm: Handle, baseptr: *mut c_void, win: *mut Handle) on Comm comm needs baseptr, win = window::win_allocate(size, disp_unit.into(), info, comm, baseptr, win);
        call MPI_Win_allocate_c(size: c_long, disp_unit: c_long, info: Handle, comm: Handle, baseptr: *mut c_void, win: *mut Handle) on Comm comm needs baseptr, win = window::win_allocate(size, disp_unit.into(), info, comm, baseptr, win);
        call MPI_Win_allocate_shared(size: c_long, disp_unit: c_int, info: Handle, comm: Handle, baseptr: *mut c_void, win: *mut Handle) on Comm comm needs baseptr, win = window::win_allocate_shared(size, disp_unit.into(), info, comm, baseptr, win);
        call MPI_Win_allocate_shared_c(size: c_long, disp_unit: c_long, info: Handle, comm: Handle, baseptr: *mut c_void, win: *mut Handle) on Comm comm needs baseptr, win = window::win_allocate_shared(size, disp_unit.into(), info, comm, baseptr, win);
        call MPI_Win_attach(win: Handle, base: *mut c_void, size: c_long) on Win win = window::win_attach(win, base, size);
        call MPI_Win_call_errhandler(win: Handle, errorcode: c_int) on Win win = window::win_call_errhandler(win, errorcode);
        call MPI_Win_complete(win: Handle) on Win win = window::win_complete(win);
        call MPI_Win_create(base: *mut c_void, size: c_long, disp_unit: c_int, info: Handle, comm: Handle, win: *mut Handle) on Comm comm needs win = window::win_create(base, size, disp_unit.into(), info, comm, win);
        call MPI_Win_create_c(base: *mut c_void, size: c_long, disp_unit: c_long, info: Handle, comm: Handle, win: *mut Handle) on Comm comm needs win = window::win_create(base, size, disp_unit.into(), info, comm, win);
        call MPI_Win_create_dynamic(info: Handle, comm: Handle, win: *mut Handle) on Comm comm needs win = window::win_create_dynamic(info, comm, win);
        call MPI_Win_create_keyval(win_copy_attr_fn: *const c_void, win_delete_attr_fn: *const c_void, win_keyval: *mut c_int, extra_state: *mut c_void) needs win_keyval = window::win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
        call MPI_Win_delete_attr(win: Handle, win_keyval: c_int) on Win win = window::win_delete_attr(win, win_keyval);
        call MPI_Win_detach(win: Handle, base: *const c_void) on Win win = window::win_detach(win, base);
        call MPI_Win_fence(assert: c_int, win: Handle) on Win win = window::win_fence(assert, win);
        call MPI_Win_flush(rank: c_int, win: Handle) on Win win = window::win_flush(rank, win);
        call MPI_Win_flush_all(win: Handle) on Win win = window::win_flush_all(win);
        call MPI_Win_flush_local(rank: c_int, win: Handle) on Win win = window::win_flush_local(rank, win);
        call MPI_Win_flush_local_all(win: Handle) on Win win = window::win_flush_local_all(win);
        call MPI_Win_free(win: *mut Handle) needs win = window::win_free(win);
        call MPI_Win_free_keyval(win_keyval: *mut c_int) needs win_keyval = window::win_free_keyval(win_keyval);
        call MPI_Win_get_attr(win: Handle, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) on Win win needs attribute_val, flag = window::win_get_attr(win, win_keyval, attribute_val, flag);
        call MPI_Win_get_errhandler(win: Handle, errhandler: *mut Handle) on Win win needs errhandler = window::win_get_errhandler(win, errhandler);
        call MPI_Win_get_group(win: Handle, group: *mut Handle) on Win win needs group = window::win_get_group(win, group);
        call MPI_Win_get_info(win: Handle, info_used: *mut Handle) on Win win needs info_used = window::win_get_info(win, info_used);
        call MPI_Win_get_name(win: Handle, win_name: *mut c_char, resultlen: *mut c_int) on Win win needs win_name, resultlen = window::win_get_name(win, win_name, resultlen);
        call MPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int, win: Handle) on Win win = window::win_lock(lock_type, rank, assert, win);
        call MPI_Win_lock_all(assert: c_int, win: Handle) on Win win = window::win_lock_all(assert, win);
        call MPI_Win_post(group: Handle, assert: c_int, win: Handle) on Win win = window::win_post(group, assert, win);
        call MPI_Win_set_attr(win: Handle, win_keyval: c_int, attribute_val: *mut c_void) on Win win = window::win_set_attr(win, win_keyval, attribute_val);
        call MPI_Win_set_errhandler(win: Handle, errhandler: Handle) on Win win = window::win_set_errhandler(win, errhandler);
        call MPI_Win_set_info(win: Handle, info: Handle) on Win win = window::win_set_info(win, info);
        call MPI_Win_set_name(win: Handle, win_name: *const c_char) on Win win needs win_name = window::win_set_name(win, win_name);
        call MPI_Win_shared_query(win: Handle, rank: c_int, size: *mut c_long, disp_unit: *mut c_int, baseptr: *mut c_void) on Win win needs size, disp_unit, baseptr = window::win_shared_query(win, rank, size, disp_unit.into(), baseptr);
        call MPI_Win_shared_query_c(win: Handle, rank: c_int, size: *mut c_long, disp_unit: *mut c_long, baseptr: *mut c_void) on Win win needs size, disp_unit, baseptr = window::win_shared_query(win, rank, size, disp_unit.into(), baseptr);
        call MPI_Win_start(group: Handle, assert: c_int, win: Handle) on Win win = window::win_start(group, assert, win);
        call MPI_Win_sync(win: Handle) on Win win = window::win_sync(win);
        call MPI_Win_test(win: Handle, flag: *mut c_int) on Win win needs flag = window::win_test(win, flag);
        call MPI_Win_unlock(rank: c_int, win: Handle) on Win win = window::win_unlock(rank, win);
        call MPI_Win_unlock_all(win: Handle) on Win win = window::win_unlock_all(win);
        call MPI_Win_wait(win: Handle) on Win win = window::win_wait(win);
    }
}
